"""Who was first: what each source says for one seat against another, and how sure all together are.

Likelihood ratios are natural logarithms. Noise shrinks what a source says *for* a seat, never what it says
*against* it: nobody gains by a noisier witness.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from companion.games.jungle.referee.scene import T3, GrabScene, camera_used, reaches

EQUAL: Final = 1e-9
"""Confidences that differ by less are equal."""


def limit(value: float, cap: float) -> float:
    """A source never says more than its cap."""
    return max(-cap, min(cap, value))


def phi(x: float) -> float:
    """The normal distribution function, exact in both tails."""
    return math.erfc(-x / math.sqrt(2)) / 2


def mixed(x: float, gross: float, cap: float) -> float:
    """The likelihood ratio of an order x standard deviations apart; a wild reading is worth a coin."""
    right = (1 - gross) * phi(x) + gross / 2
    wrong = (1 - gross) * phi(-x) + gross / 2
    return limit(math.log(right / wrong), cap)


@dataclass(frozen=True, slots=True)
class Gap:
    """How much later ``b`` was than ``a``: ``us``, with the spread ``sigma`` and, without the readings' own
    uncertainty, ``quiet`` (microseconds)."""

    us: int
    sigma: float
    quiet: float


class Source(ABC):
    """A witness. ``name`` as in the text of a verdict."""

    name = ""

    def __init__(self, scene: GrabScene) -> None:
        self.scene = scene

    @abstractmethod
    def says(self, a: str, b: str) -> float:
        """L(a, b)."""

    @abstractmethod
    def separates(self, a: str, b: str) -> bool:
        """Clearly a before b."""

    @abstractmethod
    def contradicts(self, a: str, b: str) -> bool:
        """Clearly b before a."""


class Timed(Source):
    """A source with a time for some seats and an exclusion for others."""

    gross: float
    cap: float

    @abstractmethod
    def gap(self, a: str, b: str) -> Gap | None:
        """From a to b; None when one of them has no time."""

    @abstractmethod
    def exclusion(self, a: str, b: str) -> int:
        """1 for a, -1 for b, 0 for neither."""

    def says(self, a: str, b: str) -> float:
        gap = self.gap(a, b)
        if gap is None:
            return self.exclusion(a, b) * self.cap
        x = gap.us / (gap.sigma if gap.us >= 0 else gap.quiet)
        return mixed(x, self.gross, self.cap)

    def separates(self, a: str, b: str) -> bool:
        gap = self.gap(a, b)
        return self.exclusion(a, b) > 0 if gap is None else reaches(gap.us, self._dead(gap.sigma))

    def contradicts(self, a: str, b: str) -> bool:
        gap = self.gap(a, b)
        return self.exclusion(a, b) < 0 if gap is None else reaches(-gap.us, self._dead(gap.quiet))

    def _dead(self, sigma: float) -> float:
        order = self.scene.budget.order
        return max(order.floor_us, order.z * sigma)


class PadSource(Timed):
    """Released pads: when hands set out, and who never did."""

    name = "pads"

    def __init__(self, scene: GrabScene) -> None:
        super().__init__(scene)
        self.gross, self.cap = scene.budget.pads.gross, scene.budget.pads.cap

    def gap(self, a: str, b: str) -> Gap | None:
        moved = self.scene.moved
        if a not in moved or b not in moved:
            return None
        quiet = self._sigma(a) ** 2 + self._sigma(b) ** 2
        noise = moved[a].u ** 2 + moved[b].u ** 2
        return Gap(moved[b].t - moved[a].t, math.sqrt(quiet + noise), math.sqrt(quiet))

    def exclusion(self, a: str, b: str) -> int:
        return int(a not in self.scene.resting and b in self.scene.resting)

    def _sigma(self, seat: str) -> float:
        own, pads = self.scene.evidence.pads[seat].sigma_us, self.scene.budget.pads
        return pads.sigma_us if own is None else max(own, pads.sigma_min_us)


class TouchSource(Timed):
    """Seat-coded touch: who arrived when, and who never did."""

    name = "touch"

    def __init__(self, scene: GrabScene) -> None:
        super().__init__(scene)
        self.gross, self.cap = scene.budget.touch.gross, scene.budget.touch.cap

    def gap(self, a: str, b: str) -> Gap | None:
        contacts = self.scene.contacts
        if a not in contacts or b not in contacts:
            return None
        one, other = contacts[a].contact, contacts[b].contact
        quiet = 2 * self.scene.budget.touch.sigma_us**2
        return Gap(other.t - one.t, math.sqrt(quiet + one.u**2 + other.u**2), math.sqrt(quiet))

    def exclusion(self, a: str, b: str) -> int:
        if self.scene.evidence.tier < T3:
            return 0
        return (a in self.scene.contacts) - (b in self.scene.contacts)


class CameraSource(Source):
    """The camera: one witness, however much it saw (verdict.15)."""

    name = "camera"

    def parts(self, a: str, b: str) -> Iterator[float]:
        """What each table that is used says."""
        limits, seats = self.scene.budget.camera, len(self.scene.evidence.seats)
        for table, gross, cap in (
            ("reach", limits.gross_reach, limits.cap_reach),
            ("hold", limits.gross_hold, limits.cap_hold),
        ):
            shares = self.scene.shares.get(table)
            if shares:
                rates = [(1 - gross) * shares.get(seat, 0.0) + gross / seats for seat in (a, b)]
                yield limit(math.log(rates[0] / rates[1]), cap)

    def says(self, a: str, b: str) -> float:
        return limit(math.fsum(self.parts(a, b)), self.scene.budget.camera.cap)

    def separates(self, a: str, b: str) -> bool:
        return self.says(a, b) >= self.scene.budget.camera.band

    def contradicts(self, a: str, b: str) -> bool:
        return any(part <= -self.scene.budget.camera.band for part in self.parts(a, b))

    def gap(self, a: str, b: str) -> Gap | None:
        """From reach to reach, for the margin only."""
        camera = self.scene.evidence.camera
        if not camera_used(self.scene.evidence) or camera is None:
            return None
        rates = self.scene.budget.camera.rates
        sigma = next((rate.sigma_us for rate in rates if rate.frame_us >= camera.frame_us), None)
        if sigma is None or a not in camera.reach_us or b not in camera.reach_us:
            return None
        one, other = camera.reach_us[a], camera.reach_us[b]
        quiet = 2 * sigma**2
        return Gap(other.t - one.t, math.sqrt(quiet + one.u**2 + other.u**2), math.sqrt(quiet))


class TableSource(Source):
    """The people: silence, or a rival's word for a seat (verdict.16)."""

    name = "table"

    def disputed(self, seat: str) -> bool:
        """Whether an appeal counts or an answer names somebody else."""
        said = self.scene.evidence.table
        others = any(named != seat for named in said.answers.values())
        return others or any(map(self.appealed, self.scene.evidence.seats))

    def appealed(self, seat: str) -> bool:
        """Whether the appeal of a seat came in time."""
        said = self.scene.evidence.table
        if seat not in said.appeals or said.announced_us is None:
            return False
        return 0 <= said.appeals[seat] - said.announced_us <= self.scene.budget.table.appeal_us

    def backs(self, seat: str) -> bool:
        """Whether the table is a witness for a seat."""
        said = self.scene.evidence.table
        if self.disputed(seat):
            return False
        silent = (
            said.named == seat
            and said.now_us is not None
            and said.announced_us is not None
            and said.now_us - said.announced_us >= self.scene.budget.table.appeal_us
        )
        return silent or any(said.answers.get(other) == seat for other in self.scene.may if other != seat)

    def agreed(self) -> str | None:
        """The seat that all who could dispute it name (verdict.20)."""
        evidence = self.scene.evidence
        answers = evidence.table.answers
        if len(set(answers.values())) != 1:
            return None
        if evidence.claim == "duel":
            enough = set(evidence.entitled) <= set(answers)
        else:
            enough = len(answers) >= 2 and 2 * len(answers) >= len(evidence.seats)
        return next(iter(answers.values())) if enough else None

    def says(self, a: str, b: str) -> float:
        del b
        return self.scene.budget.table.cap if self.backs(a) else 0.0

    def separates(self, a: str, b: str) -> bool:
        del a, b
        return False

    def contradicts(self, a: str, b: str) -> bool:
        del a, b
        return False


class Order:
    """All witnesses of a scene, weighed."""

    def __init__(self, scene: GrabScene) -> None:
        self.scene = scene
        self.pads, self.camera, self.touch = PadSource(scene), CameraSource(scene), TouchSource(scene)
        self.table = TableSource(scene)
        self.sensors: tuple[Source, ...] = (self.pads, self.camera, self.touch)
        self.everyone: tuple[Source, ...] = (*self.sensors, self.table)

    def confidence(self, a: str, sources: Sequence[Source]) -> float:
        """That a contestant was first, against all others together."""

        def total(b: str) -> float:
            return math.fsum(source.says(a, b) for source in sources)

        against = [math.exp(-total(b)) for b in self.scene.contestants if b != a]
        resting = [total(b) for b in self.scene.evidence.seats if b in self.scene.resting]
        somebody = math.exp(-min(resting)) if resting else 0.0
        return 1 / (1 + math.fsum(against) + somebody)

    @cached_property
    def leaders(self) -> tuple[str, ...]:
        """The contestants with the greatest sensor confidence of those that some sensor speaks for."""
        spoken = {
            seat: self.confidence(seat, self.sensors)
            for seat in self.scene.contestants
            if self.scene.spoken_for(seat)
        }
        best = max(spoken.values(), default=0.0)
        return tuple(seat for seat, value in spoken.items() if value > best - EQUAL)

    def gap(self, a: str, b: str) -> Gap | None:
        """By the finest source that has a time for both."""
        for source in (self.touch, self.camera, self.pads):
            found = source.gap(a, b)
            if found is not None:
                return found
        return None

    def close(self, a: str, b: str) -> bool:
        """Whether the sensors leave it open that contestant b was first instead of leader a."""
        order, gap = self.scene.budget.order, self.gap(a, b)
        total = math.fsum(source.says(a, b) for source in self.sensors)
        return (
            not any(source.separates(a, b) for source in self.sensors)
            or (gap is not None and gap.us < order.floor_us)
            or total < math.log(order.name / (1 - order.name))
        )

    def close_to(self, a: str) -> tuple[str, ...]:
        """The contestants close to a leader."""
        return tuple(b for b in self.scene.contestants if b != a and self.close(a, b))

    def contradicted(self, a: str) -> bool:
        """Whether a sensor clearly shows another seat before a."""
        return any(
            source.contradicts(a, b) for source in self.sensors for b in self.scene.evidence.seats if b != a
        )

    def clear(self) -> str | None:
        """The only leader, when no sensor contradicts it and nobody is close."""
        if len(self.leaders) != 1:
            return None
        leader = self.leaders[0]
        return None if self.contradicted(leader) or self.close_to(leader) else leader

    def witnesses(self, a: str, sources: Iterable[Source]) -> tuple[str, ...]:
        """The sources that agree on a against every rival."""
        rivals = [
            seat
            for seat in self.scene.evidence.seats
            if seat != a and (seat in self.scene.contestants or seat in self.scene.resting)
        ]
        least = self.scene.budget.order.concur
        return tuple(
            source.name for source in sources if all(source.says(a, rival) >= least for rival in rivals)
        )

    def decided(self, a: str, sources: Sequence[Source]) -> bool:
        """Two witnesses of these sources and enough confidence, for a clear leader (verdict.18)."""
        return (
            self.clear() == a
            and self.confidence(a, sources) >= self.scene.budget.order.decide
            and len(self.witnesses(a, sources)) >= 2
        )

    def margin(self, a: str) -> tuple[int, int] | None:
        """The least gap to a contestant and its sigma, microseconds rounded up."""
        gaps = [gap for b in self.scene.contestants if b != a and (gap := self.gap(a, b)) is not None]
        if not gaps:
            return None
        least = min(gaps, key=lambda gap: (gap.us, -gap.sigma))
        return least.us, math.ceil(least.sigma)
