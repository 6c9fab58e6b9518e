"""The table in a Home Assistant that really runs, at a real Mosquitto: shown, commanded, gone."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.locale import Texts
from companion.referee.events import MoveEntered
from companion.referee.sentences import actor
from companion.rules.match import Match
from companion.rules.registry import find_game
from tests.broadcast.broker import Broker
from tests.broadcast.house import HASS, House, Translator
from tests.broadcast.test_broadcaster import MakeBroadcaster, MakeBroker
from tests.broadcast.test_duel import CLEAR
from tests.broadcast.test_homeassistant import PAGE
from tests.broadcast.views import table_of
from tests.doubles.duel_table import DUEL, DuelTable
from tests.doubles.table import SessionTable
from tests.doubles.waiting import until

pytestmark = pytest.mark.soak  # starting it takes half a minute

ID = "companion_kitchen"
AUTOMATIONS = (
    "the_lamp_shows_whose_turn_it_is",
    "a_verdict_is_read_aloud",
    "the_table_goes_off_when_nobody_plays",
)


@pytest.fixture
def house(broker: MakeBroker, tmp_path: Path) -> Iterator[tuple[House, Broker]]:
    if not HASS.exists():
        pytest.skip("Home Assistant is not installed (make .tools/homeassistant/.ready)")
    server = broker().start()
    translator = Translator(server)
    text = PAGE.read_text(encoding="utf-8")
    automations = text.partition("```yaml automations.yaml\n")[2].partition("```")[0]
    opened = House(tmp_path / "house", server, automations)
    yield opened, server
    opened.close()
    translator.close()


def arctica() -> SessionTable:
    game = find_game("arctica")
    return table_of(Match.begin(game, game.setup(2, {})))


def shows(house: House, entity: str, value: Callable[[], str]) -> None:
    until(
        lambda: house.states().get(entity, {}).get("state") == value(),
        f"{value()!r} of {entity}: {house.states().get(entity)}",
    )


def test_a_table_is_shown_and_commanded_and_leaves(
    house: tuple[House, Broker], broadcast: MakeBroadcaster
) -> None:
    home, server = house
    table = arctica()
    session = table.session
    options = {"send": session.handle, "home_assistant": True, "commands": True, "language": "uk"}
    speaker = broadcast(server, **options)
    session.subscribe(speaker)
    texts = Texts("uk", "arctica")
    shows(home, f"sensor.{ID}_game", lambda: texts.say("Arctica"))
    shows(home, f"sensor.{ID}_turn", lambda: actor(texts, session.view))
    found = home.states()
    for seat in session.view.seats:
        assert float(found[f"sensor.{ID}_score_{seat.name}"]["state"]) == float(seat.points)
    assert found[f"binary_sensor.{ID}_question"]["state"] == "off"
    assert {f"automation.{name}" for name in AUTOMATIONS} <= found.keys()
    entries, first = session.view.entries, session.view.touch[0]
    session.handle(MoveEntered(first.seat, first.text))
    assert session.view.entries == entries + 1
    home.press("button.press", f"button.{ID}_undo")
    until(lambda: session.view.history[-1].kind == "undo", "the act is taken back")
    remote = next(line for line in table.pages.lines() if line.startswith("# remote"))
    assert json.loads(remote.removeprefix("# remote "))["source"] == "Home Assistant"
    home.press("switch.turn_off", f"switch.{ID}_broadcast")
    shows(home, f"switch.{ID}_broadcast", lambda: "off")
    for entity in (
        ("sensor", "turn"),
        ("sensor", f"score_{session.view.seats[0].name}"),
        ("binary_sensor", "question"),
    ):
        shows(home, f"{entity[0]}.{ID}_{entity[1]}", lambda: "unknown")
    home.press("switch.turn_on", f"switch.{ID}_broadcast")
    shows(home, f"sensor.{ID}_turn", lambda: actor(texts, session.view))
    speaker.close()
    shows(home, f"sensor.{ID}_turn", lambda: "unavailable")


def test_a_verdict_is_an_event_and_another_game_has_other_entities(
    house: tuple[House, Broker], broadcast: MakeBroadcaster
) -> None:
    home, server = house
    duel = DuelTable(4, DUEL)
    speaker = broadcast(server, home_assistant=True)
    duel.session.subscribe(speaker)
    shows(home, f"event.{ID}_verdict", lambda: "unknown")
    duel.has_base()
    duel.moves(CLEAR)
    said = "Took the totem first, open to appeal: player 1"
    until(lambda: home.states()[f"event.{ID}_verdict"]["attributes"].get("text") == said, "the verdict")
    assert home.states()[f"event.{ID}_verdict"]["attributes"]["event_type"] == "provisional"
    speaker.close()
    session = arctica().session
    session.subscribe(broadcast(server, home_assistant=True))
    shows(home, f"sensor.{ID}_game", lambda: "Arctica")
    until(lambda: f"event.{ID}_verdict" not in home.states(), "the verdict's entity to go")
    assert f"sensor.{ID}_score_s1" not in home.states()
