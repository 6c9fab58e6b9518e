"""Lines of a position: what is read is printed again, a mistake is told with its line and what is right."""

from __future__ import annotations

import pytest

from companion.rules.contract import NotationError
from companion.rules.grammar import Count, Grammar, Number, Several, Word
from companion.rules.lines import Lines
from companion.rules.text import read_facts

WORDS = {
    "SEAT": Word("seat", ["white", "black"]),
    "CARDS": Several(Word("card", ["king", "queen"]), 1, 2, "CARD ..."),
    "COUNT": Count(),
    "STATE": Word("", ["on", "off"]),
}
LINES = Lines({"deck": "COUNT", "hand": "SEAT | CARDS", "lamp": "STATE", "lost": "SEAT"}, again=("lost",))


def test_what_is_read_is_printed_again() -> None:
    text = "deck 3\nhand white king\nhand black queen king\nlamp off\nlost black\nlost black"
    said = LINES.read(read_facts(text), WORDS)
    printed = [LINES.write(WORDS, key, *values) for key in said.values for values in said.all(key)]
    assert printed == text.split("\n")
    assert said.one("deck") == 3
    assert said.all("hand") == [(0, (0,)), (1, (1, 0))]


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("pot 3", "'pot' is nothing a position says"),
        ("deck", "after deck come 1 words, not 0; write it as 'deck COUNT'"),
        ("hand black", "after hand come 2 or more words; write it as 'hand SEAT CARD ...'"),
        ("hand black king king king", "after hand come 3 words at most; write it as 'hand SEAT CARD ...'"),
        ("hand white queen", "'hand white' is said twice"),
        ("hand green queen", "'green' is no seat; choose one of white, black"),
        ("deck 0", "the number is 1 or more; a line for nothing is left out"),
        ("lamp dim", "'dim' is none of: on, off"),
    ],
)
def test_a_mistake_is_told_with_its_line_and_what_is_right(line: str, told: str) -> None:
    with pytest.raises(NotationError) as caught:
        LINES.read(read_facts(f"hand white king\n{line}"), WORDS)
    assert str(caught.value) == f"line 2: {told}"


def test_a_line_that_must_be_there_is_missed() -> None:
    with pytest.raises(NotationError, match=r"the line 'deck \.\.\.' is missing"):
        LINES.read(read_facts("lamp on"), WORDS).one("deck")


def test_what_cannot_be_said_is_not_printed() -> None:
    with pytest.raises(ValueError, match="deck"):
        LINES.write(WORDS, "deck", 0)
    with pytest.raises(ValueError, match="pay"):
        Grammar(dict, {"pay": "NUMBER"}, {"NUMBER": Number("the price", 1, 9)}).write(_Pay())


class _Pay:
    verb, number = "pay", 10
