"""What `make quick` leaves out: a test that starts another program fails unless it is marked so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def watched(request: pytest.FixtureRequest) -> Callable[[], Any]:
    """Something that starts a program in this test, as it is watched."""
    tier = type(request.config.pluginmanager.getplugin("tier"))()
    tier.test = request.node
    start: Callable[[], Any] = tier.watch(lambda: "started")
    return start


def test_a_test_that_starts_a_program_unmarked_fails_and_is_named(request: pytest.FixtureRequest) -> None:
    with pytest.raises(pytest.fail.Exception, match=rf"{request.node.name} .*mark it `outside`"):
        watched(request)()


@pytest.mark.outside
def test_a_marked_test_may_start_one(request: pytest.FixtureRequest) -> None:
    assert watched(request)() == "started"
