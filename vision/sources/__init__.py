"""Where frames come from: every camera and recording behind ``vision.types.FrameSource``.

========================  ==========================================================
``usb:0``                 USB camera ``/dev/video0``
``pi``                    the Raspberry Pi's own camera
``http://HOST:PORT/PATH``  an MJPEG stream: network camera, phone or simulated table
``rtsp://HOST:PORT/PATH``  a network camera's H.264, H.265 or MJPEG
``file:PATH``             a video file
``folder:PATH``           a folder of pictures ``000000.jpg`` ...
========================  ==========================================================
"""

from __future__ import annotations

from pathlib import Path

from vision.sources.folder import FolderSource
from vision.sources.live import LiveSource, Patience
from vision.sources.pi import open_pi
from vision.sources.usb import open_usb
from vision.sources.video import VideoSource
from vision.types import N_, FrameSource, SourceError

_LONGEST = 200
"""A sentence repeats at most so many letters of a source."""

__all__ = ["FolderSource", "LiveSource", "Patience", "VideoSource", "open_source"]


def open_source(text: str, *, paced: bool = False, fps: float = 15.0) -> FrameSource:
    """The source that a text names. ``paced``: recordings run in real time; ``fps``: of a folder's pictures.

    A camera that is not there yet is no error: its source says so in ``trouble`` and waits for it.
    Raises SourceError for a text of no known form, a missing recording or a missing library.
    """
    try:
        return _opened(text, paced, fps)
    except OSError as error:
        raise SourceError(
            N_("The recording {text} cannot be opened ({reason}): check its name and who may read it."),
            text=_short(text),
            reason=error.strerror or str(error),
        ) from error


def _opened(text: str, paced: bool, fps: float) -> FrameSource:
    kind, _, rest = text.partition(":")
    match kind:
        case "usb" if rest.isascii() and rest.isdigit() and len(rest) < 4:
            return open_usb(int(rest))
        case "pi" if not rest:
            return open_pi()
        case "http" | "https":
            from vision.sources.mjpeg import open_mjpeg  # loads much that no other camera needs

            return open_mjpeg(text)
        case "rtsp" | "rtsps":
            from vision.sources.rtsp import open_rtsp

            return open_rtsp(text)
        case "file" if rest:
            return VideoSource(Path(rest), paced)
        case "folder" if rest:
            return FolderSource(Path(rest), fps, paced)
    raise SourceError(
        N_(
            "There is no picture source {text}: write usb:0, pi, http://ADDRESS, rtsp://ADDRESS, file:PATH or"
            " folder:PATH."
        ),
        text=_short(text),
    )


def _short(text: str) -> str:
    """The text, cut where nobody would read on."""
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
