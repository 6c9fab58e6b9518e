"""What a totem base hands over about one movement, and how it is kept: evidence, verdict and budget as a
comment line of the match file, so that any old grab can be judged again and the game replays without it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, Final

from companion.referee.json_line import damaged, read_row

Written = Mapping[str, Any]
"""Evidence as it is written down (JSON values)."""

_MARK: Final = "# grab "
_KINDS: Final[Mapping[str, type | tuple[type, ...]]] = {
    "int": int,
    "float": (int, float),
    "str": str,
    "Written": dict,
}
"""What the fields of a line hold."""


@dataclass(frozen=True, slots=True)
class ToldAt:
    """At ``us`` of the base's clock, give or take ``u_us``, so many entries of the match had been told."""

    entries: int
    us: int
    u_us: float


@dataclass(frozen=True, slots=True)
class HostClock:
    """The base's clock against that on which pictures are timed. At ``time`` (s) of the other one it showed
    ``us``, give or take ``bound_us``; ``tolerance``: share by which its rate may be off."""

    time: float
    us: int
    bound_us: float
    tolerance: float = 0.0

    def earliest_us(self, seconds: float) -> int:
        """The least that the base's clock showed at a moment of the other one, but for ``bound_us``."""
        return self.us + round(1e6 * (seconds - self.time - self.tolerance * abs(seconds - self.time)))

    def seconds(self, us: int) -> float:
        """The moment of the other clock at which the base's showed this, as far as is known."""
        return self.time + (us - self.us) / 1e6

    def about_us(self, seconds: float) -> int:
        """What it showed at a moment of the other clock, as far as is known."""
        return self.us + round(1e6 * (seconds - self.time))

    def latest_us(self, seconds: float) -> int:
        """The most that it showed then, but for ``bound_us``."""
        return self.us + round(1e6 * (seconds - self.time + self.tolerance * abs(seconds - self.time)))


@dataclass(frozen=True, slots=True)
class TotemRecord:
    """One movement of the totem. ``number``: counted by the base from 1.

    ``sensors``: the keys ``tier``, ``reveal``, ``pads``, ``base``, ``camera``, ``touch`` and ``health`` of
    evidence, as far as they are known; all times in microseconds on the base's clock. ``now_us``: that clock
    when the record was handed over. ``told``: when the last entries before the lift were told, in order,
    from a base that sees no cards; then ``pads`` holds only hands that lay there since the last of them.
    ``host``: of a base whose clock is known against that of pictures. ``hands``: then ``pads`` as they were
    at the lift, of every hand; ``rest``: it lay there then.
    ``cause``: why the base was lost, or why it could not tell all (a ``hardware.records.Why``), or "".
    """

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
    """When the totem was lifted, on the base's clock; it tells one movement from another."""
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
    """The judgements among the lines of a journal or match file. ValueError for one that is damaged."""
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
