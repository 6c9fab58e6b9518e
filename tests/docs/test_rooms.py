"""One game, one folder: no other room names a game."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from companion.rules.registry import games

pytestmark = pytest.mark.outside

ROOT = Path(__file__).parents[2]

ALLOWED = re.compile(
    r"companion/games/(?:arctica|atlantis|jungle|marso|northwest)/"  # the games' folders
    r"|companion/.*/?locale/"  # catalogues
    r"|.*\.md$"  # pages
)
DEFAULT_GAME = "companion/owner/configuration.py"
"""Where a default game is chosen, once."""


def test_no_other_room_names_a_game() -> None:
    names = "|".join(sorted(name for name in games() if (ROOT / "companion/games" / name).is_dir()))
    assert len(names.split("|")) == 5
    command = ["git", "grep", "-lE", names, "--", "companion", "vision", "hardware"]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\n")
    assert [path for path in found if path and not ALLOWED.match(path) and path != DEFAULT_GAME] == []
