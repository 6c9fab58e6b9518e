"""Moves that the rules forbid and the table agrees to."""

from __future__ import annotations

import pytest

from companion.games.marso import game
from companion.rules.contract import RulesError
from companion.rules.examples import begin_example
from companion.rules.match import parse_entry

POSITION = """
seats south north
phase {phase}
open b1
hunter south d1
hunter north f6
beast red c2
beast blue g7
beast yellow g1
beast green b5
{more}
"""


def played(phase: str, line: str, more: str = "") -> list[str]:
    """The lines of the position after an entry that was agreed to."""
    data = {"game": "marso", "seats": ["south", "north"], "position": POSITION.format(phase=phase, more=more)}
    match = begin_example(data).add(parse_entry(f"anyway {line}"))
    return game.format_position(match.state).splitlines()


@pytest.mark.parametrize(
    ("phase", "line", "more", "stands"),
    [
        # the hunter stands on another cell than its arrow's, and its turn is over all the same
        ("walk south u", "south step e1", "laid south ud u", ["hunter south e1", "phase card north"]),
        # onto a beast: it must be put aside
        ("walk south u", "south step c2", "laid south ud u", ["hunter south c2", "phase shift south red -"]),
        # out of turn: only the figure moves, and the turn stays
        ("card south", "north step f5", "", ["hunter north f5", "phase card south"]),
        # a jump without right turns the token left
        ("card south", "south jump d7", "", ["hunter south d7", "portal d1 violet", "phase card south"]),
        ("portal south", "south jump a4", "", ["hunter south a4", "portal d1 violet", "phase card north"]),
        # the wrong beast sleeps, or out of its time
        ("sleep south", "south sleep red", "asleep red\nlaid south dart", ["asleep red", "phase card north"]),
        ("card south", "north sleep blue", "", ["asleep blue", "phase card south"]),
        # passing
        ("card south", "south stay", "", ["phase card north", "hand south ? ? ?"]),
        # a beast put on another cell: its line is done; another beast: its line is still due
        ("beasts 1", "south run red c3", "", ["beast red c3", "phase beasts 2"]),
        ("beasts 1", "south run green b6", "", ["beast green b6", "phase beasts 1"]),
        ("beasts 1", "south run red trap", "", ["beast red trap", "bonus south 0", "phase beasts 2"]),
        ("card south", "north run red b2", "", ["beast red b2", "phase card south"]),
        # a teleport card beside the tokens is laid, and play goes on in its stage
        ("card north", "north play teleport", "start north", ["laid north teleport", "phase teleport north"]),
        # a hand thrown away that could be played
        ("card south", "south discard ur ur ud", "", ["discard ur 2", "discard ud 1", "deck 41"]),
    ],
)
def test_what_stands(phase: str, line: str, more: str, stands: list[str]) -> None:
    lines = played(phase, line, more)
    assert [one for one in stands if one not in lines] == []


@pytest.mark.parametrize(
    ("phase", "line", "more", "told"),
    [
        ("walk south u", "south step f6", "laid south ud u", "two hunters"),
        ("walk south u", "south step trap", "laid south ud u", "in the Trap"),
        ("card south", "north step c2", "", "red beast and a hunter"),
        ("card south", "north play still", "", "cannot lay a card now"),
        ("card south", "south play ur l", "", "does not show"),
        ("card south", "south play still", "hand south ur ur ud", "holds no card still"),
        ("card south", "south play jet", "discard jet 2", "more jet cards"),
        ("card south", "south discard ur ur ud", "hand south ? ul jet", "holds other cards"),
        ("card south", "north stay", "", "changes nothing"),
        ("beasts 1", "south run red g7", "", "two beasts"),
        ("beasts 1", "south run red d1", "", "red beast and a hunter"),
    ],
)
def test_what_cannot_stand(phase: str, line: str, more: str, told: str) -> None:
    with pytest.raises(RulesError, match=told):
        played(phase, line, more)
