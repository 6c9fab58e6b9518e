"""Whole games, recorded and random, compared entry by entry with a second referee (``referee.py``)."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.northwest import game
from companion.games.northwest.state import State
from companion.rules.contract import Over, Pending, Seat, apply, resolve
from companion.rules.examples import begin_example, read_example, run_step
from companion.rules.match import EntryKind, parse_match, replay_match

from .play import SETUPS, choose
from .referee import Table
from .sheet import COPIES, SYMBOLS, large

FILES = sorted((Path(__file__).parents[2] / "golden" / "northwest").glob("*.match"))
EXAMPLES = sorted(
    (Path(__file__).parents[3] / "companion" / "games" / "northwest" / "examples").glob("*.toml")
)
EVERY = 12
SELDOM = 5
"""In recorded and in random games the second referee lists all legal moves in every so many positions: it is
slow."""


def total(state: Any, seat: int) -> int:
    return int(sum(line.points for line in game.score(state, Seat(seat))))


def check(table: Table, state: Any) -> None:
    """Position and points are the same in both."""
    assert game.format_position(state) == table.text()
    assert [total(state, seat) for seat in range(len(table.seats))] == list(map(table.points, table.seats))
    assert not game.faults(state)


def check_legal(table: Table, state: Any) -> None:
    for number, name in enumerate(table.seats):
        listed = [game.format_move(move) for move in game.legal_moves(state, Seat(number))]
        assert sorted(listed) == sorted(table.legal(name)), game.format_position(state)


def check_end(table: Table, pending: Pending) -> None:
    assert isinstance(pending, Over)
    assert table.phase == ["over"]
    assert [table.seats[seat] for seat in pending.placing[0]] == table.winners()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_is_right_by_the_referee(path: Path) -> None:
    """The referee plays the file by itself: every entry is allowed and leads to the same position."""
    replay = replay_match(path.read_text(encoding="utf-8"), game)
    match = next(replay)
    table = Table(game.format_position(match.start))  # type: ignore[arg-type]  # a match of any game
    for number, match in enumerate(replay):
        entry = match.entries[-1]
        if entry.kind is EntryKind.CHANCE:
            kind = entry.text.removeprefix("tile ")
            assert kind in table.bag()
            table.draw(kind)
        else:
            assert number % EVERY or entry.text in table.legal(entry.seat)
            table.do(entry.seat, entry.text)
        check(table, match.state)
    check_end(table, match.game.pending(match.state))


@pytest.mark.slow
@pytest.mark.parametrize("which", range(len(SETUPS)))
def test_random_games_are_right_by_the_referee(which: int) -> None:
    """Legal moves of every seat, positions and points after every entry."""
    seats, options = SETUPS[which]
    table = Table(game.format_position(game.initial(game.setup(seats, options))))
    seen = play_on(table, Random(which), 120)
    assert {"take", "transfer", "end", "pass", "sun"} <= seen


@pytest.mark.soak
@pytest.mark.parametrize("which", range(len(SETUPS)))
def test_long_random_games_are_right_by_the_referee(which: int) -> None:
    seats, options = SETUPS[which]
    for seed in range(4):
        table = Table(game.format_position(game.initial(game.setup(seats, options))))
        play_on(table, Random(seed + 50), 3000)


@pytest.mark.slow
def test_random_games_on_grown_maps_are_right_by_the_referee() -> None:
    """Maps laid before, crews out on the ice, tokens about, few tiles left in the bag."""
    seen: set[str] = set()
    for seed in range(5):
        chooser = Random(seed)
        seen |= play_on(grown(chooser), chooser, 30)
    assert {"explore", "discover", "shift", "sun", "island", "passage"} <= seen
    assert {"bag empty", "over"} <= seen


@pytest.mark.slow
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_the_worked_examples_are_right_by_the_referee(path: Path) -> None:
    """What is accepted there leads to the same positions; what is refused is not among its legal moves."""
    data = read_example(path)
    match = begin_example(data)
    table = Table(game.format_position(match.state))
    check(table, match.state)
    for step in data["step"]:
        match = run_step(match, step)[0].match
        if "breaks" in step:
            assert step.get("move", "") not in table.legal(step.get("seat", table.seats[0]))
        elif "move" in step:
            assert step["move"] in table.legal(step["seat"])
            table.do(step["seat"], step["move"])
        elif "outcome" in step:
            table.draw(step["outcome"].removeprefix("tile "))
        check(table, match.state)


def play_on(table: Table, chooser: Random, longest: int) -> set[str]:
    """A random game from here: the same moves, positions and points in both; returns what happened."""
    state, seen = game.parse_position(table.text()), set[str]()
    for number in range(longest):
        check(table, state)
        if table.phase == ["over"]:
            check_end(table, game.pending(state))
            return seen | {"over"}
        if table.phase[0] in ("setup", "refill", "refresh"):
            bag = Counter({kind: table.left()[kind] for kind in table.bag()})
            assert {kind: weight * bag.total() for kind, weight in game.outcomes(state)} == bag
            kind = chooser.choice(sorted(bag.elements()))
            table.draw(kind)
            state = resolve(game, state, game.parse_outcome(f"tile {kind}")).state
            continue
        if number % SELDOM == 0:
            check_legal(table, state)
        seat = table.phase[1] if len(table.phase) > 1 else chooser.choice(table.seats)
        legal = game.legal_moves(state, Seat(table.seats.index(seat)))
        move = choose(list(map(game.format_move, legal)), chooser)
        before = Table(table.text())
        table.do(seat, move)
        seen |= what_happened(before, table, move)
        state = apply(game, state, Seat(table.seats.index(seat)), game.parse_move(move)).state
    return seen


def what_happened(before: Table, after: Table, move: str) -> set[str]:
    """What is remarkable about a move, so that a test can prove that it occurred."""
    seen = {move.split()[0]}
    pairs = [(before.players[seat], after.players[seat]) for seat in after.seats]
    happened = {
        "island": any(new.owns["mapping"] > old.owns["mapping"] for old, new in pairs),
        "passage": any(new.passage > old.passage for old, new in pairs),
        "bag empty": not after.bag(),
    }
    return seen | {what for what, so in happened.items() if so}


def grown(chooser: Random) -> Table:
    """The middle of a game: tiles laid one beside another wherever they fit, vehicles on them."""
    seats, options = chooser.choice(SETUPS)
    table = Table(game.format_position(game.initial(game.setup(seats, options))))
    table.round = chooser.choice((4, 6, 7, 8, 9, 10))
    table.sun = (table.round - 1) % len(table.box.lines) + 1
    table.phase = ["act", seats[0], "first"]
    first = table.players[seats[0]]
    for _ in range(chooser.randrange(14, 26)):
        first.stock = Counter(chooser.sample(sorted(table.left()), 3))
        ships = [square for squares, _ in table.sheet.all_tiles() for square in squares]
        first.ship = chooser.choice(ships)
        placings = sorted(table.placings(first, "ship"))
        if placings:
            table.lay(chooser.choice(placings).split())
    first.stock = Counter()
    table.passed = table.seats[1:] if chooser.random() < 0.5 else []
    table.tokens = {at: symbol for _, _, symbol, at in table.sheet.tiles if at and chooser.random() < 0.8}
    for player in table.players.values():
        launch(table, player, chooser)
    for seat in table.passed:
        for vehicle in ("ship", "sled"):
            table.players[seat].swap(vehicle, "ready", "rest", table.players[seat].crew[vehicle, "ready"])
    if chooser.random() < 0.5:
        for kind in table.bag():
            table.players[seats[-1]].stock[kind] += table.left()[kind]
    return table


def launch(table: Table, player: Any, chooser: Random) -> None:
    """A ship on water, often near Greenland, a sled on ice or else on land, the crew anyhow."""
    squares = [square for tile, _ in table.sheet.all_tiles() for square in tile]
    wet = [square for square in squares if table.has(square, ".")]
    harbour = {square for home in table.sheet.printed("greenland") for square in table.sheet.beside(home)}
    near = [square for square in wet if square in harbour and square in table.sheet.grid()]
    player.ship = chooser.choice(near if near and chooser.random() < 0.4 else wet)
    solid = [square for square in squares if table.frozen(square) or table.land(square)]
    if solid and chooser.random() < 0.8:
        icy = [square for square in solid if not table.land(square)]
        thawing = [square for square in icy if square[1] >= table.box.lines[table.sun % len(table.box.lines)]]
        player.sled = chooser.choice(thawing or icy or solid)
        manned = chooser.randrange(1, 7)
        player.crew = {("ship", "ready"): 7 - manned, ("ship", "rest"): 0, ("sled", "ready"): manned}
        player.crew["sled", "rest"] = 0


def test_the_referee_knows_the_tiles() -> None:
    """64 large and 32 small tiles, 40 of the large ones with a symbol (edition, section 1)."""
    assert sum(number for kind, number in COPIES.items() if large(kind)) == 64
    assert sum(COPIES.values()) == 96
    symbols = Counter(dict.fromkeys(SYMBOLS, 0))
    for kind, number in COPIES.items():
        symbols[kind.partition(":")[2]] += number
    assert [symbols[symbol] for symbol in SYMBOLS] == [9, 9, 10, 12]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_point_on_the_track_was_told(path: Path) -> None:
    """Prestige comes only from effects that say how much, and from each of them once."""
    match = parse_match(path.read_text(encoding="utf-8"), game)
    before = match.start
    for played in match.line:
        assert isinstance(before, State)
        assert isinstance(played.state, State)
        scores = zip(before.players, played.state.players, strict=True)
        gained = [new.score - old.score for old, new in scores if new.score != old.score]
        told = [int(value) for effect in played.effects for name, value in effect.facts if name == "points"]
        assert sum(gained) == sum(told)
        assert len(gained) <= 1
        before = played.state
