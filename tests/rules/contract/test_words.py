"""Everything that a person reads of a game exists in Ukrainian and Russian."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import Formatter

import pytest

from companion.locale.texts import Texts
from companion.rules.registry import AnyGame, find_game
from tests.ours import OURS

from .hooks import hooks_of

every_game = pytest.mark.parametrize("game_id", OURS)
CELL = re.compile(r"\b[a-z]\d+\b")
"""Its name is the same in all languages."""

BOTH = pytest.mark.parametrize("language", ["uk", "ru"])


def sentences(game: AnyGame) -> list[str]:
    return [game.title, *(clause.text for clause in game.clauses), *(option.text for option in game.options)]


def terms(game: AnyGame) -> Iterator[str]:
    yield from (seat for seats in game.seatings for seat in seats)
    for option in game.options:
        yield from (option.id, *(value for value in option.values if isinstance(value, str)))
    yield from (value.key for value in game.edition_values)
    zones = game.zones(game.setup(4, {}))
    yield from (zone.cell for zone in zones if ":" in zone.cell)
    yield from {piece for zone in zones for stack in zone.stacks for piece in stack}
    yield from hooks_of(game.id).words.terms


@BOTH
@every_game
def test_every_sentence_is_translated_and_no_two_are_the_same(game_id: str, language: str) -> None:
    texts, said = Texts(language, game_id), sentences(find_game(game_id))
    assert [key for key in said if texts.say(key) == key] == []
    assert len({texts.say(key) for key in said}) == len(set(said)) == len(said)


@BOTH
@every_game
def test_every_word_is_translated(game_id: str, language: str) -> None:
    texts = Texts(language, game_id)
    kept = str.maketrans("", "", hooks_of(game_id).words.ascii)
    said = {word: CELL.sub("", texts.term(word)).translate(kept) for word in terms(find_game(game_id))}
    assert {word: text for word, text in said.items() if any("a" <= letter <= "z" for letter in text)} == {}


@every_game
def test_clause_texts_need_no_facts(game_id: str) -> None:
    """A clause is also shown where nobody broke it, so its sentence stands alone."""
    for clause in find_game(game_id).clauses:
        assert [name for _, name, _, _ in Formatter().parse(clause.text) if name is not None] == []


@pytest.mark.parametrize(
    ("game_id", "code", "said"),
    [(game_id, code, said) for game_id in OURS for code, *said in hooks_of(game_id).words.said],
)
def test_a_move_reads_as_a_person_would_say_it(game_id: str, code: str, said: list[str]) -> None:
    languages = ("en", "uk", "ru")[: len(said)]
    assert [Texts(language, game_id).term(code) for language in languages] == said
