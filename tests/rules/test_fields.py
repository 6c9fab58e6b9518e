"""Data from outside: what is refused, and that the key is named however deep it stands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, NamedTuple

import pytest

from companion.rules.contract import Mark
from companion.rules.fields import Counts, FieldError, Keys, Marked, Rule, edition_values, one_of, read, span


class Reading(NamedTuple):
    at: int
    error: Annotated[float, span(0, 9, "has to be a number from {least} to {most}")]


@dataclass(frozen=True)
class Lamp:
    on: bool
    colour: Annotated[str, one_of("red", "blue")] = "red"


SHORT, ENDS_IN_X = (
    Rule("has to be short", lambda text: len(text) < 4),
    Rule("ends in x", lambda t: t[-1] == "x"),
)
Code = Annotated[str, SHORT, ENDS_IN_X]


@dataclass(frozen=True)
class House:
    rooms: Annotated[int, span(1, 9)]
    names: tuple[str, ...] = ()
    lamps: Mapping[str, Lamp] | None = None
    doors: Annotated[Mapping[str, int], Keys(("front", "back"))] | None = None
    seen: Reading | None = None
    size: Marked[tuple[int, ...]] | None = None
    stones: Counts | None = None
    code: Annotated[
        str, Rule("has to be short", lambda text: len(text) < 4), Rule("ends in x", lambda t: t[-1] == "x")
    ] = ""


RIGHT: dict[str, Any] = {
    "rooms": 3,
    "names": ["hall"],
    "lamps": {"hall": {"on": True}},
    "doors": {"back": 2, "front": 1},
    "seen": [4, 0.5],
    "size": {"value": [7, 4], "mark": ["confirmed", "default"]},
    "stones": {"big": 2, "mark": "inferred"},
    "code": "abx",
}


def test_what_is_right_is_read_as_it_is_declared() -> None:
    house = read(House, RIGHT)
    assert house.lamps == {"hall": Lamp(True, "red")}
    assert list(house.doors or ()) == ["front", "back"]
    assert (house.seen, house.names) == (Reading(4, 0.5), ("hall",))
    assert house.size == Marked((7, 4), (Mark.CONFIRMED, Mark.DEFAULT))
    assert house.stones == Counts({"big": 2}, Mark.INFERRED)
    told = [(value.key, value.value, value.mark) for value in edition_values(RIGHT)]
    assert told == [
        ("size 1", "7", Mark.CONFIRMED),
        ("size 2", "4", Mark.DEFAULT),
        ("stones", "big 2", Mark.INFERRED),
    ]


@pytest.mark.parametrize(
    ("key", "value", "told"),
    [
        ("rooms", True, "rooms: has to be a whole number from 1 to 9"),
        ("rooms", 2.0, "rooms: has to be a whole number from 1 to 9"),
        ("rooms", 10, "rooms: has to be a whole number from 1 to 9"),
        ("roms", 1, "roms: is not a key; known are rooms, names, lamps"),
        ("names", "hall", "names: has to be a list of texts"),
        ("names", ["hall", 3], "names: has to be a list of texts"),
        ("lamps", {"hall": {"on": 1}}, "lamps.hall.on: has to be true or false"),
        ("lamps", {"hall": {}}, "lamps.hall.on: is missing"),
        ("lamps", {"hall": {"on": True, "colour": "pink"}}, "lamps.hall.colour: has to be one of: red, blue"),
        ("lamps", [1], "lamps: has to be a table"),
        ("doors", {"front": 1}, "doors.back: is missing"),
        ("doors", {"front": 1, "back": 2, "side": 3}, "doors.side: is not a key; known are front, back"),
        ("seen", [4], "seen: has to be a list"),
        ("seen", [4, float("nan")], "seen: has to be a number from 0 to 9"),
        ("seen", [False, 1], "seen: has to be a whole number"),
        ("size", [7], "size: has to be a table such as { value"),
        ("size", {"value": [7]}, "size.mark: is missing"),
        ("size", {"value": [7], "mark": "sure"}, "size: its mark has to be one of: confirmed"),
        ("size", {"value": [7], "mark": ["default"] * 2}, "size: needs one mark, or 1 marks"),
        ("stones", {"big": 0, "mark": "default"}, "stones.big: has to be a whole number from 1 to 99"),
        ("stones", {"big": 1}, "stones.mark: is missing"),
        ("code", 3, "code: has to be short"),
        ("code", "abc", "code: ends in x"),
    ],
)
def test_what_is_wrong_is_told_with_its_key(key: str, value: object, told: str) -> None:
    with pytest.raises(FieldError) as caught:
        read(House, {**RIGHT, key: value})
    assert str(caught.value).startswith(told)


def test_marks_may_stand_in_a_table_of_their_own() -> None:
    old = {"name": "box", "size": [7, 4], "die": {"red": 2}, "marks": {"size": "default", "die": "confirmed"}}
    assert [(one.key, one.value, one.mark.value) for one in edition_values(old)] == [
        ("size", "7 4", "default"),
        ("die", "red 2", "confirmed"),
    ]
    for marks, told in (
        ({"size": "default"}, "marks.die: is missing"),
        ({"size": "sure", "die": "confirmed"}, "marks.size: has to be one of"),
        ({"size": "default", "die": "confirmed", "x": "default"}, "marks.x: is not a key"),
    ):
        with pytest.raises(FieldError, match=told):
            list(edition_values({**old, "marks": marks}))
