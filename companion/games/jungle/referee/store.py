"""An open case in the journal, so that a referee that was killed asks the same question again.

A comment line of the match file, ``# duel {JSON}`` (``# duel null`` once nothing is open); the last counts.
What follows from the record, the position and what was said is not kept but worked out again.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Final

from companion.games.jungle.referee.case import Case
from companion.games.jungle.referee.claim import claim_of, totem_of
from companion.games.jungle.referee.evidence import Said
from companion.games.jungle.referee.meaning import Meaning, meaning_of, read_verdict
from companion.referee.json_line import damaged, read_row
from companion.referee.totem_record import ToldAt, TotemRecord
from companion.referee.view import CaseStage
from companion.rules.match import AnyMatch, Match

_MARK: Final = "# duel "
_KEYS: Final = frozenset(
    {"at", "number", "sensors", "now_us", "told", "arrived", "length", "begun", "stage", "said", "verdict"}
    | {"applied", "settled"}
)
_SINCE: Final = {"cause": "", "later": []}
"""Keys that earlier lines do not have, and what they mean by that."""


@dataclass(frozen=True, slots=True)
class KeptCase:
    """A case as it was written down ``at`` seconds after the match began."""

    at: float
    row: Mapping[str, Any]


def format_case(case: Case | None, later: Iterable[Case], zero: float, now: float) -> str:
    """The line. ``later``: movements that wait until this case is closed; ``zero``, ``now``: the session's
    clock when the match began, and now."""
    if case is None:
        return _MARK + "null"
    waiting = [_row(one, zero) for one in later]
    row = {"at": round(now - zero, 3), **_row(case, zero), "later": waiting}
    return _MARK + json.dumps(row, sort_keys=True, separators=(",", ":"))


def _row(case: Case, zero: float) -> dict[str, Any]:
    return {
        "number": case.record.number,
        "sensors": case.record.sensors,
        "now_us": case.record.now_us,
        "told": [[moment.entries, moment.us, moment.u_us] for moment in case.record.told],
        "cause": case.record.cause,
        "arrived": round(case.arrived - zero, 6),
        "length": case.length,
        "begun": case.begun,
        "stage": case.stage.value,
        "said": asdict(case.said),
        "verdict": case.told.text if case.told is not None else "",
        "applied": list(case.applied),
        "settled": case.settled,
    }


def read_kept(lines: Iterable[str]) -> KeptCase | None:
    """What was open when the last of these lines was written. ValueError for a line that is damaged."""
    last = ""
    for line in lines:
        last = line if line.startswith(_MARK) else last
    text = last.removeprefix(_MARK)
    if not text or text == "null":
        return None
    row = read_row(text, "an open duel")
    if set(row) - set(_SINCE) != _KEYS:
        raise damaged(text, "an open duel")
    return KeptCase(float(row["at"]), _SINCE | row)


def open_until(line: str) -> int | None:
    """With how many entries of the match the case of such a line is still open; -1 when it is closed, None
    for another line. ValueError for one that is damaged."""
    if not line.startswith(_MARK):
        return None
    kept = read_kept([line])
    length = -1 if kept is None else kept.row["length"]
    if not isinstance(length, int):
        raise damaged(line, "an open duel")
    return length


def restored(kept: KeptCase, match: AnyMatch, zero: float) -> tuple[Case, tuple[Case, ...]]:
    """The case again, and those that wait behind it. ``zero``: the session's clock when the match began.
    ValueError if they are not of this match."""
    return _case(kept.row, match, zero), tuple(_case(row, match, zero) for row in kept.row["later"])


def _case(row: Mapping[str, Any], match: AnyMatch, zero: float) -> Case:
    told = tuple(ToldAt(*moment) for moment in row["told"])
    record = TotemRecord(row["number"], row["sensors"], row["now_us"], told, row["cause"])
    stage, said = CaseStage(row["stage"]), Said(**row["said"])
    case = Case(record, zero + row["arrived"], row["length"], stage, said=said)
    if row["begun"] is None:
        return case
    before = totem_of(_state_after(match, row["begun"]))
    if before is None:
        raise ValueError("this game has no totem")
    told_then = read_verdict(row["verdict"]) if row["verdict"] else None
    applied = tuple(row["applied"])
    meaning = Meaning(applied) if row["settled"] else case.meaning
    if told_then is not None and not row["settled"]:
        meaning = meaning_of(told_then, before)
    return replace(
        case,
        begun=row["begun"],
        claim=claim_of(before),
        before=before,
        told=told_then,
        meaning=meaning,
        applied=applied,
        settled=row["settled"],
    )


def _state_after(match: AnyMatch, entries: int) -> Any:
    """The position when the match had so many entries."""
    earlier: AnyMatch = Match.begin(match.game, match.setup, match.start, match.notes)
    if entries > len(match.entries):
        raise ValueError("a duel after the end of the match")
    for entry in match.entries[:entries]:
        earlier = earlier.add(entry)
    return earlier.state
