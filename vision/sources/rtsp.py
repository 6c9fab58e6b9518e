"""A network camera that speaks RTSP: H.264, H.265 or MJPEG, unpacked by the FFmpeg in OpenCV.

Over TCP, which OpenCV asks for by itself: over UDP lost packets smear the picture. Every picture is taken as
it comes, so that none waits in a queue.
"""

from __future__ import annotations

import math
import socket
import time

import numpy as np

from vision.opencv import cv2
from vision.sources import web
from vision.sources.clock import SenderClock
from vision.sources.live import Camera, LiveSource, Patience, Shot
from vision.tuning import number
from vision.types import N_, SourceError

_PORT = 554
"""RFC 7826, section 4.2; with TLS 322."""
_TLS_PORT = 322
_NO_VIDEO = N_(
    "The network camera answers, but gives no video: check path, user and password in its RTSP address,"
    " and choose H.264 in its settings."
)
_CUT = N_("The network camera stopped sending pictures; the program connects to it again.")


class RtspCamera:
    """One connection. ``hang``: seconds without a picture after which it is given up. Raises SourceError."""

    simulated = False

    def __init__(self, url: str, hang: float) -> None:
        parts = web.split(url, SCHEMES)
        port = parts.port or (_PORT if parts.scheme == "rtsp" else _TLS_PORT)
        try:  # FFmpeg does not tell why it finds nobody
            socket.create_connection((parts.hostname, port), hang).close()
        except OSError as error:
            raise SourceError(web.reason(error)) from error
        patience = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, round(hang * 1000)]
        patience += [cv2.CAP_PROP_READ_TIMEOUT_MSEC, round(hang * 1000)]
        self._video = cv2.VideoCapture(url, cv2.CAP_FFMPEG, patience)
        if not self._video.isOpened():
            raise SourceError(_NO_VIDEO)
        self._clock = SenderClock()

    def grab(self) -> Shot | None:
        good, picture = self._video.read()
        if not good:
            raise SourceError(_CUT)
        arrival = time.monotonic()
        sent = self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000
        taken = self._clock.local(sent, arrival) if math.isfinite(sent) else arrival
        return None if taken is None else Shot(taken, np.asarray(picture, dtype=np.uint8))

    def close(self) -> None:
        self._video.release()


SCHEMES = ("rtsp", "rtsps")


def open_rtsp(url: str, patience: Patience | None = None) -> LiveSource:
    """The stream at an ``rtsp://`` or ``rtsps://`` address. Raises SourceError for a malformed one."""
    parts = web.split(url, SCHEMES)
    patience = patience or Patience(hang=number("rtsp.hang"))

    def connect() -> Camera:
        return RtspCamera(url, patience.hang)

    shown = parts.hostname if parts.port is None else f"{parts.hostname}:{parts.port}"
    return LiveSource(f"{shown}{parts.path}", connect, patience)
