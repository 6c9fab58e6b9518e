"""The one-fact-a-line text forms."""

from __future__ import annotations

import pytest

from companion.rules.contract import NotationError
from companion.rules.text import read_facts, read_number, read_words


def test_facts_keep_their_line_and_leave_comments_out() -> None:
    text = "# людина писала\n\nbeast red a7   # червоний\n\tround 2\r\n"
    assert [(fact.line, fact.key, fact.args) for fact in read_facts(text)] == [
        (3, "beast", ("red", "a7")),
        (4, "round", ("2",)),
    ]


def test_only_ascii_outside_comments() -> None:
    with pytest.raises(NotationError) as caught:
        list(read_facts("round 1\nround ２\n"))
    assert caught.value.line == 2


@pytest.mark.parametrize("word", ["", "-1", "+1", "01", "1.0", "1_0", "٣", "1234567890", "0x1"])
def test_numbers_are_plain_decimal(word: str) -> None:
    with pytest.raises(NotationError, match="whole number"):
        read_number(word, "round")


@pytest.mark.parametrize(("word", "value"), [("0", 0), ("7", 7), ("123456789", 123456789)])
def test_numbers(word: str, value: int) -> None:
    assert read_number(word, "round") == value


@pytest.mark.parametrize("text", ["", " step d3", "step  d3", "step d3 ", "step\td3", "step d3\n", "крок d3"])
def test_one_blank_between_words(text: str) -> None:
    with pytest.raises(NotationError):
        read_words(text)
