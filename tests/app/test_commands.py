"""``companion run`` and ``companion referee``: every foreseeable fault is one sentence and a status."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import COMMANDS, main
from tests.app.sitting import Sitting


def run(*arguments: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, arguments, input=typed)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_is_there_and_has_help(name: str) -> None:
    done = run(name, "--help")
    assert done.exit_code == 0
    assert "Usage:" in done.output


def test_an_unknown_command() -> None:
    done = run("umpire")
    assert done.exit_code == 2
    assert "umpire" in done.output


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("run", "--size", "10x10"), "at least 800x480"),
        (("run", "--size", "wide"), "at least 800x480"),
        (("run", "--size", "10x10", "--lang", "uk"), "щонайменше 800x480"),
        (("referee", "--broker", ":1883"), "HOST:PORT"),
        (("referee", "--broker", "here:99999"), "HOST:PORT"),
        (("referee", "--broker", "here:"), "HOST:PORT"),
        (("referee", "--config", "nowhere.toml"), "nowhere.toml: There is no such file"),
        (("referee", "--config", "nowhere.toml", "--lang", "ru"), "Такого файла нет"),
        (("referee", "--resume"), "no unfinished match"),
        (("referee", "--camera", "none", "--game", "tiddlywinks"), "known games"),
        (("referee", "--camera", "none", "--players", "9"), "2 to 4"),
    ],
)
def test_one_sentence_and_status_1(arguments: tuple[str, ...], told: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 1
    assert isinstance(done.exception, SystemExit)
    assert told in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "arguments",
    [("--pace", "99"), ("--profile", "moonless"), ("--lang", "xx"), ("--mistakes", "-1")],
)
def test_a_wrong_option_is_named(arguments: tuple[str, str]) -> None:
    done = run("referee", *arguments)
    assert done.exit_code == 2
    assert arguments[0] in done.stderr


def test_a_journal_that_is_none(home: Path) -> None:
    journal = home / "data" / "companion" / "journal.sqlite"
    journal.parent.mkdir(parents=True)
    journal.write_text(
        "this is a shopping list, not a journal, and it is long enough to be read", encoding="utf-8"
    )
    done = run("referee", "--camera", "none")
    assert done.exit_code == 1
    assert "is not a journal of Companion" in done.stderr


def test_a_journal_in_use(sit: Callable[..., Sitting]) -> None:
    sit()
    done = run("referee", "--camera", "none", "--lang", "uk")
    assert done.exit_code == 1
    assert "journal.sqlite" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1


def test_a_data_folder_that_cannot_be_made(home: Path) -> None:
    (home / "data").write_text("in the way", encoding="utf-8")
    done = run("referee", "--camera", "none")
    assert done.exit_code == 1
    assert "cannot be used" in done.stderr
