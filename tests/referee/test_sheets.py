"""Which faces a game's contact sheets hold, and where they lie. Expected: the games' boxes."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

import pytest

from companion.referee.sheets import GAP, MOST, face_of, sheets_of
from companion.rules.contract import ZoneKind
from companion.rules.pieces import Pose, PosedPiece
from companion.rules.registry import find_game

BOXES = {
    "marso": [24, 10],  # 14 hunter cards, 4 score cards, 16 movement cards
    "arctica": [19],  # 6 colours of 3 cards, melting
    "atlantis": [12],  # the backs that a tile may show
    "northwest": [57],  # large tiles
    "jungle": [49, 25],  # 18 symbols in 4 colours, 2 special cards; over the square of two players' places
}
MANY_PLAYERS = {"jungle": [64, 11]}
"""More places need a larger square; and the coloured card is in the deck."""


@pytest.mark.parametrize("name", BOXES)
@pytest.mark.parametrize("seats", [2, -1])
def test_every_face_that_the_set_up_does_not_show_has_one_place(name: str, seats: int) -> None:
    game = find_game(name)
    setup = game.setup(2 if seats == 2 else game.seatings[-1], {})
    sheets = sheets_of(game, setup)
    expected = BOXES[name] if seats == 2 else MANY_PLAYERS.get(name, BOXES[name])
    assert [len(sheet) for sheet in sheets] == expected
    assert len(sheets) <= MOST
    faces = [face_of(zone) for sheet in sheets for zone in sheet]
    assert len(set(faces)) == len(faces)
    assert not any(PosedPiece(face).pose is Pose.TURNED for face in faces)
    shown = {piece for look in game.looks(game.initial(setup)).values() for piece in look.pieces}
    assert shown.isdisjoint(faces)


@pytest.mark.parametrize("name", [name for name, sheets in BOXES.items() if sheets])
def test_places_lie_on_the_board_and_apart(name: str) -> None:
    game = find_game(name)
    setup = game.setup(2, {})
    board = [zone for zone in game.zones(setup) if zone.kind is not ZoneKind.SLOT]
    if not board:  # the longer side of what the places cover, in both directions
        board = [replace(z, x=x, y=y) for z in game.zones(setup) for x, y in ((z.x, z.y), (z.y, z.x))]
    left, right = min(z.x - z.width / 2 for z in board), max(z.x + z.width / 2 for z in board)
    low, high = min(z.y - z.height / 2 for z in board), max(z.y + z.height / 2 for z in board)
    for sheet in sheets_of(game, setup):
        for zone in sheet:
            assert left - 1e-6 <= zone.x - zone.width / 2 < zone.x + zone.width / 2 <= right + 1e-6
            assert low - 1e-6 <= zone.y - zone.height / 2 < zone.y + zone.height / 2 <= high + 1e-6
        for one, other in combinations(sheet, 2):
            beside = abs(one.x - other.x) >= one.width + GAP - 1e-6
            assert beside or abs(one.y - other.y) >= one.height + GAP - 1e-6
