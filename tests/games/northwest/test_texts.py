"""Everything a person reads of the game exists in Ukrainian and Russian."""

from __future__ import annotations

from collections.abc import Iterator
from string import Formatter

import pytest

from companion.games.northwest import game
from companion.games.northwest.moves import FORMS
from companion.games.northwest.position import PHASES, TURNS
from companion.games.northwest.words import SYMBOLS, TOKENS, VEHICLES
from companion.locale.texts import Texts

ALL = pytest.mark.parametrize("language", ["en", "uk", "ru"])
BOTH = pytest.mark.parametrize("language", ["uk", "ru"])
FORECAST = "now next none row freezes thaws shifts stuck free lost ashore abroad"


def sentences() -> list[str]:
    return [game.title, *(clause.text for clause in game.clauses), *(option.text for option in game.options)]


def terms() -> Iterator[str]:
    yield from (*VEHICLES, *TOKENS, *FORMS, *PHASES, *TURNS, *FORECAST.split(), "back", "bag", "track")
    yield from (f"{verb} {vehicle}" for verb, form in FORMS.items() if "|" in form for vehicle in VEHICLES)
    yield from (str(value) for option in game.options for value in (option.id, *option.values))
    yield from (value.key for value in game.edition_values)
    yield from game.seatings[-1]
    zones = game.zones(game.setup(4, {}))
    yield from (zone.cell for zone in zones if zone.kind == "slot" or ":" in zone.cell)
    yield from {piece for stacks in {zone.stacks for zone in zones} for stack in stacks for piece in stack}


@BOTH
def test_every_sentence_is_translated(language: str) -> None:
    texts = Texts(language, "northwest")
    assert [key for key in sentences() if texts.say(key) == key] == []
    assert len({texts.say(key) for key in sentences()}) == len(set(sentences())) == len(sentences())


@BOTH
def test_every_word_is_translated(language: str) -> None:
    texts = Texts(language, "northwest")
    pictures = str.maketrans("", "", "x./:")
    left = {word for word in terms() if any("a" <= c <= "z" for c in texts.term(word).translate(pictures))}
    assert left == set()


def test_clause_texts_need_no_facts() -> None:
    """A clause is also shown where nobody broke it, so its sentence stands alone."""
    for clause in game.clauses:
        assert [name for _, name, _, _ in Formatter().parse(clause.text) if name is not None] == []


@ALL
def test_a_piece_has_a_name_for_people(language: str) -> None:
    texts = Texts(language, "northwest")
    for word in (
        "disc",
        *(f"token {symbol}" for symbol in SYMBOLS),
        "marker red",
        "red:ship:ready",
        "first1",
    ):
        assert texts.term(word) != word


@pytest.mark.parametrize(
    ("move", "en", "uk", "ru"),
    [
        (
            "take ship xx/..",
            "ship takes tile (small; land: north-west, north-east)",
            "корабель бере плитку (мала; суша: північний захід, північний схід)",
            "корабль берёт плитку (малая; суша: северо-запад, северо-восток)",
        ),
        (
            "move sled l1",
            "sled moves to l1",
            "сани їдуть на l1",
            "сани едут на l1",
        ),
        (
            "place sled c4 d4 x../xx. inuit c4",
            "sled lays a tile on c4 and d4 (large; land: north-west, south-west, south), Inuit on c4",
            "сани викладають плитку на c4 і d4 (велика; суша: північний захід, південний захід, південь)"
            ", Ескімос на c4",
            "сани выкладывают плитку на c4 и d4 (большая; суша: северо-запад, юго-запад, юг), эскимос на c4",
        ),
        (
            "sun 4",
            "sun disc to place 4",
            "Диск Сонця на позицію 4",
            "Диск Солнца на позицию 4",
        ),
        (
            "tile x../.x.:strait",
            "the tile (large; land: north-west, south; Strait)",
            "плитка (велика; суша: північний захід, південь; Протока)",
            "плитка (большая; суша: северо-запад, юг; пролив)",
        ),
    ],
)
def test_a_move_reads_as_a_person_would_say_it(move: str, en: str, uk: str, ru: str) -> None:
    assert [Texts(language, "northwest").term(move) for language in ("en", "uk", "ru")] == [en, uk, ru]
