"""A match is its log: a start, entries, and the position that folding them gives.

Undo and "played anyway" are entries too, so nothing is ever lost. A match file (``.match``) is the
head, an optional start position, a blank line, and one entry a line.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Generic, TypeVar

from companion.rules.contract import (
    Effect,
    Game,
    IllegalMoveError,
    NotationError,
    OptionValue,
    RulesError,
    Seat,
    Setup,
    Step,
    apply,
    resolve,
)
from companion.rules.log import Log
from companion.rules.record import replace
from companion.rules.registry import AnyGame, find_game
from companion.rules.text import Fact, check_characters, read_facts, read_number, strip_comment, verb_of

S = TypeVar("S")
M = TypeVar("M")
X = TypeVar("X")

FORMAT = "1"
NOTE_KEYS = ("seal", "salt", "seed")
"""Extra head lines: what an electronic deck or die publishes before and after the match."""

_TIME = re.compile(r"@((?:0|[1-9][0-9]{0,8})(?:\.[0-9]{1,3})?)", re.ASCII)


class EntryKind(StrEnum):
    """What an entry of the log is."""

    MOVE = "move"
    CHANCE = "chance"
    UNDO = "undo"
    ANYWAY = "anyway"


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing that happened. ``seat`` and ``text`` (a move, or an outcome without a seat) as the game
    writes them; ``count``: how many standing entries an undo takes back; ``at``: seconds since the match
    began, kept to the millisecond, None when unknown. Raises RulesError for a time that is none."""

    kind: EntryKind
    seat: str = ""
    text: str = ""
    count: int = 0
    at: float | None = None

    def __post_init__(self) -> None:
        if self.at is not None:
            if not (math.isfinite(self.at) and 0 <= self.at < 1e9):
                raise RulesError(f"the time of an entry must be seconds from 0 to 10^9, not {self.at}")
            object.__setattr__(self, "at", round(self.at, 3) + 0.0)

    @property
    def verb(self) -> str:
        """The first word of a move or outcome."""
        return verb_of(self.text)


def format_entry(entry: Entry) -> str:
    """The one-line form: ``[@SECONDS] SEAT MOVE | * OUTCOME | undo N | anyway SEAT MOVE``."""
    time = "" if entry.at is None else "@" + f"{entry.at:.3f}".rstrip("0").rstrip(".") + " "
    match entry.kind:
        case EntryKind.UNDO:
            return f"{time}undo {entry.count}"
        case EntryKind.CHANCE:
            return f"{time}* {entry.text}"
        case EntryKind.ANYWAY:
            return f"{time}anyway {entry.seat} {entry.text}"
        case EntryKind.MOVE:
            return f"{time}{entry.seat} {entry.text}"


def parse_entry(line: str) -> Entry:
    """The entry of one line. Raises NotationError; whether the entry makes sense only a match can tell."""
    check_characters(line)
    rest, at = line, None
    if line.startswith("@"):
        stamp, _, rest = line.partition(" ")
        found = _TIME.fullmatch(stamp)
        if not found:
            raise NotationError(f"a time is written as @12 or @12.345 (seconds), not {stamp!r}")
        at = float(found[1])
    word, _, tail = rest.partition(" ")
    if word == "undo":
        count = read_number(tail, "the number of entries to take back")
        return Entry(EntryKind.UNDO, count=count, at=at)
    kind = {"*": EntryKind.CHANCE, "anyway": EntryKind.ANYWAY}.get(word, EntryKind.MOVE)
    seat = word if kind is EntryKind.MOVE else ""
    if kind is EntryKind.ANYWAY:
        seat, _, tail = tail.partition(" ")
    if not tail or tail != tail.strip() or not (seat or kind is EntryKind.CHANCE):
        raise NotationError(f"{line!r} is not an entry such as 'south step d3', '* open b1' or 'undo 1'")
    return Entry(kind, seat=seat, text=tail, at=at)


@dataclass(frozen=True, slots=True)
class PlayedEntry(Generic[S]):
    """An entry that still stands and what it led to. ``number``: its place in ``Match.entries``, from 1."""

    number: int
    entry: Entry
    state: S
    effects: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Match(Generic[S, M, X]):
    """A game from its start on. ``entries``: everything that was logged; ``line``: what still stands."""

    game: Game[S, M, X]
    setup: Setup
    start: S
    notes: tuple[tuple[str, str], ...] = ()
    entries: Log[Entry] = field(default_factory=Log)
    line: Log[PlayedEntry[S]] = field(default_factory=Log)

    @staticmethod
    def begin(
        game: Game[S, M, X],
        setup: Setup,
        start: S | None = None,
        notes: tuple[tuple[str, str], ...] = (),
    ) -> Match[S, M, X]:
        """A match without entries, from the set-up position or a possible one given.

        Raises RulesError for an impossible position, one of another set-up, or an unknown note.
        """
        for key, value in notes:
            _check_note(key, value)
        if start is None:
            return Match(game, setup, game.initial(setup), notes)
        if game.setup_of(start) != setup:
            raise RulesError("the position is of other seats or options than the match")
        faults = game.faults(start)
        if faults:
            raise RulesError(f"the position is not possible: {'; '.join(faults)}")
        return Match(game, setup, start, notes)

    @property
    def state(self) -> S:
        """The position after everything that stands."""
        return self.line[-1].state if self.line else self.start

    def add(self, entry: Entry) -> Match[S, M, X]:
        """The match with one entry more. Raises RulesError; then nothing has changed."""
        if entry.kind is EntryKind.UNDO:
            if not 1 <= entry.count <= len(self.line):
                raise RulesError(f"{entry.count} entries cannot be taken back; {len(self.line)} stand")
            return replace(self, entries=self.entries.plus(entry), line=self.line.without(entry.count))
        step = self._step(entry)
        played = PlayedEntry(len(self.entries) + 1, entry, step.state, step.effects)
        return replace(self, entries=self.entries.plus(entry), line=self.line.plus(played))

    def _step(self, entry: Entry) -> Step[S]:
        if entry.kind is EntryKind.CHANCE:
            return resolve(self.game, self.state, self.game.parse_outcome(entry.text))
        if entry.seat not in self.setup.seats:
            raise RulesError(f"nobody sits at {entry.seat!r}; the seats are {', '.join(self.setup.seats)}")
        seat = Seat(self.setup.seats.index(entry.seat))
        move = self.game.parse_move(entry.text)
        if entry.kind is EntryKind.MOVE:
            return apply(self.game, self.state, seat, move)
        if not self.game.why_illegal(self.state, seat, move):
            raise RulesError(f"{entry.seat} {entry.text!r} is allowed here: enter it as a move")
        return self.game.after_anyway(self.state, seat, move)


AnyMatch = Match[Any, Any, Any]
"""A match of whichever game."""


def format_match(match: Match[S, M, X]) -> str:
    """The match file."""
    game = match.game
    head = [
        f"match {FORMAT}",
        f"game {game.id}",
        f"rules {game.rules_version}",
        f"edition {game.edition}",
        f"seats {' '.join(match.setup.seats)}",
        *(f"option {key} {_format_option(value)}" for key, value in match.setup.options),
        *(f"{key} {value}" for key, value in match.notes),
    ]
    if match.start != game.initial(match.setup):
        head += ["position", game.format_position(match.start).rstrip("\n"), "end position"]
    return "\n".join([*head, "", *map(format_entry, match.entries)]) + "\n"


def parse_match(text: str, game: AnyGame | None = None) -> Match[object, object, object]:
    """Replay a match file, with ``game`` (for a corrected edition) or the registered game it names.

    Raises NotationError with the line for text that is no match file, and RulesError naming the line
    for a match that this game cannot have had.
    """
    steps = replay_match(text, game)
    match = next(steps)
    for step in steps:
        match = step
    return match


def replay_match(text: str, game: AnyGame | None = None) -> Iterator[Match[object, object, object]]:
    """The match without entries, then after each entry of the file. Raises as :func:`parse_match` does,
    when the line is reached."""
    lines = text.split("\n")
    head, position = _split_position(lines[: _end_of_head(lines)])
    match = _read_head(head, position, game)
    yield match
    for number, said in entry_lines(text):
        try:
            match = match.add(parse_entry(said))
        except NotationError as error:
            raise NotationError(error.reason, number) from error
        except IllegalMoveError as error:
            raise IllegalMoveError(f"line {number}: {error.what}", error.breaches) from error
        except RulesError as error:
            raise RulesError(f"line {number}: {error}") from error
        yield match


def read_head(text: str, game: AnyGame | None = None) -> Setup:
    """Seats and options of a match file. Raises as :func:`parse_match` does for its head."""
    lines = text.split("\n")
    head, position = _split_position(lines[: _end_of_head(lines)])
    return _read_head(head, position, game).setup


def entry_lines(text: str) -> Iterator[tuple[int, str]]:
    """Number (from 1) and text of each line of a match file that holds an entry, without comments."""
    lines = text.split("\n")
    head_end = _end_of_head(lines)
    for number, line in enumerate(lines[head_end:], head_end + 1):
        said = strip_comment(line)
        if said:
            yield number, said


def _end_of_head(lines: list[str]) -> int:
    """The index of the blank line after the head (comments may stand above it)."""
    inside = begun = False
    for i, line in enumerate(lines):
        said = strip_comment(line)
        inside = said == "position" or (inside and said != "end position")
        begun = begun or bool(said)
        if begun and not line.strip() and not inside:
            return i
    return len(lines)


def _split_position(lines: list[str]) -> tuple[list[str], tuple[int, str] | None]:
    """Head lines (those of the position blanked out, so that numbers stay) and (lines above it, its text)."""
    said = [strip_comment(line) for line in lines]
    if "position" not in said:
        return said, None
    first = said.index("position")
    if "end position" not in said[first:]:
        raise NotationError("the position has no line 'end position'", first + 1)
    last = said.index("end position", first)
    head = said[:first] + [""] * (last - first + 1) + said[last + 1 :]
    return head, (first + 1, "\n".join(lines[first + 1 : last]))


def _read_head(
    lines: list[str], position: tuple[int, str] | None, game: AnyGame | None
) -> Match[object, object, object]:
    facts: dict[str, Fact] = {}
    options: dict[str, Fact] = {}
    notes: list[tuple[str, str]] = []
    for fact in read_facts("\n".join(lines)):
        if not facts and fact.key != "match":
            raise fact.error(f"this is no match file: it does not begin with 'match {FORMAT}'")
        if fact.key in NOTE_KEYS:
            notes.append((fact.key, " ".join(fact.args)))
            _check_note(*notes[-1])
        elif fact.key == "option" and len(fact.args) == 2 and fact.args[0] not in options:
            options[fact.args[0]] = fact
        elif fact.key in _HEAD and fact.args and fact.key not in facts:
            facts[fact.key] = fact
        else:
            raise fact.error(
                f"'{fact.key} {' '.join(fact.args)}' cannot stand (again) in the head of a match"
            )
    missing = [key for key in _HEAD if key not in facts]
    if missing:
        raise NotationError(f"this is no match file: its head lacks {', '.join(missing)}")
    if facts["match"].args != (FORMAT,):
        raise facts["match"].error(f"this program reads match files of format {FORMAT} only")
    game = _game_for(facts, game)
    setup = game.setup(facts["seats"].args, {key: _read_option(game, fact) for key, fact in options.items()})
    start = None if position is None else _read_position(game, *position)
    return Match.begin(game, setup, start, tuple(notes))


_HEAD = ("match", "game", "rules", "edition", "seats")


def _game_for(facts: dict[str, Fact], game: AnyGame | None) -> AnyGame:
    game = game or find_game(" ".join(facts["game"].args))
    have = {"game": game.id, "rules": game.rules_version, "edition": game.edition}
    for key, value in have.items():
        said = " ".join(facts[key].args)
        if said != value:
            raise facts[key].error(
                f"the match needs {key} {said!r}, but {value!r} is in use: choose the other"
            )
    return game


def _read_position(game: AnyGame, above: int, text: str) -> object:
    try:
        return game.parse_position(text)
    except NotationError as error:
        raise NotationError(error.reason, None if error.line is None else error.line + above) from error


def _read_option(game: AnyGame, fact: Fact) -> OptionValue:
    """An option's value is written in the type of its default: yes/no, a whole number, or a word."""
    key, word = fact.args
    default = next((option.default for option in game.options if option.id == key), None)
    if default is None:
        raise fact.error(f"{game.id} has no option {key!r}")
    if isinstance(default, bool):
        if word not in ("yes", "no"):
            raise fact.error(f"option {key} is yes or no, not {word!r}")
        return word == "yes"
    return read_number(word, f"option {key}", fact.line) if isinstance(default, int) else word


def _format_option(value: OptionValue) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def _check_note(key: str, value: str) -> None:
    if key not in NOTE_KEYS:
        raise RulesError(f"a note of a match begins with {' or '.join(NOTE_KEYS)}, not {key!r}")
    if not value or "#" in value or value != " ".join(value.split()):
        raise RulesError(f"the note {key} must hold one line of words")
    check_characters(value)
