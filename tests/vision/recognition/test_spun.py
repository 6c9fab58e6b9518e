"""Cards that lie turned by any angle on their pile, told by a deck that one contact sheet taught."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import lru_cache
from random import Random

import cv2
import numpy as np
import pytest

from companion.games.jungle.edition import DEFAULT
from companion.referee.sheets import face_of, sheets_of
from companion.referee.spots import mat_for, spots_of
from companion.rules.contract import CellId, Look
from companion.rules.pieces import PosedPiece, stack_of
from companion.simulator.profiles import PROFILES
from companion.simulator.scene import Scene
from companion.simulator.setting import Setting, setting_of
from vision.change import logs, plain
from vision.objects import SPUN, Cutting
from vision.photographs import photographed
from vision.recognition.cards import MARGIN_SURE, CardBox
from vision.recognition.likeness import Likeness
from vision.recognition.sheets import read_sheet
from vision.recognition.spun import deck_of, shares
from vision.seeing import CellView, View
from vision.types import Image, Spot, SpotReading

PILE = 3
"""Cards below each other, each turned another way."""


@lru_cache(maxsize=1)
def _table() -> tuple[Setting, tuple[Spot, ...], dict[str, Cutting]]:
    """The table, its spots, and the portraits of its first contact sheet."""
    setting = setting_of("jungle", 4, {})
    renderer = setting.renderer(PROFILES["easy"], 3)
    sheet = sheets_of(setting.game, setting.setup)[0]
    places = spots_of(sheet)
    bare, shown = (
        photographed(renderer.frame(scene), places, mat_for(setting.game), None)
        for scene in (Scene(()), setting.sheet(sheet, Random(4)))
    )
    assert bare is not None
    assert shown is not None
    read = read_sheet(shown, bare, places)
    assert read.missing == ()
    return setting, spots_of(setting.zones), dict(read.portraits)


@lru_cache(maxsize=8)
def _piles(seed: int) -> tuple[View, dict[str, PosedPiece]]:
    """One picture of piles, and the card on top of each."""
    setting, spots, portraits = _table()
    rng, placer = Random(seed), setting.placer(Random(seed + 1))
    pieces, tops = [], {}
    for spot in spots:
        for _ in range(PILE if spot.reading is SpotReading.SYMBOL and spot.cell != "pot" else 0):
            tops[spot.cell] = PosedPiece(rng.choice(sorted(portraits)))
            pieces.append(placer.put(CellId(spot.cell), tops[spot.cell]))
    picture = setting.renderer(PROFILES["easy"], seed).frame(Scene(tuple(pieces)))
    view = photographed(picture, spots, mat_for(setting.game), None)
    assert view is not None
    return view, tops


@lru_cache(maxsize=1)
def _deck(without: str = "") -> CardBox:
    """The deck, or all of it but the family of look-alikes of one card."""
    left = _family(without) if without else -1
    portraits = _table()[2]
    deck = deck_of({name: [cutting] for name, cutting in portraits.items() if _family(name) != left})
    assert deck is not None
    return deck


def _family(piece: str) -> int:
    edition = DEFAULT
    return edition.family[edition.index[piece.removeprefix("card ")]]


def test_a_game_without_a_board_has_its_sheets_over_all_places() -> None:
    setting = setting_of("jungle", 4, {})
    faces = [face_of(zone) for sheet in sheets_of(setting.game, setting.setup) for zone in sheet]
    assert len(faces) == len(set(faces)) == 75


@pytest.mark.slow
def test_cards_turned_by_any_angle_are_told_with_their_certainty() -> None:
    seen, sure = 0, 0
    for seed in range(2):
        view, tops = _piles(seed)
        for cell, top in tops.items():
            found = shares(_deck(), view.cells[cell].now)
            assert max(found, key=found.__getitem__) == top
            assert sum(found.values()) <= 1.0001
            seen, sure = seen + 1, sure + (found[top] >= 0.95)
    assert sure >= 0.7 * seen


@pytest.mark.slow
def test_a_card_whose_family_was_never_shown_is_not_taken_for_another_one_surely() -> None:
    view, tops = _piles(0)
    for cell, top in tops.items():
        found = shares(_deck(without=top), view.cells[cell].now)
        assert max(found.values()) < 0.95


def _spoilt(picture: Image, how: str) -> Image:
    """A third of it glares, a hand hides the half, or the pile has slid by a fifth of a card."""
    spoilt, (height, width) = picture.copy(), picture.shape[:2]
    if how == "glare":
        cv2.ellipse(
            spoilt, (width // 2, height // 3), (width // 4, height // 6), 20, 0, 360, (255, 255, 255), -1
        )
    elif how == "hand":
        spoilt[:, : width // 2] = (110, 140, 190)
    else:
        spoilt = np.roll(spoilt, round(width / 1.3 / 5), axis=1)
    return spoilt


@pytest.mark.slow
@pytest.mark.parametrize("how", ["glare", "hand", "slid"])
def test_a_card_that_is_seen_badly_is_read_rightly_or_unsurely(how: str) -> None:
    view, tops = _piles(6)
    for cell, top in tops.items():
        found = shares(_deck(), logs(_spoilt(plain(view.cells[cell].now), how)))
        likeliest = max(found, key=lambda name: found[name])
        assert likeliest == top or found[likeliest] < MARGIN_SURE, (cell, top, likeliest, found[likeliest])


def test_nothing_is_said_without_a_deck() -> None:
    assert deck_of({}) is None
    assert shares(None, next(iter(_piles(0)[0].cells.values())).now) == {}


def test_likeness_asks_the_deck_where_cards_are_spun() -> None:
    view, tops = _piles(1)
    _, spots, portraits = _table()
    assert all(cutting.size == SPUN for cutting in portraits.values())
    likeness = Likeness(spots, {name: [cutting] for name, cutting in portraits.items()})
    cell, top = next(iter(tops.items()))
    other = next(name for name in sorted(portraits) if name.split("-")[0] != top.split("-")[0])
    says = {name: likeness.compare(view, cell, None, Look(pieces=stack_of(name))) for name in (top, other)}
    assert says == {top: 0.0, other: 0.0}  # a first view: nobody knows what changed
    changed = View(1.0, 1.0, {cell: _after(view, cell)})
    says = {name: likeness.compare(changed, cell, None, Look(pieces=stack_of(name))) for name in (top, other)}
    assert says[top] > 2
    assert says[other] < -2
    assert likeness.knows(cell, Look(pieces=stack_of(top)))
    assert not likeness.knows(cell, Look(pieces=stack_of("card moon-pink")))


def test_a_card_that_is_read_surely_leaves_little_to_all_others_together(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Of a thousand that are read so two may be others, however many cards there are."""
    view, tops = _piles(1)
    _, spots, portraits = _table()
    cell, top = next(iter(tops.items()))
    monkeypatch.setattr("vision.recognition.readers.shares", lambda *_: {top: 0.99})
    likeness = Likeness(spots, {name: [cutting] for name, cutting in portraits.items()})
    changed = View(1.0, 1.0, {cell: _after(view, cell)})
    odds = {
        name: math.exp(likeness.compare(changed, cell, None, Look(pieces=stack_of(name))))
        for name in portraits
    }
    assert 1 - odds[top] / sum(odds.values()) == pytest.approx(0.002, abs=0.0005)


def _after(view: View, cell: str) -> CellView:
    return replace(view.cells[cell], before=view.cells[cell].now, change=0.5)


@pytest.mark.parametrize("cell", ["open:s1", "pot"])
def test_open_piles_are_spun_and_closed_ones_are_not(cell: str) -> None:
    spots = {spot.cell: spot.reading for spot in _table()[1]}
    assert spots[cell] is SpotReading.SYMBOL
    assert spots["closed:s1"] is SpotReading.WHOLE


@pytest.mark.slow
def test_a_thin_symbol_is_told_by_the_colour_of_thin_ones() -> None:
    view, tops = _piles(5)
    sure = {cell: shares(_deck(), view.cells[cell].now).get(name, 0.0) for cell, name in tops.items()}
    assert min(sure.values()) > MARGIN_SURE, sure
