"""What tests of installed games share."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from .installing import CHESS, installed


@pytest.fixture(scope="module")
def chess_package(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Chess is installed while the tests of this module run."""
    with installed(CHESS, tmp_path_factory.mktemp("site")):
        yield
