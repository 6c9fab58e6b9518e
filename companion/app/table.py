"""One open table: a session, its camera and everybody who reads its rulings, joined and taken apart again.

Threads: built and closed on the caller's; views come on the session's thread, pictures on the worker's. A
simulated table is set up on a thread of its own, named ``simulated table``: the caller's may be the screen's.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from companion.app.portraits import Portraits
from companion.app.sheets import ContactSheets
from companion.app.simulated import SimulatedTable
from companion.app.witness import WatchingJudge, Witness
from companion.chance import ElectronicDeck
from companion.journal import Book
from companion.locale import N_, Message
from companion.owner.places import OwnerPlaces
from companion.ports.choices import Lessons, Point
from companion.ports.errors import ControllerError
from companion.program.ending import CLOSING, ClosingPart, spared
from companion.program.memory import keep_loaded
from companion.referee.events import CameraNamed, Event, Placed, Seen
from companion.referee.guard import Guarded
from companion.referee.places import Places
from companion.referee.ports import JournalError, Reader, TotemSource
from companion.referee.session import Session
from companion.referee.session_thread import SessionThread
from companion.referee.spots import mat_for
from companion.referee.view import BEHIND, SETTING_UP, TableView
from companion.rules.contract import Over
from companion.rules.match import AnyMatch
from vision.process.messages import WorkerSpec
from vision.process.worker import VisionWorker, WorkerPatience
from vision.recognition.likeness import Likeness
from vision.seeing import Glance
from vision.types import Preview

_REFEREE = N_("The referee was still at work and was not waited for; the match is kept.")
_TABLE = N_("The simulated table was still at work and was not waited for.")
_CAMERA = N_("The camera was still at work and was not waited for; the match is kept.")
_READER = N_(
    "The lamps, the broadcast or the totem base were still at work and were not waited for; the match"
    " is kept."
)
_DEAF = N_("The referee takes in nothing any more; the program ends, to be started again.")
_BLIND = N_(
    "The camera's process says nothing and is not started again; the program ends, to be started again."
)
ANSWERS_WITHIN = 20.0
"""Seconds for one event with all its readers; a ruling takes less than one, a broken card some."""
SPEAKS_WITHIN = 120.0
"""Seconds until frames, or a told trouble, must come: longer than a mute process is waited for, rests, and is
born again (``vision.process.worker.WorkerPatience``: 20 + 30 + 60)."""
_WRITING = 0.5
"""Seconds for the pictures that wait to be written, so that the journal can take note of them."""
_FAREWELL = WorkerPatience(farewell=1.0)


class ReaderWithTrouble(Protocol):
    """A reader outside the session that can be in trouble by itself (broadcast, lamps)."""

    @property
    def trouble(self) -> Message | None: ...

    def __call__(self, view: TableView) -> None: ...
    def close(self) -> None: ...


@dataclass(frozen=True, slots=True)
class Place:
    """Where and what is played: the match in the journal, its decks, its camera ("" for none); or the
    simulated table, which has one. ``box``: where the portraits of an owner's pieces are kept, and beside
    them their places; None: they are forgotten when the table is closed. ``totem``: its base, or simulated
    players at one; ``presses``: what else can say *my turn is done*."""

    table: str
    number: int
    match: AnyMatch
    decks: tuple[ElectronicDeck, ...]
    camera: str
    box: Path | None
    simulated: SimulatedTable | None = None
    totem: TotemSource | None = None
    presses: tuple[TotemSource, ...] = ()


class SeedReveal:
    """When the game is over, the seeds of its decks go into the match file, so that it can be audited."""

    def __init__(self, book: Book, number: int, decks: Sequence[ElectronicDeck]) -> None:
        self.trouble: Message | None = None
        self._book = book
        self._number = number
        self._decks = tuple(decks)

    def __call__(self, view: TableView) -> None:
        """Write them down once the game is over; written twice they stand there once."""
        if not isinstance(view.pending, Over):
            return
        try:
            for deck in self._decks:
                self._book.add_note(self._number, " ".join(deck.seed_note()))
            self.trouble = None
        except JournalError as error:
            self.trouble = error.text

    def close(self) -> None:
        """Nothing is kept open."""


class TableInPlay:
    """An open table. ``changed`` is called from any thread when there is something new to show."""

    def __init__(
        self,
        place: Place,
        book: Book,
        readers: Sequence[ReaderWithTrouble],
        changed: Callable[[], None],
        witness: Witness,
    ) -> None:
        self.place = place
        self.witness = witness
        self._book = book
        totem = (place.totem,) if place.totem is not None else ()
        self._sources = (*totem, *place.presses)
        self._readers = (SeedReveal(book, place.number, place.decks), *readers, *self._sources)
        self._changed = changed
        self._lock = threading.Lock()
        self._closed = False
        self._trouble: Message | None = None
        self._preview: Preview | None = None
        self._game = place.match.game
        kept = None if place.box is None else place.box.with_suffix(".places.toml")
        self._places = OwnerPlaces(kept, self._game.zones(place.match.setup))
        likeness = Likeness(self._places.spots)
        self._portraits = Portraits(place.box, likeness)
        known = self._portraits.known or place.simulated is not None
        self._sheets = ContactSheets(self._game, place.match.setup, known, self.send, changed)
        electronic = frozenset(deck.source for deck in place.decks)
        self._journal = book.resume(place.number)
        judge = WatchingJudge(place.match, electronic, likeness)
        self._session = Session(
            place.table,
            f"{place.number}",
            place.match,
            self._journal,
            judge,
            place.decks,
            time.monotonic,
        )
        witness.join(judge, self._places.spots, self._journal.note, lambda: self._session.answers)
        self._thread = SessionThread(self._session, time.monotonic, self._hold)
        self._worker: VisionWorker | None = None
        self._spoken = time.monotonic()
        self._guarded: list[Guarded] = []

    def start(self, guests: Sequence[Reader] = ()) -> None:
        """Begin to referee. ``guests``: readers more, told after our own."""
        self._guarded = [Guarded(reader) for reader in (*self._readers, *guests, self.witness, self._notice)]
        for reader in self._guarded:
            self._session.subscribe(reader)
        keep_loaded()
        self._thread.start()
        self._portraits.start()
        self.witness.start()
        for source in self._sources:
            source.start(self.send)
        if self.place.simulated is not None:
            self._trouble = Message(SETTING_UP)
            threading.Thread(
                target=self._set_up, args=(self.place.simulated,), name="simulated table", daemon=True
            ).start()
        elif self.place.camera:
            self._watch(self.place.camera)

    def close(self) -> tuple[Message, ...]:
        """Let go of the camera and of every reader; the match stays in the journal. What did not end in time
        is left as it is, and told."""
        deadline = time.monotonic() + CLOSING
        with self._lock:
            self._closed = True
        ClosingPart("pictures", self.witness.close).ended(time.monotonic() + _WRITING)
        parts = [ClosingPart(_REFEREE, self._thread.stop)]
        if self.place.simulated is not None:
            parts.append(ClosingPart(_TABLE, self.place.simulated.stop))
        if self._worker is not None:
            parts.append(ClosingPart(_CAMERA, self._worker.stop))
        parts[0].ended(deadline)  # it hands what it still has to the readers
        parts += [ClosingPart(_READER, reader.close) for reader in self._readers]
        hanging = dict.fromkeys(part.name for part in parts if not part.ended(deadline))
        return (*map(Message, hanging), *self._portraits.close())

    def send(self, event: Event) -> None:
        """Put an event on the session's queue."""
        self._thread.send(event)

    @property
    def view(self) -> TableView:
        """The newest view."""
        return self._session.view

    @property
    def over(self) -> bool:
        """True when the game has ended."""
        return isinstance(self.view.pending, Over)

    @property
    def preview(self) -> Preview | None:
        """The newest small picture."""
        return self._preview

    @property
    def lessons(self) -> Lessons:
        """Which contact sheets were shown, and whether pieces are known."""
        return self._sheets.lessons

    def stuck(self) -> Message | None:
        """What does not work and cannot be mended from inside: the session, or whoever tends the camera's
        process. A camera that fails is told, tended and no reason to end. For one calling thread."""
        if self._closed:
            return None
        if self._thread.unanswered() > ANSWERS_WITHIN:
            return Message(_DEAF)
        if self._worker is not None and time.monotonic() - self._spoken > SPEAKS_WITHIN:
            return Message(_BLIND)
        return None

    def troubles(self) -> tuple[Message, ...]:
        """What is wrong with the disk, with readers, or with the simulated table."""
        found = (
            self._journal.trouble,
            self._trouble,
            self._portraits.trouble,
            self._places.trouble,
            self.witness.trouble,
            Message(BEHIND) if self._thread.late else None,
            *(reader.trouble for reader in (*self._readers, *self._guarded)),
        )
        return tuple(trouble for trouble in found if trouble is not None)

    def ask_preview(self, on: bool) -> None:
        """Start or stop small pictures."""
        if self._worker is not None:
            self._worker.ask_preview(on)

    def set_corners(self, corners: Sequence[Point]) -> None:
        """The board's corners in pixels of the newest preview."""
        if self._worker is not None:
            self._worker.set_corners(corners)

    @property
    def places(self) -> Places:
        """Where the owner keeps what lies beside the board."""
        return self._places.places

    def set_places(self, places: Places) -> None:
        """Keep it there from now on. Raises ControllerError when nothing is left to watch."""
        self._places.keep(places)
        self.send(Placed(self._places.spots))
        if self._worker is not None:
            self._worker.set_spots(self._places.spots)
        self._changed()

    def show_sheets(self) -> None:
        """What lies on the table from now on are contact sheets."""
        if self._worker is not None:
            self._sheets.show(self._worker)

    def take_sheet(self, number: int) -> None:
        """Take the picture of the cleared board (0) or of a sheet; what came of it: :attr:`lessons`."""
        if self._worker is not None:
            self._sheets.take(self._worker, number)

    def end_sheets(self, ready: bool) -> None:
        """The game lies on the table again; ``ready``: as the screen shows it."""
        if self._worker is not None:
            self._sheets.end(self._worker, ready)

    def _set_up(self, simulated: SimulatedTable) -> None:
        try:
            source = simulated.start()
            for photographed in simulated.photographs():
                self.send(photographed)
        except ControllerError as error:
            self._trouble = error.text
        else:
            self._trouble = None
            self._watch(source)
        self._changed()

    def _watch(self, camera: str) -> None:
        spec = WorkerSpec(camera, self._places.spots, mat_for(self._game))
        with self._lock:
            if not self._closed:
                self._spoken = time.monotonic()
                self._worker = VisionWorker(spec, _FAREWELL)
                with spared():
                    self._worker.start(self._seen, self._previewed, self._named)

    def _seen(self, glance: Glance) -> None:
        self._spoken = time.monotonic()
        if not self._closed:  # what a camera says that is being closed is nothing to tell
            self._thread.send(Seen(glance))

    def _hold(self, on: bool) -> None:
        if self._worker is not None:
            self._worker.hold(on)

    def _named(self, name: str, simulated: bool) -> None:
        if simulated:
            self._portraits.forget()  # drawings are no pictures of an owner's box
        self._thread.send(CameraNamed(name, simulated))

    def _previewed(self, preview: Preview) -> None:
        self._preview = preview
        self._changed()

    def _notice(self, _view: TableView) -> None:
        self._changed()
