"""The page on which an owner compares the edition with the box, by touch."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.locale import Message, Texts
from companion.rules.contract import Mark
from companion.rules.draft import read_draft
from companion.rules.registry import edition_text, game_of_edition
from companion.screen.pages.edition import EditionPage
from tests.ours import OURS

from .house import House
from .stage import Stage, faults_of_layout
from .test_layout import SETTINGS

Open = Callable[..., Stage]
SMALLEST = (800, 480)


@pytest.fixture
def owners() -> House:
    return House("northwest")


@pytest.fixture
def open_edition(owners: House) -> Iterator[Open]:
    """From home to the page, by touch."""
    stages: list[Stage] = []

    def opening(language: str = "en", size: tuple[int, int] = (800, 480)) -> Stage:
        stage = Stage(owners, language, size)
        stages.append(stage)
        stage.tap(Texts(language, "northwest").say("Expedition: Northwest Passage"))
        stage.tap(Texts(language).say("Compare with my box"))
        assert isinstance(stage.app.page, EditionPage)
        return stage

    yield opening
    for stage in stages:
        stage.close()


def page(stage: Stage) -> EditionPage:
    assert isinstance(stage.app.page, EditionPage)
    return stage.app.page


def test_confirm_correct_and_save(owners: House, open_edition: Open) -> None:
    stage = open_edition()
    assert stage.says("Your box: value 1 of 18")
    assert stage.button("Save and play by it").disabled
    stage.tap("It is so in my box")  # 12 squares wide
    stage.tap("10")  # not 10 squares high
    stage.tap("delete")
    stage.tap("2")
    assert stage.says("12_")
    stage.tap("Enter")
    assert stage.says("confirmed by your box")
    stage.tap("I do not know")
    stage.tap("Save and play by it")
    assert stage.app.page_name == "begin"
    (draft,) = owners.saved
    sure = {question.path: question for question in draft.questions()}
    assert (sure["width",].shown, sure["width",].mark) == ("12", Mark.CONFIRMED)
    assert (sure["height",].shown, sure["height",].mark) == ("12", Mark.CONFIRMED)
    assert sure["colours",].mark is Mark.DEFAULT


@pytest.mark.parametrize(("language", "said"), [("uk", "квадрати"), ("ru", "квадраты")])
def test_a_part_is_named_in_the_language_of_the_screen(language: str, said: str, open_edition: Open) -> None:
    stage = open_edition(language)
    while page(stage).question.path != ("printed", "greenland"):
        stage.tap(Texts(language).say("I do not know"))
    stage.tap(f"{said}: gl1 gl2")
    assert any(said in text for text in stage.words())


@pytest.mark.parametrize("language", ["uk", "ru"])
@pytest.mark.parametrize("game", OURS)
def test_every_part_of_every_value_has_a_name(game: str, language: str) -> None:
    """Letters alone, four or more: an ordinary word, no code of a card (``ur``) or tile (``xx/x.``)."""
    texts = Texts(language, game)
    questions = read_draft(edition_text(game)).questions()
    names = {word for asked in questions for name, _ in asked.entries for word in name.split()}
    words = {word for word in names if word.isalpha() and len(word) >= 4}
    assert not {word for word in words if texts.term(word) == word}


def test_a_part_is_tapped_and_a_new_one_named(owners: House, open_edition: Open) -> None:
    stage = open_edition()
    stage.tap("Back")  # from the first to the last: the small tiles
    stage.tap("(small; sea: south-east): 8")
    stage.tap("delete")
    stage.tap("7")
    stage.tap("Enter")
    stage.tap("Another ...")
    for key in ("x", "x", "/", ".", "x", "space", "3"):
        stage.tap(key)
    stage.tap("Enter")
    stage.tap("Save and play by it")
    small = owners.saved[0].question(("tiles", "small"))
    assert dict(small.entries)["xx/x."] == "7"
    assert dict(small.entries)["xx/.x"] == "3"
    assert small.mark is Mark.DEFAULT


@pytest.mark.slow
def test_a_zone_an_arrow_and_a_line_are_moved_by_touch(
    owners: House, open_edition: Open, tmp_path: Path
) -> None:
    """One part of a list alone; the rest of it stays, and is not confirmed by that."""
    stage = open_edition()

    def correct(path: tuple[str, ...], part: str, away: int, keys: str) -> None:
        while page(stage).question.path != path:
            stage.tap("I do not know")
        stage.tap(part)
        for _ in range(away):
            stage.tap("delete")
        for key in keys:
            stage.tap(key)
        stage.tap("Enter")

    correct(("lines",), "3: 2", 1, "3")
    correct(("zones",), "1: x3 a-d", 1, "c")
    correct(("zones",), "2: x2 e-h", 3, "d-h")
    correct(("passage",), "2: 10", 2, "9")
    correct(("printed", "greenland"), "squares: gl1 gl2", 7, "gl2")
    stage.tap("squares: gl2")
    for key in ("space", "g", "l", "3"):
        stage.tap(key)
    stage.tap("Enter")
    stage.tap("It is so in my box")
    stage.tap("Save and play by it")
    (draft,) = owners.saved
    asked = {question.path: question for question in draft.questions()}
    assert asked["lines",].items == ("0", "0", "3", "4", "6", "8", "6", "4", "2", "0")
    assert asked["lines",].mark is Mark.DEFAULT
    assert draft.data["passage"]["mark"] == ["confirmed", "confirmed", "default", "default"]
    path = tmp_path / "owner.toml"
    path.write_text(draft.named("owner1").text(), encoding="utf-8")
    game = game_of_edition("northwest", path)
    shown = {value.key: (value.value, value.mark) for value in game.edition_values}
    assert shown["zones"] == ("x3 a-c x2 d-h x1 i-l", Mark.DEFAULT)
    zones = {zone.cell: zone for zone in game.zones(game.setup(2, {}))}
    assert "gl3" in zones
    assert "gl1" not in zones


def test_what_cannot_be_is_said_and_nothing_is_lost(owners: House, open_edition: Open) -> None:
    stage = open_edition()
    stage.tap("12")
    stage.tap("x")
    stage.tap("Enter")
    assert stage.says("That cannot be: width: has to be a whole number.")
    assert stage.says("12x_")
    stage.tap("Cancel")
    assert stage.has_button("12")
    stage.tap("It is so in my box")
    owners.refusal = Message("These values do not go together yet: {reason}.", (("reason", "lines"),))
    stage.tap("Save and play by it")
    assert stage.says("These values do not go together yet: lines.")
    owners.refusal = None
    stage.tap("Save and play by it")
    assert len(owners.saved) == 1


def test_a_spoilt_file_is_told(owners: House, open_edition: Open) -> None:
    del open_edition
    stage = Stage(owners, "en", (800, 480))
    try:
        stage.tap("Expedition: Northwest Passage")
        owners.refusal = Message("The edition cannot be used.")
        stage.tap("Compare with my box")
        assert stage.says("The edition cannot be used.")
        assert stage.app.page_name == "begin"
    finally:
        stage.close()


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "size"),
    [pytest.param(*one, marks=pytest.mark.soak if one[1] != SMALLEST else ()) for one in SETTINGS],
    ids=str,
)
def test_nothing_is_cut_off(language: str, size: tuple[int, int], open_edition: Open, tmp_path: Path) -> None:
    """In every run where space is scarcest, in the long one in every size."""
    stage = open_edition(language, size)
    assert faults_of_layout(stage) == []
    for number, question in enumerate(read_draft(edition_text("northwest")).questions()[:18]):
        del question
        stage.screenshot(tmp_path / f"{number}.png") if number in (0, 9) else stage.frames(1)
        assert faults_of_layout(stage) == []
        stage.tap(Texts(language).say("I do not know"))
    stage.tap(Texts(language).say("Back"))
    stage.tap(Texts(language).say("Another ..."))
    assert faults_of_layout(stage) == []
    stage.screenshot(tmp_path / "keys.png")
