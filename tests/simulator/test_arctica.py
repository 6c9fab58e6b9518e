"""Simulated people at *Arctica*: the table is what the rules say, cards are real, and so are mistakes."""

from __future__ import annotations

from collections import Counter
from math import hypot
from random import Random

import pytest

from companion.games.arctica import game
from companion.games.arctica.simulator.kit import ArcticaSecrets
from companion.referee.spots import spots_of
from companion.rules.contract import Certainty, Look, Seat
from companion.rules.match import EntryKind, Match
from companion.rules.pieces import stack_of
from companion.simulator.kit import MistakeKind
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES
from companion.simulator.scene import Placer, scene_of
from companion.simulator.setting import Setting, setting_of
from tests.simulator.tables import people

KINDS = (
    MistakeKind.WRONG_CELL,
    MistakeKind.WRONG_PLAYER,
    MistakeKind.TWO_PIECES,
    MistakeKind.FORGOTTEN_STEP,
    MistakeKind.WRONG_BEAST,
)


def arctica(seats: int = 3) -> Setting:
    return setting_of("arctica", seats, {})


def on_table(players: People) -> Counter[tuple[str, str]]:
    """Everything to be seen on the board, by place and label."""
    return Counter(
        (zone.cell, label)
        for zone in players.setting.zones
        if zone.reading.watched and zone.kind == "hex"
        for label in (players.table.base(zone.cell), *players.table.labels(zone.cell))
        if label
    )


def wanted(players: People) -> Counter[tuple[str, str]]:
    looks = players.game.looks(players.state)
    return Counter(
        (zone.cell, label)
        for zone in players.setting.zones
        if zone.reading.watched and zone.kind == "hex"
        for label in (looks.get(zone.cell, Look()).base, *looks.get(zone.cell, Look()).pieces)
        if label
    )


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_game_lies_on_the_table_as_the_rules_say(seats: int) -> None:
    players = people(arctica(seats), seats, limit=80)
    checked = 0
    for span in players.play():
        if span.start is None and on_table(players) == wanted(players):
            checked += 1
    assert on_table(players) == wanted(players)
    assert checked > 40
    assert {entry.kind for entry in players.match.entries} == {EntryKind.MOVE}
    assert {entry.text.split()[0] for entry in players.match.entries} >= {"play", "drift", "move", "end"}


def test_nothing_appears_or_vanishes() -> None:
    """Nine cod, on the board, in a hand or before somebody; ice only melts."""
    players = people(arctica(3), 5, limit=200)
    captures = 0
    for span in players.play():
        held = span.scene(0.5).hand
        pieces = (*span.scene(0.5).pieces, *([held.holding] if held and held.holding else []))
        seen = Counter(piece.name for piece in pieces)
        assert seen["cod"] in (8, 9), "one at most is between the board and its catcher's place"
        assert seen["iceberg"] <= 2
        assert seen["base floe"] + seen["base pack"] <= 12
        captures = max(captures, 9 - len(players.state.of(4)))
    assert captures
    assert Counter(piece.name for piece in players.table.scene().pieces)["cod"] == 9


def test_cards_are_real() -> None:
    players = people(arctica(4), 7, limit=250)
    secrets = players.secrets
    assert isinstance(secrets, ArcticaSecrets)
    box = Counter({number: card.copies for number, card in enumerate(players.state.table.edition.cards)})
    for span in players.play():
        if span.start is None:
            held = Counter(card for hand in secrets.hands for card in hand)
            assert held + Counter(secrets.deck) + Counter(secrets.pile) == box
            assert tuple(len(hand) for hand in secrets.hands) == players.state.hands
            assert len(secrets.deck) == players.state.deck
            assert Counter(secrets.pile) == Counter(
                {card: n for card, n in enumerate(players.state.discard) if n}
            )


def test_a_card_is_drawn_at_the_end_of_a_turn() -> None:
    """A hand takes it from the stack, and that is all that is to be seen."""
    players = people(arctica(2), 9, limit=60)
    stack = next(zone for zone in players.setting.zones if zone.cell == "deck")
    drawn = 0
    for span in players.play():
        held = span.start.holding if span.start else None
        if held is not None and held.name == "back":
            drawn += hypot(held.x - stack.x, held.y - stack.y) < 0.5
    assert drawn == sum(entry.text == "end" for entry in players.match.entries) > 5


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.soak) for seed in (1, 2))])
def test_every_mistake_asked_for_is_one_and_is_put_right(seed: int) -> None:
    players = people(arctica(2 + seed), seed, mistakes=KINDS, limit=250)
    for _ in players.play():
        pass
    assert sorted(mishap.kind for mishap in players.mishaps) == sorted(KINDS)
    match = Match.begin(players.game, players.setting.setup)
    for entry in players.match.entries:
        if entry.kind is EntryKind.ANYWAY:
            seat = Seat(players.setting.setup.seats.index(entry.seat))
            assert game.why_illegal(match.state, seat, game.parse_move(entry.text))
            before = match.state
        match = match.add(entry)
        if entry.kind is EntryKind.UNDO:
            assert match.state == before
    assert on_table(players) == wanted(players)


def test_everything_is_drawn_in_both_prints() -> None:
    setting = arctica(4)
    names = {name for zone in setting.zones for stack in zone.stacks for name in stack}
    bases = {base for zone in setting.zones for base in zone.bases if base}
    for profile in PROFILES.values():
        art = setting.kit.art(profile.print)
        for name in (*(piece.name for piece in names), *(f"base {base}" for base in bases)):
            assert (art.sheet(name) is None) == (art.solid(name) is not None), name


def test_the_camera_is_asked_only_where_something_is_told() -> None:
    """Tokens and catch are kept as people like; the board, the stack and the discard tell the game."""
    setting = arctica(4)
    watched = {spot.cell for spot in spots_of(setting.zones)}
    assert watched == {*game.initial(setting.setup).table.edition.board.names, "deck", "discard"}
    for state in game.teaching(setting.setup):
        for cell, look in game.looks(state).items():
            assert cell in watched or look.certainty is Certainty.ANY


def test_a_cell_has_room_for_all_that_share_it() -> None:
    """Four figures keep at least a fifth of a pitch from each other, inside the cell."""
    setting = arctica(2)
    zone = next(zone for zone in setting.zones if zone.cell == "e5")
    look = Look("floe", stack_of("bear", "orca lying", "cod lying", "cod lying"))
    for seed in range(20):
        _, *figures = scene_of({zone.cell: look}, Placer([zone], Random(seed))).pieces
        for number, one in enumerate(figures):
            assert max(abs(one.x - zone.x), abs(one.y - zone.y)) < 0.45
            for other in figures[:number]:
                assert abs(complex(one.x - other.x, one.y - other.y)) > 0.1
