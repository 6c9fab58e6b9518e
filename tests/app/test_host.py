"""Machines that lack something: a display, a home folder, the right to write into it."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main
from tests.program.ended import COMPANION, PATIENCE, Program

pytestmark = pytest.mark.outside


@pytest.mark.parametrize(
    "display", [{"DISPLAY": ":77"}, {"WAYLAND_DISPLAY": "wayland-9"}, {"DISPLAY": "nowhere.invalid:0"}]
)
def test_a_display_that_is_gone_means_the_terminal(home: Path, display: dict[str, str]) -> None:
    program = Program(home, "run", "--camera", "none", XDG_RUNTIME_DIR=str(home), start=COMPANION, **display)
    program.wait_until(lambda: "-> " in program.said)
    assert "There is no display here" in program.said
    program.signal(15)
    assert program.end() == 0
    program.check_left()
    assert "The match file: " in program.said


@pytest.mark.parametrize(
    ("display", "language", "told"),
    [
        ({}, "en", "There is no screen here to choose a game on."),
        ({"DISPLAY": ":77"}, "uk", "Тут немає екрана"),
        ({"SDL_VIDEODRIVER": "kmsdrm"}, "ru", "Здесь нет экрана"),
    ],
)
def test_a_game_that_people_should_choose_is_not_begun_without_a_screen(
    home: Path, display: dict[str, str], language: str, told: str
) -> None:
    words = ("run", "--home", "--restore", "--fullscreen", "--lang", language)
    program = Program(home, *words, XDG_RUNTIME_DIR=str(home), start=COMPANION, **display)
    assert program.process.wait(PATIENCE) == 1
    assert program.end() == 1
    program.check_left()
    assert told in program.said
    assert "companion referee" in program.said
    assert "-> " not in program.said
    assert len(program.said.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "arguments", [("journal", "list"), ("referee", "--camera", "none"), ("edition", "marso"), ("run",)]
)
def test_without_a_home_folder_one_sentence_says_what_to_set(
    monkeypatch: pytest.MonkeyPatch, arguments: tuple[str, ...]
) -> None:
    def nobody() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.delenv("XDG_DATA_HOME")
    monkeypatch.delenv("XDG_CONFIG_HOME")
    monkeypatch.setattr(Path, "home", nobody)
    done = CliRunner().invoke(main, arguments)
    assert isinstance(done.exception, SystemExit)
    assert done.exit_code == 1
    assert "There is no home folder: set HOME" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_home_folder_that_is_a_file(home: Path) -> None:
    (home / "file").write_text("")
    program = Program(
        home,
        "run",
        "--camera",
        "none",
        "--home",
        DISPLAY=":0",
        SDL_VIDEODRIVER="offscreen",
        KIVY_HOME=str(home / "file" / "kivy"),
    )
    program.wait_until(lambda: "libSDL2" in Path(f"/proc/{program.process.pid}/maps").read_text())
    program.signal(15)
    assert program.end() in (0, 143)  # 143: nothing was open yet
    program.check_left()
