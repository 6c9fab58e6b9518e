"""How a game is drawn: the file ``picture.toml`` beside its rules (format: ``docs/picture.md``), one for the
touchscreen and for the page of spectators."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Any, Final

from companion.rules.contract import NotationError
from companion.rules.pieces import PosedPiece
from companion.rules.registry import package_of
from companion.rules.toml import read_toml

Rule = Mapping[str, Any]

ON_TOKEN: Final = 0.62
"""Size of a shape that is printed on a token."""
QUARTER: Final = "M0 0V-1H1V0Z"
"""The land round a point in the north-east of a square where a picture has no coast of its own."""


@lru_cache(maxsize=16)
def drawing_of(game: str) -> Mapping[str, Any]:
    """The game's ``picture.toml``; empty without one. Raises NotationError for a file that is no TOML."""
    place = files(package_of(game)).joinpath("picture.toml")
    try:
        return read_toml(place.read_text(encoding="utf-8")) if place.is_file() else {}
    except NotationError as error:
        raise NotationError(f"picture.toml of {game}: {error}") from error


def rule_of(drawing: Mapping[str, Any], kind: str, name: str) -> Rule | None:
    """The rule for a ``piece`` or ``base``: by its whole name, then as it stands, then by its first
    word; None if it has none."""
    rules = drawing.get(kind, {})
    piece = PosedPiece(name)
    found: Rule | None = rules.get(name, rules.get(piece.name, rules.get(piece.kind)))
    return found
