"""Pictures out of a stream that may be cut, lied about, garbage or written in no known manner."""

from __future__ import annotations

import tracemalloc
from dataclasses import dataclass
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision.sources.pictures import jpeg
from vision.sources.jpeg_stream import MAX_PICTURE, JpegStream
from vision.sources.picture import PictureError, complete, decode

PICTURES = [jpeg(n, width=32, height=32) for n in range(4)]
SEGMENT = 65_535
"""Bytes that one segment of a JPEG may claim for itself: what was cut off in its length swallows no more."""
CHUNKS = st.lists(st.integers(1, 400), max_size=60)


@dataclass(frozen=True)
class Sent:
    """One part as a server writes it. ``length``: what it claims, None for no claim at all."""

    body: bytes
    length: str | None

    def wire(self) -> bytes:
        claim = f"Content-Length: {self.length}\r\n" if self.length is not None else ""
        return b"--frame\r\nContent-Type: image/jpeg\r\n" + claim.encode() + b"\r\n" + self.body + b"\r\n"


def honest(body: bytes) -> Sent:
    return Sent(body, str(len(body)))


def bodies(parser: JpegStream, stream: bytes, chunks: list[int]) -> list[bytes]:
    found, at = [], 0
    for size in [*chunks, len(stream)]:
        found += [part.body for part in parser.feed(stream[at : at + size]) if part.ended]
        at += size
    return found


@given(st.lists(st.sampled_from(PICTURES), max_size=6), CHUNKS)
def test_honest_parts_arrive_whole_however_they_are_cut(sent: list[bytes], chunks: list[int]) -> None:
    stream = b"".join(honest(body).wire() for body in sent)
    assert bodies(JpegStream(), stream, chunks) == sent


@given(
    st.lists(
        st.tuples(
            st.sampled_from(PICTURES),
            st.sampled_from(
                ["0", "7", "-3", "1e3", "999999999999", "8000000", "65536", "ten", "", "٣", None]
            ),
        ),
        min_size=1,
        max_size=5,
    ),
    CHUNKS,
)
def test_a_lie_about_the_length_costs_no_picture(
    lies: list[tuple[bytes, str | None]], chunks: list[int]
) -> None:
    stream = b"".join(Sent(body, length).wire() for body, length in lies) + b"--frame"
    assert bodies(JpegStream(), stream, chunks) == [body for body, _ in lies]


@given(st.integers(3, len(PICTURES[0]) - 3), st.booleans(), CHUNKS)
def test_half_a_part_is_no_whole_one_and_later_ones_arrive(
    cut: int, claimed: bool, chunks: list[int]
) -> None:
    half = Sent(PICTURES[0][:cut], str(len(PICTURES[0])) if claimed else None)
    later = PICTURES[1:3] * (1 + SEGMENT // sum(len(body) for body in PICTURES[1:3]))
    stream = half.wire() + b"".join(honest(body).wire() for body in [*later, *PICTURES[1:3]])
    whole = bodies(JpegStream(), stream, chunks)
    assert whole[-2:] == PICTURES[1:3]
    assert all(body in PICTURES[1:3] for body in whole)


@given(st.binary(max_size=3000), CHUNKS)
def test_garbage_between_parts_is_stepped_over(garbage: bytes, chunks: list[int]) -> None:
    garbage = garbage.replace(b"\xff\xd8", b"..")
    stream = honest(PICTURES[0]).wire() + garbage + honest(PICTURES[1]).wire()
    assert bodies(JpegStream(), stream, chunks) == PICTURES[:2]


@pytest.mark.parametrize(
    "junk", [b"\0" * 100, b"\r\n\r\n", b"A: b\r\n", b"\xff\xd9\xff\xd9", b"\xff" * 9, b"x" * 9000]
)
@given(chunks=CHUNKS)
def test_junk_behind_a_picture_is_stepped_over(junk: bytes, chunks: list[int]) -> None:
    stream = b"".join(Sent(body + junk, str(len(body + junk))).wire() for body in PICTURES)
    assert bodies(JpegStream(), stream, chunks) == PICTURES


@pytest.mark.parametrize("line", ["\r\n", "\n"])
@pytest.mark.parametrize("delimiter", ["--frame", "frame", "----frame", "--another", ""])
@given(chunks=CHUNKS)
def test_delimiters_and_line_ends_may_be_any(line: str, delimiter: str, chunks: list[int]) -> None:
    head = f"{delimiter}{line}Content-Type: image/jpeg{line}X-Timestamp: 12.5{line}{line}".encode()
    stream = b"".join(head + body + line.encode() for body in PICTURES)
    assert bodies(JpegStream(), stream, chunks) == PICTURES
    assert [part.header["x-timestamp"] for part in JpegStream().feed(stream)] == ["12.5"] * 4


@pytest.mark.parametrize("length", ["right", None, "100000"])
@given(chunks=CHUNKS)
def test_a_picture_without_an_end_is_handed_out_as_that(length: str | None, chunks: list[int]) -> None:
    """Without the header of the next one, when that has begun."""
    cut = [body[:-2] for body in PICTURES]
    claims = [str(len(body)) if length == "right" else length for body in cut]
    stream = b"".join(Sent(body, claim).wire() for body, claim in zip(cut, claims, strict=True))
    parts, parser, at = [], JpegStream(), 0
    for size in [*chunks, len(stream)]:
        parts += parser.feed(stream[at : at + size])
        at += size
    assert [part.body for part in parts] == cut[:-1]
    assert not any(part.ended for part in parts)


@given(
    st.lists(
        st.sampled_from([b"--frame", b"\r\n\r\n", b"Content-Length: 9\r\n", b"\xff\xd8", b"\xff\xd9", b"x"])
    )
)
def test_any_sequence_of_fragments_yields_only_whole_pictures(fragments: list[bytes]) -> None:
    for body in bodies(JpegStream(), b"".join(fragments), [3] * 20):
        assert body.startswith(b"\xff\xd8")
        assert body.endswith(b"\xff\xd9")


@pytest.mark.parametrize(
    "flood",
    [
        b"x",
        b"--frame\r\nA: b\r\n\r\n\xff\xd8",
        b"--frame\r\n" + b"A" * 9000,
        PICTURES[0][:-2],
        b"\xff\xd8\xff\xe0\xff\xff",
    ],
)
def test_a_flood_without_an_end_does_not_fill_the_memory(flood: bytes) -> None:
    parser = JpegStream()
    piece = b"y" * 1_000_000
    parser.feed(flood)
    tracemalloc.start()
    try:
        for _ in range(60):
            parser.feed(piece)
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 3 * MAX_PICTURE
    assert bodies(parser, b"\r\n" + honest(PICTURES[0]).wire(), []) == [PICTURES[0]]


def test_header_names_are_lower_case_and_values_trimmed() -> None:
    stream = b"--frame\r\nX-Timestamp:  12.5 \r\nbroken line\r\n\r\n" + PICTURES[0] + b"\r\n--frame"
    (part,) = JpegStream().feed(stream)
    assert part.header == {"x-timestamp": "12.5"}


def test_what_is_neither_a_picture_nor_a_header_is_counted() -> None:
    parser = JpegStream()
    parser.feed(honest(PICTURES[0]).wire())
    assert parser.strange == 0
    parser.feed(bytes(100_000))
    assert parser.strange > 80_000


def streams(random: Random) -> bytes:
    """Parts with bytes changed, left out, doubled and exchanged, and sizes that are lies."""
    sent = bytearray()
    for body in random.choices(PICTURES, k=random.randint(1, 3)):
        sent += Sent(body, random.choice((None, "7", str(len(body)), "99999999"))).wire()
    for _ in range(random.choice((0, 1, 3, 30))):
        at = random.randrange(len(sent))
        match random.randrange(4):
            case 0:
                sent[at] = random.choice(
                    (0, 1, 0xC0, 0xC4, 0xD8, 0xD9, 0xDA, 0xE1, 0xFF, random.randrange(256))
                )
            case 1:
                del sent[at : at + random.choice((1, 2, 100))]
                sent += b"--frame"
            case 2:
                sent[at:at] = sent[random.randrange(len(sent)) :][: random.choice((1, 2, 100))]
            case 3:
                sent[at : at + 2] = random.choice((b"\xff\x01", b"\xff\xd8", b"\xff\xd9", b"\xff\xff"))
    return bytes(sent)


def watch(count: int, seed: int) -> tuple[int, int, int]:
    """Feed so many streams to one reader; how many pictures were seen and refused, and the peak of memory."""
    random, parser, seen, refused = Random(seed), JpegStream(), 0, 0
    tracemalloc.start()
    try:
        for _ in range(count):
            for part in parser.feed(streams(random)):
                body = part.body if part.ended else complete(part.body)
                try:
                    seen += body is not None and decode(body).size > 0
                except PictureError:
                    refused += 1
        return seen, refused, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_whatever_a_camera_sends_is_a_picture_or_refused(capfd: pytest.CaptureFixture[str]) -> None:
    seen, refused, peak = watch(1000, 1)
    capfd.readouterr()  # the decoder's own complaints
    assert min(seen, refused) > 50
    assert peak < 400_000_000


@pytest.mark.soak
def test_a_hundred_thousand_streams_later_too(capfd: pytest.CaptureFixture[str]) -> None:
    seen, refused, peak = watch(100_000, 2)
    capfd.readouterr()
    assert min(seen, refused) > 5_000
    assert peak < 400_000_000
