"""The text form of a position: one fact a line, in a canonical order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.jungle.state import NOBODY, State
from companion.games.jungle.words import TRIO
from companion.rules.contract import Option
from companion.rules.text import option_word

USUAL = "usual"
"""The value of ``trio`` that depends on the number of seats; a position says what it came to."""

OPTIONS = (
    Option(
        "hands",
        "no",
        ("no", "both", "one"),
        "Two players with both hands; the game ends when both players have emptied a hand, or when one has.",
    ),
    Option(
        "trio",
        USUAL,
        (USUAL, False, True),
        "No coloured cards; three tops of one colour are a grab for all (usual for two or three players).",
    ),
    Option(
        "share",
        "own",
        ("own", "all"),
        "Several losers: the winner deals out the own open cards and the pot only, or the losers' cards too.",
    ),
    Option(
        "tie",
        "holder",
        ("holder", "replay"),
        "Too close to tell: who has more fingers on the totem was first; or the grab is repeated.",
    ),
)


def format_position(state: State) -> str:
    """The canonical text."""
    return "".join(f"{line}\n" for line in _lines(state))


def _lines(state: State) -> Iterator[str]:
    table, names = state.table, state.table.places
    yield _line("seats", table.setup.seats)
    chosen = dict(table.setup.options)
    for option in OPTIONS:
        yield f"option {option.id} {option_word(chosen[option.id])}"
    who = table.setup.seats if state.phase == "over" else names
    yield _line("phase", (state.phase, *(who[one] for one in state.who)))
    yield f"turn {names[state.turn]}"
    yield f"colours {'on' if state.colours else 'off'}"
    yield from _claim_lines(state)
    yield from (_line("ignored", (names[place] for place in line)) for line in state.ignored)
    yield from (f"closed {name} {count}" for name, count in zip(names, state.closed, strict=True))
    cards = table.edition.names
    for name, stack in zip(names, state.opened, strict=True):
        yield _line(f"open {name}", (cards[card] for card in stack))
    yield _line("pot", (cards[card] for card in state.pot))


def _claim_lines(state: State) -> Iterator[str]:
    """What is claimed, owed and given out; nothing is written for nothing."""
    names = state.table.places
    if state.shown:
        yield _line("shown", (names[place] for place in state.shown))
    if state.for_all:
        yield _line("inward", (*(names[place] for place in state.inward), *((TRIO,) if state.trio else ())))
    if state.outward != NOBODY:
        yield f"outward {names[state.outward]}"
    for key, places in (("due", state.due), ("losers", state.losers)):
        if places:
            yield _line(key, (names[place] for place in places))
    if state.piles:
        yield _line("piles", map(state.table.pile_name, state.piles))


def _line(key: str, words: Iterable[str]) -> str:
    return " ".join((key, *words))
