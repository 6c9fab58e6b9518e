"""What a network camera may answer instead of pictures, and how we log in."""

from __future__ import annotations

import contextlib
import hashlib
import re
import socket
import ssl
import subprocess
import threading
from base64 import b64encode
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import requests

from tests.vision.sources.pictures import jpeg, number_of
from tests.vision.sources.servers import Connection, Script, free_port, serving
from tests.vision.sources.waiting import next_frame, until_trouble
from vision.sources import open_source
from vision.sources.live import Patience
from vision.sources.mjpeg import open_mjpeg

QUICK = Patience(hang=0.6, pause=0.05, longest_pause=0.1)
USER, PASSWORD = "table", "пароль:@/ 1"
QUOTED = "%D0%BF%D0%B0%D1%80%D0%BE%D0%BB%D1%8C%3A%40%2F%201"


def stream(connection: Connection) -> None:
    connection.head()
    connection.forever(jpeg(4))


def answering(status: str, *headers: str) -> Script:
    lines = [f"HTTP/1.1 {status}", "Content-Length: 0", "Connection: close", *headers]
    return lambda connection: connection.send("".join(f"{line}\r\n" for line in lines).encode() + b"\r\n")


def path_of(connection: Connection) -> str:
    return connection.request.split()[1].decode()


def said_by(script: Script, login: str = "", patience: Patience = QUICK) -> str:
    """The sentence about a camera that answers so."""
    with serving(script) as server:
        source = open_mjpeg(server.url.replace("//", f"//{login}"), patience)
        try:
            until_trouble(source, ":", 10)
            return source.trouble
        finally:
            source.close()


def basic(connection: Connection) -> bool:
    expected = b"Basic " + b64encode(f"{USER}:{PASSWORD}".encode())
    return b"Authorization: " + expected + b"\r\n" in connection.request


def digest(algorithm: str) -> Callable[[Connection], bool]:
    """Whether the answer to the challenge is right (RFC 7616, section 3.4.1)."""

    def check(connection: Connection) -> bool:
        found = re.search(rb"Authorization: Digest ([^\r]*)", connection.request)
        if found is None:
            return False
        given = dict(re.findall(r'(\w+)="?([^",]*)"?', found[1].decode()))

        def hashed(text: str) -> str:
            return hashlib.new(algorithm.replace("-", ""), text.encode()).hexdigest()

        first = hashed(f"{USER}:the camera:{PASSWORD}")
        second = hashed(f"GET:{path_of(connection)}")
        right = hashed(f"{first}:{given['nonce']}:{given['nc']}:{given['cnonce']}:auth:{second}")
        return (given["username"], given["response"]) == (USER, right)

    return check


BASIC = 'WWW-Authenticate: Basic realm="the camera"'
MD5 = 'WWW-Authenticate: Digest realm="the camera", nonce="n0", qop="auth", algorithm=MD5'
SHA = 'WWW-Authenticate: Digest realm="the camera", nonce="n1", qop="auth", algorithm=SHA-256'


@pytest.mark.parametrize(
    ("challenges", "right"),
    [
        ([BASIC], basic),
        ([MD5], digest("MD5")),
        ([SHA], digest("SHA-256")),
        ([MD5, BASIC], digest("MD5")),
        ([BASIC, MD5], digest("MD5")),
    ],
)
@pytest.mark.parametrize("path", ["/stream", "/video?size=720&x=1"])
def test_the_login_in_the_address_is_used(
    challenges: list[str], right: Callable[[Connection], bool], path: str
) -> None:
    def script(connection: Connection) -> None:
        (stream if right(connection) else answering("401 No", *challenges))(connection)

    with serving(script) as server:
        source = open_source(f"http://{USER}:{QUOTED}@127.0.0.1:{server.port}{path}")
        try:
            assert number_of(next_frame(source).image) == 4
            assert "Authorization" not in server.requests[0].decode(), "nobody asked for it yet"
        finally:
            source.close()


@pytest.mark.parametrize(
    ("script", "login", "words"),
    [
        (answering("401 No", BASIC), "", "wants a login"),
        (answering("401 No", BASIC), "a:b@", "refuses this user and password"),
        (answering("401 No", MD5), "a:b@", "refuses this user and password"),
        (answering("401 No", "WWW-Authenticate: Bearer"), "a:b@", "of a kind that is not known"),
        (answering("401 No"), "a:b@", "of a kind that is not known"),
        (answering("403 No"), "", "to this user"),
        (answering("404 No"), "", "no pictures at this path"),
        (answering("503 No"), "", "is busy"),
        (answering("500 No"), "", "a fault of its own"),
        (answering("400 No"), "", "does not accept"),
        (answering("302 Go", "Location: http://127.0.0.2/x"), "", "another address"),
        (answering("302 Go", "Location: file:///etc/passwd"), "", "does not accept"),
        (answering("302 Go", "Location: http://[x/"), "", "does not accept"),
        (answering("302 Go", "Location: /again"), "", "again and again"),
        (answering("302 Go"), "", "does not accept"),
        (lambda connection: connection.stall(), "", "in time"),
    ],
)
def test_every_refusal_has_its_own_sentence(script: Script, login: str, words: str) -> None:
    assert words in said_by(script, login)


@pytest.mark.parametrize(
    "challenge", ["Digest", "Digest realm", "Digest realm=", 'Digest realm="x", nonce="y", algorithm=Z']
)
def test_a_damaged_challenge_is_a_refusal(challenge: str) -> None:
    sentence = said_by(answering("401 No", f"WWW-Authenticate: {challenge}"), "a:b@")
    assert "password" in sentence or "kind" in sentence


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("absolute", [True, False])
def test_up_to_three_redirects_on_the_camera_are_followed(count: int, absolute: bool) -> None:
    def script(connection: Connection) -> None:
        step = len(path_of(connection)) - len("/stream")
        to = path_of(connection) + "x"
        if step == count:
            stream(connection)
        else:
            start = f"http://127.0.0.1:{server.port}" if absolute else ""
            answering("302 Go", f"Location: {start}{to}")(connection)

    with serving(script) as server:
        source = open_mjpeg(server.url, QUICK)
        try:
            assert number_of(next_frame(source).image) == 4
            assert server.calls == count + 1
        finally:
            source.close()


def test_a_password_is_not_shown_to_another_device() -> None:
    with serving(stream) as other:
        location = f"Location: http://localhost:{other.port}/"
        assert "another address" in said_by(answering("302 Go", location), "a:b@")
        assert other.calls == 0


def test_nobody_at_the_port_and_no_such_name() -> None:
    for host, words in ((f"127.0.0.1:{free_port()}", "refuses the connection"), ("no-such.invalid", "name")):
        source = open_mjpeg(f"http://{host}/", QUICK)
        try:
            until_trouble(source, words)
        finally:
            source.close()


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A key and a certificate that nobody vouches for."""
    path = tmp_path_factory.mktemp("tls") / "camera.pem"
    key = "ec -pkeyopt ec_paramgen_curve:prime256v1"  # quicker than RSA
    command = f"req -x509 -newkey {key} -nodes -days 2 -subj /CN=camera -keyout {path} -out {path}.crt"
    subprocess.run(["openssl", *command.split()], check=True, capture_output=True)
    path.write_text(path.read_text() + Path(f"{path}.crt").read_text())
    return path


@pytest.fixture
def encrypted(certificate: Path) -> Iterator[int]:
    """The port of a server that greets in TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    listening = socket.create_server(("127.0.0.1", 0))

    def greet() -> None:
        while True:
            try:
                with context.wrap_socket(listening.accept()[0], server_side=True):
                    pass
            except ssl.SSLError:
                continue
            except OSError:
                return

    thread = threading.Thread(target=greet, daemon=True)
    thread.start()
    yield listening.getsockname()[1]
    listening.shutdown(socket.SHUT_RDWR)
    listening.close()
    thread.join()


@pytest.mark.outside
def test_a_certificate_that_nobody_vouches_for(encrypted: int) -> None:
    source = open_mjpeg(f"https://127.0.0.1:{encrypted}/", QUICK)
    try:
        until_trouble(source, "certificate that is not trusted")
    finally:
        source.close()


@pytest.mark.parametrize("code", [9, 10])  # X509_V_ERR_CERT_NOT_YET_VALID, X509_V_ERR_CERT_HAS_EXPIRED
def test_a_certificate_of_another_time_is_told_as_that(code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """To write http instead would be bad advice where only the clock is wrong."""

    def connect(*_: object, **__: object) -> None:
        error = ssl.SSLCertVerificationError("certificate verify failed")
        error.verify_code = code
        raise requests.exceptions.SSLError from error

    monkeypatch.setattr("requests.Session.get", connect)
    source = open_mjpeg("https://127.0.0.1:1/", QUICK)
    try:
        until_trouble(source, "check the clock here")
    finally:
        source.close()


def test_a_camera_that_does_not_speak_tls() -> None:
    def answer() -> None:
        with contextlib.suppress(OSError):
            while True:
                with listening.accept()[0] as stream:
                    stream.sendall(b"HTTP/1.0 400 No\r\n\r\n")

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        source = open_mjpeg(f"https://127.0.0.1:{listening.getsockname()[1]}/", QUICK)
        try:
            until_trouble(source, "does not offer https")
        finally:
            source.close()
            listening.shutdown(socket.SHUT_RDWR)
    thread.join()
