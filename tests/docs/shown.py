"""What a page shows, and a place in which its commands run."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
FENCE = re.compile(r"^```(\w*) *(\S*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced part of a page: its language, the name of the file that it shows ("" for none), its text."""

    language: str
    name: str
    text: str


def blocks(page: Path) -> list[Block]:
    return [Block(*found) for found in FENCE.findall(page.read_text(encoding="utf-8"))]


def commands(page: Path) -> list[str]:
    """The lines of all shell blocks, in order, without comments."""
    shell = (line for block in blocks(page) if block.language == "sh" for line in block.text.splitlines())
    return [line.partition("  #")[0].strip() for line in shell if line.strip()]


def workplace(tmp_path: Path) -> Path:
    """A folder to work in, with a program named ``companion`` and an environment."""
    work = tmp_path / "work"
    python = f'#!/bin/sh\nexec "{sys.executable}"'
    programs = {tmp_path / "bin/companion": "-m companion", work / ".venv/bin/companion": "-m companion"}
    for program, words in {**programs, work / ".venv/bin/python": ""}.items():
        program.parent.mkdir(parents=True, exist_ok=True)
        program.write_text(f'{python} {words} "$@"\n', encoding="utf-8")
        program.chmod(0o755)
    return work


def write_files(page: Path, place: Path) -> None:
    """Every file that the page shows, by its name."""
    for block in blocks(page):
        if block.name:
            path = place / block.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")


def run(command: str, place: Path, *packages: Path) -> subprocess.CompletedProcess[str]:
    home = place.parent / "home"
    paths = map(str, (*packages, ROOT))
    own = {
        "PATH": f"{place.parent / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join(paths),
        "HOME": str(home),
        "XDG_CONFIG_HOME": str(home / "config"),
        "XDG_DATA_HOME": str(home / "data"),
    }
    return subprocess.run(
        ["/bin/sh", "-c", command],
        cwd=place,
        env=os.environ | own,
        capture_output=True,
        text=True,
        timeout=600,
        check=False,
    )
