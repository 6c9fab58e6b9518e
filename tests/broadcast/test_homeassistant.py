"""The table as a device of Home Assistant, judged by its own code, from what a real broker keeps."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from companion.broadcast import homeassistant, payloads
from companion.broadcast.homeassistant import (
    LONGEST_STATE,
    VERDICTS,
    discovery,
    discovery_topic,
    home,
    node_of,
)
from companion.locale import LANGUAGES, Texts
from companion.rules.match import parse_match
from companion.rules.registry import find_game, games
from tests.broadcast.broker import Subscriber
from tests.broadcast.singly import parts_of, singly
from tests.broadcast.sitting import Sitting
from tests.broadcast.test_broadcaster import MakeBroadcaster, MakeBroker, MakeSubscriber
from tests.broadcast.test_duel import CLEAR, CLOSE
from tests.broadcast.views import view_of
from tests.doubles.duel_table import DUEL, DuelTable
from tests.doubles.waiting import until

ROOT = Path(__file__).parents[2]
PYTHON = ROOT / ".tools" / "homeassistant" / "bin" / "python"
JUDGE = Path(__file__).with_name("homeassistant_judge.py")
PAGE = ROOT / "companion" / "docs" / "home-assistant.md"
GOLDEN = ROOT / "tests" / "golden"

FRAME = {"device", "origin", "availability", "state_topic", "components"}
"""Keys of the device form that we use, as home-assistant.io/integrations/mqtt lists them."""


def judge(**asked: Any) -> Any:
    """What Home Assistant's code says; ``device``, ``messages``, ``automations`` as its script takes them."""
    return judge_all([asked])[0]


def judge_all(asked: list[dict[str, Any]]) -> list[Any]:
    """The same of several at once: starting it takes three seconds."""
    if not PYTHON.exists():
        pytest.skip("Home Assistant is not installed (make .tools/homeassistant/.ready)")
    told = [one | {"parts": _parts(one["device"])} if "device" in one else one for one in asked]
    done = subprocess.run(
        [PYTHON, JUDGE], input=json.dumps(told), capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    answers: list[Any] = json.loads(done.stdout)
    return answers


def _parts(device: Any) -> dict[str, Any]:
    return {key: (part["platform"], singly(device, key)) for key, part in parts_of(device).items()}


def newest(subscriber: Subscriber) -> dict[str, str]:
    """What the broker keeps, by topic."""
    return {topic: payload.decode() for topic, payload, _ in list(subscriber.messages)}


@pytest.mark.outside
@pytest.mark.parametrize("language", LANGUAGES)
def test_home_assistant_accepts_and_shows_what_the_broker_keeps(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster, language: str
) -> None:
    server = broker().start()
    speaker = broadcast(server, language=language, home_assistant=True)
    sitting = Sitting()
    sitting.play(30)
    sitting.session.subscribe(speaker)
    topic = "homeassistant/device/companion_kitchen/config"
    early = subscribe(server, topics=("companion/#", "homeassistant/#"))
    until(lambda: topic in newest(early) and early.said("home"), "discovery")
    late = subscribe(server, topics=("companion/+/online", "companion/+/home", "homeassistant/#"))
    until(lambda: topic in newest(late) and late.said("home"), "what is retained")
    assert all(retained for _, _, retained in late.messages)
    kept = newest(late)
    device = json.loads(kept[topic])
    said = judge(device=device, messages=kept)
    texts = Texts(language, "marso")
    assert {key: found for key, found in said["entities"].items() if "problem" in found} == {}
    shown = {key: found["state"] for key, found in said["entities"].items()}
    assert shown["game"] == texts.say("Marso, catch!")
    assert shown["question"] in ("ON", "OFF")
    for seat in sitting.view.seats:
        assert float(shown[f"score-{seat.name}"]) == float(seat.points)
        assert texts.term(seat.name) in device["components"][f"score-{seat.name}"]["name"].lower()
    assert json.loads(said["entities"]["turn"]["attributes"])["over"] is sitting.over
    assert all(found["available"] for found in said["entities"].values())


@pytest.mark.outside
def test_after_a_crash_and_after_leaving_nothing_is_available(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    server = broker().start()
    speaker = broadcast(server, home_assistant=True)
    sitting = Sitting()
    sitting.session.subscribe(speaker)
    ear = subscribe(server, topics=("companion/#", "homeassistant/#"))
    until(lambda: ear.said("home") and ear.said("online"), "the table")
    speaker.close()
    until(lambda: ear.said("home")[-1]["game"]["value"] is None, "the farewell")
    until(lambda: ear.said("online")[-1]["online"] is False, "the farewell")
    kept = newest(ear)
    device = json.loads(kept[discovery_topic("kitchen")])
    said = judge(device=device, messages=kept)["entities"]
    assert not any(found["available"] for found in said.values())
    for key, found in said.items():  # numbers and what is on or off become unknown by the word None
        assert found["state"] == ("None" if key.startswith(("score-", "question")) else "unknown")
    assert device["availability"][0]["topic"] == "companion/kitchen/online", "where the last will speaks"


@pytest.mark.outside
def test_off_unless_asked_for(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    server = broker().start()
    ear = subscribe(server, topics=("#",))
    sitting = Sitting()
    sitting.session.subscribe(broadcast(server))
    until(lambda: ear.said("score"), "the table")
    assert {topic.split("/")[0] for topic, _, _ in ear.messages} == {"companion"}
    assert ear.said("home") == []


def test_the_frame_is_the_device_form() -> None:
    view = Sitting().view
    for commands in (False, True):
        device = discovery("kitchen", view, Texts("en", "marso"), commands)
        assert set(device) == FRAME
        assert device["device"]["identifiers"] == ["companion_kitchen"]
        assert device["origin"]["name"]
        assert all(part["platform"] for part in device["components"].values())
        parts = parts_of(device)
        assert all(part["unique_id"] == f"companion_kitchen_{key}" for key, part in parts.items())
        assert {key for key, part in parts.items() if part["platform"] in ("button", "switch")} == (
            {"undo", "done", "broadcast"} if commands else set()
        )
        categories = {
            key: part["entity_category"] for key, part in parts.items() if "entity_category" in part
        }
        assert categories == {"camera": "diagnostic"} | ({"broadcast": "config"} if commands else {})


def test_ids_survive_a_restart_and_another_language() -> None:
    ids = [
        {key: part["unique_id"] for key, part in parts_of(discovery("kitchen", view, texts, True)).items()}
        for view, texts in (
            (Sitting().view, Texts("en", "marso")),
            (Sitting(seed=2, name="7").view, Texts("uk", "marso")),
        )
    ]
    assert ids[0] == ids[1]


def test_what_another_game_does_not_have_is_retired() -> None:
    marso = discovery("kitchen", Sitting().view, Texts("en", "marso"), False)
    duel = discovery("kitchen", DuelTable(4, DUEL).view, Texts("en", "jungle"), False)
    gone = set(parts_of(marso)) - set(parts_of(duel))
    assert gone == {"round", "score-south", "score-north"}
    assert {key: duel["components"][key] for key in gone} == {key: {"platform": "sensor"} for key in gone}
    assert set(parts_of(duel)) - set(parts_of(marso)) == {
        "verdict",
        "score-s1",
        "score-s2",
        "score-s3",
        "score-s4",
    }
    assert marso["components"]["verdict"] == {"platform": "event"}
    every = {f"score-{seat}" for game in games().values() for seats in game.seatings for seat in seats}
    assert every <= set(marso["components"])
    assert discovery_topic("kitchen") == "homeassistant/device/companion_kitchen/config"


@pytest.mark.outside
def test_every_game_is_accepted_to_its_end_in_every_language() -> None:
    asked, whose = [], []
    for game in sorted(path.name for path in GOLDEN.iterdir() if path.is_dir()):
        for path in sorted((GOLDEN / game).glob("*.match"))[:1]:
            view = view_of(parse_match(path.read_text(encoding="utf-8"), find_game(game)))
            for language in LANGUAGES:
                texts = Texts(language, game)
                values = json.dumps(home("b", view, texts))
                messages = {"companion/club-1/home": values, "companion/club-1/online": '{"online":true}'}
                asked.append({"device": discovery("club-1", view, texts, True), "messages": messages})
                whose.append(game)
    assert len(asked) == 15
    for game, answer in zip(whose, judge_all(asked), strict=True):
        said = answer["entities"]
        assert {key: found for key, found in said.items() if "problem" in found} == {}
        assert json.loads(said["turn"]["attributes"])["over"] is True
        assert all(len(str(found["state"])) <= LONGEST_STATE for found in said.values())
        assert ("sun" in said, "round" in said) == (game == "northwest", game in ("northwest", "marso"))


@pytest.mark.outside
def test_a_verdict_comes_once_as_an_event(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    server = broker().start()
    speaker = broadcast(server, home_assistant=True, language="uk")
    ear = subscribe(server, topics=("companion/#", "homeassistant/#"))
    table = DuelTable(4, DUEL)
    table.session.subscribe(speaker)
    table.has_base()
    table.moves(CLOSE)
    until(lambda: ear.said("verdict"), "the verdict")
    table.says("again")
    table.moves(CLEAR)
    until(lambda: len(ear.said("verdict")) == 2, "the second verdict")
    table.says("appeal", "s2")
    until(
        lambda: ear.said("home")[-1]["game"]["attributes"]["entries"] == len(table.view.history), "the rest"
    )
    first, second = ear.said("verdict")[:2]
    assert (first["event_type"], first["text"]) == (
        "too-close",
        "Не розрізнити: гравець 1; гравець 2",
    )
    assert (second["event_type"], second["number"]) == ("provisional", first["number"] + 1)
    device = json.loads(newest(ear)[discovery_topic("kitchen")])
    assert "problem" not in judge(device=device, messages={})["entities"]["verdict"]
    assert {first["event_type"], second["event_type"]} <= set(device["components"]["verdict"]["event_types"])


def test_every_kind_of_verdict_is_known() -> None:
    judging = ROOT / "companion" / "games" / "jungle" / "referee"
    source = "".join((judging / name).read_text(encoding="utf-8") for name in ("verdict.py", "order.py"))
    assert [word for word in VERDICTS if f'"{word}' not in source] == []


def test_a_table_s_name_in_other_letters_is_one_that_home_assistant_takes() -> None:
    names = ["kitchen", "Кухня", "кухня", "club_1", "club-1"]
    nodes = [node_of(name) for name in names]
    assert len(set(nodes)) == len(names)
    for name, node in zip(names, nodes, strict=True):
        assert node.replace("_", "").replace("-", "").isalnum()
        assert node.isascii()
        parts = parts_of(discovery(name, Sitting().view, Texts("en", "marso"), True))
        said = [part["default_entity_id"] for part in parts.values()]
        assert all("__" not in one and one == one.lower() and one.split(".")[1].isascii() for one in said)


def test_long_values_are_cut_where_home_assistant_cuts() -> None:
    shown = homeassistant._shown("ж" * 300)
    assert len(shown["value"]) == LONGEST_STATE


@pytest.mark.outside
def test_the_page_s_automations_are_accepted_and_name_what_there_is() -> None:
    text = PAGE.read_text(encoding="utf-8")
    automations = text.partition("```yaml automations.yaml\n")[2].partition("```")[0]
    said = judge(automations=automations)["automations"]
    assert len(said) == 3
    assert {alias: problem for alias, problem in said.items() if problem} == {}
    device = discovery("kitchen", DuelTable(4, DUEL).view, Texts("en", "jungle"), True)
    ids = {part["default_entity_id"] for part in parts_of(device).values()}
    used = {word.strip("'(),\"{}") for word in automations.split() if "companion_kitchen" in word}
    assert {word.partition("'")[2] or word for word in used} <= ids


@pytest.mark.outside
def test_a_wrong_automation_would_be_found() -> None:
    wrong = "[{alias: a, trigger: [{platform: state}], action: [{service: light.turn_on}]}]"
    assert judge(automations=wrong)["automations"]["a"]


def test_the_page_names_every_entity_and_every_kind_of_verdict() -> None:
    text = PAGE.read_text(encoding="utf-8")
    device = discovery("kitchen", DuelTable(4, DUEL).view, Texts("en", "jungle"), True)
    named = [key for key in parts_of(device) if not key.startswith("score-")]
    assert [key for key in (*named, *homeassistant.COUNTERS, *VERDICTS) if f"`{key}`" not in text] == []
    assert payloads.SCHEMA == 1
