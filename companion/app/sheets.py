"""Contact sheets of an open table: the game is set aside, the sheets are photographed, the game goes on.

Threads: methods are called on the screen's; pictures come on the worker's, where nothing may take long, so a
sheet is read on a thread of its own, named ``contact sheet``.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from functools import partial

from companion.locale import N_, Message
from companion.ports.choices import Lessons
from companion.referee.events import AsShown, Event, SheetShown
from companion.referee.sheets import face_of, sheets_of
from companion.referee.spots import spots_of
from companion.rules.contract import Setup
from companion.rules.registry import AnyGame
from vision.process.worker import VisionWorker
from vision.recognition.sheets import SheetRead, read_sheet
from vision.seeing import View
from vision.types import SourceError

_FEW = N_(
    "Only {n} of {all} places hold something of the right size: lay out this very sheet as it is drawn, and"
    " take the picture again."
)
_MISSING = N_("Nothing that fits lies here: {faces}.")
_ALIKE = N_("The camera cannot tell these apart: {faces}.")
_TOLD = 6
"""Faces that one sentence names; the screen marks all."""


class ContactSheets:
    """Those of one table. ``send``: onto the session's queue; ``changed``: there is news in ``lessons``."""

    def __init__(
        self,
        game: AnyGame,
        setup: Setup,
        known: bool,
        send: Callable[[Event], None],
        changed: Callable[[], None],
    ) -> None:
        self.lessons = Lessons(known=known)
        self._sheets = sheets_of(game, setup)
        self._send = send
        self._changed = changed
        self._bare: View | None = None

    def show(self, worker: VisionWorker) -> None:
        """The game is set aside."""
        worker.set_aside()
        self._bare = None
        self._tell(replace(self.lessons, on=True, taken=frozenset(), missing=frozenset(), messages=()))

    def take(self, worker: VisionWorker, number: int) -> None:
        """A picture of the cleared board (0), or of a sheet once that is known."""
        if self.lessons.busy or not 0 <= number <= len(self._sheets) or (number and self._bare is None):
            return
        self._tell(replace(self.lessons, busy=True, messages=()))
        wanted = self._sheets if number == 0 else (self._sheets[number - 1],)
        spots = [spot for sheet in wanted for spot in spots_of(sheet)]
        worker.photograph(spots).add_done_callback(partial(self._taken, number))

    def end(self, worker: VisionWorker, ready: bool) -> None:
        """The game goes on; ``ready``: it lies as the screen shows it."""
        if not ready:
            worker.go_on()
            self._tell(replace(self.lessons, on=False, busy=False, messages=()))
        elif not self.lessons.busy:
            self._tell(replace(self.lessons, busy=True, messages=()))
            self._send(AsShown())  # so that the portraits of the set-up are taken of what lies there
            worker.begin_again().add_done_callback(self._begun)

    def _begun(self, answer: Future[View]) -> None:
        if not self._failed(answer):
            self._tell(replace(self.lessons, on=False, busy=False))

    def _taken(self, number: int, answer: Future[View]) -> None:
        if self._failed(answer):
            return
        if number == 0:
            self._bare = answer.result()
            self._tell(replace(self.lessons, busy=False, taken=self.lessons.taken | {0}))
        else:
            work = threading.Thread(
                target=self._read, args=(number, answer.result()), name="contact sheet", daemon=True
            )
            work.start()

    def _failed(self, answer: Future[View]) -> bool:
        """Whether there is no picture; then that is told."""
        error = answer.exception()
        if isinstance(error, SourceError):
            self._tell(replace(self.lessons, busy=False, messages=(Message(error.key, error.facts),)))
        return error is not None

    def _read(self, number: int, view: View) -> None:
        assert self._bare is not None
        sheet = self._sheets[number - 1]
        read = read_sheet(view, self._bare, spots_of(sheet))
        missing = {zone.cell for zone in sheet if face_of(zone) in read.missing}
        others = self.lessons.missing - {zone.cell for zone in sheet}
        now = replace(self.lessons, busy=False, missing=others | missing)
        if 2 * len(read.portraits) < len(sheet):
            facts = (("n", str(len(read.portraits))), ("all", str(len(sheet))))
            self._tell(replace(now, messages=(Message(_FEW, facts),)))
            return
        self._send(SheetShown(read.portraits))
        self._tell(replace(now, taken=now.taken | {number}, known=True, messages=_said(read)))

    def _tell(self, lessons: Lessons) -> None:
        self.lessons = lessons
        self._changed()


def _said(read: SheetRead) -> tuple[Message, ...]:
    """What is not right with a sheet that was taken all the same."""
    pairs = [f"{one} / {other}" for one, other in read.alike]
    wrong = ((_MISSING, list(read.missing)), (_ALIKE, pairs))
    return tuple(
        Message(key, (("faces", "; ".join(faces[:_TOLD]) + ("; ..." if len(faces) > _TOLD else "")),))
        for key, faces in wrong
        if faces
    )
