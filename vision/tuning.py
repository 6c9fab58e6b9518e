"""The values that are tuned in a folder, from its ``tuning.toml``, where each has a unit and an origin."""

from __future__ import annotations

import tomllib
from importlib.resources import files

Value = float | int | list[float]


class Tuning:
    """The values of one package's ``tuning.toml`` by section and name, as in ``change.steps``; read once.

    Names are written in full where a value is used, so that they can be searched for. All methods raise
    KeyError for a name that is not in the file, and TypeError for a value of another kind.
    """

    def __init__(self, package: str) -> None:
        text = files(package).joinpath("tuning.toml").read_text(encoding="utf-8")
        self._values: dict[str, Value] = {
            f"{section}.{name}": row["value"]
            for section, rows in tomllib.loads(text).items()
            for name, row in rows.items()
        }

    def number(self, name: str) -> float:
        """A value with a fraction."""
        return float(self._of(name, float))

    def whole(self, name: str) -> int:
        """A value that counts something."""
        return int(self._of(name, int))

    def row(self, name: str) -> tuple[float, ...]:
        """Values in their order."""
        found = self._values[name]
        if not isinstance(found, list):
            raise TypeError(f"{name} is no list: {found!r}")
        return tuple(map(float, found))

    def _of(self, name: str, kind: type[float | int]) -> float | int:
        found = self._values[name]
        if isinstance(found, list) or type(found) is not kind:
            raise TypeError(f"{name} is no {kind.__name__}: {found!r}")
        return found


_TUNED = Tuning("vision")
number, whole, row = _TUNED.number, _TUNED.whole, _TUNED.row
