"""Complete recorded games, replayed to the end that is written below each of them.

``test_against_the_referee.py`` says whether that end is right.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.arctica import game
from companion.games.arctica.state import State
from companion.rules.contract import Over, Seat
from companion.rules.match import parse_match

FILES = sorted((Path(__file__).parents[2] / "golden" / "arctica").glob("*.match"))
HEADING = "# Expected at the end:\n"


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
        total = sum(line.points for line in game.score(state, Seat(number)))
        lines.append(f"score {seat} {float(total):g}\n")
    assert "".join(lines) + game.format_position(state) == expected(text)
    assert all(not match.game.faults(played.state) for played in match.line)


def test_all_seat_counts_and_options_are_played() -> None:
    matches = [parse_match(path.read_text(encoding="utf-8")) for path in FILES]
    assert len(matches) >= 8
    assert {len(match.setup.seats) for match in matches} == {2, 3, 4}
    chosen = {option for match in matches for option in match.setup.options}
    assert chosen == {(option.id, value) for option in game.options for value in option.values}
