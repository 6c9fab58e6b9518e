"""Where ``make pictures`` puts a picture: those that a page shows are renewed, all others are only built."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

ROOT = Path(__file__).parents[1]
SHOWN = ROOT / "companion" / "docs" / "pictures"
"""What pages show; ``tests/docs`` finds a picture that none shows."""
BUILT = ROOT / "build" / "pictures"
"""All others; git ignores it. To show one of them, copy it to the same place in ``SHOWN`` and link it."""
COLOURS = 128
"""Of the palette: enough for flat drawings, and files stay small."""


def place(name: str) -> Path:
    """The file of a picture, such as ``hall.png`` or ``screen/home-en-800.png``; its folder is made."""
    shown, built = SHOWN / name, BUILT / name
    path = shown if shown.exists() else built
    path.parent.mkdir(parents=True, exist_ok=True)
    print(path.relative_to(ROOT))
    return path


def write(picture: Image.Image, path: Path) -> None:
    """With a palette: a page has few colours. An octree keeps the rare ones, too, as of a small arrow."""
    small = picture.convert("RGB").quantize(
        COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE
    )
    small.save(path, "png", optimize=True)
