"""Clauses and words of the game in all languages."""

from __future__ import annotations

from importlib.resources import files
from io import BytesIO
from string import Formatter

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po

from companion.games.marso import game
from companion.games.marso.state import Stage
from companion.games.marso.words import BEASTS, DIRECTIONS, SIDES, TOKENS
from companion.locale.texts import Texts

WORDS = {
    *SIDES,
    *BEASTS,
    *DIRECTIONS,
    *TOKENS,
    *(stage.value for stage in Stage),
    *(card.name for card in game.box.edition.cards),
    *(path for card in game.box.edition.cards for path in card.paths),
    *("play", "discard", "step", "shift", "fly", "sleep", "jump", "stay", "run", "open", "score"),
    *("beast-card", "score-cards", "trap", "hunter", "beast", "back", "start card", "target", "young"),
    *(zone.cell for zone in game.zones(game.setup(4, {})) if ":" in zone.cell),
    *(f"{kind} {name}" for kind, names in (("hunter", SIDES), ("beast", BEASTS)) for name in names),
    *(f"beast {beast} lying" for beast in BEASTS),
    *(
        value.key.split(" ")[0]
        for value in game.edition_values
        if value.key.split(" ")[0] not in ("hunters", "beasts")
    ),
}

OF_THE_BOX = {"Points", "Points: {n}", "Points: {seat}", "No points yet."}
"""Words of the screen that this box has words of its own for."""


def catalogue(language: str) -> Catalog:
    path = files("companion.games.marso") / "locale" / language / "LC_MESSAGES" / "marso.po"
    return read_po(BytesIO(path.read_bytes()), locale=language, abort_invalid=True)


@pytest.mark.parametrize("language", ["uk", "ru"])
def test_every_clause_and_word_is_translated(language: str) -> None:
    texts = catalogue(language)
    keys = {clause.text for clause in game.clauses} | {game.title, *(option.text for option in game.options)}
    assert [key for key in sorted(keys) if not (found := texts.get(key)) or not found.string] == []
    assert [w for w in sorted(WORDS) if not (found := texts.get(w, context="term")) or not found.string] == []
    assert [message.id for message in texts if message.id and (message.fuzzy or not message.string)] == []


@pytest.mark.parametrize("language", ["uk", "ru"])
def test_no_translation_is_left_over_or_used_for_two_clauses(language: str) -> None:
    texts = catalogue(language)
    plain = [message for message in texts if message.id and message.context is None]
    keys = {clause.text for clause in game.clauses} | {game.title, *(option.text for option in game.options)}
    assert {message.id for message in plain} == keys | OF_THE_BOX
    assert len({message.string for message in plain}) == len(plain)


def test_clause_texts_need_no_facts() -> None:
    """A clause is also shown where nobody broke it, so its sentence stands alone."""
    for clause in game.clauses:
        assert [name for _, name, _, _ in Formatter().parse(clause.text) if name is not None] == []


MACHINE_WORDS = (
    *(stage.value for stage in Stage),
    *(card.name for card in game.box.edition.cards),
    *(path for card in game.box.edition.cards for path in card.paths),
    *("play", "discard", "step", "shift", "fly", "sleep", "jump", "stay", "run", "open", "score"),
    *(piece for zone in game.zones(game.setup(4, {})) for stack in zone.stacks for piece in stack),
)
"""Words of the text forms that are no English for a person either."""


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_no_word_of_the_text_forms_is_shown_as_it_is(language: str) -> None:
    texts = Texts(language, "marso")
    assert {word for word in MACHINE_WORDS if texts.term(word) == word} == set()


@pytest.mark.parametrize(
    ("move", "en", "uk", "ru"),
    [
        ("play ur u", "lay up/right: up", "картка вгору/вправо: вгору", "карта вверх/вправо: вверх"),
        ("play skate ll", "lay Skate: left twice", "картка «Скейт»: 2 × вліво", "карта «Скейт»: 2 × влево"),
        ("play still", "lay Stand still", "картка «Стояти на місці»", "карта «Стоять на месте»"),
        ("step d3", "step to cell d3", "крок на клітинку d3", "шаг на клетку d3"),
        ("jump a4", "jump to token a4", "стрибок на жетон a4", "прыжок на жетон a4"),
        ("shift red d2", "put red aside to d2", "відсунути червоного на d2", "отодвинуть красного на d2"),
        ("sleep blue", "put blue to sleep", "приспати синього", "усыпить синего"),
        ("run green a2", "green goes to a2", "зелений біжить на a2", "зелёный бежит на a2"),
        (
            "run red trap",
            "red goes into the Trap",
            "червоний забігає в Пастку",
            "красный забегает в Ловушку",
        ),
    ],
)
def test_a_move_reads_as_a_person_would_say_it(move: str, en: str, uk: str, ru: str) -> None:
    assert [Texts(language, "marso").term(move) for language in ("en", "uk", "ru")] == [en, uk, ru]
