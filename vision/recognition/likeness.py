"""What a cell shows, among looks that somebody asks about. The portraits teach themselves while people play.

A portrait is a cutting (:mod:`vision.objects`) of one piece or base on this very table. It is taken at the
set-up, whose looks are known, and after every act that is certain. What left one cell of a view and came to
another is compared directly. About a piece that was never seen nothing is said.

State: the portraits, and what was compared in the newest view."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from vision.change import difference
from vision.die import find_die
from vision.objects import (
    CARD,
    COARSE,
    DIE,
    FINE,
    PATCH,
    SPUN,
    Cutting,
    card,
    cut,
    half_round,
    spun,
)
from vision.opencv import cv2
from vision.recognition.cards import CardBox
from vision.recognition.coming import Coming
from vision.recognition.comparing import Turned, nearest, turned
from vision.recognition.counting import Counting
from vision.recognition.spun import deck_of, joined, nats_for, nats_gone, shares
from vision.recognition.unlike import unlike
from vision.seeing import CellView, View
from vision.tuning import number, whole
from vision.types import CellLook, Image, Looks, Spot, SpotReading

KEPT = whole("likeness.kept")
"""So many portraits of one name are kept: pieces look a little different from every side and in every corner
of the table."""
_EVEN = {
    COARSE: number("likeness.even_figure"),
    FINE: number("likeness.even_tile"),
    CARD: number("likeness.even_card"),
    DIE: number("likeness.even_die"),
}
"""Distance that speaks neither for nor against, of figures, tiles, cards and dice. Measured on three ray-
traced clips and a simulated one: a figure and itself elsewhere are 0.17 to 0.55 apart, others 0.62 to 0.95;
a tile and itself 0.01 to 0.11, different ones 0.11 to 0.4. Cards of three simulated games (68 put down) and
themselves are 0.03 to 0.12 apart, different ones 0.16 to 1: the likest of both says which it is. With 0.15
a card of another renderer was doubted."""
_NATS = {
    COARSE: number("likeness.nats_figure"),
    FINE: number("likeness.nats_tile"),
    CARD: number("likeness.nats_card"),
    DIE: number("likeness.nats_die"),
}
"""Nats by which a comparison changes with a distance of 1."""
_MOST = {
    COARSE: number("likeness.most_figure"),
    FINE: number("likeness.most_tile"),
    CARD: number("likeness.most_card"),
    DIE: number("likeness.most_die"),
}
"""Nats that one comparison may say at most."""


class Likeness:
    """Portraits of one box on one table."""

    def __init__(
        self,
        spots: Sequence[Spot],
        portraits: Mapping[str, Sequence[Cutting]] | None = None,
        came: bool = True,
        bare: bool = True,
        extent: bool = True,
        cards: CardBox | None = None,
    ) -> None:
        """``came``, ``bare``, ``extent``: as in :class:`vision.recognition.coming.Coming`. ``cards``: cards
        of the box that were learned before."""
        self._coming = Coming(came, bare, extent)
        self._counting = Counting(spots)
        self._spots = {spot.cell: spot for spot in spots}
        self._upright = {name: face for spot in spots for name, face in spot.turned}
        self.portraits: dict[str, list[Cutting]] = {
            name: list(some) for name, some in (portraits or {}).items()
        }
        self.cards = cards
        self._possible: dict[str, frozenset[str]] = {}
        self._view: View | None = None
        self._cut: dict[str, tuple[Cutting, Turned] | None] = {}
        self._gone: list[tuple[str, str, Cutting]] = []
        """Cells, the pieces that seem to have left them in this view, and how those looked there."""
        self._distances: dict[tuple[str, str, int], float] = {}
        self._deck: CardBox | None = None
        self._read: dict[str, Mapping[str, float]] = {}

    def place(self, spots: Sequence[Spot]) -> None:
        """Some cells lie at other places from now on. How those look when they are bare is forgotten."""
        for spot in spots:
            if self._spots.get(spot.cell) != spot:
                self._coming.bare.pop(spot.cell, None)
                self._possible.pop(spot.cell, None)
        self._spots.update({spot.cell: spot for spot in spots})

    # -- learning --------------------------------------------------------------------------------------------

    def begin(self, view: View, looks: Looks) -> None:
        """Learn from the first view, whose looks are known. Cells that ``looks`` leaves out teach nothing."""
        bare = {cell: looks[cell].base for cell in looks if not looks[cell].pieces and cell in view.cells}
        for cell, look in looks.items():
            seen = view.cells.get(cell)
            if seen is None:
                continue
            if not look.pieces:
                self._coming.bare[cell] = (look.base, seen.now)
            if look.base and not look.pieces:
                self._keep(look.base, cut(seen.now, seen.now, self._scale(seen), FINE, entire=True))
            if len(look.pieces) != 1:
                continue
            if self._flat(cell):
                _, empty = self._coming.bare.get(cell, ("", seen.now))
                self._keep(look.pieces[0], self._card(seen, seen.now, empty))
                continue
            ground = self._ground(
                seen, [c for c, base in bare.items() if base == look.base and self._alike(c, cell)], view
            )
            if ground is not None:
                self._keep(look.pieces[0], cut(seen.now, ground, self._scale(seen), COARSE))

    def learn(self, view: View, cell: str, before: CellLook | None, now: CellLook) -> None:
        """Learn from a change that certainly happened."""
        seen = view.cells.get(cell)
        if seen is not None and before is None and self._flat(cell) and len(now.pieces) == 1:
            hidden = seen.now if seen.before is None else seen.before  # what lay there is covered now
            self._keep(now.pieces[0], self._card(seen, seen.now, hidden))
        if seen is None or seen.before is None or before is None:
            return
        self._counting.learn(self._spots[cell], seen.change, before, now)
        for name, shown, hidden in _changes(seen, before, now):
            self._keep(name, self._cutting(cell, seen, shown, hidden, self._is_whole(cell, name)))

    def remember(self, portraits: Mapping[str, Cutting]) -> None:
        """Take over portraits of named pieces, as a contact sheet gives them."""
        for name, cutting in portraits.items():
            self._keep(name, cutting)

    def knows(self, cell: str, look: CellLook) -> bool:
        """Whether there are portraits of everything that this look would show in the cell."""
        names = look.pieces or ((look.base,) if look.base and not self._flat(cell) else ())
        return all(self._is_known(cell, name) for name in names)

    def _has_deck(self, name: str) -> bool:
        """Whether the card is known in places where cards lie turned by any angle."""
        learned = self.cards is not None and name in self.cards.names
        return learned or any(kept.size == SPUN for kept in self.portraits.get(name, ()))

    def _is_known(self, cell: str, name: str) -> bool:
        if self._size(cell, name) == SPUN:
            return self._has_deck(name)
        return any(kept.size == self._size(cell, name) for kept in self.portraits.get(self._face(name), ()))

    def _keep(self, name: str, cutting: Cutting | None) -> None:
        if cutting is None:
            return
        if cutting.size == SPUN:
            if self._has_deck(name):
                return  # its symbol tells it; another portrait would only take time
            self._deck = None
        if cutting.size == CARD and name in self._upright:
            name, cutting = self._face(name), half_round(cutting)
        kept = self.portraits.setdefault(name, [])
        kept.append(cutting)
        del kept[:-KEPT]

    def unlike(self, patches: Mapping[str, Image], looks: Looks) -> frozenset[str]:
        """The cells that surely do not look as they should (:mod:`vision.recognition.unlike`); learns
        nothing."""
        return unlike(patches, looks, self._spots, self.portraits)

    # -- comparing -------------------------------------------------------------------------------------------

    def gone(self, view: View, cell: str, before: CellLook) -> float:
        """ln p(pixels | something else lies in the cell than ``before``) - ln p(pixels | that still does), by
        the card that is read there, in nats; 0 where none is read."""
        seen = view.cells.get(cell)
        symbol = self._spots[cell].reading is SpotReading.SYMBOL
        if seen is None or not symbol or not self.knows(cell, before):
            return 0.0
        self._look_at(view)
        return nats_gone(self._shares(cell, seen), before.pieces)

    def compare(self, view: View, cell: str, before: CellLook | None, now: CellLook) -> float:
        """ln p(pixels | the cell changed to ``now``) - ln p(pixels | it changed to anything), in nats, not
        clipped. 0 where nothing is known or nothing came."""
        seen = view.cells.get(cell)
        if seen is None or seen.before is None:
            return 0.0
        self._look_at(view)
        if before is None:  # nobody knows what lay there, but what lies there now can be seen
            return self._now(cell, seen, now)
        found = _changes(seen, before, now)
        known = self._coming.occupied(seen, now)
        if len(self._spots[cell].bases) > 1:
            known += self._coming.extent(seen, before, now)
        if not self._flat(cell):
            known += self._coming.changed(seen, before, now, self._scale(seen))
            known += self._counting.nats(self._spots[cell], view, before, now)
        if len(found) != 1:
            return known
        name, shown, _ = found[0]
        if shown is seen.now:
            return known + self._says(cell, seen, name)
        said = self._says(cell, _backwards(seen), name)
        # a card that lay there need not have left; but if another one lay there, this one did not leave
        return known + (min(0.0, said) if self._is_whole(cell, name) else said)

    def _now(self, cell: str, seen: CellView, now: CellLook) -> float:
        """Nats for what lies in a cell, whatever lay there before."""
        names = now.pieces or ((now.base,) if now.base and not self._flat(cell) else ())
        known = self._coming.occupied(seen, now)
        return known + self._says(cell, seen, names[0]) if len(names) == 1 else known

    def _says(self, cell: str, seen: CellView, name: str) -> float:
        if self._spots[cell].reading is SpotReading.SYMBOL:
            return self._spun(cell, seen, name)
        whole = self._is_whole(cell, name)
        others = [
            other for other in self._names(cell) if other != name and self._is_whole(cell, other) == whole
        ]
        rivals = sum(math.exp(self._fits(cell, seen, other)) for other in others) / max(
            1.0, math.sqrt(len(others))
        )
        return self._fits(cell, seen, name) - math.log((1.0 + rivals) / 2 if others else 1.0)

    def _spun(self, cell: str, seen: CellView, name: str) -> float:
        """Nats for one card against any other that may lie there; 0 if there is no portrait of it."""
        if not self._is_known(cell, name):
            return 0.0
        return nats_for(name, self._shares(cell, seen), self._names(cell))

    def _shares(self, cell: str, seen: CellView) -> Mapping[str, float]:
        """The probability of each card that is known, for what lies there."""
        key = f"{cell} {id(seen.now)}"
        if key not in self._read:
            self._deck = self._deck or joined(deck_of(self.portraits), self.cards)
            self._read[key] = shares(self._deck, seen.now)
        return self._read[key]

    def _fits(self, cell: str, seen: CellView, name: str) -> float:
        """Nats for this name against something that was never seen; 0 for a name that was never seen."""
        distance = self._distance(cell, seen, name)
        if distance == _UNKNOWN:
            return 0.0
        size = self._size(cell, name)
        return max(-_MOST[size], min(_MOST[size], _NATS[size] * (_EVEN[size] - distance)))

    def _distance(self, cell: str, seen: CellView, name: str) -> float:
        key = (cell, name, id(seen.now))
        if key not in self._distances:
            whole = self._is_whole(cell, name)
            mine = self._query(cell, seen, whole)
            gone = (c for where, piece, c in self._gone if piece == name and where != cell)
            known = [*self._poses(cell, name), *gone]
            known = [c for c in known if c.size == self._size(cell, name)]
            if mine is None or not known:
                self._distances[key] = _UNKNOWN
            else:
                self._distances[key] = nearest(*mine, known)
        return self._distances[key]

    def _query(self, cell: str, seen: CellView, whole: bool) -> tuple[Cutting, Turned] | None:
        key = f"{cell} {whole} {id(seen.now)}"
        if key not in self._cut:
            assert seen.before is not None
            mine = self._cutting(cell, seen, seen.now, seen.before, whole)
            self._cut[key] = None if mine is None else (mine, turned(mine))
        return self._cut[key]

    def _look_at(self, view: View) -> None:
        if view is not self._view:
            self._view = view
            self._cut, self._distances, self._gone, self._read = {}, {}, [], {}
            self._coming.begin()

    def left(self, view: View, looks: Looks) -> None:
        """Tell what certainly lay in each cell before a new view. What left one cell may have come to
        another."""
        self._look_at(view)
        for cell, look in looks.items():
            seen = view.cells.get(cell)
            if seen is not None and seen.before is not None and not look.pieces:
                self._coming.bare[cell] = (look.base, seen.before)
            if (
                seen is None
                or seen.before is None
                or len(look.pieces) != 1
                or self._flat(cell)
                or seen.change < 0.03
            ):
                continue
            gone = cut(seen.before, seen.now, self._scale(seen), COARSE)
            if gone is not None and self._may_be(look.pieces[0], gone):
                self._gone.append((cell, look.pieces[0], gone))

    def _may_be(self, piece: str, gone: Cutting) -> bool:
        """Whether what has gone may be the piece and not the floe below it, by the portraits that there
        are."""
        known = [kept for kept in self.portraits.get(piece, ()) if kept.size == COARSE]
        return not known or nearest(gone, turned(gone), known) < _EVEN[COARSE]

    # -- small things ----------------------------------------------------------------------------------------

    def _names(self, cell: str) -> list[str]:
        """Every name with a portrait that can lie in this cell."""
        known = {
            *self.portraits,
            *(self.cards.names if self.cards else ()),
            *(piece for _, piece, _ in self._gone),
        }
        return sorted(name for name in self._possible_in(cell) if self._face(name) in known or name in known)

    def _possible_in(self, cell: str) -> frozenset[str]:
        if cell not in self._possible:
            spot = self._spots[cell]
            self._possible[cell] = frozenset(
                {*spot.bases, *(piece for stack in spot.stacks for piece in stack)}
            )
        return self._possible[cell]

    def _cutting(self, cell: str, seen: CellView, shown: Image, hidden: Image, whole: bool) -> Cutting | None:
        if self._flat(cell):
            return self._card(seen, shown, hidden)
        return cut(shown, hidden, self._scale(seen), FINE if whole else COARSE, whole)

    def _card(self, seen: CellView, shown: Image, hidden: Image) -> Cutting | None:
        """What lies in a spot, as the player who sits there sees it; None if no die is seen in a die's spot.
        ``hidden``: how the spot looked without it."""
        spot = self._spots[seen.cell]
        if spot.reading is SpotReading.SYMBOL:
            return spun(shown)
        if spot.reading is SpotReading.DIE:
            die = find_die(shown, self._scale(seen))
            return None if die is None else die.face
        if hidden.shape != shown.shape:  # it comes of another picture, in which the spot is a pixel larger
            hidden = shown
        return card(shown, hidden, spot.width, spot.height, spot.turn)

    def _poses(self, cell: str, name: str) -> list[Cutting]:
        """The portraits of a piece as it may lie in a cell. A card that means something else when it is
        turned half round lies upright; any other card may lie either way."""
        face = self._face(name)
        kept = self.portraits.get(face, [])
        if self._spots[cell].reading is SpotReading.DIE:
            return kept
        if not self._flat(cell) or any(face == upright for _, upright in self._spots[cell].turned):
            return [half_round(c) for c in kept] if name in self._upright else kept
        return [*kept, *(half_round(c) for c in kept)]

    def _face(self, name: str) -> str:
        """The name of the piece, without how it lies."""
        return self._upright.get(name, name)

    def _size(self, cell: str, name: str) -> int:
        match self._spots[cell].reading:
            case SpotReading.SYMBOL:
                return SPUN
            case SpotReading.DIE:
                return DIE
            case SpotReading.PIECES:
                return FINE if name in self._spots[cell].bases else COARSE
            case _:
                return CARD

    def _is_whole(self, cell: str, name: str) -> bool:
        return self._flat(cell) or name in self._spots[cell].bases

    def _flat(self, cell: str) -> bool:
        return self._spots[cell].reading is not SpotReading.PIECES

    def _scale(self, seen: CellView) -> float:
        spot = self._spots[seen.cell]
        height = spot.width if spot.turn % 2 else spot.height
        return float(seen.now.shape[0] / (PATCH * height))

    def _alike(self, one: str, other: str) -> bool:
        a, b = self._spots[one], self._spots[other]
        return (a.kind, a.width, a.height) == (b.kind, b.width, b.height)

    def _ground(self, seen: CellView, others: Iterable[str], view: View) -> Image | None:
        """The bare cell whose rim looks most like this one's."""
        best: tuple[float, Image] | None = None
        height, width = seen.now.shape[:2]
        rim = np.ones((height, width), bool)
        rim[height // 6 : -height // 6, width // 6 : -width // 6] = False
        for cell in others:
            there = view.cells[cell].now
            if abs(there.shape[0] - height) > 2 or abs(there.shape[1] - width) > 2:
                continue
            laid = np.asarray(cv2.resize(there, (width, height)), np.uint8)
            unlike = difference(seen.now, laid).brightness[rim].mean()
            if best is None or float(unlike) < best[0]:
                best = (float(unlike), laid)
        return None if best is None else best[1]


_UNKNOWN = -1.0


def _backwards(seen: CellView) -> CellView:
    """The same cell with time reversed: what left it came to it."""
    assert seen.before is not None
    return replace(seen, before=seen.now, now=seen.before)


def _changes(seen: CellView, before: CellLook, now: CellLook) -> list[tuple[str, Image, Image]]:
    """Each single piece or base that came or went: its name, a patch that shows it and one that does not."""
    if seen.before is None:
        return []
    if before.base != now.base and now.base and not now.pieces:
        return [(now.base, seen.now, seen.before)]
    came = list((Counter(now.pieces) - Counter(before.pieces)).elements())
    went = list((Counter(before.pieces) - Counter(now.pieces)).elements())
    found = []
    if len(came) == 1:
        found.append((came[0], seen.now, seen.before))
    if len(went) == 1 and not came:
        found.append((went[0], seen.before, seen.now))
    return found
