"""One name, one class: a public class name stands in one room only."""

from __future__ import annotations

import ast
from collections import defaultdict
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

GAMES = frozenset(
    [
        "Board",
        "Card",
        "Course",
        "Edition",
        "Face",
        "Move",
        "Onlooker",
        "Outcome",
        "Palette",
        "Phase",
        "Player",
        "Shown",
        "State",
        "Table",
    ]
)
"""What games call their own things alike; such a name may also stand in one room that is no game's."""

PROTOCOL = frozenset({"Asked", "Config", "Setting", "State"})
"""Words of ``firmware/protocol.toml``: ``firmware/generate.py`` writes classes of ``hardware`` by them."""


def room_of(path: Path) -> str:
    """``companion/judge``, ``vision``; a game's folder with all that is in it; a module of ``companion``."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[:2] == ("companion", "games") and len(parts) > 3:
        return "/".join(parts[:3])
    return "/".join(parts[:2]) if parts[0] == "companion" else parts[0]


@cache
def rooms_of_classes() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for folder in ("companion", "vision", "hardware"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].add(room_of(path))
    return found


@pytest.mark.slow
def test_a_public_class_name_stands_in_one_room() -> None:
    found = rooms_of_classes()
    assert {"Match", "Played", "PlayedEntry"} <= set(found)
    games = {room for rooms in found.values() for room in rooms if room.startswith("companion/games/")}
    assert len(games) == 5
    for name, rooms in found.items():
        others = rooms - games
        if name in PROTOCOL:
            others -= {"hardware"}
        assert len(others) <= 1, f"class {name} stands in {', '.join(sorted(others))}: rename one"
        assert len(rooms) <= 1 or name in GAMES | PROTOCOL, (
            f"class {name} stands in {', '.join(sorted(rooms))}"
        )


@pytest.mark.slow
def test_no_name_is_allowed_in_vain() -> None:
    found = rooms_of_classes()
    assert [name for name in sorted(GAMES | PROTOCOL) if len(found[name]) < 2] == []
