"""A die that people throw into a tray: its face is asked about once, taught by the answer alone, and told
from then on (*Atlantis*)."""

from __future__ import annotations

from companion.games.atlantis import game
from companion.judge.verdicts import FirstSeen, Played, Refused
from companion.rules.contract import CellId, Certainty, Look
from companion.rules.match import AnyMatch, Entry, EntryKind, Match
from companion.rules.pieces import stack_of
from tests.games.atlantis.test_table import state_of
from tests.judge.test_faces import Eyes, shown
from tests.judge.views import CLEARLY, glance, view
from vision.seeing import Glance
from vision.types import CameraState

TRAY = CellId("tray:die")


def before_the_throw() -> AnyMatch:
    """Serpent b1, sharks g6 and whale g1 are on the board; red throws."""
    state = state_of(("phase act\nturn red\nmoves 3\nplayed no", "phase die\nturn red"))
    return Match.begin(game, game.setup_of(state), state)


def test_the_first_throw_is_asked_about_with_its_three_faces_and_the_answer_teaches_one() -> None:
    eyes = Eyes()
    judge, verdict = shown(before_the_throw(), TRAY, "die shark", eyes)
    assert isinstance(verdict, FirstSeen)
    assert verdict.cell == TRAY
    assert {face.look.pieces for face in verdict.faces} == {
        (f"die {kind}",) for kind in ("serpent", "shark", "whale")
    }
    judge.named(TRAY, Look("", stack_of("die shark")))
    assert eyes.learned == [(TRAY, "die shark")]
    assert [entry.text for entry in judge.belief.best.entries] == ["die shark"]


def test_what_is_done_after_a_throw_teaches_no_face() -> None:
    """Somebody moves the serpent, lawfully or not: the face may have been another one."""
    match, eyes = before_the_throw(), Eyes()
    judge, _ = shown(match, TRAY, "die shark", eyes, after=0.1)
    verdict = judge.see(match, glance(view(2.0, {"b1": CLEARLY, "c1": CLEARLY}), 4))
    assert isinstance(verdict, Played)
    assert [entry.text for entry in verdict.entries] == ["die serpent", "creature serpent b1 c1"]
    for entry in verdict.entries:
        match = match.add(entry)
    judge.see(match, Glance(5, 3.0, CameraState.READY))
    assert not [piece for _, piece in eyes.learned if piece.startswith("die ")]


def test_who_moves_another_creature_than_a_known_face_shows_is_told() -> None:
    """die.3: only a creature of the kind that was rolled moves."""
    eyes = Eyes("die serpent", "die shark", "die whale")
    match = before_the_throw()
    judge, verdict = shown(match, TRAY, "die shark", eyes)
    assert isinstance(verdict, Played)
    assert [entry.text for entry in verdict.entries] == ["die shark"]
    verdict = judge.see(match.add(verdict.entries[0]), glance(view(3.0, {"b1": CLEARLY, "c1": CLEARLY}), 4))
    assert isinstance(verdict, Refused)
    assert [breach.clause for breach in verdict.breaches] == ["atlantis/die.3"]


def test_a_face_that_people_put_right_by_touch_counts_from_then_on() -> None:
    """The camera took the throw for another one. A die that nobody touches still shows what people say."""
    match, eyes = before_the_throw(), Eyes("die serpent", "die shark", "die whale")
    judge, verdict = shown(match, TRAY, "die serpent", eyes)
    assert isinstance(verdict, Played)
    wrong = match.add(verdict.entries[0])
    judge.see(wrong, Glance(5, 4.0, CameraState.READY))
    assert judge.belief.best.table[TRAY] == Look("", stack_of("die serpent"))
    right = match.add(Entry(EntryKind.CHANCE, text="die shark"))
    judge.see(right, Glance(6, 5.0, CameraState.READY))
    assert {one.table[TRAY] for one in judge.belief.histories} == {Look("", stack_of("die shark"))}
    judge.see(match, Glance(7, 6.0, CameraState.READY))
    assert {one.table[TRAY] for one in judge.belief.histories} == {Look("", (), Certainty.ANY)}
