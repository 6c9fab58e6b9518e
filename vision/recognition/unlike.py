"""Cells of a first view that do not look as what should lie there. Pure functions.

Nobody has told how a bare cell or a piece looks on this table. But the game says which cells are bare, and
which hold the same. So the cells are compared with each other. A cell in which nothing is new against the
bare ones is bare. What stands out of a cell that should be bare is a piece, if it looks like one, or if as
many are missing on such ground. A board may be turned: then cells that are bare either way tell how a bare
one looks. What the cells of this very table do not tell apart is left unsaid: a false name costs more than a
fault that is found later."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence, Set
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from vision.objects import COARSE, PATCH, Cutting, cut
from vision.opencv import cv2
from vision.recognition.comparing import nearest, turned
from vision.recognition.exchanged import exchanged
from vision.tuning import number, whole
from vision.types import Image, Looks, Spot, SpotReading

FEW = whole("unlike.few")
"""Fewer cells that should look alike tell nothing."""
_SIDE = whole("unlike.side")
"""Height in pixels of a patch made small, so that print and a pixel of misregistration matter less."""
_INNER = number("unlike.inner")
"""Only this part of a cell is looked at. Its rim shows its neighbours' pieces."""
_OUTLINED = number("unlike.outlined")
"""The same where larger cells are held against it: its outline is no part of them."""
_ENOUGH = whole("unlike.enough")
"""A cell is compared with at most so many bare ones. More tell nothing new, and take time."""
_MANY = whole("unlike.many")
"""Of so many bare cells one may be wrong itself, so that one alone is not believed."""
_LEAST = number("unlike.least")
"""Square pitches that must be new in a cell before it counts."""
_GRAIN = number("unlike.grain")
"""Bare cells of one print differ by at least so many steps of a log picture (1.25 % each)."""
_USUAL, _SPREAD = whole("unlike.usual"), number("unlike.spread")
"""This percentile of the bare cells says by how much they differ on this table, because in some of them a
neighbour leans in; but no more than so many times their median, because in some of them a piece may stand."""
_PRINTED = number("unlike.printed")
"""Bare cells that differ by more are too unlike each other to tell what a bare cell is."""
_BARE = number("unlike.bare")
"""What is new in a cell counts as nothing up to so many times the difference of bare cells. On the
simulated tables of four games 78 of 81 cells whose piece was missing were below 1.7, and cells whose piece
was there above 2.7."""
_BETWEEN = number("unlike.between")
"""A piece that stands out by less than so many times the difference of bare cells cannot be told from the
ground."""
_UNSURE = number("unlike.unsure")
"""If that is true of more than this share of the cells that look bare, no piece is called missing."""
_STANDS_OUT = number("unlike.stands_out")
"""Steps by which something in a bare cell must stand out to be looked at."""
_CLEAR = number("unlike.clear")
"""What may be a piece stands out at least by this part of what the faintest piece on such ground does."""
_SAME = number("unlike.same")
"""Two cuttings at a smaller distance (:mod:`vision.recognition.comparing`) surely show one piece. The same
piece elsewhere is 0.17 to 0.55 apart, another one 0.62 to 0.95; print that stands out was at least 0.43 from
any piece."""

Small = NDArray[np.uint8]


def unlike(
    patches: Mapping[str, Image],
    looks: Looks,
    spots: Mapping[str, Spot],
    portraits: Mapping[str, Sequence[Cutting]],
) -> frozenset[str]:
    """The cells that do not look as ``looks`` says. ``patches``: a log picture of each cell and a margin
    round it; ``portraits``: of the box, by name."""
    alike = _alike([cell for cell in sorted(looks) if cell in patches], spots)
    steady = _steady(looks, spots)
    shapes = [_Shape(cells, patches, looks, spots, steady) for cells in alike]
    wrong = {cell for shape in shapes for cell in shape.as_others()}
    wrong |= {cell for [cell, *more] in alike if not more and _is_bare(cell, patches, looks, spots)}
    single = {cell: cutting for shape in shapes for cell, cutting in shape.single(wrong).items()}
    odd = {cell: cutting for shape in shapes for cell, cutting in shape.standing_out(wrong).items()}
    figures = {name: [one for one in some if one.size == COARSE] for name, some in portraits.items()}
    known = [*single.values(), *chain.from_iterable(figures.values())]
    missing = Counter(looks[cell].base for cell in wrong if looks[cell].pieces)
    clear = {cell for shape in shapes for cell in shape.as_clear_as_pieces(odd.keys(), single.keys())}
    more = Counter(looks[cell].base for cell in clear)
    wrong |= {
        cell
        for cell, cutting in odd.items()
        if (cell in clear and more[looks[cell].base] <= missing[looks[cell].base])
        or _nearest(cutting, known) < _SAME
    }
    return frozenset(wrong | exchanged(single, looks, spots, figures))


def _steady(looks: Looks, spots: Mapping[str, Spot]) -> frozenset[str]:
    """The cells whose expected look is the same however the board is turned. A board that was set up turned
    looks right in them."""
    board = {cell: spot for cell, spot in spots.items() if spot.kind != "slot"}
    if not board:
        return frozenset(looks)
    xs, ys = ([getattr(spot, axis) for spot in board.values()] for axis in "xy")
    x0, y0 = (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2
    lies = {cell: complex(spot.x - x0, spot.y - y0) for cell, spot in board.items()}
    at = {_rounded(place): cell for cell, place in lies.items()}
    turns = [{cell: at.get(_rounded(place * turn)) for cell, place in lies.items()} for turn in (1j, -1, -1j)]
    whole = [turn for turn in turns if None not in turn.values()]
    return frozenset(
        cell for cell in looks if all(looks.get(turn.get(cell, cell)) == looks[cell] for turn in whole)
    )


def _rounded(place: complex) -> tuple[int, int]:
    """A place in hundredths of a pitch."""
    return round(100 * place.real), round(100 * place.imag)


def _alike(cells: Sequence[str], spots: Mapping[str, Spot]) -> list[list[str]]:
    """The cells of one outline and size, for each."""
    alike: dict[object, list[str]] = defaultdict(list)
    for cell in cells:
        alike[spots[cell].kind, _size(spots[cell])].append(cell)
    return list(alike.values())


def _is_bare(cell: str, patches: Mapping[str, Image], looks: Looks, spots: Mapping[str, Spot]) -> bool:
    """Whether a cell that no other has the outline and size of, and in which a piece should be, looks in its
    middle as larger bare cells do in theirs."""
    look, spot, size = looks[cell], spots[cell], _size(spots[cell])
    larger = [
        other
        for other in sorted(looks)
        if other in patches
        and not looks[other].pieces
        and looks[other].base == look.base
        and spots[other].kind == spot.kind
        and min(_size(spots[other])) > max(size)
    ]
    if not look.pieces or len(larger) < FEW:
        return False
    shape = _shape(spot)
    middles = {other: _middle(patches[other], _size(spots[other]), size) for other in larger}
    pictures = {other: _small(part, shape) for other, part in middles.items()}
    bare = _Bare(larger, pictures, _inside(spot.kind, shape, _OUTLINED))
    return bare.bound <= _PRINTED and bare.new(cell, _small(patches[cell], shape)) <= _BARE * bare.bound


def _middle(patch: Image, size: tuple[float, float], part: tuple[float, float]) -> Image:
    """The middle of the patch of a cell: as much as the patch of a smaller one shows."""
    height, width = patch.shape[:2]
    wide, high = round(width * part[0] / size[0]), round(height * part[1] / size[1])
    top, left = (height - high) // 2, (width - wide) // 2
    return patch[top : top + high, left : left + wide]


def _nearest(cutting: Cutting, known: Sequence[Cutting]) -> float:
    """The distance to the most similar of them."""
    turns = turned(cutting)
    return nearest(cutting, turns, known)


class _Bare:
    """Bare cells that should look alike."""

    def __init__(
        self, cells: Sequence[str], pictures: Mapping[str, Small], inside: NDArray[np.bool_]
    ) -> None:
        near = np.ones((3, 3), np.uint8)
        self.cells = cells[:: -(-len(cells) // _ENOUGH)]
        self._inside = inside
        self._pictures = np.array([pictures[cell] for cell in self.cells])
        self._low = np.array([cv2.erode(pictures[cell], near) for cell in self.cells])
        self._high = np.array([cv2.dilate(pictures[cell], near) for cell in self.cells])
        scores = [self.new(cell, pictures[cell]) for cell in self.cells]
        self.usual = float(np.percentile(scores, _USUAL))
        self.bound = max(_GRAIN, min(self.usual, _SPREAD * float(np.median(scores))))

    def _apart(self, cell: str, picture: Small) -> tuple[NDArray[np.uint8], int, list[int]]:
        """For every pixel: how far it is from each other cell. Then which of these counts, from the nearest
        on, and the numbers of the other cells."""
        others = [index for index, other in enumerate(self.cells) if other != cell]
        wide = np.broadcast_to(picture, self._low[others].shape)
        above, below = cv2.subtract(wide, self._high[others]), cv2.subtract(self._low[others], wide)
        beyond = np.asarray(cv2.max(above, below)).reshape(wide.shape)
        largest = np.maximum(np.maximum(beyond[..., 0], beyond[..., 1]), beyond[..., 2])
        return largest, 1 if len(others) >= _MANY else 0, others

    def new(self, cell: str, picture: Small) -> float:
        """By how many steps what is new in a cell differs from all the others, pixel by pixel."""
        beyond, rank, _ = self._apart(cell, picture)
        least = np.partition(beyond[:, self._inside], rank, axis=0)[rank]
        return float(np.sort(least)[-1 - round(_LEAST * (_SIDE / PATCH) ** 2)])

    def holds(self, cell: str, picture: Small) -> bool:
        """Whether a cell may be one of them."""
        return self.new(cell, picture) < _BETWEEN * self.bound

    def ground(self, cell: str, picture: Small) -> Small:
        """The ground of the cell, pixel by pixel from the other bare cells that come near its picture."""
        beyond, rank, others = self._apart(cell, picture)
        which = np.argpartition(beyond, rank, axis=0)[rank]
        return np.asarray(np.take_along_axis(self._pictures[others], which[None, :, :, None], 0)[0], np.uint8)


class _Shape:
    """Cells of one outline and size."""

    def __init__(
        self,
        cells: Sequence[str],
        patches: Mapping[str, Image],
        looks: Looks,
        spots: Mapping[str, Spot],
        steady: Collection[str],
    ) -> None:
        """``steady``: cells that look the same however the board is turned."""
        self._looks, self._spots, self._cells = looks, spots, cells
        shape = _shape(spots[cells[0]])
        self._pictures = {cell: _small(patches[cell], shape) for cell in cells}
        inside, kinds = _inside(spots[cells[0]].kind, shape), defaultdict[str, list[str]](list)
        for cell in cells:
            if not looks[cell].pieces:
                kinds[looks[cell].base].append(cell)
        self._bare = {
            base: self._reference(some, steady, inside) for base, some in kinds.items() if len(some) >= FEW
        }
        self._new = {
            (cell, base): bare.new(cell, picture)
            for base, bare in self._bare.items()
            for cell, picture in self._pictures.items()
        }

    def _reference(self, bare: Sequence[str], steady: Collection[str], inside: NDArray[np.bool_]) -> _Bare:
        """The cells that should be bare; if they are too unlike each other, those that surely are on a board
        that may be turned, and what looks like them."""
        every = _Bare(bare, self._pictures, inside)
        surely = [cell for cell in bare if cell in steady]
        if every.usual <= _PRINTED or len(surely) < _MANY:
            return every
        core = _Bare(surely, self._pictures, inside)
        alike = [cell for cell in bare if cell in surely or core.holds(cell, self._pictures[cell])]
        return _Bare(alike, self._pictures, inside)

    def as_others(self) -> set[str]:
        """Cells that look like bare cells which they should not look like."""
        told = [base for base, bare in self._bare.items() if bare.bound <= _PRINTED]
        return {cell for base in told for cell in (*self._missing(base), *self._others(base))}

    def _missing(self, base: str) -> list[str]:
        """The cells with this base whose piece is missing; none where pieces hardly stand out, so that too
        many cells look neither bare nor laid."""
        bound, looks = self._bare[base].bound, self._looks
        laid = [cell for cell in self._cells if looks[cell].pieces and looks[cell].base == base]
        bare = [cell for cell in laid if self._new[cell, base] <= _BARE * bound]
        unsure = sum(_BARE * bound < self._new[cell, base] < _BETWEEN * bound for cell in laid)
        return bare if unsure <= _UNSURE * len(bare) else []

    def _others(self, base: str) -> list[str]:
        """The cells that look like bare ones with this base, and should not."""
        bound = self._bare[base].bound
        return [cell for cell in self._cells if self._new[cell, base] <= bound and self._is_no(cell, base)]

    def _is_no(self, cell: str, base: str) -> bool:
        """Whether another base should lie in the cell, and bare cells with that one look otherwise."""
        look = self._looks[cell]
        if look.base == base or look.pieces or look.base not in self._bare:
            return look.base != base
        return self._new[cell, look.base] > _BETWEEN * self._bare[look.base].bound

    def single(self, but: Collection[str]) -> dict[str, Cutting]:
        """What lies in the cells where only one thing stands."""
        found = {
            cell: self._cutting(cell)
            for cell in self._cells
            if len(self._looks[cell].pieces) == 1 and cell not in but and self._stand(cell)
        }
        return {cell: cutting for cell, cutting in found.items() if cutting is not None}

    def standing_out(self, but: Collection[str]) -> dict[str, Cutting]:
        """What lies in cells that should be bare and do not look so. A cell is left out if fewer than ``FEW``
        cells may hold the same, because it has a print of its own."""
        kinds = defaultdict[object, list[str]](list)
        for cell in self._cells:
            spot, look = self._spots[cell], self._looks[cell]
            if not look.pieces and look.base in self._bare and self._stand(cell) and cell not in but:
                kinds[spot.bases, spot.stacks, look.base].append(cell)
        found = {
            cell: self._cutting(cell)
            for cells in kinds.values()
            for cell in cells
            if len(cells) >= FEW and self._stands_out(cell)
        }
        return {cell: cutting for cell, cutting in found.items() if cutting is not None}

    def as_clear_as_pieces(self, odd: Set[str], single: Set[str]) -> set[str]:
        """Those of the odd cells that stand out about as much as the faintest piece on the same ground. Print
        stands out less."""
        ground = {
            cell: self._looks[cell].base for cell in self._cells if self._looks[cell].base in self._bare
        }
        faintest: dict[str, float] = {}
        for cell in single & ground.keys():
            base = ground[cell]
            faintest[base] = min(self._new[cell, base], faintest.get(base, np.inf))
        return {
            cell
            for cell in odd & ground.keys()
            if self._new[cell, ground[cell]] >= _CLEAR * faintest.get(ground[cell], 0.0)
        }

    def _stand(self, cell: str) -> bool:
        """Whether pieces stand there that can each be seen by itself."""
        return self._spots[cell].reading is SpotReading.PIECES

    def _stands_out(self, cell: str) -> bool:
        base = self._looks[cell].base
        return self._new[cell, base] > max(_STANDS_OUT, _BETWEEN * self._bare[base].bound)

    def _cutting(self, cell: str) -> Cutting | None:
        """What is in the cell and not in the bare ones."""
        bare = self._bare.get(self._looks[cell].base)
        if bare is None:
            return None
        picture = self._pictures[cell]
        return cut(picture, bare.ground(cell, picture), _SIDE / (PATCH * self._spots[cell].height), COARSE)


def _inside(kind: str, shape: tuple[int, int], part: float = _INNER) -> NDArray[np.bool_]:
    """The pixels of a small picture that are looked at: this part of a side."""
    mask = np.zeros(shape, np.uint8)
    high, wide = (round(pixels / PATCH * part / 2) for pixels in shape)
    middle = (shape[1] // 2, shape[0] // 2)
    if kind == "hex":
        cv2.circle(mask, middle, min(high, wide), 1, -1)
    else:
        mask[middle[1] - high : middle[1] + high, middle[0] - wide : middle[0] + wide] = 1
    return mask > 0


def _size(spot: Spot) -> tuple[float, float]:
    """Width and height as seen on the map."""
    return (spot.height, spot.width) if spot.turn % 2 else (spot.width, spot.height)


def _shape(spot: Spot) -> tuple[int, int]:
    """Height and width of the spot's picture made small."""
    width, height = _size(spot)
    return _SIDE, round(_SIDE * width / height)


def _small(patch: Image, shape: tuple[int, int]) -> Small:
    shrunk = cv2.resize(patch, shape[::-1], interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.blur(shrunk, (3, 3)), np.uint8)
