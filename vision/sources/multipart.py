"""The parts of a ``multipart/x-mixed-replace`` stream of JPEG pictures (RFC 2046, section 5.1), from bytes.

Cameras lie about lengths, cut parts in half and insert garbage, so a length is believed only when a
whole picture ends there; otherwise the next delimiter decides, and what is not a whole picture is dropped.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from email.message import Message

from vision.sources.jpeg import is_whole

MAX_PART = 8_000_000
MAX_HEAD = 8_192


@dataclass(frozen=True, slots=True)
class Part:
    """One whole JPEG and its header (names in lower case)."""

    header: Mapping[str, str]
    body: bytes = field(repr=False)


def boundary_of(content_type: str) -> str | None:
    """The boundary that a Content-Type names, without leading dashes; None for any other type."""
    message = Message()
    message["Content-Type"] = content_type
    boundary = message.get_param("boundary")
    if message.get_content_type() != "multipart/x-mixed-replace" or not isinstance(boundary, str):
        return None
    return boundary.strip().lstrip("-") or None  # many cameras write the delimiter's dashes here too


class MultipartParser:
    """Cuts a stream into parts. Keeps at most MAX_PART + MAX_HEAD bytes and the last piece fed."""

    def __init__(self, boundary: str) -> None:
        self._delimiter = b"--" + boundary.encode("latin-1", "replace")
        self._buffer = bytearray()
        self._header: Mapping[str, str] | None = None
        self._seek = True
        self._searched = 0
        self.dropped = 0
        """Parts that were no whole picture."""

    def feed(self, data: bytes) -> list[Part]:
        """The parts that are complete with this piece of the stream, in order."""
        self._buffer += data
        parts: list[Part] = []
        while self._step(parts):
            pass
        return parts

    def _step(self, parts: list[Part]) -> bool:
        """Go on by one delimiter, header or body; False when more bytes are needed."""
        if self._seek:
            return self._find_delimiter()
        if self._header is None:
            return self._read_header()
        return self._read_body(self._header, parts)

    def _find_delimiter(self) -> bool:
        at = self._buffer.find(self._delimiter)
        if at < 0:
            del self._buffer[: max(0, len(self._buffer) - len(self._delimiter) + 1)]
            return False
        del self._buffer[: at + len(self._delimiter)]
        self._seek, self._header = False, None
        return True

    def _read_header(self) -> bool:
        end = self._buffer.find(b"\r\n\r\n", 0, MAX_HEAD)
        if end < 0:
            if len(self._buffer) < MAX_HEAD:
                return False
            self._seek = True  # no header is that long: look for the next part in what we have
            return True
        lines = bytes(self._buffer[:end]).decode("latin-1").split("\r\n")
        fields = (line.partition(":") for line in lines)
        self._header = {name.strip().lower(): value.strip() for name, colon, value in fields if colon}
        del self._buffer[: end + 4]
        self._searched = 0
        return True

    def _read_body(self, header: Mapping[str, str], parts: list[Part]) -> bool:
        text = header.get("content-length", "")
        length = int(text) if text.isascii() and text.isdigit() and len(text) < 9 else 0
        if 0 < length <= min(len(self._buffer), MAX_PART) and is_whole(self._buffer[:length]):
            return self._take(header, length, parts)
        at = self._buffer.find(self._delimiter, self._searched)
        if at >= 0:
            return self._take(header, at, parts)
        self._searched = max(0, len(self._buffer) - len(self._delimiter) + 1)
        if len(self._buffer) <= MAX_PART:
            return False
        self.dropped += 1
        self._seek = True
        return True

    def _take(self, header: Mapping[str, str], length: int, parts: list[Part]) -> bool:
        body = bytes(self._buffer[:length])
        del self._buffer[:length]
        self._seek = True
        if is_whole(body):
            parts.append(Part(header, body))
        else:
            self.dropped += 1
        return True
