"""The file of a box: kept whole, and when damaged or made to do harm refused with one sentence, in bounded
memory."""

from __future__ import annotations

import contextlib
import io
import json
import shutil
import tracemalloc
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from vision.objects import CARD, COARSE, FINE, Cutting, spread_shape
from vision.recognition.box import LARGEST, BoxError, load_portraits, pack_portraits

DAMAGED = "does not hold what a camera has learned, or is damaged: take it away"
OLDER = "was written by an older version of this program: take it away"
NEWER = "was written by a newer version of this program: use that version"
FAULTS = Path(__file__).resolve().parents[4] / "shared" / "faults" / "boxes"
FOLDER = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None)


def cutting(size: int, seed: int = 0) -> Cutting:
    rng = np.random.default_rng(seed)
    pixels = rng.integers(0, 255, (size, size, 3), np.uint8)
    mask = rng.integers(0, 2, (size, size), np.uint8)
    return Cutting(pixels, mask, rng.random(spread_shape(), np.float32))


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "box.npz"
    path.write_bytes(pack_portraits({"man": [cutting(COARSE), cutting(COARSE, 1)], "tile": [cutting(FINE)]}))
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


def refused(path: Path, words: str = DAMAGED) -> None:
    before = path.read_bytes() if path.is_file() else b""
    with pytest.raises(BoxError, match=words):
        load_portraits(path)
    assert before == (path.read_bytes() if path.is_file() else b""), "it stays as it is"


@FOLDER
@given(
    st.dictionaries(
        st.text(min_size=1, max_size=12),
        st.lists(st.tuples(st.sampled_from([CARD, FINE, COARSE]), st.integers(0, 99)), max_size=3),
        max_size=3,
    )
)
def test_what_was_saved_is_read_again(tmp_path: Path, sizes: dict[str, list[tuple[int, int]]]) -> None:
    portraits = {name: [cutting(*each) for each in some] for name, some in sizes.items()}
    (tmp_path / "box.npz").write_bytes(pack_portraits(portraits))
    again = load_portraits(tmp_path / "box.npz")
    assert list(again) == [name for name, some in portraits.items() if some]
    for name, some in again.items():
        for one, other in zip(some, portraits[name], strict=True):
            assert (one.pixels == other.pixels).all()
            assert (one.mask == other.mask).all()
            assert (one.colours == other.colours).all()


def test_no_file_yet_is_an_empty_box(tmp_path: Path) -> None:
    assert load_portraits(tmp_path / "box.npz") == {}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("comp99", DAMAGED),  # another kind of compression
        ("deep", DAMAGED),  # a head of brackets
        ("enc", DAMAGED),  # encrypted
        ("hugeshape", DAMAGED),  # an array of four terabytes, it says
        ("inf", OLDER),  # version 3, a taught box, with a number that is none
    ],
)
def test_boxes_made_to_do_harm(tmp_path: Path, name: str, words: str) -> None:
    if not FAULTS.is_dir():
        pytest.skip("the faulty boxes are not here")
    path = tmp_path / "box.npz"
    shutil.copy(FAULTS / f"{name}.npz", path)
    refused(path, words)


@pytest.mark.parametrize("version", [2, 3])
def test_a_file_of_an_older_version_is_told_apart_from_a_damaged_one(file: Path, version: int) -> None:
    rewritten(file, head=head(file, version=version))
    refused(file, OLDER)


@pytest.mark.parametrize("version", [5, 99])
def test_a_file_of_a_newer_version_is_not_called_older(file: Path, version: int) -> None:
    rewritten(file, head=head(file, version=version))
    refused(file, NEWER)


def test_deep_brackets_in_the_head(file: Path) -> None:
    rewritten(file, head="[" * 100_000)
    refused(file)


@pytest.mark.parametrize(
    "portraits",
    [7, None, ["man"], {"man": 1e400}, {"man": 10**15}, {"man": "two"}, {"man": 2, "tile": 2}, {"man": [1]}],
)
def test_lists_that_cannot_be(file: Path, portraits: Any) -> None:
    rewritten(file, head=head(file, portraits=portraits))
    refused(file)


@pytest.mark.parametrize("text", ["null", "7", '"box"', "[]", "", "9" * 5000])
def test_a_head_that_is_something_else(file: Path, text: str) -> None:
    rewritten(file, head=text)
    refused(file)


@pytest.mark.parametrize(
    "array",
    [
        np.full((COARSE, COARSE, 3), np.nan, np.float32),
        np.zeros((COARSE, COARSE, 3), np.float64),
        np.zeros((COARSE, COARSE), np.uint8),
        np.zeros((9, 9, 3), np.uint8),
        np.zeros((), np.uint8),
        np.array([{"an": "object"}]),
        claiming("(4, 5, 40000000000)"),
        claiming("(-4, 5, 4)"),
        claiming("(4, 5, 4)", b"too short"),
        b"\x93NUMPY\x01\x00\xff\xff" + b"(" * 65535,
        b"nothing",
    ],
)
def test_an_array_that_cannot_be(file: Path, array: Any) -> None:
    rewritten(file, pixels0=array)
    refused(file)


def test_the_same_of_masks_and_colours(file: Path) -> None:
    rewritten(file, mask0=np.zeros((), np.uint8))
    refused(file)
    file.write_bytes(pack_portraits({"man": [cutting(COARSE)]}))
    rewritten(file, colours0=np.zeros((2, 2, 2), np.float32))
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
        load_portraits(path)


@FOLDER
@given(BYTES)
def test_whatever_byte_is_damaged(file: Path, changes: list[tuple[int, int]]) -> None:
    if not (whole := file.with_name("whole")).exists():
        whole.write_bytes(file.read_bytes())
    check(whole.read_bytes(), changes, file)


@pytest.mark.soak
@settings(FOLDER, max_examples=100_000)
@given(BYTES)
def test_whatever_byte_is_damaged_many_times(file: Path, changes: list[tuple[int, int]]) -> None:
    if not (whole := file.with_name("whole")).exists():
        whole.write_bytes(file.read_bytes())
    check(whole.read_bytes(), changes, file)
