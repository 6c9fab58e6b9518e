"""The app behind the screen, without a camera: open, play by touch, leave, resume, save, check."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

import companion.games.marso
from companion.app.portraits import box_path
from companion.chance import audit
from companion.locale import LANGUAGES, Texts
from companion.owner.configuration import Config, language_path, remembered_language
from companion.ports.choices import TableChoice
from companion.ports.errors import ControllerError
from companion.referee.events import Corrected, MoveEntered, OutcomeEntered, UndoAsked
from companion.referee.ports import Reader
from companion.referee.view import DeckView, RulingKind, TableView
from companion.rules.contract import Over
from companion.rules.match import parse_match, replay_match
from companion.terminal.asking import answer
from companion.terminal.terminal import Terminal
from tests.app.sitting import Sitting

Sit = Callable[..., Sitting]


def config_with(**settings: Any) -> Config:
    """No camera, and what the test is about."""
    return Config(camera="none", **settings)


def file_of(sitting: Sitting) -> str:
    return Path(sitting.app.save_match()).read_text(encoding="utf-8")


@pytest.mark.slow
def test_a_whole_game_by_touch_is_saved_and_can_be_audited(sit: Sit) -> None:
    sitting = sit()
    seen: list[TableView] = []
    sitting.open(seen.append)
    sealed = sitting.view.decks[0]
    assert sealed.seed == ""
    sitting.play(Random(1))
    sitting.wait(lambda: isinstance(seen[-1].pending, Over))
    text = file_of(sitting)
    match = parse_match(text)
    assert len(match.entries) == sitting.view.entries
    assert ("seal", f"{sealed.source} {sealed.commitment}") in match.notes
    draws = list(audit(replay_match(text)))
    assert draws
    assert all(draw.honest for draw in draws)
    sitting.app.leave_table()
    assert sitting.app.unfinished() == ()
    assert sitting.app.view() is None


@pytest.mark.slow
def test_a_match_that_was_left_goes_on_where_it_was(sit: Sit) -> None:
    first = sit()
    first.open()
    first.play(Random(2), most=6)
    left = first.view
    first.app.close()
    second = sit()
    [match] = second.app.unfinished()
    assert (match.game, match.seats, match.entries) == ("marso", left.setup.seats, left.entries)
    second.app.resume_table(match.match, "", False)
    assert second.view.position == left.position
    assert second.view.history == left.history
    assert second.view.decks == left.decks
    second.play(Random(3))
    assert all(draw.honest for draw in audit(replay_match(file_of(second))))


def test_a_second_app_on_the_same_journal_is_told_so(sit: Sit) -> None:
    sit()
    with pytest.raises(ControllerError, match="Another program is using"):
        sit()


def test_an_illegal_move_is_refused_with_its_clause_and_can_be_taken_back(sit: Sit) -> None:
    sitting = sit()
    sitting.open()
    [seat] = {move.seat for move in sitting.view.touch}
    other = next(name for name in sitting.view.setup.seats if name != seat)
    sitting.app.send(MoveEntered(other, sitting.view.touch[0].text))
    sitting.wait(lambda: sitting.view.ruling is not None)
    ruling = sitting.view.ruling
    assert ruling is not None
    assert ruling.kind is RulingKind.REFUSED
    assert ruling.breaches
    before = sitting.view.position
    sitting.play(Random(4), most=1)
    sitting.app.send(UndoAsked())
    sitting.wait(lambda: sitting.view.position == before)


@pytest.mark.slow
def test_words_are_asked_for_after_the_seal_and_stir_the_deck(sit: Sit) -> None:
    sitting = sit()
    shown: list[DeckView] = []

    def ask(deck: DeckView) -> str:
        shown.append(deck)
        return "one owl and two herrings"

    game = sitting.app.game("marso")
    setup = game.setup(2, {})
    choice = TableChoice("marso", setup.seats, dict(setup.options), "", frozenset(game.electronic))
    sitting.app.open_table(choice, words=ask)
    assert [deck.commitment for deck in shown] == [deck.commitment for deck in sitting.view.decks]
    assert shown[0].seed == ""
    sitting.play(Random(5))
    text = file_of(sitting)
    assert "\nsalt beast-card " in text
    assert all(draw.honest for draw in audit(replay_match(text)))


def corrected(folder: Path) -> Path:
    """The game's own edition file under another name, as an owner would begin to correct it."""
    own = Path(companion.games.marso.__file__).parent / "edition.toml"
    lines = own.read_text(encoding="utf-8").splitlines()
    changed = ['name = "mine"' if line.startswith("name ") else line for line in lines]
    path = folder / "mine.toml"
    path.write_text("\n".join(changed), encoding="utf-8")
    return path


def test_the_owner_s_edition_is_played_and_resumed(sit: Sit, home: Path) -> None:
    config = config_with(editions={"marso": corrected(home)})
    first = sit(config)
    first.open()
    assert first.view.edition == first.app.games()["marso"].edition == "mine"
    assert "\nedition mine\n" in file_of(first)
    first.app.close()
    second = sit(config)
    second.app.resume_table(second.app.unfinished()[0].match, "", False)
    assert second.view.edition == "mine"


def test_an_entry_is_put_right_by_the_edition_of_its_match(sit: Sit, home: Path) -> None:
    """The owner has changed the edition since, and taken up the match: its own one judges what is entered."""
    first = sit(config_with(editions={"marso": corrected(home)}))
    setup = first.app.game("marso").setup(2, {})
    first.app.open_table(TableChoice("marso", setup.seats, dict(setup.options), "", frozenset()))
    first.app.send(OutcomeEntered("open b1"))
    first.wait(lambda: first.view.entries == 1)
    first.app.close()
    other = home / "other.toml"
    other.write_text((home / "mine.toml").read_text(encoding="utf-8").replace('"mine"', '"other"'))
    second = sit(config_with(editions={"marso": other}))
    with pytest.raises(ControllerError, match="'mine'"):
        second.app.resume_table(second.app.unfinished()[0].match, "", False)
    second.app.close()
    third = sit(config_with(editions={"marso": home / "mine.toml"}))
    third.app.resume_table(third.app.unfinished()[0].match, "", False)
    third.app.send(Corrected("correct 1 * open b2", third.view.entries, "screen"))
    third.wait(lambda: third.view.entries == 2)
    assert third.view.edition == "mine"
    assert third.view.history[0].instead == ("", "open b2")


def test_a_match_of_another_edition_says_which_it_needs(sit: Sit, home: Path) -> None:
    first = sit(config_with(editions={"marso": corrected(home)}))
    first.open()
    first.app.close()
    second = sit()
    with pytest.raises(ControllerError, match="'mine'"):
        second.app.resume_table(second.app.unfinished()[0].match, "", False)
    assert second.app.view() is None


@pytest.mark.parametrize("name", ["marso", "tiddlywinks"])
def test_an_edition_that_cannot_be_used_stops_the_start(sit: Sit, home: Path, name: str) -> None:
    path = home / "bad.toml"
    path.write_text("size = ", encoding="utf-8")
    with pytest.raises(ControllerError, match=f"edition of {name} cannot be used"):
        sit(config_with(editions={name: path}))


@pytest.mark.parametrize(
    ("section", "told"),
    [
        ({"lamps": {"pins": [[17, 27]]}}, "three GPIO numbers"),
        ({"broadcast": {"host": "127.0.0.1", "port": 0}}, "from 1 to 65535"),
    ],
)
def test_a_wrong_section_is_said_and_play_goes_on(sit: Sit, section: Mapping[str, Any], told: str) -> None:
    sitting = sit(config_with(**section))
    sitting.open(broadcast=True)
    [trouble] = sitting.app.troubles()
    assert told in Texts("en").message(trouble)
    sitting.play(Random(6), most=3)


@pytest.mark.outside
def test_a_camera_that_is_not_there_is_said_and_play_goes_on(sit: Sit) -> None:
    sitting = sit(Config(camera="http://127.0.0.1:9/stream"))
    source = sitting.app.cameras()[0].source
    assert [camera.source for camera in sitting.app.cameras()] == [source, ""]
    sitting.open(camera=source)
    sitting.wait(lambda: "refuses the connection" in sitting.view.camera.message)
    sitting.play(Random(7), most=3)


def test_the_match_file_cannot_be_written(sit: Sit, home: Path) -> None:
    sitting = sit()
    sitting.open()
    (home / "data" / "companion" / "matches").write_text("in the way", encoding="utf-8")
    with pytest.raises(ControllerError, match="cannot be written"):
        sitting.app.save_match()


def test_the_language_is_remembered_unless_it_is_none(sit: Sit) -> None:
    sitting = sit()
    assert remembered_language(Config(language="uk")) == "uk"
    sitting.app.remember_language("ru")
    assert remembered_language(Config(language="uk")) == "ru"
    language_path().write_text("klingon", encoding="utf-8")
    assert remembered_language(Config(language="uk")) == "uk"


def test_nothing_is_open_yet(sit: Sit) -> None:
    app = sit().app
    assert app.view() is None
    assert app.preview() is None
    assert app.troubles() == ()
    assert app.save_match() == ""
    assert not app.lessons().known
    assert not box_path(app.game("marso")).exists()


def test_the_name_of_an_edition_leads_out_of_no_folder(sit: Sit) -> None:
    app = sit().app
    usual = box_path(app.game("marso"))
    assert usual.name == f"marso-{app.game('marso').edition}.npz"
    found = []
    for edition in ("../../x", "..__..__x", "x" * 300, "x" * 301, "ж" * 200, "a\0b"):
        game: Any = SimpleNamespace(id="marso", edition=edition)
        path = box_path(game)
        assert path.parent == usual.parent
        assert len(os.fsencode(path.name)) < 200
        assert not path.exists()
        found.append(path)
    assert len(set(found)) == len(found)


SAID = {
    "en": ("played: ", "NOT ALLOWED: ", "taken back: ", "The game is over. Winner: "),
    "uk": ("зіграно: ", "НЕ МОЖНА: ", "скасовано: ", "Гру закінчено. Перемога: "),
    "ru": ("сыграно: ", "НЕЛЬЗЯ: ", "отменено: ", "Игра окончена. Победа: "),
}


@pytest.mark.slow
def test_the_terminal_tells_the_game(sit: Sit) -> None:
    """In three languages at once."""
    told: dict[str, list[str]] = {language: [] for language in LANGUAGES}
    sitting = sit()
    over: list[TableView] = []
    readers: list[Reader] = [Terminal(Texts(one, "marso"), lines.append) for one, lines in told.items()]
    sitting.open(*readers, over.append)
    other = next(name for name in sitting.view.setup.seats if name != sitting.view.touch[0].seat)
    sitting.app.send(MoveEntered(other, sitting.view.touch[0].text))
    sitting.wait(lambda: sitting.view.ruling is not None)
    sitting.play(Random(8), most=1)
    entries = sitting.view.entries
    sitting.app.send(UndoAsked())
    sitting.wait(lambda: sitting.view.entries > entries)
    sitting.play(Random(9))
    sitting.wait(lambda: isinstance(over[-1].pending, Over))
    deck = sitting.view.decks[0]
    for language, lines in told.items():
        text = "\n".join(lines)
        for words in SAID[language]:
            assert words in text
        assert deck.commitment not in "\n".join(lines[:-1])
        asked = answer("seal", sitting.view, sitting.app.game("marso"), Texts(language, "marso"))
        assert asked is not None
        assert deck.commitment in asked[0], "only for who asks"
        assert deck.seed in lines[-1]
        assert deck.seed not in "\n".join(lines[:-1])
        assert "marso/" in text
