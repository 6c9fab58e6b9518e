"""The map of a second, slow referee, written from the rulebook alone: dictionaries by place, walked in steps.

Squares are (column, row) from the north-west corner of the grid, points likewise; the printed tiles lie in
the columns -1 and ``width``. It shares no code with the game. The box's numbers are typed here again.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

Place = tuple[int, int]
Step = tuple[Place, Place]


@dataclass(frozen=True)
class Box:
    width: int
    height: int
    printed: dict[str, tuple[tuple[str, ...], str]]
    start: str
    zones: str
    lines: tuple[int, ...]
    passage: tuple[int, ...]
    greenland: dict[int, tuple[int, ...]]
    majority: dict[str, tuple[int, ...]]


BOXES = {
    "standard": Box(
        width=12,
        height=10,
        printed={"greenland": (("gl1", "gl2"), "xx/.x/.x"), "passage": (("nw9", "nw10"), "../../xx")},
        start="gl2",
        zones="333322221111",
        lines=(0, 0, 2, 4, 6, 8, 6, 4, 2, 0),
        passage=(13, 10, 7, 4),
        greenland={2: (3,), 3: (7, 3), 4: (10, 7, 3)},
        majority={"franklin": (7, 4, 2, 0), "strait": (11, 5, 2, 0), "mapping": (9, 5, 2, 0)},
    ),
    "sketch": Box(
        width=6,
        height=5,
        printed={"greenland": (("gl1",), ".x/.x"), "passage": (("nw5",), "../xx")},
        start="gl1",
        zones="332211",
        lines=(0, 1, 2, 4, 3, 2, 1),
        passage=(6, 5, 4, 3),
        greenland={2: (4, 2), 3: (4, 2), 4: (4, 2)},
        majority={"franklin": (5, 3, 1, 0), "strait": (5, 3, 1, 0), "mapping": (5, 3, 1, 0)},
    ),
}

SYMBOLS = ("inuit", "cairn", "franklin", "strait")
TABLE = """
xxx/xxx 1 0 0 0 0, xxx/xx. 1 2 1 0 0, xxx/x.x 1 0 0 1 0, xxx/x.. 1 2 1 0 0, xxx/.x. 1 0 1 0 0,
xxx/... 1 0 1 0 0, xx./xx. 1 1 0 0 0, xx./x.x 1 0 0 1 2, xx./x.. 1 1 1 1 0, xx./.xx 1 1 0 0 0,
xx./.x. 1 1 1 1 0, xx./..x 1 0 0 1 2, xx./... 1 1 1 1 0, x.x/x.x 0 0 0 0 1, x.x/x.. 1 0 0 1 2,
x.x/.x. 1 0 0 0 1, x.x/... 1 0 0 0 1, x../x.. 1 0 1 0 0, x../.x. 1 0 0 1 2, x../..x 1 0 0 0 1,
x../... 2 0 1 1 0, .x./.x. 1 0 0 0 0, .x./... 1 0 0 1 0, .../... 1 0 0 0 0, xx/xx 2 0 0 0 0,
xx/x. 8 0 0 0 0, xx/.. 8 0 0 0 0, x./.x 4 0 0 0 0, x./.. 8 0 0 0 0, ../.. 2 0 0 0 0
"""
COPIES = {
    picture + (f":{symbol}" if symbol else ""): int(number)
    for picture, *numbers in (row.split() for row in TABLE.replace("\n", " ").split(","))
    for symbol, number in zip(("", *SYMBOLS), numbers, strict=True)
    if number != "0"
}


def large(kind: str) -> bool:
    return len(kind.partition(":")[0]) == 7


def shapes(kind: str) -> set[tuple[str, int]]:
    """Everything a tile can show: pictures, each with the number of the square that has the symbol.

    Its points are turned and mirrored about the origin, then read off again from the north-west.
    """
    picture, _, symbol = kind.partition(":")
    rows = picture.split("/")
    points = {(2 * x, 2 * y): label for y, row in enumerate(rows) for x, label in enumerate(row)}
    mark = (1, 1)
    found: set[tuple[str, int]] = set()
    for _side in range(2):
        for _turn in range(4):
            found.add(read_off(points, mark if symbol else None))
            points = {(-y, x): label for (x, y), label in points.items()}
            mark = (-mark[1], mark[0])
        points = {(-x, y): label for (x, y), label in points.items()}
        mark = (-mark[0], mark[1])
    return found


def read_off(points: dict[Place, str], mark: Place | None) -> tuple[str, int]:
    west, north = min(x for x, _ in points), min(y for _, y in points)
    rows = [
        "".join(points[place] for place in sorted(points) if place[1] == y)
        for y in sorted({y for _, y in points})
    ]
    half = 0 if mark is None else (mark[0] - west + mark[1] - north - 2) // 2
    return "/".join(rows), half


def kind_that_shows(picture: str, symbol: str) -> str:
    """The class picture comes last in ASCII order of the horizontal ones."""
    wide = [shown for shown, _ in shapes(picture) if shown.count("/") == 1]
    return max(wide) + (f":{symbol}" if symbol else "")


@dataclass
class Sheet:
    """The board with laid tiles: squares of each, its picture, its symbol and where that is."""

    box: Box
    joined: bool
    tiles: list[tuple[tuple[Place, ...], str, str, Place | None]] = field(default_factory=list)

    def place(self, name: str) -> Place:
        letters, number = name.rstrip("0123456789"), int(name.lstrip("abcdefghijklmnopqrstuvwxyz"))
        column = {"nw": -1, "gl": self.box.width}.get(letters)
        return (ord(letters) - ord("a") if column is None else column), number - 1

    def name(self, place: Place) -> str:
        column = {-1: "nw", self.box.width: "gl"}.get(place[0], chr(ord("a") + place[0]))
        return f"{column}{place[1] + 1}"

    def order(self, place: Place) -> Place:
        """Reading order: rows from the north, in a row from the west."""
        return place[1], place[0]

    def grid(self) -> list[Place]:
        return [(x, y) for y in range(self.box.height) for x in range(self.box.width)]

    def printed(self, name: str) -> tuple[Place, ...]:
        return tuple(map(self.place, self.box.printed[name][0]))

    def all_tiles(self) -> Iterator[tuple[tuple[Place, ...], str]]:
        for squares, picture in self.box.printed.values():
            yield tuple(map(self.place, squares)), picture
        yield from ((squares, picture) for squares, picture, _, _ in self.tiles)

    def tile(self, square: Place) -> tuple[Place, ...]:
        """The squares of the tile on a square; none where there is no tile."""
        return next((squares for squares, _ in self.all_tiles() if square in squares), ())

    def labels(self) -> dict[Place, str]:
        known: dict[Place, str] = {}
        for squares, picture in self.all_tiles():
            known.update(labelled(squares, picture))
        return known

    def beside(self, square: Place) -> list[Place]:
        x, y = square
        there = set(self.grid()) | set(self.printed("greenland")) | set(self.printed("passage"))
        return [near for near in ((x, y - 1), (x - 1, y), (x + 1, y), (x, y + 1)) if near in there]

    def agrees(self, squares: tuple[Place, ...], picture: str) -> bool:
        known = self.labels()
        return all(known.get(point, label) == label for point, label in labelled(squares, picture).items())

    def way_is_open(self) -> bool:
        """Walk from Greenland to the Passage, over every edge that is not land at both ends (place.9)."""
        known, seen, todo = self.labels(), set(self.printed("greenland")), list(self.printed("greenland"))
        while todo:
            here = todo.pop()
            for near in self.beside(here):
                inside = self.joined and near in self.tile(here)
                blocked = all(known.get(point) == "x" for point in shared(here, near))
                if near not in seen and (inside or not blocked):
                    seen.add(near)
                    todo.append(near)
        return bool(seen & set(self.printed("passage")))

    def islands(self, squares: tuple[Place, ...], picture: str) -> list[int]:
        """The sizes (in tiles) of the islands that the tile just laid completes."""
        known = self.labels()
        sizes, seen = [], set[Place]()
        for point, label in labelled(squares, picture).items():
            if label == "x" and point not in seen:
                land = self.one_land(point, known)
                seen |= land
                around = {square for corner in land for square in squares_at(corner)}
                around = {square for square in around if self.tile(square) or square in self.grid()}
                tiles = {self.tile(square) for square in around}
                printed = {self.printed("greenland"), self.printed("passage")}
                if () not in tiles and not tiles & printed and len(tiles) > 1:
                    sizes.append(len(tiles))
        return sizes

    def one_land(self, start: Place, known: dict[Place, str]) -> set[Place]:
        found, grown = {start}, True
        while grown:
            grown = False
            for x, y in list(found):
                for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                    along = set(squares_at((x, y))) & set(squares_at(near))
                    if near not in found and known.get(near) == "x" and any(map(self.tile, along)):
                        found.add(near)
                        grown = True
        return found


def corners(square: Place) -> tuple[Place, ...]:
    x, y = square
    return (x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)


def squares_at(point: Place) -> tuple[Place, ...]:
    x, y = point
    return (x - 1, y - 1), (x, y - 1), (x - 1, y), (x, y)


def shared(one: Place, other: Place) -> set[Place]:
    return set(corners(one)) & set(corners(other))


def labelled(squares: Iterable[Place], picture: str) -> dict[Place, str]:
    points = sorted({point for square in squares for point in corners(square)}, key=lambda p: (p[1], p[0]))
    return dict(zip(points, picture.replace("/", ""), strict=True))
