"""Complete recorded games, replayed to the end that is written below each of them.

``test_against_the_referee.py`` says whether that end is right.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.northwest import game
from companion.games.northwest.state import State
from companion.rules.contract import Over, Seat
from companion.rules.match import parse_match

FILES = sorted((Path(__file__).parents[2] / "golden" / "northwest").glob("*.match"))
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
        lines.append(f"score {seat} {sum(line.points for line in game.score(state, Seat(number)))}\n")
    assert "".join(lines) + game.format_position(state) == expected(text)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_point_on_the_track_was_told(path: Path) -> None:
    """Prestige comes only from effects that say how much, and from each of them once."""
    match = parse_match(path.read_text(encoding="utf-8"), game)
    before = match.start
    for played in match.line:
        assert isinstance(before, State)
        assert isinstance(played.state, State)
        scores = zip(before.players, played.state.players, strict=True)
        gained = [new.score - old.score for old, new in scores if new.score != old.score]
        told = [int(value) for effect in played.effects for name, value in effect.facts if name == "points"]
        assert sum(gained) == sum(told)
        assert len(gained) <= 1
        before = played.state


def test_all_seat_counts_options_and_both_ends_are_played() -> None:
    matches = [parse_match(path.read_text(encoding="utf-8"), game) for path in FILES]
    assert len(matches) >= 8
    assert {len(match.setup.seats) for match in matches} == {2, 3, 4}
    chosen = {option for match in matches for option in match.setup.options}
    assert chosen == {(option.id, value) for option in game.options for value in option.values}
    told = {effect.clause for match in matches for played in match.line for effect in played.effects}
    assert {"northwest/end.1", "northwest/end.2", "northwest/passage.1", "northwest/map.2"} <= told
