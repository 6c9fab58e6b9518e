"""Rules at hand, by touch: search in three languages, a clause with its example, *why?* on a ruling."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.locale import LANGUAGES, Texts
from companion.referee.sentences import capital
from companion.rules.contract import Clause, ClauseId, ClauseKind
from companion.rules.registry import find_game
from companion.rules.shown import example_of
from companion.screen.pages.keyboard import LAYOUTS, Keyboard
from companion.screen.pages.rulebook import RulesPage
from tests.ours import OURS

from .house import House
from .marso_table import refusal
from .stage import Stage

if TYPE_CHECKING:
    from .conftest import OpenStage


def holding(clause: Clause, part: str) -> bool:
    """Whether a clause holds a part of a word in any language."""
    game = clause.id.partition("/")[0]
    return any(part in Texts(language, game).clause(clause).casefold() for language in LANGUAGES)


def page(stage: Stage) -> RulesPage:
    assert isinstance(stage.app.page, RulesPage)
    return stage.app.page


def test_why_leads_from_a_refusal_to_its_clause_and_back(house: House, open_stage: OpenStage) -> None:
    house.begin(4, electronic=True)
    house.has_camera()
    house.play("south play still", "west play skate rr")
    seen = refusal(house, "west", "step a1", "a1", "c4")
    house.sees(seen)
    stage = open_stage()
    stage.tap("Why?")
    clause = page(stage).clause
    assert clause is not None
    assert clause.id == seen.breaches[0].clause
    assert stage.says(capital(Texts("en", "marso").clause(clause)))
    assert stage.says("Example, not allowed: ")
    stage.tap("Back")
    assert stage.app.page_name == "table"
    assert stage.says("Not allowed")


@pytest.mark.slow
@pytest.mark.parametrize(("language", "keys"), [("en", "trap"), ("uk", "пастк"), ("ru", "ловушк")])
def test_what_is_typed_is_found_whatever_the_language(
    language: str, keys: str, house: House, open_stage: OpenStage
) -> None:
    assert house.choices == []
    stage = open_stage("en")
    stage.tap("Marso, catch!")
    stage.tap("Rules")
    stage.tap("Search")
    while next(w for w in stage.widgets() if isinstance(w, Keyboard))._layout != language:
        stage.tap("abc/абв")
    for key in keys:
        stage.tap(key)
    found = page(stage).found()
    assert 0 < len(found) < len(find_game("marso").clauses)
    exact = [clause for clause in found if holding(clause, keys)]
    assert exact == list(found[: len(exact)])
    assert exact == [clause for clause in find_game("marso").clauses if holding(clause, keys)]
    stage.tap("delete")
    assert page(stage)._searched == keys[:-1]


@pytest.mark.parametrize(
    ("language", "typed", "root"),
    [("uk", "тюлень", "тюлен"), ("ru", "льдина", "льдин"), ("en", "floes", "floe")],
)
def test_other_forms_of_a_word_are_found_after_the_word_itself(language: str, typed: str, root: str) -> None:
    stage = Stage(House("arctica"), language, (800, 480))
    texts = Texts(language, "arctica")
    stage.tap(texts.say(find_game("arctica").title))
    stage.tap(texts.say("Rules"))
    stage.tap(texts.say("Search"))
    for key in typed:
        stage.tap(key)
    found = page(stage).found()
    stage.close()
    clauses = find_game("arctica").clauses
    assert {clause.id for clause in clauses if root in texts.clause(clause).casefold()} <= {
        clause.id for clause in found
    }
    exact = [clause for clause in clauses if holding(clause, typed)]
    assert exact == list(found[: len(exact)])
    assert len(exact) < len(found) < len(clauses)


def test_what_is_typed_is_shown_and_sought_among_all_kinds(house: House, open_stage: OpenStage) -> None:
    assert house.choices == []
    stage = open_stage()
    stage.tap("Marso, catch!")
    stage.tap("Rules")
    stage.tap("All clauses")  # now those of the set-up
    stage.tap("Search")
    for key in "portal":
        stage.tap(key)
    assert stage.has_button("Search: portal_")
    assert stage.has_button("All clauses")
    assert len({clause.kind for clause in page(stage).found()}) > 1


def test_back_from_a_clause_that_was_found_leads_to_what_was_found(
    house: House, open_stage: OpenStage
) -> None:
    assert house.choices == []
    stage = open_stage()
    stage.tap("Marso, catch!")
    stage.tap("Rules")
    stage.tap("Search")
    for key in "trap":
        stage.tap(key)
    found = page(stage).found()
    stage.tap(capital(found[0].text))
    stage.tap(capital(page(stage).game.clauses[1].text))  # a neighbour of it
    stage.tap("Back")
    assert page(stage).clause is None
    assert page(stage).found() == found
    stage.tap("Back")
    assert stage.app.page_name == "begin"


def test_clauses_of_one_kind_and_neighbours(house: House, open_stage: OpenStage) -> None:
    assert house.choices == []
    stage = open_stage()
    stage.tap("Marso, catch!")
    stage.tap("Rules")
    stage.tap("All clauses")
    clauses = page(stage).found()
    assert {clause.kind for clause in clauses} == {ClauseKind.SETUP}
    stage.tap(capital(clauses[1].text))
    assert page(stage).clause == clauses[1]
    stage.tap(capital(clauses[2].text))
    assert page(stage).clause == clauses[2]
    stage.tap("Back")
    assert page(stage).clause is None


@pytest.mark.parametrize("game", OURS)
def test_every_clause_has_an_example_that_holds(game: str) -> None:
    missing = [clause.id for clause in find_game(game).clauses if example_of(clause.id) is None]
    assert [one for one in missing if not one.startswith("jungle/verdict.")] == []


def test_the_example_of_a_refused_move_cites_the_clause() -> None:
    shown = example_of(ClauseId("marso/beasts.8"))
    assert shown is not None
    assert "marso/beasts.8" in shown.clauses


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_keyboard_has_every_letter_of_the_clauses(language: str) -> None:
    keys = set("".join(LAYOUTS[language]))
    alphabet = {
        "en": "abcdefghijklmnopqrstuvwxyz",
        "uk": "абвгґдеєжзиіїйклмнопрстуфхцчшщьюя",
        "ru": "абвгдеёжзийклмнопрстуфхцчшщъыьэюя",
    }
    assert set(alphabet[language]) - keys == set()
