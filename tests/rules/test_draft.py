"""An owner's answers as an edition file, for the editions of every game."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.locale import Texts
from companion.rules.contract import Mark, NotationError
from companion.rules.draft import Draft, read_draft
from companion.rules.registry import edition_text, game_of_edition, games
from tests.ours import OURS

EVERY = pytest.mark.parametrize("game", OURS)


def draft_of(game: str) -> Draft:
    return read_draft(edition_text(game))


def played(game: str, draft: Draft, folder: Path) -> dict[str, str]:
    """The values of the game with this draft as its edition, with their marks."""
    path = folder / "owner.toml"
    path.write_text(draft.named("owner1").text(), encoding="utf-8")
    values = game_of_edition(game, path).edition_values
    return {value.key: f"{value.value} ({value.mark})" for value in values}


@EVERY
def test_the_file_says_what_the_draft_says(game: str, tmp_path: Path) -> None:
    text = edition_text(game)
    assert tomllib.loads(draft_of(game).text()) == tomllib.loads(text)
    before = {value.key: f"{value.value} ({value.mark})" for value in games()[game].edition_values}
    assert played(game, draft_of(game), tmp_path) == before


@EVERY
def test_who_confirms_everything_has_a_confirmed_edition(game: str, tmp_path: Path) -> None:
    draft = draft_of(game)
    for path in draft.unsure():
        draft = draft.confirmed(draft.question(path))
    assert {question.mark for question in draft.questions()} == {Mark.CONFIRMED}
    assert all(value.endswith("(confirmed)") for value in played(game, draft, tmp_path).values())
    assert len(draft.unsure()) == len(draft.questions())  # a slip can still be corrected


@EVERY
def test_an_answer_as_it_is_shown_changes_nothing_but_the_mark(game: str) -> None:
    draft = draft_of(game)
    for question in draft.questions():
        if not question.entries:
            assert draft.changed(question, question.shown).data == draft.confirmed(question).data
        for name, value in question.entries:
            if not question.more or value != "0":
                assert draft.changed(question, f"{name} {value}").data == draft.data


@EVERY
@pytest.mark.parametrize("language", ["uk", "ru"])
def test_questions_are_asked_in_the_owner_s_language(game: str, language: str) -> None:
    texts = Texts(language, game)
    asked = [question.key for question in draft_of(game).questions()]
    assert [key for key in asked if texts.term(key) == key] == []


def test_values_of_the_sun_arc_are_corrected(tmp_path: Path) -> None:
    draft = draft_of("northwest")
    lines = draft.question(("lines",))
    assert (lines.shown, lines.mark) == ("0 0 2 4 6 8 6 4 2 0", Mark.DEFAULT)
    draft = draft.changed(lines, "0 1 3 5 6 8 6 5 3 1").confirmed(draft.question(("places",)))
    found = played("northwest", draft, tmp_path)
    assert found["lines"] == "0 1 3 5 6 8 6 5 3 1 (confirmed)"
    assert found["places"] == "10 (confirmed)"
    assert found["width"] == "12 (default)"


def test_texts_with_blanks_are_told_apart_by_commas(tmp_path: Path) -> None:
    draft = draft_of("northwest")
    draft = draft.changed(draft.question(("zones",)), "x3 a-c,  x2 d-h, x1 i-l")
    assert played("northwest", draft, tmp_path)["zones"] == "x3 a-c x2 d-h x1 i-l (confirmed)"


def test_tiles_are_counted_one_by_one_and_confirmed_as_a_whole(tmp_path: Path) -> None:
    draft = draft_of("northwest")
    small = draft.question(("tiles", "small"))
    assert dict(small.entries)["xx/x."] == "8"
    draft = draft.changed(small, "xx/x. 7")
    assert draft.question(("tiles", "small")).mark is Mark.DEFAULT  # the others were not looked at
    draft = draft.changed(small, "x./.x 0")
    draft = draft.changed(small, "xx/xx 3").confirmed(small)
    assert played("northwest", draft, tmp_path)["tiles small"] == (
        "../.. 2, x./.. 8, xx/.. 8, xx/x. 7, xx/xx 3 (confirmed)"
    )
    large = draft.question(("tiles", "large"))
    draft = draft.changed(large, "xxx/xxx:inuit 2")
    assert "xxx/xxx:inuit 2" in played("northwest", draft, tmp_path)["tiles large"]


def test_a_list_with_several_marks_is_as_certain_as_its_least(tmp_path: Path) -> None:
    draft = draft_of("northwest")
    passage = draft.question(("passage",))
    assert passage.mark is Mark.DEFAULT
    assert draft.question(("greenland", "3")).mark is Mark.INFERRED
    found = played("northwest", draft.changed(passage, "13 9 6 3"), tmp_path)
    assert found["passage"] == "13 9 6 3 (confirmed)"


def test_a_game_with_a_table_of_marks() -> None:
    draft = draft_of("arctica")
    draft = draft.changed(draft.question(("layout",)), "floe c8 d3").changed(draft.question(("radius",)), "5")
    data = tomllib.loads(draft.text())
    assert data["layout"]["floe"] == ["c8", "d3"]
    assert (data["radius"], data["marks"]["radius"], data["marks"]["layout"]) == (5, "confirmed", "default")


@pytest.mark.parametrize(
    ("path", "answer", "words"),
    [
        (("width",), "twelve", "width: has to be a whole number"),
        (("lines",), "0 1 x", "lines: has to be a whole number"),
        (("start",), "  ", "start: must not be empty"),
        (("tiles", "small"), "xx/xx", "tiles small: has to be one of its names"),
        (("tiles", "small"), "xx/xx many", "tiles small xx/xx: has to be a whole number"),
        (("printed", "passage"), "colour blue", "printed passage: has to be one of its names"),
    ],
)
def test_a_text_of_another_form_is_refused(path: tuple[str, ...], answer: str, words: str) -> None:
    draft = draft_of("northwest")
    with pytest.raises(NotationError, match=words):
        draft.changed(draft.question(path), answer)


def test_what_is_no_toml_is_refused() -> None:
    with pytest.raises(NotationError, match="not a TOML file"):
        read_draft("size = ")
