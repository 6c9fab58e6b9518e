"""The box of Atlantis on the simulated table: boats that carry, tiles that go, hands with secrets."""

from __future__ import annotations

from itertools import pairwise
from math import cos, hypot, radians, sin
from random import Random

import numpy as np
import pytest

from companion.games.atlantis import game
from companion.games.atlantis.simulator.kit import AtlantisSecrets
from companion.games.atlantis.simulator.solids import DECK, figure
from companion.games.atlantis.stock import stock
from companion.games.atlantis.words import TERRAINS
from companion.referee.spots import mat_for, spots_of
from companion.rules.contract import CellId, Look, Seat
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.pieces import Pose, PosedPiece, stack_of
from companion.simulator.habits import Habits
from companion.simulator.kit import MistakeKind
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES
from companion.simulator.scene import Piece, Scene
from companion.simulator.setting import Setting, setting_of
from companion.simulator.tabletop import TableTop
from tests.simulator.tables import noiseless
from vision.photographs import photographed


@pytest.fixture(scope="module")
def setting() -> Setting:
    return setting_of("atlantis", 3, {})


def people(setting: Setting, seed: int, limit: int) -> People:
    return People(setting, seed, Habits(pace=4.0, limit=limit), prepared=True)


def play(party: People) -> None:
    for _ in party.play():
        pass


@pytest.mark.parametrize("style", ["classic", "neon"])
def test_everything_that_can_lie_there_is_drawn(setting: Setting, style: str) -> None:
    art = setting.kit.art(style)
    pieces = {piece for zone in setting.zones for stack in zone.stacks for piece in stack}
    assert {piece.name for piece in pieces if art.solid(piece.name)} == {
        *("explorer red", "explorer blue", "explorer yellow", "boat", "serpent", "shark", "whale"),
        *("die serpent", "die shark", "die whale"),
    }
    assert all(art.solid(piece.name) or art.sheet(piece.name) for piece in pieces)
    assert all(art.sheet(f"base {base}") for zone in setting.zones for base in zone.bases if base)


def test_passengers_stand_in_a_row_on_their_boat_and_swimmers_beside_it(setting: Setting) -> None:
    """On the deck, a quarter of a pitch apart, inside a hull of 0.84 by 0.34 pitches."""
    placer = setting.placer(Random(1))
    crew = stack_of("boat", "explorer red", "explorer red", "explorer blue", "explorer yellow lying")
    for _ in range(20):
        boat, *explorers, swimmer = placer.put_look(CellId("d3"), Look("", crew))
        assert [piece.z for piece in explorers] == [DECK] * 3
        assert all(hypot(one.x - boat.x, one.y - boat.y) < 0.3 for one in explorers)
        apart = [
            hypot(one.x - two.x, one.y - two.y)
            for number, one in enumerate(explorers)
            for two in explorers[:number]
        ]
        assert min(apart) > 0.19
        assert (swimmer.z, swimmer.pose) == (0.0, Pose.LYING)
        assert hypot(swimmer.x - boat.x, swimmer.y - boat.y) > 0.25


def test_whoever_stands_where_a_boat_comes_gets_into_it(setting: Setting) -> None:
    """A boat lies under a tile on which somebody stood."""
    table, cell = TableTop(setting.placer(Random(1)), setting.kit), CellId("d3")
    table.lay_out({cell: Look("", stack_of("explorer red", "explorer blue lying"))})
    table.lay(cell, PosedPiece("boat"), table.spot(cell, PosedPiece("boat")))
    swimmer, boat, passenger = (one for one in table.scene().pieces if not one.name.startswith("die "))
    assert (swimmer.name, boat.name, passenger.name) == ("explorer blue", "boat", "explorer red")
    assert (swimmer.z, passenger.z) == (0.0, DECK)
    assert hypot(passenger.x - boat.x, passenger.y - boat.y) < 0.05
    assert sorted(table.labels(cell)) == ["boat", "explorer blue lying", "explorer red"]


def test_a_boat_is_flat_and_carries_higher_than_the_water() -> None:
    colours = {"boat": (30, 60, 90), "red": (0, 0, 200)}
    boat, explorer = figure("boat", colours), figure("explorer red", colours)
    assert boat is not None
    assert explorer is not None
    assert boat.height == pytest.approx(DECK, abs=0.01)
    assert explorer.height > 3 * DECK
    assert figure("tile beach", colours) is None


@pytest.mark.parametrize("cell", ["b1", "b10", "l1", "l10"])
def test_passengers_are_seen_on_the_deck_of_their_boat(setting: Setting, cell: str) -> None:
    """Wherever the camera stands: each explorer's waist is red, and beyond the free seat there is no sea."""
    renderer = setting.renderer(noiseless(), 1)
    pieces = setting.placer(Random(2)).put_look(
        CellId(cell), Look("", stack_of("boat", "explorer red", "explorer red"))
    )
    boat, *explorers = pieces
    picture = renderer.frame(Scene(pieces=pieces)).astype(int)

    def colour(x: float, y: float, z: float) -> list[int]:
        column, row = renderer.camera.project(np.array([(x, y, z)]))[0].round().astype(int)
        return [int(value) for value in picture[row, column]]

    for one in explorers:
        blue, green, red = colour(one.x, one.y, DECK + 0.3)
        assert red > 2 * max(blue, green)
    free = 1 if explorers[1].x < boat.x else -1
    blue, green, red = colour(*_along(boat, 0.36 * free), DECK)
    assert red > green > blue


def _along(boat: Piece, ahead: float) -> tuple[float, float]:
    """A point of the deck so far from its middle towards the bow."""
    return boat.x + ahead * cos(radians(boat.angle)), boat.y + ahead * sin(radians(boat.angle))


def test_play_begins_set_up_and_the_table_shows_the_position(setting: Setting) -> None:
    party = people(setting, 3, 60)
    start = party.match.start
    assert start.phase.name == "act"
    assert [start.land.count(terrain) for terrain in TERRAINS] == [16, 16, 8]
    assert sum(sum(counts) for _, counts in start.ashore) == 30
    assert len(start.boats) == 6
    play(party)
    looks = game.looks(party.state)
    for zone in setting.zones:
        look = looks.get(zone.cell, Look())
        if zone.reading.watched and look.certainty == "seen":
            assert sorted(party.table.labels(zone.cell)) == sorted(look.pieces), zone.cell
            assert party.table.base(zone.cell) == look.base


def test_every_back_that_is_turned_up_comes_onto_the_tray(setting: Setting) -> None:
    """A green tile goes there when it is turned over, a red one when it is played."""
    party = people(setting, 3, 100)
    play(party)
    entries = [entry.text.split() for entry in party.match.entries]
    turned = [words[2] for words in entries if words[0] == "tile" and words[2] != "?"]
    assert len(set(turned)) > 2
    backs = {"tile": 2, "play": 1}
    shown = [words[backs[words[0]]] for words in entries if words[0] in backs and words[2] != "?"]
    assert party.table.labels(CellId("out")) == (f"back {shown[-1]}",)


def test_a_hand_lays_a_back_on_one_of_its_sort(setting: Setting) -> None:
    """The tray looks as before, but somebody was there."""
    party = people(setting, 3, 130)
    laid = again = 0
    held: set[str] = set()
    on_top = party.table.labels(CellId("out"))
    for span in party.play():
        if span.start is not None and span.start.holding is not None:
            held.add(span.start.holding.name)
        for entry in party.match.entries[laid:]:
            words = entry.text.split()
            if entry.kind is EntryKind.CHANCE and words[-1] in ("shark", "whale", "boat", "whirlpool"):
                back = f"back {words[-1]}"
                if entry.text.startswith("tile"):
                    assert back in held
                    again += on_top == (back,)
        if laid < len(party.match.entries):
            laid, held, on_top = len(party.match.entries), set(), party.table.labels(CellId("out"))
    assert again


def test_a_live_table_begins_with_the_set_up(setting: Setting) -> None:
    assert People(setting, 3, Habits(limit=1)).match.start == game.initial(setting.setup)


def test_what_people_hold_agrees_with_what_everybody_sees(setting: Setting) -> None:
    """Public hands have as many tiles of each terrain, all of them red backs that the box can still hold."""
    party = people(setting, 5, 150)
    play(party)
    secrets = party.secrets
    assert isinstance(secrets, AtlantisSecrets)
    assert any(secrets.hands)
    for seat, hand in enumerate(secrets.hands):
        assert sorted(terrain for terrain, _ in hand) == [terrain for terrain, _ in party.state.hands[seat]]
    for terrain in TERRAINS:
        held = [back for hand in secrets.hands for land, back in hand if land == terrain]
        left = stock(party.state, terrain).unaccounted
        assert all(held.count(back) <= left[back] for back in held)


@pytest.mark.slow
def test_mistakes_are_mistakes(setting: Setting) -> None:
    """Found without asking the rules; the rules forbid every one, after the lawful move before it if any."""
    found: dict[MistakeKind, int] = {}
    party = people(setting, 7, 120)
    rng = Random(1)
    for _ in party.play():
        for kind in MistakeKind:
            blunder = setting.kit.blunder(kind, party.state, party.table, rng)
            if blunder is None:
                continue
            state = party.state
            if blunder.lawful is not None:
                seat, text = blunder.lawful
                if game.why_illegal(state, seat, game.parse_move(text)):
                    continue  # people try another moment then
                state = game.after_move(state, seat, game.parse_move(text)).state
            assert game.why_illegal(state, Seat(blunder.seat), game.parse_move(blunder.move)), blunder
            if kind is MistakeKind.WRONG_CELL:  # nobody can have gone there step by step
                (carry,) = blunder.carries
                assert carry.start
                assert carry.end
                here, there = (party.table.placer.zones[cell] for cell in (carry.start, carry.end))
                assert hypot(here.x - there.x, here.y - there.y) > 3.0
            found[kind] = found.get(kind, 0) + 1
    assert {kind.value for kind in found} == {
        *("wrong-cell", "wrong-player", "two-pieces", "forgotten-step", "wrong-beast")
    }


def test_the_die_lies_in_its_tray_and_shows_what_was_thrown(setting: Setting) -> None:
    """An electronic die leaves the tray empty."""
    party, tray = people(setting, 3, 60), CellId("tray:die")
    tops = [party.table.labels(tray)]
    for _ in party.play():
        if party.table.labels(tray) not in ((), tops[-1]):
            tops.append(party.table.labels(tray))
    thrown = [entry.text for entry in party.match.entries if entry.text.startswith("die ")]
    changes = [text for before, text in pairwise(["", *thrown]) if text != before]
    assert len(thrown) > 2
    assert [top for (top,) in tops][-len(changes) :] == changes
    machine = People(setting, 3, Habits(pace=4.0, limit=5), electronic=["die"], prepared=True)
    assert machine.table.labels(tray) == ()


@pytest.mark.slow
def test_no_creature_is_the_wrong_one_where_nobody_sees_the_die(setting: Setting) -> None:
    """The camera does not: whichever creature goes where it may, the die may have shown it."""
    for seed in range(4):
        habits = Habits(pace=4.0, limit=20, mistakes=(MistakeKind.WRONG_BEAST,))
        party = People(setting, seed, habits, prepared=True)
        play(party)
        match = Match.begin(party.game, setting.setup, party.match.start)
        for entry in party.match.entries:
            if entry.kind is EntryKind.ANYWAY:
                seat, move = Seat(setting.setup.seats.index(entry.seat)), game.parse_move(entry.text)
                rolled = [
                    game.after_chance(match.line[-2].state, kind).state
                    for kind, _ in game.outcomes(match.line[-2].state)
                ]
                assert all(game.why_illegal(state, seat, move) for state in rolled)
            match = match.add(entry)


@pytest.mark.slow
def test_no_creature_swims_too_early_that_the_die_before_may_have_shown(setting: Setting) -> None:
    """A die that moves nothing and the end of a turn leave no trace: the table still looks as before it."""
    made = 0
    for seed in (0, 6, 7):
        habits = Habits(pace=4.0, limit=150, mistakes=(MistakeKind.FORGOTTEN_STEP,) * 8)
        party = People(setting, seed, habits, prepared=True)
        play(party)
        match = Match.begin(party.game, setting.setup, party.match.start)
        for entry in party.match.entries:
            if entry.kind is EntryKind.ANYWAY:
                made += 1
                if [played.entry.text.split()[0] for played in match.line[-2:]] == ["die", "end"]:
                    before, move = match.line[-3].state, game.parse_move(entry.text)
                    rolled = [game.after_chance(before, kind).state for kind, _ in game.outcomes(before)]
                    assert all(game.why_illegal(state, Seat(state.turn), move) for state in rolled), entry
            match = match.add(entry)
    assert made > 3


@pytest.mark.slow
def test_people_go_straight(setting: Setting) -> None:
    """Nobody can see what one hand does on its way: from d7 by e7 to e8, which lies beside d7."""
    straight = 0
    for seed in range(4):
        party = people(setting, seed, 150)
        play(party)
        match = Match.begin(party.game, setting.setup, party.match.start)
        for entry, after in pairwise(party.match.entries):
            whole = _whole_way(entry, after)
            if whole is not None:
                seat = Seat(setting.setup.seats.index(entry.seat))
                assert game.why_illegal(match.state, seat, game.parse_move(whole)), (entry, after)
                straight += 1
            match = match.add(entry)
    assert straight


def _whole_way(entry: Entry, after: Entry) -> str | None:
    """One movement as far as two of a boat, or of an explorer from tile to tile, by the same hand."""
    first, second = entry.text.split(), after.text.split()
    end = {"sail": 2, "move": 4}.get(first[0])
    if end is None or entry.at != after.at or first[0] != second[0]:
        return None
    begins = {"sail": first[2:3] == second[1:2], "move": [first[1], *first[4:]] == second[1:4]}
    return " ".join((*first[:end], *second[end:])) if begins[first[0]] else None


@pytest.mark.parametrize("there", [True, False])
def test_a_tray_is_watched_only_while_a_die_lies_in_it(setting: Setting, there: bool) -> None:
    """People who throw the die elsewhere are not expected to throw it into the tray."""
    table = TableTop(setting.placer(Random(2)), setting.kit, [] if there else [CellId("tray:die")])
    table.lay_out({})
    picture = setting.renderer(PROFILES["easy"], 3).frame(table.scene())
    seen = photographed(picture, spots_of(setting.zones), mat_for(setting.game), None)
    assert seen is not None
    assert ("tray:die" in seen.cells) is there
    assert "out" in seen.cells
