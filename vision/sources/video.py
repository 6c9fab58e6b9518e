"""A video file. Picture ``n`` has the number ``n`` and the time ``n / fps``, seconds from its beginning."""

from __future__ import annotations

import math
from pathlib import Path

import cv2
import numpy as np

from vision.sources.pace import Pace
from vision.types import N_, Frame, SourceError


class VideoSource:
    """A FrameSource over a file. ``paced``: in real time, leaving out pictures that nobody was quick enough
    to read; otherwise every picture, as fast as they are read.

    Raises SourceError when there is no such file or it holds no video; ``read`` raises EOFError at its end.
    """

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
        self._pace = Pace(self.fps) if paced else None
        self._grabbed = 0  # the picture that waits to be retrieved

    def read(self, timeout: float) -> Frame | None:
        if self._grabbed < 0:
            raise EOFError(self.name)
        if self._pace is not None:
            if not self._pace.wait(self._grabbed, timeout):
                return None
            for _ in range(self._pace.due() - self._grabbed):
                self._next()
                if self._grabbed < 0:
                    raise EOFError(self.name)
        good, picture = self._video.retrieve()
        number = self._grabbed
        if not good:
            raise EOFError(self.name)
        self._next()
        return Frame(number, number / self.fps, np.asarray(picture, dtype=np.uint8))

    def close(self) -> None:
        self._video.release()

    def _next(self) -> None:
        self._grabbed = self._grabbed + 1 if self._video.grab() else -1
