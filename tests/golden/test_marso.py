"""Recorded games: each replays to the end written below it; its head says what was checked and how."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules.contract import Seat
from companion.rules.examples import format_pending
from companion.rules.match import format_match, parse_match

HERE = Path(__file__).parent
FILES = sorted((HERE / "marso").glob("*.match"))
END = "# the end:"


def test_there_are_enough_of_them() -> None:
    seats = {len(parse_match(path.read_text(encoding="utf-8")).setup.seats) for path in FILES}
    assert len(FILES) >= 8
    assert seats == {2, 3, 4}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_is_written(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = parse_match(text)
    written = text.partition(END)[2].replace("\n# ", "\n").strip().splitlines()
    found = match.game.format_position(match.state).splitlines()
    found.append(format_pending(match, match.game.pending(match.state)))
    for seat, name in enumerate(match.setup.seats):
        total = sum(line.points for line in match.game.score(match.state, Seat(seat)))
        found.append(f"points {name} {total}")
    assert written == found


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_can_be_written_again(path: Path) -> None:
    match = parse_match(path.read_text(encoding="utf-8"))
    assert parse_match(format_match(match)) == match
