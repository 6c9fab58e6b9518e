"""What happened to the totem and who comes into question: pad states, contacts, contestants, fairness.

Words as in the specification of the verdict; nothing here weighs one seat against another.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from companion.games.jungle.referee.budget import BlowBudget, Budget
from companion.games.jungle.referee.evidence import (
    CAMERA,
    DROPPED,
    DUEL,
    GRAB,
    KNOCKED,
    NONE,
    TIERS,
    Base,
    CameraEvidence,
    Contact,
    Evidence,
    Likelihoods,
    Pad,
    TimedReading,
)

# -- A blow on the table after a clean lift


class Story(StrEnum):
    """What may have made the blow."""

    STRUCK = "struck"
    """The totem was taken, and a hand that came too late struck the table."""
    DROPPED = "dropped"
    KNOCKED = "knocked"


CERTAIN: Final = 1.0


def stories(base: Base, camera: CameraEvidence | None, budget: Budget) -> Mapping[Story, float]:
    """The probability of each story; they add to 1. ``camera``: None when it may not be used. ``base`` has a
    lift and a blow after it."""
    weights = {
        story: _rate(story, budget.blow) * _signs(story, base, budget) * _lying(story, camera, budget.blow)
        for story in Story
    }
    whole = sum(weights.values())
    return {story: weight / whole for story, weight in weights.items()}


def _rate(story: Story, blow: BlowBudget) -> float:
    """How often, of all movements of a totem, this one is followed by a blow."""
    return {Story.STRUCK: blow.struck, Story.DROPPED: blow.dropped, Story.KNOCKED: blow.knocked}[story]


def _signs(story: Story, base: Base, budget: Budget) -> float:
    """How likely the story leaves just these signs; a sign that nobody looked for counts nothing."""
    assert base.lift is not None, "stories are told of a lift"
    assert base.impact is not None, "stories are told of a blow"
    blow = budget.blow
    tips, soon, clatters = {
        Story.STRUCK: (blow.struck_tips, blow.struck_soon, blow.struck_clatters),
        Story.DROPPED: (blow.struck_tips, blow.dropped_soon, blow.dropped_clatters),
        Story.KNOCKED: (blow.knocked_tips, blow.knocked_soon, blow.knocked_clatters),
    }[story]
    seen = [
        (base.lean >= blow.lean or base.eased >= blow.eased, tips),
        (base.impact.t - base.lift.t < blow.soon_us, soon),
    ]
    if base.blows is not None:
        seen.append((base.blows > 1, clatters))
    likelihood = CERTAIN
    for sign, share in seen:
        likelihood *= share if sign else CERTAIN - share
    return likelihood


def _lying(story: Story, camera: CameraEvidence | None, blow: BlowBudget) -> float:
    """A totem seen lying was not taken, whoever struck the table; the camera may be grossly wrong."""
    if camera is None or camera.lying is None:
        return CERTAIN
    lies = (CERTAIN - blow.gross_lying) * camera.lying + blow.gross_lying / 2
    return CERTAIN - lies if story is Story.STRUCK else lies


# -- What happened to the totem and who comes into question

_, T1, T2, T3 = TIERS
"""Tiers from which pads, camera and touch are used (verdict.2)."""

SAME_US: Final = 0.001
"""Computed bounds that differ by less are equal."""


def below(value: float, bound: float) -> bool:
    """``value < bound``; False when they are equal."""
    return value <= bound - SAME_US


def reaches(value: float, bound: float) -> bool:
    """``value >= bound``; True when they are equal."""
    return not below(value, bound)


class What(StrEnum):
    """What was done to the totem."""

    NO_GRAB = "no-grab"
    PUT_BACK = "put-back"
    UNCLEAR = "unclear"
    GRAB = GRAB
    KNOCKED = KNOCKED
    DROPPED = DROPPED


@dataclass(frozen=True, slots=True)
class GrabScene:
    """One movement, seen. ``shares`` of likelihood by table (``reach``, ``hold``) and seat; ``resting``,
    ``moved``: pad states; ``contacts`` that count; ``contestants`` in the order of seats."""

    evidence: Evidence
    budget: Budget
    what: What
    shares: Mapping[str, Likelihoods]
    faulty: frozenset[str]
    resting: frozenset[str]
    moved: Mapping[str, TimedReading]
    contacts: Mapping[str, Contact]
    contestants: tuple[str, ...]

    @property
    def struck(self) -> bool:
        """Whether the table was struck, so that people may have seen it fall."""
        return self.evidence.table.what is None and struck(self.evidence.base, self.budget)

    @property
    def may(self) -> tuple[str, ...]:
        """Seats that could grab rightly."""
        return self.evidence.may

    def points_at(self, seat: str) -> bool:
        """Whether the camera points at a seat."""
        least = self.budget.camera.point
        return any(table.get(seat, 0.0) >= least for table in self.shares.values())

    def others_rest(self, seat: str) -> bool:
        """Whether all other seats are resting."""
        return all(other in self.resting for other in self.evidence.seats if other != seat)

    def spoken_for(self, seat: str) -> bool:
        """Whether some sensor speaks for a contestant."""
        return seat in self.moved or self.others_rest(seat) or seat in self.contacts or self.points_at(seat)

    # fairness

    def guard(self, reading: TimedReading) -> float:
        """How much earlier than the card a reading must be to be early, microseconds."""
        reveal = self.evidence.reveal
        if reveal is None:
            return 0.0
        clock = self.evidence.health.clock_bound_us if reveal.by == CAMERA else 0.0
        return self.budget.fair.z * math.sqrt(reading.u**2 + reveal.u_us**2 + clock**2)

    def is_early(self, seat: str) -> bool:
        """Set out or arrived before the card was visible, less the guard (verdict.26)."""
        reveal = self.evidence.reveal
        if reveal is None:
            return False
        release = self._release(seat)
        if release is not None and release.t < reveal.first_us - self.budget.fair.hover_us:
            release = None
        contact = self.contacts.get(seat)
        readings = (release, contact.contact if contact else None)
        return any(
            reading is not None and below(reading.t, reveal.first_us - self.guard(reading))
            for reading in readings
        )

    def is_unset(self, seat: str) -> bool:
        """May grab, and its hand was not on its pad when the card became visible (verdict.27)."""
        reveal, pad = self.evidence.reveal, self._pads().get(seat)
        if reveal is None or pad is None or seat in self.faulty or seat not in self.may or pad.rest:
            return False
        earliest = reveal.first_us - self.budget.fair.hover_us
        return pad.release is None or not earliest <= pad.release.t <= reveal.first_us

    def _release(self, seat: str) -> TimedReading | None:
        pad = self._pads().get(seat)
        return None if pad is None or seat in self.faulty else pad.release

    def _pads(self) -> Mapping[str, Pad]:
        return self.evidence.pads if self.evidence.tier >= T1 else {}

    # what limits the judgement

    @property
    def impairment(self) -> str:
        """``pad-fault``, ``frames-lost`` or nothing (verdict.28, verdict.29)."""
        if any(seat in self.faulty for seat in self.may):
            return "pad-fault"
        camera = self.evidence.camera
        return "frames-lost" if self.evidence.tier >= T2 and camera and camera.lost else ""

    def spanning(self) -> tuple[str, ...]:
        """Seats whose contact counts and was on when the totem was lifted."""
        lift = self.evidence.base.lift
        if lift is None:
            return ()
        return tuple(
            seat
            for seat in self.evidence.seats
            if (contact := self.contacts.get(seat)) is not None
            and contact.contact.t <= lift.t
            and (contact.held_us is None or contact.contact.t + contact.held_us >= lift.t)
        )

    def hovering(self) -> tuple[str, ...]:
        """Seats without a working pad whose hand the camera saw at the totem at the reveal."""
        camera = self.evidence.camera
        if not camera_used(self.evidence) or camera is None or self.evidence.claim == NONE:
            return ()
        pads = self._pads()
        near = set(camera.near)
        return tuple(
            seat for seat in self.evidence.seats if seat in near and (seat not in pads or seat in self.faulty)
        )

    def is_stranger(self, seat: str) -> bool:
        """Whether the duel was not its own (verdict.35)."""
        return self.evidence.claim == DUEL and seat not in self.evidence.entitled


def camera_used(evidence: Evidence) -> bool:
    """Present, allowed by the tier and without lost frames."""
    return evidence.tier >= T2 and evidence.camera is not None and not evidence.camera.lost


def read_scene(evidence: Evidence, budget: Budget) -> GrabScene:
    """Everything that follows from the evidence without weighing it."""
    what = _what(evidence, budget)
    faulty = _faulty(evidence, budget)
    pads = {
        seat: pad
        for seat, pad in (evidence.pads if evidence.tier >= T1 else {}).items()
        if seat not in faulty
    }
    shares = _shares(evidence, what)
    least = budget.touch.exist_us if what is What.KNOCKED else budget.touch.count_us
    contacts = {
        seat: contact
        for seat, contact in (evidence.touch if evidence.tier >= T3 else {}).items()
        if contact.held_us is None or contact.held_us >= least
    }
    resting = frozenset(seat for seat, pad in pads.items() if _rests(pad.rest, pad.release, evidence, budget))
    moved = {
        seat: pad.release
        for seat, pad in pads.items()
        if pad.release is not None and seat not in resting and _moved(pad.release, evidence, budget)
    }
    seen = GrabScene(evidence, budget, what, shares, faulty, resting, moved, contacts, ())
    contestants = tuple(
        seat
        for seat in evidence.seats
        if seat not in resting
        and (seat in evidence.may or seat in moved or seat in contacts or seen.points_at(seat))
    )
    return GrabScene(evidence, budget, what, shares, faulty, resting, moved, contacts, contestants)


def _what(evidence: Evidence, budget: Budget) -> What:
    base, limits = evidence.base, budget.base
    if evidence.table.what is not None:
        return What(evidence.table.what)
    if base.lift is None:
        return What.NO_GRAB
    tipped = base.tilt > limits.tilt
    clean = not tipped and base.spread_us <= limits.together_us
    if struck(base, budget):
        return _after_a_blow(evidence, budget, tipped=tipped, clean=clean)
    if base.off_us is not None and base.off_us < limits.back_us:
        return What.PUT_BACK
    if clean:
        return What.GRAB
    seen = camera_used(evidence) and evidence.camera is not None and _held(evidence.camera, budget)
    return What.GRAB if seen else What.UNCLEAR


def struck(base: Base, budget: Budget) -> bool:
    """Whether a blow counts as one of this movement."""
    if base.lift is None or base.impact is None:
        return False
    return 0 <= base.impact.t - base.lift.t <= budget.base.impact_us


def _after_a_blow(evidence: Evidence, budget: Budget, *, tipped: bool, clean: bool) -> What:
    """A totem that tips and strikes when a stick does was knocked over, unless somebody is seen with it.
    After a clean lift the likeliest story holds if it is likely enough to name anybody; a fall also needs
    evidence of its own, somebody who saw it (verdict.10)."""
    base, limits = evidence.base, budget.base
    assert base.lift is not None, "a blow counts after a lift"
    assert base.impact is not None, "a blow counts"
    camera = evidence.camera if camera_used(evidence) else None
    if tipped and limits.knock_from_us <= base.impact.t - base.lift.t <= limits.knock_to_us:
        return What.UNCLEAR if camera is not None and _held(camera, budget) else What.KNOCKED
    if not clean:
        return What.UNCLEAR
    told = stories(base, camera, budget)
    if told[Story.STRUCK] >= budget.order.name:
        return What.GRAB
    seen = camera is not None and camera.lying is not None and camera.lying >= budget.order.name
    return What.DROPPED if seen and told[Story.DROPPED] >= budget.order.name else What.UNCLEAR


def _held(camera: CameraEvidence, budget: Budget) -> bool:
    """Whether the camera sees somebody hold the totem."""
    return any(share >= budget.camera.hold_min for share in _share(camera.hold).values())


def _share(likelihoods: Likelihoods) -> Likelihoods:
    whole = math.fsum(likelihoods.values())
    return {seat: value / whole for seat, value in likelihoods.items()}


def _shares(evidence: Evidence, what: What) -> Mapping[str, Likelihoods]:
    """Of the tables that are used; ``hold`` tells only who has grabbed."""
    camera = evidence.camera
    if not camera_used(evidence) or camera is None:
        return {}
    tables = {"reach": camera.reach, "hold": camera.hold if what is What.GRAB else {}}
    return {name: _share(table) for name, table in tables.items() if table}


def _faulty(evidence: Evidence, budget: Budget) -> frozenset[str]:
    """Pads that are known to be faulty, or that contradict themselves."""
    if evidence.tier < T1:
        return frozenset()
    found = set(evidence.health.pad_fault)
    if evidence.reveal is not None:
        earliest = evidence.reveal.first_us - budget.pads.sample_us
        found |= {
            seat
            for seat, pad in evidence.pads.items()
            if pad.rest and pad.release is not None and pad.release.t < earliest
        }
    return frozenset(found)


def _rests(rest: bool, release: TimedReading | None, evidence: Evidence, budget: Budget) -> bool:
    """At rest, or released too late to have lifted (verdict.12)."""
    if release is None:
        return rest
    lift = evidence.base.lift
    return lift is not None and release.t > lift.t - budget.pads.travel_min_us


def _moved(release: TimedReading, evidence: Evidence, budget: Budget) -> bool:
    """Released neither too long before the card nor too long before the lift."""
    reveal, lift = evidence.reveal, evidence.base.lift
    return (reveal is None or release.t >= reveal.first_us - budget.fair.hover_us) and (
        lift is None or release.t >= lift.t - budget.pads.reach_max_us
    )
