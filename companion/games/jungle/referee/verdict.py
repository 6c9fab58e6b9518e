"""Who took the totem, and was it fair: a pure function from evidence to the text of a verdict.

No clock, no randomness, no memory: the same evidence and budget give the same text on every machine, so an
old grab can be judged again from the journal. What a verdict costs or wins is a matter of the game's rules.
Where the evidence cannot carry a verdict the function abstains. Clauses are ``jungle/verdict.N``.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from companion.games.jungle.referee.budget import Budget
from companion.games.jungle.referee.evidence import CAMERA, NONE, Evidence, read_evidence
from companion.games.jungle.referee.order import Order, Source
from companion.games.jungle.referee.scene import T3, GrabScene, What, read_scene
from companion.referee.totem_record import Judged


def verdict(evidence: Evidence | Mapping[str, Any], budget: Budget) -> str:
    """The verdict, its clause and its notes, one a line.

    Evidence may be given as it is written down. Raises EvidenceError (a ValueError) for what is none.
    """
    read = evidence if isinstance(evidence, Evidence) else read_evidence(evidence)
    void = _broken_record(read, budget)
    if void:
        return _text(*void)
    scene = read_scene(read, budget)
    match scene.what:
        case What.NO_GRAB:
            return _text("void no-grab", 6)
        case What.PUT_BACK:
            return _text("void put-back", 7)
        case What.UNCLEAR:
            return _text("ask shape", 8)
    hearing = Hearing(scene)
    line, clause = hearing.fallen() if scene.what is not What.GRAB else hearing.grab()
    return _text(line, clause, *hearing.notes(line))


def _broken_record(evidence: Evidence, budget: Budget) -> tuple[str, int] | None:
    health, reveal = evidence.health, evidence.reveal
    if health.reset:
        return "void reset", 3
    if health.lost_events:
        return "void lost-events", 4
    if reveal and reveal.by == CAMERA and health.clock_bound_us > budget.fair.clock_max_us:
        return "void clock", 5
    return None


def _text(line: str, clause: int, *notes: str) -> str:
    return "\n".join((line, f"by jungle/verdict.{clause}", *(f"note {note}" for note in notes)))


Ruling = tuple[str, int]
"""The first line of a verdict and the number of its clause."""


class Hearing:
    """One movement before the court: the order of the tests is that of the specification."""

    def __init__(self, scene: GrabScene) -> None:
        self.scene = scene
        self.order = Order(scene)
        self.agreed = self.order.table.agreed()

    def fallen(self) -> Ruling:
        """The totem was knocked over or dropped: by whom?"""
        seat = self._culprit() if self.agreed is None else self.agreed
        if self.scene.what is What.KNOCKED:
            return f"knocked {seat or '?'}", 9
        return (f"dropped {seat}", 10) if seat else ("ask dropper", 11)

    def _culprit(self) -> str | None:
        order, leader = self.order, self.order.clear()
        if leader is None or order.confidence(leader, order.everyone) < self.scene.budget.order.name:
            return None
        beyond_dispute = order.decided(leader, order.sensors)
        open_to_it = order.table.disputed(leader) or self.scene.impairment
        return leader if beyond_dispute or not open_to_it else None

    def grab(self) -> Ruling:
        """The totem was taken: by whom, and fairly?"""
        if self.agreed is not None:
            return self._agreed(self.agreed)
        order, leaders = self.order, self.order.leaders
        if not leaders and self.scene.struck:
            return "ask dropper", 11
        if not leaders:
            return self._unless_impaired("ask who", 22)
        if any(map(order.contradicted, leaders)):
            return self._unless_impaired("void conflict", 21)
        near = {seat for leader in leaders for seat in order.close_to(leader)}
        suspects = tuple(seat for seat in self.scene.evidence.seats if seat in near or seat in leaders)
        name = self.scene.budget.order.name
        if len(suspects) == 1 and order.confidence(suspects[0], order.everyone) < name:
            return self._unless_impaired("ask who", 22)
        early = [seat for seat in suspects if self.scene.is_early(seat)]
        if early:
            return f"false-start {' '.join(early)}", 26
        unset = [seat for seat in suspects if self.scene.is_unset(seat)]
        if unset:
            return f"not-set {' '.join(unset)}", 27
        return self._close(suspects) if len(suspects) > 1 else self._won(suspects[0])

    def _agreed(self, seat: str) -> Ruling:
        """What nobody disputes is decided, unless the sensors show that it was not fair."""
        if self.scene.is_early(seat):
            return f"false-start {seat}", 26
        if self.scene.is_unset(seat):
            return f"not-set {seat}", 27
        clear = self.order.clear() == seat
        sensors = self.order.witnesses(seat, self.order.sensors) if clear else ()
        margin = self._margin(seat) if clear else "- -"
        return f"decided {seat} {margin} {self._stated(1.0)} {' '.join((*sensors, 'table'))}", 20

    def _close(self, suspects: Sequence[str]) -> Ruling:
        """Two or more that cannot be told apart."""
        holding = self.scene.spanning()
        if self.scene.evidence.tier >= T3 and len(suspects) == 2 and set(suspects) <= set(holding):
            return self._unless_impaired(f"two-hands {' '.join(suspects)}", 25)
        floor = self.scene.budget.order.floor_us
        gaps = [
            self.order.gap(leader, other)
            for leader in self.order.leaders
            for other in suspects
            if other != leader
        ]
        under = any(gap is not None and -floor < gap.us < floor for gap in gaps)
        return self._unless_impaired(f"too-close {' '.join(suspects)}", 24 if under else 23)

    def _won(self, leader: str) -> Ruling:
        """One seat, well ahead of the others."""
        order = self.order
        if order.decided(leader, order.everyone):
            return self._first("decided", leader, order.everyone), 30
        if self.scene.impairment:
            return self._impaired()
        if order.table.disputed(leader):
            return "ask appeal", 32
        return self._first("provisional", leader, order.everyone), 31

    def _first(self, word: str, leader: str, sources: Sequence[Source]) -> str:
        stated = self._stated(self.order.confidence(leader, sources))
        witnesses = self.order.witnesses(leader, sources)
        return " ".join((word, leader, self._margin(leader), stated, *witnesses))

    def _margin(self, seat: str) -> str:
        margin = self.order.margin(seat)
        return "- -" if margin is None else f"{margin[0]} {margin[1]}"

    def _stated(self, confidence: float) -> str:
        """Never above what judged duels support, and rounded down (verdict.19)."""
        shown = min(self.scene.budget.order.decide, confidence)
        return f"{math.floor(100 * (shown + 1e-9)) / 100:.2f}"

    def _unless_impaired(self, line: str, clause: int) -> Ruling:
        return self._impaired() if self.scene.impairment else (line, clause)

    def _impaired(self) -> Ruling:
        impairment = self.scene.impairment
        return f"void {impairment}", 28 if impairment == "pad-fault" else 29

    # notes

    def notes(self, line: str) -> Iterator[str]:
        """What people should know besides; of every kind all seats in their order."""
        word, *named = line.split(" ")
        scene, seats = self.scene, self.scene.evidence.seats
        for kind, test in (("false-start", scene.is_early), ("not-set", scene.is_unset)):
            for seat in scene.contestants:
                if test(seat) and not (word == kind and seat in named):
                    yield f"{kind} {seat}"
        yield from self._quick_starts()
        yield from (f"hover {seat}" for seat in scene.hovering())
        holding = scene.spanning()
        if len(holding) > 1 and word != "two-hands":
            yield f"hands {' '.join(holding)}"
        if word in ("decided", "provisional") and scene.is_stranger(named[0]):
            yield f"not-entitled {named[0]}"
        if self.agreed is None and word in ("decided", "knocked", "dropped") and named[0] != "?":
            yield from (f"appealed {seat}" for seat in seats if self._objects(seat, named[0]))

    def _quick_starts(self) -> Iterator[str]:
        """Reactions that are fast for a human (verdict.34)."""
        scene, reveal, fair = self.scene, self.scene.evidence.reveal, self.scene.budget.fair
        if reveal is None or scene.evidence.claim == NONE:
            return
        since = {
            seat: scene.moved[seat].t - reveal.first_us
            for seat in scene.contestants
            if seat in scene.moved and not scene.is_early(seat)
        }
        yield from (f"review {seat}" for seat, us in since.items() if us < fair.review_us)
        yield from (f"quick {seat}" for seat, us in since.items() if fair.review_us <= us < fair.quick_us)

    def _objects(self, seat: str, named: str) -> bool:
        answer = self.scene.evidence.table.answers.get(seat)
        return self.order.table.appealed(seat) or answer not in (None, named)


def judge_again(judged: Judged, budget: Budget) -> str:
    """The verdict on the same evidence, "" if the record carries none. Raises EvidenceError."""
    return verdict(judged.evidence, budget) if judged.verdict else ""
