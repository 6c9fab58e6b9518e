"""Worked examples: TOML files that show people a rule and make the program prove it.

``run_example`` plays the steps of one file on a running match and returns everything that came out
differently. The format is described in ``tests/rules/README.md``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

from companion.rules.contract import (
    Chance,
    Decide,
    Effect,
    IllegalMoveError,
    NotationError,
    Over,
    Pending,
    RulesError,
    Seat,
)
from companion.rules.evidence import Judge, check_evidence, evidence_differences
from companion.rules.fields import FieldError, Rule, read
from companion.rules.files import read_text, why_unreadable
from companion.rules.match import AnyMatch, Entry, EntryKind, Match
from companion.rules.registry import AnyGame, find_game, games
from companion.rules.text import strip_comment
from companion.rules.toml import read_toml


def _are_seats(value: object) -> bool:
    """Their number, or their names."""
    return type(value) is int or (isinstance(value, list) and all(isinstance(name, str) for name in value))


def _is_option(value: object) -> bool:
    return isinstance(value, bool | int | str)


_Seats = Annotated[Any, Rule("has to be their number, or a list of their names", _are_seats)]
_Option = Annotated[Any, Rule("has to be true, false, a whole number or a word", _is_option)]


@dataclass(frozen=True, slots=True)
class _Example:
    """A file with steps."""

    game: str
    seats: _Seats
    step: Annotated[tuple[Any, ...], Rule("has to be one [[step]] or more", len)]
    title: str = ""
    options: Mapping[str, _Option] | None = None
    position: str = ""
    clauses: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class _Step:
    """A ``[[step]]`` of it."""

    seat: str = ""
    move: str = ""
    outcome: str = ""
    breaks: tuple[str, ...] = ()
    then: str = ""
    pending: str = ""
    scores: Mapping[str, str] | None = None
    list: str = ""
    equals: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Failure:
    """What a step (from 1; None: the file as a whole) should have given and what it gave."""

    step: int | None
    expected: str
    found: str

    def __str__(self) -> str:
        where = "file" if self.step is None else f"step {self.step}"
        return f"{where}: expected {self.expected}; found {self.found}"


@dataclass(frozen=True, slots=True)
class Trial:
    """What happened in one step: the match after it, the clauses cited when it was refused, its effects."""

    match: AnyMatch
    cited: tuple[str, ...] = ()
    effects: tuple[Effect, ...] = ()


class ExampleError(RulesError):
    """A file that is no worked example; the message, without the file, says what is wrong with it."""


def run_example(path: Path, judge: Judge | None = None) -> tuple[Failure, ...]:
    """Everything in which the rules differ from the example; empty when it passes. ``judge``: for evidence.

    Raises ExampleError for a file that is none.
    """
    data = read_example(path)
    if "evidence" in data:
        if judge is None:
            return (Failure(None, "an example with steps", "evidence, and nobody to judge it"),)
        differences = evidence_differences(data, judge)
        unknown = _unknown_clauses(games().values(), data)
        return (*unknown, *(Failure(None, *difference) for difference in differences))
    match = begin_example(data)
    failures = list(_unknown_clauses([match.game], data))
    for number, step in enumerate(data["step"], 1):
        trial, found = run_step(match, step)
        failures += (Failure(number, *difference) for difference in found)
        match = trial.match
    return tuple(failures)


def read_example(path: Path) -> dict[str, Any]:
    """The checked content of a file. Raises ExampleError."""
    try:
        data = read_toml(read_text(path))
    except (OSError, UnicodeDecodeError) as error:
        raise ExampleError(f"cannot be read as a worked example: {why_unreadable(error)}") from error
    except NotationError as error:
        raise ExampleError(f"cannot be read as a worked example: {error}") from error
    return check_example(data)


def check_example(data: dict[str, Any]) -> dict[str, Any]:
    """What was read, if it is a worked example. Raises ExampleError."""
    try:
        if "evidence" in data:
            check_evidence(data)
        else:
            _check(data)
    except FieldError as error:
        raise ExampleError(f"is not a worked example: {error}") from error
    return data


def _check(data: Mapping[str, Any]) -> None:
    read(_Example, data)
    for number, step in enumerate(data["step"], 1):
        read(_Step, step, f"step {number}")
        if fault := _step_fault(step):
            raise FieldError(f"step {number}", fault)


def _step_fault(step: Mapping[str, Any]) -> str:
    if ("list" in step) != ("equals" in step) or (("move" in step or "list" in step) and "seat" not in step):
        return "needs seat with move, and seat with list and equals"
    if "move" in step and "outcome" in step:
        return "has a move and an outcome: make two steps of it"
    if "breaks" in step and not ("move" in step or "outcome" in step):
        return "says what is broken but not by which move or outcome"
    return ""


def begin_example(data: Mapping[str, Any]) -> AnyMatch:
    """The match of an example before its first step. Raises RulesError."""
    game = find_game(data["game"])
    setup = game.setup(data["seats"], data.get("options", {}))
    start = game.parse_position(data["position"].lstrip("\n")) if "position" in data else None
    return Match.begin(game, setup, start)


def run_step(match: AnyMatch, step: Mapping[str, Any]) -> tuple[Trial, list[tuple[str, str]]]:
    """One step: what happened, and the differences as (expected, found)."""
    trial, differences = _act(match, step)
    after = trial.match
    if "then" in step:
        differences += _lines_that_differ(after, step["then"])
    if "pending" in step:
        said = format_pending(after, after.game.pending(after.state))
        differences += [] if said == step["pending"] else [(f"pending {step['pending']}", said)]
    for seat, value in step.get("scores", {}).items():
        total = _points(after, _seat(after, seat))
        differences += [] if total == value else [(f"{seat} has {value} points", total)]
    if "list" in step:
        differences += _list_that_differs(after, step)
    return trial, differences


def _act(match: AnyMatch, step: Mapping[str, Any]) -> tuple[Trial, list[tuple[str, str]]]:
    if "move" in step:
        entry = Entry(EntryKind.MOVE, seat=step["seat"], text=step["move"])
    elif "outcome" in step:
        entry = Entry(EntryKind.CHANCE, text=step["outcome"])
    else:
        return Trial(match), []
    what = f"{entry.seat} {entry.text}".strip()
    wanted = step.get("breaks", [])
    try:
        after = match.add(entry)
    except IllegalMoveError as error:
        cited = tuple(breach.clause for breach in error.breaches)
        missing = [clause for clause in wanted if clause not in cited]
        right = wanted and not missing
        expected = f"{what!r} refused by {', '.join(wanted)}" if wanted else f"{what!r} accepted"
        return Trial(match, cited), [] if right else [(expected, f"refused by {', '.join(cited)}")]
    except RulesError as error:
        return Trial(match), [(f"{what!r} understood", str(error))]
    trial = Trial(after, effects=after.line[-1].effects)
    return trial, [(f"{what!r} refused by {', '.join(wanted)}", "accepted")] if wanted else []


def _points(match: AnyMatch, seat: Seat) -> str:
    """The points of a seat as examples write them: ``7``, ``7.5``."""
    total = sum((line.points for line in match.game.score(match.state, seat)), Fraction(0))
    return str(total) if total.denominator == 1 else str(float(total))


def _seat(match: AnyMatch, name: str) -> Seat:
    if name not in match.setup.seats:
        raise ExampleError(f"nobody sits at {name!r}")
    return Seat(match.setup.seats.index(name))


def _lines_that_differ(match: AnyMatch, then: str) -> Iterator[tuple[str, str]]:
    have = match.game.format_position(match.state).splitlines()
    for line in map(strip_comment, then.splitlines()):
        absent = line.startswith("!")
        fact = line.removeprefix("!").strip()
        if fact and (fact in have) == absent:
            near = [one for one in have if one.split()[:-1] == fact.split()[:-1]] or ["no such line"]
            yield (f"no line {fact!r}" if absent else f"the line {fact!r}", "; ".join(near))


def _list_that_differs(match: AnyMatch, step: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    game: AnyGame = match.game
    texts = map(game.format_move, game.legal_moves(match.state, _seat(match, step["seat"])))
    have = sorted(text for text in texts if text.startswith(step["list"]))
    if have != sorted(step["equals"]):
        yield f"moves {', '.join(sorted(step['equals']))}", ", ".join(have) or "none"


def format_pending(match: AnyMatch, pending: Pending) -> str:
    """``decide SEAT...``, ``chance SOURCE`` or ``over SEAT...`` (the winners)."""
    match pending:
        case Chance(source):
            return f"chance {source}"
        case Decide(seats):
            who = seats
            word = "decide"
        case Over(placing):
            who = placing[0]
            word = "over"
    return " ".join([word, *(match.setup.seats[seat] for seat in who)])


def _unknown_clauses(known_games: Iterable[AnyGame], data: Mapping[str, Any]) -> Iterator[Failure]:
    known = {clause.id for game in known_games for clause in game.clauses}
    for clause in data.get("clauses", []):
        if clause not in known:
            yield Failure(None, "clauses of the game", f"{clause!r}")
