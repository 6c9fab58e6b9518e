"""A network camera over RTSP: H.264 from a server on the loopback, and every way in which there is none."""

from __future__ import annotations

import socket
import time

import pytest

from tests.vision.sources.pictures import number_of
from tests.vision.sources.rtsp_server import serving_rtsp
from tests.vision.sources.waiting import next_frame, until_trouble
from vision.sources import open_source
from vision.sources.live import Patience
from vision.sources.rtsp import open_rtsp
from vision.types import SourceError

SHORT = Patience(hang=0.6, pause=0.05, longest_pause=0.1)


def test_h264_over_rtsp_is_read_in_its_order() -> None:
    with serving_rtsp() as server:
        source = open_source(server.url)
        try:
            frames = [next_frame(source) for _ in range(4)]
            assert source.name == server.url.removeprefix("rtsp://"), "without a login"
            assert frames[0].image.shape == (96, 160, 3)
            numbers = [number_of(frame.image) for frame in frames]
            assert len(set(numbers)) > 1
            times = [frame.time for frame in frames]
            assert times == sorted(times)
            assert time.monotonic() - 2 < times[-1] <= time.monotonic()
        finally:
            source.close()


def test_a_camera_that_falls_silent_is_asked_again() -> None:
    with serving_rtsp(most=3) as server:
        source = open_rtsp(server.url, SHORT)
        try:
            next_frame(source)
            until_trouble(source, "stopped sending pictures")
            next_frame(source)
            assert server.calls >= 2
        finally:
            source.close()


def test_a_wrong_path_is_said() -> None:
    with serving_rtsp(found=False) as server:
        source = open_rtsp(server.url, SHORT)
        try:
            until_trouble(source, "check path, user and password in its RTSP address")
        finally:
            source.close()


def test_a_port_that_nobody_listens_to_is_said() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    source = open_rtsp(f"rtsp://user:secret@127.0.0.1:{port}/1", SHORT)
    try:
        until_trouble(source, "refuses the connection: check its port")
        assert "secret" not in source.name + source.trouble
    finally:
        source.close()


@pytest.mark.parametrize(
    "address", ["rtsp:", "rtsp://", "rtsp://a b/", "rtsps://:554/1", "rtsp://u:secret@/1"]
)
def test_what_is_no_address_is_said_at_once(address: str) -> None:
    with pytest.raises(SourceError, match="not the address of a network camera") as caught:
        open_source(address)
    assert "secret" not in str(caught.value)
