"""Noise in every text that the program reads: only its own kinds of errors, and bounded memory."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

from companion.commands.rules import play_on
from companion.evaluation.clips import ClipError, load_clip
from companion.games.jungle.referee.budget import BudgetError, read_budget
from companion.journal import open_journal
from companion.owner.configuration import EXAMPLE, ConfigError, parse_config
from companion.ports.errors import ControllerError
from companion.referee.totem_record import read_judged
from companion.rules.clauses import read_clauses
from companion.rules.contract import RulesError
from companion.rules.draft import read_draft
from companion.rules.examples import run_example
from companion.rules.match import Match, format_entry, format_match, parse_entry, parse_match
from companion.rules.registry import AnyGame, edition_text, game_of_edition, games
from companion.rules.toml import read_toml
from companion.terminal.terminal import read_event
from tests.app.noise import damaged, memory
from tests.app.sitting import Sitting
from tests.ours import OURS

ROOT = Path(__file__).parents[2]
TIMES = int(os.environ.get("NOISE", "100000"))
MOST_MEMORY = 400
"""MB more than before."""


Reads = list[tuple[Callable[[str], object], list[str]]]
"""What reads a text, and right texts for it."""


def check(reads: Reads, allowed: tuple[type[Exception], ...]) -> None:
    rng, before, told, longest = Random(31), memory(), 0, 0
    for turn in range(TIMES):
        read, texts = reads[turn % len(reads)]
        text = damaged(rng, rng.choice(texts))
        try:
            read(text)
        except allowed as error:
            told, longest = told + 1, max(longest, len(str(error)))
        except Exception as error:
            raise AssertionError(f"{type(error).__name__} for {text[:3000]!r}") from error
    assert told > TIMES // 10
    assert longest < 20_000
    assert memory() - before < MOST_MEMORY
    print(f"{TIMES} texts, {told} refused, {memory() - before} MB more")


def matches(game: AnyGame) -> list[Match[object, object, object]]:
    """The beginnings of some games."""
    setups = [game.setup(seats, {}) for seats in game.seatings]
    return [play_on(Match.begin(game, setup), Random(n), 30) for n, setup in enumerate(setups)]


@pytest.mark.soak
@pytest.mark.parametrize("name", OURS)
def test_texts_of_a_game(name: str) -> None:
    game = games()[name]
    played = matches(game)
    entries = [entry.text for match in played for entry in match.entries]
    reads: Reads = [
        (game.parse_move, entries),
        (game.parse_outcome, entries),
        (parse_entry, [format_entry(entry) for match in played for entry in match.entries]),
        (game.parse_position, [game.format_position(match.state) for match in played]),
        (parse_match, [format_match(match) for match in played]),
    ]
    check(reads, (RulesError,))


@pytest.mark.soak
def test_lines_that_people_type(sit: Callable[..., Sitting]) -> None:
    sitting = sit()
    sitting.open()
    view = sitting.view
    rng = Random(3)
    for _ in range(TIMES):
        read_event(damaged(rng, rng.choice(("south play ur r", "* open b1", "undo 3", "1", "anyway"))), view)


@pytest.mark.soak
def test_toml(tmp_path: Path) -> None:
    path = tmp_path / "x.toml"

    def by_file(read: Callable[[Path], object]) -> Callable[[str], object]:
        def reads(text: str) -> object:
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
            return read(path)

        return reads

    editions = {name: edition_text(name) for name in games()}
    examples = [p.read_text(encoding="utf-8") for p in sorted(ROOT.rglob("[a-z]*/examples/*.toml"))[::9]]
    budget = files("hardware").joinpath("error_budget.toml").read_text(encoding="utf-8")
    clauses = files("companion.games.marso").joinpath("clauses.toml").read_text(encoding="utf-8")
    reads: Reads = [
        (read_toml, list(editions.values())),
        (lambda text: parse_config(read_toml(text)), [EXAMPLE, EXAMPLE.replace("\n# ", "\n")]),
        (by_file(run_example), examples),
        (read_budget, [budget]),
        (lambda text: read_clauses("marso", text), [clauses]),
        (read_draft, list(editions.values())),
    ]
    for name, text in editions.items():
        if text:
            reads.append((by_file(lambda place, name=name: game_of_edition(name, place)), [text]))  # type: ignore[misc]
    check(reads, (RulesError, ConfigError, BudgetError))


@pytest.mark.soak
def test_heads_of_clips(tmp_path: Path) -> None:
    head = """game = "marso"
seats = ["south", "north"]
fps = 10.0
[table]
mat = "marso"
[camera]
k = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]
dist = [0.1]
[[teach]]
image = "0.jpg"
position = "0.txt"
"""

    def read(text: str) -> object:
        (tmp_path / "clip.toml").write_bytes(text.encode("utf-8", "surrogatepass"))
        return load_clip(tmp_path)

    check([(read, [head])], (ClipError,))


@pytest.mark.soak
def test_lines_about_grabs() -> None:
    line = '# grab {"at":1.5,"number":1,"verdict":"x","budget":"y","evidence":{"a":[1,2]},"cause":""}'
    deep = line.replace("[1,2]", "[" * 9000)
    check([(lambda text: list(read_judged(text.splitlines())), [line, deep])], (ValueError,))


@pytest.mark.soak
def test_rows_of_a_journal(home: Path, sit: Callable[..., Sitting]) -> None:
    path = home / "data" / "companion" / "journal.sqlite"
    path.parent.mkdir(parents=True)
    book = open_journal(path)
    heads = [format_match(Match.begin(g, g.setup(g.seatings[0], {}))) for g in games().values()]
    book.create(heads[0], {"beast-card": "5eed" * 16}).append("* open b1", "@1 south play ur r")
    book.close()
    app = sit().app
    connection: sqlite3.Connection = app._book._connection
    connection.execute("DROP TRIGGER entries_stay")
    rng, before = Random(5), memory()
    for turn in range(TIMES):
        head = rng.choice(heads) + "seal beast-card " + "a" * 64
        column, text = rng.choice(
            (("head", head), ("created", "2026-01-01T00:00:00+00:00"), ("line", "@1 south play ur r"))
        )
        value = damaged(rng, text).encode("utf-8", "surrogatepass")
        table = "entries" if column == "line" else "matches"
        with suppress(sqlite3.Error):
            connection.execute(f"UPDATE {table} SET {column} = CAST(? AS TEXT)", (value,))
        app.unfinished()
        app._book.export(1)
        if turn % 10 == 0:
            with suppress(ControllerError):
                app.resume_table("1", "", False)
            app.leave_table()
    assert memory() - before < MOST_MEMORY
