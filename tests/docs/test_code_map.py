"""The code map in ``companion/README.md``: every room once, no file that is not there, and short."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "companion" / "README.md"
MOST_BYTES = 14_000
GAMES = "games/GAME/"
_ROOM = re.compile(r"`(\w+(?:/\w+)*/|\w+\.py)`")


def rooms() -> set[str]:
    """Every package as the map names it; a game's own rooms belong to the game. Files that lie in no room."""
    found = {"vision/", "hardware/", GAMES}
    for top in ("companion", "vision", "hardware"):
        for init in (ROOT / top).rglob("__init__.py"):
            room = init.parent.relative_to(ROOT)
            if len(room.parts) > 1 and room.parts[:2] != ("companion", "games"):
                found.add("/".join(room.parts[1:] if top == "companion" else room.parts) + "/")
    return found | {path.name for path in (ROOT / "companion").glob("*.py") if path.name != "__init__.py"}


def told(page: str) -> list[str]:
    """The rooms that the table of rooms names."""
    table = page.partition("\n## Rooms\n")[2]
    return [
        room
        for line in table.splitlines()
        if line.startswith("| `")
        for room in _ROOM.findall(line.split("|")[1])
    ]


def gone(page: str, root: Path) -> Iterator[str]:
    """Files that the walk names and that are not there. A bare name lies in the folder named before it, or in
    the folder of some game."""
    homes = (root, root / "companion")
    for line in page.partition("\n## Rooms\n")[0].splitlines():
        folder = ""
        for name in re.findall(r"`([\w/]+\.py)`", line):
            folder = name.rpartition("/")[0] or folder
            path = name if "/" in name else f"{folder}/{name}"
            in_games = any((root / "companion" / "games").glob(f"*/**/{name}"))
            if not in_games and not any((home / path).exists() for home in homes):
                yield path


def test_every_room_is_named_once() -> None:
    page = PAGE.read_text(encoding="utf-8")
    assert sorted(told(page)) == sorted(rooms())


def test_the_walk_names_files_that_are_there() -> None:
    assert list(gone(PAGE.read_text(encoding="utf-8"), ROOT)) == []


def test_the_map_is_short() -> None:
    assert len(PAGE.read_bytes()) <= MOST_BYTES


def test_a_file_that_is_gone_is_told(tmp_path: Path) -> None:
    (tmp_path / "vision").mkdir()
    (tmp_path / "vision" / "here.py").touch()
    page = "| step | `vision/here.py`, `gone.py` | what |\n\n## Rooms\n"
    assert list(gone(page, tmp_path)) == ["vision/gone.py"]
