"""Vision in a process of its own, as its parent sees it: start, listen, ask, stop.

Threads: callbacks run on the worker's listening thread (``vision``) and must return at once. All other
methods may be called from any thread and return at once, ``stop`` within a few seconds.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass, replace
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from vision.process.messages import (
    Answer,
    AskPreview,
    Command,
    FrameReport,
    FrameRequest,
    Hold,
    LastWords,
    Named,
    Point,
    Report,
    SetCorners,
    SetSpots,
    Stop,
    WorkerSpec,
)
from vision.process.rejoining import Rejoining
from vision.seeing import Glance, View
from vision.tuning import number, whole
from vision.types import N_, CameraState, Frame, Preview, SourceError, Spot

_log = logging.getLogger(__name__)

_DIED = N_("The camera's process has ended; it is being started again.")
_MUTE = N_("The camera's process does not answer; it is being started again.")
_STOPPED = N_("The camera has been switched off.")
_AGAIN_AND_AGAIN = N_(
    "The camera's process has ended three times for the same reason; it is started again twice a"
    " minute: check the camera, or choose another one."
)

SPARED = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
"""Signals that a terminal, or whoever ends the program, sends to all its processes at once. They are for the
parent, which then stops the worker. A worker that ended because of them would be reported as a fault while
everything closes."""

DEATHS = whole("worker.deaths")
"""After so many deaths of one cause, each soon after the start, the next start has to wait."""


@dataclass(frozen=True, slots=True)
class WorkerPatience:
    """Waiting times in seconds. ``mute``: a process that says nothing for so long is killed; ``birth``: the
    same before its first word, as loading takes long on a busy machine. ``pause``: before a new start; it
    doubles up to ``longest_pause`` and is short again after a frame. ``rest``: the pause after DEATHS of one
    cause, each less than ``soon`` after its start. ``farewell``: how long the process may take to end by
    itself."""

    mute: float = number("worker.mute")
    birth: float = number("worker.birth")
    pause: float = number("worker.pause")
    longest_pause: float = number("worker.longest_pause")
    rest: float = number("worker.rest")
    soon: float = number("worker.soon")
    farewell: float = number("worker.farewell")


class VisionWorker:
    """A camera and its reader in a process of its own, started again whenever it dies."""

    def __init__(self, spec: WorkerSpec, patience: WorkerPatience | None = None) -> None:
        self._spec = spec
        self._patience = patience or WorkerPatience()
        self._context = multiprocessing.get_context("spawn")  # fork would copy locks of Kivy's threads
        self._stopping = threading.Event()
        self._thread: threading.Thread | None = None
        # under _lock
        self._lock = threading.Lock()
        self._commands: Connection | None = None
        self._process: BaseProcess | None = None
        self._asked: dict[int, Future[Any]] = {}
        self._number = 0
        self._preview = False
        self._corners: tuple[Point, ...] = ()
        self._moved: set[str] = set()
        self._aside = False
        self._held = False
        self._beginning = 0
        """The number of the photograph with which the game goes on."""
        # the listening thread's own
        self._frame = -1
        self._base = 0
        self._dropped = 0
        self._rejoining = Rejoining()

    @property
    def pid(self) -> int | None:
        """The process that watches now; None while there is none."""
        with self._lock:
            return None if self._process is None else self._process.pid

    @property
    def dropped(self) -> int:
        """How many glances were dropped because ``on_glance`` was too slow. A glance with a view is never
        dropped."""
        return self._dropped

    def start(
        self,
        on_glance: Callable[[Glance], None],
        on_preview: Callable[[Preview], None],
        on_named: Callable[[str, bool], None],
    ) -> None:
        """Start watching. ``on_named``: the camera's name and whether a simulator draws its pictures; the
        name is "" when it is closed. Call once."""
        self._on_glance, self._on_preview, self._on_named = on_glance, on_preview, on_named
        self._thread = threading.Thread(target=self._run, name="vision", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """End the process and the listening thread."""
        self._stopping.set()
        self._send(Stop())
        if self._thread is None:
            return
        self._thread.join(self._patience.farewell)
        with self._lock:
            if self._process is not None:  # the process does not listen
                self._process.kill()
        self._thread.join()
        self._thread = None

    def ask_preview(self, on: bool) -> None:
        """Start or stop small pictures, at most five a second."""
        with self._lock:
            self._preview = on
        self._send(AskPreview(on))

    def hold(self, on: bool) -> None:
        """Hold views back, because whoever takes them in has not come to the last one yet. The next one then
        tells everything that has changed since."""
        with self._lock:
            self._held = on
        self._send(Hold(on))

    def set_corners(self, points: Sequence[Point]) -> None:
        """Tell where the corners of the board are, in pixels of a preview: clockwise from the top left of the
        game's map. On the plane they are ``vision.mat.board_corners`` of the spots."""
        with self._lock:
            self._corners = tuple(points)
        self._send(SetCorners(tuple(points)))

    def set_spots(self, spots: Sequence[Spot]) -> None:
        """Watch these places from now on. If a place moved, the next view only tells how it looks; that it
        lies elsewhere counts as no change."""
        with self._lock:
            now = {spot.cell: spot for spot in spots}
            self._moved |= {old.cell for old in self._spec.spots if now.get(old.cell) != old}
            self._spec = replace(self._spec, spots=tuple(spots))
        self._send(SetSpots(tuple(spots)))

    def photograph(self, spots: Sequence[Spot] = ()) -> Future[View]:
        """How every cell looks now, or each of these other spots on the table. The future holds the view, or
        a SourceError with a sentence for people."""
        return self._ask(view=True, spots=tuple(spots))

    def set_aside(self) -> None:
        """What lies on the table from now on does not belong to the game, so no view is told."""
        with self._lock:
            self._aside = True

    def go_on(self) -> None:
        """The game lies on the table again, so later changes are told."""
        with self._lock:
            self._aside = False

    def begin_again(self) -> Future[View]:
        """The game lies on the table again, as it should. How it looks now is told as a first view, which the
        future holds. If it holds a SourceError, nothing has been told and the game is still set aside."""
        return self._ask(view=True, beginning=True)

    def capture(self) -> Future[Frame]:
        """The newest frame. The future holds a Frame, or a SourceError if there is none."""
        return self._ask(view=False)

    def _ask(self, view: bool, spots: tuple[Spot, ...] = (), beginning: bool = False) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()  # a request that is under way cannot be cancelled
        with self._lock:
            self._number += 1
            number = self._number
            self._asked[number] = future
            if beginning:
                self._beginning = number
        if not self._send(FrameRequest(number, view, spots)):
            self._answer(Answer(number, None, SourceError(_DIED)))
        return future

    def _send(self, command: Command) -> bool:
        with self._lock:
            if self._commands is None:
                return False
            try:
                self._commands.send(command)
            except OSError:  # the process has just died; the listening thread sees that too
                return False
        return True

    def _run(self) -> None:
        """Start processes until the worker is stopped. They inherit which signals this thread holds back, so
        none of those ends them."""
        signal.pthread_sigmask(signal.SIG_BLOCK, SPARED)
        resource_tracker.ensure_running()  # otherwise the first start does it, and lets signals through again
        signal.pthread_sigmask(signal.SIG_BLOCK, SPARED)
        pause = self._patience.pause
        deaths, last = 0, LastWords("")
        while not self._stopping.is_set():
            before, begun = self._frame, time.monotonic()
            cause = self._watch()
            self._on_named("", False)
            if self._stopping.is_set():
                break
            soon = time.monotonic() - begun < self._patience.soon
            deaths, last = deaths + 1 if soon and cause == last else 1, cause
            if self._frame > before:
                pause = self._patience.pause
            resting = deaths >= DEATHS
            if resting:
                self._say(LastWords(_AGAIN_AND_AGAIN))
            # These two messages promise a start at once.
            if not resting or cause.message not in (_DIED, _MUTE):
                self._say(cause)
            self._stopping.wait(self._patience.rest if resting else pause)
            pause = min(2 * pause, self._patience.longest_pause)

    def _say(self, words: LastWords) -> None:
        _log.warning("%s", words.message.format(**dict(words.facts)))
        self._frame += 1
        now = time.monotonic()
        state = CameraState.TROUBLE
        self._on_glance(Glance(self._frame, now, state, message=words.message, facts=words.facts))

    def _watch(self) -> LastWords:
        """Follow one process from its start to its end; return why it ended."""
        commands, far_commands = self._context.Pipe()
        reports, far_reports = self._context.Pipe(duplex=False)
        with self._lock:
            spec = self._spec
        process = self._context.Process(
            target=_work, args=(spec, far_commands, far_reports), name="companion vision", daemon=True
        )
        self._base = self._frame + 1
        process.start()
        far_commands.close()
        far_reports.close()
        with self._lock:
            self._commands, self._process = commands, process
            preview, corners, held = self._preview, self._corners, self._held
        if corners:
            self._send(SetCorners(corners))
        self._send(AskPreview(preview))
        self._send(Hold(held))
        if self._stopping.is_set():
            self._send(Stop())
        try:
            return self._listen(process, reports)
        finally:
            self._bury(process, commands, reports)

    def _listen(self, process: BaseProcess, reports: Connection) -> LastWords:
        words = LastWords(_DIED)
        patience = self._patience.birth
        while True:
            try:
                if not reports.poll(patience):
                    process.kill()
                    return LastWords(_MUTE)
                report: Report = reports.recv()
                patience = self._patience.mute
            except (EOFError, OSError):
                return words
            if isinstance(report, LastWords):
                words = report
            elif not self._stopping.is_set():
                self._tell(report)

    def _tell(self, report: Report) -> None:
        match report:
            case FrameReport(glance, dropped):
                self._dropped = dropped
                self._frame = self._base + glance.frame
                if glance.view is not None and glance.view.first:
                    with self._lock:
                        moved, self._moved = self._moved, set()
                    self._rejoining.forget(moved)
                glance = replace(glance, frame=self._frame)
                aside = replace(glance, view=None) if self._aside else None
                self._on_glance(aside or self._rejoining.see(glance))
            case Preview():
                self._on_preview(report)
            case Named(name, simulated):
                self._on_named(name, simulated)
            case Answer():
                self._answer(report)

    def _answer(self, answer: Answer) -> None:
        with self._lock:
            future = self._asked.pop(answer.number, None)
            begins = answer.number == self._beginning and isinstance(answer.value, View)
            self._aside = self._aside and not begins
        if begins and isinstance(answer.value, View):
            self._rejoining = Rejoining()
            first = Glance(self._frame, answer.value.time, CameraState.READY, answer.value)
            self._on_glance(self._rejoining.see(first))
        if future is None:
            return
        if answer.value is not None:
            future.set_result(answer.value)
        else:
            future.set_exception(answer.error or SourceError(_DIED))

    def _bury(self, process: BaseProcess, commands: Connection, reports: Connection) -> None:
        with self._lock:
            self._commands, self._process = None, None
            waiting = list(self._asked)
        process.join(self._patience.farewell)
        if process.is_alive():
            process.kill()
            process.join()
        process.close()
        commands.close()
        reports.close()
        message = _STOPPED if self._stopping.is_set() else _DIED
        for asked in waiting:
            self._answer(Answer(asked, None, SourceError(message)))


def _work(spec: WorkerSpec, commands: Connection, reports: Connection) -> None:
    """The worker process. Only here are the libraries loaded that read pictures."""
    from vision.process.worker_process import run

    run(spec, commands, reports)
