"""The error budget is data: every value says where it comes from, and mistakes are named."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest

from companion.games.jungle.referee.budget import (
    ORIGINS,
    BudgetError,
    default_budget,
    read_budget,
    with_overrides,
)

TEXT = files("hardware").joinpath("error_budget.toml").read_text(encoding="utf-8")


def test_every_value_has_its_origin_and_none_claims_to_be_measured() -> None:
    rows = [(key, row) for section in tomllib.loads(TEXT).values() for key, row in section.items()]
    assert len(rows) == 55
    for key, row in rows:
        kind, _, why = row["origin"].partition(": ")
        assert kind in ORIGINS, key
        assert kind != "measured", key
        assert len(why) > 4, key


def test_the_values_of_the_specification() -> None:
    """Those that other tests and the tiers' table depend on."""
    budget = default_budget()
    assert (budget.pads.sigma_us, budget.pads.sigma_min_us, budget.pads.gross, budget.pads.cap) == (
        35000,
        20000,
        0.04,
        3.5,
    )
    assert (budget.touch.sigma_us, budget.touch.exist_us, budget.touch.count_us) == (2500, 2000, 50000)
    rates = [(rate.frame_us, rate.sigma_us) for rate in budget.camera.rates]
    assert rates == [(8400, 4700), (17000, 7700), (34000, 15400)]
    assert (budget.order.floor_us, budget.order.decide, budget.order.name) == (5000, 0.99, 0.9)
    assert (budget.table.appeal_us, budget.fair.clock_max_us) == (10_000_000, 20_000)


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("[pads]", "[pad]", "pad: is not a key"),
        ("gross = { value = 0.04", "wild = { value = 0.04", "pads.wild: is not a key"),
        ("value = 35000,", "value = -1,", "pads.sigma_us: has to be a number from 0"),
        ("value = 35000,", "value = nan,", "pads.sigma_us: has to be a number from 0"),
        ("value = 35000,", "value = true,", "pads.sigma_us: has to be a number from 0"),
        ("value = 35000,", "value = 0,", "a sigma is greater than 0"),
        ("value = 0.04,", "value = 1,", "share of wild readings"),
        ("struck = { value = 0.60,", "struck = { value = 1,", r"share of \[blow\]"),
        ("value = 0.99,", "value = 1,", "order.decide"),
        ('value = 0.90, origin = "design: least', 'value = 0.995, origin = "design: least', "order.name"),
        ('origin = "simulation: practised hands', 'origin = "guess: practised hands', "the origin is one of"),
        ("{ frame_us = 8400, sigma_us = 4700 }", "{ frame_us = 8400 }", "camera.rates.sigma_us: is missing"),
        ("frame_us = 8400", "frame_us = 18000", "from the fastest camera"),
        ("[touch]", "[touch", "not a TOML file"),
    ],
)
def test_each_mistake_is_named(old: str, new: str, told: str) -> None:
    assert old in TEXT
    with pytest.raises(BudgetError, match=told):
        read_budget(TEXT.replace(old, new, 1))


def test_overrides_replace_single_values() -> None:
    budget = with_overrides(default_budget(), {"pads": {"cap": 2.0}, "order": {"floor_us": 7000}})
    assert (budget.pads.cap, budget.order.floor_us) == (2.0, 7000)
    assert budget.pads.sigma_us == default_budget().pads.sigma_us
    with pytest.raises(BudgetError, match="pad: is not a key"):
        with_overrides(default_budget(), {"pad": {}})
    with pytest.raises(BudgetError, match=r"pads\.sigma: is not a key"):
        with_overrides(default_budget(), {"pads": {"sigma": 1}})
