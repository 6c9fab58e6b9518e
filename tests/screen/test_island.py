"""The game with the sinking island on the screen: games by touch, what lies where, what may be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest

from companion.games.atlantis import game
from companion.games.atlantis.screen import island_pictures
from companion.games.atlantis.screen.board import Content, IslandBoard
from companion.games.atlantis.screen.panel import saved_lines, unseen_lines
from companion.locale import Texts
from companion.referee.events import UndoAsked
from companion.rules.contract import CellId, Decide, Seat
from companion.rules.match import Entry, EntryKind, parse_match
from companion.rules.palette import COLOURS
from companion.screen import theme
from companion.screen.panels.situation import LampRow

from .hands import enter
from .stage import faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .stage import Stage

from .house import House

GOLDEN = sorted((Path(__file__).parents[1] / "golden" / "atlantis").glob("*.match"))


@pytest.fixture
def house() -> House:
    return House("atlantis")


def board_of(stage: Stage) -> IslandBoard:
    board = stage.board()
    assert isinstance(board, IslandBoard)
    return board


def entries_of(path: Path) -> Iterator[Entry]:
    yield from parse_match(path.read_text(encoding="utf-8"), game).entries


def play_by_touch(house: House, stage: Stage, entry: Entry) -> None:
    match entry.kind:
        case EntryKind.MOVE:
            enter(stage, entry.text, seat=entry.seat)
        case EntryKind.CHANCE:
            enter(stage, entry.text)
        case EntryKind.UNDO:
            house.send(UndoAsked(entry.count))
        case _:
            raise AssertionError(entry)


def begin_golden(house: House, path: Path, entries: int = 0, *, electronic: bool = False) -> list[Entry]:
    """A table with the first entries of a recorded game; what comes after them."""
    match = parse_match(path.read_text(encoding="utf-8"), game)
    house.begin(match.setup.seats, dict(match.setup.options), electronic)
    for entry in match.entries[:entries]:
        if entry.kind is EntryKind.UNDO:
            house.session_now.handle(UndoAsked(entry.count))
        else:
            house.play(f"{entry.seat or '*'} {entry.text}")
    return list(match.entries[entries:])


@pytest.mark.slow
def test_turns_are_entered_by_touch(house: House, open_stage: OpenStage) -> None:
    """Movements, a tile and its back, the die of the box, a creature."""
    entries = begin_golden(house, GOLDEN[3], 82)[:6]
    stage = open_stage()
    for entry in entries:
        play_by_touch(house, stage, entry)
    assert house.session_now.match.entries[82:] == tuple(
        replace(entry, at=made.at)
        for entry, made in zip(entries, house.session_now.match.entries[82:], strict=True)
    )
    assert {entry.text.split()[0] for entry in entries} == {"sail", "move", "take", "tile", "die", "creature"}


def take_a_tile(house: House) -> str:
    """Somebody takes a tile and keeps it or shows its back; what the machine then rolled."""
    view = house.session_now.view
    taken = next(move for move in view.touch if move.text.startswith("take"))
    house.play(f"{taken.seat} {taken.text}")
    shown = {move.text for move in house.session_now.view.touch}
    kept = f"tile {taken.text.split()[1]} ?"
    house.play(f"* {kept if kept in shown else min(shown)}")
    return house.session_now.view.history[-1].text


@pytest.mark.slow
def test_an_electronic_die_rolls_by_itself_and_the_screen_says_what(
    house: House, open_stage: OpenStage
) -> None:
    """What was rolled is lit. A creature that is on the board may be moved and is named; of another kind none
    is there, so that the screen says that nothing happens and why."""
    begin_golden(house, GOLDEN[3], 76, electronic=True)
    stage = open_stage()
    seen = set()
    for _ in range(8):
        rolled = take_a_tile(house)
        stage.frames()
        view = house.session_now.view
        kind = rolled.removeprefix("die ")
        here = f"\n{kind} " in view.position
        seen.add(here)
        assert kind in ("serpent", "shark", "whale")
        assert [lamp.colour for lamp in view.lamps] == [
            "white" if name == kind else "" for name in ("serpent", "shark", "whale")
        ]
        assert any(lamp.due for lamp in view.lamps) == here
        if here:
            assert stage.says(f"Move a {kind} or go on")
            assert any(isinstance(widget, LampRow) for widget in stage.widgets())
            house.play(f"{view.touch[0].seat} end")
        else:
            assert stage.says(f"({kind.capitalize()})")
    assert seen == {True, False}


def laid_by(house: House) -> list[str]:
    return [entry.text for entry in house.session_now.match.entries]


@pytest.mark.slow
def test_the_island_is_shuffled_for_whoever_lays_it(house: House, open_stage: OpenStage) -> None:
    """One tap, also twice, lays all tiles of the box; what hands have laid before stays."""
    house.begin(2)
    for text in ("lay d4 forest", "lay g9 beach"):
        house.play(f"* {text}")
    stage = open_stage()
    button = stage.button("Shuffle for me")
    button.act()
    button.act()
    stage.frames()
    view, laid = house.session_now.view, laid_by(house)
    assert laid[:2] == ["lay d4 forest", "lay g9 beach"]
    assert len(laid) == 40 == len({text.split()[1] for text in laid})
    assert Counter(text.split()[2] for text in laid) == {"beach": 16, "forest": 16, "mountain": 8}
    assert isinstance(view.pending, Decide)
    bases = [look.base for look in stage.board().looks.values()]
    assert [bases.count(base) for base in ("beach", "forest", "mountain")] == [16, 16, 8]
    assert not stage.says("Shuffle for me")
    assert stage.says("Entered at once: 38. Everything lies as the board shows.")
    assert max(text.count(";") for text in stage.words()) < 8


def test_no_two_islands_are_shuffled_alike(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    stage, islands = open_stage(), []
    for _ in range(2):
        stage.tap("Shuffle for me")
        islands.append(laid_by(house)[-40:])
        house.send(UndoAsked(40))
        stage.frames()
    assert sorted(islands[0]) != sorted(islands[1])
    assert len(set(islands[0])) == len(set(islands[1])) == 40


# what is shown --------------------------------------------------------------------------------------

POSITION = """game atlantis
seat red red
seat blue blue
phase act
turn red
moves 0
played no
tile f4 mountain
tile f5 mountain red 1
tile f6 mountain
boat c4 red 2 blue 1
boat d4
sea c5 red 3 blue 2
serpent b1 1
shark a1 2
safe nw red 2 blue 1
hand red beach ? 1
hand blue mountain ? 1
out beach shark 3
out beach whale 3
out beach boat 1
out beach dolphin 2
out beach wind 2
out beach move-serpent 1
out beach move-shark 1
out beach move-whale 1
out beach stop-shark 1
out forest shark 2
out forest whale 2
out forest boat 3
out forest whirlpool 2
out forest dolphin 1
out forest move-serpent 1
out forest move-shark 1
out forest move-whale 1
out forest stop-shark 1
out forest stop-whale 2
out mountain shark 1
out mountain whirlpool 3
supply boat 4
supply shark 0
supply whale 0
"""


def shown(stage: Stage, cell: str) -> Content:
    board = board_of(stage)
    found = board.content(CellId(cell))
    assert found is not None
    return found


def at_position(house: House) -> None:
    """A table at :data:`POSITION`."""
    state = game.parse_position(POSITION)
    assert game.faults(state) == ()
    house.begin_at(state)


def test_every_figure_is_shown_also_in_a_crowd(house: House, open_stage: OpenStage) -> None:
    at_position(house)
    stage = open_stage()
    assert shown(stage, "f4") == Content("mountain")
    assert [group.number for group in shown(stage, "c5").others] == [3, 2]
    assert [group.label for group in shown(stage, "c5").others] == ["1", "2"]
    crew = shown(stage, "c4").crew
    assert crew is not None
    assert [(group.label, group.number) for group in crew] == [("1", 2), ("2", 1)]
    assert shown(stage, "d4").crew == ()
    assert shown(stage, "b1").ground == "mark"
    assert [group.number for group in shown(stage, "a1").others] == [2]
    assert [group.number for group in shown(stage, "nw").others] == [2, 1]
    assert [(group.label, group.number) for group in shown(stage, "hand:red").others] == [("?", 1)]
    assert stage.says("Take a mountain")


def test_boats_keep_in_their_cells(house: House, open_stage: OpenStage, tmp_path: Path) -> None:
    """As picture.toml draws them for the page, too: wood below the name of a cell, passengers over it in
    their colours; the neighbours stay as blue as the sea."""
    at_position(house)
    stage = open_stage(size=(1280, 800))
    shot = cv2.imread(str(stage.screenshot(tmp_path / "boats.png")))
    assert shot is not None
    wood, red, blue = "8a5a2b", COLOURS["red"], COLOURS["blue"]
    for cell, aboard in (("c4", {red, blue}), ("d4", set())):
        assert {code for code in (red, blue) if share(stage, shot, cell, code)} == aboard
        assert share(stage, shot, cell, wood) > 0.01
        assert share(stage, shot, cell, wood, NAME) == 0
    assert not any(share(stage, shot, cell, wood) for cell in ("c3", "d3", "d5", "e4", "e5"))


LOWER, NAME = (0.0, 0.5, 1.0, 1.0), (0.35, 0.0, 0.65, 0.35)
"""Parts of a cell from its upper left corner in which no neighbour stands: left, top, right, bottom."""


def share(
    stage: Stage, shot: Any, cell: str, code: str, part: tuple[float, float, float, float] = LOWER
) -> float:
    """How much of a part of a cell has a colour, ``rrggbb``."""
    x, bottom, width, height = stage.board().box(CellId(cell))
    y = shot.shape[0] - bottom - height
    parts = zip((x, y) * 2, (width, height) * 2, part, strict=True)
    left, top, right, low = (round(at + size * share) for at, size, share in parts)
    wanted = np.array(tuple(bytes.fromhex(code))[::-1])
    return float((np.abs(shot[top:low, left:right].astype(int) - wanted) <= 4).all(axis=-1).mean())


def test_what_may_lie_under_the_tiles_is_counted(house: House, open_stage: OpenStage) -> None:
    """Of eight mountains one shark and three whirlpools are out; blue holds one red of the three left."""
    at_position(house)
    stage = open_stage()
    lines = unseen_lines(Texts("en", "atlantis"), game.parse_position(POSITION))
    assert lines == ("Mountain 3: Whirlpool 1, Volcano 1, kept 1 (stop the shark 1, stop the whale 1)",)
    assert stage.says(lines[0])
    assert not any("Beach" in line for line in lines)


def test_what_saved_explorers_can_be_worth(house: House, open_stage: OpenStage) -> None:
    """Numbers 1 1 1 2 2 3 3 4 5 6: two are worth 1+1 to 5+6, one 1 to 6; once a 6 is turned up beside one
    that is covered 6+1 to 6+5."""
    at_position(house)
    assert open_stage().says("Red 2, points 2-11")
    state = game.parse_position(POSITION)
    assert saved_lines(Texts("en", "atlantis"), state) == ("Red 2, points 2-11", "Blue 1, points 1-6")
    ended = (game.after_move(state, Seat(0), game.parse_move("take f4"))).state
    ended = game.after_chance(ended, game.parse_outcome("tile f4 volcano")).state
    ended = game.after_chance(ended, game.parse_outcome("treasure red 6")).state
    assert saved_lines(Texts("en", "atlantis"), ended)[0] == "Red 2, points 7-11"


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_nothing_is_cut_off(house: House, open_stage: OpenStage, language: str) -> None:
    at_position(house)
    stage = open_stage(language)
    assert faults_of_layout(stage) == []
    stage.board().show_whole(True)
    stage.frames()
    assert faults_of_layout(stage) == []


def test_an_explorer_is_a_head_on_the_sign_of_its_seat() -> None:
    """Beside the head there is nothing, so that it is seen; and no two seats, nor who swims, look alike."""
    paint = theme.rgb("d32f2f")
    looks = {}
    for draw in (island_pictures.explorer, island_pictures.swimmer):
        for shape in ("circle", "square", "triangle", "diamond"):
            texture = draw(shape, paint)
            width, height = texture.size
            seen = np.frombuffer(texture.pixels, np.uint8).reshape(height, width, 4).astype(int)
            looks[draw.__name__, shape] = seen
            row = round((1 + 0.62) / 2 * height)  # the bottom row comes first
            assert np.abs(seen[row, width // 2, :3] / 255 - paint[:3]).max() < 0.02
            assert seen[row, round((1 + 0.6) / 2 * width), 3] == 0
    for one, other in combinations(looks.values(), 2):
        assert np.abs(one - other).mean() > 2
