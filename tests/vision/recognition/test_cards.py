"""Cards by camera: learned from one picture each, read on tables that nobody has learned from."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.bench.cards_under_cameras import another_camera
from vision.recognition.cards import CardBox, CardsError, colour_of, learn, read, read_all, symbol_of

from .compose import Picture, composed
from .drawn import INKS, SYMBOLS, drawn_cards

CARDS = drawn_cards()


@pytest.fixture(scope="module")
def box() -> CardBox:
    return learn(CARDS)


@pytest.mark.parametrize("name", sorted(CARDS)[::3])
def test_a_card_on_a_table_is_never_taken_for_another(box: CardBox, name: str) -> None:
    """Perspective, light, blur, rotation, glare: right, or unsure."""
    seen = read(box, composed(CARDS[name], Random(f"table {name}")))
    assert seen.card == name or seen.unsure


@pytest.mark.slow
def test_most_cards_are_read_and_surely(box: CardBox) -> None:
    names = sorted(CARDS)[1::3]
    readings = {name: read(box, composed(CARDS[name], Random(f"most {name}"))) for name in names}
    sure = [name for name, seen in readings.items() if not seen.unsure]
    assert len(sure) >= 0.6 * len(names)
    assert [name for name in sure if readings[name].card != name] == []


@pytest.mark.slow
@pytest.mark.parametrize("name", ["dark", "many"])
def test_special_cards_are_told_apart_by_their_inks(box: CardBox, name: str) -> None:
    """Of one shape, as the arrows of *outward* and *coloured*."""
    readings = [read(box, composed(CARDS[name], Random(f"inks {number}"))) for number in range(8)]
    assert [seen.card for seen in readings if not seen.unsure and seen.card != name] == []
    assert sum(seen.card == name for seen in readings) >= 7


@pytest.mark.parametrize("turns", range(4))
def test_a_scan_is_read_however_it_lies(box: CardBox, turns: int) -> None:
    scan = np.ascontiguousarray(np.rot90(CARDS["flag-blue"], turns))
    seen = read(box, scan)
    assert (seen.card, seen.unsure) == ("flag-blue", False)


def test_a_mirrored_symbol_is_not_the_card(box: CardBox) -> None:
    """A symbol has one handedness; a right triangle has none of its own, so that the turned flag is allowed:
    what is tested is that probabilities stay probabilities."""
    seen = read(box, np.ascontiguousarray(CARDS["flag-blue"][:, ::-1]))
    assert 0 <= seen.sure <= 1
    assert sum(sure for _, sure in seen.rivals) + seen.sure <= 1 + 1e-6


def test_an_empty_table_is_no_card(box: CardBox) -> None:
    noise = np.random.default_rng(1).integers(90, 130, (360, 480, 3), dtype=np.uint8)
    assert read(box, noise).unsure


def test_a_card_half_covered_is_unsure_or_right(box: CardBox) -> None:
    hidden = CARDS["disc-bar-red"].copy()
    hidden[:, 120:] = (120, 150, 190)
    seen = read(box, hidden)
    assert seen.unsure or seen.card == "disc-bar-red"


def test_names() -> None:
    assert (symbol_of("disc-bar-red"), colour_of("disc-bar-red")) == ("disc-bar", "red")
    assert (symbol_of("inward"), colour_of("inward")) == ("inward", "")


def test_a_box_is_remembered(box: CardBox, tmp_path: Path) -> None:
    (tmp_path / "box").write_bytes(box.pack())
    again = CardBox.load(tmp_path / "box")
    assert again.names == box.names
    assert np.abs(again.inks - box.inks).max() <= 0.5 / 255 + 1e-6


@pytest.mark.parametrize("data", [b"", b"no box", b"PK\x03\x04 cut off"])
def test_what_is_no_box_is_said(tmp_path: Path, data: bytes) -> None:
    (tmp_path / "box").write_bytes(data)
    with pytest.raises(CardsError, match="no box"):
        CardBox.load(tmp_path / "box")


def folder(tmp_path: Path) -> Path:
    made = tmp_path / "cards"
    made.mkdir()
    for name in ("ring-red", "ring-blue", "four-red", "four-blue", "spiral"):
        cv2.imwrite(str(made / f"{name}.png"), CARDS[name])
    return made


def test_the_commands_learn_and_read(tmp_path: Path) -> None:
    cards, target = folder(tmp_path), tmp_path / "box"
    learned = CliRunner().invoke(main, ["cards", "learn", "jungle", str(cards), "-o", str(target)])
    assert (learned.exit_code, learned.output) == (0, "Learned 5 cards.\n")
    pictures = [str(cards / "four-blue.png"), str(cards / "spiral.png")]
    told = CliRunner().invoke(main, ["cards", "read", str(target), *pictures])
    rows = [json.loads(line) for line in told.output.splitlines()]
    assert [row["card"] for row in rows] == ["four-blue", "spiral"]
    assert [row["picture"] for row in rows] == pictures
    assert all(set(row) == {"picture", "card", "sure", "unsure", "rivals"} for row in rows)
    assert all(0 <= row["sure"] <= 1 and isinstance(row["unsure"], bool) for row in rows)


def test_bad_input_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "text.jpg").write_text("no picture")
    target = str(tmp_path / "box")
    (tmp_path / "good").write_bytes(learn(dict(list(CARDS.items())[:2])).pack())
    twice = folder(tmp_path)
    cv2.imwrite(str(twice / "spiral.jpg"), CARDS["spiral"])
    for arguments, said in (
        (["learn", "jungle", str(tmp_path / "none"), "-o", target], "is not a folder"),
        (["learn", "jungle", str(tmp_path / "empty"), "-o", target], "There is no picture"),
        (["learn", "jungle", str(twice), "-o", target], "two pictures of spiral"),
        (["read", target, "x.jpg"], "does not hold learned cards"),
        (["read", str(tmp_path / "good"), str(tmp_path / "text.jpg")], "not a picture"),
        (["learn", "jungle", str(tmp_path), "-o", target], "not a picture"),
    ):
        result = CliRunner().invoke(main, ["cards", *arguments])
        assert result.exit_code == 2, arguments
        assert said in result.output
        assert result.output.count("\n") == 1


def test_a_box_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    target = tmp_path / "none" / "box"
    result = CliRunner().invoke(main, ["cards", "learn", "jungle", str(folder(tmp_path)), "-o", str(target)])
    assert result.exit_code == 2
    assert "could not be written" in result.output


def one(picture: Picture, seed: str) -> Picture:
    return another_camera(composed(picture, Random(seed)), Random(f"camera {seed}"))


@pytest.mark.slow
def test_cards_of_another_camera_are_read_and_surely(box: CardBox) -> None:
    """Another tone curve and other saturation than those of the pictures that were learned from."""
    names = [name for name in sorted(CARDS) if colour_of(name)][::2]
    readings = {name: read(box, one(CARDS[name], f"seen {name}")) for name in names}
    sure = [name for name, seen in readings.items() if not seen.unsure]
    assert [name for name in sure if readings[name].card != name] == []
    assert len(sure) >= 0.7 * len(names)


@pytest.mark.parametrize("symbol", ["ring", "four", "dots"])
def test_an_ink_between_two_that_were_learned_is_not_surely_one_of_them(symbol: str, box: CardBox) -> None:
    between = tuple((a + b) // 2 for a, b in zip(INKS["yellow"], INKS["green"], strict=True))
    card = np.full_like(CARDS["ring-red"], 245)
    SYMBOLS[symbol](card, (between[0], between[1], between[2]))
    assert read(box, card).unsure


OTHER: dict[str, tuple[int, int, int]] = {
    "red": (94, 59, 243),
    "yellow": (58, 182, 250),
    "green": (62, 230, 200),
    "blue": (142, 73, 142),
}
"""Inks of another print, BGR: crimson, amber, lime and violet."""


def another_print() -> dict[str, Picture]:
    """Cards with these inks, with broader lines and a pattern on darker paper."""
    pattern = np.where(np.indices((240, 240)).sum(axis=0)[..., None] // 9 % 2, 232, 220)
    cards = {}
    for symbol, draw in SYMBOLS.items():
        for colour, ink in OTHER.items():
            card = np.full((240, 240, 3), 245, np.uint8)
            draw(card, ink)
            broad = cv2.erode(card, np.ones((3, 3), np.uint8))
            cards[f"{symbol}-{colour}"] = np.minimum(broad, pattern.astype(np.uint8))
    return cards


@pytest.mark.slow
def test_cards_of_another_print_are_told_by_all_their_inks(box: CardBox) -> None:
    cards = another_print()
    readings = dict(zip(cards, read_all(box, cards.values()), strict=True))
    sure = {name: seen.card for name, seen in readings.items() if not seen.unsure}
    assert {name: card for name, card in sure.items() if name != card} == {}
    assert len(sure) >= 0.9 * len(cards)


def test_one_card_of_another_print_alone_is_unsure(box: CardBox) -> None:
    """Lime may be this print's green or its yellow."""
    assert read(box, another_print()["four-green"]).unsure
