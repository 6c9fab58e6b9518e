"""Faces that nobody has seen yet: asked about once, remembered, and not asked about when acts tell. Views are
made by hand; a made-up pair of eyes knows what it was taught."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.judge.appearance import ASK_AFTER
from companion.judge.judge import AGAIN, Judge
from companion.judge.verdicts import FirstSeen, Played, Unclear, Verdict
from companion.rules.contract import CellId, Look
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.pieces import stack_of
from companion.rules.registry import find_game
from tests.judge.views import CLEARLY, cells_of, first, glance, view
from vision.objects import Cutting
from vision.seeing import Glance, View
from vision.types import CameraState, Image, Spot

OPEN, LARGE = CellId("open:beast"), CellId("large1")


class Eyes:
    """Sees ``truth``, and can tell it once it was taught."""

    def __init__(self, *known: str) -> None:
        self.known = set(known)
        self.truth: dict[str, str] = {}
        self.learned: list[tuple[str, str]] = []

    def begin(self, view: View, looks: Mapping[CellId, Look]) -> None:
        """Nothing is learned from the set-up here."""

    def place(self, spots: Sequence[Spot]) -> None:
        """Places do not move here."""

    def unlike(self, patches: Mapping[str, Image], looks: Mapping[CellId, Look]) -> frozenset[str]:
        """Every set-up is right here."""
        assert patches
        assert looks
        return frozenset()

    def left(self, view: View, looks: Mapping[CellId, Look]) -> None:
        """Nothing is compared with what left."""

    def remember(self, portraits: Mapping[str, Cutting]) -> None:
        self.known |= portraits.keys()

    def learn(self, view: View, cell: str, before: Look | None, now: Look) -> None:
        assert cell in view.cells
        assert before != now
        self.learned += [(cell, piece) for piece in now.pieces]
        self.known.update(now.pieces)

    def knows(self, cell: str, look: Look) -> bool:
        assert cell
        return set(look.pieces) <= self.known

    def gone(self, view: View, cell: str, before: Look) -> float:
        """Nothing is read here."""
        assert cell in view.cells
        assert before is not None
        return 0.0

    def compare(self, view: View, cell: str, before: Look | None, now: Look) -> float:
        assert before != now or cell in view.cells
        true, told = self.truth.get(cell), "; ".join(now.pieces)
        if true is None or told not in self.known:
            return -6.0 if true in self.known else 0.0
        return 6.0 if told == true else -6.0


def begun(name: str = "marso") -> Match[Any, Any, Any]:
    game = find_game(name)
    return Match.begin(game, game.setup(2, {}))


def shown(
    match: Match[Any, Any, Any], cell: CellId, face: str, eyes: Eyes, after: float = ASK_AFTER + AGAIN
) -> tuple[Judge, Verdict]:
    """A new table at which a hand lays down one card, and what is said so many seconds later."""
    judge = Judge(match, frozenset(), eyes)
    judge.see(match, first(cells_of(match.game, match.setup)))
    eyes.truth[cell] = face
    judge.see(match, Glance(1, 1.0 - ASK_AFTER / 2, CameraState.HAND))
    judge.see(match, glance(view(1.0, {cell: CLEARLY})))
    return judge, judge.see(match, Glance(3, 1.0 + after, CameraState.READY))


def test_a_first_face_is_asked_about_with_all_that_the_rules_leave_possible() -> None:
    """Sixteen movement cards (rulebook of *Marso*)."""
    eyes = Eyes()
    _, verdict = shown(begun(), OPEN, "card b3", eyes)
    assert isinstance(verdict, FirstSeen)
    assert verdict.cell == OPEN
    assert {face.look.pieces for face in verdict.faces} == {(f"card b{n}",) for n in range(1, 17)}
    assert eyes.learned == [], "nothing is learned before anybody knows"


def test_nobody_is_asked_while_a_hand_may_put_the_card_straight() -> None:
    _, verdict = shown(begun(), OPEN, "card b3", Eyes(), after=ASK_AFTER / 3)
    assert not isinstance(verdict, FirstSeen | Played)


def test_the_answer_is_taken_in_and_teaches_the_face() -> None:
    match, eyes = begun(), Eyes()
    judge, _ = shown(match, OPEN, "card b3", eyes)
    judge.named(OPEN, Look(pieces=stack_of("card b3")))
    verdict = judge.see(match, Glance(4, 2.5, CameraState.READY))
    assert isinstance(verdict, Played)
    assert [entry.text for entry in verdict.entries] == ["open b3"]
    assert eyes.learned == [(OPEN, "card b3")]


def test_a_face_that_was_named_once_is_not_asked_about_again() -> None:
    """The next evening: the same box, a new game."""
    match, eyes = begun(), Eyes()
    judge, _ = shown(match, OPEN, "card b3", eyes)
    judge.named(OPEN, Look(pieces=stack_of("card b3")))
    _, verdict = shown(match, OPEN, "card b3", eyes)
    assert isinstance(verdict, Played)
    assert [entry.text for entry in verdict.entries] == ["open b3"]


def test_faces_of_a_contact_sheet_are_never_asked_about() -> None:
    eyes = Eyes(*(f"card b{n}" for n in range(1, 17)))
    _, verdict = shown(begun(), OPEN, "card b7", eyes)
    assert isinstance(verdict, Played)


def test_known_faces_are_not_offered_for_one_that_looks_like_none_of_them() -> None:
    eyes = Eyes("card b1", "card b2", "card b3")
    _, verdict = shown(begun(), OPEN, "card b9", eyes)
    assert isinstance(verdict, FirstSeen)
    assert {face.look.pieces[0] for face in verdict.faces} == {f"card b{n}" for n in range(4, 17)}


def test_none_of_these_is_not_asked_about_again() -> None:
    match = begun()
    judge, _ = shown(match, OPEN, "card b3", Eyes())
    judge.named(OPEN, None)
    assert not isinstance(judge.see(match, Glance(4, 4.0, CameraState.READY)), FirstSeen)


def test_a_face_told_by_touch_is_learned_from_what_was_seen() -> None:
    match, eyes = begun(), Eyes()
    judge, _ = shown(match, OPEN, "card b5", eyes)
    longer = match.add(Entry(EntryKind.CHANCE, text="open b5"))
    judge.see(longer, Glance(4, 3.0, CameraState.READY))
    assert eyes.learned == [(OPEN, "card b5")]


@pytest.mark.parametrize("kind", ["tile xxx/xxx", "tile x../..x:strait"])
def test_a_tile_from_a_bag_is_asked_about_in_its_place(kind: str) -> None:
    """*Northwest*: 57 large tiles; the first one comes into the first place of the display."""
    match, eyes = begun("northwest"), Eyes()
    judge, verdict = shown(match, LARGE, kind, eyes)
    assert isinstance(verdict, FirstSeen)
    assert verdict.cell == LARGE
    assert len(verdict.faces) == 57
    judge.named(LARGE, Look(pieces=stack_of(kind)))
    said = judge.see(match, Glance(4, 2.5, CameraState.READY))
    assert isinstance(said, Played)
    assert eyes.learned == [(LARGE, kind)]


class Torn(Eyes):
    """Sees with 3 nats that a seal came to g2 onto the ice, and not beside it."""

    def compare(self, view: View, cell: str, before: Look | None, now: Look) -> float:
        if cell == "g2":
            return 0.0 if "seal lying" in now.pieces else -3.0
        return super().compare(view, cell, before, now)


def test_a_question_about_an_act_stays_though_a_later_face_is_new() -> None:
    """A seal moved, where to is not quite certain; then a card that nobody has seen lies on the pile."""
    match, eyes = begun("arctica"), Torn("seal", "seal lying")
    judge = Judge(match, frozenset(), eyes)
    judge.see(match, first(cells_of(match.game, match.setup)))
    judge.see(match, glance(view(1.0, {"i1": CLEARLY, "g2": CLEARLY})))
    judge.see(match, glance(view(3.0, {"discard": CLEARLY})))
    asked = [judge.see(match, Glance(9, time, CameraState.READY)) for time in (12.0, 13.5, 45.0)]
    for verdict in asked:
        assert isinstance(verdict, Unclear)
        assert {entry.text for each in verdict.candidates for entry in each} == {
            "move seal i1 g2",
            "move seal i1 g2^",
        }


def test_an_answer_says_what_was_seen_and_not_what_lies_there_after_a_later_act() -> None:
    """*Arctica*: a seal comes to the igloo on i5. It may have attacked it since, which takes it away."""
    match = begun("arctica")
    for seat, text in (
        ("bear", "play violet1"),
        ("bear", "drift violet g2"),
        ("bear", "move seal i1 i3"),
        ("bear", "end"),
        ("orca", "move seal a9 c7"),
    ):
        match = match.add(Entry(EntryKind.MOVE, seat=seat, text=text))
    judge = Judge(match, frozenset(), Eyes())
    judge.see(match, first(cells_of(match.game, match.setup)))
    judge.see(match, glance(view(1.0, {CellId("i3"): CLEARLY, CellId("i5"): CLEARLY})))
    said = judge.see(match, Glance(2, 2.0, CameraState.READY))
    assert isinstance(said, FirstSeen)
    asked = next(face for face in said.faces if face.entries[-1].text == "move seal i3 i5^")
    judge.named(said.cell, asked.look)
    texts = {tuple(entry.text for entry in one.entries) for one in judge.belief.histories}
    assert ("move seal i3 i5^", "attack seal i5^ igloo i5^") in texts
    assert ("move seal i3 i5",) not in texts


def test_an_answer_about_one_unknown_card_makes_the_next_one_no_more_certain() -> None:
    """*Jungle*: 72 cards, two of them lie open, and there is room for 500 of the pairs. Of those with the
    first face that people name, nearly all were given up."""
    match = begun("jungle")
    judge = Judge(match, frozenset(), Eyes())
    judge.see(match, first(cells_of(match.game, match.setup)))
    for number in (1, 2):
        judge.see(match, glance(view(2.0 * number, {CellId(f"open:s{number}"): CLEARLY})))
    judge.named(CellId("open:s1"), Look(pieces=stack_of("card star-yellow")))
    verdict = judge.see(match, Glance(3, 5.0, CameraState.READY))
    assert isinstance(verdict, Played)
    assert [entry.text for entry in verdict.entries] == ["flip s1 star-yellow"]
    judge.see(match.add(verdict.entries[0]), Glance(4, 5.1, CameraState.READY))
    assert judge.belief.share(lambda _: 1.0) < 0.5, "most likely the second is none of those that are left"
