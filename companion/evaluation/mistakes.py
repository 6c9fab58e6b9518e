"""The mistakes that people made in a clip, from its truth and the list beside it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.evaluation import tuning
from companion.evaluation.clips import Clip, ClipError
from companion.evaluation.truth import Tried
from companion.locale import N_
from companion.rules.contract import Seat
from companion.rules.match import AnyMatch, EntryKind, Match

MISTAKES = "mistakes.json"
AHEAD = tuning.number("mistakes.ahead")
"""Seconds by which a ruling may come before the truth's time, which is when the hand has left for good. The
next act may be ruled at any time while hands still do what follows from it: the volcano's tile was seen 17.9
s before the last swimmer lay in the sea."""
BEHIND = tuning.number("mistakes.behind")
"""Seconds after which a move that was not understood is entered by touch, if ``LATER`` more moves
followed."""
OTHER_KIND = "illegal"
"""The kind of a mistake whose kind the clip does not tell."""
BUMP = "bump"
"""The kind of a mistake that breaks no rule: the board was pushed."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """One mistake: its kind, when the hand had left, when it was put right, and the clauses that it
    breaks."""

    kind: str
    at: float
    until: float
    clauses: frozenset[str]

    def covers(self, time: float) -> bool:
        return self.at - AHEAD <= time <= self.until + AHEAD


def mistakes_of(clip: Clip) -> tuple[Mistake, ...]:
    """The mistakes in a clip: the illegal acts of its truth, with their kinds from the list beside it; acts
    that only the list tells (in older clips, those that no position can hold); and bumps. Raises
    ClipError."""
    truth = clip.truth
    if truth is None:
        return ()
    listed = _listed(clip.folder / MISTAKES)
    untold = _untold(listed, truth, clip.tried)
    found = [_listed_act(each, truth) for each in untold if each.move]
    found += [Mistake(_kind(listed, act.at), act.at, act.until, act.clauses) for act in clip.tried]
    found += [
        Mistake(each.kind, each.at, each.until, frozenset())
        for each in untold
        if not each.move and each.kind != BUMP
    ]
    found += _undone(truth, listed)
    found += [Mistake(BUMP, each.at, each.at + BEHIND, frozenset()) for each in listed if each.kind == BUMP]
    return tuple(sorted(found, key=lambda mistake: mistake.at))


def _untold(listed: Sequence[_Listed], truth: AnyMatch, tried: Sequence[Tried]) -> list[_Listed]:
    """The listed mistakes that the truth does not tell."""
    told = [entry.at or 0.0 for entry in truth.entries if entry.kind is EntryKind.ANYWAY]
    told += [act.at for act in tried]
    return [each for each in listed if not any(abs(each.at - at) < AHEAD for at in told)]


def _undone(truth: AnyMatch, listed: Sequence[_Listed]) -> Iterator[Mistake]:
    """The illegal acts of the truth, each with its undo."""
    match = Match.begin(truth.game, truth.setup, truth.start)
    acts: list[tuple[float, frozenset[str]]] = []
    for entry in truth.entries:
        at = entry.at or 0.0
        if entry.kind is EntryKind.ANYWAY:
            acts.append((at, _broken(match, entry.seat, entry.text)))
        elif acts and entry.kind is EntryKind.UNDO:
            begun, clauses = acts.pop()
            yield Mistake(_kind(listed, begun), begun, at, clauses)
        match = match.add(entry)


def _kind(listed: Sequence[_Listed], at: float) -> str:
    return next((each.kind for each in listed if abs(each.at - at) < AHEAD), OTHER_KIND)


@dataclass(frozen=True, slots=True)
class _Listed:
    """One entry of the list. ``seat`` and ``move`` are given only for an act that the truth cannot tell."""

    kind: str
    at: float
    until: float
    seat: str
    move: str


def _listed_act(each: _Listed, truth: AnyMatch) -> Mistake:
    match = Match.begin(truth.game, truth.setup, truth.start)
    for entry in truth.entries:
        if (entry.at or 0.0) <= each.at:
            match = match.add(entry)
    return Mistake(each.kind, each.at, each.until, _broken(match, each.seat, each.move))


def _broken(match: AnyMatch, seat: str, move: str) -> frozenset[str]:
    game = match.game
    breaches = game.why_illegal(match.state, Seat(match.setup.seats.index(seat)), game.parse_move(move))
    return frozenset(breach.clause for breach in breaches)


def _listed(path: Path) -> list[_Listed]:
    if not path.exists():
        return []
    try:
        return [
            _Listed(
                str(each["kind"]),
                float(each["at"]),
                float(each.get("until", each["at"])),
                str(each.get("seat", "")),
                str(each.get("move", "")),
            )
            for each in json.loads(path.read_text("utf-8"))
        ]
    except (OSError, ValueError, TypeError, KeyError, AttributeError) as error:
        raise ClipError(
            N_("{file} is not right: {reason}. Correct it and try again."),
            (("file", str(path)), ("reason", str(error))),
        ) from error
