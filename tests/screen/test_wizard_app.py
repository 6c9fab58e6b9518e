"""The first start with the whole app: what people tap is in the configuration, and a test game begins."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.companion import Companion
from companion.owner.configuration import Config, load_config

from .stage import Stage


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Companion]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    app = Companion(load_config())
    yield app
    app.close()


@pytest.mark.slow
def test_from_the_first_start_to_the_first_game(app: Companion) -> None:
    stage = Stage(app, "en", (800, 480))
    try:
        stage.tap("Українська")
        for step in ("Далі", "Пропустити"):
            stage.tap(step)
        stage.tap("Без камери: усе дотиком")
        stage.tap("Далі")
        stage.until(lambda: stage.says("Лише для ігор із тотемом"), "no base is plugged in here")
        for step in ("Пропустити", "Далі"):
            stage.tap(step)
        stage.tap("Марсо лови!")
        stage.until(lambda: app.view() is not None, "the table is open")
        assert stage.app.page_name == "table"
    finally:
        stage.close()
    assert load_config() == Config(camera="none", set_up=True)


def test_once_it_was_shown_it_is_not_shown_again(app: Companion) -> None:
    stage = Stage(app, "en", (800, 480))
    try:
        assert stage.app.page_name == "wizard"
        stage.tap("Set up later")
    finally:
        stage.close()
    app.close()
    again = Companion(load_config())
    stage = Stage(again, "en", (800, 480))
    try:
        assert stage.app.page_name == "home"
    finally:
        stage.close()
        again.close()
