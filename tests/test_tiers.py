"""What `make quick` leaves out: no test starts another program there, whether it says so or not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest


def watched(request: pytest.FixtureRequest, quick: bool) -> Callable[[], Any]:
    """Something that starts a program in this test, as it is watched in one of the tiers."""
    tier = type(request.config.pluginmanager.getplugin("tier"))(quick)
    tier.test = request.node
    start: Callable[[], Any] = tier.watch(lambda: "started")
    return start


def test_in_make_quick_a_program_is_not_started_and_the_test_is_named(request: pytest.FixtureRequest) -> None:
    with pytest.raises(pytest.fail.Exception, match="mark it `outside`"):
        watched(request, quick=True)()


def test_in_make_test_it_is_started(request: pytest.FixtureRequest) -> None:
    assert watched(request, quick=False)() == "started"
