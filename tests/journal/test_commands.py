"""``companion journal``, and that what it exports is a match file."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from companion.commands.journal import journal_group
from companion.journal import open_journal
from companion.rules.match import Match, format_entry, format_match, parse_entry, parse_match
from companion.rules.registry import find_game

LINES = ("* open b1", "@3.25 south play ur r", "@4 south step e3", "@5 undo 1", "@6 south step e3")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """A journal with a closed match and one that goes on."""
    path = tmp_path / "journal.sqlite"
    game = find_game("marso")
    book = open_journal(path)
    for setup in (game.setup(["south", "west"], {}), game.setup(3, {"young": True})):
        journal = book.create(format_match(Match.begin(game, setup)), {"beast-card": "5eed"})
        for line in LINES:
            journal.append(line)
    book.close_match(1)
    book.close()
    return path


def test_an_exported_match_is_the_match_file(path: Path) -> None:
    game = find_game("marso")
    match = Match.begin(game, game.setup(["south", "west"], {}))
    for line in LINES:
        match = match.add(parse_entry(line))
    done = CliRunner().invoke(journal_group, ["export", "1", "--journal", str(path)])
    assert (done.exit_code, done.stdout) == (0, format_match(match))
    assert [format_entry(entry) for entry in parse_match(done.stdout).entries] == list(LINES)


def test_export_to_a_file(path: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.match"
    done = CliRunner().invoke(journal_group, ["export", "2", "-o", str(file), "--journal", str(path)])
    assert (done.exit_code, done.stdout) == (0, "")
    assert parse_match(file.read_text()).setup.seats == ("south", "west", "north")
    done = CliRunner().invoke(
        journal_group, ["export", "2", "-o", str(tmp_path / "no" / "x"), "--journal", str(path)]
    )
    assert done.exit_code == 1
    assert "cannot be written" in done.stderr


@pytest.mark.parametrize(("lang", "words"), [("en", ("unfinished", "closed")), ("uk", ("не", ""))])
def test_list(path: Path, lang: str, words: tuple[str, str]) -> None:
    done = CliRunner().invoke(journal_group, ["list", "--journal", str(path), "--lang", lang])
    newest, oldest = done.stdout.splitlines()
    assert newest.startswith("2: marso (south west north)")
    assert oldest.startswith("1: marso (south west)")
    assert words[0] in newest
    assert words[1] in oldest


def test_what_is_wrong_is_one_sentence(path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    (tmp_path / "letter.txt").write_text("Dear journal")
    cases = {
        ("list", "--journal", str(tmp_path / "nothing")): "There is no journal at",
        ("list",): "There is no journal at",
        ("list", "--journal", str(tmp_path / "letter.txt")): "is not a journal of Companion",
        ("export", "9", "--journal", str(path)): "There is no match 9",
    }
    for words, sentence in cases.items():
        done = CliRunner().invoke(journal_group, list(words))
        assert done.exit_code == 1, words
        assert sentence in done.stderr
        assert len(done.stderr.splitlines()) == 1
    book = open_journal(path)
    done = CliRunner().invoke(journal_group, ["list", "--journal", str(path)])
    assert "Another program is using" in done.stderr
    book.close()
