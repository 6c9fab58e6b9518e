"""*May I?* over the network: what is told, to whom, and nothing hidden."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.broadcast.broadcaster import MOST, Commander
from companion.broadcast.commands import ASK
from companion.broadcast.connection import Received
from companion.locale import Texts
from companion.referee.events import MoveEntered, OutcomeEntered
from companion.referee.view import TableView
from companion.rules.contract import Seat
from companion.rules.match import AnyMatch, Match, parse_match
from tests.broadcast.sitting import Sitting
from tests.broadcast.views import view_of
from tests.referee.session_table import Table
from tests.rules.contract.hooks import hooks_of

DOLPHIN = "play dolphin beach red h9 e9"
GOLDEN = Path(__file__).parents[1] / "golden" / "atlantis"


def asking(view: TableView, **said: object) -> Any:
    """The answer to *may I?*; a question that asks nothing of the session."""
    commander = Commander(lambda _: pytest.fail("a question is no event"))
    data = json.dumps({"command": "may", **said}).encode()
    return commander.hear("b", Received(data, False), view, Texts("en", view.game))


def test_whether_a_move_is_allowed_is_told_with_its_clauses() -> None:
    table = Table()
    table.session.handle(OutcomeEntered("open b1"))
    early = asking(table.view, move="step e3", id="7")
    assert (early["command"], early["id"], early["accepted"]) == ("may", "7", True)
    assert (early["may"]["seat"], early["may"]["allowed"]) == ("south", False)
    game, state = table.session.match.game, table.session.match.state
    broken = [breach.clause for breach in game.why_illegal(state, Seat(0), game.parse_move("step e3"))]
    assert [cited["clause"] for cited in early["may"]["breaks"]] == broken
    assert asking(table.view, move="play ur r")["may"]["allowed"]
    other = asking(table.view, seat="north", move="play ur r")["may"]
    assert (other["seat"], other["allowed"]) == ("north", False)


def test_what_may_be_done_is_told_in_plain_words() -> None:
    table = Table()
    table.session.handle(OutcomeEntered("open b1"))
    assert asking(table.view)["may"]["kinds"][0] == {"seat": "south", "kind": "play", "text": "lay a card"}
    assert asking(table.view, seat="north")["may"]["kinds"] == []
    table.session.handle(MoveEntered("south", "play ur r"))
    told = asking(table.view, seat="south", lang="uk")["may"]
    assert told["places"] == {"d3": ["e3"]}, "the hunter of south stands on d3, and the card leads right"
    assert told["kinds"][0]["text"] == Texts("uk", "marso").kind("step")
    assert asking(table.view, seat="north")["may"]["places"] == {}


def test_who_may_only_ask_changes_nothing() -> None:
    """The topic of guests: also a flood of theirs takes no command from those who may give one."""
    view, now = Sitting().view, [0.0]
    commander = Commander(lambda _: pytest.fail("nothing is done"), lambda: now[0])
    for command in ({"command": "undo"}, {"command": "broadcast", "on": False}):
        said = commander.hear("b", Received(json.dumps(command).encode(), False, ASK), view, Texts("en"))
        assert said is not None
        assert not said["accepted"]
        assert said["reason"]["text"].startswith("Here one may only ask")
    flood = [Received(b'{"command": "may"}', False, ASK)] * (MOST + 5)
    assert None in [commander.hear("b", one, view, Texts("en")) for one in flood]
    assert commander.on
    switch = commander.hear("b", Received(b'{"command": "broadcast", "on": false}', False), view, Texts("en"))
    assert switch is not None
    assert not commander.on


@pytest.mark.parametrize(
    "said", [{"move": "step"}, {"move": "x" * 1000}, {"seat": "nobody"}, {"entries": 9}, {"lang": "tlh"}]
)
def test_a_question_that_makes_no_sense_is_refused(said: dict[str, object]) -> None:
    answer = asking(Table().view, **said)
    assert (answer["accepted"], "may" in answer) == (False, False)
    assert answer["reason"]["text"]


def test_an_answer_over_the_network_tells_nothing_hidden() -> None:
    """Positions that differ in secrets only get the same answers."""
    text = (GOLDEN / "07_four.match").read_text(encoding="utf-8")
    match: Match[Any, Any, Any] = parse_match(text)
    states = [played.state for played in match.line if any(played.state.hands)]
    for state in states[:: len(states) // 4]:
        move = next((move.text for move in view_of(match_at(match, state)).touch), "end")
        answers = [
            [
                asking(view_of(match_at(match, secret)), **said)
                for said in ({}, {"move": move}, {"move": DOLPHIN})
            ]
            for secret in (state, hooks_of("atlantis").resealed(state, Random(1)))
        ]
        assert answers[0] == answers[1]


def match_at(match: AnyMatch, state: Any) -> AnyMatch:
    return Match.begin(match.game, match.setup, state)
