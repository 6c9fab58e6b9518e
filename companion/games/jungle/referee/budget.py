"""The error budget: how wrong each source may be. Data, read from ``hardware/error_budget.toml``.

Every value of the file is ``{ value = ..., origin = "KIND: why" }``; times are microseconds.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Any, Final

from companion.rules.contract import NotationError
from companion.rules.toml import read_toml

ORIGINS: Final = ("public rule", "simulation", "design", "measured")
"""Where a value may come from; ``measured``: a bench certificate."""


class BudgetError(ValueError):
    """A budget that cannot be used; the message names the key."""


@dataclass(frozen=True, slots=True)
class PadBudget:
    """Hand pads; see the file for the meaning and origin of every value."""

    sigma_us: float
    sigma_min_us: float
    gross: float
    cap: float
    travel_min_us: float
    reach_max_us: float
    sample_us: float


@dataclass(frozen=True, slots=True)
class TouchBudget:
    """Seat-coded touch."""

    sigma_us: float
    gross: float
    cap: float
    exist_us: float
    count_us: float


@dataclass(frozen=True, slots=True)
class CameraBudget:
    """The camera. ``rates``: (longest frame interval, spread of one reach time), fastest first."""

    gross_reach: float
    cap_reach: float
    gross_hold: float
    cap_hold: float
    cap: float
    band: float
    point: float
    hold_min: float
    hover_mm: float
    rates: tuple[tuple[float, float], ...]


@dataclass(frozen=True, slots=True)
class TableBudget:
    """The people at the table."""

    cap: float
    appeal_us: float


@dataclass(frozen=True, slots=True)
class BaseBudget:
    """The base under the totem."""

    together_us: float
    tilt: float
    back_us: float
    impact_us: float
    knock_from_us: float
    knock_to_us: float


@dataclass(frozen=True, slots=True)
class BlowBudget:
    """What people usually do to a totem, and which signs that leaves: shares from 0 to 1.

    ``struck``, ``dropped``, ``knocked``: base rates of the stories of a blow. ``STORY_SIGN``: how often a
    story leaves a sign: it ``tips`` before it goes, the blow comes ``soon``, there is more than one blow
    (``clatters``). ``gross_lying``: how often the camera is grossly wrong about a totem that lies.
    """

    struck: float
    dropped: float
    knocked: float
    lean: float
    eased: float
    soon_us: float
    struck_tips: float
    knocked_tips: float
    struck_soon: float
    dropped_soon: float
    knocked_soon: float
    struck_clatters: float
    knocked_clatters: float
    dropped_clatters: float
    gross_lying: float


@dataclass(frozen=True, slots=True)
class OrderBudget:
    """What it takes to say who was first."""

    z: float
    floor_us: float
    concur: float
    decide: float
    name: float


@dataclass(frozen=True, slots=True)
class FairBudget:
    """What it takes to say that a start was unfair."""

    z: float
    hover_us: float
    review_us: float
    quick_us: float
    clock_max_us: float


@dataclass(frozen=True, slots=True)
class Budget:
    """All sections of the file."""

    pads: PadBudget
    touch: TouchBudget
    camera: CameraBudget
    table: TableBudget
    base: BaseBudget
    blow: BlowBudget
    order: OrderBudget
    fair: FairBudget


_SECTIONS: Final = {
    "pads": PadBudget,
    "touch": TouchBudget,
    "camera": CameraBudget,
    "table": TableBudget,
    "base": BaseBudget,
    "blow": BlowBudget,
    "order": OrderBudget,
    "fair": FairBudget,
}


_SIZES: Final = {"lean", "eased", "soon_us"}
"""Values of ``[blow]`` that are bounds of signs, not shares."""


@cache
def default_budget() -> Budget:
    """The budget that comes with the program."""
    return read_budget(files("hardware").joinpath("error_budget.toml").read_text(encoding="utf-8"))


def read_budget(text: str) -> Budget:
    """The budget in a file's text. Raises BudgetError: a value missing, unknown, out of range, no origin."""
    try:
        data = read_toml(text)
    except NotationError as error:
        raise BudgetError(f"the error budget cannot be read: {error}") from error
    _same_keys(data, set(_SECTIONS), "")
    plain = {name: _values(name, data[name]) for name in _SECTIONS}
    return _checked(Budget(**{name: _section(name, plain[name]) for name in _SECTIONS}))


def with_overrides(budget: Budget, overrides: Mapping[str, Any]) -> Budget:
    """The same budget with some values replaced: section -> key -> value. Raises BudgetError."""
    changed = budget
    for name, values in overrides.items():
        if name not in _SECTIONS or not isinstance(values, dict):
            raise BudgetError(f"the error budget has no section {name}")
        section = getattr(changed, name)
        known = {field.name for field in fields(section)}
        unknown = sorted(set(values) - known)
        if unknown:
            raise BudgetError(f"the error budget has no value {name}.{unknown[0]}")
        read = {key: _value(f"{name}.{key}", value) for key, value in values.items()}
        changed = replace(changed, **{name: replace(section, **read)})
    return _checked(changed)


def _values(name: str, table: object) -> dict[str, object]:
    """The plain values of a section of the file, each with its origin checked."""
    if not isinstance(table, dict):
        raise BudgetError(f"{name} must be a section of the error budget")
    plain = {}
    for key, row in table.items():
        where = f"{name}.{key}"
        if not isinstance(row, dict) or set(row) != {"value", "origin"}:
            raise BudgetError(f"{where} must be written as {{ value = ..., origin = ... }}")
        kind, colon, why = str(row["origin"]).partition(": ")
        if kind not in ORIGINS or not colon or not why.strip():
            raise BudgetError(f"{where}: the origin is one of {', '.join(ORIGINS)}, a colon, and why")
        plain[key] = row["value"]
    return plain


def _section(name: str, values: Mapping[str, object]) -> Any:
    kind = _SECTIONS[name]
    _same_keys(values, {field.name for field in fields(kind)}, f"{name}.")
    return kind(**{key: _value(f"{name}.{key}", value) for key, value in values.items()})


def _same_keys(table: Mapping[str, object], keys: set[str], where: str) -> None:
    for key in sorted(set(table) ^ keys):
        raise BudgetError(f"{where}{key} is {'unknown' if key in table else 'missing'} in the error budget")


def _value(where: str, value: object) -> Any:
    return _rates(value) if where == "camera.rates" else _number(where, value)


def _number(where: str, value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < math.inf:
        raise BudgetError(f"{where} must be a number from 0, not {value!r}")
    return value


def _rates(value: object) -> tuple[tuple[float, float], ...]:
    if not isinstance(value, list) or not value:
        raise BudgetError("camera.rates must be a list of tables")
    rates = []
    for row in value:
        if not isinstance(row, dict) or set(row) != {"frame_us", "sigma_us"}:
            raise BudgetError("camera.rates: each row has frame_us and sigma_us")
        rates.append((_number("camera.rates", row["frame_us"]), _number("camera.rates", row["sigma_us"])))
    if rates != sorted(rates):
        raise BudgetError("camera.rates must stand from the fastest camera to the slowest")
    return tuple(rates)


def _checked(budget: Budget) -> Budget:
    """Values between which the arithmetic is defined. Raises BudgetError."""
    camera, order = budget.camera, budget.order
    for gross in (budget.pads.gross, budget.touch.gross, camera.gross_reach, camera.gross_hold):
        if not 0 < gross < 1:
            raise BudgetError("a share of wild readings lies between 0 and 1")
    shares = (getattr(budget.blow, field.name) for field in fields(BlowBudget) if field.name not in _SIZES)
    if not all(0 < share < 1 for share in shares):
        raise BudgetError("a share of [blow] lies between 0 and 1")
    if not 0 < order.name <= order.decide < 1:
        raise BudgetError("order.name and order.decide lie between 0 and 1, and name is not the greater")
    if not (budget.pads.sigma_us and budget.pads.sigma_min_us and budget.touch.sigma_us):
        raise BudgetError("no source is free of error: a sigma is greater than 0")
    return budget


def fingerprint(budget: Budget) -> str:
    """Tells one error budget from another."""
    return sha256(repr(budget).encode()).hexdigest()[:12]
