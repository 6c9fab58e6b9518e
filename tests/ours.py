"""The games of this tree, whatever else is installed beside them."""

from __future__ import annotations

from companion.rules.registry import games, package_of

OURS = tuple(name for name in games() if package_of(name).startswith("companion.games."))
"""Their ids, in alphabetical order."""
