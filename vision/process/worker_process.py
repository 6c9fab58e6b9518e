"""The process that watches: source -> watcher -> reports. Ends when its parent says so or is gone.

Threads: the main thread reads frames and obeys commands; *outbox* sends, so that a slow parent never
delays a frame.
"""

from __future__ import annotations

import logging
import signal
import threading
import time
from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from multiprocessing.connection import Connection

from vision.mat import board_corners
from vision.networks.model import NetworkError
from vision.networks.speed import demand_speed
from vision.opencv import cv2
from vision.process.messages import (
    Alive,
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
from vision.process.worker import SPARED
from vision.registration import Corners
from vision.seeing import Glance, View
from vision.sight import Sight
from vision.sources import open_source
from vision.tuning import number, whole
from vision.types import N_, CameraState, Frame, FrameSource, Preview, SourceError, Spot
from vision.watching import TableWatcher

_log = logging.getLogger(__name__)

PREVIEW_WIDTH = whole("worker_process.preview_width")
PREVIEW_PERIOD = number("worker_process.preview_period")
"""Seconds between two previews at least."""

_PREVIEW_QUALITY = whole("worker_process.preview_quality")
_REOPEN = number("worker_process.reopen")
_WAIT = number("worker_process.wait")
"""Seconds to wait for a frame before looking at commands again."""

_NO_CORNERS = N_("Show the camera where the board is: tap its four corners on the picture.")
_BAD_CORNERS = N_("Those are not the four corners: tap them clockwise, beginning with the board's top left.")
_OVER = N_("The recording is over.")
_NO_FRAME = N_("There is no picture yet: check the camera and try again.")
_FAULT = N_("The pictures cannot be read because of a fault of this program ({fault}); it is tried again.")
_LONGEST_FAULT = 200
_STILL_WITHIN = number("worker_process.still_within")
"""Seconds for which a photograph waits for a picture without hands."""
_NOT_NOW = {
    CameraState.HAND: N_("The picture is not still: take your hands away and try again."),
    CameraState.LIGHT: N_("The light has just changed: wait a moment and try again."),
    CameraState.MOVED: N_("The camera or the table was moved: wait until it is found again, then try again."),
}
"""Why there is no photograph, if the glance has no sentence of its own."""


class ReportQueue:
    """Reports on their way to the parent. A new preview replaces the one that waits. When ``limit`` glances
    wait, the oldest without a view is dropped and counted. Everything else is kept."""

    def __init__(self, connection: Connection, limit: int = 64) -> None:
        self._connection = connection
        self._changed = threading.Condition()
        self._limit = limit
        self._glances: deque[Glance] = deque()
        self._preview: Preview | None = None
        self._others: deque[Report] = deque()
        self._dropped = 0
        self._closing = False
        self._sent = time.monotonic()
        self._thread = threading.Thread(target=self._run, name="outbox", daemon=True)
        self._thread.start()

    def put(self, report: Glance | Report) -> None:
        with self._changed:
            self._sent = time.monotonic()
            if isinstance(report, Glance):
                self._glances.append(report)
                self._drop()
            elif isinstance(report, Preview):
                self._preview = report
            else:
                self._others.append(report)
            self._changed.notify()

    def _drop(self) -> None:
        """Drop the oldest glance without a view. Views are told only once, so none may be lost."""
        if len(self._glances) <= self._limit:
            return
        oldest = next((glance for glance in self._glances if glance.view is None), None)
        if oldest is not None:
            self._glances.remove(oldest)
            self._dropped += 1

    def idle(self) -> float:
        """Seconds since something was put in."""
        return time.monotonic() - self._sent

    def close(self, patience: float) -> None:
        """Send what is waiting, for at most ``patience`` seconds."""
        with self._changed:
            self._closing = True
            self._changed.notify()
        self._thread.join(patience)

    def _next(self) -> Report | None:
        with self._changed:
            self._changed.wait_for(lambda: self._others or self._glances or self._preview or self._closing)
            if self._others:
                return self._others.popleft()
            if self._glances:
                return FrameReport(self._glances.popleft(), self._dropped)
            preview, self._preview = self._preview, None
            return preview

    def _run(self) -> None:
        while (report := self._next()) is not None:
            try:
                self._connection.send(report)
            except OSError:  # the parent is gone; the main thread sees that on its connection
                return


class WorkerState:
    """The worker's state: one source and what watches its table."""

    def __init__(self, spec: WorkerSpec, outbox: ReportQueue) -> None:
        self._spec = spec
        self._outbox = outbox
        self._source: FrameSource | None = None
        self._reopen = 0.0
        self._named: Named | None = None
        self._anchor = spec.anchor
        self._off: SourceError | None = None
        """Why pictures cannot be read with these files; None if they can."""
        self._quick = False
        """Whether this machine was measured and is quick enough."""
        self._held = False
        self._watcher = self._make_watcher()
        self._frame: Frame | None = None
        self._glance: Glance | None = None
        self._taps: tuple[Point, ...] = ()
        self._sight = Sight()
        self._preview_on = False
        self._previewed = 0.0
        self._number = -1
        self._asked: list[tuple[FrameRequest, float]] = []
        """Requests that are not answered yet, and until when each may wait."""

    def obey(self, command: Command) -> None:
        match command:
            case AskPreview(on):
                self._preview_on = on
            case SetCorners(points):
                self._taps = points
                self._use_taps()
            case SetSpots(spots):
                self._spec = replace(self._spec, spots=spots)
                if self._watcher is not None:
                    self._watcher.place(spots)
            case Hold(on):
                self._held = on
                if self._watcher is not None:
                    self._watcher.held = on
            case FrameRequest():
                self._asked.append((command, time.monotonic() + _STILL_WITHIN))
                self._answer()

    def _answer(self) -> None:
        """Answer the requests: at once, or when hands have left the picture, if they leave it soon."""
        waiting, self._asked = self._asked, []
        for ask, until in waiting:
            try:
                answer = Answer(ask.number, self._view(ask.spots) if ask.view else self._newest())
            except SourceError as error:
                if error.key == _NOT_NOW[CameraState.HAND] and time.monotonic() < until:
                    self._asked.append((ask, until))
                    continue
                answer = Answer(ask.number, None, error)
            self._outbox.put(answer)

    def _newest(self) -> Frame:
        if self._frame is None:
            raise SourceError(_NO_FRAME)
        return self._frame

    def _view(self, spots: Sequence[Spot]) -> View:
        """How every cell (or each of these spots) looks now. Raises SourceError with a sentence for the
        person."""
        frame, glance = self._newest(), self._glance
        if self._off is not None:
            raise self._off
        if self._watcher is None:
            raise SourceError(_NO_CORNERS)
        if glance is not None and glance.message:
            raise SourceError(glance.message, **dict(glance.facts))
        state = CameraState.MOVED if glance is None else glance.state
        view = self._watcher.photograph(frame, spots) if state is CameraState.READY else None
        if view is None:
            raise SourceError(_NOT_NOW.get(state, _NOT_NOW[CameraState.HAND]))
        return view

    def step(self) -> None:
        """Wait for one frame and tell what it says. Raises SourceError when only a new process can help."""
        frame = None
        try:
            if self._source is not None:
                frame = self._source.read(_WAIT)
            else:
                self._open()
        except EOFError:
            if not self._in_trouble() or self._outbox.idle() >= 1.0:
                self._say_trouble(_OVER)
            time.sleep(_WAIT)
            return
        if self._source is not None:
            if frame is not None:
                self._tell_name(self._source)  # only the first frame tells who draws the pictures
                self._look(frame)
            elif self._source.trouble and self._outbox.idle() >= 1.0:
                self._say_trouble(self._source.trouble)
        self._answer()

    def close(self) -> None:
        if self._source is not None:
            self._source.close()

    def _open(self) -> None:
        if time.monotonic() < self._reopen:
            time.sleep(_WAIT)
            return
        try:
            self._source = open_source(self._spec.source, paced=True, fps=self._spec.fps)
        except SourceError as error:
            self._reopen = time.monotonic() + _REOPEN
            self._say_trouble(error.key, error.facts)

    def _tell_name(self, source: FrameSource) -> None:
        named = Named(source.name, source.simulated)
        if named != self._named:
            self._named = named
            self._outbox.put(named)

    def _look(self, frame: Frame) -> None:
        if self._frame is not None and self._frame.image.shape != frame.image.shape:
            self._forget_size()
        self._frame = frame
        self._number = max(self._number + 1, frame.number)
        if self._taps:
            self._use_taps()
        glance = self._read(frame)
        self._glance = replace(glance, frame=self._number)
        self._outbox.put(self._glance)
        now = time.monotonic()
        if self._preview_on and now - self._previewed >= PREVIEW_PERIOD:
            self._previewed = now
            self._outbox.put(self._draw_preview(frame))

    def _read(self, frame: Frame) -> Glance:
        if self._watcher is not None:
            return self._sight.read(frame, self._watcher)
        message, state = self._sight.trouble(frame.image, frame.time), CameraState.TROUBLE
        facts: tuple[tuple[str, str], ...] = ()
        if not message and self._off is not None:
            message, facts = self._off.key, self._off.facts
        elif not message:
            state, message = CameraState.LOST, _NO_CORNERS
        return Glance(self._number, frame.time, state, message=message, facts=facts)

    def _forget_size(self) -> None:
        """The pictures have another size, so corners that were tapped in them mean nothing any more."""
        if isinstance(self._anchor, Corners):
            self._anchor = None
        self._watcher = self._make_watcher()

    def _say_trouble(self, message: str, facts: tuple[tuple[str, str], ...] = ()) -> None:
        self._number += 1
        now = time.monotonic()
        self._glance = Glance(self._number, now, CameraState.TROUBLE, message=message, facts=facts)
        self._outbox.put(self._glance)

    def _in_trouble(self) -> bool:
        return self._glance is not None and self._glance.state is CameraState.TROUBLE

    def _draw_preview(self, frame: Frame) -> Preview:
        height, width = frame.image.shape[:2]
        scale = PREVIEW_WIDTH / width
        size = (PREVIEW_WIDTH, round(height * scale))
        small = cv2.resize(frame.image, size, interpolation=cv2.INTER_AREA)
        _, jpeg = cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, _PREVIEW_QUALITY])
        outlines = self._watcher.outlines() if self._watcher else {}
        scaled = {
            cell: tuple(_scale(point, scale) for point in outline) for cell, outline in outlines.items()
        }
        return Preview(jpeg.tobytes(), *size, scaled)

    def _use_taps(self) -> None:
        """Tie the table plane to the four tapped corners, once the picture's size is known."""
        if self._frame is None:
            return
        scale = self._frame.image.shape[1] / PREVIEW_WIDTH
        picture = tuple(_scale(point, scale) for point in self._taps)
        self._taps = ()
        try:
            self._anchor = Corners(picture, board_corners(self._spec.spots))
        except ValueError:
            self._say_trouble(_BAD_CORNERS)
            return
        if self._watcher is None:
            self._watcher = self._make_watcher()
        else:
            self._watcher.set_corners(self._anchor)

    def _make_watcher(self) -> TableWatcher | None:
        """The watcher; None as long as nobody knows where the board is, or if the networks cannot be used."""
        if self._anchor is None:
            return None
        try:
            watcher = TableWatcher(self._spec.spots, self._anchor, self._spec.camera)
            watcher.held = self._held
            if not self._quick:
                demand_speed()
                self._quick = True
            return watcher
        except NetworkError as error:
            self._off = error
            return None


def _scale(point: Point, scale: float) -> Point:
    """Between pictures of different size; the centre of the first pixel is at 0."""
    return (point[0] + 0.5) * scale - 0.5, (point[1] + 0.5) * scale - 0.5


def run(spec: WorkerSpec, commands: Connection, reports: Connection) -> None:
    """Run the worker process from its start to its end."""
    for spared in SPARED:
        signal.signal(spared, signal.SIG_IGN)
    cv2.setNumThreads(1)  # frames are small; OpenCV's other threads would spin on the cores of the screen
    outbox = ReportQueue(reports)
    watch = None
    try:
        watch = WorkerState(spec, outbox)
        while True:
            while commands.poll():
                command: Command = commands.recv()
                if isinstance(command, Stop):
                    return
                watch.obey(command)
            watch.step()
            if outbox.idle() >= 1.0:
                outbox.put(Alive())
    except EOFError:
        pass  # the parent is gone
    except SourceError as error:
        outbox.put(LastWords(error.key, error.facts))
    except Exception as error:  # noqa: BLE001 - nothing may end this process with a traceback and without a sentence
        _log.debug("unexpected error", exc_info=True)
        outbox.put(LastWords(_FAULT, (("fault", f"{type(error).__name__}: {error}"[:_LONGEST_FAULT]),)))
    finally:
        if watch is not None:
            watch.close()
        outbox.close(1.0)
