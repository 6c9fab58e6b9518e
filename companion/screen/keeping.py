"""What stays from one evening to the next, as the screen sees it: settings, matches, what is stored.

As in :mod:`companion.screen.controller`: called from Kivy's main thread, and must return at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from companion.locale import Message, Texts
from companion.owner.players import Player
from companion.owner.preferences import Preferences
from companion.owner.results import Result
from companion.rules.contract import OptionValue
from companion.rules.registry import AnyGame


@dataclass(frozen=True, slots=True)
class KeptMatch:
    """A match of the journal. ``match``: its number. ``entries``: how many. ``started``: local date and time,
    ready to be shown. ``names``: seats and the names of the people in them, where they have one."""

    match: str
    game: str
    seats: tuple[str, ...]
    entries: int
    started: str
    names: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Stored:
    """A kind of thing that the program keeps. ``kind``: for :meth:`Keeper.delete_stored`. ``bytes``: on the
    disk."""

    kind: str
    label: Message
    place: str
    bytes: int


class KeeperPort(Protocol):
    """Settings, matches and files."""

    def preferences(self) -> Preferences:
        """The preferences as they are now."""
        ...

    def prefer(self, preferences: Preferences) -> None:
        """Keep these preferences."""
        ...

    def preferences_trouble(self) -> Message | None:
        """Why the next evening will not know the preferences of this one; None while it will."""
        ...

    def players(self) -> tuple[Player, ...]:
        """Everybody whose name is kept, by name."""
        ...

    def players_trouble(self) -> Message | None:
        """What is wrong with the file of the players, and what becomes of it; None while all is well."""
        ...

    def keep_player(self, player: Player) -> Player:
        """Keep a new name, or a changed one. Raises ControllerError."""
        ...

    def delete_player(self, player: str) -> None:
        """Forget a name, in old matches too."""
        ...

    def seated(self, match: str) -> Mapping[str, str]:
        """Which player (by id) sat in which seat of a match. Raises ControllerError."""
        ...

    def names(self, seated: Mapping[str, str]) -> Mapping[str, str]:
        """The names of these players, by their seats. Players without a name are left out."""
        ...

    def results(self) -> Iterator[Result]:
        """The results of matches that are over and had people with names, the newest first. Reading takes
        long, so ask from a thread of your own. Raises ControllerError."""
        ...

    def finished(self) -> tuple[KeptMatch, ...]:
        """Matches of installed games that are over, the newest first. Raises ControllerError."""
        ...

    def options(self, match: str) -> Mapping[str, OptionValue]:
        """The options with which a match was begun, for another one like it. Raises ControllerError."""
        ...

    def match_text(self, match: str) -> str:
        """A match as a match file, without secrets. Raises ControllerError."""
        ...

    def game_of(self, match: str) -> AnyGame:
        """The game of a match, by the edition with which it was begun. Raises ControllerError."""
        ...

    def audit(self, match: str) -> Message:
        """Whether the sealed decks of a match that is over drew what had been sealed. Raises ControllerError
        if that cannot be checked."""
        ...

    def delete_match(self, match: str) -> None:
        """Delete a match for good. Raises ControllerError; the match of the open table stays."""
        ...

    def sticks(self) -> tuple[str, ...]:
        """Names of USB sticks and cards to which files can be copied."""
        ...

    def export(self, match: str, stick: str = "") -> str:
        """Write the match file onto a stick, or ("") into the program's own folder; returns where it is.
        Raises ControllerError."""
        ...

    def keep_picture(self, match: str, png: bytes, stick: str = "") -> str:
        """Keep a picture of the end of a match; returns where it is. Raises ControllerError."""
        ...

    def stored(self) -> tuple[Stored, ...]:
        """What is kept on this machine."""
        ...

    def delete_stored(self, kind: str) -> None:
        """Delete all of a kind, for good. Raises ControllerError."""
        ...


class BackupsPort(Protocol):
    """All that is kept, in one file on a stick and back."""

    @property
    def said(self) -> tuple[Message, ...]:
        """What became of the last one, or that it is being written; nothing if there was none."""
        ...

    @property
    def restored(self) -> bool:
        """Whether the program must begin anew, as a backup waits to be put in place."""
        ...

    def write(self) -> None:
        """Begin to write a backup to the stick that is plugged in, and to try it."""
        ...

    def found(self) -> tuple[str, ...]:
        """Backups on the sticks that are plugged in."""
        ...

    def restore(self, file: str) -> None:
        """Begin to unpack one of them, and to try it; no table may be open."""
        ...


@dataclass(frozen=True, slots=True)
class Offer:
    """Another version of the program. ``newer``: it is on a stick, and newer than the one that runs.
    ``request``: what the helper is asked for."""

    label: Message
    request: Mapping[str, str]
    newer: bool = False


class UpdatesPort(Protocol):
    """Other versions of the program."""

    @property
    def said(self) -> Message | None:
        """What became of the last one, or that it is being installed; None if there was none."""
        ...

    @property
    def trouble(self) -> Message | None:
        """That the version before runs again, for a day; else None."""
        ...

    def offers(self) -> tuple[Offer, ...]:
        """What can be installed or gone back to."""
        ...

    def begin(self, offer: Offer) -> None:
        """Begin with one of them; the table starts anew by itself. Raises ControllerError."""
        ...


@dataclass(frozen=True, slots=True)
class DeviceTrial:
    """A device that is being tried. ``lines``: what was measured. ``ask``: what somebody must do, and then
    answer. ``over``: its owner may say whether it works. Texts are in the language of the screen."""

    part: str = ""
    lines: tuple[str, ...] = ()
    ask: str = ""
    over: bool = False


class TrialsPort(Protocol):
    """Each device tried by itself."""

    @property
    def now(self) -> DeviceTrial:
        """What is being tried."""
        ...

    def results(self) -> Mapping[str, bool]:
        """Which devices work, as their owner has said."""
        ...

    def begin(self, part: str, texts: Texts) -> None:
        """Begin to try a device: ``lamps``, ``buttons``, ``pads``, ``base``, ``sound`` or ``camera``."""
        ...

    def answer(self) -> None:
        """What was asked for is done."""
        ...

    def leave(self) -> None:
        """Let go of the device, soon."""
        ...

    def rule(self, part: str, works: bool, said: tuple[str, ...]) -> None:
        """Its owner says whether it works. ``said``: what was measured. Raises ControllerError."""
        ...


class SoundPort(Protocol):
    """What is heard of the table."""

    @property
    def trouble(self) -> Message | None:
        """Why nothing is heard; None while all is well."""
        ...

    def sample(self) -> None:
        """Play a sample with the preferences as they are now."""
        ...


class MachinePort(Protocol):
    """The machine under the screen."""

    def dims(self) -> bool:
        """Whether the brightness of the panel can be set."""
        ...

    def dim(self, percent: int) -> None:
        """Set the brightness; 0 is dark."""
        ...

    def may_end(self) -> bool:
        """Whether this machine can be shut down and restarted from here."""
        ...

    def shut_down(self) -> bool:
        """Shut the machine down; returns whether the system agreed."""
        ...

    def restart(self) -> bool:
        """Restart the machine; returns whether the system agreed."""
        ...

    def versions(self) -> tuple[tuple[str, str, str], ...]:
        """Name, version and licence of the program and of all that is in it."""
        ...
