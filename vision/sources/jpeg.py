"""The markers of a JPEG file (ITU-T T.81, annex B): where it ends, and how large the picture is.

This is stricter than the decoder. A file that is accepted here has one frame header before its first scan,
and nothing between its segments. So the decoder can find no other size than the one that is read here."""

from __future__ import annotations

import re
from enum import Enum, auto

START = b"\xff\xd8"
END = b"\xff\xd9"

_TEM = 0x01
_RESTARTS = frozenset(range(0xD0, 0xD8))
_SOI, _EOI, _SOS = 0xD8, 0xD9, 0xDA
_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_SEQUENTIAL = frozenset({0xC0, 0xC1})
_SEGMENTS = frozenset({0xC4, 0xC8, 0xCC, *range(0xDA, 0x100)}) - {0xFF}
_FOREIGN = frozenset({*range(0xE0, 0xF0), 0xFE})
"""Segments for applications, and comments. They may hold anything, for example a thumbnail."""
_IN_SCAN = re.compile(rb"\xff[^\x00\xff\xd0-\xd7]")
"""A marker in compressed data that is no stuffed zero, no fill byte and no restart."""


class Stop(Enum):
    """Why a walk stopped: at the end of the file; at the end of the data; where another picture starts in the
    middle of this one's data; at something that no JPEG has."""

    WHOLE = auto()
    MORE = auto()
    CUT = auto()
    BROKEN = auto()


class MarkerWalk:
    """A walk over the markers of a file that begins with START. ``at``: how far it has come; ``size``: width
    and height, once they were read; ``sequential``: whether each part of the picture is coded once."""

    def __init__(self) -> None:
        self.at = len(START)
        self.size: tuple[int, int] | None = None
        self.sequential = False
        self._scanning = False

    def go(self, data: bytes | bytearray) -> Stop:
        """Go on; ``data`` is the file from its first byte, perhaps longer than last time."""
        while True:
            if self._scanning:
                found = _IN_SCAN.search(data, self.at)
                self.at = found.start() if found else max(self.at, len(data) - 1)
            if self.at + 2 > len(data):
                return Stop.MORE
            marker = data[self.at + 1]
            if data[self.at] != 0xFF:
                return Stop.BROKEN
            if marker == 0xFF and not self._scanning:  # fill bytes may precede any marker
                self.at += 1
            elif marker == _EOI:
                self.at += 2
                return Stop.WHOLE if self._scanning else Stop.BROKEN
            elif marker == _SOI:
                return Stop.CUT if self._scanning else Stop.BROKEN
            elif marker == _TEM or marker in _RESTARTS:
                self.at += 2
            elif self._scanning and self.at + 2 == len(data):
                return Stop.MORE
            elif (stop := self._segment(data, marker)) is not None:
                return stop

    def _segment(self, data: bytes | bytearray, marker: int) -> Stop | None:
        """Step over a marker with a length; None when that was possible."""
        if marker not in _SEGMENTS | _FRAMES or (marker == _SOS and self.size is None):
            return Stop.BROKEN
        if self.at + 9 > len(data):  # the smallest file goes on for longer than this
            return Stop.MORE
        length = int.from_bytes(data[self.at + 2 : self.at + 4], "big")
        if length < 2 or (marker in _FRAMES and (length < 8 or self.size is not None)):
            return Stop.BROKEN
        end = self.at + 2 + length
        if marker not in _FOREIGN:
            if data.find(START + b"\xff", self.at, end + len(START)) >= 0:
                return Stop.BROKEN  # it was cut off in a table, and another picture begins
            if end > len(data):
                return Stop.MORE
        if marker in _FRAMES:
            height, width = data[self.at + 5 : self.at + 7], data[self.at + 7 : self.at + 9]
            self.size = int.from_bytes(width, "big"), int.from_bytes(height, "big")
            self.sequential = marker in _SEQUENTIAL
        self._scanning = self._scanning or marker == _SOS
        self.at = end
        return None
