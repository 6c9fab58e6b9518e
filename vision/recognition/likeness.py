"""What a cell shows, among looks that somebody asks about. The portraits teach themselves while people play.

A portrait is a cutting (:mod:`vision.objects`) of one piece or base on this very table. It is taken at the
set-up, whose looks are known, and after every act that is certain. What left one cell of a view and came to
another is compared directly. About a piece that was never seen nothing is said.

Each place is looked at by its own reader (:mod:`vision.recognition.readers`). What is known stands in an
album (:mod:`vision.recognition.album`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace

from vision.objects import FINE, Cutting, cut
from vision.recognition.album import Album
from vision.recognition.cards import CardBox
from vision.recognition.coming import Coming
from vision.recognition.counting import Counting
from vision.recognition.readers import PlaceReader, reader_of
from vision.recognition.unlike import unlike
from vision.seeing import CellView, View
from vision.types import CellLook, Image, Looks, Spot


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
        self.album = Album(spots, portraits or {}, cards)
        self._coming = Coming(came, bare, extent)
        self._counting = Counting(spots)
        self._readers = {spot.cell: self._reader(spot) for spot in spots}
        self._view: View | None = None

    def _reader(self, spot: Spot) -> PlaceReader:
        return reader_of(spot, self.album, self._coming, self._counting)

    def place(self, spots: Sequence[Spot]) -> None:
        """Some cells lie at other places from now on. How those look when they are bare is forgotten."""
        for spot in spots:
            if spot.cell not in self._readers or self._readers[spot.cell].spot != spot:
                self._coming.bare.pop(spot.cell, None)
                self._readers[spot.cell] = self._reader(spot)

    # -- learning --------------------------------------------------------------------------------------------

    def begin(self, view: View, looks: Looks) -> None:
        """Learn from the first view, whose looks are known. Cells that ``looks`` leaves out teach nothing."""
        known = [(view.cells[cell], look) for cell, look in looks.items() if cell in view.cells]
        bare = [(seen, look.base) for seen, look in known if not look.pieces]
        for seen, look in known:
            reader = self._readers[seen.cell]
            if not look.pieces:
                self._coming.bare[seen.cell] = (look.base, seen.now)
                if look.base:
                    tile = cut(seen.now, seen.now, reader.scale(seen), FINE, entire=True)
                    self.album.keep(look.base, tile)
            elif len(look.pieces) == 1:
                others = [one.now for one, base in bare if base == look.base and self._alike(one, seen)]
                self.album.keep(look.pieces[0], reader.first(seen, others))

    def _alike(self, one: CellView, other: CellView) -> bool:
        a, b = self._readers[one.cell].spot, self._readers[other.cell].spot
        return (a.kind, a.width, a.height) == (b.kind, b.width, b.height)

    def learn(self, view: View, cell: str, before: CellLook | None, now: CellLook) -> None:
        """Learn from a change that certainly happened."""
        seen = view.cells.get(cell)
        if seen is None:
            return
        reader = self._readers[cell]
        if before is None:
            if len(now.pieces) == 1:
                self.album.keep(now.pieces[0], reader.top(seen))
        elif seen.before is not None:
            self._counting.learn(reader.spot, seen.change, before, now)
            for name, shown, hidden in _changes(seen, before, now):
                self.album.keep(name, reader.cutting(seen, shown, hidden, reader.fills(name)))

    def remember(self, portraits: Mapping[str, Cutting]) -> None:
        """Take over portraits of named pieces, as a contact sheet gives them."""
        for name, cutting in portraits.items():
            self.album.keep(name, cutting)

    def knows(self, cell: str, look: CellLook) -> bool:
        """Whether there are portraits of everything that this look would show in the cell."""
        reader = self._readers[cell]
        return all(reader.knows(name) for name in reader.named(look))

    def unlike(self, patches: Mapping[str, Image], looks: Looks) -> frozenset[str]:
        """The cells that surely do not look as they should (:mod:`vision.recognition.unlike`); learns
        nothing."""
        spots = {cell: reader.spot for cell, reader in self._readers.items()}
        return unlike(patches, looks, spots, self.album.portraits)

    # -- comparing -------------------------------------------------------------------------------------------

    def gone(self, view: View, cell: str, before: CellLook) -> float:
        """ln p(pixels | something else lies in the cell than ``before``) - ln p(pixels | that still does), by
        the card that is read there, in nats; 0 where none is read."""
        seen = view.cells.get(cell)
        if seen is None or not self.knows(cell, before):
            return 0.0
        self._look_at(view)
        return self._readers[cell].gone(seen, before)

    def compare(self, view: View, cell: str, before: CellLook | None, now: CellLook) -> float:
        """ln p(pixels | the cell changed to ``now``) - ln p(pixels | it changed to anything), in nats, not
        clipped. 0 where nothing is known or nothing came."""
        seen = view.cells.get(cell)
        if seen is None or seen.before is None:
            return 0.0
        self._look_at(view)
        reader, known = self._readers[cell], self._coming.occupied(seen, now)
        if before is None:  # nobody knows what lay there, but what lies there now can be seen
            names = reader.named(now)
            return known + reader.says(seen, names[0]) if len(names) == 1 else known
        if len(reader.spot.bases) > 1:
            known += self._coming.extent(seen, before, now)
        for nats in reader.moved(view, seen, before, now):
            known += nats
        found = _changes(seen, before, now)
        if len(found) != 1:
            return known
        name, shown, _ = found[0]
        if shown is seen.now:
            return known + reader.says(seen, name)
        said = reader.says(_backwards(seen), name)
        # a card that lay there need not have left; but if another one lay there, this one did not leave
        return known + (min(0.0, said) if reader.fills(name) else said)

    def _look_at(self, view: View) -> None:
        if view is not self._view:
            self._view = view
            self.album.begin()
            self._coming.begin()

    def left(self, view: View, looks: Looks) -> None:
        """Tell what certainly lay in each cell before a new view. What left one cell may have come to
        another."""
        self._look_at(view)
        for cell, look in looks.items():
            seen = view.cells.get(cell)
            if seen is None or seen.before is None:
                continue
            if not look.pieces:
                self._coming.bare[cell] = (look.base, seen.before)
            elif len(look.pieces) == 1 and seen.change >= 0.03:
                gone = self._readers[cell].left(seen, look.pieces[0])
                if gone is not None:
                    self.album.gone.append((cell, look.pieces[0], gone))


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
