"""What a totem base tells of one movement, and how it is kept: evidence, verdict and budget in a comment line
of the match file. So any old grab can be judged again, and the game replays without it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from companion.referee.json_line import damaged, read_row

Written = Mapping[str, Any]
"""Evidence in its written form (JSON values)."""

_MARK: Final = "# grab "
_KINDS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "int": int,
    "float": (int, float),
    "str": str,
    "Written": dict,
}
"""What a line may hold for a field, by the field's type."""


@dataclass(frozen=True, slots=True)
class ToldAt:
    """So many entries of the match had been told when the base's clock showed ``us``, give or take
    ``u_us``."""

    entries: int
    us: int
    u_us: float


@dataclass(frozen=True, slots=True)
class HostClock:
    """How the base's clock stands against the clock of pictures. At ``time`` (s) of that clock the base's
    showed ``us``, give or take ``bound_us``; ``tolerance``: the share by which its rate may be off."""

    time: float
    us: int
    bound_us: float
    tolerance: float = 0.0

    def earliest_us(self, seconds: float) -> int:
        """The least that the base's clock may have shown at a moment of the other clock, ``bound_us``
        aside."""
        return self.us + round(1e6 * (seconds - self.time - self.tolerance * abs(seconds - self.time)))

    def seconds(self, us: int) -> float:
        """The moment of the other clock at which the base's clock showed this, as far as is known."""
        return self.time + (us - self.us) / 1e6

    def about_us(self, seconds: float) -> int:
        """What the base's clock showed at a moment of the other clock, as far as is known."""
        return self.us + round(1e6 * (seconds - self.time))

    def latest_us(self, seconds: float) -> int:
        """The most that the base's clock may have shown at a moment of the other clock, ``bound_us``
        aside."""
        return self.us + round(1e6 * (seconds - self.time + self.tolerance * abs(seconds - self.time)))


@dataclass(frozen=True, slots=True)
class TotemRecord:
    """One movement of the totem. ``number``: counted by the base from 1.

    ``sensors``: the keys ``tier``, ``reveal``, ``pads``, ``base``, ``camera``, ``touch`` and ``health`` of
    evidence, as far as they are known; all times in microseconds of the base's clock. ``now_us``: that clock
    when the record was told. ``told``: when the last entries before the lift were told, in order. It is given
    for a base that sees no cards; then ``pads`` holds only hands that lay on their pads at some moment after
    the last of these entries. ``host``: given if the base's clock is known against that of pictures.
    ``hands``: given with ``host``, the ``pads`` of every hand as they were at the lift; there ``rest`` says
    whether the hand lay on its pad then. ``cause``: why the base was lost, or why it could not tell
    everything (a ``hardware.records.Why``), or ""."""

    number: int
    sensors: Written
    now_us: int
    told: tuple[ToldAt, ...] = ()
    cause: str = ""
    host: HostClock | None = None
    hands: Written = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Judged:
    """A line of the journal. ``verdict``: its text; ``budget``: fingerprint of the error budget used;
    ``cause``: as in :class:`TotemRecord`."""

    number: int
    at: float
    evidence: Written
    verdict: str
    budget: str
    cause: str = ""


def lift_of(sensors: Written) -> int | None:
    """When the totem was lifted, on the base's clock. No two movements share it."""
    lift = sensors.get("base", {}).get("lift")
    return None if lift is None else int(lift[0])


def format_judged(judged: Judged) -> str:
    """The line: plain ASCII, keys in order. ``at`` is in seconds since the match began."""
    row = {
        "number": judged.number,
        "at": judged.at,
        "budget": judged.budget,
        "evidence": judged.evidence,
        "verdict": judged.verdict,
        "cause": judged.cause,
    }
    return _MARK + json.dumps(row, sort_keys=True, separators=(",", ":"))


def read_judged(lines: Iterable[str]) -> Iterator[Judged]:
    """The judgements among the lines of a journal or match file. Raises ValueError for a damaged line."""
    for line in lines:
        if line.startswith(_MARK):
            yield _read(line)


def _read(line: str) -> Judged:
    text = line.removeprefix(_MARK)
    row = {"cause": "", **read_row(text, "a grab")}  # earlier lines have no cause
    kinds = {one.name: _KINDS[str(one.type)] for one in fields(Judged)}
    if set(row) != set(kinds) or not all(isinstance(row[name], kind) for name, kind in kinds.items()):
        raise damaged(text, "a grab")
    return Judged(**row)
