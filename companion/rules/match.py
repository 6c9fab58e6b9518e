"""A match is its log: a start, entries, and the position that folding them gives.

Undo, "played anyway" and corrections are entries too, so nothing is ever lost. A match file (``.match``)
is the head, an optional start position, a blank line, and one entry a line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar

from companion.rules.contract import (
    Breach,
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
from companion.rules.entry import Entry as Entry
from companion.rules.entry import EntryKind as EntryKind
from companion.rules.entry import Ref, parse_edits
from companion.rules.entry import format_entry as format_entry
from companion.rules.entry import parse_entry as parse_entry
from companion.rules.log import Log
from companion.rules.record import replace
from companion.rules.registry import AnyGame, find_game
from companion.rules.text import Fact, check_characters, read_facts, read_number, strip_comment

S = TypeVar("S")
M = TypeVar("M")
X = TypeVar("X")

FORMAT = "1"
NOTE_KEYS = ("seal", "salt", "seed")
"""Extra head lines: what an electronic deck or die publishes before and after the match."""


@dataclass(frozen=True, slots=True)
class PlayedEntry(Generic[S]):
    """An entry that still stands and what it led to. ``number``: its place in ``Match.entries``, from 1; of
    one that a correction put in: the place of the correction, and ``part`` counts what that put in, from 1.
    An entry that was put right keeps its number."""

    number: int
    entry: Entry
    state: S
    effects: tuple[Effect, ...]
    part: int = 0

    @property
    def ref(self) -> Ref:
        """How people and corrections name it."""
        return Ref(self.number, self.part)


class StandingEntry(NamedTuple):
    """An entry of the line before it is carried out."""

    ref: Ref
    entry: Entry


class NotStandingError(RulesError):
    """A correction is about an entry that does not stand."""

    def __init__(self, ref: Ref) -> None:
        self.ref = ref
        super().__init__(f"entry {ref} does not stand (any more)")


class ContradictionError(RulesError):
    """After a correction ``entry``, at the place ``ref``, cannot have been. ``before``: the match up to it;
    ``breaches``: the clauses that it breaks there; none if there is only a ``reason``."""

    def __init__(self, standing: StandingEntry, before: AnyMatch, error: RulesError) -> None:
        self.ref, self.entry = standing
        self.before = before
        self.breaches: tuple[Breach, ...] = error.breaches if isinstance(error, IllegalMoveError) else ()
        self.reason = str(error)
        super().__init__(f"entry {self.ref}, {format_entry(self.entry)!r}: {error}")


@dataclass(frozen=True, slots=True)
class Match(Generic[S, M, X]):
    """A game from its start on. ``entries``: everything that was logged; ``line``: what still stands;
    ``uncorrected``: the line before the last correction, while that may be taken back."""

    game: Game[S, M, X]
    setup: Setup
    start: S
    notes: tuple[tuple[str, str], ...] = ()
    entries: Log[Entry] = field(default_factory=Log)
    line: Log[PlayedEntry[S]] = field(default_factory=Log)
    uncorrected: tuple[int, Log[PlayedEntry[S]]] | None = field(default=None, compare=False)

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
        """The match with one entry more. Raises RulesError (a ContradictionError if a correction makes an
        entry unlawful); then nothing has changed."""
        entries = self.entries.plus(entry)
        if entry.kind is EntryKind.CORRECTION:
            wanted = self._edited(entry)
            return replace(self._along(wanted), entries=entries, uncorrected=(len(entries), self.line))
        if entry.kind is EntryKind.UNDO and entry.text:
            return replace(self._along(self._as_before_correction()), entries=entries, uncorrected=None)
        if entry.kind is EntryKind.UNDO:
            return replace(self._shortened(entry.count), entries=entries)
        step = self._step(entry)
        played = PlayedEntry(len(entries), entry, step.state, step.effects)
        return replace(self, entries=entries, line=self.line.plus(played))

    @property
    def standing(self) -> list[StandingEntry]:
        """What stands, without what it led to."""
        return [StandingEntry(played.ref, played.entry) for played in self.line]

    def _shortened(self, count: int) -> Match[S, M, X]:
        if not 1 <= count <= len(self.line):
            raise RulesError(f"{count} entries cannot be taken back; {len(self.line)} stand")
        last = self.uncorrected
        newer = last is not None and all(played.number > last[0] for played in self.line[-count:])
        return replace(self, line=self.line.without(count), uncorrected=last if newer else None)

    def _edited(self, correction: Entry) -> list[StandingEntry]:
        """What stands after a correction, lawful or not. Raises RulesError for an entry that does not
        stand."""
        number, part, line = len(self.entries) + 1, 0, self.standing
        for edit in parse_edits(correction.text):
            place = next((n for n, standing in enumerate(line) if standing.ref == edit.ref), None)
            if place is None:
                raise NotStandingError(edit.ref)
            if edit.verb == "insert":
                part += 1
                line.insert(place, StandingEntry(Ref(number, part), replace(edit.entry, at=correction.at)))
            elif edit.verb == "delete":
                del line[place]
            else:
                line[place] = StandingEntry(edit.ref, replace(edit.entry, at=line[place].entry.at))
        return line

    def _as_before_correction(self) -> list[StandingEntry]:
        """What stands when the last correction is taken back: the line before it and what was played since.
        Raises RulesError if nothing was corrected, or if more than what was played since was undone."""
        if self.uncorrected is None:
            raise RulesError("there is no correction that could be taken back")
        number, line = self.uncorrected
        since = [standing for standing in self.standing if standing.ref.number > number]
        return [*replace(self, line=line).standing, *since]

    def _along(self, wanted: Sequence[StandingEntry]) -> Match[S, M, X]:
        """The match in which these entries stand. Raises ContradictionError with the first that cannot be. A
        move that was forbidden, and agreed to, is an ordinary one where it is allowed now."""
        same = 0
        for now, then in zip(self.standing, wanted, strict=False):
            if now != then:
                break
            same += 1
        match = replace(self, line=self.line.without(len(self.line) - same))
        for standing in wanted[same:]:
            (number, part), entry = standing
            try:
                if entry.kind is EntryKind.ANYWAY and not match.why_illegal(entry):
                    entry = replace(entry, kind=EntryKind.MOVE)
                step = match._step(entry)
            except NotationError:
                raise
            except RulesError as error:
                raise ContradictionError(standing, match, error) from error
            played = PlayedEntry(number, entry, step.state, step.effects, part)
            match = replace(match, line=match.line.plus(played))
        return match

    def why_illegal(self, entry: Entry) -> tuple[Breach, ...]:
        """All clauses that somebody's move breaks now. Raises RulesError for a seat or move that is none."""
        return self.game.why_illegal(self.state, *self._move(entry))

    def _move(self, entry: Entry) -> tuple[Seat, M]:
        if entry.seat not in self.setup.seats:
            raise RulesError(f"nobody sits at {entry.seat!r}; the seats are {', '.join(self.setup.seats)}")
        return Seat(self.setup.seats.index(entry.seat)), self.game.parse_move(entry.text)

    def _step(self, entry: Entry) -> Step[S]:
        if entry.kind is EntryKind.CHANCE:
            return resolve(self.game, self.state, self.game.parse_outcome(entry.text))
        seat, move = self._move(entry)
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
