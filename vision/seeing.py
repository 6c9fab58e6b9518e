"""The values that vision tells about the table: what changed where, between two settled views.

A *visit* is what happens between two settled views: a hand, its arm or its shadow over some cells. A view
says for every visited or changed cell how much it looks changed, and carries its pixels before and after, so
that whoever knows the game can compare them with named looks."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.types import CameraState, Image


@dataclass(frozen=True, slots=True, eq=False)
class CellView:
    """One cell in one view. ``change``: share of its pixels that changed in colour; ``shade``: share that
    changed in brightness at all. ``visited``: share of the cell that a hand covered since the last view;
    ``dwell``: seconds for which a hand covered most of it. ``before``, ``now``: log pictures
    (:mod:`vision.change`) of the cell and a margin round it, in one light; ``before`` is None in the first
    view. ``between``: the times of the last frame before a hand came and of the first frame since which the
    cell is free (what it shows became visible in between), None without a hand. ``touching``: cells into
    which its changed pixels run on; a boat near the border of a cell shows in both. ``evidence``: nats for a
    change of its content by the network, None where that has not compared the cell, or where cards lie;
    ``crowd``: whether several things may stand there."""

    cell: str
    change: float
    shade: float
    visited: float
    dwell: float
    before: Image | None = field(repr=False)
    now: Image = field(repr=False)
    between: tuple[float, float] | None = None
    touching: frozenset[str] = frozenset()
    evidence: float | None = None
    crowd: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The table between two visits of hands. Cells that are left out look as they did, and no hand was over
    them.

    ``time``: of the frame that completed it; ``since``: when the last hand had left; ``hidden``: cells that
    have not been seen without a hand since one came. ``first``: nothing is known of what was before.
    ``bumped``: the camera or the table was moved since the last view. ``edges``: the edges of the picture
    (``left right top bottom``) over which hands came, with the share of each. ``blind``: nobody watched for a
    while before, so that hands may have done anything, anywhere."""

    time: float
    since: float
    cells: Mapping[str, CellView]
    hidden: frozenset[str] = frozenset()
    first: bool = False
    bumped: bool = False
    edges: Mapping[str, float] = field(default_factory=dict)
    blind: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Glance:
    """What one frame says. ``view``: given when something has settled. ``covered``: cells under a hand now;
    ``edges``: the edges of the picture (as in :class:`View`) over which hands reach in now; ``settling``:
    cells that a hand has left and that are not compared yet. ``arms``: how near arms come to a place for
    which hands race (pitches), by the cell over which they reach in. ``registration``: median residual of the
    landmarks in pixels, None if it was not measured. ``message``: one sentence for a person if ``state`` is
    LOST or TROUBLE; ``facts`` fill its ``{placeholders}``."""

    frame: int
    time: float
    state: CameraState
    view: View | None = None
    covered: frozenset[str] = frozenset()
    edges: tuple[str, ...] = ()
    settling: frozenset[str] = frozenset()
    arms: Mapping[str, float] = field(default_factory=dict)
    registration: float | None = None
    message: str = ""
    facts: tuple[tuple[str, str], ...] = ()
