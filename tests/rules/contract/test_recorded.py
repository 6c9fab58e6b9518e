"""Complete recorded games, replayed to the end that is written below each of them.

The head of each file says what was checked and how; the games' own tests of a referee do it again.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from companion.rules.contract import Seat
from companion.rules.examples import format_pending
from companion.rules.match import AnyMatch, EntryKind, format_match, parse_match
from companion.rules.registry import find_game
from tests.ours import OURS

from .hooks import hooks_of

FOLDER = Path(__file__).parents[2] / "golden"
FILES = sorted(FOLDER.glob("*/*.match"))
HEADING = "# Expected at the end:\n"


@cache
def replayed(path: Path) -> AnyMatch:
    return parse_match(path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_a_recorded_game_ends_as_it_did(path: Path) -> None:
    match = replayed(path)
    game, pending = match.game, match.game.pending(match.state)
    first, *expected = path.read_text(encoding="utf-8").partition(HEADING)[2].splitlines()
    who, _, clause = first.removeprefix("# ").partition(" (")
    assert who == format_pending(match, pending)
    assert not clause or clause == f"{getattr(pending, 'clause', '')})"
    lines = []
    for seat, name in enumerate(match.setup.seats):
        total = sum(line.points for line in game.score(match.state, Seat(seat)))
        lines.append(f"# score {name} {float(total):g}")
    lines += [f"# {line}" for line in game.format_position(match.state).splitlines()]
    assert lines == expected
    assert all(not game.faults(played.state) for played in match.line)
    assert parse_match(format_match(match)) == match


@pytest.mark.parametrize("game_id", OURS)
def test_all_tables_options_and_what_can_happen_are_recorded(game_id: str) -> None:
    game, wanted = find_game(game_id), hooks_of(game_id).recorded
    matches = [replayed(path) for path in FILES if path.parent.name == game_id]
    assert len(matches) >= 8
    assert {len(match.setup.seats) for match in matches} >= wanted.seats
    if wanted.without is not None:
        values = {(option.id, value) for option in game.options for value in option.values}
        assert {option for match in matches for option in match.setup.options} == values - wanted.without
    told = {effect.clause for match in matches for played in match.line for effect in played.effects}
    assert told >= {f"{game_id}/{short}" for short in wanted.told.split()}
    entries = [entry for match in matches for entry in match.entries]
    said = {word for entry in entries for word in entry.text.split()[:2]}
    assert said >= set(wanted.said.split())
    assert any(entry.kind is EntryKind.UNDO for entry in entries) or not wanted.undo
