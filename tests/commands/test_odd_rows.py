"""One odd row of a journal hides no other match, and what can be exported is exported."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from companion.chance import ElectronicDeck, Subject
from companion.cli import main
from companion.journal import open_journal
from companion.locale import Texts
from companion.ports.errors import ControllerError
from companion.rules.match import Match, format_match, parse_match
from companion.rules.registry import find_game
from tests.app.sitting import Sitting
from tests.program.ended import Program

SEED = bytes(range(32))

ODD = {
    "a date that is none": "UPDATE matches SET created = 'yesterday' WHERE id = 2",
    "a date before dates": "UPDATE matches SET created = '0001-01-01T00:00:00+23:00' WHERE id = 2",
    "no game": "UPDATE matches SET head = 'match 1' || char(10) || 'foo bar' WHERE id = 2",
    "nothing": "UPDATE matches SET head = '' WHERE id = 2",
    "another game": "UPDATE matches SET head = replace(head, 'game marso', 'game ludo') WHERE id = 2",
    "no edition": "UPDATE matches SET head = replace(head, 'edition ', 'edit ') WHERE id = 2",
    "an endless edition": f"UPDATE matches SET head = replace(head, 'rulebook', '{'x' * 999}') WHERE id = 2",
    "an edition elsewhere": "UPDATE matches SET head = replace(head, 'rulebook', '../x') WHERE id = 2",
    "no seats": "UPDATE matches SET head = replace(head, 'seats ', 'chairs ') WHERE id = 2",
    "no text": "UPDATE matches SET head = CAST(x'ff00fe' AS TEXT) WHERE id = 2",
    "a seed that is none": "UPDATE secrets SET value = 'zz' WHERE match = 2",
    "a short seed": "UPDATE secrets SET value = 'aa' WHERE match = 2",
    "no seed": "DELETE FROM secrets WHERE match = 2",
    "another seed": f"UPDATE secrets SET value = '{bytes(32).hex()}' WHERE match = 2",
    "another seal": "UPDATE matches SET head = replace(head, 'card ', 'card a') WHERE id = 2",
    "a lost entry": "DELETE FROM entries WHERE match = 2 AND number = 1",
    "an entry that is none": "UPDATE entries SET line = 'gibberish' WHERE match = 2 AND number = 2",
}
RESUMED = ("a date that is none", "a date before dates")
"""Nobody needs the date to go on."""


@pytest.fixture
def journal(home: Path) -> Path:
    """Two matches with a sealed deck; the newer one is going to be odd."""
    path = home / "data" / "companion" / "journal.sqlite"
    path.parent.mkdir(parents=True)
    game = find_game("marso")
    deck = ElectronicDeck(Subject.of(game, "beast-card"), SEED)
    book = open_journal(path)
    for _ in range(2):
        match = Match.begin(game, game.setup(2, {}), notes=deck.head_notes())
        made = book.create(format_match(match), {"beast-card": SEED.hex()})
        made.append("* open b1", "@1 south play ur r")
    book.close()
    return path


def change(journal: Path, statement: str) -> None:
    with closing(sqlite3.connect(journal, isolation_level=None)) as connection:
        connection.execute("DROP TRIGGER entries_stay")
        connection.execute("DROP TRIGGER entries_remain")
        connection.execute(statement)


def run(*arguments: str) -> Result:
    done = CliRunner().invoke(main, arguments, input="")
    assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
    return done


@pytest.mark.parametrize("name", ODD)
def test_the_other_match_is_listed_exported_and_resumed(
    journal: Path, name: str, sit: Callable[..., Sitting]
) -> None:
    change(journal, ODD[name])
    listed = run("journal", "list")
    assert listed.exit_code == 0
    assert [line.split(":")[0] for line in listed.stdout.splitlines()] == ["2", "1"]
    assert "marso (south north)" in listed.stdout.splitlines()[1]
    assert parse_match(run("journal", "export", "1").stdout).entries
    exported = run("journal", "export", "2")
    assert exported.exit_code == 0
    assert "south play ur r" in exported.stdout or name == "an entry that is none"
    app = sit().app
    assert app.unfinished()[-1].match == "1"
    assert len(app.unfinished()) + app.unknown() == 2
    assert app.unknown() == (name in ("no game", "nothing", "another game", "no text"))
    if name in RESUMED:
        app.resume_table("2", "", False)
    else:
        with pytest.raises(ControllerError) as caught:
            app.resume_table("2", "", False)
        assert "\n" not in Texts("uk").message(caught.value.text)
        assert app.view() is None
    app.resume_table("1", "", False)
    assert app.view() is not None


@pytest.mark.outside
@pytest.mark.parametrize("name", ["no game", "a short seed"])
def test_resume_passes_over_what_cannot_be_taken_up(journal: Path, home: Path, name: str) -> None:
    change(journal, ODD[name])
    program = Program(home, "referee", "--resume", "--camera", "none")
    program.wait_until(lambda: "-> " in program.said)
    program.signal(15)
    assert program.end() == 0
    program.check_left()
    assert "marso-1.match" in program.said
    assert ("has lost the seed" in program.said) == (name == "a short seed")


def test_a_seed_that_was_exchanged_is_told(journal: Path) -> None:
    change(journal, ODD["another seed"].replace(" WHERE match = 2", ""))
    done = run("referee", "--resume", "--camera", "none", "--lang", "uk")
    assert done.exit_code == 1
    assert "Колода партії 2 не та" in done.stderr
    assert "Колода партії 1 не та" in done.stderr


def test_what_stands_behind_a_lost_entry_is_exported_as_a_comment(journal: Path) -> None:
    change(journal, ODD["a lost entry"])
    text = run("journal", "export", "2").stdout
    assert text.endswith("# entry 1 is lost\n# @1 south play ur r\n")
    assert parse_match(text).entries == ()
