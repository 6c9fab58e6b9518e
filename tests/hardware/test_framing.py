"""Frames of the link from any bytes: an answer for each, at once, and nothing kept."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.base_messages import Hello, Pong
from hardware.framing import FrameReader, decode, encode
from hardware.link import BaseLink
from hardware.protocol import MESSAGES
from hardware.records import Gone, Why

PONG = encode(Pong(1, 2, 3, 4, 5), 6)


@pytest.mark.parametrize("line", [b"\0", b"\0" * 9, b"\1\0", b"\2x\0", b"\3\0\0", b""])
def test_a_delimiter_inside_a_line_is_no_frame(line: bytes) -> None:
    assert decode(line) is None


@given(st.binary(max_size=200))
def test_any_bytes_have_an_answer(data: bytes) -> None:
    decode(data)
    reader = FrameReader()
    reader.feed(data)
    assert [frame.message for frame in reader.feed(b"\0" + PONG)][-1:] == [Pong(1, 2, 3, 4, 5)]


def hello(tick_hz: int) -> bytes:
    return encode(Hello(1, 1, 1, 2, 3, 10, 4, 12, tick_hz, 0), 0)


@pytest.mark.parametrize("tick_hz", [0, 1, 999_999, 2**32 - 1])
def test_a_clock_that_no_board_has_is_another_firmware_s(tick_hz: int) -> None:
    link = BaseLink(0.0)
    link.feed(hello(tick_hz), 0.0)
    (gone,) = link.take_records()
    assert isinstance(gone, Gone)
    assert gone.why is Why.VERSION
    assert link.ready is None


@pytest.mark.parametrize("tick_hz", [1_000_000, 8_000_000, 16_000_000, 600_000_000])
def test_the_clocks_of_boards_are_believed(tick_hz: int) -> None:
    link = BaseLink(0.0)
    link.feed(hello(tick_hz), 0.0)
    assert link.ready is not None
    assert link.ready.tick_hz == tick_hz


def lines(random: Random) -> bytes:
    """Noise, and frames of random content with a right checksum; most of them of this start of the base."""
    kind = random.choice(list(MESSAGES.values()))
    boot = b"\1\0\0\0" if random.random() < 0.9 else random.randbytes(4)
    content = (boot + random.randbytes(kind.SIZE))[: kind.SIZE]
    frame = encode(kind.unpack(content), random.randrange(256))
    if random.random() < 0.5:
        return frame
    damaged = bytearray(frame)
    for _ in range(random.randint(1, 4)):
        damaged[random.randrange(len(damaged))] = random.randrange(256)
    return bytes(damaged) + random.randbytes(random.choice((0, 1, 300)))


def listen(count: int) -> int:
    """Feed so many lines to links; how many frames were understood."""
    random = Random(31)
    link, now, understood = BaseLink(0.0), 0.0, 0
    link.feed(hello(16_000_000), now)
    for _ in range(count):
        now += 0.001
        link.feed(lines(random), now)
        link.poll(now)
        link.take_output()
        understood += len(link.take_records())
        if link.ended is not None:
            link = BaseLink(now)
            link.feed(hello(16_000_000), now)
    return understood


def test_whatever_a_base_says_the_link_stands() -> None:
    assert listen(2000) > 100


@pytest.mark.soak
def test_a_hundred_thousand_lines_later_too() -> None:
    assert listen(100_000) > 5_000
