"""The error budget: how wrong each source may be. Data, read from ``hardware/error_budget.toml``.

Every value of the file is ``{ value = ..., origin = "KIND: why" }``; times are microseconds.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields
from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import Annotated, Any, Final

from companion.rules.contract import NotationError
from companion.rules.fields import FieldError, Rule, read, table
from companion.rules.toml import read_toml

ORIGINS: Final = ("public rule", "simulation", "design", "measured")
"""Where a value may come from; ``measured``: a bench certificate."""


class BudgetError(ValueError):
    """A budget that cannot be used; the message names the key."""


Rows = Mapping[str, Any]
Amount = Annotated[float, Rule("has to be a number from 0", lambda value: 0 <= value < math.inf)]


@dataclass(frozen=True, slots=True)
class _Row:
    """A value as it is written."""

    value: Any
    origin: str


@dataclass(frozen=True, slots=True)
class PadBudget:
    """Hand pads; see the file for the meaning and origin of every value."""

    sigma_us: Amount
    sigma_min_us: Amount
    gross: Amount
    cap: Amount
    travel_min_us: Amount
    reach_max_us: Amount
    sample_us: Amount


@dataclass(frozen=True, slots=True)
class TouchBudget:
    """Seat-coded touch."""

    sigma_us: Amount
    gross: Amount
    cap: Amount
    exist_us: Amount
    count_us: Amount


@dataclass(frozen=True, slots=True, order=True, repr=False)
class Rate:
    """The longest frame interval, and the spread of one reach time."""

    frame_us: Amount
    sigma_us: Amount

    def __repr__(self) -> str:
        """As in every fingerprint that a journal keeps."""
        return repr((self.frame_us, self.sigma_us))


@dataclass(frozen=True, slots=True)
class CameraBudget:
    """The camera. ``rates``: the fastest first."""

    gross_reach: Amount
    cap_reach: Amount
    gross_hold: Amount
    cap_hold: Amount
    cap: Amount
    band: Amount
    point: Amount
    hold_min: Amount
    hover_mm: Amount
    rates: tuple[Rate, ...]


@dataclass(frozen=True, slots=True)
class TableBudget:
    """The people at the table."""

    cap: Amount
    appeal_us: Amount


@dataclass(frozen=True, slots=True)
class BaseBudget:
    """The base under the totem."""

    together_us: Amount
    tilt: Amount
    back_us: Amount
    impact_us: Amount
    knock_from_us: Amount
    knock_to_us: Amount


@dataclass(frozen=True, slots=True)
class BlowBudget:
    """What people usually do to a totem, and which signs that leaves: shares from 0 to 1.

    ``struck``, ``dropped``, ``knocked``: base rates of the stories of a blow. ``STORY_SIGN``: how often a
    story leaves a sign: it ``tips`` before it goes, the blow comes ``soon``, there is more than one blow
    (``clatters``). ``gross_lying``: how often the camera is grossly wrong about a totem that lies.
    """

    struck: Amount
    dropped: Amount
    knocked: Amount
    lean: Amount
    eased: Amount
    soon_us: Amount
    struck_tips: Amount
    knocked_tips: Amount
    struck_soon: Amount
    dropped_soon: Amount
    knocked_soon: Amount
    struck_clatters: Amount
    knocked_clatters: Amount
    dropped_clatters: Amount
    gross_lying: Amount


@dataclass(frozen=True, slots=True)
class OrderBudget:
    """What it takes to say who was first."""

    z: Amount
    floor_us: Amount
    concur: Amount
    decide: Amount
    name: Amount


@dataclass(frozen=True, slots=True)
class FairBudget:
    """What it takes to say that a start was unfair."""

    z: Amount
    hover_us: Amount
    review_us: Amount
    quick_us: Amount
    clock_max_us: Amount


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
    return _budget(data, _plain)


def with_overrides(budget: Budget, overrides: Mapping[str, Any]) -> Budget:
    """The same budget with some values replaced: section -> key -> value. Raises BudgetError."""
    known = asdict(budget)
    return _budget({**known, **overrides}, lambda key, rows: {**known.get(key, {}), **rows})


def _budget(data: Rows, plain: Callable[[str, Rows], Rows]) -> Budget:
    try:
        return _checked(read(Budget, {key: plain(key, table(rows, key)) for key, rows in data.items()}))
    except FieldError as error:
        raise BudgetError(f"the error budget is wrong: {error}") from error


def _plain(name: str, rows: Rows) -> Rows:
    """The values of a section of the file, each with its origin checked."""
    for key, row in rows.items():
        where = f"{name}.{key}"
        kind, colon, why = read(_Row, row, where).origin.partition(": ")
        if kind not in ORIGINS or not colon or not why.strip():
            raise FieldError(where, f"the origin is one of {', '.join(ORIGINS)}, a colon, and why")
    return {key: row["value"] for key, row in rows.items()}


def _checked(budget: Budget) -> Budget:
    """Values between which the arithmetic is defined. Raises BudgetError."""
    camera, order = budget.camera, budget.order
    if not camera.rates or list(camera.rates) != sorted(camera.rates):
        raise BudgetError("camera.rates must stand from the fastest camera to the slowest")
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
