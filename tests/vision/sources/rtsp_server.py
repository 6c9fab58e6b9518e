"""An RTSP server of one H.264 video, over TCP (RFC 2326, interleaved; RFC 6184, one unit a packet)."""

from __future__ import annotations

import re
import socket
import struct
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

VIDEO = Path(__file__).with_name("numbers.h264")
"""The pictures 0 to 11 of ``pictures.py``, each a key picture: x264, baseline profile."""
_TICKS = 90_000
_SDP = "\r\n".join(
    (
        "v=0",
        "o=- 0 0 IN IP4 127.0.0.1",
        "s=table",
        "t=0 0",
        "m=video 0 RTP/AVP 96",
        "a=rtpmap:96 H264/90000",
        "a=control:video",
        "",
    )
)


def pictures(video: bytes) -> list[list[bytes]]:
    """The units of each picture of a byte stream (ISO/IEC 14496-10, annex B)."""
    found: list[list[bytes]] = [[]]
    for unit in re.split(b"\0\0\0?\1", video)[1:]:
        found[-1].append(unit)
        if unit[0] & 31 in (1, 5):  # a slice ends the picture: there is one a picture
            found.append([])
    return found[:-1]


class RtspServer:
    """Plays the video again and again at ``rate`` pictures a second. ``found``: whether it knows the path;
    ``most``: pictures after which it falls silent."""

    def __init__(self, rate: float = 50, found: bool = True, most: int = 10**9) -> None:
        self._rate, self._found, self._most = rate, found, most
        self.calls = 0
        """Connections that asked for something."""
        self.over = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"rtsp://127.0.0.1:{self._socket.getsockname()[1]}/stream"
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while not self.over.is_set():
            try:
                stream, _ = self._socket.accept()
            except OSError:
                return
            threading.Thread(target=self._answer, args=(stream,), daemon=True).start()

    def _answer(self, stream: socket.socket) -> None:
        with stream, stream.makefile("rb") as lines:
            while request := lines.readline().decode():
                number = ""
                while (line := lines.readline().decode().strip()) != "":
                    if line.lower().startswith("cseq:"):
                        number = line
                self.calls += request.startswith("OPTIONS")
                stream.sendall(self._reply(request.split()[0], number))
                if request.startswith("PLAY"):
                    self._play(stream)
                    return

    def _reply(self, method: str, number: str) -> bytes:
        if method == "DESCRIBE" and not self._found:
            return f"RTSP/1.0 404 Not Found\r\n{number}\r\n\r\n".encode()
        more, body = "", ""
        if method == "DESCRIBE":
            body = _SDP
            more = f"Content-Type: application/sdp\r\nContent-Length: {len(body)}\r\n"
        elif method == "SETUP":
            more = "Transport: RTP/AVP/TCP;unicast;interleaved=0-1\r\n"
        return f"RTSP/1.0 200 OK\r\n{number}\r\nSession: 1\r\n{more}\r\n{body}".encode()

    def _play(self, stream: socket.socket) -> None:
        video, sequence = pictures(VIDEO.read_bytes()), 0
        try:
            for count in range(self._most):
                units = video[count % len(video)]
                for unit in units:
                    last = 0x80 if unit is units[-1] else 0
                    stamp = round(count / self._rate * _TICKS)
                    head = struct.pack(">BBHII", 0x80, last | 96, sequence & 0xFFFF, stamp & 0xFFFFFFFF, 7)
                    stream.sendall(struct.pack(">cBH", b"$", 0, len(head) + len(unit)) + head + unit)
                    sequence += 1
                if self.over.wait(1 / self._rate):
                    return
            self.over.wait(30)
        except OSError:  # the camera's program has gone
            return


@contextmanager
def serving_rtsp(rate: float = 50, found: bool = True, most: int = 10**9) -> Iterator[RtspServer]:
    """A server for a test."""
    server = RtspServer(rate, found, most)
    try:
        yield server
    finally:
        server.over.set()
        server._socket.close()
