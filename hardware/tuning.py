"""The values that are tuned in this folder, from ``tuning.toml``. ``hardware`` knows no other room, so it has
a reader of its own; the others use that of :mod:`vision.tuning`."""

from __future__ import annotations

import tomllib
from importlib.resources import files

_VALUES: dict[str, float | int] = {
    f"{section}.{name}": row["value"]
    for section, rows in tomllib.loads(files("hardware").joinpath("tuning.toml").read_text("utf-8")).items()
    for name, row in rows.items()
}


def number(name: str) -> float:
    """A value with a fraction. Raises KeyError for a name that is not in the file."""
    return float(_VALUES[name])


def whole(name: str) -> int:
    """A value that counts something. Raises KeyError, and TypeError for a value with a fraction."""
    found = _VALUES[name]
    if not isinstance(found, int):
        raise TypeError(f"{name} is no whole number: {found!r}")
    return found
