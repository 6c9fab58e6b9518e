"""What the shared tests must know of each game: set-ups to play, what never changes, what is secret, and the
values of its rulebook that its examples, recorded games, texts and mistakes are held to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from random import Random
from typing import Any, cast

from companion.rules.contract import OptionValue
from companion.rules.registry import find_game

Options = Mapping[str, OptionValue]
Seats = int | Sequence[str]


@dataclass(frozen=True, slots=True)
class Examples:
    """Clauses without the name of the game. ``told``: what the worked examples tell as an effect, as points
    or as the end; the other clauses of these kinds only show in positions. ``never_broken``: moves and turns
    that no position shows broken. ``elsewhere``: how clauses begin whose examples stand elsewhere."""

    told: str
    never_broken: str = ""
    elsewhere: str = "-"


@dataclass(frozen=True, slots=True)
class Recorded:
    """What the recorded games show between them: numbers of seats, options (None: every value of each),
    clauses of effects, first words of entries, back-taking."""

    seats: frozenset[int] = frozenset({2, 3, 4})
    without: frozenset[tuple[str, OptionValue]] | None = frozenset()
    told: str = ""
    said: str = ""
    undo: bool = False


@dataclass(frozen=True, slots=True)
class Words:
    """``terms``: words that people read beside those that every game has. ``ascii``: parts of them that stay
    as they are in all languages. ``said``: a move or an outcome, and it in English, or in en, uk and ru."""

    terms: Iterable[str] = ()
    ascii: str = ""
    said: Sequence[tuple[str, ...]] = ()


@dataclass(frozen=True, slots=True)
class Mistakes:
    """What people write wrong. ``position``: one that is possible, as it is printed unless it is ``short``.
    ``lines``: a piece of it, what stands there instead (the whole text where the piece is empty), the line
    that is named, if any, and what is said. ``faults``: the same without a line, for what can be read but not
    be. ``moves`` and ``outcomes``, between semicolons, cannot be read, ``tables`` (seats, options) not be set
    up. ``edition``: a piece of the file, what stands there instead, and how the message begins, with the key;
    ``correction``: a piece that an owner may correct, and how. ``seats_first``: other lines in any order."""

    position: str
    lines: Sequence[tuple[str, str, int | None, str]]
    faults: Sequence[tuple[str, str, str]]
    moves: str
    outcomes: str
    tables: Sequence[tuple[Seats, Options]]
    edition: Sequence[tuple[str, str, str]]
    correction: tuple[str, str]
    seats_first: bool = False
    short: bool = False

    def changed(self, old: str, new: str) -> str:
        """The position with the mistake."""
        return replaced(self.position, old, new) if old else new


def replaced(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new, 1)


@dataclass(frozen=True, slots=True)
class Hooks:
    """``setups``: (seats, options) that are played at random. ``conserved``: quantities that no entry
    changes. ``resealed``: a position that differs from the given one in secrets only, so that nobody but
    their owner may tell them apart. The last four are of the games of this tree."""

    setups: tuple[tuple[int | tuple[str, ...], Options], ...]
    conserved: Callable[[Any], Mapping[str, int]] = lambda _: {}
    resealed: Callable[[Any, Random], Any] = lambda state, _: state
    examples: Examples = field(default_factory=lambda: Examples(""))
    recorded: Recorded = field(default_factory=Recorded)
    words: Words = field(default_factory=Words)


def hooks_of(game_id: str) -> Hooks:
    """A game's own hooks: ``HOOKS`` in ``tests/games/GAME/hooks.py``. A game installed from elsewhere
    has none here: it is played as it is, and nothing is known of what it conserves and hides."""
    name = f"tests.games.{game_id}"
    if find_spec(name) is None:
        return Hooks(tuple((seats, {}) for seats in find_game(game_id).seatings))
    return cast(Hooks, import_module(f"{name}.hooks").HOOKS)


@cache
def mistakes_of(game_id: str) -> Mistakes:
    """``MISTAKES`` in ``tests/games/GAME/mistakes.py``."""
    return cast(Mistakes, import_module(f"tests.games.{game_id}.mistakes").MISTAKES)
