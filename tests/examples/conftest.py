"""A place in which the commands of an example's page run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.shown import ROOT, workplace


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """As the top of this tree: ``examples``, and what ``make setup`` installs."""
    work = workplace(tmp_path)
    (work / "examples").symlink_to(ROOT / "examples")
    return work
