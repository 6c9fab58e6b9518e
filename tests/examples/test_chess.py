"""The example of a game of one's own: the commands of its page. What chess is, is tested in tests/plugins."""

from __future__ import annotations

from pathlib import Path

import cv2
import pytest

from tests.docs.shown import commands, run
from tests.plugins.installing import CHESS, install

pytestmark = pytest.mark.outside

NOT_RUN = {
    ".tools/bin/uv pip install --no-deps -e examples/chess": "the test puts the package on the path instead",
    ".venv/bin/companion run --game chess": "plays until somebody ends it",
}


def test_the_commands_of_the_page_run(place: Path, tmp_path: Path) -> None:
    shown = commands(CHESS / "README.md")
    assert set(NOT_RUN) < set(shown)
    site = tmp_path / "site"
    site.mkdir()
    install(CHESS, site)
    said = []
    for command in shown:
        if command not in NOT_RUN:
            done = run(command, place, site, CHESS)
            assert done.returncode == 0, f"{command}\n{done.stdout}{done.stderr}"
            said.append(done.stdout)
    assert any("white king" in text and "black king" in text for text in said)
    picture = cv2.imread(str(place / "chess.png"))
    assert picture is not None
    assert picture.std() > 10
