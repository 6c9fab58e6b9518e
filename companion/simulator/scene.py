"""What physically lies on the table: no rules, no camera.

Lengths are cell pitches of the game's map (x right, y up, z up from the table), angles degrees
counter-clockwise as seen from above.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from math import cos, hypot, pi, sin
from random import Random
from typing import Protocol

from companion.rules.contract import CellId, Lamp, Look, Reading, Zone, ZoneKind
from companion.rules.pieces import Pose, PosedPiece
from companion.simulator import tuning

JITTER = tuning.number("scene.jitter")
"""People put a piece down at most so many pitches beside its exact place."""
TWIST = tuning.number("scene.twist")
"""People put a piece down turned by at most so many degrees."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One thing on the table: ``name`` as the art knows it, its foot's centre, rotation, pose (a flat
    piece that is turned is rotated, and UPRIGHT) and the height of its foot above the table."""

    name: str
    x: float
    y: float
    angle: float = 0.0
    pose: Pose = Pose.UPRIGHT
    z: float = 0.0


class ClutterKind(StrEnum):
    """Things that do not belong to the game."""

    CUP = "cup"
    COIN = "coin"


@dataclass(frozen=True, slots=True)
class Clutter:
    """A foreign thing on the table."""

    kind: ClutterKind
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Slide:
    """How far the mat with everything on it has been pushed over the table, and turned."""

    dx: float = 0.0
    dy: float = 0.0
    angle: float = 0.0


UNMOVED = Slide()


@dataclass(frozen=True, slots=True)
class Hand:
    """A hand whose finger tips are at (x, y), ``z`` above the table; its arm comes from (from_x, from_y).

    ``holding``: the piece between the fingers (its own x, y, z are where it is now).
    """

    x: float
    y: float
    z: float
    from_x: float
    from_y: float
    holding: Piece | None = None
    sleeve: int = 0


@dataclass(frozen=True, slots=True)
class Scene:
    """One moment. ``pieces`` come in the order in which they lie on each other.

    ``light``: factor of the room's light (1 = as the profile says). ``lamps``: what the lamps of an
    electronic deck show; empty when there are none. ``others``: hands beside ``hand``.
    """

    pieces: tuple[Piece, ...] = ()
    clutter: tuple[Clutter, ...] = ()
    slide: Slide = UNMOVED
    lamps: tuple[Lamp, ...] = ()
    light: float = 1.0
    hand: Hand | None = None
    others: tuple[Hand, ...] = ()


def base_piece(base: str) -> str:
    """The art's name of what covers a cell as its base."""
    return f"base {base}"


@dataclass(frozen=True, slots=True)
class Carrier:
    """A figure of the box into which others get. ``name``: its own; ``rides``: whether a piece in its cell
    gets in; ``deck``: pitches from the table to a rider's foot; ``benches``: pitches from its middle to its
    places, in the order in which they are taken; ``aside``: it is put down so many pitches below the middle
    of its cell, which leaves room beside it."""

    name: str
    rides: Callable[[PosedPiece], bool]
    deck: float
    benches: tuple[float, ...]
    aside: float


class Space(Protocol):
    """How much room the pieces of a box take (:class:`companion.simulator.setting.Room`)."""

    def is_flat(self, name: str) -> bool:
        """Whether the piece, or base, of that name is flat: anything may lie on it."""
        ...

    def overlap(self, piece: Piece, others: Iterable[Piece]) -> float:
        """The area in square pitches in which the piece would overlap the others."""
        ...


class Placer:
    """Puts pieces down as people do: nearly where they belong, and in a hexagon where there is room.
    ``space``: tells how much room pieces take; None = nobody looks for room. ``carrier``: None = no figure
    gets into another."""

    def __init__(
        self,
        zones: Iterable[Zone],
        rng: Random,
        space: Space | None = None,
        *,
        carrier: Carrier | None = None,
        jitter: float = JITTER,
        twist: float = TWIST,
    ) -> None:
        self.zones: Mapping[CellId, Zone] = {zone.cell: zone for zone in zones}
        self._rng = rng
        self.space = space
        self.carrier = carrier
        self._jitter = jitter
        self._twist = twist

    def put(
        self, cell: CellId, label: PosedPiece, others: Sequence[Piece] = (), around: Iterable[Piece] = ()
    ) -> Piece:
        """Where people put the piece ``label`` (as a game's looks name it) in the cell. ``others``: the
        figures in this cell already; ``around``: those in other cells."""
        zone = self.zones[cell]
        if zone.reading is Reading.DIE:
            return self._rolled(zone, label)
        return self._put_down(zone, label, others, around)

    def _put_down(
        self, zone: Zone, label: PosedPiece, others: Sequence[Piece], around: Iterable[Piece]
    ) -> Piece:
        angle = -90.0 * zone.turn + self._near(self._twist)
        pose = Pose.UPRIGHT
        if label.pose is Pose.TURNED:
            angle += 180.0
        if label.pose is Pose.LYING:
            angle, pose = self._near(180.0), Pose.LYING
        x, y = zone.x + self._near(self._jitter), zone.y + self._near(self._jitter)
        if _is_shared(zone):
            if others or zone.width > _AREA:
                x, y = self._roomiest(zone, others)
            return Piece(label.name, x, y, angle, pose)
        if zone.kind is ZoneKind.HEX:
            carrier = self.carrier
            if carrier is not None and carrier.rides(label):
                for there in others:
                    if there.name == carrier.name:
                        return self._aboard(carrier, there, label, others)
            if carrier is not None and label.name == carrier.name:
                y -= carrier.aside
            elif others:
                x, y = self._away_from(zone, others)
            return self._beside(zone, Piece(label.name, x, y, angle, pose), (*others, *around))
        if others or zone.reading is Reading.CROWD:
            y = zone.y + self._row([piece.y - zone.y for piece in others]) + self._near(0.03)
        return Piece(label.name, x, y, angle, pose)

    def _rolled(self, zone: Zone, label: PosedPiece) -> Piece:
        """A die, where it came to rest."""
        x, y = zone.x + self._near(_ROLLS * zone.width), zone.y + self._near(_ROLLS * zone.height)
        return Piece(label.name, x, y, self._near(180.0))

    def _beside(self, zone: Zone, piece: Piece, others: Sequence[Piece]) -> Piece:
        """The piece in its place, or in the one of some other places where it overlaps the others least. The
        first tries move the piece; later ones turn it, too."""
        if self.space is None:
            return piece
        best, least = piece, self.space.overlap(piece, others)
        for look in range(_TRIES):
            if least <= 0:
                break
            way, far = self._near(pi), _MIDDLE * min(zone.width, zone.height) * self._rng.random() ** 0.5
            x, y = zone.x + far * cos(way), zone.y + far * sin(way)
            angle = piece.angle if look < _TRIES / 3 else self._near(180.0)
            there = replace(piece, x=x, y=y, angle=angle)
            taken = self.space.overlap(there, others)
            if taken < least:
                best, least = there, taken
        return best

    def _aboard(self, carrier: Carrier, it: Piece, label: PosedPiece, others: Sequence[Piece]) -> Piece:
        """In the first free place of the carrier, nearly in the middle of the place. ``it``: the carrier."""
        c, s = cos(it.angle * pi / 180), sin(it.angle * pi / 180)
        seats = [(it.x + c * along, it.y + s * along) for along in carrier.benches]
        taken = [piece for piece in others if piece.z > 0]
        x, y = max(seats, key=lambda at: min((hypot(at[0] - o.x, at[1] - o.y) for o in taken), default=0.0))
        return Piece(
            label.name, x + self._near(0.02), y + self._near(0.02), self._near(180.0), z=carrier.deck
        )

    def put_base(self, cell: CellId, base: str) -> Piece:
        """Put down a base: the piece that covers a whole cell, such as a tile."""
        zone = self.zones[cell]
        if zone.reading is Reading.TILES:  # a tile fills its square and touches its neighbours
            x, y = zone.x + self._near(_SLIP), zone.y + self._near(_SLIP)
            return Piece(base_piece(base), x, y, self._near(_ASKEW))
        shift = self._jitter * 0.4
        x, y = zone.x + self._near(shift), zone.y + self._near(shift)
        angle = self._near(180.0)
        if zone.kind is ZoneKind.HEX:  # a hexagon fits in six ways
            angle = 60.0 * round(angle / 60.0) + self._near(self._twist * 0.5)
        return Piece(base_piece(base), x, y, angle)

    def put_look(self, cell: CellId, look: Look, around: Sequence[Piece] = ()) -> tuple[Piece, ...]:
        """All pieces of one cell, bottom to top. ``around``: the pieces in other cells."""
        figures: list[Piece] = []
        for label in look.pieces:
            figures.append(self.put(cell, label, figures, around))
        base = (self.put_base(cell, look.base),) if look.base else ()
        return (*base, *figures)

    def _near(self, most: float) -> float:
        return self._rng.uniform(-most, most)

    def _away_from(self, zone: Zone, others: Sequence[Piece]) -> tuple[float, float]:
        """The roomiest of some places in a cell that others share."""
        ways = [self._near(pi) for _ in range(_LOOKS)]
        far = _ROOM * min(zone.width, zone.height)
        places = [(zone.x + far * cos(way), zone.y + far * sin(way)) for way in ways]
        return max(places, key=lambda at: min(hypot(at[0] - o.x, at[1] - o.y) for o in others))

    def _roomiest(self, zone: Zone, others: Sequence[Piece]) -> tuple[float, float]:
        """The roomiest of some places in a square that many share."""
        wide, high = 0.5 * zone.width - _REACH, 0.5 * zone.height - _REACH
        places = [(zone.x + self._near(wide), zone.y + self._near(high)) for _ in range(3 * _LOOKS)]
        if not others:
            return places[0]
        return max(places, key=lambda at: min(hypot(at[0] - o.x, at[1] - o.y) for o in others))

    def _row(self, taken: Sequence[float]) -> float:
        """The row of a shared cell that is farthest from the rows taken."""
        rows = self._rng.sample((0.34, -0.34, 0.12, -0.12), 4)
        return max(rows, key=lambda row: min((abs(row - other) for other in taken), default=0.0))


_ROOM = tuning.number("scene.room")
"""A piece that joins others is put down so far from the cell's middle, in parts of the cell."""
_LOOKS = tuning.whole("scene.looks")
"""So many places are compared, in a shared area three times as many; the piece goes to the roomiest."""
_MIDDLE = tuning.number("scene.middle")
"""A figure stays so near to the middle of its cell, in parts of the cell, when it must make room."""
_ROLLS = tuning.number("scene.rolls")
"""A die comes to rest at most so far from the middle of its tray, in parts of the tray."""
_TRIES = tuning.whole("scene.tries")
"""So many places are tried at most until there is room for a figure."""


_SLIP, _ASKEW = tuning.number("scene.slip"), tuning.number("scene.askew")
"""Tiles lie at most so many pitches beside their place, and so many degrees askew."""
_AREA = tuning.number("scene.area")
"""A zone for a crowd is a shared area only if it is wider than so many pitches. In a zone that is so wide
the first figure stands anywhere, too."""
_REACH = tuning.number("scene.reach")
"""The middle of a figure stays at least so many pitches away from the edge of a shared area."""


def _is_shared(zone: Zone) -> bool:
    """Whether the zone is an area for figures, or a tile on which any number of figures may stand."""
    return zone.reading is Reading.TILES or (zone.reading is Reading.CROWD and zone.width > _AREA)


def scene_of(looks: Mapping[CellId, Look], placer: Placer) -> Scene:
    """The scene that shows the looks of a position, everything laid down anew."""
    pieces: list[Piece] = []
    for cell in placer.zones:
        if cell in looks:
            pieces += placer.put_look(cell, looks[cell], pieces)
    return Scene(tuple(pieces))
