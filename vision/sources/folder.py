"""A folder of pictures ``000000.jpg``, ``000001.jpg`` ... (``.png`` too).

The name is the number, and the time is ``number / fps`` seconds; numbers that are missing were not kept.
"""

from __future__ import annotations

from pathlib import Path

from vision.sources.pace import Pace
from vision.sources.picture import PictureError, TooLargeError, load
from vision.types import N_, Frame, Image, SourceError

_ENDINGS = frozenset({".jpg", ".jpeg", ".png"})


class FolderSource:
    """A FrameSource over a folder. ``paced``: it runs in real time and leaves out pictures that were not read
    in time; otherwise it gives every picture, as fast as they are read.

    Raises SourceError for a folder without numbered pictures and, from ``read``, for a picture that cannot be
    read; ``read`` raises EOFError at the end."""

    simulated = False
    trouble = ""

    def __init__(self, path: Path, fps: float, paced: bool = False) -> None:
        if fps <= 0:
            raise SourceError(N_("A folder of pictures needs a frame rate above 0."))
        if not path.is_dir():
            raise SourceError(N_("There is no folder {path}: check its name."), path=str(path))
        files = [file for file in path.iterdir() if file.suffix.lower() in _ENDINGS and _is_number(file.stem)]
        self._files = sorted(files, key=lambda file: int(file.stem))
        self._numbers = [int(file.stem) for file in self._files]
        if not files or len(set(self._numbers)) < len(files):
            raise SourceError(
                N_("Name the pictures in {path} 000000.jpg, 000001.jpg and so on, each number once."),
                path=str(path),
            )
        self.name = path.name
        self.fps = fps
        self._pace = Pace() if paced else None
        self._at = 0

    def read(self, timeout: float) -> Frame | None:
        if self._at == len(self._files):
            raise EOFError(self.name)
        if self._pace is not None:
            if not self._pace.wait(self._due(self._at), timeout):
                return None
            elapsed = self._pace.elapsed()
            while self._at + 1 < len(self._files) and self._due(self._at + 1) <= elapsed:
                self._at += 1
        file, number = self._files[self._at], self._numbers[self._at]
        self._at += 1
        return Frame(number, number / self.fps, _load(file))

    def _due(self, at: int) -> float:
        return (self._numbers[at] - self._numbers[0]) / self.fps

    def close(self) -> None:
        pass


def _load(file: Path) -> Image:
    try:
        return load(file)
    except TooLargeError as error:
        key = N_("The picture {path} is too large: make it smaller or remove it.")
        raise SourceError(key, path=str(file)) from error
    except (PictureError, OSError) as error:
        key = N_("The picture {path} cannot be read: replace or remove it.")
        raise SourceError(key, path=str(file)) from error


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdigit() and len(text) < 16
