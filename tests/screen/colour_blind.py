"""How pictures look to people who tell fewer colours apart.

``python -m tests.screen.colour_blind FOLDER [PICTURE...]`` writes the table of every game (those that ``make
pictures`` took), or these pictures, as seen without the green (deuteranopia) and the red cones (protanopia).
"""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.pictures import BUILT

BLIND = {
    "deuteranopia": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "protanopia": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
}
"""Machado, Oliveira and Fernandes (2009), severity 1: on linear RGB."""


def seen(rgb: NDArray[np.uint8], kind: str) -> NDArray[np.uint8]:
    """sRGB values (..., 3) as they look without these cones."""
    values = rgb / 255
    linear = np.where(values <= 0.04045, values / 12.92, ((values + 0.055) / 1.055) ** 2.4)
    less = np.clip(linear @ np.array(BLIND[kind]).T, 0, 1)
    back = np.where(less <= 0.0031308, less * 12.92, 1.055 * less ** (1 / 2.4) - 0.055)
    return np.asarray(np.rint(back * 255), np.uint8)


def main(folder: Path, wanted: list[Path]) -> None:
    """Write them."""
    paths = wanted or sorted((BUILT / "screen").glob("table-*-en-1280.png"))
    if not paths:
        sys.exit("There is no picture of a table yet: take them with make pictures.")
    folder.mkdir(parents=True, exist_ok=True)
    for path in paths:
        rgb = np.asarray(Image.open(path).convert("RGB"))
        for kind in BLIND:
            Image.fromarray(seen(rgb, kind)).save(folder / f"{path.stem}-{kind}.png")


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
