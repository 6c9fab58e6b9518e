"""``python -m tests.bench.changed OUT CLIP...``: clips as another camera, lamp or seat would show them.

Each CLIP is written once for each change, as OUT/CHANGE/NAME: without teaching pictures, with its truth, and
with the board's outline where the change moves it. ``companion watch --score --table OUT/*/*`` then scores
them, a row for each change and game. A clip on a printed mat is refused: only an outline can be moved.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import click
import cv2
import numpy as np
from numpy.typing import NDArray

from companion.evaluation.clips import TRUTH, VIDEO, Clip, ClipError, Outline, load_clip, save_clip_head
from vision.types import Image, SourceError

Homography = NDArray[np.float64]
Light = NDArray[np.float32]
Develop = Callable[[Light, float], Light]
"""What a change does to a picture: its linear light from 0 to 1 (height, width, 3); then the part of the
clip that is over (0 to 1)."""

GAMMA = 2.2
BESIDE = ("mistakes.json", "done.json")


@dataclass(frozen=True, slots=True)
class Change:
    """How a clip is changed: ``develop`` its light, ``corners`` where the picture's corners go (parts of its
    width and height, clockwise from the top left), ``noise`` in grey levels, ``blur`` the defocus in pixels
    (sigma), ``scale`` of the picture's size, and one frame of ``every`` kept."""

    develop: Develop | None = None
    corners: tuple[tuple[float, float], ...] = ()
    noise: float = 0.0
    blur: float = 0.0
    scale: float = 1.0
    every: int = 1


def _dark(light: Light, _over: float) -> Light:
    return light * np.float32(0.25)


def _bright(light: Light, _over: float) -> Light:
    return light * np.float32(1.6)


def _redder(light: Light, over: float) -> Light:
    return light * np.array([0.5 * (1 - 0.3 * over), 0.8, 1.0], np.float32)


CHANGES = {
    "untaught": Change(),
    "dark": Change(_dark, noise=2.5),
    "bright": Change(_bright),
    "redder": Change(_redder, noise=1.5),
    "slantwise": Change(corners=((0.164, 0.208), (0.836, 0.208), (0.992, 0.889), (0.008, 0.889))),
    "turned": Change(corners=((1, 1), (0, 1), (0, 0), (1, 0))),
    "soft": Change(blur=1.6),
    "small": Change(scale=0.6),
    "sparse": Change(every=2),
}


def write(clip: Clip, change: Change, folder: Path) -> None:
    """The changed clip in ``folder``, which is emptied. Raises ClipError or SourceError."""
    spec, anchor = clip.spec, clip.spec.anchor
    if not isinstance(anchor, Outline):
        raise click.ClickException(f"{clip.folder}: the board has no outline: give a clip with one.")
    shutil.rmtree(folder, ignore_errors=True)
    first = next(iter(clip.frames())).image
    height, width = (round(change.scale * side) for side in first.shape[:2])
    moved = homography(change, first.shape[1], first.shape[0], width, height)
    corners = cv2.perspectiveTransform(np.array([anchor.picture], np.float64), moved)[0]
    (a, b, c, d) = [(float(x), float(y)) for x, y in corners]
    save_clip_head(
        folder,
        replace(
            spec, teach=(), camera=spec.camera if np.allclose(moved, np.eye(3)) else None,
            fps=spec.fps / change.every, anchor=Outline((a, b, c, d), anchor.cells),
        ),
    )  # fmt: skip
    for name in (TRUTH, *BESIDE):
        if (clip.folder / name).exists():
            shutil.copy(clip.folder / name, folder)
    video = cv2.VideoWriter(
        str(folder / VIDEO), cv2.VideoWriter.fourcc(*"mp4v"), spec.fps / change.every, (width, height)
    )
    total, rng = sum(1 for _ in clip.frames()), np.random.default_rng(1)
    for n, frame in enumerate(clip.frames()):
        if n % change.every == 0:
            seen = cv2.warpPerspective(
                frame.image, moved, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE
            )
            video.write(developed(np.asarray(seen, np.uint8), change, n / total, rng))
    video.release()


def homography(change: Change, width: int, height: int, to_width: int, to_height: int) -> Homography:
    """From a picture's pixels (width x height) to those of the changed one, 3 x 3."""
    before = [(0, 0), (1, 0), (1, 1), (0, 1)]
    after = change.corners or before

    def pixels(parts: Sequence[tuple[float, float]], w: int, h: int) -> NDArray[np.float32]:
        return np.array([(x * (w - 1), y * (h - 1)) for x, y in parts], np.float32)

    moved = cv2.getPerspectiveTransform(pixels(before, width, height), pixels(after, to_width, to_height))
    return np.asarray(moved, np.float64)


def developed(seen: Image, change: Change, over: float, rng: np.random.Generator) -> Image:
    """The picture (height, width, 3; 8 bits a channel) with another lens, light and sensor."""
    if change.blur:
        seen = np.asarray(cv2.GaussianBlur(seen, (0, 0), change.blur), np.uint8)
    if change.develop is None and not change.noise:
        return seen
    light = np.asarray((seen.astype(np.float32) / 255) ** GAMMA, np.float32)
    if change.develop is not None:
        light = change.develop(light, over)
    grey = 255 * np.clip(light, 0, 1) ** (1 / GAMMA) + rng.normal(0, change.noise, light.shape)
    return np.clip(grey, 0, 255).astype(np.uint8)


@click.command()
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("clips", metavar="CLIP...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--only", multiple=True, type=click.Choice(tuple(CHANGES)), help="Only this one; may be repeated."
)
def main(out: Path, clips: tuple[Path, ...], only: tuple[str, ...]) -> None:
    """Write each CLIP once for each change below the folder OUT."""
    try:
        for name in only or CHANGES:
            for path in clips:
                write(load_clip(path), CHANGES[name], out / name / path.name)
                click.echo(out / name / path.name)
    except (ClipError, SourceError) as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
