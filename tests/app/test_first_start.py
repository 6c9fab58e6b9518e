"""The set-up of a new installation: what it keeps, which cameras it finds, what one of them sees."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.app.companion import Companion
from companion.owner.configuration import Config, config_path, load_config
from companion.ports.errors import ControllerError
from companion.ports.first_start import Aim, Configured
from tests.simulator.tables import jpeg_of_a_table
from tests.vision.sources.servers import Connection, serving
from vision.sources.found import FoundCamera, found_cameras


@pytest.fixture
def app() -> Iterator[Companion]:
    app = Companion(load_config())
    yield app
    app.close()


def test_what_is_set_counts_at_once_and_at_the_next_start(app: Companion) -> None:
    first = app.first_start()
    assert first.wanted()
    assert [camera.source for camera in app.cameras()] == ["simulated", ""]
    first.set_camera("usb:3")
    first.set_turn(180)
    first.set_broker("127.0.0.1")
    first.use_base()
    first.end()
    assert [camera.source for camera in app.cameras()] == ["usb:3", ""]
    assert app.broker() == "127.0.0.1"
    assert not first.wanted()
    app.close()
    later = Companion(load_config(), file=config_path())
    assert later.first_start().known() == first.known() == Configured("usb:3", 180, True, "127.0.0.1")
    assert not later.first_start().wanted()
    later.close()


def test_nothing_is_broadcast_any_more_once_it_is_switched_off(app: Companion) -> None:
    first = app.first_start()
    first.set_broker("127.0.0.1")
    first.set_broker("")
    assert app.broker() == ""
    assert load_config().broadcast is None


def test_whoever_has_configured_a_camera_is_not_led_through() -> None:
    app = Companion(Config(camera="none"))
    assert not app.first_start().wanted()
    app.close()


def test_a_setting_that_cannot_be_written_counts_until_the_end(app: Companion) -> None:
    config_path().mkdir(parents=True)
    with pytest.raises(ControllerError, match="write turn = 180 into it yourself"):
        app.first_start().set_turn(180)
    assert app.first_start().known().turn == 180


def device(root: Path, number: int, name: str, index: str = "0", usb: bool = True) -> None:
    """A device of the kernel, as /sys shows it."""
    folder = root / "sys/class/video4linux" / f"video{number}"
    (folder / "device").mkdir(parents=True)
    (folder / "name").write_text(name + "\n")
    (folder / "index").write_text(index + "\n")
    if usb:
        (folder / "device" / "bInterfaceNumber").write_text("00\n")


def test_cameras_are_found_and_only_they(tmp_path: Path) -> None:
    assert found_cameras(tmp_path) == ()
    device(tmp_path, 10, "Document camera")
    device(tmp_path, 11, "Document camera", index="1")  # tells how pictures were taken
    device(tmp_path, 2, "HD Webcam")
    device(tmp_path, 31, "bcm2835-codec-decode", usb=False)
    assert found_cameras(tmp_path) == (
        FoundCamera("usb:2", "HD Webcam"),
        FoundCamera("usb:10", "Document camera"),
    )


def waited(aimed: Callable[[], Aim], enough: Callable[[Aim], bool]) -> Aim:
    end = time.monotonic() + 60
    while not enough(aim := aimed()):
        assert time.monotonic() < end, f"never: {aim}"
        time.sleep(0.05)
    return aim


@pytest.fixture(scope="module")
def table() -> bytes:
    """A JPEG of a simulated table at rest."""
    return jpeg_of_a_table()


@pytest.mark.slow
def test_a_camera_is_aimed_until_it_is_good_enough(app: Companion, table: bytes) -> None:
    first = app.first_start()

    def stream(connection: Connection) -> None:
        connection.head()
        connection.forever(table, 0.05)

    with serving(stream) as server:
        first.aim(server.url)
        seen = waited(first.aimed, lambda aim: bool(aim.preview and aim.preview.outlines))
        assert seen.game == "marso"
        assert seen.preview is not None
        assert len(seen.preview.outlines) > 20
        told = waited(first.aimed, lambda aim: "margin" in str(aim.notes))
        assert [note.good for note in told.notes] == [True], told.notes
        first.rest()
    assert first.aimed() == Aim()


def test_a_camera_that_sees_no_mat_is_told_what_to_do(app: Companion, table: bytes) -> None:
    first = app.first_start()
    picture = cv2.imdecode(np.frombuffer(table, np.uint8), cv2.IMREAD_COLOR)
    assert picture is not None
    done, dark = cv2.imencode(".jpg", picture[300:500, 500:700] // 6)
    assert done

    def stream(connection: Connection) -> None:
        connection.head()
        connection.forever(dark.tobytes(), 0.05)

    with serving(stream) as server:
        first.aim(server.url)
        aim = waited(first.aimed, lambda aim: "tags" in str(aim.notes))
        first.rest()
    assert aim.game == ""
    said = [note.text.key for note in aim.notes if not note.good]
    assert any("is dark" in key for key in said)
    assert any("put the mat down flat" in key for key in said)


def test_a_camera_that_is_not_there_is_said(app: Companion) -> None:
    first = app.first_start()
    first.aim("usb:77")
    aim = waited(first.aimed, lambda aim: bool(aim.notes and not aim.notes[0].good))
    assert "No USB camera is connected there" in aim.notes[0].text.key
    first.aim("nonsense")
    waited(first.aimed, lambda aim: "There is no picture source" in str(aim.notes))
    first.rest()
