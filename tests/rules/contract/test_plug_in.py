"""A game that was installed from elsewhere is tested as our own are; it needs no file in this tree."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[3]

PACKAGE = """
from copy import copy
from companion.rules.marso import *
from companion.rules.marso import game as marso
game = copy(marso)
game.id = "ludo"
"""
ENTRY = """
[companion.games]
ludo = ludo:game
"""


def test_an_installed_plug_in_is_tested_without_a_file_of_ours(tmp_path: Path) -> None:
    (tmp_path / "ludo").mkdir()
    (tmp_path / "ludo" / "__init__.py").write_text(PACKAGE)
    info = tmp_path / "ludo-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ludo\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(
        [*command, "tests/rules/contract/test_table.py", "-k", "ludo"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout
