"""What people choose for a table, and what the app can offer them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from companion.locale import Message
from companion.rules.contract import CellId, OptionValue

Point = tuple[float, float]


@dataclass(frozen=True, slots=True)
class CameraOption:
    """A camera that can be chosen. ``source``: as for ``vision.sources.open_source`` (``usb:0``, ``pi``,
    ``http://...``); "" is no camera at all: everything is entered by touch. ``simulated``: it watches
    simulated people."""

    source: str
    label: Message
    simulated: bool = False


@dataclass(frozen=True, slots=True)
class TableChoice:
    """What the people at the table want to play, and how it is watched.

    ``electronic``: chance sources (as in ``rules.contract.Chance``) drawn by the machine with a sealed seed;
    the others are physical, and seen or entered by touch. ``players``: ids of those whose name is kept, by
    their seats.
    """

    game: str
    seats: tuple[str, ...]
    options: Mapping[str, OptionValue]
    camera: str = ""
    electronic: frozenset[str] = frozenset()
    broadcast: bool = False
    players: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Lessons:
    """What the camera was shown of a box. This is optional, because it learns the pieces while people play.

    ``on``: whether contact sheets (:mod:`companion.referee.sheets`) are being shown, so that what lies on the
    table is not the game. ``taken``: which pictures were taken: 0 the cleared board, 1 the first sheet, and
    so on. ``missing``: places of the sheets that did not show their face. ``known``: whether some pieces are
    known, from sheets or from an earlier game. ``busy``: whether a picture is being taken. ``messages``: what
    is wrong with the last picture."""

    on: bool = False
    taken: frozenset[int] = frozenset()
    missing: frozenset[CellId] = frozenset()
    known: bool = False
    busy: bool = False
    messages: tuple[Message, ...] = ()
