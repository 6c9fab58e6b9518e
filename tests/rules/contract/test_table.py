"""What a camera and the public see of a position, for every game."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

import pytest

from companion.rules.contract import CellId, Look, Reading, Zone, apply
from companion.rules.drawing import drawing_of
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame

from .hooks import hooks_of
from .walks import GAMES, begin, positions, seats_of, walk

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def check_looks(zones: Mapping[CellId, Zone], looks: Mapping[CellId, Look]) -> None:
    for cell, look in looks.items():
        assert look.base in zones[cell].bases, (cell, look)
        assert all(isinstance(piece, PosedPiece) for piece in look.pieces), (cell, look)
        zone = zones[cell]
        on_top = zone.reading in ("cards", "tokens") and look.certainty == "any"
        contents = [(piece,) for piece in look.pieces] if on_top else [look.pieces]
        crowded = zone.reading == "crowd" and look.certainty == "hidden"
        assert crowded or set(contents) <= set(zone.stacks), (cell, look)


def overlap(one: Zone, other: Zone) -> bool:
    def extent(zone: Zone) -> tuple[float, float]:
        across, along = zone.width / 2, zone.height / 2
        return (along, across) if zone.turn % 2 else (across, along)

    (ax, ay), (bx, by) = extent(one), extent(other)
    return abs(one.x - other.x) < ax + bx - 1e-9 and abs(one.y - other.y) < ay + by - 1e-9


@every_game
def test_zones_are_apart_and_can_be_bare(game: AnyGame) -> None:
    for which in range(len(hooks_of(game.id).setups)):
        zones = game.zones(begin(game, which).setup)
        assert len({zone.cell for zone in zones}) == len(zones)
        assert all(() in zone.stacks and "" in zone.bases and zone.turn in range(4) for zone in zones)
        squares = [zone for zone in zones if zone.kind != "hex"]
        for i, one in enumerate(squares):
            assert not any(overlap(one, other) for other in squares[i + 1 :]), one.cell


@every_game
def test_what_is_printed_in_cells_is_drawn_in_cells_that_there_are(game: AnyGame) -> None:
    drawing = drawing_of(game.id)
    cells = {
        zone.cell
        for which in range(len(hooks_of(game.id).setups))
        for zone in game.zones(begin(game, which).setup)
    }
    assert drawing.get("cell", {}).keys() <= cells
    assert set(drawing.get("cell", {}).values()) <= drawing.get("shape", {}).keys()


@pytest.mark.slow
@every_game
def test_looks_are_among_what_could_be_seen(game: AnyGame) -> None:
    for which in range(len(hooks_of(game.id).setups)):
        match = walk(game, which, which, 200)
        zones = {zone.cell: zone for zone in game.zones(match.setup)}
        for played in match.line:
            check_looks(zones, game.looks(played.state))


@pytest.mark.slow
@every_game
def test_what_hands_do_is_what_the_next_position_looks_like(game: AnyGame) -> None:
    """Unless something follows by itself there: then an effect names the place."""
    for which in range(len(hooks_of(game.id).setups)):
        match = walk(game, which, which + 50, 150)
        zones = {zone.cell: zone for zone in game.zones(match.setup)}
        states = [match.start, *(played.state for played in match.line)]
        for state in states:
            for seat in seats_of(game, state):
                for move in game.legal_moves(state, seat)[:8]:
                    step = apply(game, state, seat, move)
                    handled = game.handled(state, seat, move)
                    check_looks(zones, handled)
                    before, after = game.looks(state), game.looks(step.state)
                    owed = {cell for effect in step.effects for cell in effect.cells}
                    for cell in {*before, *after, *handled} - owed:
                        seen = after.get(cell, Look())
                        done = handled.get(cell, before.get(cell, Look()))
                        if seen.certainty == done.certainty == "seen":
                            assert seen == done, (cell, game.format_move(move), game.format_position(state))


@every_game
def test_teaching_shows_every_piece_and_begins_with_the_set_up(game: AnyGame) -> None:
    for which in range(len(hooks_of(game.id).setups)):
        match = begin(game, which)
        taught = game.teaching(match.setup)
        zones = {zone.cell: zone for zone in game.zones(match.setup)}
        assert taught[0] == match.start
        shown: set[str] = set()
        for state in taught:
            check_looks(zones, game.looks(state))
            assert game.parse_position(game.format_position(state)) == state
            for look in game.looks(state).values():
                shown |= {look.base, *look.pieces}
        dice = {
            cell for cell, zone in zones.items() if zone.reading is Reading.DIE
        }  # throws teach their faces
        stacks = [stack for cell, zone in zones.items() if cell not in dice for stack in zone.stacks]
        every: set[str] = {piece for stack in stacks for piece in stack}
        every |= {base for zone in zones.values() for base in zone.bases}
        turned = {piece for piece in every if piece.endswith(" turned")}
        assert every - turned <= shown, every - turned - shown
        assert {piece.removesuffix(" turned") for piece in turned} <= shown


@every_game
def test_observing_leaks_nothing(game: AnyGame) -> None:
    """Positions that differ in secrets only look the same to the public, whatever is asked of the view."""
    chooser, resealed = Random(4), hooks_of(game.id).resealed
    for state in list(positions(game, walks=6, longest=250))[::5]:
        one, other = resealed(state, chooser), resealed(state, chooser)
        public = game.observe(one, None)
        assert public == game.observe(other, None)
        assert game.observe(public, None) == public
        assert game.looks(one) == game.looks(other) == game.looks(public)
        assert game.lamps(one) == game.lamps(public)
        for seat in seats_of(game, state):
            own = game.observe(one, seat)
            assert game.observe(own, seat) == own
            assert game.observe(own, None) == public
            assert game.score(public, seat) == game.score(game.observe(other, None), seat)


@every_game
def test_lamps_are_as_many_in_every_position(game: AnyGame) -> None:
    counts = {len(game.lamps(state)) for state in positions(game, walks=2, longest=150)}
    assert len(counts) == 1
