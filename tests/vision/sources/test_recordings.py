"""Video files and folders of pictures, written by the test."""

from __future__ import annotations

import os
import time
from pathlib import Path

import cv2
import pytest

from tests.vision.sources.pictures import number_of, picture, png
from vision.sources import FolderSource, VideoSource, open_source
from vision.types import Frame, FrameSource, SourceError

FPS = 20.0


@pytest.fixture(scope="module")
def video(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Twelve pictures, 0.6 s."""
    path = tmp_path_factory.mktemp("video") / "game.avi"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), FPS, (160, 96))
    assert writer.isOpened()
    for number in range(12):
        writer.write(picture(number))
    writer.release()
    return path


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Pictures 3, 4 and 7 to 11 and some other things."""
    path = tmp_path_factory.mktemp("frames")
    for number in (3, 4, 7, 8, 9, 10, 11):
        cv2.imwrite(str(path / f"{number:06d}.{'png' if number == 4 else 'jpg'}"), picture(number))
    (path / "notes.txt").write_text("x")
    (path / "cover.jpg").write_bytes(b"x")
    return path


def all_frames(source: FrameSource, timeout: float = 1.0) -> list[Frame]:
    frames: list[Frame] = []
    while True:
        try:
            frame = source.read(timeout)
        except EOFError:
            source.close()
            return frames
        if frame is not None:
            frames.append(frame)


def test_a_video_gives_every_picture_with_its_number_and_time(video: Path) -> None:
    source = open_source(f"file:{video}")
    frames = all_frames(source)
    assert [number_of(frame.image) for frame in frames] == list(range(12))
    assert [frame.number for frame in frames] == list(range(12))
    assert [frame.time for frame in frames] == pytest.approx([n / FPS for n in range(12)])
    assert (source.name, source.simulated, source.trouble) == ("game.avi", False, "")


def with_durations(mp4: bytes, durations: list[int]) -> bytes:
    """An MP4 whose box ``stts`` (ISO 14496-12, 8.6.1.2) gives each picture so many ticks."""
    at = mp4.index(b"stts") - 4
    old = int.from_bytes(mp4[at : at + 4], "big")
    rows = b"".join((1).to_bytes(4, "big") + ticks.to_bytes(4, "big") for ticks in durations)
    box = b"stts" + bytes(4) + len(durations).to_bytes(4, "big") + rows
    more = len(box) + 4 - old
    data = bytearray(mp4[:at] + (len(box) + 4).to_bytes(4, "big") + box + mp4[at + old :])
    for parent in (b"moov", b"trak", b"mdia", b"minf", b"stbl"):
        place = mp4.index(parent) - 4
        data[place : place + 4] = (int.from_bytes(mp4[place : place + 4], "big") + more).to_bytes(4, "big")
    return bytes(data).replace(b"edts", b"free")  # the list of what to play would end where it did before


def test_a_video_with_a_varying_rate_has_its_own_times(tmp_path: Path) -> None:
    path = tmp_path / "phone.mp4"
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"mp4v"), FPS, (160, 96))
    for number in range(12):
        writer.write(picture(number))
    writer.release()
    mp4 = path.read_bytes()
    tick = int.from_bytes(mp4[mp4.index(b"stts") + 16 :][:4], "big")  # ticks of a picture at FPS
    durations = [1, 1, 5, 1, 1, 10, 2, 2, 2, 1, 1, 1]
    path.write_bytes(with_durations(mp4, [n * tick for n in durations]))
    frames = all_frames(VideoSource(path))
    assert [number_of(frame.image) for frame in frames] == list(range(12))
    starts = [sum(durations[:n]) / FPS for n in range(12)]
    assert [frame.time for frame in frames] == pytest.approx(starts, abs=0.002)


def test_the_end_stays_the_end(video: Path) -> None:
    source = VideoSource(video)
    all_frames(source)
    with pytest.raises(EOFError):
        source.read(0)


def test_a_paced_video_takes_its_time(video: Path) -> None:
    start = time.monotonic()
    frames = all_frames(VideoSource(video, paced=True))
    assert time.monotonic() - start >= 11 / FPS, "the last picture is due after 0.55 s"
    assert all(number_of(frame.image) == frame.number for frame in frames)
    assert frames[0].number == 0


def test_a_paced_source_leaves_out_what_was_missed(video: Path, folder: Path) -> None:
    for source in (VideoSource(video, paced=True), FolderSource(folder, FPS, paced=True)):
        first = source.read(1)
        assert first is not None
        time.sleep(5.2 / FPS)  # five pictures long nobody reads: that is the fault injected here
        second = source.read(1)
        assert second is not None
        assert second.number >= first.number + 5
        assert number_of(second.image) == second.number
        source.close()


def test_a_paced_source_does_not_wait_longer_than_it_may(video: Path) -> None:
    slow = VideoSource(video, paced=True)
    assert slow.read(0) is not None
    assert slow.read(0) is None
    slow.close()


def test_a_folder_gives_its_pictures_by_number(folder: Path) -> None:
    frames = all_frames(open_source(f"folder:{folder}", fps=10))
    assert [frame.number for frame in frames] == [3, 4, 7, 8, 9, 10, 11]
    assert [number_of(frame.image) for frame in frames] == [3, 4, 7, 8, 9, 10, 11]
    assert [frame.time for frame in frames] == pytest.approx([0.3, 0.4, 0.7, 0.8, 0.9, 1.0, 1.1])


@pytest.mark.parametrize("content", [b"", b"no picture"])
def test_a_picture_that_cannot_be_read_is_named(tmp_path: Path, content: bytes) -> None:
    cv2.imwrite(str(tmp_path / "000000.jpg"), picture(1))
    (tmp_path / "000001.jpg").write_bytes(content)
    source = FolderSource(tmp_path, FPS)
    assert source.read(0) is not None
    with pytest.raises(SourceError, match=r"000001\.jpg cannot be read"):
        source.read(0)


def test_a_picture_that_claims_more_than_memory_holds_is_named(tmp_path: Path) -> None:
    (tmp_path / "000000.png").write_bytes(png(60000, 60000))
    with pytest.raises(SourceError, match=r"000000\.png is too large"):
        FolderSource(tmp_path, FPS).read(0)


def test_what_is_no_file_is_named(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "000000.jpg")
    with pytest.raises(SourceError, match=r"000000\.jpg cannot be read"):
        FolderSource(tmp_path, FPS).read(0)


def test_a_file_without_an_end_is_not_read_to_it(tmp_path: Path) -> None:
    with (tmp_path / "000000.jpg").open("wb") as file:
        file.truncate(2**40)  # a hole: it takes no room
    with pytest.raises(SourceError, match=r"000000\.jpg is too large"):
        FolderSource(tmp_path, FPS).read(0)


@pytest.mark.parametrize("kind", ["file", "folder"])
def test_a_path_that_the_system_refuses_is_said(kind: str) -> None:
    with pytest.raises(SourceError, match="cannot be opened") as caught:
        open_source(f"{kind}:{'x' * 5000}")
    assert len(str(caught.value)) < 400


def test_a_number_twice_is_refused(tmp_path: Path) -> None:
    for name in ("000001.jpg", "1.jpg"):
        cv2.imwrite(str(tmp_path / name), picture(1))
    with pytest.raises(SourceError, match="each number once"):
        open_source(f"folder:{tmp_path}")


def test_bad_recordings_are_said_at_once(tmp_path: Path) -> None:
    broken = tmp_path / "broken.mp4"
    broken.write_bytes(b"\0\0\0\x18ftypmp42 and nothing else")
    for text, words in (
        (f"file:{tmp_path / 'none.mp4'}", "There is no video file"),
        (f"file:{tmp_path}", "There is no video file"),
        (f"file:{broken}", "not a video"),
        (f"folder:{tmp_path / 'none'}", "There is no folder"),
        (f"folder:{tmp_path}", "000000.jpg"),
    ):
        with pytest.raises(SourceError, match=words):
            open_source(text)
    with pytest.raises(SourceError, match="frame rate"):
        open_source(f"folder:{tmp_path}", fps=0)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "usb",
        "usb:",
        "usb:x",
        "usb:" + "1" * 5000,
        "usb:-1",
        "usb:٣",
        "pi:0",
        "file:",
        "folder:",
        "ftp://x/y",
        "/dev/video0",
    ],
)
def test_a_text_of_no_known_form_names_the_forms(text: str) -> None:
    with pytest.raises(SourceError, match="usb:0, pi, http") as caught:
        open_source(text)
    assert dict(caught.value.facts)["text"].startswith(text[:200])
    assert len(str(caught.value)) < 400
    assert "{text}" in caught.value.key
