"""JPEG pictures out of a stream of bytes, each with the header in front of it.

Cameras send wrong lengths, write other delimiters than they announced, end lines in many ways, put junk
behind a picture, cut it in half or leave out its end. The markers inside a JPEG are seldom wrong, so they
alone decide where a picture begins and ends. Whatever stands between two pictures is the header of the
second."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from vision.sources.jpeg import START, MarkerWalk, Stop

MAX_PICTURE = 16_000_000
"""Bytes; 4608 x 2592 points at the best quality take half of that."""
MAX_HEAD = 8_192

_FIRST = START + b"\xff"
_TEXT_AT_THE_END = re.compile(rb"\r?\n[\t\r\n -~]*\Z")


@dataclass(frozen=True, slots=True)
class Part:
    """One JPEG and its header (names in lower case). ``ended``: whether its end mark was there."""

    header: Mapping[str, str]
    body: bytes = field(repr=False)
    ended: bool = True


class JpegStream:
    """Cuts a stream into pictures. It keeps at most MAX_PICTURE + MAX_HEAD bytes and the last piece that was
    fed."""

    def __init__(self) -> None:
        self.dropped = 0
        """How many times something looked like the beginning of a picture and was none."""
        self.strange = 0
        """Bytes between pictures beyond MAX_HEAD, which are no header."""
        self._buffer = bytearray()
        self._header: Mapping[str, str] = {}
        self._walk: MarkerWalk | None = None

    def feed(self, data: bytes) -> list[Part]:
        """The pictures that are complete with this piece of the stream, in order."""
        self._buffer += data
        parts: list[Part] = []
        while self._read_picture(parts) if self._walk else self._find_picture():
            pass
        return parts

    def _find_picture(self) -> bool:
        at = self._buffer.find(_FIRST)
        if at < 0:
            strange = max(0, len(self._buffer) - MAX_HEAD)
            self.strange += strange
            del self._buffer[:strange]
            return False
        self._header = _header(bytes(self._buffer[max(0, at - MAX_HEAD) : at]))
        del self._buffer[:at]
        self._walk = MarkerWalk()
        return True

    def _read_picture(self, parts: list[Part]) -> bool:
        assert self._walk is not None
        stop = self._walk.go(self._buffer)
        if stop is Stop.MORE:
            if len(self._buffer) <= MAX_PICTURE:
                return False
            stop = Stop.BROKEN
        if stop is Stop.BROKEN:
            self.dropped += 1
            del self._buffer[: len(START)]
        else:
            body = bytes(self._buffer[: self._walk.at])
            ended = stop is Stop.WHOLE
            parts.append(Part(self._header, body if ended else self._without_text(body), ended))
            # the picture's last bytes may be the header of the next one
            del self._buffer[: self._walk.at if ended else len(parts[-1].body)]
        self._walk = None
        return True

    def _without_text(self, body: bytes) -> bytes:
        """A picture without an end mark, with the header of the next picture behind it cut off."""
        length = _length(self._header)
        if 0 < length <= len(body):
            return body[:length]
        text = _TEXT_AT_THE_END.search(body, max(0, len(body) - MAX_HEAD))
        return body[: text.start()] if text else body


def _header(data: bytes) -> Mapping[str, str]:
    """The lines ``name: value`` of the last header in there."""
    fields = (line.partition(":") for line in data.decode("latin-1").splitlines())
    return {name.strip().lower(): value.strip() for name, colon, value in fields if colon}


def _length(header: Mapping[str, str]) -> int:
    text = header.get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
