"""The grammar of one-line texts: what is read is printed again, a mistake is told with what is right."""

from __future__ import annotations

from typing import NamedTuple

import pytest

from companion.rules.contract import NotationError
from companion.rules.grammar import Forms, Grammar, Number, Several, Word


class Act(NamedTuple):
    verb: str
    who: int = -1
    end: int = -1
    number: int = 0
    named: tuple[int, ...] = ()


SQUARES = Word("square of this board", ["a1", "b1", "c1"])
FORMS: Forms = {
    "go": "who:MAN end:SQUARE",
    "pay": "who:MAN [NUMBER]",
    "take": ("who:MAN", "end:SQUARE"),
    "name": "named:ALL",
    "end": "",
}
WORDS = {
    "MAN": Word("man", ["king", "pawn"]),
    "SQUARE": SQUARES,
    "NUMBER": Number("the number of coins", 1, 9),
    "ALL": Several(SQUARES, 2, 3, "SQUARE SQUARE ...", lambda at: "" if len({*at}) == len(at) else "twice"),
}
GRAMMAR = Grammar(Act, FORMS, WORDS)


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ("go pawn b1", Act("go", 1, 1)),
        ("pay king", Act("pay", 0)),
        ("pay king 3", Act("pay", 0, number=3)),
        ("take c1", Act("take", end=2)),
        ("take king", Act("take", 0)),
        ("name c1 a1", Act("name", named=(2, 0))),
        ("end", Act("end")),
    ],
)
def test_a_text_is_read_and_printed_again(text: str, act: Act) -> None:
    assert GRAMMAR.read(text) == act
    assert GRAMMAR.write(act) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("jump", "'jump' is no move; the moves are go, pay, take, name, end"),
        ("go pawn", "write it as 'go MAN SQUARE', not 'go pawn'"),
        ("go pawn d1", "'d1' is no square of this board; choose one of a1, b1, c1"),
        ("pay king 10", "the number of coins is 1 to 9"),
        ("pay", "write it as 'pay MAN [NUMBER]', not 'pay'"),
        (
            "take d1",
            "'d1' is no man; choose one of king, pawn; "
            "'d1' is no square of this board; choose one of a1, b1, c1; "
            "write it as 'take MAN' or 'take SQUARE', not 'take d1'",
        ),
        ("take", "write it as 'take MAN' or 'take SQUARE', not 'take'"),
        ("name a1", "write it as 'name SQUARE SQUARE ...', not 'name a1'"),
        ("name a1 a1", "twice"),
    ],
)
def test_a_mistake_is_told_with_what_is_right(text: str, told: str) -> None:
    with pytest.raises(NotationError) as caught:
        GRAMMAR.read(text)
    assert str(caught.value) == told
