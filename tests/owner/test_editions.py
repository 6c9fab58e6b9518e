"""The owner's edition: answered at the command line or on the screen, written, loaded from then on."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.app.companion import Companion
from companion.cli import main
from companion.owner.configuration import Config
from companion.ports.choices import TableChoice
from companion.ports.errors import ControllerError
from companion.rules.contract import Mark


def answers(*lines: str, game: str = "northwest", language: str = "en") -> str:
    result = CliRunner().invoke(
        main, ["edition", game, "--lang", language], input="\n".join((*lines, "")), catch_exceptions=False
    )
    return result.output


def opened() -> Companion:
    return Companion(Config(camera="none"))


def mark_of(app: Companion, game: str, key: str) -> tuple[str, Mark]:
    return next((value.value, value.mark) for value in app.games()[game].edition_values if value.key == key)


def file_of(home: Path, game: str = "northwest") -> Path:
    return home / "config" / "companion" / "editions" / f"{game}.toml"


def test_what_an_owner_types_is_played_from_then_on(home: Path) -> None:
    said = answers("+", "11", "stop")  # the board is 12 squares wide and 11 high
    assert "1/18" in said
    assert f"Written to {file_of(home)}" in said.replace("\n", "")
    app = opened()
    assert mark_of(app, "northwest", "width") == ("12", Mark.CONFIRMED)
    assert mark_of(app, "northwest", "height") == ("11", Mark.CONFIRMED)
    assert mark_of(app, "northwest", "lines")[1] is Mark.DEFAULT
    app.open_table(TableChoice("northwest", ("red", "blue"), {}))
    view = app.view()
    assert view is not None
    assert view.edition == "owner1"
    assert "width" not in {value.key for value in view.defaults}
    app.close()


def test_asked_again_only_the_rest_is_asked_and_the_name_is_a_new_one(home: Path) -> None:
    answers("+", "stop")
    said = answers("+", "stop")
    assert "1/17" in said
    assert 'name = "owner2"' in file_of(home).read_text(encoding="utf-8")


def test_values_that_do_not_go_together_are_not_written(home: Path) -> None:
    said = answers(*[""] * 6, "0 0 2", "stop", "n")
    assert "These values do not go together yet: lines: has to hold 10 numbers" in said
    assert not file_of(home).exists()
    said = answers(*[""] * 6, "0 0 2", "stop", "y", *[""] * 5, "3", "stop")
    assert "Written to" in said
    assert file_of(home).exists()


def test_answers_that_cannot_be_are_asked_for_again_in_the_owner_s_language(home: Path) -> None:
    said = answers("дванадцять", "", "stop", language="uk")
    assert "Так не може бути: width: has to be a whole number." in said
    assert "Нічого не змінено." in said
    assert not file_of(home).exists()


@pytest.mark.parametrize("game", ["arctica", "atlantis", "marso", "jungle"])
def test_every_game_s_edition_can_be_confirmed(game: str) -> None:
    answers("+", "stop", game=game)
    app = opened()
    assert app.games()[game].edition == "owner1"
    app.close()


def test_an_unknown_game_is_one_sentence() -> None:
    assert answers(game="tiddlywinks").startswith("Error: There is no game tiddlywinks.")


def test_a_spoilt_file_is_one_clear_sentence_and_stays(home: Path) -> None:
    path = file_of(home)
    path.parent.mkdir(parents=True)
    path.write_text("width = ", encoding="utf-8")
    with pytest.raises(ControllerError, match="The edition of northwest cannot be used") as caught:
        opened()
    assert dict(caught.value.text.facts)["path"] == str(path)
    assert "Error: The edition of northwest cannot be used" in answers()
    assert path.read_text(encoding="utf-8") == "width = "


def test_the_app_plays_by_what_was_saved_at_once(home: Path) -> None:
    app = opened()
    draft = app.owner_draft("northwest")
    assert app.save_edition("northwest", draft.confirmed(draft.question(("zones",)))) == str(file_of(home))
    assert mark_of(app, "northwest", "zones")[1] is Mark.CONFIRMED
    broken = draft.changed(draft.question(("start",)), "c4")
    with pytest.raises(ControllerError, match="start: has to be a square of Greenland"):
        app.save_edition("northwest", broken)
    assert mark_of(app, "northwest", "start")[0] == "gl2"
    app.close()


def test_a_file_that_names_what_it_is_like_is_filled_up(home: Path) -> None:
    path = file_of(home)
    path.parent.mkdir(parents=True)
    lines = (
        'name = "mine"',
        'like = "standard"',
        'width = { value = 13, mark = "confirmed" }',
        'zones = { value = ["x3 a-d", "x2 e-h", "x1 i-m"], mark = "default" }',
    )
    path.write_text("\n".join(lines), encoding="utf-8")
    app = opened()
    draft = app.owner_draft("northwest")
    assert draft.question(("width",)).shown == "13"
    assert draft.question(("height",)).shown == "10"
    app.save_edition("northwest", draft.confirmed(draft.question(("height",))))
    assert mark_of(app, "northwest", "width") == ("13", Mark.CONFIRMED)
    app.close()


def test_a_folder_that_cannot_be_written_is_told(home: Path) -> None:
    file_of(home).parent.parent.mkdir(parents=True)
    file_of(home).parent.write_text("in the way", encoding="utf-8")
    app = opened()
    draft = app.owner_draft("northwest")
    with pytest.raises(ControllerError, match="cannot be written"):
        app.save_edition("northwest", draft.confirmed(draft.question(("zones",))))
    app.close()


@pytest.mark.outside
def test_a_match_goes_on_by_the_edition_with_which_it_was_begun(home: Path) -> None:
    app = opened()
    choice = TableChoice("northwest", ("red", "blue"), {})
    app.open_table(choice)
    app.close()
    answers("+", "11", "stop")
    app = opened()
    app.open_table(choice)
    app.close()
    answers("+", "stop")
    assert 'name = "owner2"' in file_of(home).read_text(encoding="utf-8")
    app = opened()
    begun = {}
    for match in app.unfinished():
        app.resume_table(match.match, "none", False)
        view = app.view()
        assert view is not None
        begun[view.edition] = view.state.edition.board.height
    assert begun == {"standard": 10, "owner1": 11}
    app.open_table(choice)
    view = app.view()
    assert view is not None
    assert view.edition == "owner2"
    app.close()


def test_a_name_under_which_an_edition_is_kept_is_not_given_again(home: Path) -> None:
    answers("+", "stop")
    answers("+", "stop")
    file_of(home).unlink()
    answers("+", "stop")
    assert 'name = "owner2"' in file_of(home).read_text(encoding="utf-8")
