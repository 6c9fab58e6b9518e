"""A video file. Its pictures are numbered from 0 and have the times that the file gives them, seconds since
the first one: telephones record as many pictures a second as the light allows."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np

from vision.opencv import cv2
from vision.sources.pace import Pace
from vision.tuning import number
from vision.types import N_, Frame, SourceError

_ROUNDING = number("video.rounding")
"""If a file's time differs from that of a steady camera by fewer seconds than this, it was only rounded."""


class VideoSource:
    """A FrameSource over a file. ``paced``: it runs in real time and leaves out pictures that were not read
    in time; otherwise it gives every picture, as fast as they are read.

    Raises SourceError if there is no such file or it holds no video; ``read`` raises EOFError at its end."""

    simulated = False
    trouble = ""

    def __init__(self, path: Path, paced: bool = False) -> None:
        if not path.is_file():
            raise SourceError(N_("There is no video file {path}: check its name."), path=str(path))
        self._video = cv2.VideoCapture(str(path), cv2.CAP_FFMPEG)
        fps = self._video.get(cv2.CAP_PROP_FPS)
        if not self._video.isOpened() or not math.isfinite(fps) or fps <= 0 or not self._video.grab():
            self._video.release()
            raise SourceError(
                N_("The file {path} is not a video that can be played: convert it to MP4 (H.264)."),
                path=str(path),
            )
        self.name = path.name
        self.fps = float(fps)
        self._pace = Pace() if paced else None
        self._grabbed = 0  # the picture that waits to be retrieved
        self._first = self._stamp()
        self._time = 0.0

    def read(self, timeout: float) -> Frame | None:
        if self._grabbed < 0:
            raise EOFError(self.name)
        if self._pace is not None and not self._pace.wait(self._time, timeout):
            return None
        frame = self._take()
        while self._pace is not None and self._grabbed > 0 and self._time <= self._pace.elapsed():
            frame = self._take()
        return frame

    def _take(self) -> Frame:
        """The picture that waits; then grab the next one. Raises EOFError."""
        good, picture = self._video.retrieve()
        if not good:
            raise EOFError(self.name)
        frame = Frame(self._grabbed, self._time, np.asarray(picture, dtype=np.uint8))
        self._grabbed = self._grabbed + 1 if self._video.grab() else -1
        self._time = self._next_time()
        return frame

    def _next_time(self) -> float:
        """The time of the picture that waits, as the file says it, unless it is no later than the one
        before."""
        regular = self._grabbed / self.fps
        stamp = self._stamp() - self._first
        if abs(stamp - regular) < _ROUNDING:
            return regular
        return stamp if self._time < stamp < math.inf else self._time + 1 / self.fps

    def _stamp(self) -> float:
        return self._video.get(cv2.CAP_PROP_POS_MSEC) / 1000.0

    def close(self) -> None:
        self._video.release()
