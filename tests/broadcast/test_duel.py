"""A duel as a subscriber sees it: nothing before a grab; then who, by how much, and what is asked."""

from __future__ import annotations

import json
from typing import Any

import pytest

from companion.broadcast import payloads
from companion.broadcast.watch import MatchFeed
from companion.locale import Texts
from companion.rules.registry import find_game
from tests.broadcast.sitting import Sitting
from tests.broadcast.test_broadcaster import MakeBroadcaster, MakeBroker, MakeSubscriber
from tests.doubles.duel_table import DUEL, DuelTable, pads, sensors
from tests.doubles.waiting import until

CLEAR = sensors(pads(s1=420, s2=570, s3=None, s4=None))
CLOSE = sensors(pads(s1=420, s2=430, s3=None, s4=None))


def sent(table: DuelTable) -> Any:
    """The message, as it would come over the wire."""
    return json.loads(payloads.encode(payloads.state("b", table.view, Texts("en", "jungle"))))


def hints(state: Any) -> Any:
    """Everything that could tell a match: the message without the cards and their numbers."""
    lines = [line for line in state["position"].splitlines() if not line.startswith(("open", "closed"))]
    return {**state, "position": lines, "entries": 0}


def test_guests_are_not_told_to_touch_and_cards_left_are_no_points() -> None:
    table = DuelTable(4, DUEL.replace("phase claim", "phase flip"))
    told = MatchFeed(table.session.match.game).message("b", table.view)
    assert told["expected"]["en"] == "They tell it at the table."
    assert told["scored"]["uk"] == "Лишилося карт"
    assert MatchFeed(find_game("marso")).message("b", Sitting(seed=1).view)["scored"]["en"] == "Points"


def test_nothing_tells_that_two_cards_match() -> None:
    before = DUEL.replace("phase claim", "phase flip").replace("turn s3", "turn s2").replace("star-blue", "")
    match, none = (DuelTable(4, before) for _ in range(2))
    match.told("flip s2 star-green")
    none.told("flip s2 star-spike-green")
    assert match.position[5] == "phase claim"
    seen, other = hints(sent(match)), hints(sent(none))
    seen["ruling"]["move"] = other["ruling"]["move"]
    assert seen == other


def test_where_a_last_card_matters_the_cards_lie_where_they_lie() -> None:
    """After lapse s2 would take everything (last.1): no position of a table at which nobody has moved."""
    closed = "".join(f"closed s{n} {cards}\n" for n, cards in enumerate((38, 0, 38, 0), start=1))
    opened = "open s1 star-red\nopen s2 inward\nopen s3\nopen s4 star-spike-red\npot full-circle-green\n"
    table = DuelTable(4, f"phase claim\nturn s3\ninward s2\n{closed}{opened}")
    assert "phase claim" in sent(table)["position"]
    assert sent(table)["position"] == table.view.position


def test_without_a_totem_there_is_nothing_of_one() -> None:

    state = payloads.state("b", Sitting().view, Texts("en", "marso"))
    assert state["totem"] is None


@pytest.mark.outside
def test_a_duel_that_is_being_settled_is_told_and_kept(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    server = broker().start()
    early, speaker = subscribe(server), broadcast(server)
    table = DuelTable(4, DUEL)
    table.session.subscribe(speaker)
    table.has_base(simulated=True)
    table.moves(CLOSE)
    until(lambda: early.said("state") and early.said("state")[-1]["totem"]["case"], "the case")
    late = subscribe(server)
    until(lambda: late.said("state"), "what is retained")
    assert all(retained for topic, _, retained in late.messages if topic.endswith("/state"))
    state = late.said("state")[-1]
    assert "phase claim" not in state["position"]
    assert (state["totem"]["tier"], state["totem"]["simulated"]) == ("T1", True)
    case = state["totem"]["case"]
    assert (case["stage"], case["verdict"].splitlines()[0]) == ("judged", "too-close s1 s2")
    assert case["applied"] == []
    assert [way["choice"] for way in case["ways"]] == ["holder s1", "holder s2", "again"]
    assert case["headline"]["text"] == "Too close to call: player 1; player 2"

    table.says("again")
    table.moves(CLEAR)
    table.says("appeal", "s2")
    table.says("names s1", "s1")
    # between the two movements no case is open, and a slow subscriber may just have heard that
    until(lambda: (late.said("state")[-1]["totem"]["case"] or {}).get("answers"), "the answer")
    case = late.said("state")[-1]["totem"]["case"]
    assert (case["ask"], case["appeals"], case["answers"]) == ("who", ["s2"], {"s1": "s1"})

    table.says("names s1", "s2")
    table.told("flip s2 full-circle-red")
    until(lambda: late.said("state")[-1]["totem"]["case"] is None, "play goes on")

    def moves() -> list[str]:
        return [event["entry"]["move"] for event in late.said("event") if event["type"] == "entry"]

    until(lambda: len(moves()) >= 4, "what was played")  # by another topic, so it may come later
    assert moves() == ["grab s1", "1", "grab s1", "flip s2 full-circle-red"]
