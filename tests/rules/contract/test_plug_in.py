"""A game that was installed from elsewhere is tested as our own are; it needs no file in this tree."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.outside

ROOT = Path(__file__).parents[3]

ENTRY = """
[companion.games]
ludo = ludo:game
"""


def test_an_installed_plug_in_is_tested_without_a_file_of_ours(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "companion" / "games" / "marso", tmp_path / "ludo")
    files = (tmp_path / "ludo").glob("*.*")  # another game of another name, as somebody else would write it
    for file in (one for one in files if one.suffix != ".png"):
        text = file.read_text(encoding="utf-8").replace("companion.games.marso", "ludo")
        file.write_text(text.replace("marso", "ludo"), encoding="utf-8")
    info = tmp_path / "ludo-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: ludo\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(ENTRY)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    done = subprocess.run(
        [*command, "-m", "not soak and not slow", "tests/rules/contract", "-k", "ludo and not plug_in"],
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.rpartition(" passed")[0].split()[-1]) > 15
