"""The file of a taught box, damaged or made to do harm: refused with one sentence, in bounded memory."""

from __future__ import annotations

import contextlib
import io
import json
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vision.arrays import LARGEST
from vision.box import Box, BoxError, load_box, save_box
from vision.figures import Figure, Shape
from vision.flats import Flat
from vision.rectify import Plane

FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def small() -> Box:
    ground = np.full((4, 5, 4), 0.5, np.float32)
    flat = Flat("tile", np.ones((2, 2, 4), np.float32), np.ones((2, 2), np.float32))
    figure = Figure("man", np.ones((3, 4), np.float32), 0.5, Shape(0.2, 0.1, 1.0, 0.3), ground[..., 0])
    picture = np.zeros((4, 5, 3), np.uint8)
    return Box(Plane(0.0, 0.0, 5, 4), ground, ground[..., 0], picture, {"tile": flat}, {"man": figure})


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "box.npz"
    save_box(small(), path)
    return path


def rewritten(path: Path, **members: Any) -> None:
    """Replace arrays in a box's file; bytes are written as they are."""
    with zipfile.ZipFile(path) as archive:
        there = {info.filename: archive.read(info) for info in archive.infolist()}
    for name, value in members.items():
        data = io.BytesIO()
        if isinstance(value, bytes):
            data.write(value)
        else:
            np.save(data, np.asarray(value), allow_pickle=True)
        there[f"{name}.npy"] = data.getvalue()
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, value in there.items():
            archive.writestr(name, value)


def head(path: Path, **changes: Any) -> str:
    with np.load(path) as arrays:
        return json.dumps(json.loads(str(arrays["head"])) | changes)


def claiming(shape: str, data: bytes = b"") -> bytes:
    text = f"{{'descr': '<f4', 'fortran_order': False, 'shape': {shape}}}".ljust(117) + "\n"
    return b"\x93NUMPY\x01\x00" + len(text).to_bytes(2, "little") + text.encode() + data


def refused(path: Path) -> None:
    with pytest.raises(BoxError, match="damaged: teach the box again"):
        load_box(path)


def test_a_small_box_is_read_again(file: Path) -> None:
    again = load_box(file)
    assert list(again.flats) == ["tile"]
    assert again.figures["man"].shape == small().figures["man"].shape


def test_deep_brackets_in_the_head(file: Path) -> None:
    rewritten(file, head="[" * 100_000)
    refused(file)


@pytest.mark.parametrize(
    "changes",
    [
        {"plane": [0, 0, 1e400, 4]},
        {"plane": [0, 0, 5]},
        {"plane": 7},
        {"figures": [["man", 1e400, [1, 1, 1, 1]]]},
        {"figures": [["man"]]},
        {"figures": [["man", 0.5, [1, 1]]]},
        {"flats": ["one", "two", "three"]},
        {"flats": 4},
        {"version": 2},
    ],
)
def test_numbers_and_lists_that_cannot_be(file: Path, changes: dict[str, Any]) -> None:
    rewritten(file, head=head(file, **changes))
    refused(file)


@pytest.mark.parametrize("text", ["null", "7", '"box"', "[]", "", "9" * 5000])
def test_a_head_that_is_something_else(file: Path, text: str) -> None:
    rewritten(file, head=text)
    refused(file)


@pytest.mark.parametrize(
    "array",
    [
        np.full((4, 5, 4), np.nan, np.float32),
        np.zeros((4, 5, 4), np.float64),
        np.zeros((9, 9, 4), np.float32),
        np.zeros((), np.float32),
        np.array([{"an": "object"}]),
        claiming("(4, 5, 40000000000)"),
        claiming("(-4, 5, 4)"),
        claiming("(4, 5, 4)", b"too short"),
        b"\x93NUMPY\x01\x00\xff\xff" + b"(" * 65535,
        b"nothing",
    ],
)
def test_an_array_that_cannot_be(file: Path, array: Any) -> None:
    rewritten(file, ground=array)
    refused(file)


def test_another_kind_of_compression(file: Path) -> None:
    data = bytearray(file.read_bytes())
    central = data.find(b"PK\x01\x02")
    data[central + 10 : central + 12] = (99).to_bytes(2, "little")
    file.write_bytes(data)
    refused(file)


def test_an_encrypted_member(file: Path) -> None:
    data = bytearray(file.read_bytes())
    central = data.find(b"PK\x01\x02")
    data[central + 8] |= 1
    file.write_bytes(data)
    refused(file)


def test_a_bomb_takes_no_memory(file: Path) -> None:
    with zipfile.ZipFile(file, "a", zipfile.ZIP_DEFLATED) as archive, archive.open("more.npy", "w") as member:
        for _ in range(1 + LARGEST // 10_000_000):
            member.write(bytes(10_000_000))
    tracemalloc.start()
    try:
        refused(file)
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


def test_a_folder_and_a_device_are_no_boxes(tmp_path: Path) -> None:
    refused(tmp_path)
    refused(Path("/dev/zero"))


BYTES = st.lists(st.tuples(st.integers(0, 10**6), st.integers(0, 255)), min_size=1, max_size=8)


def check(data: bytes, changes: list[tuple[int, int]], path: Path) -> None:
    damaged = bytearray(data)
    for at, value in changes:
        damaged[at % len(damaged)] = value
    path.write_bytes(damaged)
    with contextlib.suppress(BoxError):
        load_box(path)


@FOLDER
@given(BYTES)
def test_whatever_byte_is_damaged(file: Path, changes: list[tuple[int, int]]) -> None:
    if not (whole := file.with_name("whole")).exists():
        whole.write_bytes(file.read_bytes())
    check(whole.read_bytes(), changes, file)


@pytest.mark.soak
@settings(FOLDER, max_examples=100_000, deadline=None)
@given(BYTES)
def test_whatever_byte_is_damaged_many_times(file: Path, changes: list[tuple[int, int]]) -> None:
    if not (whole := file.with_name("whole")).exists():
        whole.write_bytes(file.read_bytes())
    check(whole.read_bytes(), changes, file)
