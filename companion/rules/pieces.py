"""How the name of a piece says its pose: ``bear lying`` is a bear that lies."""

from __future__ import annotations

LYING = " lying"
TURNED = " turned"


def upright(name: str) -> str:
    """The name of the same piece as it stands."""
    return name.removesuffix(LYING)


def plain(name: str) -> str:
    """The name without any pose."""
    return upright(name).removesuffix(TURNED)
