"""A camera that is a web page: JPEG pictures one after the other over HTTP (``multipart/x-mixed-replace``).

Two headers are ours, both optional: ``X-Companion-Simulated: 1`` in the response (a simulator draws the
pictures) and ``X-Timestamp`` in a part (seconds of the sender's monotonic clock when it was taken).
"""

from __future__ import annotations

import math
import time
from collections import deque

from requests import RequestException, Response
from urllib3.exceptions import HTTPError

from vision.sources import web
from vision.sources.clock import SenderClock
from vision.sources.jpeg import END
from vision.sources.jpeg_stream import JpegStream, Part
from vision.sources.live import Camera, LiveSource, Patience, Shot
from vision.sources.picture import complete
from vision.tuning import whole
from vision.types import N_, SourceError

_CHUNK = 65_536
_STREAMS = ("multipart/", "video/", "application/octet-stream")
_TRIES = whole("mjpeg.tries")
"""So many pictures without an end mark are looked at; if one is whole, this camera never writes the mark."""

_NO_STREAM = N_("That address answers, but it is not an MJPEG stream: check the path of the camera's video.")
_ONE_PICTURE = N_(
    "That address gives a single picture, not a video: look up the path of the camera's MJPEG video."
)
_CUT = N_("The network camera stopped sending pictures; the program connects to it again.")
_NO_JPEG = N_("The network camera sends something other than JPEG pictures: choose MJPEG in its settings.")
_HALVES = N_(
    "The network camera sends pictures that break off: choose a smaller picture in its settings"
    " or a better connection."
)
_TOO_SLOW = N_(
    "The network camera sends too slowly: choose a smaller picture in its settings or a better connection."
)


class MjpegCamera:
    """One connection to an MJPEG server. ``hang``: seconds without a whole picture after which it is cut."""

    def __init__(self, url: str, hang: float) -> None:
        self._hang = hang
        self._parts: deque[Part] = deque()
        self._clock = SenderClock()
        self._stream = JpegStream()
        self._halves = 0
        self._endless = False
        self._response = web.call(url, "multipart/x-mixed-replace, */*;q=0.5", hang)
        self.simulated = self._response.headers.get("X-Companion-Simulated", "").strip() == "1"
        self._check(self._response)

    def _check(self, response: Response) -> None:
        """Raises SourceError when this is no stream."""
        kind = response.headers.get("Content-Type", "").strip().lower()
        if kind and not kind.startswith(_STREAMS):
            self.close()
            raise SourceError(_ONE_PICTURE if kind.startswith("image/") else _NO_STREAM)

    def grab(self) -> Shot | None:
        deadline = time.monotonic() + self._hang
        received = 0
        while True:
            while self._parts:
                part = self._parts.popleft()
                body = part.body if part.ended else self._ended(part.body)
                if body is not None:
                    return self._shot(part, body)
                self._halves += 1
            if time.monotonic() > deadline:  # single bytes keep the socket open, but bring no picture
                raise SourceError(self._why_nothing(received))
            received += self._receive()

    def _receive(self) -> int:
        """Wait for some bytes; how many came. Raises SourceError when the camera hangs up or falls silent."""
        try:
            data: bytes = self._response.raw.read1(_CHUNK)
        except (
            OSError,
            RequestException,
            HTTPError,
            ValueError,
        ) as error:  # ValueError: closed while reading
            raise SourceError(_CUT) from error
        if not data:
            raise SourceError(self._why_nothing(0))
        self._parts.extend(self._stream.feed(data))
        return len(data)

    def _why_nothing(self, received: int) -> str:
        if self._halves or self._stream.dropped:
            return _HALVES
        if self._stream.strange:
            return _NO_JPEG
        return _TOO_SLOW if received else _CUT

    def _shot(self, part: Part, body: bytes) -> Shot | None:
        self._halves = self._stream.dropped = self._stream.strange = 0
        arrival = time.monotonic()
        sent = _seconds(part.header.get("x-timestamp", ""))
        taken = arrival if sent is None else self._clock.local(sent, arrival)
        return None if taken is None else Shot(taken, body)

    def _ended(self, body: bytes) -> bytes | None:
        """A picture that came without its end mark, with the mark; None if it is not whole."""
        if self._endless:
            return body + END
        if self._halves >= _TRIES:
            return None
        done = complete(body)
        self._endless = done is not None
        return done

    def close(self) -> None:
        self._response.close()


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) else None


def open_mjpeg(url: str, patience: Patience | None = None) -> LiveSource:
    """The MJPEG stream at an ``http://`` or ``https://`` address. Raises SourceError for a malformed one."""
    parts = web.split(url)
    patience = patience or Patience()

    def connect() -> Camera:
        return MjpegCamera(url, patience.hang)

    shown = parts.hostname if parts.port is None else f"{parts.hostname}:{parts.port}"
    return LiveSource(f"{shown}{parts.path}", connect, patience)
