"""The looks of an owner's pieces, in the file of their box: read when a table is opened, written while people
play and when the table is closed.

Threads: built and closed on the table's; a thread named ``box`` writes, so that neither a referee that is
still busy nor a cut of the power takes away what the camera has learned. The session's thread teaches
meanwhile.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Mapping, Sequence
from pathlib import Path

from companion.locale import N_, Message
from companion.owner.configuration import data_folder
from companion.referee.own_cards import OwnCardsError, beside, kept_cards
from companion.rules.files import keep_file, name_apart
from companion.rules.registry import AnyGame
from vision.objects import Cutting
from vision.recognition.box import BoxError, load_portraits, pack_portraits
from vision.recognition.likeness import Likeness

_NOT_SAVED = N_("What the camera has learned cannot be saved to {path}: {reason}. Free some space there.")
EVERY = 60.0
"""Seconds between two looks at what was learned. It is written only if there are more pictures than before.
480 pictures are 8 MB and took 0.3 s of processor (x86), 6 of each of 60 cards and 20 figures."""


class Portraits:
    """Those of one box. ``path``: the file; None: nothing is kept. A file that cannot be used stays as it is.
    ``every``: seconds between two looks at what was learned."""

    def __init__(self, path: Path | None, likeness: Likeness, every: float = EVERY) -> None:
        self._path = path
        self._likeness = likeness
        self._every = every
        self._unread: Message | None = None
        self._unwritten: Message | None = None
        try:
            likeness.album.portraits.update({} if path is None else load_portraits(path))
        except BoxError as error:
            self._unread = Message(error.key, error.facts)
            self._path = None
        if path is not None and beside(path).exists():
            self._take_cards(beside(path))
        self._written = _count(_learned(likeness))
        self.known = bool(likeness.album.portraits) or likeness.album.cards is not None
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._keep_writing, name="box", daemon=True)

    def _take_cards(self, path: Path) -> None:
        try:
            self._likeness.album.cards = kept_cards(path)
        except OwnCardsError as error:
            self._unread = error.text

    @property
    def trouble(self) -> Message | None:
        """Why the file could not be read, or what was learned last not be written."""
        return self._unread or self._unwritten

    def start(self) -> None:
        """Write from now on what is learned."""
        self._thread.start()

    def forget(self) -> None:
        """Nothing of this table is to be written down."""
        self._path = None

    def close(self) -> tuple[Message, ...]:
        """Write down what was learned since; what went wrong."""
        self._closing.set()
        if self._thread.is_alive():
            self._thread.join()
        self._write()
        return () if self._unwritten is None else (self._unwritten,)

    def _keep_writing(self) -> None:
        while not self._closing.wait(self._every):
            if _count(_learned(self._likeness)) > self._written:
                self._write()

    def _write(self) -> None:
        path, portraits = self._path, _learned(self._likeness)
        if path is None or not portraits:
            return
        try:
            keep_file(path, pack_portraits(portraits), private=True)
        except OSError as error:
            facts = (("path", str(path)), ("reason", error.strerror or str(error)))
            self._unwritten = Message(_NOT_SAVED, facts)
        else:
            self._unwritten = None
            self._written = _count(portraits)


def _learned(likeness: Likeness) -> dict[str, tuple[Cutting, ...]]:
    """Its portraits as they are now. Another thread may teach meanwhile: a dictionary and a list are each
    copied in one step."""
    return {name: tuple(some) for name, some in likeness.album.portraits.copy().items()}


def _count(portraits: Mapping[str, Sequence[Cutting]]) -> int:
    """How many pictures there are, of all pieces together."""
    return sum(len(some) for some in portraits.values())


def box_path(game: AnyGame) -> Path:
    """Where the portraits of an owner's box are kept."""
    name = f"{game.id}-{game.edition}"
    plain = re.fullmatch(r"[\w-]{1,60}", game.edition, re.ASCII)
    return data_folder() / "boxes" / f"{name if plain else name_apart(name, game.edition)}.npz"
