"""How quickly hands set out in a match with a totem, from the moment the card could be seen, by its base."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from companion.games.jungle.referee.evidence import EvidenceError, read_evidence
from companion.games.jungle.referee.report import is_wide
from companion.referee.totem_record import lift_of, read_judged


def reactions_of(lines: Iterable[str]) -> Iterator[tuple[str, float]]:
    """Place and milliseconds, for every hand that set out after a card whose opening was seen. Of a movement
    that was judged several times the last counts; a line that is damaged tells nothing."""
    movements: dict[object, Mapping[str, Any]] = {}
    for line in lines:
        with suppress(ValueError):
            for judged in read_judged([line]):
                movements[judged.number, lift_of(judged.evidence)] = judged.evidence
    for evidence in movements.values():
        yield from _of(evidence)


def _of(written: Mapping[str, Any]) -> Iterator[tuple[str, float]]:
    with suppress(EvidenceError):
        evidence = read_evidence(written)
        reveal = evidence.reveal
        if reveal is None or is_wide(reveal):
            return
        for place, pad in evidence.pads.items():
            if pad.release is not None and pad.release.t >= reveal.first_us and place in evidence.may:
                yield place, (pad.release.t - reveal.first_us) / 1000
