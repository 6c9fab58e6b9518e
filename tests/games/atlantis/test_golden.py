"""Complete recorded games, replayed to the end that is written below each of them.

``test_against_the_referee.py`` says whether every entry and that end are right.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.games.atlantis import game
from companion.rules.contract import Over, Seat
from companion.rules.match import EntryKind, parse_match

FILES = sorted((Path(__file__).parents[2] / "golden" / "atlantis").glob("*.match"))
HEADING = "# Expected at the end:\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_ends_as_it_did(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    match = parse_match(text, game)
    over = match.game.pending(match.state)
    assert isinstance(over, Over)
    seats = match.setup.seats
    lines = [f"# over {' '.join(seats[seat] for seat in over.placing[0])}\n"]
    for number, seat in enumerate(seats):
        total = sum(line.points for line in match.game.score(match.state, Seat(number)))
        lines.append(f"# score {seat} {total}\n")
    lines += [f"# {line}\n" for line in match.game.format_position(match.state).splitlines()]
    assert "".join(lines) == text.partition(HEADING)[2]
    assert all(not match.game.faults(played.state) for played in match.line)


def test_all_seat_counts_options_and_things_that_happen_are_recorded() -> None:
    matches = [parse_match(path.read_text(encoding="utf-8"), game) for path in FILES]
    assert len(matches) >= 8
    assert {len(match.setup.seats) for match in matches} == {2, 3, 4}
    chosen = {option for match in matches for option in match.setup.options}
    assert chosen == {(option.id, value) for option in game.options for value in option.values}
    told = {effect.clause for match in matches for played in match.line for effect in played.effects}
    assert told >= {f"atlantis/{short}" for short in RECORDED.split()}
    entries = [entry for match in matches for entry in match.entries]
    plays = {entry.text.split()[1] for entry in entries if entry.text.startswith("play ")}
    assert {"dolphin", "move-shark", "move-whale", "stop-shark"} <= plays
    assert any(entry.kind is EntryKind.UNDO for entry in entries)


RECORDED = """
play.4 wet.8 boat.6 boat.7 take.5 green.1 green.2 green.3 green.4 green.6 red.1 die.4 serpent.2 serpent.3
shark.3 whale.3 defend.5 end.1 end.2 end.3 end.4 end.5
"""
"""Effects that the recorded games between them show."""
