"""Frames of the link to the totem base: COBS(length | version.type | seq | payload | crc16) 0x00.

The same as ``firmware/core/frame.c``; both are tested with ``firmware/tests/vectors.txt``.
"""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass

from hardware.protocol import MAX_PAYLOAD, MESSAGES, VERSION, Message

_CONTENT = 3 + MAX_PAYLOAD + 2
_LONGEST = _CONTENT + 1  # with the code byte of COBS


@dataclass(frozen=True, slots=True)
class SerialFrame:
    """A frame whose checksum was right. ``message``: None for another version or an unknown kind."""

    version: int
    seq: int
    message: Message | None


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE: polynomial 0x1021, start 0xFFFF; ``b"123456789"`` gives 0x29B1."""
    return crc_hqx(data, 0xFFFF)


def encode(message: Message, seq: int) -> bytes:
    """The bytes of a frame, delimiter included. ``seq``: 0 to 255."""
    payload = message.pack()
    content = bytes((len(payload), VERSION << 4 | message.ID, seq)) + payload
    content += crc16(content).to_bytes(2, "little")
    return b"".join(bytes((len(block) + 1,)) + block for block in content.split(b"\0")) + b"\0"


def decode(line: bytes) -> SerialFrame | None:
    """The frame in the bytes between two delimiters; None for anything else."""
    content = _unstuffed(line)
    if len(content) < 5 or content[0] != len(content) - 5:
        return None
    if crc16(content[:-2]) != int.from_bytes(content[-2:], "little"):
        return None
    version, kind = content[1] >> 4, MESSAGES.get(content[1] & 15)
    payload = content[3:-2]
    known = version == VERSION and kind is not None and len(payload) == kind.SIZE
    return SerialFrame(version, content[2], kind.unpack(payload) if known and kind else None)


def _unstuffed(line: bytes) -> bytes:
    """Without COBS; nothing if it is broken."""
    content, at = bytearray(), 0
    while at < len(line) <= _LONGEST:
        end = at + line[at]
        if not at < end <= len(line):  # a code of 0 is a delimiter and leads nowhere
            return b""
        content += line[at + 1 : end]
        if end < len(line):
            content.append(0)
        at = end
    return bytes(content)


class FrameReader:
    """Bytes as they come, frames as they end. ``errors`` counts what was between delimiters and no frame;
    what came before the first delimiter is no error, because a port is opened in the middle of something."""

    def __init__(self) -> None:
        self.errors = 0
        self._begun = False
        self._rest = bytearray()

    def feed(self, data: bytes) -> list[SerialFrame]:
        """The frames that these bytes completed."""
        *lines, rest = bytes(self._rest + data).split(b"\0")
        frames = []
        for line in filter(None, lines):
            frame = decode(line)
            if frame is not None:
                frames.append(frame)
            elif self._begun:
                self.errors += 1
            self._begun = True
        # More can be no frame; one byte too many keeps it broken.
        self._rest = bytearray(rest[: _LONGEST + 1])
        return frames
