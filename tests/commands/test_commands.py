"""``companion run`` and ``companion referee``: every foreseeable fault is one sentence and a status."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.cli import COMMANDS, main
from companion.commands.run import broadcast_to
from companion.owner.configuration import Config
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
        (("edition", "marso", "--config", "nowhere.toml", "--lang", "ru"), "Такого файла нет"),
        (("referee", "--resume"), "no unfinished match"),
        (("referee", "--camera", "none", "--game", "tiddlywinks"), "There is no game tiddlywinks."),
        (("doctor", "--lang", "ru", "--game", "tiddlywinks"), "Игры tiddlywinks нет."),
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


LONG = "9" * 5000


@pytest.mark.parametrize(
    "arguments",
    [
        ("journal", "export", "99999999999999999999"),
        ("journal", "export", LONG),
        ("journal", "export", "²"),
        ("referee", "--players", LONG),
        ("referee", "--seed", LONG),
        ("referee", "--limit", LONG),
        ("referee", "--mistakes", "٣"),
        ("referee", "--pace", "nan"),
        ("referee", "--pace", "inf"),
        ("referee", "--pace", LONG),
        ("referee", "--broker", f"here:{LONG}"),
        ("referee", "--broker", "here:²"),
        ("referee", "--broker", "[::1"),
        ("referee", "--broker", "::1"),
        ("run", "--size", f"{LONG}x{LONG}"),
        ("run", "--size", "²x²"),
        ("rules", "play", "marso", "--seats", LONG),
        ("rules", "play", "marso", "--seats", "²"),
        ("rules", "play", "marso", "--option", f"target={LONG}"),
        ("rules", "play", "marso", "--most", LONG),
        ("rules", "perft", "marso", "--depth", LONG),
        ("simulate", "serve", "--pace", "nan"),
        ("simulate", "serve", "--fps", "nan"),
        ("simulate", "serve", "--port", LONG),
        ("simulate", "frame", "x.png", "--seats", LONG),
        ("simulate", "frame", "x.png", "--seats", "²"),
        ("simulate", "frame", "x.png", "--at", "nan"),
        ("simulate", "frame", "x.png", "--at", "1e300"),
        ("print", "mat", "marso", "--pitch-mm", "1e-300"),
        ("print", "mat", "marso", "--pitch-mm", "nan"),
        ("print", "mat", "marso", "--pitch-mm", LONG),
        ("watch", "x", "--jobs", LONG),
        ("doctor", "--seats", LONG),
        ("bench-base", "--rounds", LONG),
    ],
)
def test_an_odd_number_is_refused_briefly(arguments: tuple[str, ...], home: Path) -> None:
    done = run(*arguments)
    assert done.exit_code in (1, 2)
    assert isinstance(done.exception, SystemExit)
    assert len(done.stderr) < 700
    assert "Traceback" not in done.stderr
    assert not (home / "x.png").exists()


@pytest.mark.parametrize("number", ["99999999999999999999", "9223372036854775808", LONG, "-1", "0", "²"])
def test_a_number_that_no_match_of_the_journal_has(
    number: str, home: Path, sit: Callable[..., Sitting]
) -> None:
    sitting = sit()
    sitting.open()
    sitting.app.close()
    done = run("journal", "export", "--", number)
    assert isinstance(done.exception, SystemExit)
    assert done.exit_code in (1, 2)
    assert len(done.stderr.strip().splitlines()[-1]) < 300
    assert run("journal", "export", "1").stdout.startswith("match 1")
    assert (home / "data" / "companion" / "journal.sqlite").exists()


@pytest.mark.parametrize(
    ("said", "host", "port"),
    [
        ("[::1]:1884", "::1", 1884),
        ("[::1]", "::1", None),
        ("here:1884", "here", 1884),
        ("here", "here", None),
    ],
)
def test_a_broker_is_a_host_and_perhaps_a_port(said: str, host: str, port: int | None) -> None:
    section = broadcast_to(Config(), said).broadcast
    assert section is not None
    assert section["host"] == host
    assert section.get("port") == port
