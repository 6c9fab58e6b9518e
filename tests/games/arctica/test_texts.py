"""Everything a person reads of Arctica exists in Ukrainian and Russian."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.arctica import game
from companion.games.arctica.moves import FORMS
from companion.games.arctica.position import PHASES
from companion.games.arctica.words import GOODS, HUNTERS, ICE, KINDS
from companion.locale.texts import Texts

BOTH = pytest.mark.parametrize("language", ["uk", "ru"])


def sentences() -> Iterator[str]:
    yield game.title
    yield from (clause.text for clause in game.clauses)
    yield from (option.text for option in game.options)


def terms() -> Iterator[str]:
    yield from (*KINDS, *GOODS, *ICE[1:], *FORMS, *PHASES, "supply", "kayak", "deck", "discard", "back")
    yield from (str(value) for option in game.options for value in (option.id, *option.values))
    yield from (value.key for value in game.edition_values)
    colours = ("yellow", "orange", "red", "violet", "blue", "green")
    yield from (*colours, *(f"drift {colour}" for colour in colours))
    yield from (f"{colour}{number}" for colour in colours for number in (1, 2, 3))
    yield from (f"{verb} {kind}" for verb in ("move", "attack", "displace") for kind in KINDS)
    yield from (f"{verb} {kind}" for verb in ("lay", "return") for kind in HUNTERS)
    zones = game.zones(game.setup(4, {}))
    yield from (zone.cell for zone in zones if ":" in zone.cell)
    yield from (piece for stack in {stack for zone in zones for stack in zone.stacks} for piece in stack)


@BOTH
def test_every_sentence_is_translated(language: str) -> None:
    texts = Texts(language, "arctica")
    assert [key for key in sentences() if texts.say(key) == key] == []


@BOTH
def test_every_word_is_translated(language: str) -> None:
    texts = Texts(language, "arctica")
    left = {word for word in terms() if any("a" <= letter <= "z" for letter in texts.term(word))}
    assert left == set()


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("play green2", "ice card, green 2"),
        ("drift green d3", "the ice on d3 drifts to the green edge"),
        ("move bear e9^ e8", "Bear moves from e9 (on the ice) to e8"),
        ("attack orca d4 seal d4", "Orca attacks Seal on d4, from d4"),
        ("displace eskimo d4 d4^", "move Eskimo aside from d4 to d4 (on the ice)"),
        ("lay seal a9^", "place Seal on a9 (on the ice)"),
        ("return bear e9^", "Bear returns to e9 (on the ice)"),
    ],
)
def test_a_move_reads_as_english(move: str, said: str) -> None:
    assert Texts("en", "arctica").term(move) == said
