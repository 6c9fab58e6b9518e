"""The code map in ``companion/README.md`` names every Python file once, in its room."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "companion" / "README.md"
ANY_GAME = "companion/games/GAME/"


def files() -> list[str]:
    """Every module; packages are named by their folders."""
    paths = (path for room in ("companion", "vision", "hardware") for path in (ROOT / room).rglob("*.py"))
    return sorted(str(path.relative_to(ROOT)) for path in paths if path.name != "__init__.py")


def places(path: str) -> set[str]:
    """Where a file may be named: in its folder, or in the one that stands for every game."""
    return {path, re.sub(r"^companion/rules/\w+/", ANY_GAME, path)}


def named(page: str) -> Iterator[str]:
    """The files of the map's lines, each with the folder of its heading."""
    folder = ""
    for line in page.partition("\n## Every file\n")[2].splitlines():
        if heading := re.fullmatch(r"### `(.+/)`", line):
            folder = heading[1]
        elif line.startswith("- "):
            row = re.match(r"- `(\S+\.py)`: \S", line)
            assert row, f"no file and what it is for: {line}"
            yield folder + row[1]


def mistakes(page: str, there: list[str]) -> list[str]:
    """What is wrong with the map, a sentence each."""
    names = Counter(named(page))
    wrong = []
    for path in there:
        if (times := sum(names[place] for place in places(path))) != 1:
            wrong.append(f"{path} is named {times} times in companion/README.md")
    known = {place for path in there for place in places(path)}
    return wrong + [f"{name} is not there" for name in names if name not in known]


def test_every_file_is_named_once() -> None:
    assert mistakes(PAGE.read_text(encoding="utf-8"), files()) == []


def test_a_line_of_the_map_is_short() -> None:
    lines = PAGE.read_text(encoding="utf-8").partition("\n## Every file\n")[2].splitlines()
    assert [line for line in lines if len(line) > 125] == []


def test_a_missing_a_doubled_and_an_unknown_file_are_told() -> None:
    page = "\n## Every file\n\n### `vision/`\n\n- `a.py`: one\n- `gone.py`: none\n"
    page += "\n### `companion/games/GAME/`\n- `state.py`: a position\n"
    page += "\n### `companion/rules/chess/`\n- `state.py`: once more\n"
    there = ["vision/a.py", "vision/b.py", "companion/rules/chess/state.py", "companion/rules/go/state.py"]
    assert mistakes(page, there) == [
        "vision/b.py is named 0 times in companion/README.md",
        "companion/rules/chess/state.py is named 2 times in companion/README.md",
        "vision/gone.py is not there",
    ]
