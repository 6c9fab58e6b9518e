"""A camera that is a web page: JPEG pictures one after the other over HTTP (``multipart/x-mixed-replace``).

Two headers are ours, both optional: ``X-Companion-Simulated: 1`` in the response (a simulator draws the
pictures) and ``X-Timestamp`` in a part (seconds of the sender's monotonic clock when it was taken).
"""

from __future__ import annotations

import math
import time
from collections import deque
from http.client import HTTPConnection, HTTPException, HTTPResponse, HTTPSConnection
from urllib.parse import urlsplit

from vision.sources.clock import SenderClock
from vision.sources.live import Camera, LiveSource, Patience, Shot
from vision.sources.multipart import MultipartParser, Part, boundary_of
from vision.types import N_, SourceError

_CHUNK = 65_536
_ABSENT = N_("The network camera does not answer: check its address and that it is switched on.")
_REFUSED = N_("The network camera refuses to send pictures: check the path and the password in its address.")
_NO_STREAM = N_("That address answers, but it is not an MJPEG stream: check the path of the camera's video.")
_CUT = N_("The network camera stopped sending; it is being called again.")


class MjpegCamera:
    """One connection to an MJPEG server. ``hang``: seconds without a whole picture after which it is cut."""

    def __init__(self, url: str, hang: float) -> None:
        self._hang = hang
        self._parts: deque[Part] = deque()
        self._clock = SenderClock()
        parts = urlsplit(url)
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._connection = kind(parts.hostname or "", parts.port, timeout=hang)
        try:
            path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
            self._connection.request("GET", path, headers={"Accept": "multipart/x-mixed-replace"})
            self._response = self._connection.getresponse()
        except (OSError, HTTPException) as error:
            self._connection.close()
            raise SourceError(_ABSENT) from error
        self._parser = MultipartParser(self._accept(self._response))
        self.simulated = self._response.getheader("X-Companion-Simulated", "").strip() == "1"

    def _accept(self, response: HTTPResponse) -> str:
        """The stream's boundary. Raises SourceError when this is no stream."""
        boundary = boundary_of(response.getheader("Content-Type", ""))
        if response.status == 200 and boundary is not None:
            return boundary
        self._connection.close()
        raise SourceError(_NO_STREAM if response.status == 200 else _REFUSED)

    def grab(self) -> Shot | None:
        deadline = time.monotonic() + self._hang
        while not self._parts:
            try:
                data = self._response.read1(_CHUNK)
            except (OSError, HTTPException, ValueError) as error:  # ValueError: closed while reading
                raise SourceError(_CUT) from error
            if not data:
                raise SourceError(_CUT)
            self._parts.extend(self._parser.feed(data))
            if not self._parts and time.monotonic() > deadline:
                raise SourceError(_CUT)  # a trickle of bytes keeps the socket happy, but not us
        return self._shot(self._parts.popleft())

    def _shot(self, part: Part) -> Shot | None:
        arrival = time.monotonic()
        sent = _seconds(part.header.get("x-timestamp", ""))
        taken = arrival if sent is None else self._clock.local(sent, arrival)
        return None if taken is None else Shot(taken, part.body)

    def close(self) -> None:
        self._connection.close()


def _seconds(text: str) -> float | None:
    try:
        seconds = float(text)
    except ValueError:
        return None
    return seconds if math.isfinite(seconds) else None


def open_mjpeg(url: str, patience: Patience | None = None) -> LiveSource:
    """The MJPEG stream at an ``http://`` or ``https://`` address. Raises SourceError for a malformed one."""
    try:
        parts = urlsplit(url)
        good = bool(parts.hostname) and parts.port != 0
    except ValueError:
        good = False
    if not good or not url.isascii() or any(c.isspace() for c in url):
        raise SourceError(N_("This is not the address of a network camera: {address}"), address=url)
    patience = patience or Patience()

    def connect() -> Camera:
        return MjpegCamera(url, patience.hang)

    shown = parts.hostname if parts.port is None else f"{parts.hostname}:{parts.port}"
    return LiveSource(f"{shown}{parts.path}", connect, patience)
