"""The wheel without any extra, in an environment of its own: what a referee without a screen can do.

It is installed from what uv keeps on this machine; the network is asked only for what is not there.
"""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from companion.commands.rules import play_on
from companion.program.extras import LIBRARIES
from companion.rules.contract import Over
from companion.rules.match import AnyMatch, EntryKind, Match, parse_match
from companion.rules.registry import find_game

ROOT = Path(__file__).parents[2]
UV = ROOT / ".tools" / "bin" / "uv"

pytestmark = [pytest.mark.outside, pytest.mark.skipif(not UV.exists(), reason="uv comes with make setup")]


def uv(*arguments: str | Path) -> None:
    """From the cache; else from the registry."""
    said = ""
    for offline in (["--offline"], []):
        done = subprocess.run([UV, *arguments, *offline], capture_output=True, text=True, cwd=ROOT)
        if done.returncode == 0:
            return
        said = done.stderr
    raise AssertionError(said)


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """``companion``, installed from the wheel alone."""
    place = tmp_path_factory.mktemp("wheel")
    uv("build", "--quiet", "--wheel", "--out-dir", place, ROOT)
    [wheel] = place.glob("companion-*.whl")
    uv("venv", "--quiet", "--python", sys.executable, place / "env")
    uv("pip", "install", "--quiet", "--python", place / "env" / "bin" / "python", wheel)
    return place / "env" / "bin" / "companion"


class Shell:
    """Runs the program in an empty home, far from the checkout."""

    def __init__(self, program: Path, home: Path) -> None:
        self.program = program
        self.home = home
        (home / "work").mkdir()

    def __call__(self, *arguments: str, typed: str = "", **more: str) -> subprocess.CompletedProcess[str]:
        environment = {"HOME": str(self.home), "PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"} | more
        return subprocess.run(
            [self.program, *arguments],
            cwd=self.home / "work",
            env=environment,
            input=typed,
            capture_output=True,
            text=True,
            timeout=120,
        )


@pytest.fixture
def shell(program: Path, tmp_path: Path) -> Shell:
    return Shell(program, tmp_path)


def test_nothing_of_an_extra_is_there(program: Path) -> None:
    libraries = [library for names in LIBRARIES.values() for library in names]
    code = "import sys; from importlib.util import find_spec; print(list(filter(find_spec, sys.argv[1:])))"
    done = subprocess.run(
        [program.with_name("python"), "-P", "-c", code, *libraries],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"]},
    )
    assert done.stdout == "[]\n", done.stderr


def test_the_values_that_are_tuned_are_in_it(program: Path) -> None:
    files = [
        file for room in ("companion", "hardware", "vision") for file in (ROOT / room).rglob("tuning.py")
    ]
    modules = [".".join(file.relative_to(ROOT).with_suffix("").parts) for file in files]
    assert {"companion.judge.tuning", "hardware.tuning", "vision.tuning"} <= set(modules)
    code = "\n".join(f"import {module}" for module in modules)
    done = subprocess.run(
        [program.with_name("python"), "-P", "-c", code],
        capture_output=True,
        text=True,
        env={"PATH": os.environ["PATH"]},
    )
    assert done.returncode == 0, done.stderr


def test_every_extra_is_one_of_the_project() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    assert set(LIBRARIES) | {"all", "pi"} == set(extras)
    assert extras["all"] == [f"companion[{','.join(LIBRARIES)}]"]


def test_help_shows_every_command(shell: Shell) -> None:
    done = shell("--help")
    assert done.returncode == 0, done.stderr
    assert {"referee", "hall", "print", "cards", "simulate"} <= set(done.stdout.split())


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "hunters"), ("uk", "Мисливців"), ("ru", "Охотников")],
)
def test_clauses_in_three_languages(shell: Shell, language: str, said: str) -> None:
    done = shell("rules", "clauses", "marso", "--lang", language)
    assert done.returncode == 0, done.stderr
    assert said in done.stdout


@pytest.fixture(scope="module")
def match() -> AnyMatch:
    """A whole game without chance."""
    game = find_game("arctica")
    match = play_on(Match.begin(game, game.setup(2, {})), random.Random(5), 2000)
    assert isinstance(game.pending(match.state), Over)
    return match


def typed(match: AnyMatch) -> str:
    """Every move as a line of the keyboard; then the program ends by itself."""
    assert {entry.kind for entry in match.entries} == {EntryKind.MOVE}
    return "".join(f"{entry.seat} {entry.text}\n" for entry in match.entries)


def test_a_match_by_touch_in_the_terminal(shell: Shell, match: AnyMatch) -> None:
    done = shell("referee", "--game", "arctica", "--camera", "none", typed=typed(match))
    assert done.returncode == 0, done.stderr
    [written] = shell.home.rglob("*.match")
    assert parse_match(written.read_text(encoding="utf-8")).state == match.state


@pytest.mark.parametrize(
    ("extra", "arguments"),
    [
        ("camera", ("referee", "--camera", "usb:0")),
        ("screen", ("print", "mat", "marso", "--pitch-mm", "60")),
        ("camera", ("print", "help", "marso")),
        ("camera", ("simulate", "serve", "--port", "0")),
        ("mqtt", ("hall", "--broker", "here")),
    ],
)
def test_what_is_missing_is_named_in_one_sentence(
    shell: Shell, extra: str, arguments: tuple[str, ...]
) -> None:
    done = shell(*arguments)
    assert done.returncode == 1
    assert done.stderr == f"The extra {extra} is not installed: pip install 'companion[{extra}]'.\n"


@pytest.mark.parametrize(
    ("extra", "section"),
    [
        ("gpio", "[lamps]\npins = [[2, 3, 4]]\n"),
        ("gpio", "[buttons]\npins = [2]\n"),
        ("mqtt", '[broadcast]\nhost = "here"\n'),
    ],
)
def test_a_reader_that_is_missing_is_named_and_play_goes_on(
    shell: Shell, match: AnyMatch, extra: str, section: str
) -> None:
    config = shell.home / "companion.toml"
    config.write_text(f'camera = "none"\n{section}', encoding="utf-8")
    words = ("referee", "--game", "arctica", "--config", str(config), "--lang", "uk")
    done = shell(*words, typed=typed(match))
    assert done.returncode == 0, done.stderr
    assert f"companion[{extra}]" in done.stderr
    assert "Traceback" not in done.stderr


def test_without_a_window_the_terminal_referees(shell: Shell, match: AnyMatch) -> None:
    done = shell("run", "--game", "arctica", typed=typed(match), DISPLAY=":0")
    assert done.stdout.startswith("The extra screen is not installed: pip install 'companion[screen]'.\n")
    assert done.returncode == 0, done.stderr
