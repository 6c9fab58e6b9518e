"""The lessons of the games: the rules agree with every step, and every sentence exists in every language."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from companion.rules import lesson
from companion.rules.contract import RulesError
from companion.rules.examples import ExampleError
from companion.rules.lesson import has_lesson, lesson_of, stages_of
from companion.rules.registry import edition_text, find_game, game_of_edition, package_of
from tests.ours import OURS

ROOT = Path(__file__).parents[2]
GAMES = OURS
LONGEST = 150
"""Letters of a sentence in any language: about five lines beside the board of the smallest panel."""


def catalogue(game: str, language: str) -> dict[str, str]:
    path = ROOT / Path(*package_of(game).split(".")) / "locale" / language / "LC_MESSAGES" / "lesson.po"
    with path.open("rb") as file:
        return {str(m.id): str(m.string) for m in read_po(file, locale=language) if m.id}


@pytest.mark.parametrize("game", GAMES)
def test_the_rules_agree_with_every_step(game: str) -> None:
    found = lesson_of(game)
    assert len(found.steps) >= 10, "about five minutes"
    assert sum(bool(step.breaks) for step in found.steps) == 1, "one deliberate unlawful try"
    by_hand = [step for step in found.steps if step.entries and not step.shown]
    assert len(by_hand) >= len(found.steps) / 2, "people play it, they do not watch it"
    assert all(len(step.entries) <= 1 or step.shown for step in found.steps), "one touch, one sentence"


@pytest.mark.parametrize("language", ["uk", "ru"])
@pytest.mark.parametrize("game", GAMES)
def test_every_sentence_is_translated_and_short(game: str, language: str) -> None:
    says = {said for step in lesson_of(game).steps for said in (step.say, step.lay) if said}
    told = catalogue(game, language)
    assert says == set(told)
    assert [text for text in (*says, *told.values()) if not 0 < len(text) <= LONGEST] == []


def test_at_a_table_nothing_is_to_be_tapped() -> None:
    found = lesson_of("marso")
    assert found.at_table
    assert [said for step in found.steps if " tap " in (said := (step.lay or step.say).lower())] == []
    stages = stages_of(found, find_game("marso"))
    acts = [0 if step.breaks else len(step.entries) for step in found.steps]
    assert [len(matches) - 1 for matches in stages] == acts
    assert all(before[-1] == after[0] for before, after in pairwise(stages))


def test_a_lesson_is_not_given_with_a_box_whose_cards_say_otherwise(tmp_path: Path) -> None:
    """Red runs up, not right, on the second beast card of the lesson."""
    text = edition_text("marso")
    path = tmp_path / "mine.toml"
    path.write_text(text.replace('b9 = { value = ["red right"', 'b9 = { value = ["red up"'), encoding="utf-8")
    with pytest.raises(RulesError):
        stages_of(lesson_of("marso"), game_of_edition("marso", path))


def test_a_game_without_a_lesson_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(lesson, "_file", lambda _game: tmp_path / "none.toml")
    assert not has_lesson("marso")


@pytest.mark.parametrize(
    ("step", "fault"),
    [
        ('say = "x"\nseat = "south"\nmove = "play teleport"', "accepted"),
        (
            'say = "x"\nseat = "south"\nmove = "play still"\nbreaks = ["marso/walk.1"]',
            "refused by marso/walk.1",
        ),
        ('seat = "south"\nmove = "play still"', "says nothing and follows nothing"),
        ('say = "x"\nwish = 1', "step 1.wish: is not a key"),
    ],
)
def test_a_step_that_the_rules_see_otherwise_fails(
    step: str, fault: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "lesson.toml"
    path.write_text(
        'game = "marso"\nseats = ["south", "north"]\nposition = """\nseats south north\nphase card south\n'
        "open b1\nhunter south d3\nhunter north d5\n"
        "beast red a7\nbeast blue g7\nbeast yellow g1\nbeast green a1\n"
        f'"""\n\n[[step]]\n{step}\n',
        encoding="utf-8",
    )
    monkeypatch.setattr(lesson, "_file", lambda _game: path)
    with pytest.raises(ExampleError, match=fault):
        lesson_of.__wrapped__("marso")
