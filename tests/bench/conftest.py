"""What a measurement prints is kept in the JSON file of the run as well, for ``make figures``."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture


@pytest.fixture(autouse=True)
def keep_what_is_told(request: pytest.FixtureRequest, capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    """Under ``extra_info``, ``told``: the printed lines. A test that measures nothing is left alone."""
    if "benchmark" not in request.fixturenames:
        yield
        return
    benchmark: BenchmarkFixture = request.getfixturevalue("benchmark")
    yield
    told = capsys.readouterr().out
    benchmark.extra_info["told"] = [line.strip() for line in told.splitlines() if line.strip()]
    with capsys.disabled():
        print(told, end="")
