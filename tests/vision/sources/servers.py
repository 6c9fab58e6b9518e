"""MJPEG servers that follow a script, one connection after the other, on a port of 127.0.0.1."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Callable, Iterator

Script = Callable[["Connection"], None]

HEAD = (
    b"HTTP/1.1 200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=frame\r\n"
    b"Cache-Control: no-cache\r\nConnection: close\r\n"
)


class Connection:
    """What a script has in its hands: it sends, waits and is told when the test is over."""

    def __init__(self, stream: socket.socket, over: threading.Event) -> None:
        self._stream = stream
        self.over = over
        self.request = b""
        while b"\r\n\r\n" not in self.request:
            data = stream.recv(4096)
            if not data:
                break
            self.request += data

    def send(self, data: bytes) -> None:
        self._stream.sendall(data)

    def head(self, *headers: str) -> None:
        self.send(HEAD + "".join(f"{header}\r\n" for header in headers).encode() + b"\r\n")

    def part(self, body: bytes, *headers: str) -> None:
        lines = ["Content-Type: image/jpeg", f"Content-Length: {len(body)}", *headers]
        self.send(b"--frame\r\n" + "\r\n".join(lines).encode() + b"\r\n\r\n" + body + b"\r\n")

    def forever(self, body: bytes, pause: float = 0.02) -> None:
        while not self.over.wait(pause):
            self.part(body)

    def stall(self) -> None:
        self.over.wait(30)


class Server:
    """Plays ``script``, which may be changed, on every connection. ``calls`` counts them."""

    def __init__(self, script: Script, port: int = 0) -> None:
        self.script = script
        self._over = threading.Event()
        self._socket = socket.create_server(("127.0.0.1", port))
        self._threads: list[threading.Thread] = []
        self.port: int = self._socket.getsockname()[1]
        self.url = f"http://127.0.0.1:{self.port}/stream"
        self.calls = 0
        self.requests: list[bytes] = []
        accepting = threading.Thread(target=self._accept, daemon=True)
        accepting.start()

    def _accept(self) -> None:
        while not self._over.is_set():
            try:
                stream, _ = self._socket.accept()
            except OSError:  # closed
                return
            self.calls += 1
            thread = threading.Thread(target=self._serve, args=(self.script, stream), daemon=True)
            thread.start()
            self._threads.append(thread)

    def _serve(self, script: Script, stream: socket.socket) -> None:
        with stream, contextlib.suppress(OSError):  # the client may hang up whenever it likes
            connection = Connection(stream, self._over)
            self.requests.append(connection.request)
            script(connection)

    def close(self) -> None:
        self._over.set()
        with contextlib.suppress(OSError):
            self._socket.shutdown(socket.SHUT_RDWR)
        self._socket.close()
        for thread in self._threads:
            thread.join(5)


@contextlib.contextmanager
def serving(script: Script, port: int = 0) -> Iterator[Server]:
    server = Server(script, port)
    try:
        yield server
    finally:
        server.close()


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port
