"""Contact sheets: all faces of one size, laid out in a grid over the board, each in a place of its own.

A game's zones tell which faces there are: all that may lie in a slot that a camera watches, and does not lie
there when the game is set up. What the set-up shows is learned from the set-up."""

from __future__ import annotations

from collections.abc import Sequence
from math import floor

from companion.referee import tuning
from companion.rules.contract import CellId, Lamp, Reading, Setup, Zone, ZoneKind
from companion.rules.optional import Printing
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame

Sheet = tuple[Zone, ...]
"""One place for each face, in rows from the top left of the board; its face is the only piece of its stacks
(:func:`face_of`)."""

MOST = tuning.whole("sheets.most")
"""Most sheets of one game."""
GAP = tuning.number("sheets.gap")
"""Pitches between two faces, as room for fingers and so that the table is seen between them."""


def sheets_of(game: AnyGame, setup: Setup) -> tuple[Sheet, ...]:
    """The sheets of a game, at most ``MOST``. Without a board they are laid out over the square
    that holds all watched places."""
    zones = game.zones(setup)
    board = _extent([zone for zone in zones if zone.kind is not ZoneKind.SLOT])
    if board is None:
        around = _extent([zone for zone in zones if zone.reading.watched])
        if around is None:
            return ()
        reach = max(map(abs, around))
        board = -reach, -reach, reach, reach
    shown = {piece for look in game.looks(game.initial(setup)).values() for piece in look.pieces}
    sheets: list[Sheet] = []
    for (width, height, reading), faces in _faces(zones).items():
        wanted = [face for face in faces if face not in shown]
        columns, rows = _room(board[2] - board[0], width), _room(board[3] - board[1], height)
        most = columns * rows
        for first in range(0, len(wanted) if most else 0, max(1, most)):
            number = len(sheets)
            some = wanted[first : first + most]
            sheets.append(_laid_out(number, some, columns, (width, height), board, reading))
    return tuple(sheets[:MOST])


def face_of(zone: Zone) -> PosedPiece:
    """The face for which a place of a sheet is made."""
    return zone.stacks[-1][0]


def printed_on(game: AnyGame, setup: Setup) -> dict[str, tuple[Lamp, ...]]:
    """What is printed on cards, as lamps show it: those with arrows that chance opens first, and those of
    which the game tells it. People know a card by its print, not by the name that a game gives it."""
    state = game.initial(setup)
    before = {piece for look in game.looks(state).values() for piece in look.pieces}
    found = dict(game.printed()) if isinstance(game, Printing) else {}
    for outcome, _ in game.outcomes(state):
        after = game.after_chance(state, outcome).state
        new = {piece for look in game.looks(after).values() for piece in look.pieces} - before
        lamps = tuple(lamp for lamp in game.lamps(after) if lamp.colour)
        if len(new) == 1 and any(lamp.pattern != "steady" for lamp in lamps):
            found[new.pop()] = lamps
    return found


def _faces(zones: Sequence[Zone]) -> dict[tuple[float, float, Reading], list[PosedPiece]]:
    """The faces that may lie where only the top is seen, by the size of these places and how they are read.
    Each face comes once for a size and reading, however it is turned."""
    found: dict[tuple[float, float, Reading], dict[PosedPiece, None]] = {}
    for zone in zones:
        if zone.reading.piled:
            pieces = (PosedPiece(piece.name) for stack in zone.stacks for piece in stack)
            found.setdefault((zone.width, zone.height, zone.reading), {}).update(dict.fromkeys(pieces))
    return {size: list(faces) for size, faces in found.items()}


def _extent(zones: Sequence[Zone]) -> tuple[float, float, float, float] | None:
    """Left, bottom, right and top of the board in pitches."""
    if not zones:
        return None
    return (
        min(zone.x - zone.width / 2 for zone in zones),
        min(zone.y - zone.height / 2 for zone in zones),
        max(zone.x + zone.width / 2 for zone in zones),
        max(zone.y + zone.height / 2 for zone in zones),
    )


def _room(whole: float, one: float) -> int:
    """How many of size ``one`` fit beside each other into ``whole``, with a gap between two."""
    return floor((whole + GAP) / (one + GAP) + 1e-6)


def _laid_out(
    number: int,
    faces: Sequence[PosedPiece],
    columns: int,
    size: tuple[float, float],
    board: tuple[float, float, float, float],
    reading: Reading,
) -> Sheet:
    left, _, right, top = board
    width, height = size
    margin = ((right - left) - columns * (width + GAP) + GAP) / 2
    return tuple(
        Zone(
            CellId(f"sheet{number + 1}:{index // columns}:{index % columns}"),
            left + margin + width / 2 + (index % columns) * (width + GAP),
            top - height / 2 - (index // columns) * (height + GAP),
            width,
            height,
            ZoneKind.SLOT,
            0,
            ("",),
            ((), (face,)),
            reading,
        )
        for index, face in enumerate(faces)
    )
