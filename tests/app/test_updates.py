"""Which versions the screen offers, and what it asks root's helper for."""

from __future__ import annotations

import json
import platform
import time
from dataclasses import replace
from pathlib import Path

import pytest

from companion.app.updates import SENTENCES, Updates
from companion.locale import Texts
from companion.owner.configuration import Config, data_folder
from companion.program.updating import UpdatePlaces

HERE = {"x86_64": "amd64", "aarch64": "arm64"}[platform.machine()]


@pytest.fixture
def ground(tmp_path: Path) -> UpdatePlaces:
    ground = UpdatePlaces(tmp_path / "versions", data_folder() / "update/wanted.json", tmp_path / "installed")
    (ground.versions / "0.2.0").mkdir(parents=True)
    (ground.installed / "lib/python3.13/site-packages/companion-0.1.0.dist-info").mkdir(parents=True)
    return ground


def updates(ground: UpdatePlaces, *sticks: Path) -> Updates:
    return Updates(lambda: Config(updates="https://localhost/new"), ground, lambda: sticks, "0.3.0")


def test_versions_on_the_stick_on_the_disk_and_at_the_address_are_offered(
    ground: UpdatePlaces, tmp_path: Path
) -> None:
    stick = tmp_path / "stick"
    stick.mkdir()
    for name in (f"0.10.0_{HERE}", f"0.2.5_{HERE}", f"0.3.0_{HERE}", "0.4.0_riscv64"):
        (stick / f"companion_{name}.deb").touch()
    room = updates(ground, stick)
    offers = {Texts("en").message(offer.label): offer for offer in room.offers()}
    assert {label: offer.newer for label, offer in offers.items()} == {
        "Update to version 0.10.0 from the stick": True,
        "Go back to version 0.2.5 from the stick": False,
        "Go back to version 0.1.0": False,
        "Go back to version 0.2.0": False,
        "Look for an update at https://localhost/new": False,
    }
    asked = {}
    for label, offer in offers.items():
        room.begin(offer)
        asked[label.rpartition(" ")[2]] = json.loads(ground.wanted.read_text())
    assert asked["0.1.0"] == {"version": ""}, "the one that dpkg installed"
    assert asked["0.2.0"] == {"version": "0.2.0"}
    assert asked["https://localhost/new"] == {"address": "https://localhost/new"}


def test_only_the_service_of_the_package_offers_any(ground: UpdatePlaces) -> None:
    assert updates(replace(ground, wanted=Path("/var/lib/companion/update/wanted.json"))).offers() == ()
    assert updates(replace(ground, versions=Path("/nowhere"))).offers() == ()


def test_what_the_helper_says_becomes_a_sentence(
    ground: UpdatePlaces, monkeypatch: pytest.MonkeyPatch
) -> None:
    room = updates(ground)
    assert room.said is None
    ground.said.write_text(json.dumps({"code": "failed", "facts": {"version": "0.4.0", "old": "0.3.0"}}))
    assert room.said == room.trouble
    assert room.said is not None
    assert room.said.key == SENTENCES["failed"]
    later = time.time() + 100_000
    monkeypatch.setattr(time, "time", lambda: later)
    assert room.trouble is None, "it is no news any more"
    for strange in ("", "[]", '{"code": "hop", "facts": {}}'):
        ground.said.write_text(strange)
        assert (room.said, room.trouble) == (None, None)
