"""Pictures of tiles in words: how large a tile is, on which of its points there is land, and its symbol."""

from __future__ import annotations

from companion.games.northwest.pictures import LAND, is_picture, is_small

_POINTS = {
    (2, 2): ("north-west", "north-east", "south-west", "south-east"),
    (2, 3): ("north-west", "north", "north-east", "south-west", "south", "south-east"),
    (3, 2): ("north-west", "north-east", "west", "east", "south-west", "south-east"),
}
"""What the points are called, by the number of rows and columns."""


def in_words(word: str) -> str:
    """``x../...:cairn`` as ``(large; land: north-west; cairn)``; "" for what is no picture of a tile. Of land
    and sea the one is named of which there is less."""
    picture, _, symbol = word.partition(":")
    if not is_picture(picture):
        return ""
    rows = picture.split("/")
    points = dict(zip(_POINTS[len(rows), len(rows[0])], "".join(rows), strict=True))
    land = [name for name, what in points.items() if what == LAND]
    sea = [name for name in points if name not in land]
    shore = f"land: {', '.join(land)}" if len(land) <= len(sea) else f"sea: {', '.join(sea)}"
    shown = shore if land and sea else "all land" if land else "open sea"
    size = "small" if is_small(picture) else "large"
    return f"({'; '.join(part for part in (size, shown, symbol) if part)})"
