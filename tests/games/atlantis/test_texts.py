"""Everything a person reads of Atlantis exists in Ukrainian and Russian."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.games.atlantis import game
from companion.games.atlantis.moves import FORMS, OUTCOMES, PLACES
from companion.games.atlantis.state import PHASES
from companion.games.atlantis.words import BACK_WORDS, BACKS, CREATURES, FIGURES, ISLANDS, LAND, OWN_TURN
from companion.locale.texts import Texts
from companion.rules.contract import ClauseId, Effect

BOTH = pytest.mark.parametrize("language", ["uk", "ru"])


def sentences() -> Iterator[str]:
    yield game.title
    yield from (clause.text for clause in game.clauses)
    yield from (option.text for option in game.options)


def terms() -> Iterator[str]:
    colours = game.seatings[-1]
    yield from (*colours, *LAND[1:], *CREATURES, *FIGURES, *BACK_WORDS, *ISLANDS)
    yield from (*FORMS, *OUTCOMES, *PLACES, *PHASES)
    yield from (option.id for option in game.options)
    yield from (value for option in game.options for value in option.values if isinstance(value, str))
    yield from (value.key for value in game.edition_values)
    yield from (f"{verb} {colour}" for verb in ("place", "move", "treasure") for colour in colours)
    yield from (f"{verb} {kind}" for verb in ("die", "creature") for kind in CREATURES)
    yield from (f"play {BACKS[back]}" for back in range(OWN_TURN.start, len(BACKS)))
    zones = game.zones(game.setup(4, {}))
    yield from (zone.cell for zone in zones if ":" in zone.cell or not zone.cell[-1].isdigit())
    yield from (piece for stack in {stack for zone in zones for stack in zone.stacks} for piece in stack)


@BOTH
def test_every_sentence_is_translated(language: str) -> None:
    texts = Texts(language, "atlantis")
    assert [key for key in sentences() if texts.say(key) == key] == []


@BOTH
def test_every_word_is_translated(language: str) -> None:
    texts = Texts(language, "atlantis")
    left = {word for word in terms() if any("a" <= letter <= "z" for letter in texts.term(word))}
    assert left == set()


@pytest.mark.parametrize(
    ("move", "said"),
    [
        ("place red d4", "place a red explorer on d4"),
        ("move red sea c4 boat c4", "red explorer goes from the water on c4 into the boat on c4"),
        (
            "move blue boat b1 safe nw",
            "blue explorer goes from the boat on b1 onto the north-west safe island",
        ),
        ("play dolphin forest red c4 c5", "the dolphin carries a red explorer from c4 to c5 (tile: Forest)"),
        ("creature shark c4 c5", "the shark swims from c4 to c5"),
        ("tile d4 ?", "tile d4: kept"),
        ("die whale", "the die shows a whale"),
        ("treasure green 6", "under a green explorer: 6"),
    ],
)
def test_a_move_reads_as_english(move: str, said: str) -> None:
    assert Texts("en", "atlantis").term(move) == said


def test_an_effect_says_who_is_lost() -> None:
    lost = Effect(ClauseId("atlantis/serpent.3"), (), (("explorers", "red 2, blue 1"),))
    assert Texts("uk", "atlantis").effect(lost).endswith("(червоний 2, синій 1)")
