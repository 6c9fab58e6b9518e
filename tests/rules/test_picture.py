"""How games are drawn away from the table: each piece and base has a rule, and the page knows it."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.rules.drawing import drawing_of
from companion.rules.palette import COLOURS
from companion.rules.registry import games
from tests.ours import OURS

SHAPES = {"circle", "square", "triangle", "diamond", "hexagon", "star", "disc", "seat", "card", "back"}
PARTS = {"fill", "paper", "line", *COLOURS}
PATH = re.compile(r"[MmLlHhVvCcSsQqTtAaZz0-9 .,-]{1,4000}")

each = pytest.mark.parametrize("name", OURS)


def rule_of(rules: Any, word: str) -> Any:
    return rules.get(word) or rules.get(word.split(" ")[0])


@each
def test_every_piece_and_base_is_drawn(name: str) -> None:
    game, drawing = games()[name], drawing_of(name)
    for seats in game.seatings:
        for zone in game.zones(game.setup(seats, {})):
            words = {piece for stack in zone.stacks for piece in stack}
            plain = {word.removesuffix(" lying").removesuffix(" turned") for word in words}
            assert [word for word in plain if rule_of(drawing.get("piece", {}), word) is None] == []
            assert [
                base for base in zone.bases if base and rule_of(drawing.get("base", {}), base) is None
            ] == []


@each
def test_rules_name_what_there_is(name: str) -> None:
    drawing = drawing_of(name)
    own = set(drawing.get("shape", {}))
    parts = {"ground", "cloth", "chequer", "slot", "ink", "coast", "cell", "base", "piece", "shape"}
    assert set(drawing) <= parts
    assert drawing.get("cloth", {}).get("shape") in {None} | own
    assert all(PATH.fullmatch(path) for path in drawing.get("coast", {}).values())
    game = games()[name]
    cells = {zone.cell for seats in game.seatings for zone in game.zones(game.setup(seats, {}))}
    assert set(drawing.get("cell", {})) <= cells
    assert set(drawing.get("cell", {}).values()) <= own
    for rule in drawing.get("piece", {}).values():
        assert set(rule) <= {"shape", "colour", "label", "low", "symbol", "token", "corners"}
        assert rule.get("shape", "card") in SHAPES | own
        assert rule.get("label", "word") in ("number", "initial", "word")
        colour = rule.get("colour", "word")
        assert colour in ("word", *COLOURS) or re.fullmatch("[0-9a-f]{6}", colour)
    for rule in drawing.get("base", {}).values():
        assert set(rule) - {"broken"} in ({"fill"}, {"ring"}, {"corners"}, {"shape", "colour"})
        assert "shape" not in rule or rule["shape"] in own
        assert "broken" not in rule or "ring" in rule
    for parts in drawing.get("shape", {}).values():
        for part in parts:
            assert all(how in PARTS or re.fullmatch("[0-9a-f]{6}", how) for how in part)
            assert all(PATH.fullmatch(path) for path in part.values())


def test_every_symbol_of_the_totem_s_cards_is_drawn() -> None:
    game, drawing = games()["jungle"], drawing_of("jungle")
    cards = {
        piece.removeprefix("card ")
        for zone in game.zones(game.setup(2, {}))
        for stack in zone.stacks
        for piece in stack
        if piece.startswith("card ")
    }
    names = {card if card in drawing["shape"] else card.rpartition("-")[0] for card in cards}
    assert names <= set(drawing["shape"])
    assert len({str(drawing["shape"][name]) for name in names}) == len(names), "no two look alike"
