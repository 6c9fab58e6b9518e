"""Pieces glide to their new place for a moment; touches, marks and what is known do not wait for them."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING

import cv2
import numpy as np
import pytest
from kivy.core.window import Window
from kivy.graphics import Translate
from kivy.tests.common import UnitTestTouch

from companion.referee.events import UndoAsked
from companion.rules.contract import CellId, Look
from companion.rules.match import parse_match
from companion.rules.pieces import PosedPiece, stack_of
from companion.rules.registry import find_game
from companion.screen.flight import MOST, SECONDS, Moved, moved

from .house import House
from .scenes import GOLDEN

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .stage import Stage

A, B, C = CellId("a1"), CellId("b1"), CellId("c1")
BEAR = Moved(PosedPiece("bear"), A, B)


def looks(**cells: str) -> dict[CellId, Look]:
    return {
        CellId(name): Look(pieces=stack_of(*pieces.split(", ")) if pieces else ())
        for name, pieces in cells.items()
    }


@pytest.mark.parametrize(
    ("before", "after", "found"),
    [
        (looks(a1="bear"), looks(b1="bear"), (BEAR,)),
        (
            looks(a1="bear, cod", b1="seal"),
            looks(a1="cod", b1="seal, bear"),
            (Moved(PosedPiece("bear"), A, B),),
        ),
        (looks(a1="seal lying"), looks(b1="seal"), (Moved(PosedPiece("seal"), A, B),)),
        (looks(a1="seal lying"), looks(a1="seal"), ()),
        (looks(a1="cod", b1="cod"), looks(c1="cod"), ()),
        (looks(a1="cod"), looks(a1=""), ()),
        ({}, looks(a1="cod"), ()),
    ],
)
def test_only_what_surely_went_from_one_place_to_another(
    before: dict[CellId, Look], after: dict[CellId, Look], found: tuple[Moved, ...]
) -> None:
    assert moved(before, after) == found


def test_a_whole_set_up_does_not_fly() -> None:
    names = "klmnopqrs"[: MOST + 1]
    before = {CellId(f"{name}1"): Look(pieces=stack_of(name)) for name in names}
    after = {CellId(f"{name}2"): Look(pieces=stack_of(name)) for name in names}
    assert moved(before, after) == ()
    del before[CellId("k1")]
    assert len(moved(before, after)) == MOST


def stepping(house: House, open_stage: OpenStage) -> Stage:
    house.begin(2)
    house.play("* open b1", "south play still", "north play skate rr")
    stage = open_stage()
    stage.until(lambda: not stage.board().flights.flying, "nothing moves")
    move = next(m.text for m in house.session_now.view.touch if m.text.startswith("step "))
    house.play(f"north {move}")
    stage.app.refresh()
    return stage


def test_a_hunter_glides_and_arrives(house: House, open_stage: OpenStage, tmp_path: Path) -> None:
    stage = stepping(house, open_stage)
    board = stage.board()
    (move,) = board.flights.flying
    assert move.piece == "hunter north"
    assert move.piece in board.looks[move.end].pieces, "what is known does not wait"
    assert move.piece not in board._drawn[move.end].pieces
    first = picture(stage, tmp_path / "first.png")
    stage.until(lambda: not board.flights.flying, "it arrives")
    assert move.piece in board._drawn[move.end].pieces
    last = picture(stage, tmp_path / "last.png")
    assert int(np.abs(first - last).sum()) > 10_000, "it was drawn elsewhere meanwhile"
    shown = [last]

    def still() -> bool:
        shown.append(picture(stage, tmp_path / "then.png"))
        return bool((shown[-1] == shown[-2]).all())

    stage.until(still, "then all is still")


@pytest.mark.slow
def test_a_movement_begins_with_its_first_picture(house: House, open_stage: OpenStage) -> None:
    """However long the page took until then."""
    stage = stepping(house, open_stage)
    flying = stage.board().flights.flying
    time.sleep(2 * SECONDS)
    stage.frames(1)
    assert stage.board().flights.flying == flying
    time.sleep(2 * SECONDS)
    stage.frames(1)
    assert not stage.board().flights.flying


def test_other_news_stops_no_movement(house: House, open_stage: OpenStage) -> None:
    stage = stepping(house, open_stage)
    flying = stage.board().flights.flying
    assert flying
    stage.app.refresh()
    assert stage.board().flights.flying == flying


def test_the_next_move_lets_the_one_before_arrive(house: House, open_stage: OpenStage) -> None:
    stage = stepping(house, open_stage)
    board = stage.board()
    (move,) = board.flights.flying
    house.session_now.handle(UndoAsked(1))
    stage.app.refresh()
    assert [back.end for back in board.flights.flying] == [move.start]
    board._place()
    assert board.flights.flying == (), "a resized board shows it where it lies"
    assert board._drawn[move.start] == board.looks[move.start]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "piece"),
    [
        ("arctica", "bear"),
        pytest.param("northwest", "ship red", marks=pytest.mark.soak),
        ("atlantis", "explorer red"),
        pytest.param("atlantis", "boat", marks=pytest.mark.soak),
        ("jungle", "card star-spike-red"),
        pytest.param("jungle", "card inward", marks=pytest.mark.soak),
    ],
)
def test_other_boards_show_moves_too(
    game: str, piece: str, open_stage: OpenStage, house: House, tmp_path: Path
) -> None:
    path = sorted((GOLDEN / game).glob("*.match"))[0]
    whole = parse_match(path.read_text(encoding="utf-8"), find_game(game))
    other = House(game)
    other.begin(whole.setup.seats, dict(whole.setup.options))
    house.shelf, house.session = other.shelf, other.session
    stage, flown = open_stage(), set[str]()
    for entry in whole.entries[:90]:
        house.play(f"{entry.seat or '*'} {entry.text}")
        stage.app.refresh()
        flown |= {move.piece for move in stage.board().flights.flying}
        if piece in flown:
            first = picture(stage, tmp_path / "first.png")
            stage.until(lambda: not stage.board().flights.flying, "it arrives")
            last = picture(stage, tmp_path / "last.png")
            assert int(np.abs(first - last).sum()) > 10_000, "it was drawn elsewhere meanwhile"
            return
    raise AssertionError(f"only these were seen to move: {flown}")


def picture(stage: Stage, path: Path) -> np.ndarray[tuple[int, ...], np.dtype[np.int64]]:
    """The board, without what fades or scrolls beside it."""
    saved = Path(Window.screenshot(str(path)))
    image = cv2.imread(str(saved))
    assert image is not None
    board = stage.board()
    return np.asarray(image[:, int(board.x) : int(board.right)], np.int64)


def test_a_piece_goes_along_with_the_finger(house: House, open_stage: OpenStage) -> None:
    house.begin(2)
    house.play("* open b1", "south play jet")
    stage = open_stage()
    board = stage.board()
    start = CellId("d3")
    (x, y), (left, bottom, _, _) = stage.middle(start), board.box(start)
    finger = UnitTestTouch(x, y)
    finger.touch_down()
    finger.touch_move(left - 30, bottom - 20)
    carried = [one for one in board._air.children if isinstance(one, Translate)]
    assert [(one.x, one.y) for one in carried] == [pytest.approx((left - 30 - x, bottom - 20 - y))]
    finger.touch_move(x, y)  # it comes back
    finger.touch_up()
    stage.frames()
    assert not board._air.children
