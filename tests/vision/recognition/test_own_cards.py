"""An owner's cards, learned from a picture of each, read on the piles of a game and kept for the next one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.app.portraits import Portraits, box_path
from companion.cli import main
from companion.commands.watch import watch_command
from companion.games.jungle.edition import DEFAULT
from companion.games.jungle.zones import card_piece
from companion.referee.own_cards import OwnCardsError, beside, cards_for
from companion.rules.contract import Look
from companion.rules.pieces import stack_of
from companion.rules.registry import find_game
from companion.simulator.setting import setting_of
from vision.recognition.cards import CardBox, learn
from vision.recognition.likeness import Likeness
from vision.recognition.spun import deck_of, joined
from vision.types import Image

from .test_spun import _after, _piles, _table

GAME = find_game("jungle")


def scans() -> dict[str, Image]:
    """A picture of every face of the simulated box, as a scanner takes it."""
    art = setting_of("jungle", 4, {}).kit.art("classic")
    found = {}
    for name in DEFAULT.names:
        sheet = art.sheet(card_piece(name))
        assert sheet is not None
        inked = sheet.painting[..., 3:] / 255
        picture = (inked * sheet.painting[..., :3] + (1 - inked) * 255).astype(np.uint8)
        found[name] = np.asarray(cv2.resize(picture, (240, 240), interpolation=cv2.INTER_AREA), np.uint8)
    return found


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("cards") / "box"
    path.write_bytes(learn(scans()).pack())
    return path


@pytest.mark.slow
def test_piles_are_read_by_scans_of_the_cards(box: Path) -> None:
    """No contact sheet was ever shown: of eight piles every one is read rightly, as people need it."""
    cards = cards_for(GAME, box)
    right = 0
    for seed in (1, 2):
        view, tops = _piles(seed)
        likeness = Likeness(_table()[1], cards=cards)
        for cell, top in tops.items():
            seen = replace(view, first=False, cells={cell: _after(view, cell)})
            says = {
                name: likeness.compare(seen, cell, None, Look(pieces=stack_of(name))) for name in cards.names
            }
            right += max(says, key=lambda name: says[name]) == top
            assert likeness.knows(cell, Look(pieces=stack_of(top)))
    assert right == 8


def test_what_the_camera_was_shown_comes_first(box: Path) -> None:
    cards = cards_for(GAME, box)
    one = deck_of({name: [cutting] for name, cutting in list(_table()[2].items())[:3]})
    assert one is not None
    both = joined(one, cards)
    assert both is not None
    assert set(both.names) == set(cards.names)
    assert both.names[:3] == one.names
    assert np.array_equal(both.inks[:3], one.inks)
    assert joined(None, cards) is cards
    assert joined(one, None) is one


def named(box: Path, *names: str) -> None:
    """A box of so many cards under these names."""
    some = CardBox.load(box.parent / "box")
    count = len(names)
    box.write_bytes(CardBox(names, some.inks[:count], some.colours[:count]).pack())


def test_pictures_may_be_named_as_scans_are(box: Path) -> None:
    other = box.parent / "scans"
    named(other, "circleCross-red", "squaresCircle-blue", "inward", "back")
    assert cards_for(GAME, other).names == (
        "card circle-cross-red",
        "card squares-circle-blue",
        "card inward",
    )


def test_a_card_that_the_game_does_not_have_is_named(box: Path) -> None:
    other = box.parent / "other"
    named(other, "star-red", "moon-pink")
    with pytest.raises(OwnCardsError, match="moon-pink"):
        cards_for(GAME, other)


def test_they_are_used_in_every_game_from_then_on(
    box: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    result = CliRunner().invoke(main, ["cards", "use", "jungle", str(box)])
    assert result.exit_code == 0, result.output
    assert str(len(DEFAULT.names)) in result.output
    likeness = Likeness(_table()[1])
    portraits = Portraits(box_path(GAME), likeness)
    assert (portraits.known, portraits.trouble) == (True, None)
    assert likeness.knows("open:s1", Look(pieces=stack_of("card star-red")))


def test_a_kept_box_that_is_damaged_is_said_and_play_goes_on(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    path = beside(box_path(GAME))
    path.parent.mkdir(parents=True)
    path.write_bytes(b"no box")
    likeness = Likeness(_table()[1])
    portraits = Portraits(box_path(GAME), likeness)
    assert portraits.trouble is not None
    assert "does not hold learned cards" in portraits.trouble.key
    assert likeness.album.cards is None


def test_a_wrong_box_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("no box")
    use = CliRunner().invoke(main, ["cards", "use", "jungle", str(tmp_path / "text")])
    assert (use.exit_code, use.output.count("\n")) == (2, 1)
    assert "does not hold learned cards" in use.output
    clip = tmp_path / "clip"
    clip.mkdir()
    (clip / "clip.toml").write_text(
        'game = "jungle"\nseats = ["s1", "s2", "s3", "s4"]\nfps = 10\n[table]\nmat = "jungle"\n'
    )
    watch = CliRunner().invoke(watch_command, [str(clip), "--box", str(tmp_path / "text")])
    assert (watch.exit_code, watch.output.count("\n")) == (2, 1), watch.output
    assert "does not hold learned cards" in watch.output
