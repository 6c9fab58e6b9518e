"""Duels from a model of hands and sensors whose parameters are drawn, and wrong on purpose (F7, F8).

Not a measurement of people. Ranges: reaction to a sudden picture 380 to 600 ms, sd 60 to 120 (Laming 1968:
recognition 384); the way from pad to totem 370 to 420 ms (Li, Zhu and Adams 1995), its spread 20 to 50 ms,
while the error budget says 35; shares of wild readings 2 to 8 %, while the budget says 4; foils that open
late by up to 8 ms; a webcam of 30 frames a second, of which the arms go through the referee's own reading
(:mod:`companion.games.jungle.referee.arms`), an arm that is hidden in 2 to 8 % of pictures, and a loser's
arm that is drawn back 150 to 450 ms after the lift (a reaction); seat-coded touch in slots of 5 ms, its hand
spread 0.7 to 1.5 times the budget's 2 ms, the loser's contact there only if it came before the totem was
50 ms away. Times are microseconds.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from typing import Any

from companion.games.jungle.referee.arms import Arms, with_camera
from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.verdict import verdict
from companion.referee.totem_record import HostClock, TotemRecord, Written

FRAME_S = 1 / 30
FAR = 4.0
"""Pitches from the totem to the closed stack over which an arm reaches in."""
SLOT_US, HAND_US = 5_000, 2_000
"""Of seat-coded touch, as the budget has it."""
WRONGED_APPEALS = 0.9
"""How often a loser who was first objects within ten seconds."""


@dataclass(frozen=True)
class World:
    """One table's hands and sensors, for one duel."""

    reaction: float
    reaction_sd: float
    way: float
    way_sd: float
    wild: float
    late: float
    back: float
    touch: float


def draw_world(random: Random) -> World:
    """Each parameter from its range."""
    return World(
        reaction=random.uniform(380e3, 600e3),
        reaction_sd=random.uniform(60e3, 120e3),
        way=random.uniform(370e3, 420e3),
        way_sd=random.uniform(20e3, 50e3),
        wild=random.uniform(0.02, 0.08),
        late=random.uniform(0, 8e3),
        back=random.uniform(150e3, 450e3),
        touch=random.uniform(0.7, 1.5),
    )


def duel(random: Random, tier: str, has_pads: bool = True) -> tuple[str, str]:
    """Who was first (``a`` or ``b``), and the first line of the verdict after ten seconds."""
    world = draw_world(random)
    seats = ["a", "b", "c"]
    random.shuffle(seats)
    out = {s: max(200e3, random.gauss(world.reaction, world.reaction_sd)) for s in "ab"}
    there = {s: out[s] + random.gauss(world.way, world.way_sd) for s in "ab"}
    first = min(there, key=lambda s: there[s])
    lift = round(there[first] + 30e3)
    pads: dict[str, Any] = {s: {"rest": True} for s in seats}
    for s in "ab":
        release = out[s] + random.uniform(0, world.late) + _wild(random, world)
        if release < lift:
            pads[s] = {"rest": True, "release": [round(max(0, release)), 15]}
    evidence: dict[str, Any] = {
        "tier": tier,
        "claim": "duel",
        "seats": seats,
        "entitled": ["a", "b"],
        "reveal": {"first_us": 0, "last_us": 5, "u_us": 2, "by": "device"},
        "pads": pads,
        "base": {"lift": [lift, 1], "spread_us": random.randrange(3000, 15000), "tilt": 0.1},
    }
    if not has_pads:
        del evidence["pads"]
    if tier in ("T2", "T3"):
        evidence["camera"] = _camera(random, world, out, there, first)
    if tier == "T3":
        evidence["touch"] = _touch(random, world, there, lift)
    return first, after_ten_seconds(random, evidence, first)


def _touch(random: Random, world: World, there: Mapping[str, float], lift: int) -> dict[str, Any]:
    """A contact is seen in the seat's next slot; skin on skin now and then tells it at a wrong time."""
    seen = {
        s: there[s]
        + random.uniform(0, SLOT_US)
        + random.gauss(0, HAND_US * world.touch)
        + _wild(random, world)
        for s in "ab"
        if there[s] < lift + 50_000
    }
    return {s: {"contact": [round(at), 10]} for s, at in seen.items()}


def _wild(random: Random, world: World) -> float:
    """A gross error of up to 60 ms, in a share of readings."""
    return random.uniform(-60e3, 60e3) if random.random() < world.wild else 0.0


def _camera(
    random: Random, world: World, out: Mapping[str, float], there: Mapping[str, float], first: str
) -> Written:
    """What the referee reads from the pictures of two arms, of which one keeps the totem."""
    lift = there[first] + 30e3
    phase = random.uniform(0, FRAME_S)
    pictures = []
    for number in range(int((lift / 1e6 + 0.7) / FRAME_S) + 40):
        time = (number - 40) * FRAME_S + phase
        near = {}
        for s in "ab":
            way = (1e6 * time - out[s]) / (there[s] - out[s])
            gone = s != first and 1e6 * time > max(lift, there[s]) + world.back
            if way > 0 and not gone and random.random() >= world.wild:
                near[s] = FAR * (1 - min(1.0, way))
        pictures.append(Arms(time, near))
    base = {"lift": [round(lift), 1]}
    record = TotemRecord(1, {"tier": "T1", "base": base}, round(lift), host=HostClock(0.0, 0, 500.0))
    seen = with_camera(record, pictures)
    assert seen is not None, "the camera saw all of it"
    camera: Written = seen.sensors["camera"]
    return camera


def after_ten_seconds(random: Random, evidence: Mapping[str, Any], first: str) -> str:
    """The verdict, its announcement, ten seconds in which a wronged loser may object, the verdict again."""
    line = verdict(evidence, default_budget()).split("\n")[0]
    words = line.split()
    if words[0] != "provisional":
        return line
    table: dict[str, Any] = {"named": words[1], "announced_us": 2_000_000, "now_us": 12_000_000}
    if words[1] != first and random.random() < WRONGED_APPEALS:
        table["appeals"] = {first: 4_000_000}
    return verdict({**evidence, "table": table}, default_budget()).split("\n")[0]


def wilson(right: int, total: int, z: float = 1.96) -> tuple[float, float]:
    """The 95 % interval of a share."""
    if total == 0:
        return 0.0, 1.0
    share = right / total
    middle = (share + z * z / (2 * total)) / (1 + z * z / total)
    half = z / (1 + z * z / total) * math.sqrt(share * (1 - share) / total + z * z / (4 * total * total))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Tally:
    """Of many duels: how many, decided, rightly; and every first word."""

    duels: int
    decided: int
    right: int
    words: Mapping[str, int]

    def line(self) -> str:
        """For people."""
        low, high = wilson(self.right, self.decided)
        covered = wilson(self.decided, self.duels)
        return (
            f"{self.duels} duels, decided {self.decided / max(1, self.duels):.1%} "
            f"[{covered[0]:.1%}, {covered[1]:.1%}], of these right {self.right}/{self.decided} "
            f"[{low:.2%}, {high:.2%}]; {dict(self.words)}"
        )


def tally(tier: str, duels: int, seed: int, has_pads: bool = True) -> Tally:
    """Many duels of one tier."""
    random = Random(seed)
    words: Counter[str] = Counter()
    right = 0
    for _ in range(duels):
        first, line = duel(random, tier, has_pads)
        word, *rest = line.split()
        words[word] += 1
        right += word == "decided" and rest[0] == first
    return Tally(duels, words["decided"], right, words)


def false_starts(duels: int, seed: int, first_us: int, last_us: int) -> int:
    """How many hands are called early that left between these times after the card (before: negative), on
    pads that open late by up to 8 ms."""
    random = Random(seed)
    called = 0
    for _ in range(duels):
        start = random.randrange(first_us, last_us)
        release = start + random.randrange(8000)
        evidence = {
            "tier": "T1",
            "claim": "duel",
            "seats": ["a", "b"],
            "entitled": ["a", "b"],
            "reveal": {"first_us": 0, "last_us": 5, "u_us": 2, "by": "device"},
            "pads": {
                "a": {"rest": release >= 0, "release": [release, 15]},
                "b": {"rest": True, "release": [max(release, 0) + 600_000, 15]},
            },
            "base": {"lift": [max(release, 0) + 700_000, 1], "spread_us": 9000, "tilt": 0.1},
        }
        called += verdict(evidence, default_budget()).startswith("false-start a")
    return called
