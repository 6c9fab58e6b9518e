"""Serves a live simulated table on 127.0.0.1 as a network camera would, with teaching pictures and lamps.

GET  /stream        multipart JPEG; X-Companion-Simulated: 1; parts with X-Timestamp (monotonic s)
GET  /teach         JSON {"count": N}
GET  /teach/N.jpg   teaching picture N (from 0), /teach/N.txt the position that it shows
GET  /camera        JSON {"k": 3 x 3, "dist": [...]}: the calibrated lens
GET  /done/N        JSON [seat ...]: whose turn was said to be done, without the first N reports
POST /lamps         JSON [{"colour", "pattern", "due"} ...]: what the app's lamps show
POST /pace          JSON {"pace": 1.0}
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from companion.simulator import tuning
from companion.simulator.lamps import parse_lamps, read_json
from companion.simulator.live import LiveTable, Picture
from companion.simulator.presses import format_presses

HOST = "127.0.0.1"
BOUNDARY = "picture"
SERVICE_PORTS = range(47800, 47820)
"""The ports that the package's service may bind to (deploy/debian/companion.service)."""
_LARGEST_BODY = 4096
_MOST_VIEWERS = tuning.whole("server.most_viewers")
_PATIENCE = tuning.number("server.patience")
"""Seconds until a client that neither reads nor writes is cut off."""


class TableServer(ThreadingHTTPServer):
    """``port`` 0 takes a free port; if the system allows no other, one of :data:`SERVICE_PORTS`.

    :attr:`url` tells the address. ``close`` also stops the table. Raises OSError when the port is taken."""

    daemon_threads = True

    def __init__(self, table: LiveTable, port: int) -> None:
        self.table = table
        self.streams = threading.BoundedSemaphore(_MOST_VIEWERS)
        super().__init__((HOST, port), _Handler)

    def server_bind(self) -> None:
        wanted = self.server_address[1]
        ports = [wanted] if wanted else [0, *SERVICE_PORTS]
        while True:
            self.server_address = (HOST, ports.pop(0))
            try:
                return super().server_bind()
            except OSError:
                if not ports:
                    raise

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.server_address[1]}"

    def start(self) -> None:
        """Serve and play on threads of their own."""
        self.table.start()
        threading.Thread(target=self.serve_forever, name="simulated camera", daemon=True).start()

    def close(self) -> None:
        self.table.stop()
        self.shutdown()
        self.server_close()


class _Refused(Exception):
    """A request that cannot be served; the message goes back to the client."""

    def __init__(self, status: HTTPStatus, reason: str) -> None:
        self.status = status
        super().__init__(reason)


class _Handler(BaseHTTPRequestHandler):
    server_version = "CompanionSimulator"
    timeout = _PATIENCE
    server: TableServer

    def do_GET(self) -> None:
        self._answer(self._get)

    def do_POST(self) -> None:
        self._answer(self._post)

    def log_message(self, format: str, *args: Any) -> None:
        """Print nothing: the terminal belongs to the person who started the table."""

    def _answer(self, serve: Any) -> None:
        try:
            serve()
        except _Refused as error:
            self._send(error.status, "text/plain; charset=utf-8", f"{error}\n".encode())
        except (ConnectionError, TimeoutError):
            self.close_connection = True

    def _get(self) -> None:
        path = self.path.partition("?")[0]
        if path == "/stream":
            self._stream()
        elif path == "/camera":
            camera = self.server.table.renderer.camera
            self._send_json({"k": camera.k.tolist(), "dist": camera.dist.tolist()})
        elif path == "/teach":
            self._send_json({"count": len(self.server.table.lessons())})
        elif path.startswith("/done/"):
            self._done(path.removeprefix("/done/"))
        elif path.startswith("/teach/"):
            self._teach(path.removeprefix("/teach/"))
        else:
            raise _Refused(
                HTTPStatus.NOT_FOUND, "there are /stream, /camera, /teach and /teach/N.jpg or .txt"
            )

    def _teach(self, name: str) -> None:
        number, _, kind = name.partition(".")
        lessons = self.server.table.lessons()
        if kind not in ("jpg", "txt") or not number.isdecimal() or int(number[:6]) >= len(lessons):
            raise _Refused(HTTPStatus.NOT_FOUND, f"there are lessons 0 to {len(lessons) - 1}, .jpg and .txt")
        jpeg, position = lessons[int(number)]
        if kind == "jpg":
            self._send(HTTPStatus.OK, "image/jpeg", jpeg)
        else:
            self._send(HTTPStatus.OK, "text/plain; charset=utf-8", position.encode())

    def _done(self, count: str) -> None:
        """Send the seats whose turn was said to be done, without the first ``count``."""
        if not count.isdecimal():
            raise _Refused(HTTPStatus.NOT_FOUND, "say how many presses you know: /done/0")
        presses = self.server.table.people.presses[int(count[:9]) :]
        self._send(HTTPStatus.OK, "application/json", format_presses([seat for _, seat in presses]))

    def _stream(self) -> None:
        if not self.server.streams.acquire(blocking=False):
            raise _Refused(HTTPStatus.SERVICE_UNAVAILABLE, f"{_MOST_VIEWERS} viewers are looking already")
        try:
            with self.server.table.watched():
                self._send_pictures()
        finally:
            self.server.streams.release()

    def _send_pictures(self) -> None:
        self.send_response(HTTPStatus.OK)
        self.send_header("Content-Type", f"multipart/x-mixed-replace; boundary={BOUNDARY}")
        self.send_header("X-Companion-Simulated", "1")
        self.send_header("Cache-Control", "no-store")
        self.end_headers()
        number = -1
        while not self.server.table.stopping:
            picture = self.server.table.next_picture(number, timeout=1.0)
            if picture is not None:
                number = picture.number
                self.wfile.write(_part(picture))

    def _post(self) -> None:
        body = self._body()
        try:
            if self.path == "/lamps":
                self.server.table.lamps.show(parse_lamps(body))
            elif self.path == "/pace":
                self.server.table.set_pace(read_json(_Pace, body).pace)
            else:
                raise _Refused(HTTPStatus.NOT_FOUND, "this table takes /lamps and /pace")
        except ValueError as error:
            raise _Refused(HTTPStatus.BAD_REQUEST, str(error)) from error
        self._send(HTTPStatus.NO_CONTENT, "", b"")

    def _body(self) -> bytes:
        said = self.headers.get("Content-Length", "")
        if not said.isdecimal() or int(said[:6]) > _LARGEST_BODY:
            self.close_connection = True
            raise _Refused(HTTPStatus.BAD_REQUEST, f"a body of at most {_LARGEST_BODY} bytes is needed")
        return self.rfile.read(int(said))

    def _send_json(self, value: object) -> None:
        self._send(HTTPStatus.OK, "application/json", json.dumps(value).encode())

    def _send(self, status: HTTPStatus, kind: str, body: bytes) -> None:
        self.send_response(status)
        if kind:
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@dataclass(frozen=True, slots=True)
class _Pace:
    """How fast people play, as sent."""

    pace: float


def _part(picture: Picture) -> bytes:
    head = (
        f"--{BOUNDARY}\r\nContent-Type: image/jpeg\r\nContent-Length: {len(picture.jpeg)}\r\n"
        f"X-Timestamp: {picture.time:.6f}\r\n\r\n"
    )
    return head.encode() + picture.jpeg + b"\r\n"
