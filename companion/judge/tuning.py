"""The values that are tuned in this room, from ``tuning.toml``, where each has a unit and an origin."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from companion.rules.toml import read_toml

Value = float | int | list[float]


@cache
def values() -> Mapping[str, Value]:
    """Every value by its section and name, as in ``belief.faint``; read once."""
    text = files(__package__).joinpath("tuning.toml").read_text(encoding="utf-8")
    return {
        f"{section}.{name}": row["value"]
        for section, rows in read_toml(text).items()
        for name, row in rows.items()
    }


def number(name: str) -> float:
    """A value. Raises KeyError for a name that is not in the file, TypeError for a value of another kind."""
    return float(_of(name, float))


def whole(name: str) -> int:
    """A value that counts something. Errors as for :func:`number`."""
    return int(_of(name, int))


def row(name: str) -> tuple[float, ...]:
    """Values in their order. Raises KeyError for a name that is not in the file, TypeError for no list."""
    found = values()[name]
    if not isinstance(found, list):
        raise TypeError(f"{name} is no list: {found!r}")
    return tuple(map(float, found))


def _of(name: str, kind: type[float | int]) -> float | int:
    found = values()[name]
    if isinstance(found, list) or type(found) is not kind:
        raise TypeError(f"{name} is no {kind.__name__}: {found!r}")
    return found
