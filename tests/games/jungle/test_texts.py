"""Everything a person reads of the game exists in Ukrainian and Russian."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.jungle import game
from companion.games.jungle.words import HAND_PLACES, PHASES, SEATS
from companion.locale.texts import Texts

BOTH = pytest.mark.parametrize("language", ["uk", "ru"])


def sentences() -> Iterator[str]:
    yield game.title
    yield from (clause.text for clause in game.clauses)
    yield from (option.text for option in game.options)


def terms() -> Iterator[str]:
    yield from (*SEATS, *HAND_PLACES, *PHASES, *game.box.names, "flips", "pot", "totem", "back")
    for place in (*SEATS, *HAND_PLACES):
        yield from (f"{verb} {place}" for verb in ("grab", "early", "fall", "holder"))
        yield from (f"flip {place} star-red", f"give pot {place} 2", f"closed:{place}", f"open:{place}")
    yield from ("fall", "lapse", "tie s1 s2", "duel", "inward", "pot star-red", "closed", "open")
    yield from (str(value) for option in game.options for value in (option.id, *option.values))
    yield from (word for value in game.edition_values for word in (value.key, value.value))
    zones = game.zones(game.setup(4, {}))
    yield from (piece for stack in {stack for zone in zones for stack in zone.stacks} for piece in stack)


@BOTH
def test_every_sentence_is_translated(language: str) -> None:
    texts = Texts(language, "jungle")
    assert [key for key in sentences() if texts.say(key) == key] == []


@BOTH
def test_every_word_is_translated(language: str) -> None:
    texts = Texts(language, "jungle")
    left = {word for word in terms() if any("a" <= letter <= "z" for letter in texts.term(word))}
    assert left - {"True", "False"} == set()
