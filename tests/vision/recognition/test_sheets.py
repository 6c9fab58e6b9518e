"""Contact sheets: portraits of cards in a grid, and what is wrong with a sheet. Pictures are drawn here;
expected is what was drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.vision.recognition.test_likeness import BARE, SCALE, TABLE, Looks, card, nats, pips, seen, slot
from vision.change import logs
from vision.recognition.box import load_portraits, pack_portraits
from vision.recognition.likeness import Likeness
from vision.recognition.sheets import SheetRead, read_sheet
from vision.seeing import CellView, View
from vision.types import Image, Spot, SpotReading

FACES = ("ur", "rd", "ud", "ll")
Draw = Callable[[], Image]


def spot_of(way: str) -> Spot:
    return Spot(
        f"sheet1:0:{way}", 0, 0, 0.9, 1.3, "slot", 0, ("",), ((), (f"card {way}",)), SpotReading.WHOLE
    )


def bare() -> Image:
    return np.full_like(card("ur"), TABLE)


def view(pictures: Mapping[str, Image]) -> View:
    cells = {
        f"sheet1:0:{way}": CellView(f"sheet1:0:{way}", 0.0, 0.0, 0.0, 0.0, None, logs(picture))
        for way, picture in pictures.items()
    }
    return View(0.0, 0.0, cells, first=True)


def read(pictures: Mapping[str, Image]) -> SheetRead:
    """A sheet of these faces, of which each place shows its picture."""
    empty = view(dict.fromkeys(pictures, bare()))
    return read_sheet(view(pictures), empty, [spot_of(way) for way in pictures])


def sized(width: float, height: float) -> Image:
    """A white card of another size in the middle of a place, in pitches."""
    picture = bare()
    middle = np.array([picture.shape[1] / 2, picture.shape[0] / 2])
    half = np.array([width, height]) * SCALE / 2
    low, high = (middle - half).astype(int), (middle + half).astype(int)
    cv2.rectangle(picture, (int(low[0]), int(low[1])), (int(high[0]), int(high[1])), (235, 238, 240), -1)
    return picture


def under_an_arm() -> Image:
    """A card with an arm over it that comes from above and covers the table beside it, too."""
    picture = card("ud")
    cv2.rectangle(picture, (0, 0), (picture.shape[1], round(picture.shape[0] * 0.9)), (110, 140, 205), -1)
    return picture


@pytest.mark.slow
@settings(max_examples=6, deadline=None)
@given(st.floats(-7, 7), st.floats(-0.06, 0.06), st.floats(-0.06, 0.06), st.floats(0.7, 1.05))
def test_faces_of_a_sheet_are_known_again(tilt: float, dx: float, dy: float, light: float) -> None:
    """However askew they lie, and though it is darker than when the table was bare."""
    sheet = {way: (card(way, tilt, dx, dy) * light).clip(0, 255).astype(np.uint8) for way in FACES}
    found = read(sheet)
    assert set(found.portraits) == {f"card {way}" for way in FACES}
    assert (found.missing, found.alike) == ((), ())
    eyes = Likeness([slot()])
    eyes.remember(found.portraits)
    for way in FACES:
        says = {other: nats(eyes, slot(), card(way, 3.0), f"card {other}") for other in FACES}
        assert max(says, key=says.__getitem__) == way
        assert says[way] > 1.0


@pytest.mark.parametrize("light", [0.6, 1.0])
def test_faces_that_differ_in_one_pip_are_told_apart_on_a_pile(light: float) -> None:
    """They lay askew on the sheet, each in its own way, and white cards made the camera darken all."""
    names = ("card 1", "card 2", "card 3")
    laid = [pips(1, 8, 0.1, -0.08), pips(2, -7, -0.1, 0.05), pips(3, 3, 0.06, 0.1)]
    spots = [Spot(name, 0, 0, 0.9, 1.3, "slot", 0, ("",), ((), (name,)), SpotReading.WHOLE) for name in names]
    empty = View(0.0, 0.0, {name: seen(name, bare()).cells[name] for name in names})
    dark = [(picture * light).astype(np.uint8) for picture in laid]
    full = View(0.0, 0.0, {n: seen(n, picture).cells[n] for n, picture in zip(names, dark, strict=True)})
    found = read_sheet(full, empty, spots)
    assert (found.missing, found.alike) == ((), ())
    eyes = Likeness(
        [Spot("laid", 0, 0, 0.9, 1.3, "slot", 0, (), tuple((name,) for name in names), SpotReading.WHOLE)]
    )
    eyes.remember(found.portraits)
    for count, name in enumerate(names, 1):
        pile = pips(count % 3 + 1, -6, 0.08, -0.05)
        now = seen("laid", pips(count, 4, -0.05, 0.06, pile), pile)
        says = {other: eyes.compare(now, "laid", BARE, Looks("", (other,))) for other in names}
        assert max(says, key=says.__getitem__) == name


@pytest.mark.parametrize(
    "wrong",
    [bare, under_an_arm, lambda: sized(0.5, 0.5), lambda: sized(1.2, 1.7)],
    ids=["bare", "under an arm", "too small", "too large"],
)
def test_a_place_without_its_card_is_named_and_teaches_nothing(wrong: Draw) -> None:
    """Nothing, a hand, a smaller tile and a larger card of another game."""
    sheet = {way: card(way) for way in FACES} | {"ud": wrong()}
    found = read(sheet)
    assert found.missing == ("card ud",)
    assert "card ud" not in found.portraits
    assert len(found.portraits) == len(FACES) - 1


def test_a_place_outside_the_picture_is_missing() -> None:
    pictures = {way: card(way) for way in FACES}
    found = read_sheet(view({"ur": pictures["ur"]}), view(dict.fromkeys(pictures, bare())), [spot_of("rd")])
    assert found.missing == ("card rd",)


def test_two_that_look_alike_are_named_and_kept() -> None:
    sheet = {way: card(way) for way in FACES} | {"ud": card("ll", 4.0)}
    found = read(sheet)
    assert found.alike == (("card ud", "card ll"),)
    assert len(found.portraits) == len(FACES)


def test_one_that_is_another_half_round_is_alike() -> None:
    """`ul` is what `rd` shows when it is turned half round."""
    found = read({"ur": card("ur"), "rd": card("rd"), "ul": card("ul")})
    assert found.alike == (("card rd", "card ul"),)


def test_a_sheet_survives_the_file_of_its_box(tmp_path: Path) -> None:
    eyes = Likeness([slot()])
    eyes.remember(read({way: card(way) for way in FACES}).portraits)
    (tmp_path / "box.npz").write_bytes(pack_portraits(eyes.album.portraits))
    again = Likeness([slot()], load_portraits(tmp_path / "box.npz"))
    assert nats(again, slot(), card("rd"), "card rd") > 1.0
