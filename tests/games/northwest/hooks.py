"""What the shared tests must know of this game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.games.northwest.moves import FORMS
from companion.games.northwest.position import PHASES, TURNS
from companion.games.northwest.state import State
from companion.games.northwest.words import SYMBOLS, TOKENS, VEHICLES
from tests.rules.contract.hooks import Examples, Hooks, Recorded, Words


def conserved(state: State) -> Mapping[str, int]:
    """Crew, tiles, tokens and the values of the prestige tokens: somewhere, never lost, never made.

    A symbol on a laid tile has its token on the board or before a player; the disc counts the rounds.
    """
    edition, out = state.edition, Counter(state.out())
    shown = Counter(tile.symbol for tile in state.chart.tiles if tile.symbol)
    lying = Counter(token.symbol for token in state.tokens)
    taken = [sum(player.owns[number] for player in state.players) for number in range(len(SYMBOLS))]
    small = sum(copies - out[kind] for kind, copies in edition.small)
    return {
        **{
            f"crew {name}": sum(player.crew) + player.lost
            for name, player in zip(state.table.setup.seats, state.players, strict=True)
        },
        "tiles": out.total() + small + sum(number for _, number in state.bag()),
        "tiles out too often": sum(number > edition.copies[kind] for kind, number in out.items()),
        **{
            f"{symbol} without a token": shown[symbol] - lying[symbol] - have
            for symbol, have in zip(SYMBOLS, taken, strict=True)
        },
        "passage": sum(state.passage_left()) + sum(player.passage for player in state.players),
        "greenland": sum(state.home_left()) + sum(player.home for player in state.players),
        "disc": (state.sun - state.round) % len(edition.lines),
    }


FORECAST = "now next none row freezes thaws shifts stuck free lost ashore abroad"


HOOKS = Hooks(
    setups=(
        (2, {}),
        (4, {"edition": "sketch", "lastcrew": "wait"}),
        (3, {"tie": "full", "parts": "apart"}),
        (("green", "yellow"), {"edition": "sketch", "parts": "apart", "touch": "acting"}),
    ),
    conserved=conserved,
    examples=Examples(
        # mostly because hands have to do it
        told="""
round.4 round.5 round.6 sun.5 sun.6 ice.1 ice.5 ice.6 ice.7 ice.8 ice.9 take.3 take.4 fresh.2 fresh.4
place.10 map.1 map.2 map.3 map.6 trans.8 explore.3 discover.3 zone.2 zone.3 pass.3 pass.5
passage.1 home.1 home.5 home.6 end.1 end.2 major.1 sets.1 loss.1 loss.2 win.1 win.2 win.3
""",
        never_broken="round.1 round.2 round.3 turn.5 turn.6 pass.1",  # they only order or permit
    ),
    recorded=Recorded(told="end.1 end.2 passage.1 map.2"),
    words=Words(
        terms=(
            *(*VEHICLES, *TOKENS, *FORMS, *PHASES, *TURNS, *FORECAST.split(), "back", "bag", "track"),
            *(f"{verb} {vehicle}" for verb, form in FORMS.items() if "|" in form for vehicle in VEHICLES),
            *("disc", *(f"token {symbol}" for symbol in SYMBOLS), "marker red", "red:ship:ready", "first1"),
        ),
        ascii="x./:",  # pictures of tiles
        said=(
            (
                "take ship xx/..",
                "ship takes tile (small; land: north-west, north-east)",
                "корабель бере плитку (мала; суша: північний захід, північний схід)",
                "корабль берёт плитку (малая; суша: северо-запад, северо-восток)",
            ),
            (
                "move sled l1",
                "sled moves to l1",
                "сани їдуть на l1",
                "сани едут на l1",
            ),
            (
                "place sled c4 d4 x../xx. inuit c4",
                "sled lays a tile on c4 and d4 (large; land: north-west, south-west, south), Inuit on c4",
                "сани викладають плитку на c4 і d4 (велика; суша: північний захід, південний захід, південь)"
                ", Ескімос на c4",
                "сани выкладывают плитку на c4 и d4 (большая; суша: северо-запад, юго-запад, юг)"
                ", эскимос на c4",
            ),
            (
                "sun 4",
                "sun disc to place 4",
                "Диск Сонця на позицію 4",
                "Диск Солнца на позицию 4",
            ),
            (
                "tile x../.x.:strait",
                "the tile (large; land: north-west, south; Strait)",
                "плитка (велика; суша: північний захід, південь; Протока)",
                "плитка (большая; суша: северо-запад, юг; пролив)",
            ),
        ),
    ),
)
