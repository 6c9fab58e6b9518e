"""The printed help, read back from its PDF by Poppler: all clauses, all pieces, nothing cut off."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from importlib.resources import files
from itertools import islice
from pathlib import Path
from typing import NamedTuple

import pytest
from babel.messages.pofile import read_po
from click.testing import CliRunner

from companion.commands.printing import print_group
from companion.locale import LANGUAGES, Texts
from companion.paper import help
from companion.paper.contents import Contents, Depicted, contents_of
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame, find_game, package_of

pytestmark = [
    pytest.mark.outside,
    pytest.mark.skipif(
        shutil.which("pdftotext") is None,
        reason="needs pdftotext and pdfimages of Debian's package poppler-utils",
    ),
]

GAMES = ("arctica", "atlantis", "jungle", "marso", "northwest")
EVERY = [
    pytest.param(game, language, marks=() if language == "uk" else pytest.mark.soak)
    for game in GAMES
    for language in LANGUAGES
]
LONG = [
    pytest.param(game, language, marks=pytest.mark.soak if language == "en" else ())
    for game in GAMES
    for language in LANGUAGES
]
"""English texts are shorter than the others."""
POINT = 25.4 / 72
ROBOTO = 1.172
"""Height of the box round a word of Roboto in sizes of its letters (ascent and descent)."""
MARGIN = 10.0
"""Millimetres: no printer reaches the edge of its paper."""

PIECES = {
    "arctica": {
        "en": ("Ice floe", "Pack ice", "Iceberg", "Igloo", "Bear", "Bear (lying)", "Orca", "Seal", "Eskimo",
               "Cod", "Victory token", "Plankton token",
               "Ice card yellow 1", "Ice card green 3", "Melting card"),
        "uk": ("Крижина", "Паковий лід", "Айсберг", "Іглу", "Ведмідь", "Косатка", "Тюлень (лежить)", "Тріска",
               "Жетони переможних очок", "Жетон Планктону", "Картка танення"),
        "ru": ("Льдина", "Паковый лёд", "Айсберг", "Иглу", "Медведь", "Косатка", "Тюлень", "Эскимос",
               "Треска", "Жетоны победных очков", "Карточка таяния"),
    },
    "atlantis": {
        "en": ("Explorer", "Boat", "Serpent", "Shark", "Whale", "Beach tile", "Forest tile", "Mountain tile",
               "Back: dolphin", "Back: volcano", "Back: stop the shark"),
        "uk": ("Мандрівник", "Човен", "Морський змій", "Акула", "Кит", "Тайл пляжу", "Зворот: вулкан"),
        "ru": ("Путешественник", "Акула", "Кит", "Оборот: вулкан"),
    },
    "jungle": {
        "en": ("Totem", "Circle with a cross", "Sun with four spikes", "Sixteen dots", "Coloured arrows",
               "Inward arrows", "Outward arrows"),
        "uk": ("Тотем", "Коло з хрестом", "Замкнений бант", "Карта «Стрілки назовні»"),
        "ru": ("Тотем", "Круг с крестом", "Карта «Стрелки внутрь»"),
    },
    "marso": {
        "en": ("Hunter", "Beast", "Portal token, turquoise", "Beast card no. 16", "Score card no. 4",
               "Teleport card", "Jet pack card", "Up/right card", "Start card"),
        "uk": ("Мисливець", "Марсозвір", "Жетон порталу, фіолетовий", "Картка «Телепорт»", "Картка «Старт»"),
        "ru": ("Охотник", "Марсозверь", "Жетон портала, бирюзовый", "Карта «Телепорт»"),
    },
    "northwest": {
        "en": ("Tile", "Ship", "Sled", "Crewmen", "Marker", "Sun disc", "Cairn token", "Franklin camp token"),
        "uk": ("Плитка", "Корабель", "Сани", "Моряки", "Відмітник", "Диск Сонця", "Жетон Каїрна"),
        "ru": ("Плитка", "Корабль", "Сани", "Моряки", "Маркер", "Диск Солнца"),
    },
}  # fmt: skip
"""How the boxes and their rules call the pieces."""


class Word(NamedTuple):
    """A word of a PDF, in millimetres from the top left corner of its page."""

    page: int
    left: float
    top: float
    right: float
    bottom: float
    text: str


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("help")


def printed(place: Path, game: str, language: str, paper: str = "a4") -> Path:
    """The help of a game, printed once for all tests."""
    file = place / f"{game}-{language}-{paper}.pdf"
    if not file.exists():
        arguments = ["help", game, "--language", language, "--paper", paper, "-o", str(file)]
        result = CliRunner().invoke(print_group, arguments)
        assert result.exit_code == 0, result.output
        assert str(file) in result.output
    return file


def poppler(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True).stdout.decode()


def read(file: Path) -> str:
    """The text of a PDF in the order in which it was written, with single blanks."""
    return " ".join(poppler("pdftotext", "-raw", str(file), "-").replace("-\n", "-").split())


def words(file: Path) -> Iterator[Word]:
    page = -1
    for line in poppler("pdftotext", "-bbox", str(file), "-").splitlines():
        if line.strip().startswith("<page"):
            page += 1
        elif found := re.search(r'xMin="(.+)" yMin="(.+)" xMax="(.+)" yMax="(.+)">(.+)</word>', line):
            left, top, right, bottom = (float(number) * POINT for number in found.groups()[:4])
            yield Word(page, left, top, right, bottom, found[5])


@lru_cache(maxsize=32)
def clauses(game: str, language: str) -> tuple[tuple[str, str, str], ...]:
    """Number, source and text of every clause, from the game's own files."""
    folder = files(package_of(game))
    rows = tomllib.loads((folder / "clauses.toml").read_text(encoding="utf-8"))["clause"]
    po = folder / "locale" / language / "LC_MESSAGES" / f"{game}.po"
    with po.open("rb") as file:
        known = read_po(file, locale=language)
    found = []
    for row in rows:
        message = known.get(row["text"])
        text = str(message.string) if message is not None else row["text"]
        found.append((row["id"], row["source"], re.sub(r"{\w+}", "…", text)))
    return tuple(found)


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_every_clause_is_there_with_its_number(place: Path, game: str, language: str) -> None:
    text = read(printed(place, game, language)).replace("- ", "-")
    missing = []
    for number, source, said in clauses(game, language):
        mark = {"ruling": "*", "option": "+", "printed": ""}[source]
        if f" {number}{mark} " not in text or said[1:].replace("- ", "-") not in text:
            missing.append((number, said))
    assert len(clauses(game, language)) > 80
    assert not missing


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_every_piece_is_there_by_its_name(place: Path, game: str, language: str) -> None:
    """Names stand in narrow columns: their words are looked for on the first page."""
    shown = [word.text for word in words(printed(place, game, language)) if word.page == 0]
    for name in PIECES[game][language]:
        assert set(name.split()) <= set(shown), name


@pytest.mark.parametrize("game", GAMES)
def test_no_piece_is_left_out_or_shown_twice(game: str) -> None:
    """All that may lie anywhere by the game's own zones; a tile with its back up shows nothing."""
    rules = find_game(game)
    zones = rules.zones(rules.setup(rules.seatings[-1], {}))
    there = {piece.name for zone in zones for stack in zone.stacks for piece in stack} - {"tile"}
    shown = Counter(piece for one in contents_of(rules, Texts("en", game)).depicted for piece in one.pieces)
    assert {piece.name for piece in shown} == there
    assert set(shown.values()) == {1}


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_vectors(place: Path, game: str) -> None:
    file = printed(place, game, "uk")
    assert len(poppler("pdfimages", "-list", str(file)).splitlines()) == 2, "only the head of the list"
    assert file.stat().st_size < 100_000


@pytest.mark.parametrize("paper", ["a4", pytest.param("a3", marks=pytest.mark.soak)])
@pytest.mark.parametrize(("game", "language"), LONG)
def test_it_fits_on_two_sheets_with_nothing_cut_off_or_overlapping(
    place: Path, game: str, language: str, paper: str
) -> None:
    file = printed(place, game, language, paper)
    found = list(words(file))
    width, height = {"a4": (210.0, 297.0), "a3": (297.0, 420.0)}[paper]
    assert max(word.page for word in found) < 4, "two sheets have four sides"
    for word in found:
        assert MARGIN - 0.1 <= word.left < word.right <= width - MARGIN + 0.1, word
        assert MARGIN - 2 <= word.top < word.bottom <= height - MARGIN + 2, word
    for page in range(4):
        assert overlapping([word for word in found if word.page == page]) == []


def overlapping(side: list[Word]) -> list[tuple[Word, Word]]:
    """Pairs of words on one side of which one lies on the other."""
    down = sorted(side, key=lambda word: word.top)
    pairs: list[tuple[Word, Word]] = []
    for number, one in enumerate(down):
        for other in islice(down, number + 1, None):
            if other.top >= one.bottom:
                break
            if overlap(one, other):
                pairs.append((one, other))
    return pairs


def overlap(one: Word, other: Word) -> bool:
    """Whether letters lie on letters; the boxes that Poppler tells are higher than letters are."""
    across = min(one.right, other.right) - max(one.left, other.left)
    middle = abs((one.top + one.bottom) - (other.top + other.bottom)) / 2
    return across > 0.1 and middle < 0.35 * min(one.bottom - one.top, other.bottom - other.top)


def test_pieces_that_fill_more_than_a_page_go_on_on_the_next(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three hundred cards, each with a name of its own."""

    def many(rules: AnyGame, texts: Texts) -> Contents:
        cards = tuple(
            Depicted(f"card x{number}", f"Card {number}", (PosedPiece(f"card x{number}"),))
            for number in range(300)
        )
        return replace(contents_of(rules, texts), depicted=cards)

    monkeypatch.setattr(help, "contents_of", many)
    file = tmp_path / "many.pdf"
    file.write_bytes(help.help_pdf(find_game("marso"), "a4", Texts("en", "marso")))
    found = list(words(file))
    assert {str(number) for number in range(300)} <= {word.text for word in found}
    assert all(MARGIN - 2 <= word.top < word.bottom <= 297 - MARGIN + 2 for word in found)
    assert {word.page for word in found if word.text == "Card"} == {0, 1, 2}
    assert max(word.page for word in found if word.text.startswith("end.")) == 3
    for page in range(4):
        assert overlapping([word for word in found if word.page == page]) == []


@pytest.mark.parametrize(("game", "language"), EVERY)
def test_the_letters_of_clauses_are_not_small(place: Path, game: str, language: str) -> None:
    """At least 9 points."""
    sizes = Counter(
        round((word.bottom - word.top) / POINT / ROBOTO, 1) for word in words(printed(place, game, language))
    )
    usual, times = sizes.most_common(1)[0]
    assert times > 500
    assert usual >= 9


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["ludo"], "There is no game ludo. There are: arctica, atlantis, jungle, marso, northwest."),
        (["ludo", "--language", "uk"], "Гри ludo немає."),
        (["marso", "-o", "/nowhere/help.pdf"], "/nowhere/help.pdf cannot be written"),
        (["marso", "--paper", "letter"], "letter"),
        (["marso", "--language", "la"], "la"),
    ],
)
def test_what_cannot_be_printed_is_said(arguments: list[str], reason: str) -> None:
    result = CliRunner().invoke(print_group, ["help", *arguments])
    assert result.exit_code in (1, 2)
    assert reason in result.stderr
    assert "Traceback" not in result.stderr
