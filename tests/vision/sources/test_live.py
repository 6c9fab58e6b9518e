"""What all live cameras share, with a camera of the test's own behind the same port."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Iterator

import pytest

from tests.doubles.waiting import until
from tests.vision.sources.pictures import jpeg, number_of, picture
from tests.vision.sources.waiting import next_frame, until_trouble
from vision.sources.live import LiveSource, Patience, Shot
from vision.types import SourceError

QUICK = Patience(hang=0.3, pause=0.01, longest_pause=0.05)


class HandCamera:
    """Gives what the test puts into ``given``: a shot, or an error to raise. Waits for ever otherwise, like a
    driver that hangs, until ``wake`` is set."""

    simulated = False

    def __init__(self) -> None:
        self.given: queue.Queue[Shot | SourceError] = queue.Queue()
        self.wake = threading.Event()
        self.closed = threading.Event()

    def grab(self) -> Shot | None:
        while not self.wake.is_set():
            try:
                shot = self.given.get(timeout=0.01)
            except queue.Empty:
                continue
            if isinstance(shot, SourceError):
                raise shot
            return shot
        return None

    def close(self) -> None:
        self.closed.set()


class Bench:
    """A LiveSource and the cameras that it has opened."""

    def __init__(self) -> None:
        self.cameras: list[HandCamera] = []
        self.refusal: SourceError | None = None
        self.source = LiveSource("bench", self.connect, QUICK)

    def connect(self) -> HandCamera:
        if self.refusal is not None:
            raise self.refusal
        self.cameras.append(HandCamera())
        return self.cameras[-1]

    def camera(self, number: int) -> HandCamera:
        until(lambda: len(self.cameras) > number, f"camera {number} is opened")
        return self.cameras[number]

    def give(self, camera: int, number: int) -> None:
        self.camera(camera).given.put(Shot(time.monotonic(), picture(number)))


@pytest.fixture
def bench() -> Iterator[Bench]:
    bench = Bench()
    yield bench
    bench.source.close()
    for camera in bench.cameras:
        camera.wake.set()


def test_frames_come_with_number_and_time(bench: Bench) -> None:
    bench.camera(0).given.put(Shot(12.5, picture(3)))
    frame = next_frame(bench.source)
    assert (frame.number, frame.time, number_of(frame.image)) == (0, 12.5, 3)
    assert bench.source.name == "bench"


def test_a_picture_is_given_once(bench: Bench) -> None:
    bench.give(0, 3)
    next_frame(bench.source)
    assert bench.source.read(0.02) is None


def test_only_the_newest_picture_is_given(bench: Bench) -> None:
    for number in range(8):
        bench.give(0, number)
    until(bench.camera(0).given.empty, "all pictures are taken")
    bench.give(0, 9)
    until(bench.camera(0).given.empty, "the last picture is taken")
    frames = [next_frame(bench.source)]
    while (frame := bench.source.read(0.1)) is not None:
        frames.append(frame)
    assert number_of(frames[-1].image) == 9
    assert frames[-1].number == 8, "pictures that were left out are counted"
    assert len(frames) <= 2, "the ninth may have come between the two"


def test_a_camera_that_breaks_is_opened_again_and_numbers_go_on(bench: Bench) -> None:
    numbers = []
    for connection in range(4):
        bench.give(connection, connection)
        frame = next_frame(bench.source)
        assert number_of(frame.image) == connection
        assert bench.source.trouble == ""
        numbers.append(frame.number)
        bench.camera(connection).given.put(SourceError("The cable is loose: push it in."))
        assert bench.camera(connection).closed.wait(5)
    assert numbers == sorted(set(numbers))


def test_trouble_says_why_the_camera_is_gone(bench: Bench) -> None:
    bench.refusal = SourceError("It is in use: close the other program.")
    bench.camera(0).given.put(SourceError("The cable is loose: push it in."))
    until_trouble(bench.source, "in use")
    bench.refusal = SourceError("The user may not: ask the owner.")
    until_trouble(bench.source, "may not")
    bench.refusal = None
    bench.give(1, 1)
    next_frame(bench.source)
    assert bench.source.trouble == ""


def test_a_camera_that_hangs_is_left_behind(bench: Bench) -> None:
    bench.give(0, 1)
    first = next_frame(bench.source)
    until_trouble(bench.source, "no pictures")
    bench.give(1, 2)
    second = next_frame(bench.source)
    assert number_of(second.image) == 2
    assert second.number > first.number
    assert bench.source.trouble == ""
    assert not bench.camera(0).closed.is_set(), "its own thread is still inside the driver"
    bench.camera(0).given.put(Shot(time.monotonic(), picture(7)))
    assert bench.camera(0).closed.wait(5), "it sees that it is not wanted any more"
    assert bench.source.read(0.05) is None, "what it still gave is not shown"


def test_a_driver_that_hangs_again_and_again_needs_another_process(bench: Bench) -> None:
    def read_until_it_raises() -> None:
        while True:
            bench.source.read(0.1)

    with pytest.raises(SourceError, match="unplug"):
        read_until_it_raises()
    assert len(bench.cameras) == 3


def test_closing_does_not_wait_for_a_driver_that_hangs(bench: Bench) -> None:
    camera = bench.camera(0)
    bench.source.close()
    assert not camera.closed.is_set()
    camera.wake.set()
    assert camera.closed.wait(5)


def test_pictures_that_cannot_be_read_are_trouble(bench: Bench) -> None:
    bench.camera(0).given.put(Shot(1.0, b"\xff\xd8 no picture \xff\xd9"))
    until_trouble(bench.source, "cannot be read")
    bench.camera(0).given.put(Shot(2.0, jpeg(4)))
    assert number_of(next_frame(bench.source).image) == 4
    assert bench.source.trouble == ""


def test_a_camera_that_breaks_after_each_picture_is_opened_ever_less_often() -> None:
    opened: list[float] = []

    class OnePicture(HandCamera):
        shown = False

        def grab(self) -> Shot | None:
            if self.shown:
                raise SourceError("It broke.")
            self.shown = True
            return Shot(time.monotonic(), picture(1))

    def connect() -> HandCamera:
        opened.append(time.monotonic())
        return OnePicture()

    source = LiveSource("breaking", connect, Patience(hang=3.0, pause=0.05, longest_pause=0.8))
    time.sleep(2.0)
    source.close()
    assert len(opened) <= 6, "with a pause of 0.05 s it would be 40"
