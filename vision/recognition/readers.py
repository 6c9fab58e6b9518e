"""How what lies in a place is told by portraits: one reader for each kind of place, chosen once."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import numpy as np

from vision.change import difference
from vision.die import find_die
from vision.objects import CARD, COARSE, DIE, FINE, PATCH, SPUN, Cutting, card, cut, half_round, spun
from vision.opencv import cv2
from vision.recognition.album import Album
from vision.recognition.coming import Coming
from vision.recognition.comparing import Turned, nearest, turned
from vision.recognition.counting import Counting
from vision.recognition.spun import nats_for, nats_gone, shares
from vision.seeing import CellView, View
from vision.tuning import number
from vision.types import CellLook, Image, Spot, SpotReading

_EVEN = {
    COARSE: number("readers.even_figure"),
    FINE: number("readers.even_tile"),
    CARD: number("readers.even_card"),
    DIE: number("readers.even_die"),
}
"""Distance that speaks neither for nor against, of figures, tiles, cards and dice. Measured on three ray-
traced clips and a simulated one: a figure and itself elsewhere are 0.17 to 0.55 apart, others 0.62 to 0.95;
a tile and itself 0.01 to 0.11, different ones 0.11 to 0.4. Cards of three simulated games (68 put down) and
themselves are 0.03 to 0.12 apart, different ones 0.16 to 1: the likest of both says which it is. With 0.15
a card of another renderer was doubted."""
_NATS = {
    COARSE: number("readers.nats_figure"),
    FINE: number("readers.nats_tile"),
    CARD: number("readers.nats_card"),
    DIE: number("readers.nats_die"),
}
"""Nats by which a comparison changes with a distance of 1."""
_MOST = {
    COARSE: number("readers.most_figure"),
    FINE: number("readers.most_tile"),
    CARD: number("readers.most_card"),
    DIE: number("readers.most_die"),
}
"""Nats that one comparison may say at most."""


class PlaceReader:
    """A place that one card fills, which is looked at as the player who sits there sees it."""

    own_size = CARD
    """The size of a portrait."""

    def __init__(self, spot: Spot, album: Album, coming: Coming, counting: Counting) -> None:
        self.spot, self._album = spot, album
        self._coming, self._counting = coming, counting
        self._possible = frozenset({*spot.bases, *(piece for stack in spot.stacks for piece in stack)})

    def scale(self, seen: CellView) -> float:
        """Pixels a pitch."""
        height = self.spot.width if self.spot.turn % 2 else self.spot.height
        return float(seen.now.shape[0] / (PATCH * height))

    # -- what the kinds of places differ in ------------------------------------------------------------------

    def named(self, look: CellLook) -> tuple[str, ...]:
        """The names of what this look shows."""
        return look.pieces

    def fills(self, _name: str) -> bool:
        """Whether what has this name fills the place."""
        return True

    def size(self, _name: str) -> int:
        """The size of a portrait of this name."""
        return self.own_size

    def knows(self, name: str) -> bool:
        """Whether there is a portrait of this name."""
        return any(kept.size == self.size(name) for kept in self._album.of(name))

    def poses(self, name: str) -> list[Cutting]:
        """The portraits of a piece as it may lie here. A card that means something else when it is turned
        half round lies upright; any other card may lie either way."""
        if any(self._album.face(name) == upright for _, upright in self.spot.turned):
            return self._album.upright(name)
        return [*self._album.of(name), *map(half_round, self._album.of(name))]

    def cutting(self, _seen: CellView, shown: Image, hidden: Image, _fills: bool = True) -> Cutting | None:
        """What lies in the patch ``shown``, which fills the place or not; None if nothing is found.
        ``hidden``: how the place looked without it."""
        if hidden.shape != shown.shape:  # it comes of another picture, in which the spot is a pixel larger
            hidden = shown
        return card(shown, hidden, self.spot.width, self.spot.height, self.spot.turn)

    def first(self, seen: CellView, _others: Sequence[Image]) -> Cutting | None:
        """The one piece of a first view. ``others``: bare places like this one."""
        _, bare = self._coming.bare.get(seen.cell, ("", seen.now))
        return self.cutting(seen, seen.now, bare)

    def top(self, seen: CellView) -> Cutting | None:
        """The piece that covers something unknown; None where it cannot be cut out of that."""
        return self.cutting(seen, seen.now, seen.now if seen.before is None else seen.before)

    def left(self, _seen: CellView, _name: str) -> Cutting | None:
        """The piece as it lay here before, if it may have left and come to another place."""
        return None

    def moved(self, _view: View, _seen: CellView, _before: CellLook, _now: CellLook) -> tuple[float, ...]:
        """Nats for pieces having come, left and stayed, without portraits of them."""
        return ()

    def gone(self, _seen: CellView, _before: CellLook) -> float:
        """Nats for something else than before lying here, by the card that is read; 0 where none is read."""
        return 0.0

    # -- comparing -------------------------------------------------------------------------------------------

    def says(self, seen: CellView, name: str) -> float:
        """Nats for this name against any other that may lie here; 0 if nothing is known of it."""
        known, fills = self._album.known(self._possible), self.fills(name)
        others = [other for other in known if other != name and self.fills(other) == fills]
        rivals = sum(math.exp(self._fits(seen, other)) for other in others)
        rivals /= max(1.0, math.sqrt(len(others)))
        return self._fits(seen, name) - math.log((1.0 + rivals) / 2 if others else 1.0)

    def _fits(self, seen: CellView, name: str) -> float:
        """Nats for this name against something that was never seen; 0 for a name that was never seen."""
        distance, size = self._distance(seen, name), self.size(name)
        if distance is None:
            return 0.0
        return max(-_MOST[size], min(_MOST[size], _NATS[size] * (_EVEN[size] - distance)))

    def _distance(self, seen: CellView, name: str) -> float | None:
        distances, key = self._album.distances, (seen.cell, name, id(seen.now))
        if key not in distances:
            mine = self._query(seen, self.fills(name))
            gone = (c for where, piece, c in self._album.gone if piece == name and where != seen.cell)
            known = [c for c in (*self.poses(name), *gone) if c.size == self.size(name)]
            distances[key] = None if mine is None or not known else nearest(*mine, known)
        return distances[key]

    def _query(self, seen: CellView, fills: bool) -> tuple[Cutting, Turned] | None:
        cuttings, key = self._album.cuttings, (seen.cell, fills, id(seen.now))
        if key not in cuttings:
            assert seen.before is not None
            mine = self.cutting(seen, seen.now, seen.before, fills)
            cuttings[key] = None if mine is None else (mine, turned(mine))
        return cuttings[key]


class DieReader(PlaceReader):
    """A place in which a die lies anywhere: its upper face tells it."""

    own_size = DIE

    def poses(self, name: str) -> list[Cutting]:
        return self._album.of(name)

    def cutting(self, seen: CellView, shown: Image, _hidden: Image, _fills: bool = True) -> Cutting | None:
        die = find_die(shown, self.scale(seen))
        return None if die is None else die.face


class SymbolReader(PlaceReader):
    """A place in which a card lies turned by any angle: its symbol and its colour tell it."""

    own_size = SPUN

    def knows(self, name: str) -> bool:
        return self._album.has_symbol(name)

    def cutting(self, _seen: CellView, shown: Image, _hidden: Image, _fills: bool = True) -> Cutting | None:
        return spun(shown)

    def gone(self, seen: CellView, before: CellLook) -> float:
        return nats_gone(self._shares(seen), before.pieces)

    def says(self, seen: CellView, name: str) -> float:
        if not self.knows(name):
            return 0.0
        return nats_for(name, self._shares(seen), self._album.known(self._possible))

    def _shares(self, seen: CellView) -> Mapping[str, float]:
        """The probability of each card that is known, for what lies there."""
        read, key = self._album.read, (seen.cell, id(seen.now))
        if key not in read:
            read[key] = shares(self._album.deck, seen.now)
        return read[key]


class PiecesReader(PlaceReader):
    """A place that a base fills. A piece is what differs from what lay there before."""

    def named(self, look: CellLook) -> tuple[str, ...]:
        return look.pieces or ((look.base,) if look.base else ())

    def fills(self, name: str) -> bool:
        return name in self.spot.bases

    def size(self, name: str) -> int:
        return FINE if self.fills(name) else COARSE

    def poses(self, name: str) -> list[Cutting]:
        return self._album.upright(name)

    def cutting(self, seen: CellView, shown: Image, hidden: Image, fills: bool = False) -> Cutting | None:
        return cut(shown, hidden, self.scale(seen), FINE if fills else COARSE, fills)

    def first(self, seen: CellView, others: Sequence[Image]) -> Cutting | None:
        ground = _ground(seen.now, others)
        return None if ground is None else self.cutting(seen, seen.now, ground)

    def top(self, _seen: CellView) -> Cutting | None:
        return None

    def left(self, seen: CellView, name: str) -> Cutting | None:
        """What has gone may be the floe below the piece: the portraits that there are tell."""
        assert seen.before is not None
        gone = self.cutting(seen, seen.before, seen.now)
        known = [kept for kept in self._album.portraits.get(name, ()) if kept.size == COARSE]
        likely = gone is not None and (not known or nearest(gone, turned(gone), known) < _EVEN[COARSE])
        return gone if likely else None

    def moved(self, view: View, seen: CellView, before: CellLook, now: CellLook) -> tuple[float, ...]:
        came = self._coming.changed(seen, before, now, self.scale(seen))
        return came, self._counting.nats(self.spot, view, before, now)


def _ground(seen: Image, others: Sequence[Image]) -> Image | None:
    """The bare cell whose rim looks most like this one's."""
    height, width = seen.shape[:2]
    rim = np.ones((height, width), bool)
    rim[height // 6 : -height // 6, width // 6 : -width // 6] = False
    laid = [
        np.asarray(cv2.resize(there, (width, height)), np.uint8)
        for there in others
        if abs(there.shape[0] - height) <= 2 and abs(there.shape[1] - width) <= 2
    ]
    return min(laid, key=lambda one: float(difference(seen, one).brightness[rim].mean()), default=None)


_KINDS = {SpotReading.PIECES: PiecesReader, SpotReading.SYMBOL: SymbolReader, SpotReading.DIE: DieReader}


def reader_of(spot: Spot, album: Album, coming: Coming, counting: Counting) -> PlaceReader:
    """The reader for this place."""
    return _KINDS.get(spot.reading, PlaceReader)(spot, album, coming, counting)
