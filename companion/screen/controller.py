"""Everything the screen needs from the app, and nothing it could get for itself.

All methods are called from Kivy's main thread and must return at once; long work (opening a camera) goes on
elsewhere and is told through the values below and ``subscribe``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from companion.locale import Message
from companion.ports.choices import CameraOption, Lessons, Point, TableChoice
from companion.ports.first_start import FirstStart
from companion.referee.events import Event
from companion.referee.exhibit import Exhibit
from companion.referee.places import Places
from companion.referee.view import TableView
from companion.rules.draft import Draft
from companion.rules.registry import AnyGame
from companion.screen.keeping import (
    BackupsPort,
    KeeperPort,
    KeptMatch,
    MachinePort,
    SoundPort,
    TrialsPort,
    UpdatesPort,
)
from vision.types import Preview


class Controller(Protocol):
    """The app as the screen sees it."""

    @property
    def keeper(self) -> KeeperPort: ...
    @property
    def machine(self) -> MachinePort: ...
    @property
    def backups(self) -> BackupsPort: ...
    @property
    def updates(self) -> UpdatesPort: ...
    @property
    def trials(self) -> TrialsPort: ...
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

    def open_lesson(self, game: str, camera: str) -> None:
        """Begin the lesson of a game at the real table, before this camera. Nothing of it is kept, except
        what the camera learns of the box. Raises ControllerError; then there is no table."""
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

    # pictures of the rulings at the open table
    def exhibits(self) -> tuple[Exhibit, ...]:
        """The rulings of which pictures are kept, the oldest first."""
        ...

    def kept_picture(self, digest: str) -> bytes | None:
        """A picture of an exhibit as JPEG; None if it is gone or damaged."""
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
