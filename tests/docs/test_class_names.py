"""One name, one class: a public class name stands in one room only."""

from __future__ import annotations

import ast
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]

GAMES = frozenset(
    "Board Card Course Edition Face Move Onlooker Outcome Palette Phase Player Reader Shown State Table".split()
)
"""What games call their own things alike; such a name may also stand in one room that is no game's."""


def room_of(path: Path) -> str:
    """``companion/judge``, ``vision``; a game's folder with all that is in it; a module of ``companion``."""
    parts = path.relative_to(ROOT).with_suffix("").parts
    if parts[:2] == ("companion", "rules") and len(parts) > 3:
        return "/".join(parts[:3])
    return "/".join(parts[:2]) if parts[0] == "companion" else parts[0]


def rooms_of_classes() -> dict[str, set[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for folder in ("companion", "vision", "hardware"):
        for path in (ROOT / folder).rglob("*.py"):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found[node.name].add(room_of(path))
    return found
