"""A judge that finds the set-up wrong waits until it is mended or vouched for, and learns nothing from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from companion.judge.judge import Judge
from companion.judge.verdicts import Reason, Same, Waiting
from companion.rules.contract import CellId, Look
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import find_game
from tests.judge.matches import due
from tests.judge.test_faces import Eyes
from tests.judge.views import cells_of, first, glance, of_act, view
from vision.seeing import Glance, View
from vision.types import CameraState, Image

D5, A9 = CellId("d5"), CellId("a9")


class Doubting(Eyes):
    """Finds wrong what the test says; notes what was learned from."""

    def __init__(self, *wrong: CellId) -> None:
        super().__init__()
        self.wrong = frozenset[str](wrong)
        self.begun: list[View] = []
        self.asked: list[Mapping[str, Image]] = []

    def begin(self, view: View, looks: Mapping[CellId, Look]) -> None:
        assert looks
        self.begun.append(view)

    def unlike(self, patches: Mapping[str, Image], looks: Mapping[CellId, Look]) -> frozenset[str]:
        assert looks
        self.asked.append(patches)
        return self.wrong


def begun(name: str = "arctica") -> Match[Any, Any, Any]:
    game = find_game(name)
    return Match.begin(game, game.setup(2, {}))


def set_up(*wrong: CellId, match: Match[Any, Any, Any] | None = None) -> tuple[Judge, Doubting]:
    match = match or begun()
    eyes = Doubting(*wrong)
    judge = Judge(match, likeness=eyes)
    judge.see(match, first(cells_of(match.game, match.setup)))
    return judge, eyes


def test_a_right_set_up_is_learned_from_at_once() -> None:
    judge, eyes = set_up()
    assert len(eyes.begun) == 1
    assert judge.doubtful() == ()
    assert not isinstance(judge.verdict, Waiting)


def test_nothing_is_ruled_or_learned_while_cells_are_doubtful() -> None:
    judge, eyes = set_up(D5, A9)
    match = judge.belief.match
    assert set(judge.doubtful()) == {D5, A9}
    seen = view(1.0, {D5: 0.4, "e5": 0.4})
    verdict = judge.see(match, glance(seen))
    assert isinstance(verdict, Waiting)
    assert verdict.reason is Reason.SET_UP
    assert set(verdict.cells) == {D5, A9}
    assert eyes.begun == []


def test_what_is_mended_is_looked_at_again_and_the_judge_begins_with_it() -> None:
    judge, eyes = set_up(D5, A9)
    match = judge.belief.match
    eyes.wrong = frozenset({A9})
    judge.see(match, glance(view(1.0, {D5: 0.4})))
    assert judge.doubtful() == (A9,)
    eyes.wrong = frozenset()
    verdict = judge.see(match, glance(view(2.0, {A9: 0.4})))
    assert judge.doubtful() == ()
    assert verdict == Same() or isinstance(verdict, Waiting)
    (learned,) = eyes.begun
    assert learned.first
    assert set(learned.cells) == set(cells_of(match.game, match.setup))
    assert all(cell.before is None for cell in learned.cells.values())
    assert judge.see(match, Glance(9, 9.0, CameraState.READY)) == Same()


def test_what_looked_at_last_is_what_the_cells_show_now() -> None:
    judge, eyes = set_up(D5)
    seen = view(1.0, {D5: 0.4})
    now = replace(seen.cells[D5], now=np.full((8, 8, 3), 7, np.uint8))
    judge.see(judge.belief.match, glance(replace(seen, cells={D5: now})))
    assert np.all(eyes.asked[-1][D5] == 7)
    assert len(eyes.asked[-1]) == len(eyes.asked[0])


def test_who_vouches_for_the_table_begins_and_teaches_nothing() -> None:
    judge, eyes = set_up(D5)
    match = judge.belief.match
    judge.confirm()
    assert judge.doubtful() == ()
    assert judge.see(match, Glance(1, 1.0, CameraState.READY)) == Same()
    assert eyes.begun == []


def test_play_is_followed_after_it_was_vouched_for() -> None:
    judge, _ = set_up(CellId("a1"), match=begun("marso").add(Entry(EntryKind.CHANCE, text="open b1")))
    judge.confirm()
    match = judge.belief.match
    game, state = match.game, match.state
    seat = due(match)
    seen = next(
        seen
        for move in game.legal_moves(state, seat)
        if (seen := of_act(game, state, seat, move, 2.0)) is not None
    )
    judge.see(match, glance(seen))
    verdicts = [judge.see(match, Glance(2, 3.0 + after, CameraState.READY)) for after in range(8)]
    assert not any(isinstance(said, Waiting) and said.reason is Reason.SET_UP for said in verdicts)
    assert any(not isinstance(said, Same) for said in verdicts)


def test_a_move_by_touch_begins_the_game() -> None:
    judge, eyes = set_up(D5)
    match = judge.belief.match
    game, state = match.game, match.state
    seat = due(match)
    move = game.legal_moves(state, seat)[0]
    longer = match.add(Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=game.format_move(move)))
    judge.see(longer, Glance(1, 1.0, CameraState.READY))
    assert judge.doubtful() == ()
    assert eyes.begun == []


def test_a_camera_that_comes_in_mid_game_doubts_nothing() -> None:
    match = begun()
    game, state = match.game, match.state
    seat = due(match)
    text = game.format_move(game.legal_moves(state, seat)[0])
    longer = match.add(Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=text))
    judge, eyes = set_up(D5, match=longer)
    assert judge.doubtful() == ()
    assert len(eyes.begun) == 1


@pytest.mark.parametrize("kept", [True, False])
def test_a_place_that_is_not_kept_is_not_doubted(kept: bool) -> None:
    judge, eyes = set_up(D5)
    if not kept:
        judge.place(())
    looked: list[Mapping[CellId, Look]] = []

    def unlike(patches: Mapping[str, Image], looks: Mapping[CellId, Look]) -> frozenset[str]:
        assert patches
        looked.append(looks)
        return frozenset(looks)

    eyes.unlike = unlike  # type: ignore[method-assign]
    judge.see(judge.belief.match, glance(view(1.0, {D5: 0.4})))
    assert bool(looked[0]) is kept
    assert bool(judge.doubtful()) is kept
