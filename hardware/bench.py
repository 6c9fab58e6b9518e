"""What a base makes of known gaps that a second Arduino plays (``firmware/bench``), and the certificate of
it.

Pure. A certificate belongs to one board and one firmware; it replaces the design values of
:mod:`hardware.movement`.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from hardware import tuning
from hardware.ports import N_, HardwareError
from hardware.protocol import TICK_HZ, Channel, Edge
from hardware.records import Edged

GAPS_US: Final = (20, 50, 100, 200, 500, 1000, 2000, 5000, 10000, 20000, 40000, 3000)
"""Of a round, as in ``firmware/bench/bench.c``."""
PAUSE_US: Final = 850_000
"""From one release of pad 0 to the next it takes 0.7 s and a gap; the longer one, 1 s, begins a round."""
LEAST_ROUNDS: Final = tuning.whole("bench.least_rounds")
RATE: Final = tuning.number("bench.rate")
"""Share by which the resonators of two boards may differ. The rate is fitted within it."""


_FEW = N_("Only {gaps} of {needed} gaps were recognised; check the wires of the bench and that it has power.")
_CLOCKS = N_("The two clocks differ by {percent} %: one board does not run at 16 MHz.")
_NO_CERTIFICATE = N_("This is no bench certificate ({reason}); run companion bench-base again.")
_BAD_VALUE = N_("This bench certificate has a value that cannot be; run companion bench-base again.")


class BenchError(HardwareError):
    """This is no bench run or no certificate."""


@dataclass(frozen=True, slots=True)
class BenchGap:
    """One gap: as it was played and as the base measured it, microseconds. ``lift_us``: lift after pad 1."""

    played_us: int
    measured_us: float
    lift_us: float


@dataclass(frozen=True, slots=True)
class Certificate:
    """Of one board with one firmware. ``pad_u_us``: standard uncertainty of one pad edge; ``lift_u_us``: of
    a lift against a pad edge; ``worst_us``: largest error of a gap; ``rate``: the bench's clock against the
    base's."""

    board: int
    firmware: int
    gaps: int
    rate: float
    pad_u_us: float
    lift_u_us: float
    worst_us: float

    def text(self) -> str:
        """The file: TOML."""
        return (
            "# Written by companion bench-base: gaps played by a second board, measured by this base.\n"
            f"board     = {self.board}\n"
            f"firmware  = 0x{self.firmware:08x}\n"
            f"gaps      = {self.gaps}\n"
            f"rate      = {self.rate:.6f}\npad_u_us  = {self.pad_u_us:.2f}\n"
            f"lift_u_us = {self.lift_u_us:.2f}\nworst_us  = {self.worst_us:.2f}\n"
        )


def read_certificate(row: Mapping[str, Any]) -> Certificate:
    """The values of a certificate's file. Raises BenchError."""
    try:
        certificate = Certificate(
            board=int(row["board"]),
            firmware=int(row["firmware"]),
            gaps=int(row["gaps"]),
            rate=float(row["rate"]),
            pad_u_us=float(row["pad_u_us"]),
            lift_u_us=float(row["lift_u_us"]),
            worst_us=float(row["worst_us"]),
        )
    except (KeyError, TypeError, ValueError, OverflowError) as error:
        raise BenchError(_NO_CERTIFICATE, (("reason", str(error)),)) from error
    parts = (certificate.rate, certificate.pad_u_us, certificate.lift_u_us, certificate.worst_us)
    if not all(math.isfinite(value) and value >= 0 for value in parts):
        raise BenchError(_BAD_VALUE)
    return certificate


def gaps_of(edges: list[Edged], tick_hz: int = TICK_HZ) -> list[BenchGap]:
    """The gaps of whole rounds in a run. Edges of other channels do not matter."""
    offs = [e for e in edges if e.edge is Edge.OFF and e.channel in (Channel.PAD, Channel.LIFT)]
    us = 1e6 / tick_hz
    first = [e.tick * us for e in offs if e.channel is Channel.PAD and e.index == 0]
    second = [e.tick * us for e in offs if e.channel is Channel.PAD and e.index == 1]
    lifts = [e.tick * us for e in offs if e.channel is Channel.LIFT]
    found, place = [], None
    for n, at in enumerate(first):
        begins = n > 0 and at - first[n - 1] >= PAUSE_US
        place = 0 if begins else (None if place is None else place + 1)
        if place is None or place >= len(GAPS_US):
            place = None
            continue
        then = next((t for t in second if at < t < at + 60_000), None)
        lift = next((t for t in lifts if then is not None and abs(t - then) < 20_000), None)
        if then is not None and lift is not None:
            found.append(BenchGap(GAPS_US[place], then - at, lift - then))
    return found


def certify(gaps: list[BenchGap], board: int, firmware: int) -> Certificate:
    """What the gaps say. The bench's clock is fitted from the long gaps; errors are what is left. Raises
    BenchError for too few gaps, or clocks that differ more than two resonators can."""
    if len(gaps) < LEAST_ROUNDS * len(GAPS_US):
        needed = LEAST_ROUNDS * len(GAPS_US)
        raise BenchError(_FEW, (("gaps", str(len(gaps))), ("needed", str(needed))))
    long = [gap for gap in gaps if gap.played_us >= 10_000]
    rate = sum(gap.measured_us for gap in long) / sum(gap.played_us for gap in long)
    if abs(rate - 1) > RATE:
        raise BenchError(_CLOCKS, (("percent", f"{100 * (rate - 1):.1f}"),))
    errors = [gap.measured_us - rate * gap.played_us for gap in gaps]
    lifts = [gap.lift_us for gap in gaps]
    middle = sum(lifts) / len(lifts)
    return Certificate(
        board=board,
        firmware=firmware,
        gaps=len(gaps),
        rate=rate,
        pad_u_us=_rms(errors) / math.sqrt(2),  # two edges make a gap
        lift_u_us=_rms([lift - middle for lift in lifts]),
        worst_us=max(map(abs, errors)),
    )


def _rms(errors: list[float]) -> float:
    return math.sqrt(sum(error * error for error in errors) / len(errors))
