"""Everything the screen needs from the app, and nothing it could get for itself.

All methods are called from Kivy's main thread and must return at once; long work (opening a camera) goes on
elsewhere and is told through the values below and ``subscribe``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from companion.referee.events import Event
from companion.referee.places import Places
from companion.referee.view import Message, TableView
from companion.rules.contract import CellId, OptionValue
from companion.rules.draft import Draft
from companion.rules.registry import AnyGame
from companion.screen.first_start_port import FirstStart
from companion.screen.keeping import KeeperPort, KeptMatch, MachinePort, SoundPort
from vision.types import Preview

Point = tuple[float, float]


class ControllerError(Exception):
    """What was asked for cannot be done; ``text`` is one sentence that says what to do."""

    def __init__(self, text: Message) -> None:
        self.text = text
        super().__init__(text.key.format(**dict(text.facts)))


@dataclass(frozen=True, slots=True)
class CameraOption:
    """A camera that can be chosen. ``source``: as for ``vision.sources.open_source`` (``usb:0``, ``pi``,
    ``http://...``); "" is no camera at all: everything is entered by touch."""

    source: str
    label: Message


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


class Controller(Protocol):
    """The app as the screen sees it."""

    @property
    def keeper(self) -> KeeperPort: ...
    @property
    def machine(self) -> MachinePort: ...
    @property
    def sound(self) -> SoundPort: ...

    # what can be chosen
    def games(self) -> Mapping[str, AnyGame]:
        """Installed games by their id."""
        ...

    def owner_draft(self, game: str) -> Draft:
        """The edition of a game as far as its owner has confirmed or corrected it. Raises ControllerError."""
        ...

    def save_edition(self, game: str, draft: Draft) -> str:
        """Write it as the owner's edition and play by it from now on; returns where it is. Raises
        ControllerError, and changes nothing, if its values do not fit together."""
        ...

    def electronic_sources(self, game: str) -> tuple[str, ...]:
        """The chance sources of a game that the machine can draw; empty if there are none."""
        ...

    def cameras(self) -> tuple[CameraOption, ...]:
        """Cameras to choose from, the proposed one first; always contains the one without a camera."""
        ...

    def broker(self) -> str:
        """The configured address for the broadcast; "" if there is none, so that it cannot be switched on."""
        ...

    def page(self) -> str:
        """The address of the spectators' page of the open table, with a query; "" if there is none."""
        ...

    def replay(self) -> str:
        """The address at which the match that is over can be replayed; "" if there is none (yet)."""
        ...

    def unfinished(self) -> tuple[KeptMatch, ...]:
        """Matches of installed games that were not played to their end, the newest first. Raises
        ControllerError."""
        ...

    def unknown(self) -> int:
        """How many unfinished matches :meth:`unfinished` leaves out because their games are not installed.
        Raises ControllerError."""
        ...

    def first_start(self) -> FirstStart:
        """The set-up of a new installation."""
        ...

    def remember_language(self, language: str) -> None:
        """The language was changed; start with it next time."""
        ...

    # one table at a time
    def open_table(self, choice: TableChoice) -> None:
        """Begin a match. Raises ControllerError; then there is no table."""
        ...

    def resume_table(self, match: str, camera: str, broadcast: bool) -> None:
        """Take up an unfinished match where it was. Raises ControllerError."""
        ...

    def leave_table(self) -> None:
        """Stop the session, camera and broadcast of the table. An unfinished match can be resumed."""
        ...

    def send(self, event: Event) -> None:
        """Put an event on the session's queue; nothing happens without a table."""
        ...

    def view(self) -> TableView | None:
        """The newest view; None without a table."""
        ...

    def names(self) -> Mapping[str, str]:
        """The names of the people at the open table, by their seats. People without a name are left out."""
        ...

    def troubles(self) -> tuple[Message, ...]:
        """What is wrong outside the session (broadcast, lamps, camera process), one sentence each."""
        ...

    def subscribe(self, changed: Callable[[], None]) -> None:
        """``changed`` is called, from any thread, whenever one of the values here may have changed. It only
        sets a mark and returns at once. There is one subscriber, the screen."""
        ...

    # the camera of the open table
    def ask_preview(self, on: bool) -> None:
        """Start or stop sending small pictures."""
        ...

    def preview(self) -> Preview | None:
        """The newest small picture; None while there is none."""
        ...

    def set_corners(self, corners: tuple[Point, Point, Point, Point]) -> None:
        """Tell where the corners of the printed board are, in pixels of the newest preview: clockwise from
        the top left of the game's map. On the table plane they are the corners of the smallest rectangle
        round all zones that are not slots."""
        ...

    def places(self) -> Places:
        """Where the owner keeps what lies beside the board. It is remembered with the box."""
        ...

    def set_places(self, places: Places) -> None:
        """Keep it at these places from now on. Raises ControllerError, and changes nothing, if the camera
        would have nothing left to watch."""
        ...

    def show_sheets(self) -> None:
        """From now on contact sheets lie on the table, not the game."""
        ...

    def take_sheet(self, number: int) -> None:
        """Take the picture of the cleared board (0) or of a contact sheet (from 1)."""
        ...

    def end_sheets(self, ready: bool) -> None:
        """The game lies on the table again. ``ready``: it lies as the screen shows it; then it is looked at
        once, and ``lessons`` says if something is in the way."""
        ...

    def lessons(self) -> Lessons: ...

    # after the game
    def save_match(self) -> str:
        """Write the match file of the open table; returns where it is. Raises ControllerError."""
        ...
