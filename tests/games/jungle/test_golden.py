"""Complete recorded games, replayed to the end that is written below each of them."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.jungle import game
from companion.games.jungle.state import State
from companion.rules.contract import Over, Seat
from companion.rules.match import EntryKind, parse_match

from .oracle import Oracle

FILES = sorted((Path(__file__).parents[2] / "golden" / "jungle").glob("*.match"))
HEADING = "# Expected at the end:\n"

SITUATIONS = """
situ.1 situ.4 situ.5 situ.6 situ.8 last.1 last.2 last.3 last.4 last.5 last.7 end.1
col.1 col.2 col.3 col.4 col.5 out.1 in.1 in.4 fall.1 fall.2 tie.4 take.3 duel.2 duel.7
grab.1 grab.3 hands.6 hands.7 hands.8 hands.9 trio.3
"""


def expected(text: str) -> str:
    return "".join(line.removeprefix("# ") for line in text.partition(HEADING)[2].splitlines(keepends=True))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_did(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = parse_match(text, game)
    state = match.state
    assert isinstance(state, State)
    over = game.pending(state)
    assert isinstance(over, Over)
    seats = match.setup.seats
    lines = [f"over {' '.join(seats[seat] for seat in over.placing[0])} ({over.clause})\n"]
    for number, seat in enumerate(seats):
        lines.append(f"score {seat} {sum(line.points for line in game.score(state, Seat(number)))}\n")
    assert "".join(lines) + game.format_position(state) == expected(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_entry_is_right_by_the_oracle(path: Path) -> None:
    match = parse_match(path.read_text(encoding="utf-8"), game)
    text = match.game.format_position(match.start)
    for played in match.line:
        oracle = Oracle(text)
        oracle.tell(played.entry.text)
        text = match.game.format_position(played.state)
        assert oracle.facts() == Oracle(text).facts(), played.entry


def test_all_tables_options_and_situations_are_played() -> None:
    matches = [parse_match(path.read_text(encoding="utf-8"), game) for path in FILES]
    assert len(matches) >= 8
    assert {len(match.setup.seats) for match in matches} >= {2, 3, 4, 5, 6, 8, 10, 15}
    chosen = {option for match in matches for option in match.setup.options}
    values = {(option.id, value) for option in game.options for value in option.values}
    assert chosen == values - {("trio", "usual")}
    told = {effect.clause for match in matches for played in match.line for effect in played.effects}
    assert {f"jungle/{short}" for short in SITUATIONS.split()} - told == set()
    said = {played.entry.text.split()[0] for match in matches for played in match.line}
    assert said >= {"duel", "inward", "give", "holder", "tie", "lapse", "early", "fall"}
    assert any(entry.kind is EntryKind.UNDO for match in matches for entry in match.entries)
