"""MJPEG over HTTP against servers that die, stall, lie and send garbage."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import cv2
import pytest

from tests.doubles.waiting import until
from tests.vision.sources.pictures import checkered, jpeg, number_of
from tests.vision.sources.servers import Connection, Script, Server, free_port, serving
from tests.vision.sources.waiting import next_frame, until_trouble
from vision.sources.live import LiveSource, Patience
from vision.sources.mjpeg import open_mjpeg
from vision.types import SourceError

QUICK = Patience(hang=0.4, pause=0.05, longest_pause=0.1)
NUMBERED = [jpeg(n) for n in range(12)]
BUSY = bytes(cv2.imencode(".jpg", checkered(160, 96, 8))[1])


@contextmanager
def watching(url: str, patience: Patience = QUICK) -> Iterator[LiveSource]:
    source = open_mjpeg(url, patience)
    try:
        yield source
    finally:
        source.close()


def good(number: int, *headers: str) -> Script:
    def script(connection: Connection) -> None:
        connection.head(*headers)
        connection.forever(NUMBERED[number])

    return script


def until_number(source: LiveSource, number: int) -> None:
    until(lambda: number_of(next_frame(source).image) == number, f"picture {number}")


def test_a_stream_is_read() -> None:
    with serving(good(3)) as server, watching(server.url + "?size=720") as source:
        assert number_of(next_frame(source).image) == 3
        assert not source.simulated
        assert source.trouble == ""
        assert server.requests[0].startswith(b"GET /stream?size=720 HTTP/1.1\r\n")


def test_a_simulated_table_says_so() -> None:
    with serving(good(0, "X-Companion-Simulated: 1")) as server, watching(server.url) as source:
        next_frame(source)
        assert source.simulated


def test_the_name_has_no_password() -> None:
    with watching("http://user:secret@127.0.0.1:1/live") as source:
        assert source.name == "127.0.0.1:1/live"


def test_time_stamps_keep_their_distances() -> None:
    """The sender's clock is 5000 s behind; pictures taken 1 s apart and sent at once are 1 s apart."""

    def script(connection: Connection) -> None:
        connection.head()
        for n in itertools.count():
            connection.part(NUMBERED[n % 12], f"X-Timestamp: {-5000 + n:.3f}")
            if connection.over.wait(0.05):
                return

    with serving(script) as server, watching(server.url, Patience(hang=3)) as source:
        frames = [next_frame(source) for _ in range(6)]
    times = [frame.time for frame in frames]
    assert times == sorted(times)
    # a picture is never placed after its arrival, so a clock that runs 20 times too fast is held back by us
    assert all(later - earlier < 1.0 for earlier, later in itertools.pairwise(times))


def test_a_picture_out_of_order_is_left_out() -> None:
    def script(connection: Connection) -> None:
        connection.head()
        connection.part(NUMBERED[1], "X-Timestamp: 10")
        for _ in range(3):
            connection.part(NUMBERED[2], "X-Timestamp: 9")
        connection.over.wait(0.2)
        for n in itertools.count():
            connection.part(NUMBERED[3], f"X-Timestamp: {11 + n}")
            if connection.over.wait(0.02):
                return

    with serving(script) as server, watching(server.url) as source:
        seen = {number_of(next_frame(source).image) for _ in range(5)}
    assert 2 not in seen
    assert 3 in seen


@pytest.mark.parametrize("stamp", ["", "yesterday", "nan", "inf", "1e999"])
def test_a_time_stamp_that_is_none_is_replaced_by_the_arrival(stamp: str) -> None:
    def script(connection: Connection) -> None:
        connection.head()
        while not connection.over.wait(0.02):
            connection.part(NUMBERED[1], f"X-Timestamp: {stamp}")

    with serving(script) as server, watching(server.url) as source:
        first, second = next_frame(source), next_frame(source)
        assert 0 < second.time - first.time < 10


def die_in_a_part(connection: Connection) -> None:
    connection.head()
    connection.part(NUMBERED[1])
    connection.send(b"--frame\r\nContent-Length: 5000\r\n\r\n" + NUMBERED[2][:100])


def stall_in_a_part(connection: Connection) -> None:
    die_in_a_part(connection)
    connection.stall()


def stall_before_the_head(connection: Connection) -> None:
    connection.stall()


def trickle(connection: Connection) -> None:
    connection.head()
    for byte in NUMBERED[2] * 100:
        connection.send(bytes([byte]))
        if connection.over.wait(0.01):
            return


def garbage(connection: Connection) -> None:
    connection.send(b"\x00\xff garbage \r\n\r\n" * 100)


def garbage_in_the_stream(connection: Connection) -> None:
    connection.head()
    while not connection.over.wait(0.01):
        connection.send(b"\x00\xff garbage \r\n\r\n" * 100)


def hang_up(connection: Connection) -> None:
    del connection


def halves(connection: Connection) -> None:
    connection.head()
    while not connection.over.wait(0.01):
        connection.part(BUSY[: len(BUSY) // 2])


def snapshot(connection: Connection) -> None:
    head = b"HTTP/1.1 200 OK\r\nContent-Type: image/jpeg\r\nContent-Length: %d\r\n\r\n"
    connection.send(head % len(NUMBERED[1]) + NUMBERED[1])


def page(connection: Connection) -> None:
    connection.send(b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nhi")


@pytest.mark.parametrize(
    ("script", "words"),
    [
        (die_in_a_part, "stopped sending"),
        (stall_in_a_part, "stopped sending"),
        (trickle, "sends too slowly"),
        (garbage_in_the_stream, "something other than JPEG"),
        (halves, "break off"),
        (stall_before_the_head, "does not answer in time"),
        (garbage, "no web server"),
        (hang_up, "does not answer"),
        (page, "not an MJPEG stream"),
        (snapshot, "a single picture"),
    ],
)
def test_a_server_that_fails_is_called_again(script: Callable[[Connection], None], words: str) -> None:
    with serving(script) as server, watching(server.url) as source:
        until(lambda: source.read(0.01) is None and server.calls >= 2, "it is called again")
        until_trouble(source, words)
        server.script = good(9)
        until_number(source, 9)
        assert source.trouble == ""


def test_a_server_that_is_switched_on_later_is_found() -> None:
    port = free_port()
    with watching(f"http://127.0.0.1:{port}/") as source:
        until_trouble(source, "refuses the connection")
        with serving(good(4), port=port):
            until_number(source, 4)


def test_a_server_that_dies_and_comes_back_on_its_port() -> None:
    with watching("http://127.0.0.1:1/") as nothing:
        assert nothing.read(0) is None
    server = Server(good(4))
    with watching(server.url) as source:
        before = next_frame(source)
        server.close()
        until_trouble(source, "camera")
        with serving(good(5), port=server.port):
            until_number(source, 5)
            assert next_frame(source).number > before.number


@pytest.mark.parametrize(
    "wire",
    [
        pytest.param(lambda body: b"--frame\r\n\r\n" + body + bytes(300) + b"\r\n", id="junk behind the end"),
        pytest.param(lambda body: b"--frame\r\n\r\n" + body[:-2] + b"\r\n", id="no end"),
        pytest.param(lambda body: b"--frame\n\n" + body + b"\n", id="LF"),
        pytest.param(lambda body: b"frame\r\n\r\n" + body + b"\r\n", id="delimiter without dashes"),
        pytest.param(lambda body: body, id="nothing but pictures"),
    ],
)
@pytest.mark.parametrize(
    "kind", ["multipart/x-mixed-replace; boundary=frame", "multipart/x-mixed-replace", ""]
)
def test_streams_of_careless_cameras_are_read(wire: Callable[[bytes], bytes], kind: str) -> None:
    def script(connection: Connection) -> None:
        line = f"Content-Type: {kind}\r\n" if kind else ""
        connection.send(f"HTTP/1.0 200 OK\r\n{line}\r\n".encode())
        for n in itertools.count():
            connection.send(wire(NUMBERED[n % 12]))
            if connection.over.wait(0.02):
                return

    with serving(script) as server, watching(server.url) as source:
        numbers = [number_of(next_frame(source).image) for _ in range(5)]
        assert all(after - before for before, after in itertools.pairwise(numbers))
        assert (source.trouble, server.calls) == ("", 1)


def test_pictures_of_a_good_camera_are_read() -> None:
    large = jpeg(7, width=4608, height=2592)

    def script(connection: Connection) -> None:
        connection.head()
        connection.forever(large, 0.1)

    with serving(script) as server, watching(server.url, Patience(hang=3)) as source:
        frame = next_frame(source)
        assert frame.image.shape == (648, 1152, 3), "the work of every frame is done on a smaller copy"
        assert frame.large().shape == (2592, 4608, 3)


def test_a_picture_that_claims_too_much_is_said() -> None:
    at = NUMBERED[1].index(b"\xff\xc0")
    claims = NUMBERED[1][:2] + b"\xff\x01" + NUMBERED[1][2 : at + 5] + b"\xea\x60" * 2 + NUMBERED[1][at + 9 :]

    def script(connection: Connection) -> None:
        connection.head()
        connection.forever(claims)

    with serving(script) as server, watching(server.url) as source:
        until_trouble(source, "too large")


@pytest.mark.parametrize("stamp", ["0.000000", "1700000000.25"])
def test_a_sender_s_clock_that_stands_still_is_not_followed(stamp: str) -> None:
    def script(connection: Connection) -> None:
        connection.head()
        while not connection.over.wait(0.02):
            connection.part(NUMBERED[1], f"X-Timestamp: {stamp}")

    with serving(script) as server, watching(server.url) as source:
        begin = next_frame(source).time
        until(lambda: next_frame(source).time > begin + 0.5, "time goes on")


def test_half_a_picture_with_a_lie_about_its_length_is_never_shown() -> None:
    def script(connection: Connection) -> None:
        connection.head()
        while not connection.over.wait(0.01):
            half = NUMBERED[2][: len(NUMBERED[2]) // 2]
            connection.send(b"--frame\r\nContent-Length: %d\r\n\r\n" % len(half) + half + b"\r\n")
            connection.send(b"--frame\r\nContent-Length: 99999\r\n\r\n" + half + b"\r\n")
            connection.send(b"--frame\r\nContent-Length: 3\r\n\r\n" + NUMBERED[6] + b"\r\n")

    with serving(script) as server, watching(server.url) as source:
        assert {number_of(next_frame(source).image) for _ in range(10)} == {6}


def test_a_chunked_stream_is_read() -> None:
    """HTTP/1.1 servers may wrap the stream in chunks (RFC 9112, section 7.1)."""

    def script(connection: Connection) -> None:
        connection.head("Transfer-Encoding: chunked")
        while not connection.over.wait(0.01):
            part = b"--frame\r\n\r\n" + NUMBERED[8] + b"\r\n"
            for at in range(0, len(part), 50):
                piece = part[at : at + 50]
                connection.send(b"%x\r\n%b\r\n" % (len(piece), piece))

    with serving(script) as server, watching(server.url) as source:
        assert number_of(next_frame(source).image) == 8


@pytest.mark.parametrize(
    "address",
    [
        "http://",
        "http:///x",
        "http://host:port/",
        "http://host:99999/",
        "http://a b/",
        "http://[::1/",
        "http://192.168..1/",
        f"http://{'x' * 70}/",
        "http://user:secret@192.168..1/",
    ],
)
def test_what_is_no_address_is_said_at_once(address: str) -> None:
    with pytest.raises(SourceError, match="not the address") as caught:
        open_mjpeg(address)
    assert "secret" not in str(caught.value)
