"""Poses: who may lie in the water of a cell and who may stand on its ice (pose.1-3, pose.7)."""

from __future__ import annotations

from typing import Final

from companion.games.arctica.words import BEAR, BERG, COD, ESKIMO, FLOE, KINDS, OPEN, ORCA, PACK, SEAL


def _judge(kind: int, ice: int, standing: int) -> tuple[str, ...]:
    broken: list[str] = []
    if standing and ice == OPEN:
        broken.append("pose.1")
    if standing and kind in (ORCA, COD):
        broken.append("pose.2")
    if not standing and kind in (BEAR, ESKIMO) and ice in (FLOE, PACK):
        broken.append("pose.3")
    if ice == BERG:
        broken.append("pose.7")
    return tuple(broken)


_POSES: Final = tuple(
    tuple(tuple(_judge(kind, ice, standing) for standing in (0, 1)) for ice in range(4))
    for kind in range(len(KINDS))
)


def wrong_poses(ice: bytes, kind: int, spot: int) -> tuple[str, ...]:
    """The pose clauses that a figure at this spot breaks, in clause order; empty when it may be there."""
    return _POSES[kind][ice[spot >> 1]][spot & 1]


def may_be(ice: bytes, kind: int, spot: int) -> bool:
    """Whether the pose clauses allow a figure of this kind at this spot."""
    return not _POSES[kind][ice[spot >> 1]][spot & 1]


def landings(ice: bytes, kind: int, cell: int) -> tuple[int, ...]:
    """The spots of a cell where a figure of this kind may be; two only for a seal and ice (move.10)."""
    return tuple(2 * cell + up for up in _LANDINGS[kind][ice[cell]])


_LANDINGS: Final = tuple(
    tuple(tuple(up for up in (0, 1) if not _POSES[kind][ice][up]) for ice in range(4))
    for kind in range(len(KINDS))
)

OPEN_WAY: Final = (ORCA, SEAL, COD)
"""Kinds that swim on after a first cell of open sea (move.4-6)."""


def lets_through(kind: int, ice: int, start: int, end: int) -> bool:
    """Whether a first cell with this ice lets the figure go on to a second one (move.4-8).

    ``start``, ``end``: spots; they matter for the Eskimo only, whose whole way keeps one element.
    """
    if kind in OPEN_WAY:
        return ice == OPEN
    on_ice = ice in (FLOE, PACK)
    if kind == BEAR:
        return on_ice
    if start & 1:
        return on_ice and bool(end & 1)
    return ice == OPEN and not end & 1
