"""No code of the text forms reaches a player: every ruling of the worked examples, in every language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.locale import LANGUAGES, Texts
from companion.referee.sentences import edition_value
from companion.rules.contract import Mark, ZoneKind
from companion.rules.examples import read_example
from companion.rules.match import parse_match
from companion.rules.registry import find_game, package_of
from companion.rules.shown import ShownStep, steps_of
from companion.screen.pages.rulebook import told_lines
from tests.ours import OURS

ROOT = Path(__file__).parents[2]
GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = OURS

PICTURE = re.compile(r"[x.]{2,3}/[x.]{2}|[\^_<>{}\[\]#=@|\\]|(?<!\w)\?|\w:\w")
"""Pictures of tiles, marks, compounds (``safe:nw``) and what is not known (``?``, but no question)."""
NAME = re.compile(r"\b[a-z]+\d+[a-z]?\b")
"""Names such as ``s1`` and ``b13``: only those of cells on the board are printed there."""
LATIN = re.compile(r"[A-Za-z]+")


def steps(game: str) -> Iterator[ShownStep]:
    """Every step of the worked examples of a game, and of its lesson."""
    folder = ROOT / Path(*package_of(game).split("."))
    for path in sorted((folder / "examples").glob("*.toml")):
        data = read_example(path)
        if "step" in data:
            yield from steps_of(data)


def codes_in(line: str, cells: set[str], language: str) -> list[str]:
    """What nobody would say; in a language with letters of its own no Latin word but the name of a cell."""
    found = PICTURE.findall(line) + [name for name in NAME.findall(line) if name not in cells]
    if language != "en":
        rest = re.sub(r"\b[a-z]+\d+\b", "", line)
        found += LATIN.findall(rest)
    return found


@pytest.mark.parametrize("game", GAMES)
def test_no_code_in_a_ruling(game: str) -> None:
    texts = {language: Texts(language, game) for language in LANGUAGES}
    wrong: set[str] = set()
    number = 0
    for step in steps(game):
        zones = step.before.game.zones(step.before.setup)
        cells = {str(zone.cell) for zone in zones if zone.kind is not ZoneKind.SLOT}
        for language, texts_of in texts.items():
            for line in told_lines(texts_of, step):
                number += 1
                wrong |= {f"{line} <- {step.entry.text}"} if codes_in(line, cells, language) else set()
    assert number > 300
    assert not wrong, "\n".join(sorted(wrong))


@pytest.mark.parametrize("game", GAMES)
def test_no_code_in_a_recorded_game(game: str) -> None:
    """Every move and outcome that was ever recorded, as the history says it."""
    texts = {language: Texts(language, game) for language in LANGUAGES}
    wrong: set[str] = set()
    for path in sorted((GOLDEN / game).glob("*.match")):
        match = parse_match(path.read_text(encoding="utf-8"))
        zones = match.game.zones(match.setup)
        cells = {str(zone.cell) for zone in zones if zone.kind is not ZoneKind.SLOT}
        for text in {entry.text for entry in match.entries if entry.seat or entry.text}:
            for language, texts_of in texts.items():
                said = texts_of.outcome(text)
                wrong |= {f"{said} <- {text}"} if codes_in(said, cells, language) else set()
    assert not wrong, "\n".join(sorted(wrong)[:40])


@pytest.mark.parametrize("game", GAMES)
def test_no_code_in_what_is_assumed(game: str) -> None:
    """Each value of the edition that nobody has confirmed, as *about this table* says it."""
    rules = find_game(game)
    values = [value for value in rules.edition_values if value.mark is not Mark.CONFIRMED]
    assert values
    wrong = set()
    for language in LANGUAGES:
        texts = Texts(language, game)
        for value in values:
            said = edition_value(texts, value)
            board = re.sub(r"\b[a-z]+\d+\b|\b[a-z]-[a-z]\b", "", said)  # cells, and zones by their columns
            wrong |= {f"{said} <- {value.value}"} if codes_in(board, set(), language) else set()
            for word in re.findall(r"\b[a-z]+\d+\b", said):
                wrong |= {said} if word not in value.value and word not in value.key else set()
    assert not wrong, "\n".join(sorted(wrong))


def test_each_card_and_figure_of_an_edition_stands_with_its_number() -> None:
    """A list is told part by part: *seal 3, eskimo 2* is no attack of a seal."""
    arctica = {value.key: value for value in find_game("arctica").edition_values}
    said = {key: edition_value(Texts("ru", "arctica"), arctica[key]) for key in ("lives", "deck", "layout")}
    assert said["lives"] == "жизни: Медведь: 2, Косатка: 2, Тюлень: 3, Эскимос: 2"
    assert "жёлтая 3: 1, оранжевая 1: 2" in said["deck"]
    assert said["deck"].endswith("таяние: 6")
    assert "Медведь e9 (на льду), Косатка e1" in said["layout"]


def test_the_check_itself_finds_codes() -> None:
    cells = {"e9"}
    assert not codes_in("A seal goes to e9.", cells, "en")
    for line in ("to e9^", "takes xx/..", "s1 opens", "at safe:nw", "the card b13", "keeps ?"):
        assert codes_in(line, cells, "en"), line
    assert codes_in("Корабль на Greenland", cells, "ru")
