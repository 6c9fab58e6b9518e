"""The pages of the examples: there is one for each, it fits a screen, and the list names it."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.shown import ROOT

pytestmark = pytest.mark.outside

EXAMPLES = ROOT / "examples"
EACH = sorted(path.parent for path in EXAMPLES.glob("*/README.md"))


def test_every_folder_has_a_page() -> None:
    folders = [path for path in EXAMPLES.iterdir() if path.is_dir() and path.name != "__pycache__"]
    assert sorted(folders) == EACH


@pytest.mark.parametrize("example", EACH, ids=lambda path: path.name)
def test_the_page_fits_a_screen_and_is_listed(example: Path) -> None:
    assert len((example / "README.md").read_text(encoding="utf-8").splitlines()) <= 40
    assert f"({example.name}/README.md)" in (EXAMPLES / "README.md").read_text(encoding="utf-8")
