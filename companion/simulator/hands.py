"""How hands move: in from the person's side, to a piece, with it through the air, and out again."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import cos, hypot, pi, sin
from random import Random

from companion.rules.contract import CellId
from companion.rules.pieces import Pose, PosedPiece
from companion.simulator import tuning
from companion.simulator.scene import Hand, Piece, Scene, Slide, base_piece
from companion.simulator.tabletop import Carry, TableTop

SPEED = tuning.number("hands.speed")
"""Speed of an unhurried hand in pitches a second (about 0.6 m/s)."""
HOVER = tuning.number("hands.hover")
"""Height in pitches of the finger tips on the way from piece to piece."""
GRIP, LOW_GRIP = tuning.number("hands.grip"), tuning.number("hands.low_grip")
"""Height in pitches of the finger tips above the foot of the figure that they hold; ``LOW_GRIP``: above the
table, when they hold something flat or a figure that lies."""
OUTSIDE = tuning.number("hands.outside")
"""Pitches from the table's middle to a hand that is out of every picture."""
_SHOULDER = tuning.number("hands.shoulder")
LATE = tuning.number("hands.late")
"""In a race: the part of its way (0 .. 1) that a hand has gone when another hand takes the piece."""
HELD, HOLDS = tuning.number("hands.held"), tuning.number("hands.holds")
"""After a race the winner holds the piece up, ``HELD`` pitches beside its place, for ``HOLDS`` seconds."""
LOOKS = tuning.number("hands.looks")
"""Seconds for which somebody who turns a card towards themselves looks at it before the others see it."""


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of time of one movement. ``still``: the table meanwhile. The hand, if any, moves from
    ``start`` to ``end`` in an arc that is ``lift`` pitches higher in its middle. ``others``: the start and
    the end of each other hand that moves at the same time."""

    seconds: float
    still: Scene
    start: Hand | None = None
    end: Hand | None = None
    lift: float = 0.0
    others: tuple[tuple[Hand, Hand], ...] = ()

    def scene(self, part: float) -> Scene:
        """The scene when ``part`` (0 .. 1) of the time is over."""
        if self.start is None or self.end is None:
            return self.still
        eased = (1 - cos(pi * min(1.0, max(0.0, part)))) / 2
        others = tuple(_between(*way, eased, self.lift) for way in self.others)
        return replace(self.still, hand=_between(self.start, self.end, eased, self.lift), others=others)

    @property
    def turned(self) -> str:
        """The label of the piece that is turned over halfway, as it looks afterwards; "" if none is."""
        before, after = (hand.holding if hand is not None else None for hand in (self.start, self.end))
        return after.name if before is not None and after is not None and before.name != after.name else ""


def _between(a: Hand, b: Hand, part: float, lift: float) -> Hand:
    def mix(p: float, q: float) -> float:
        return p + (q - p) * part

    up = lift * sin(pi * part)
    holding = b.holding if a.holding is None else a.holding
    if a.holding is not None and b.holding is not None:
        p, q = a.holding, b.holding
        holding = replace(
            q if part > 0.5 else p,
            x=mix(p.x, q.x),
            y=mix(p.y, q.y),
            z=mix(p.z, q.z) + up,
            angle=mix(p.angle, q.angle),
        )
    return replace(
        b,
        x=mix(a.x, b.x),
        y=mix(a.y, b.y),
        z=mix(a.z, b.z) + up,
        from_x=mix(a.from_x, b.from_x),
        from_y=mix(a.from_y, b.from_y),
        holding=holding,
    )


@dataclass(frozen=True, slots=True)
class Person:
    """The person whose hand it is: the direction in which the person sits, and the sleeve."""

    towards: tuple[float, float]
    sleeve: int


Sees = Callable[[Hand], bool]
"""Whether any part of a hand or its shadow is in the camera's picture."""


class HandMover:
    """Moves one hand at a time over a table top. ``pace``: 1 = unhurried, 2 = twice as fast; ``sees``: the
    camera; a hand starts and ends just outside its picture (None: far away from the table)."""

    def __init__(
        self, table: TableTop, centre: tuple[float, float], rng: Random, pace: float, sees: Sees | None
    ) -> None:
        self.table = table
        self.pace = pace
        self._centre = centre
        self._rng = rng
        self._sees = sees
        self._reaches: dict[Person, float] = {}

    def visit(
        self, person: Person, carries: Iterable[Carry], rest: float = 0.0, towards_self: bool = False
    ) -> Iterator[Span]:
        """The hand comes, does the carries one after another, rests for a while and goes; it does not rest if
        it has carried the last piece away. ``towards_self``: the person who turns a card over looks at it
        before the others see it."""
        hand = self._outside(person)
        left = False
        for carry in carries:
            for span in self._carry(person, hand, carry, towards_self):
                hand = span.end or hand
                yield span
            hand = replace(hand, holding=None)
            left = carry.to_outside
        if rest and not left:
            yield Span(rest, self.table.scene(), hand, hand)
        yield self._move(hand, self._outside(person))

    def race(
        self, people: Sequence[Person], cell: CellId, label: PosedPiece, seconds: float, falls: bool = False
    ) -> Iterator[Span]:
        """Several hands go for one piece. The first person's hand lifts it after so many ``seconds``; the
        others turn back. The first person holds the piece up beside its place, or drops it there (``falls``),
        then puts it back."""
        piece = self.table.find(cell, label)
        away = [self._outside(person) for person in people]
        pick = self._over(people[0], piece.x, piece.y, GRIP)
        late = [_between(start, self._over(person, piece.x, piece.y, HOVER), LATE, 0.0)
                for person, start in zip(people[1:], away[1:], strict=True)]  # fmt: skip
        yield Span(seconds, self.table.scene(), away[0], pick, 0.0, tuple(zip(away[1:], late, strict=True)))
        self.table.take(cell, label)
        ux, uy = people[0].towards
        aside = replace(piece, x=piece.x + HELD * ux, y=piece.y + HELD * uy, z=HOVER)
        up = replace(self._over(people[0], aside.x, aside.y, HOVER + GRIP), holding=aside)
        back = tuple(zip(late, away[1:], strict=True))
        yield replace(self._move(replace(pick, holding=piece), up), others=back)
        if falls:
            up = yield from self._fall(cell, label, up)
        else:
            yield Span(HOLDS, self.table.scene(), up, up)
        laid = self.table.spot(cell, label)
        down = replace(self._over(people[0], laid.x, laid.y, GRIP), holding=laid)
        yield self._move(up, down)
        self.table.lay(cell, label, laid)
        yield self._move(replace(down, holding=None), away[0])

    def _fall(self, cell: CellId, label: PosedPiece, up: Hand) -> Generator[Span, None, Hand]:
        """The piece slips out of the hand, lies for a while and is taken up again. Gives the hand after
        that."""
        assert up.holding is not None
        fallen = replace(up.holding, z=0.0, pose=Pose.LYING)
        self.table.lay(cell, label, fallen)
        empty = replace(up, holding=None)
        yield Span(2 * HOLDS, self.table.scene(), empty, empty)
        there = replace(empty, z=self._grip(fallen))
        yield self._move(empty, there)
        self.table.take(cell, label)
        return replace(there, holding=replace(fallen, pose=Pose.UPRIGHT))

    def push(self, person: Person, slides: Sequence[Slide]) -> Iterator[Span]:
        """An arm at the mat's edge pushes it over the table, a little in each of ``slides``."""
        zones = self.table.placer.zones.values()
        reach = max(abs(zone.x - self._centre[0]) for zone in zones)
        ux, uy = person.towards
        edge = self._over(person, self._centre[0] + ux * reach, self._centre[1] + uy * reach, 0.4)
        yield self._move(self._outside(person), edge)
        for slide in slides:
            self.table.slide = slide
            yield Span(0.12, self.table.scene(), edge, edge)
        yield self._move(edge, self._outside(person))

    def peek(self, person: Person, cells: Sequence[CellId]) -> Iterator[Span]:
        """The hand comes, hovers over these cells and goes; it touches nothing."""
        hand = self._outside(person)
        for cell in cells:
            zone = self.table.placer.zones[cell]
            there = self._over(person, zone.x, zone.y, HOVER)
            yield self._move(hand, there)
            yield Span(0.5 / self.pace, self.table.scene(), there, there)
            hand = there
        yield self._move(hand, self._outside(person))

    def _carry(self, person: Person, hand: Hand, carry: Carry, towards_self: bool = False) -> Iterator[Span]:
        piece = self._lift_off(person, carry)
        pick = self._over(person, piece.x, piece.y, self._grip(piece))
        before = self.table.scene()
        if carry.start is not None:
            self.table.take(carry.start, carry.before, base=carry.base)
        yield self._move(hand, pick, before)
        held = replace(pick, holding=piece)
        if carry.end is None:
            yield self._move(held, self._put_aside(person, carry, piece))
            return
        laid = self.table.spot(carry.end, carry.after, base=carry.base)
        down = replace(self._over(person, laid.x, laid.y, self._grip(laid)), holding=laid)
        if towards_self and laid.name != piece.name:
            near = replace(down, z=HOVER, holding=replace(laid, name=piece.name, z=HOVER))
            yield self._move(held, near)
            yield Span(LOOKS, self.table.scene(), near, near)
            held = near
        yield self._move(held, down)
        self.table.lay(carry.end, carry.after, laid, base=carry.base)
        opened = replace(down, holding=None)
        yield self._move(opened, replace(opened, z=opened.z + 0.4))

    def _lift_off(self, person: Person, carry: Carry) -> Piece:
        """Take the piece from where it lies, from its deck, or from the person's other hand."""
        if carry.start is not None:
            return self.table.find(carry.start, carry.before, base=carry.base)
        if carry.origin is not None:
            return self.table.spot(carry.origin, carry.before)
        outside = self._outside(person)
        name = base_piece(carry.before) if carry.base else carry.before.name
        return Piece(name, outside.x, outside.y, z=HOVER)

    def _put_aside(self, person: Person, carry: Carry, piece: Piece) -> Hand:
        """Where the hand takes a piece that nobody sees afterwards: onto a pile, or out of the picture."""
        if carry.goal is not None:
            pile = self.table.spot(carry.goal, carry.after)
            return replace(self._over(person, pile.x, pile.y, self._grip(pile)), holding=pile)
        away = self._outside(person)
        return replace(away, holding=replace(piece, x=away.x, y=away.y, z=HOVER))

    def _grip(self, piece: Piece) -> float:
        """Height of the finger tips that hold a piece which lies or stands on the table."""
        space = self.table.placer.space
        low = piece.pose is Pose.LYING or (space is not None and space.is_flat(piece.name))
        return LOW_GRIP if low else GRIP

    def _move(self, a: Hand, b: Hand, still: Scene | None = None) -> Span:
        far = hypot(b.x - a.x, b.y - a.y)
        lift = min(0.9, far * 0.25)
        return Span((0.2 + far / SPEED) / self.pace, still or self.table.scene(), a, b, lift)

    def _over(self, person: Person, x: float, y: float, z: float) -> Hand:
        ux, uy = person.towards
        return Hand(
            x, y, z, self._centre[0] + ux * _SHOULDER, self._centre[1] + uy * _SHOULDER, sleeve=person.sleeve
        )

    def _outside(self, person: Person) -> Hand:
        if person not in self._reaches:
            self._reaches[person] = self._reach(person)
        return self._away(person, self._reaches[person], self._rng.uniform(-1.5, 1.5))

    def _reach(self, person: Person) -> float:
        """The distance in pitches at which the person's hand is just outside the picture."""
        steps = [distance / 2 for distance in range(2, round(OUTSIDE * 2) + 1)]
        seen = [far for far in steps if self._sees is None or self._sees(self._away(person, far, 0.0))]
        return min(OUTSIDE, max(seen, default=0.0) + 1.0)

    def _away(self, person: Person, distance: float, across: float) -> Hand:
        ux, uy = person.towards
        x = self._centre[0] + ux * distance - uy * across
        y = self._centre[1] + uy * distance + ux * across
        return self._over(person, x, y, HOVER)
