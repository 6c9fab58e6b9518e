"""Real photographs, where they are there: see the README beside them. ``pytest -s`` prints the figures."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.judge.scene import log_odds
from vision.camera import Points
from vision.mat import TAG_DICTIONARY
from vision.photographs import photographed
from vision.process.rejoining import Rejoining
from vision.recognition.likeness import Likeness
from vision.refinding import Memory
from vision.registration import Corners, _detector, from_corners
from vision.seeing import Glance, View
from vision.types import CameraState, Frame, Image, Spot, SpotReading
from vision.watching import TableWatcher

MEDIA = Path(__file__).resolve().parents[3] / "shared" / "media"


def folder(name: str) -> Path:
    path = MEDIA / name
    if not path.is_dir():
        pytest.skip(f"the private pictures {path.name} are not here")
    return path


def picture(path: Path) -> Image:
    image = cv2.imread(str(path), cv2.IMREAD_COLOR)
    assert image is not None, path
    return np.asarray(image, dtype=np.uint8)


# --- mathable: fifty tiles of a real game, one example a class ---

LETTERS = "ABCDEFGHIJKLMN"


def mathable_spots(values: list[str]) -> list[Spot]:
    """Every square is a slot in which a tile may lie, told by its print."""
    stacks = ((), *((value,) for value in values))
    return [
        Spot(f"{row}{letter}", x, 14.0 - row, 1, 1, "slot", 0, ("",), stacks, SpotReading.WHOLE)
        for row in range(1, 15)
        for x, letter in enumerate(LETTERS)
    ]


def mathable_corners() -> Corners:
    grid = json.loads((folder("mathable") / "grid.json").read_text(encoding="utf-8"))
    plane = ((-0.5, 13.5), (13.5, 13.5), (13.5, -0.5), (-0.5, -0.5))
    return Corners(tuple((float(x), float(y)) for x, y in grid["grid_corners"]), plane)


CLEARLY = 0.08
"""Share of a cell that changed, above which the judge takes it rather for changed (its ``scene.nats``)."""


@dataclass(frozen=True)
class Look:
    """What lies in a square of the board."""

    pieces: tuple[str, ...] = ()
    base: str = ""


def mathable() -> tuple[list[Spot], Likeness]:
    """The board, and portraits of its tiles: a bare board, and two photos that show one of each value."""
    root = folder("mathable")
    with (root / "teach.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    values = sorted({row["value"] for row in rows}, key=int)
    spots = mathable_spots(values)
    likeness = Likeness(spots)
    for name in ("teach/empty.jpg", *sorted({row["file"] for row in rows})):
        shown = {row["cell"]: Look((row["value"],)) for row in rows if row["file"] == name}
        view = photographed(picture(root / name), spots, mathable_corners(), None)
        assert view is not None
        likeness.begin(view, {spot.cell: shown.get(spot.cell, Look()) for spot in spots})
    return spots, likeness


@pytest.mark.parametrize("photos", [8, pytest.param(50, marks=pytest.mark.soak)])
def test_every_tile_of_a_real_game_is_seen_to_come(photos: int) -> None:
    """Photo by photo one tile is new: of all squares its own changes most, every time. Its neighbours are
    pushed aside, so it is not always the only one. Its value is the likeliest of 46 but for one tile of the
    fifty. How often it alone changes is printed."""
    spots, likeness = mathable()
    root = folder("mathable")
    with (root / "truth.csv").open(encoding="utf-8") as file:
        truth = list(csv.DictReader(file))[:photos]
    assert len(truth) == photos
    values = sorted({value for spot in spots for stack in spot.stacks for value in stack}, key=int)
    rejoining = Rejoining()
    seen = alone = most = read = 0
    for number in range(len(truth) + 1):
        first = photographed(picture(root / "frames" / f"{number:06d}.jpg"), spots, mathable_corners(), None)
        view = rejoining.see(Glance(number, float(number), CameraState.READY, first)).view
        assert view is not None
        if not number:
            continue
        cell, value = truth[number - 1]["cell"], truth[number - 1]["value"]
        changed = {name: each.change for name, each in view.cells.items() if each.change > CLEARLY}
        seen += cell in changed
        alone += set(changed) == {cell}
        most += max(changed, key=changed.__getitem__, default="") == cell
        fits = {each: likeness.compare(view, cell, Look(), Look((each,))) for each in values}
        read += max(fits, key=fits.__getitem__) == value
    print(f"\nmathable: seen {seen}, alone {alone}, most {most}, value {read}, of {len(truth)}")
    assert seen == most == len(truth)
    assert read >= len(truth) - 1


# --- shifted-board: only the light changes; the board lies somewhere else ---

BAXTER = ((529.0, 364.0), (817.0, 364.0), (875.0, 703.0), (490.0, 703.0))
"""Outer corners of the board in frame 20, by eye, within two pixels."""


def frames(name: str) -> Iterator[tuple[int, Image]]:
    video = cv2.VideoCapture(str(folder("shifted-board") / name))
    number = 0
    while True:
        ok, image = video.read()
        if not ok:
            return
        yield number, np.asarray(image, dtype=np.uint8)
        number += 1


def chess_spots() -> list[Spot]:
    return [
        Spot(f"{letter}{row + 1}", x, row, 1, 1, "square", 0, ("",), ((),), SpotReading.PIECES)
        for x, letter in enumerate("abcdefgh")
        for row in range(8)
    ]


def test_a_chessboard_that_is_pushed_about_is_found_again() -> None:
    """By its print alone, pieces on it: in how many of the later frames, and never off by a square."""
    edge = 0.53
    plane = (
        (-edge - 0.5, 7.5 + edge),
        (7.5 + edge, 7.5 + edge),
        (7.5 + edge, -edge - 0.5),
        (-edge - 0.5, -edge - 0.5),
    )
    memory: Memory | None = None
    found, asked = 0, 0
    jumps = []
    last = None
    with (folder("shifted-board") / "baxter.csv").open(encoding="utf-8") as file:
        placements = [row["placement"] for row in csv.DictReader(file)]
    corners = np.array([(-0.5, 7.5), (7.5, 7.5), (7.5, -0.5), (-0.5, -0.5)])
    for number, image in frames("baxter.avi"):
        if number == 20:
            start = from_corners(Corners(BAXTER, plane), (image.shape[1], image.shape[0]))
            assert start is not None
            memory = Memory.of(image, start, chess_spots())
        if memory is None or number % 9 or number > 240:
            continue
        asked += 1
        here = memory.find(image)
        found += bool(here)
        if here:
            now = here[0].to_picture(corners)
            if last is not None and placements[last[0]] == placements[number]:
                jumps.append(float(np.linalg.norm(now - last[1], axis=1).max()))
            last = (number, now)
    print(f"\nbaxter: found in {found}/{asked} frames; same placement, largest jump {max(jumps):.1f} px")
    assert found >= 0.5 * asked
    assert max(jumps) < 18  # half a square


_CORNERS = ("a8", "h8", "h1", "a1")
"""Clockwise from the top left, as the corners of a cell's outline."""


def told(view: View) -> list[str]:
    """The cells that the judge takes rather for changed."""
    return [] if view.first else [name for name, cell in view.cells.items() if log_odds(cell) > 0]


def test_light_alone_moves_no_board() -> None:
    """Spans in which a lamp is carried round a board that lies still, one still picture after another: frames
    may be given up as moved (nothing is then read), but a board that is read lies where it lay, and nothing
    is told to have moved on it."""
    spans = json.loads((folder("shifted-board") / "baxter.json").read_text(encoding="utf-8"))
    plane = ((-1.03, 8.03), (8.03, 8.03), (8.03, -1.03), (-1.03, -1.03))
    wanted = spans["only_the_light_changes"][-2:]
    watchers = {first: TableWatcher(chess_spots(), Corners(BAXTER, plane)) for first, _ in wanted}
    placed: dict[int, Points] = {}
    ready = shown = 0
    invented: list[tuple[int, str]] = []
    for number, image in frames("baxter.avi"):
        for first, last in wanted:
            if first <= number <= last:
                glance = watchers[first].read(Frame(number, number / 5, image))
                shown += 1
                if glance.view is not None:
                    invented += [(number, name) for name in told(glance.view)]
                if glance.state in (CameraState.READY, CameraState.HAND):
                    ready += 1
                    outlines = watchers[first].outlines()
                    here = np.array(
                        [outlines["a8"][0], outlines["h8"][1], outlines["h1"][2], outlines["a1"][3]]
                    )
                    apart = np.linalg.norm(here - placed.setdefault(first, here), axis=1).max()
                    assert apart < 18, (number, apart)  # half a square
    print(f"\nbaxter: {ready} of {shown} frames read while only the light changed; {len(invented)} changes")
    assert ready >= len(wanted)
    assert invented == []


EMPTY = ((143.0, 11.0), (506.0, 12.0), (508.0, 375.0), (140.0, 374.0))
"""Outer corners of the squares in frame 1, by eye, within two pixels."""


def test_nothing_moves_on_an_empty_board() -> None:
    """One still board; the first frame has a violet strip over a quarter of it. The others are shown three
    times, because the clip lasts 2.6 seconds."""
    watcher = TableWatcher(
        chess_spots(), Corners(EMPTY, ((-0.5, 7.5), (7.5, 7.5), (7.5, -0.5), (-0.5, -0.5)))
    )
    first, *others = (image for _, image in frames("emptyBoard001.avi"))
    shown = enumerate([first, *others, *others, *others])
    glances = [watcher.read(Frame(number, number / 20, image)) for number, image in shown]
    views = [glance.view for glance in glances if glance.view is not None]
    changed = [name for view in views for name, cell in view.cells.items() if cell.change > CLEARLY]
    print(f"\nemptyBoard001: {len(views)} views in {len(glances)} frames; {len(changed)} changes")
    assert views
    assert changed == []


# --- tags ---


def test_tags_of_real_photographs() -> None:
    """36h11 tags that another run of the detector found, and none in pictures that hold none of ours."""
    root = folder("tags")
    with (root / "ids.csv").open(encoding="utf-8") as file:
        rows = list(csv.reader(file))[1:]
    wanted = found = extra = 0
    for name, dictionary, ids, *_ in rows:
        grey = cv2.cvtColor(picture(root / name), cv2.COLOR_BGR2GRAY)
        corners, seen, _ = _detector().detectMarkers(grey)
        got = [] if not corners else [int(tag) for tag in np.asarray(seen).ravel()]
        meant = [int(tag) for tag in ids.split()] if "36h11" in dictionary else []
        wanted += len(meant)
        found += sum(min(got.count(tag), meant.count(tag)) for tag in set(meant))
        extra += 0 if meant else len(got)
    print(f"\ntags: {found}/{wanted} found again, {extra} false in pictures that hold none")
    assert cv2.aruco.DICT_APRILTAG_36h11 == TAG_DICTIONARY
    assert found >= 0.9 * wanted
    assert extra == 0
