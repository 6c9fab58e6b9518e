"""A whole table in virtual time: hands at the chip's pins, the shipped .elf, the host's link, movements and
verdicts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

from companion.devices.totem import LOOK_EVERY
from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.verdict import verdict
from hardware.link import BaseLink
from hardware.movement import Movement, Reveal, Watch
from hardware.records import Armed
from tests.firmware.chip import HZ, MS, Chip
from tests.firmware.hands import REST_MV, Kind, Scene, play

LOOK = round(LOOK_EVERY * HZ)
"""Cycles between two looks for the end of a window."""


@dataclass(frozen=True)
class Heard:
    """A grab as it was, as the base told it, and the verdict."""

    scene: Scene
    movement: Movement
    reveal: Reveal
    evidence: Mapping[str, Any]
    text: str

    @property
    def line(self) -> str:
        """Of the verdict."""
        return self.text.split("\n")[0]


class VirtualTable:
    """Seats at a base; host time is the chip's cycle divided by its rate, so errors of the clock are those
    of the link."""

    def __init__(self, folder: Path, seats: Sequence[str], seed: int, wakes_ms: int = 20) -> None:
        self._wakes, self._look_at = wakes_ms * MS, 0
        self.random = Random(seed)
        self.seats = list(seats)
        self.pads = {seat: n for n, seat in enumerate(self.random.sample(self.seats, len(self.seats)))}
        self.chip = Chip(folder)
        self.link = BaseLink(0.0)
        self.watch = Watch("T1")
        self.movements: list[Movement] = []
        self.told_at: list[float] = []
        self.armed: list[Armed] = []
        self._token = 0
        self.chip.loads(1000, [REST_MV] * 4)
        for pad in self.pads.values():
            # before the firmware runs the simulator would be slow for ever
            self.chip.at(50 * MS, f"pad {pad} 1")
        self.run_to(1500 * MS)  # the load settles, the clock is learned
        assert self.link.ready is not None

    def now(self) -> float:
        """The host's clock, seconds."""
        return self.chip.now / HZ

    def run_to(self, cycle: int) -> None:
        """Let time pass. The host wakes every ``wakes_ms``; what comes in between bears the time at which it
        came."""
        while self.chip.now < cycle:
            self.link.poll(self.now())
            output = self.link.take_output()
            if output:
                self.chip.receive(self.chip.now, output)
            for sent in self.chip.run(self.chip.now + self._wakes):
                self.link.feed(sent.data, sent.cycle / HZ)
            for record in self.link.take_records():
                if isinstance(record, Armed):
                    self.armed.append(record)
                self.movements += self.watch.feed(record, self.now())
            if self.chip.now >= self._look_at:
                self._look_at = self.chip.now + LOOK
                self.movements += self.watch.poll(self.now())
            self.told_at += [self.now()] * (len(self.movements) - len(self.told_at))

    def arm(self) -> None:
        """A card is about to be opened."""
        self._token += 1
        self.link.arm(self._token, self.now())
        self.run_to(self.chip.now + 40 * MS)
        assert self.armed[-1].token == self._token

    def grab(self, kind: Kind, hands: Sequence[str], claim: str = "duel") -> Heard:
        """Two hands of these go for it; what the referee makes of it, before anybody at the table says a
        word."""
        self.arm()
        start = self.chip.now + 750 * MS
        scene = play(self.chip, self.random, kind, hands, self.pads, start)
        seen = len(self.movements)
        self.run_to(scene.end)
        assert len(self.movements) == seen + 1, f"{scene}: {self.movements[seen:]}"
        movement = self.movements[-1]
        self.link.journaled(movement.boot, movement.event)
        self.link.disarm(self.now())
        tick, bound = self.link.clock.tick_at(scene.reveal / HZ)
        at = round(tick / 16)
        reveal = Reveal(at, at + 5, bound * 1e6, "device")
        entitled = sorted(hands) if claim == "duel" else []
        evidence = {
            **movement.sensors(self.pads, reveal),
            "claim": claim,
            "seats": self.seats,
            **({"entitled": entitled} if entitled else {}),
        }
        return Heard(scene, movement, reveal, evidence, verdict(evidence, default_budget()))

    def close(self) -> None:
        """End the simulation."""
        self.chip.close()


def after_silence(heard: Heard) -> str:
    """The verdict's first line when nobody has objected for ten seconds."""
    words = heard.line.split()
    if words[0] != "provisional":
        return heard.line
    table = {"named": words[1], "announced_us": 0, "now_us": 11_000_000}
    return verdict({**heard.evidence, "table": table}, default_budget()).split("\n")[0]


def outcome(heard: Heard) -> str:
    """How the verdict after silence compares with what really happened."""
    return against_the_truth(heard.scene, after_silence(heard))


def against_the_truth(scene: Scene, line: str) -> str:
    """``right``, ``wrong`` or ``abstains``: a verdict's first line against what really happened."""
    words = line.split()
    first, kind = scene.first, scene.kind
    early = next(iter(scene.released))
    match words[0]:
        case "decided" | "provisional":
            fair = kind in (Kind.CLEAR, Kind.CONTESTED, Kind.SIMULTANEOUS, Kind.TWO_HANDS)
            return "right" if fair and words[1] == first else "wrong"
        case "false-start":
            return "right" if kind is Kind.EARLY and words[1:] == [early] else "wrong"
        case "not-set":
            return "right" if kind is Kind.HOVERING and words[1:] == [early] else "wrong"
        case "knocked":
            return "right" if kind is Kind.KNOCKED and words[1] in (first, "?") else "wrong"
        case "dropped":
            return "right" if kind is Kind.DROPPED and words[1] == first else "wrong"
        case "void" | "ask" | "too-close" | "two-hands":
            return (
                "right"
                if words[0] == "too-close" and kind in (Kind.SIMULTANEOUS, Kind.TWO_HANDS)
                else "abstains"
            )
    raise AssertionError(words)
