"""Where frames come from: every camera and recording behind ``vision.types.FrameSource``.

========================  ==========================================================
``usb:0``                 USB camera ``/dev/video0``
``pi``                    the Raspberry Pi's own camera
``http://HOST:PORT/PATH``  an MJPEG stream: network camera, phone or simulated table
``file:PATH``             a video file
``folder:PATH``           a folder of pictures ``000000.jpg`` ...
========================  ==========================================================
"""

from __future__ import annotations

from pathlib import Path

from vision.sources.folder import FolderSource
from vision.sources.live import LiveSource, Patience
from vision.sources.mjpeg import open_mjpeg
from vision.sources.pi import open_pi
from vision.sources.usb import open_usb
from vision.sources.video import VideoSource
from vision.types import N_, FrameSource, SourceError

__all__ = ["FolderSource", "LiveSource", "Patience", "VideoSource", "open_source"]


def open_source(text: str, *, paced: bool = False, fps: float = 15.0) -> FrameSource:
    """The source that a text names. ``paced``: recordings run in real time; ``fps``: of a folder's pictures.

    A camera that is not there yet is no error: its source says so in ``trouble`` and waits for it.
    Raises SourceError for a text of no known form, a missing recording or a missing library.
    """
    kind, _, rest = text.partition(":")
    match kind:
        case "usb" if rest.isascii() and rest.isdigit():
            return open_usb(int(rest))
        case "pi" if not rest:
            return open_pi()
        case "http" | "https":
            return open_mjpeg(text)
        case "file" if rest:
            return VideoSource(Path(rest), paced)
        case "folder" if rest:
            return FolderSource(Path(rest), fps, paced)
    raise SourceError(
        N_("There is no picture source {text}: write usb:0, pi, http://ADDRESS, file:PATH or folder:PATH."),
        text=text,
    )
