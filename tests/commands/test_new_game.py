"""What ``companion new-game`` and ``companion cards`` say of a name that they cannot use."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.cli import main

NAMES = {"Ludo 2": "ludo", "class": "Python", "marso": "marso", "here": "here", "json": "Python"}
"""Names that are none, and a word of the reason that is the same in all languages."""


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_cannot_be_used(
    name: str, language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "here").mkdir()
    done = CliRunner().invoke(main, ["new-game", name, "--lang", language])
    assert done.exit_code == 1
    assert name in done.stderr
    assert NAMES[name] in done.stderr
    assert bool(re.search("[а-яі]{3}", done.stderr)) is (language != "en")
    assert list(tmp_path.iterdir()) == [tmp_path / "here"]


@pytest.mark.parametrize(
    ("game", "english"), [("ludo", "There is no game ludo."), ("marso", "single pictures")]
)
@pytest.mark.parametrize("language", ["en", "uk", "ru"])
@pytest.mark.parametrize("command", ["learn", "use"])
def test_a_game_without_such_cards(
    command: str, game: str, english: str, language: str, tmp_path: Path
) -> None:
    words = [command, game, str(tmp_path), *(["-o", str(tmp_path / "box")] if command == "learn" else [])]
    done = CliRunner().invoke(main, ["cards", *words, "--lang", language])
    assert done.exit_code == 1
    assert game in done.stderr
    assert (english in done.stderr) is (language == "en")
    assert bool(re.search("[а-яі]{3}", done.stderr)) is (language != "en")
