"""``companion doctor`` as a whole: report, JSON, exit status, and a bundle without secrets."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random
from zipfile import ZipFile

import cv2
import numpy as np
import pytest
from click.testing import CliRunner, Result

from companion.commands.doctor import doctor_command
from companion.doctor import camera as camera_room
from companion.doctor import parts
from companion.doctor.camera import judge
from companion.doctor.finding import PARTS, Finding, State
from companion.locale import Texts
from companion.owner.configuration import Config
from companion.simulator.profiles import PROFILES
from companion.simulator.scene import scene_of
from tests.broadcast.broker import Broker
from tests.simulator.tables import marso
from vision.sources.rest import FOCUS, LONGEST, SENTENCES
from vision.survey import Survey
from vision.types import Frame

GOOD = Survey((1280, 720), 30.0, 120.0, 0.0, 4, side=50.0, edge=2.5, stir=0.2)


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(parts, "likely_ports", list)
    return tmp_path


def visit(*words: str) -> Result:
    return CliRunner().invoke(doctor_command, ["--lang", "en", *words])


def test_every_part_is_told_and_nothing_is_broken_here() -> None:
    done = visit()
    assert done.exit_code == 0, done.output
    for name in PARTS.values():
        assert name in done.stdout
    assert done.stdout.splitlines()[-1].startswith("The table can be used")


@pytest.mark.parametrize("lang", ["uk", "ru"])
def test_the_report_is_translated(lang: str) -> None:
    done = CliRunner().invoke(doctor_command, ["--lang", lang])
    assert Texts(lang).say("No camera is configured.") in done.stdout
    assert "Versions" not in done.stdout


@pytest.mark.outside
def test_what_is_broken_shows_in_the_exit_status_and_in_json(home: Path) -> None:
    config = home / "companion.toml"
    config.write_text('[broadcast]\nhost = "127.0.0.1"\nport = 9\n')
    done = visit("--config", str(config), "--json")
    assert done.exit_code == 1
    told = json.loads(done.stdout)
    assert told["state"] == "broken"
    (broker,) = [one for one in told["findings"] if one["part"] == "broker"]
    assert (broker["state"], broker["facts"]["host"]) == ("broken", "127.0.0.1")
    assert "cannot be reached" in broker["text"]


@pytest.fixture(scope="module")
def pictures(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with pictures of a simulated table at rest, which can be watched as a camera (15 a second)."""
    setting = marso(4)
    renderer = setting.renderer(PROFILES["easy"], 1)
    scene = scene_of(setting.game.looks(setting.game.initial(setting.setup)), setting.placer(Random(5)))
    folder = tmp_path_factory.mktemp("pictures")
    for number in range(8):
        cv2.imwrite(str(folder / f"{number:03}.png"), renderer.frame(scene))
    return folder


@pytest.mark.slow
def test_a_good_camera_and_a_blurred_one(pictures: Path, home: Path) -> None:
    done = visit("--camera", f"folder:{pictures}")
    assert "1280 x 720, 15.0 pictures a second." in done.stdout
    assert "4 of the 4 tags" in done.stdout
    assert "Good enough for marso: predicted margin" in done.stdout
    assert done.exit_code == 0
    blurred = home / "blurred"
    blurred.mkdir()
    for file in pictures.iterdir():
        picture = cv2.imread(str(file))
        assert picture is not None
        cv2.imwrite(str(blurred / file.name), cv2.GaussianBlur(picture, (0, 0), 3.0))
    done = visit("--camera", f"folder:{blurred}")
    assert done.exit_code == 1
    assert "focus the lens on the board" in done.stdout


def test_a_camera_in_its_night_mode(pictures: Path, home: Path) -> None:
    night = home / "night"
    night.mkdir()
    for file in pictures.iterdir():
        picture = cv2.imread(str(file), cv2.IMREAD_GRAYSCALE)
        assert picture is not None
        cv2.imwrite(str(night / file.name), picture)
    said = [visit("--camera", f"folder:{folder}").stdout for folder in (night, pictures)]
    assert [text.count("The camera's picture is grey, as at night") for text in said] == [1, 0]


@pytest.mark.parametrize(("camera", "told"), [("pi", True), ("usb:0", True), ("http://phone/", False)])
def test_an_automatic_that_stays_free_is_told(
    camera: str, told: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As soon as a camera of this machine knows it, which takes longer than the other pictures."""

    class Restless:
        trouble = ""
        time = 0.0

        def read(self, _: float) -> Frame:
            self.time += 0.1
            note = SENTENCES[FOCUS] if self.time > LONGEST else ""
            return Frame(int(10 * self.time), self.time, np.zeros((72, 128, 3), np.uint8), None, note)

        def close(self) -> None:
            pass

    monkeypatch.setattr(camera_room, "open_source", lambda _: Restless())
    found, _ = camera_room.look(camera, marso().game)
    said = [Texts("uk").message(one.message) for one in found if one.state is State.DOUBT]
    assert (Texts("uk").say(SENTENCES[FOCUS]) in said) is told


def test_a_table_that_the_rim_cuts_off() -> None:
    (said,) = (
        one for one in judge(replace(GOOD, tags=3, cut=2), "marso", watched=True) if "rim" in one.message.key
    )
    assert said.state is State.DOUBT
    assert dict(said.message.facts) == {"game": "marso", "places": "2"}


def test_the_mat_of_another_game_is_not_taken_for_ours(pictures: Path) -> None:
    done = visit("--camera", f"folder:{pictures}", "--game", "arctica")
    assert "0 of the 4 tags of the mat for arctica are seen" in done.stdout


def test_a_camera_that_is_not_there(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(camera_room, "FIRST", 1.0)
    done = visit("--camera", "usb:77")
    assert done.exit_code == 1
    assert "Camera          broken" in done.stdout
    assert visit("--camera", f"file:{home / 'none.mp4'}").exit_code == 1


def said(seen: Survey) -> dict[str, State]:
    return {found.message.key: found.state for found in judge(seen, "marso", watched=True)}


@pytest.mark.parametrize(
    ("seen", "words", "state"),
    [
        (GOOD, "Good enough", State.GOOD),
        (replace(GOOD, rate=6.0), "only {rate} pictures", State.DOUBT),
        (replace(GOOD, rate=2.0), "only {rate} pictures", State.BROKEN),
        (replace(GOOD, level=20.0), "dark", State.DOUBT),
        (replace(GOOD, burnt=0.1), "too bright", State.DOUBT),
        (replace(GOOD, tags=2, side=None, edge=None), "of the 4 tags of the mat for", State.DOUBT),
        (replace(GOOD, side=30.0), "hang the camera nearer", State.DOUBT),
        (replace(GOOD, side=20.0), "hang the camera nearer", State.BROKEN),
        (replace(GOOD, edge=9.0), "focus the lens", State.BROKEN),
        (replace(GOOD, stir=2.0), "is not still", State.BROKEN),
    ],
)
def test_what_is_measured_becomes_advice(seen: Survey, words: str, state: State) -> None:
    (found,) = [one for key, one in said(seen).items() if words in key]
    assert found is state


@pytest.mark.outside
def test_a_broker_that_is_there(broker: Callable[..., Broker]) -> None:
    port = broker().start().port
    assert parts.broker(Config(broadcast={"host": "127.0.0.1", "port": port})).state is State.GOOD


def test_a_secret_that_others_can_read(home: Path) -> None:
    password = home / "password"
    password.write_text("hush")
    password.chmod(0o644)
    config = Config(broadcast={"host": "h", "user": "u", "password_file": str(password)})
    (found,) = parts.secrets(config, home / "none")
    assert (found.state, dict(found.message.facts)) == (State.BROKEN, {"path": str(password)})
    password.chmod(0o600)
    (found,) = parts.secrets(config, home / "none")
    assert found.state is State.GOOD


def test_a_part_that_fails_takes_no_other_with_it(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(_config: Config) -> Finding:
        raise ZeroDivisionError("by nought")

    monkeypatch.setattr(parts, "journal", fails)
    done = visit()
    assert done.exit_code == 1
    assert "a fault of this program (ZeroDivisionError: by nought)" in done.stdout
    assert "Versions" in done.stdout


def test_a_bundle_holds_no_secret_and_no_picture_unless_asked(home: Path, pictures: Path) -> None:
    config = home / "companion.toml"
    config.write_text(
        'camera = "http://anna:hush@10.0.0.9/stream?password=hush"\n[buttons]\npins = [17]\n'
        '[broadcast]\nhost = "127.0.0.1"\nport = 9\n'
        'user = "hushuser"\npassword_file = "~/login-file"\n'
    )
    log = home / "data" / "companion" / "companion.log"
    log.parent.mkdir(parents=True)
    log.write_text("opened http://anna:hush@10.0.0.9/stream\npassword=hush seed: hush {'token': 'hush'}\n")
    for asked in (False, True):
        path = home / f"{asked}.zip"
        path.write_text("old")
        words = ("--config", str(config), "--camera", f"folder:{pictures}", "--bundle", str(path))
        done = visit(*words, *(("--pictures",) if asked else ()))
        assert f"Written to {path}" in done.output
        assert path.stat().st_mode & 0o077 == 0
        with ZipFile(path) as archive:
            files = {name: archive.read(name) for name in archive.namelist()}
        assert {"report.txt", "report.json", "configuration.json", "companion.log"} <= files.keys()
        assert ("picture.jpg" in files) is asked
        assert not [name for name, data in files.items() if b"hush" in data]
        assert b"10.0.0.9" in files["companion.log"]
        settings = json.loads(files["configuration.json"])
        assert settings["camera"] == "http://(hidden)@10.0.0.9/stream?password=(hidden)"
        assert settings["buttons"] == {"pins": "[17]"}


def test_a_device_that_nobody_named_is_not_spoken_to() -> None:
    (finding,) = parts.base(Config(), Texts("en"), lambda: ["/dev/ttyUSB7"])
    assert finding.state is State.ABSENT
    assert dict(finding.message.facts)["port"] == "/dev/ttyUSB7"
