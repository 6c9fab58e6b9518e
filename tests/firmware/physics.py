"""A totem, four foils and a table as the ADC sees them, and the base's own core that listens (F8).

A model, not a measurement, and wrong on purpose: nothing in it is what the firmware assumes. The stick is a
cylinder that tips over its rim after a blow (3.5 to 12 rad/s), leaves the plate when it slips off or nothing
presses it down any more, and strikes the table with its head. Foils: conductance proportional to force within
a power of 0.85 to 1.1, each 25 % off (Interlink FSR 402: force to conductance, 10 % from part to part), late
by 0.5 to 3 ms, with noise. A hand presses on the totem, out of its middle, before it lifts it, and its load
goes within 4 to 25 ms. Forces in newtons, lengths in metres, times in seconds.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import acos, cos, pi, sin, sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.verdict import verdict
from hardware.calibration import LEAST_DIFFERENCE, load_threshold
from hardware.link import BaseLink
from hardware.movement import Movement, Watch
from hardware.protocol import SEGMENTS, TICK_HZ
from tests.firmware.core import CoreBase

SAMPLE = 1664 / TICK_HZ
"""Seconds from one conversion of the ADC to the next."""
FOIL_R = 0.032
"""From the middle to the foils, ``hardware/guide/base.scad``."""
PLATE = 0.16
"""Weight of the top plate: 9 cm of plywood, 4 mm thick."""
BASE_H = 0.018
"""The top plate is so high over the table."""
GRAVITY = 9.81
BEFORE, AFTER = 0.6, 1.1
"""Rest before a movement, and how long one is listened to."""

Forces = NDArray[np.float64]
"""Of the four segments, a row for each conversion of the ADC."""


class Moved(StrEnum):
    """What happens to the totem."""

    GRAB = "grab"
    KNOCK = "knock"
    SLAP = "grab, and a loser's hand strikes the table"
    DROP = "grab, and the totem falls out of the hand"


@dataclass(frozen=True)
class Table:
    """One totem on one base. ``foils``: force at which each has 10 k; ``lag``: of the foils."""

    mass: float
    height: float
    rim: float
    foils: tuple[float, ...]
    power: float
    lag: float
    noise: float

    def read(self, forces: Forces, random: Random) -> NDArray[np.uint16]:
        """What the ADC makes of these forces; the piezo is silent."""
        smooth, weight = np.empty_like(forces), 1 - np.exp(-SAMPLE / self.lag)
        now = forces[0]
        for n, row in enumerate(forces):
            now = now + weight * (row - now)
            smooth[n] = now
        ratio = (np.maximum(smooth, 0.0) / np.array(self.foils)) ** self.power
        noise = np.random.default_rng(random.randrange(2**32)).normal(0, self.noise, ratio.shape)
        seen = np.clip(np.rint(1023 * ratio / (1 + ratio) + noise), 0, 1023).astype(np.uint16)
        samples = np.zeros(len(seen), np.uint16)
        for segment in range(SEGMENTS):
            samples[segment :: SEGMENTS + 1] = seen[segment :: SEGMENTS + 1, segment]
        return samples

    def standing(self, random: Random, loaded: bool) -> list[int]:
        """What doctor sees of every segment."""
        load = self.mass * GRAVITY if loaded else 0.0
        forces = np.tile(_shared(load, 0.0, 0.0), (200, 1))
        samples = self.read(forces, random)
        return [round(float(samples[n :: SEGMENTS + 1].mean())) for n in range(SEGMENTS)]


def draw_table(random: Random) -> tuple[Table, int]:
    """One that doctor accepts, and the threshold that it sets (0 to 1023)."""
    while True:
        foil = random.uniform(0.15, 0.6)
        table = Table(
            mass=random.uniform(0.03, 0.08),
            height=random.uniform(0.11, 0.15),
            rim=random.uniform(0.014, 0.02),
            foils=tuple(foil * random.uniform(0.75, 1.25) for _ in range(SEGMENTS)),
            power=random.uniform(0.85, 1.1),
            lag=random.uniform(0.5e-3, 3e-3),
            noise=random.uniform(0.3, 2.0),
        )
        loaded, empty = table.standing(random, True), table.standing(random, False)
        if min(a - b for a, b in zip(loaded, empty, strict=True)) >= LEAST_DIFFERENCE:
            return table, round(load_threshold(loaded, empty) * 1023 / 255)


def _shared(load: float, x: float, y: float) -> list[float]:
    """A load at (x, y) on a stiff plate with four equal springs at FOIL_R, and the plate's own weight."""
    along = ((x, y), (y, -x), (-x, -y), (-y, x))
    return [max(0.0, (load + PLATE) / SEGMENTS + load * a / (2 * FOIL_R)) for a, _ in along]


def grab(random: Random, table: Table) -> Forces:
    """A hand presses for 10 to 40 ms, up to 1 N and up to half of the rim out of the middle, and lifts."""
    weight = table.mass * GRAVITY
    press, lasts, goes = random.uniform(0, 1.0), random.uniform(0.01, 0.04), random.uniform(0.004, 0.025)
    out, way = table.rim * random.uniform(0, 0.5), random.uniform(0, 2 * pi)
    rows = []
    for n in range(int((BEFORE + AFTER) / SAMPLE)):
        t = n * SAMPLE - BEFORE
        if t < lasts:
            load = weight + (press * sin(pi * t / lasts) if t > 0 else 0.0)
        else:
            load = max(0.0, weight * (1 - (t - lasts) / goes))
        x = out if t > 0 else 0.0
        rows.append(_shared(load, x * cos(way), x * sin(way)))
    return np.array(rows)


def knock(random: Random, table: Table) -> tuple[Forces, float]:
    """The forces, and when the head strikes the table (from the beginning of the forces)."""
    m, rim, h = table.mass, table.rim, table.height
    d, lean = sqrt(rim**2 + h**2 / 4), acos(h / 2 / sqrt(rim**2 + h**2 / 4))
    inertia = m * (1.25 * rim**2 + h**2 / 3)
    hit, lasts = h * random.uniform(0.5, 0.9), random.uniform(0.005, 0.02)
    force = random.uniform(3.5, 12) * inertia / hit * pi / 2 / lasts
    slips, way = random.uniform(0.7, 1.2), random.uniform(0, 2 * pi)
    angle = spin = 0.0
    strikes, rows = 0.0, []
    for n in range(int((BEFORE + AFTER) / SAMPLE)):
        t = n * SAMPLE - BEFORE
        moment = force * sin(pi * t / lasts) * hit if 0 < t < lasts else 0.0
        holds = m * GRAVITY * d * sin(lean - angle)
        if angle == 0.0 and moment <= holds:
            out = rim * moment / holds
            load = m * GRAVITY
        else:
            faster = (moment - holds) / inertia
            spin += faster * SAMPLE
            angle = max(0.0, angle + spin * SAMPLE)
            out = rim
            load = m * (GRAVITY - d * (cos(lean - angle) * spin**2 - sin(lean - angle) * faster))
            if angle > slips or strikes:
                load = 0.0
        if not strikes and h * cos(angle) + BASE_H <= 0:
            strikes = t + BEFORE
        rows.append(_shared(max(0.0, load), out * cos(way), out * sin(way)))
    assert strikes or angle < slips, "it stood again"
    return np.array(rows), strikes


def slap(random: Random) -> list[float]:
    """Seconds after the beginning: one hand, in one grab of thirty a second one."""
    blows = [BEFORE + random.uniform(0.1, 0.45)]
    if random.random() < 1 / 30:
        blows.append(blows[0] + random.uniform(0.045, 0.25))
    return blows


def fall(random: Random) -> list[float]:
    """It slips 0.06 to 0.2 s after the lift, 3 to 15 cm over the table, strikes it on an edge and bounces
    with a restitution of 0.25 to 0.55; what is slower than 0.25 m/s is not heard."""
    speed = sqrt(2 * GRAVITY * random.uniform(0.03, 0.15))
    at = BEFORE + 0.03 + random.uniform(0.06, 0.2) + speed / GRAVITY
    blows = []
    while speed > 0.25:
        blows.append(at)
        speed *= random.uniform(0.25, 0.55)
        at += 2 * speed / GRAVITY
    return blows


def happen(random: Random, moved: Moved) -> Movement | None:
    """What the base's core and the host make of it; None: no lift was felt."""
    table, threshold = draw_table(random)
    blows: list[float] = []
    if moved is Moved.KNOCK:
        forces, strikes = knock(random, table)
        blows = [strikes]
    else:
        forces = grab(random, table)
        if moved is not Moved.GRAB:
            blows = slap(random) if moved is Moved.SLAP else fall(random)
    samples = table.read(forces, random)
    for blow in blows:
        first = int(blow / SAMPLE)
        samples[first - first % 5 + 4 : first + 60 : 5] = 500
    return listen(samples, threshold)


def listen(samples: NDArray[np.uint16], threshold: int) -> Movement | None:
    """The base's core, the link and the watch, 20 ms at a time."""
    base, link, watch, now = CoreBase(), BaseLink(0.0), Watch("T1"), 0.0
    told: list[Movement] = []
    link.feed(base.exchange(b"", now), now)
    link.arm(1, now)
    slice_ = 190 // 5 * 5
    for first in range(0, len(samples) - slice_, slice_):
        base.play(samples[first : first + slice_], now, threshold)
        now += slice_ * SAMPLE
        link.poll(now)
        if first * SAMPLE > BEFORE - 0.1 > (first - slice_) * SAMPLE:
            link.ask_status(now)  # the rests, as the driver asks every second
        link.feed(base.exchange(link.take_output(), now), now)
        for record in link.take_records():
            told += watch.feed(record, now)
        told += watch.poll(now)
    return told[0] if told else None


def word_for(movement: Movement | None) -> str:
    """The first word of the verdict when one hand left its pad 400 ms before the lift, another so late that
    it did not take part, and nobody objects. ``nothing``: no lift was felt."""
    if movement is None or movement.lift_us is None:
        return "nothing"
    lift = movement.lift_us
    evidence = {
        **movement.sensors({}, None),
        "claim": "duel",
        "seats": ["a", "b", "c"],
        "entitled": ["a", "b"],
        "reveal": {"first_us": lift - 900_000, "last_us": lift - 899_995, "u_us": 2, "by": "device"},
        "pads": {
            "a": {"rest": True, "release": [lift - 400_000, 15]},
            "b": {"rest": True, "release": [lift - 150_000, 15]},
            "c": {"rest": True},
        },
        "table": {"named": "a", "announced_us": 0, "now_us": 11_000_000},
    }
    return verdict(evidence, default_budget()).split(" ")[0]
