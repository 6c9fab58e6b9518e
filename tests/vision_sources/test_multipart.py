"""RFC 2046 parts out of a stream that may be cut, lied about or garbage."""

from __future__ import annotations

import tracemalloc
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.vision_sources.pictures import jpeg
from vision.sources.multipart import MAX_PART, MultipartParser, boundary_of

PICTURES = [jpeg(n, width=32, height=32) for n in range(4)]


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


def bodies(parser: MultipartParser, stream: bytes, chunks: list[int]) -> list[bytes]:
    found, at = [], 0
    for size in [*chunks, len(stream)]:
        found += [part.body for part in parser.feed(stream[at : at + size])]
        at += size
    return [body.rstrip(b"\r\n") for body in found]


@given(st.lists(st.sampled_from(PICTURES), max_size=6), st.lists(st.integers(1, 400), max_size=60))
def test_honest_parts_arrive_whole_however_they_are_cut(sent: list[bytes], chunks: list[int]) -> None:
    stream = b"".join(honest(body).wire() for body in sent)
    assert bodies(MultipartParser("frame"), stream, chunks) == sent


@given(
    st.lists(
        st.tuples(
            st.sampled_from(PICTURES),
            st.sampled_from(
                ["0", "7", "-3", "1e3", "999999999999", str(MAX_PART), "100000", "ten", "", "٣", None]
            ),
        ),
        min_size=1,
        max_size=5,
    ),
    st.lists(st.integers(1, 400), max_size=60),
)
def test_a_lie_about_the_length_costs_no_picture(
    lies: list[tuple[bytes, str | None]], chunks: list[int]
) -> None:
    stream = b"".join(Sent(body, length).wire() for body, length in lies) + b"--frame"
    assert bodies(MultipartParser("frame"), stream, chunks) == [body for body, _ in lies]


@given(st.integers(3, len(PICTURES[0]) - 3), st.booleans(), st.lists(st.integers(1, 400), max_size=60))
def test_half_a_part_is_dropped_and_the_next_one_arrives(cut: int, claimed: bool, chunks: list[int]) -> None:
    half = Sent(PICTURES[0][:cut], str(len(PICTURES[0])) if claimed else None)
    parser = MultipartParser("frame")
    stream = half.wire() + honest(PICTURES[1]).wire() + honest(PICTURES[2]).wire()
    assert bodies(parser, stream, chunks) == PICTURES[1:3]
    assert parser.dropped == 1


@given(st.binary(max_size=3000), st.lists(st.integers(1, 400), max_size=30))
def test_garbage_between_parts_is_stepped_over(garbage: bytes, chunks: list[int]) -> None:
    stream = honest(PICTURES[0]).wire() + garbage.replace(b"--", b"..") + honest(PICTURES[1]).wire()
    assert bodies(MultipartParser("frame"), stream, chunks) == PICTURES[:2]


@given(
    st.lists(
        st.sampled_from([b"--frame", b"\r\n\r\n", b"Content-Length: 9\r\n", b"\xff\xd8", b"\xff\xd9", b"x"])
    )
)
def test_any_sequence_of_fragments_yields_only_whole_pictures(fragments: list[bytes]) -> None:
    for body in bodies(MultipartParser("frame"), b"".join(fragments), [3] * 20):
        assert body.startswith(b"\xff\xd8")
        assert body.endswith(b"\xff\xd9")


@pytest.mark.parametrize("flood", [b"x", b"--frame\r\nA: b\r\n\r\n\xff\xd8", b"--frame\r\n" + b"A" * 9000])
def test_a_flood_without_an_end_does_not_fill_the_memory(flood: bytes) -> None:
    parser = MultipartParser("frame")
    piece = flood + b"y" * 1_000_000
    parser.feed(flood)
    tracemalloc.start()
    try:
        for _ in range(40):
            parser.feed(piece[-1_000_000:])
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert peak < 3 * MAX_PART
    assert bodies(parser, b"\r\n" + honest(PICTURES[0]).wire(), []) == [PICTURES[0]]


def test_header_names_are_lower_case_and_values_trimmed() -> None:
    stream = b"--frame\r\nX-Timestamp:  12.5 \r\nbroken line\r\n\r\n" + PICTURES[0] + b"\r\n--frame"
    (part,) = MultipartParser("frame").feed(stream)
    assert part.header == {"x-timestamp": "12.5"}


@pytest.mark.parametrize(
    ("content_type", "boundary"),
    [
        ("multipart/x-mixed-replace; boundary=frame", "frame"),
        ("multipart/x-mixed-replace;boundary=--frame", "frame"),
        ('Multipart/X-Mixed-Replace; charset=x; boundary="my frame"', "my frame"),
        ("multipart/x-mixed-replace", None),
        ("multipart/x-mixed-replace; boundary=", None),
        ("text/html; boundary=frame", None),
        ("", None),
    ],
)
def test_boundary_of_a_content_type(content_type: str, boundary: str | None) -> None:
    assert boundary_of(content_type) == boundary
