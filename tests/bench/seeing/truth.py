"""Photos of a real board and what is known of them: where the grid lies, which cells changed, what hides
some.

Three forms are read: the sets of ``media/real`` (``grid.toml``, ``truth.csv``, ``corners.csv``), *mathable*
(one new tile a photo) and *baxter* (spans of a video in which only the light changes)."""

from __future__ import annotations

import csv
import json
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.registration import Corners
from vision.types import Image, Spot, SpotReading

Quad = tuple[tuple[float, float], ...]
"""Four corners of the grid in pixels, clockwise from the top left as seen."""

HAND = ("hand", "arm", "finger")
NO_HAND = ("shadow of a hand", "hand beside the board")
"""Words about hands that are not over the board."""


class TruthError(Exception):
    """Truth that contradicts itself, in one sentence."""


@dataclass(frozen=True, slots=True)
class Photo:
    """One photo. ``changed``: cells whose content differs from the photo before; ``hidden``: cells that
    something covers; ``hand``: whether a hand lies over a cell, None where nobody can say (a rolling die, a
    hand at the rim); ``what``: what happened, in the words of the source."""

    number: int
    corners: Quad
    changed: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    hand: bool | None = False
    what: str = ""


@dataclass(frozen=True)
class PhotoSet:
    """Photos in the order of time. ``columns``, ``rows``: names from the left and from the top; ``naming``:
    how a cell is called from the two; ``border``: pitches from the grid's edge to ``corners``, outwards;
    ``fps``: of a video, None for stills; ``picture``: loads the photo of a number."""

    name: str
    columns: Sequence[str]
    rows: Sequence[str]
    naming: str
    photos: tuple[Photo, ...]
    picture: Callable[[int], Image]
    border: float = 0.0
    fps: float | None = None

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """A square for each cell, its middle at (column, rows - 1 - row)."""
        return tuple(
            Spot(
                self.naming.format(column=column, row=row), float(x), float(len(self.rows) - 1 - y), 1.0, 1.0,
                "square", 0, ("",), ((), ("piece",)), SpotReading.PIECES,
            )
            for x, column in enumerate(self.columns)
            for y, row in enumerate(self.rows)
        )  # fmt: skip

    def anchor(self, photo: Photo) -> Corners:
        """Where the grid lies in a photo."""
        left, bottom = -0.5 - self.border, -0.5 - self.border
        right, top = len(self.columns) - 0.5 + self.border, len(self.rows) - 0.5 + self.border
        return Corners(photo.corners, ((left, top), (right, top), (right, bottom), (left, bottom)))

    def cut(self, most: int) -> PhotoSet:
        """The first ``most`` photos; all with 0."""
        return replace(self, photos=self.photos[: most or None])


def read_picture(path: Path) -> Image:
    """A picture file, BGR. Raises TruthError."""
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    if image is None:
        raise TruthError(f"{path} is no picture that can be read.")
    return np.asarray(image, np.uint8)


# -- media/real ------------------------------------------------------------------------------------------


def read_real(folder: Path, fps: float | None = None) -> PhotoSet:
    """A set of ``media/real``. Raises TruthError, OSError, and KeyError for a grid that lacks something."""
    grid = tomllib.loads((folder / "grid.toml").read_text(encoding="utf-8"))
    with (folder / "truth.csv").open(encoding="utf-8", newline="") as file:
        table = list(csv.DictReader(file))
    corners = _corners(folder, grid, len(table))
    always = frozenset(table[0]["hidden"].split())
    photos = tuple(
        Photo(
            number,
            corners[number],
            frozenset(row["changed"].split()),
            frozenset(row["hidden"].split()),
            hand_of(row["what"], frozenset(row["hidden"].split()) - always),
            row["what"],
        )
        for number, row in enumerate(table)
    )
    made = PhotoSet(
        folder.name, grid["column_names"], grid["row_names"], grid["name"], photos,
        lambda number: read_picture(folder / "frames" / f"{number:04d}.jpg"), fps=fps,
    )  # fmt: skip
    _check(made)
    return made


def hand_of(what: str, hidden: frozenset[str]) -> bool | None:
    """Whether a hand lies over a cell. ``hidden``: without what is hidden in all photos."""
    for words in NO_HAND:
        what = what.replace(words, "")
    named = any(word in what for word in HAND)
    if named:
        return True if hidden else None
    return None if hidden else False


def _corners(folder: Path, grid: Mapping[str, Any], count: int) -> list[Quad]:
    path = folder / "corners.csv"
    if not path.exists():
        return [_quad(grid["corners"])] * count
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.reader(file))[1:]
    if len(rows) != count:
        raise TruthError(f"{path} has {len(rows)} photos, but truth.csv has {count}.")
    return [_quad(np.reshape(list(map(float, row[1:])), (4, 2)).tolist()) for row in rows]


def _quad(points: Sequence[Sequence[float]]) -> Quad:
    return tuple((float(x), float(y)) for x, y in points)


def _check(photos: PhotoSet) -> None:
    cells = {spot.cell for spot in photos.spots}
    for photo in photos.photos:
        if strange := (photo.changed | photo.hidden) - cells:
            raise TruthError(f"{photos.name}, photo {photo.number}: {', '.join(sorted(strange))} is no cell.")


# -- mathable --------------------------------------------------------------------------------------------


def read_mathable(folder: Path) -> PhotoSet:
    """The complete game of *mathable*: an empty board, then one new tile a photo. Raises as
    :func:`read_real`."""
    grid = json.loads((folder / "grid.json").read_text(encoding="utf-8"))
    with (folder / "truth.csv").open(encoding="utf-8", newline="") as file:
        tiles = [frozenset({row["cell"]}) for row in csv.DictReader(file)]
    corners = _quad(grid["grid_corners"])
    photos = (Photo(0, corners), *(Photo(n, corners, tile) for n, tile in enumerate(tiles, 1)))
    rows = [str(row) for row in range(1, grid["rows"] + 1)]
    made = PhotoSet(
        "mathable", "ABCDEFGHIJKLMN"[: grid["columns"]], rows, "{row}{column}", photos,
        lambda number: read_picture(folder / "frames" / f"{number:06d}.jpg"),
    )  # fmt: skip
    _check(made)
    return made


# -- baxter ----------------------------------------------------------------------------------------------

SPANS: Mapping[tuple[int, int], Quad] = {
    (0, 12): ((529, 364), (817, 364), (875, 703), (490, 703)),
    (81, 90): ((597, 417), (874, 357), (1027, 664), (677, 786)),
    (91, 104): ((626, 367), (915, 372), (989, 713), (609, 711)),
    (105, 123): ((597, 352), (886, 372), (934, 711), (555, 683)),
    (388, 420): ((615, 398), (917, 398), (1001, 770), (605, 773)),
}
"""Spans of *baxter* in which only the light changes, with the board's outer corners, by eye to two pixels."""
BAXTER_BORDER = 0.53
"""Pitches from the squares of that board to its edge."""


def read_baxter(folder: Path) -> list[PhotoSet]:
    """The spans of *baxter* in which only the light changes, each as a set of its own. Raises as
    :func:`read_real`."""
    with (folder / "baxter.csv").open(encoding="utf-8", newline="") as file:
        near = {int(row["frame"]) for row in csv.DictReader(file) if row["hand"] == "near"}
    told = json.loads((folder / "baxter.json").read_text(encoding="utf-8"))["only_the_light_changes"]
    if {tuple(span) for span in told} != set(SPANS):
        raise TruthError("baxter.json names other spans of light than those whose corners are known.")
    return [_span(folder / "baxter.avi", first, last, near) for first, last in SPANS]


def _span(video: Path, first: int, last: int, near: set[int]) -> PhotoSet:
    corners = _quad(SPANS[first, last])
    photos = tuple(
        Photo(number, corners, hand=None if number in near else False, what="light only")
        for number in range(first, last + 1)
    )
    pictures: dict[int, Image] = {}

    def picture(number: int) -> Image:
        if not pictures:
            pictures.update(_frames(video, first, last))
        return pictures[number]

    columns, rows = list("abcdefgh"), list("87654321")
    return PhotoSet("baxter", columns, rows, "{column}{row}", photos, picture, BAXTER_BORDER)


def _frames(video: Path, first: int, last: int) -> Iterator[tuple[int, Image]]:
    """Frames of a video, which is read from its beginning: jumping in it is not exact."""
    take = cv2.VideoCapture(str(video))
    try:
        for number in range(last + 1):
            ok, image = take.read()
            if not ok:
                raise TruthError(f"{video} ends at frame {number}, before frame {last}.")
            if number >= first:
                yield number, np.asarray(image, np.uint8)
    finally:
        take.release()
