"""Whoever tells fewer colours apart plays all the same: nothing is told by its colour alone."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from kivy.graphics.texture import Texture

from companion.locale import Texts
from companion.rules.contract import Lamp
from companion.rules.drawing import drawing_of, rule_of
from companion.rules.palette import COLOURS
from companion.rules.pieces import PosedPiece
from companion.screen import pictures
from companion.screen.drawn import Drawn
from companion.screen.panels.situation import LampRow
from companion.screen.pieces import Sign, sign_of

from .colour_blind import BLIND, seen
from .scenes import GAMES, played
from .stage import Stage

NO_COLOUR = (0.0, 0.0, 0.0, 0.0)


def pieces_of(game: str) -> tuple[tuple[str, ...], list[PosedPiece]]:
    """Seats, and all pieces that lie on the table in the course of a recorded game."""
    pieces: set[PosedPiece] = set()
    for part in (0.1, 0.5, 0.9):
        house = played(game, part, "0[4567]*")
        view = house.session_now.view
        for look in house._game.looks(view.state).values():
            pieces |= set(look.pieces)
    return view.setup.seats, sorted(pieces)


def form(drawn: Drawn, piece: PosedPiece, seats: tuple[str, ...]) -> tuple[bytes, Sign]:
    """All of a picture but its colours: where it is dark, light or nothing, and what is written on it."""
    own = drawn.piece(piece)
    if own is None:
        sign = sign_of(piece, seats)
        return b"", Sign(sign.shape, NO_COLOUR, sign.number, sign.word, sign.turned, sign.letters)
    texture, sign = own
    rgba = np.frombuffer(texture.pixels, np.uint8).reshape(-1, 4)
    edge = (rgba[:, :3].max(axis=1) < 40) & (rgba[:, 3] > 0)
    return np.packbits(edge | (rgba[:, 3] == 0)).tobytes(), Sign("", NO_COLOUR, sign.number, sign.word)


def without_colour(piece: str) -> str:
    return " ".join("*" if word in COLOURS else word for word in piece.split())


@pytest.mark.parametrize("game", GAMES)
def test_pieces_that_differ_in_colour_differ_in_something_else_too(game: str) -> None:
    seats, pieces = pieces_of(game)
    drawn = Drawn(game, seats)
    pairs = [pair for pair in combinations(pieces, 2) if without_colour(pair[0]) == without_colour(pair[1])]
    assert pairs or game in ("arctica", "jungle"), "animals; cards with a picture of their colour"
    alike = [(one, other) for one, other in pairs if form(drawn, one, seats) == form(drawn, other, seats)]
    assert alike == []


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """All words that are drawn."""
    words, caption = set[str](), pictures.caption

    def noting(text: str, *args: Any, **kwargs: Any) -> Any:
        words.add(text)
        return caption(text, *args, **kwargs)

    monkeypatch.setattr(pictures, "caption", noting)
    return words


def test_open_cards_bear_the_letter_of_their_colour(written: set[str]) -> None:
    house = played("jungle", 0.3)
    Stage(house, "en", (800, 480)).close()
    state = house.session_now.match.state
    colours = {state.table.edition.names[pile[-1]].rpartition("-")[2] for pile in state.opened if pile}
    assert len(colours) == 2
    assert {colour[0].upper() for colour in colours} <= written


def test_arrows_of_an_open_card_bear_the_letter_of_their_colour(written: set[str]) -> None:
    row = LampRow(Texts("uk", "marso"), [Lamp(colour, "up") for colour in ("red", "green")])
    row.size = (200, 52)
    assert written == {"Ч", "З"}


def bases_of(game: str) -> set[str]:
    """What may lie under pieces, by the zones of a game for all its seats."""
    house = played(game, 0.1)
    rules, setup = house._game, house.session_now.view.setup
    return {base for zone in rules.zones(setup) for base in zone.bases if base}


def dark(texture: Texture) -> bytes:
    """Where a picture has ink of any colour."""
    rgba = np.frombuffer(texture.pixels, np.uint8).reshape(-1, 4)
    return np.packbits(rgba[:, 3] > 0).tobytes()


@pytest.mark.parametrize("game", GAMES)
def test_rings_that_differ_in_colour_differ_in_something_else_too(game: str) -> None:
    drawn = Drawn(game, ())
    rules = {base: rule_of(drawing_of(game), "base", base) for base in bases_of(game)}
    rings = sorted(base for base, rule in rules.items() if not {"fill", "corners"} & {*(rule or ())})
    assert rings == (["turquoise", "violet"] if game == "marso" else [])
    assert len({dark(drawn.ring(base)) for base in rings}) == len(rings)


@pytest.mark.parametrize("kind", BLIND)
def test_grey_stays_grey_and_red_comes_near_green(kind: str) -> None:
    grey = np.array([[0, 0, 0], [128, 128, 128], [255, 255, 255]], np.uint8)
    assert np.abs(seen(grey, kind).astype(int) - grey).max() <= 2
    red, green = np.array([[200, 60, 40]], np.uint8), np.array([[110, 110, 40]], np.uint8)
    before = np.abs(red.astype(int) - green).max()
    assert np.abs(seen(red, kind).astype(int) - seen(green, kind)).max() < before / 2
