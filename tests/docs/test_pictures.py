"""The repository keeps the pictures that a page shows; ``make pictures`` builds all others."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests import pictures
from tests.docs.test_pages import PAGES
from tests.pictures import BUILT, ROOT, SHOWN

pytestmark = pytest.mark.outside

_PICTURE = re.compile(r"!\[[^]]*\]\(([^)\s]+)\)")


def shown() -> set[Path]:
    """The pictures of all pages."""
    return {
        (page.parent / link).resolve()
        for page in PAGES
        for link in _PICTURE.findall(page.read_text(encoding="utf-8"))
    }


def test_every_picture_that_is_kept_is_shown_by_a_page() -> None:
    kept = {path for path in SHOWN.rglob("*") if path.is_file()}
    assert kept
    assert sorted(kept - shown()) == []


def test_what_a_page_shows_is_renewed_and_all_else_is_built(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pictures, "ROOT", tmp_path)
    monkeypatch.setattr(pictures, "SHOWN", tmp_path / "docs")
    monkeypatch.setattr(pictures, "BUILT", tmp_path / "build")
    page = tmp_path / "docs" / "screen" / "home.png"
    page.parent.mkdir(parents=True)
    page.touch()
    assert pictures.place("screen/home.png") == page
    other = pictures.place("other/end.png")
    assert other == tmp_path / "build" / "other" / "end.png"
    assert other.parent.is_dir()


def test_git_ignores_what_is_built() -> None:
    command = ["git", "check-ignore", "--quiet", str(BUILT / "hall.png")]
    assert subprocess.run(command, cwd=ROOT, check=False).returncode == 0
