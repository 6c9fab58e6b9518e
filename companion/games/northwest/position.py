"""The text form of a position: one fact a line, in a canonical order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Final

from companion.games.northwest.board import square_name
from companion.games.northwest.moves import WORDS
from companion.games.northwest.state import Player, State
from companion.games.northwest.words import LOST, NOWHERE, TOKENS
from companion.rules.contract import Option

PHASES: Final = {
    "setup": (),
    "act": ("seat", "first|more"),
    "refill": ("seat",),
    "refresh": ("seat",),
    "pick": ("seat",),
    "sun": (),
    "over": (),
}
"""The words of each phase line."""

TURNS: Final = ("first", "more")
"""Whether an action of the turn has been carried out."""

EDITION: Final = "edition"
"""The option with a line of its own in a position."""

RULES: Final = (
    Option(
        "lastcrew",
        "pass",
        ("pass", "wait"),
        "Who has used his last ready crewman: passes at once, or by himself",
    ),
    Option(
        "parts",
        "joined",
        ("joined", "apart"),
        "On its tile a ship reaches: all open water, or only what is joined",
    ),
    Option(
        "tie",
        "drop",
        ("drop", "full"),
        "Equal numbers of tokens: points of the place below, or of the shared place",
    ),
    Option(
        "touch",
        "any",
        ("any", "acting"),
        "A new tile touches: a tile of either vehicle, or of the one that pays",
    ),
)
"""The options besides the edition."""


def format_position(state: State) -> str:
    """The canonical text."""
    return "".join(f"{line}\n" for line in _lines(state))


def _lines(state: State) -> Iterator[str]:
    setup = state.table.setup
    chosen = dict(setup.options)
    yield f"edition {chosen[EDITION]}"
    for option in RULES:
        if chosen[option.id] != option.default:
            yield f"option {option.id} {chosen[option.id]}"
    yield f"seats {' '.join(setup.seats)}"
    yield f"round {state.round}"
    yield f"sun {state.sun}"
    yield f"phase {_phase_words(state)}"
    yield f"order {_names(state, state.order)}".rstrip()
    if state.passed:
        yield f"passed {_names(state, state.passed)}"
    yield from (f"display {line}" for line in _counted(state.display))
    yield from (f"aside {line}" for line in _counted(state.aside))
    yield from (f"tile {WORDS['TILE'].write(tile)}" for tile in state.chart.tiles)
    yield from (f"token {token.symbol} {square_name(token.square)}" for token in state.tokens)
    for seat, player in enumerate(state.players):
        yield from _player_lines(setup.seats[seat], player)


def _phase_words(state: State) -> str:
    phase = state.phase
    words = [phase.name]
    if phase.seat >= 0:
        words.append(state.table.setup.seats[phase.seat])
    if phase.name == "act":
        words.append(TURNS[phase.more])
    return " ".join(words)


def _names(state: State, seats: Iterable[int]) -> str:
    return " ".join(state.table.setup.seats[seat] for seat in seats)


def _counted(kinds: Iterable[str]) -> Iterator[str]:
    yield from (f"{kind} {number}" for kind, number in sorted(Counter(kinds).items()))


def _player_lines(name: str, player: Player) -> Iterator[str]:
    yield f"crew {name} {' '.join(map(str, player.crew))}"
    yield f"ship {name} {square_name(player.ship)}"
    away = {NOWHERE: "aboard", LOST: "lost"}
    yield f"sled {name} {away.get(player.sled) or square_name(player.sled)}"
    yield from (f"stock {name} {line}" for line in _counted(player.stock))
    owned = zip(TOKENS, player.owns, strict=True)
    yield from (f"owns {name} {token} {number}" for token, number in owned if number)
    if player.passage:
        yield f"passage {name} {player.passage}"
    if player.returned:
        yield f"returned {name} {player.returned} {player.home}"
    if player.lost:
        yield f"lost {name} {player.lost}"
    yield f"score {name} {player.score}"
