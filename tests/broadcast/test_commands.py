"""Commands over the network: carried out once, journaled with who asked, refused when they do not fit."""

from __future__ import annotations

import contextlib
import json
import re
import subprocess
import time
from collections.abc import Callable
from dataclasses import asdict, fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.broadcast.broadcaster import MOST, SECONDS, Commander
from companion.broadcast.commands import KINDS, LONGEST, RefusedError, read_command
from companion.broadcast.connection import Received
from companion.judge.verdicts import Unclear
from companion.locale import Texts
from companion.referee.events import FromAfar, MoveEntered, OutcomeEntered, UndoAsked
from companion.referee.session import Session
from companion.rules.match import Match
from companion.rules.registry import find_game
from tests.broadcast.broker import Broker, Subscriber
from tests.broadcast.sitting import Sitting
from tests.broadcast.test_broadcaster import MakeBroadcaster, MakeBroker, MakeSubscriber
from tests.broadcast.test_duel import CLOSE
from tests.broadcast.views import table_of
from tests.doubles.duel_table import DUEL, DuelTable
from tests.doubles.table import move
from tests.doubles.waiting import until
from tests.referee.session_table import Table

TOPIC = "companion/kitchen/command"


class Asker:
    """Publishes to a table; also what no table should take."""

    def __init__(self, broker: Broker, user: str = "") -> None:
        self._client = Client(CallbackAPIVersion.VERSION2)
        if user:
            self._client.username_pw_set(user, "secret")
        self._client.connect("127.0.0.1", broker.port)
        self._client.loop_start()

    def ask(self, command: object, retain: bool = False, topic: str = TOPIC) -> None:
        data = command if isinstance(command, bytes) else json.dumps(command).encode()
        self._client.publish(topic, data, qos=1, retain=retain).wait_for_publish(10)

    def close(self) -> None:
        self._client.disconnect()
        self._client.loop_stop()


@pytest.fixture
def served(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster, request: pytest.FixtureRequest
) -> Callable[..., tuple[Subscriber, Asker]]:
    """A session that takes commands, a subscriber and somebody who asks."""

    def serve(session: Session, commands: bool = True, **section: Any) -> tuple[Subscriber, Asker]:
        server = broker().start()
        ear = subscribe(server)
        speaker = broadcast(server, send=session.handle, commands=commands, **section)
        session.subscribe(speaker)
        until(lambda: ear.said("score"), "the table")
        asker = Asker(server)
        request.addfinalizer(asker.close)
        return ear, asker

    return serve


Served = Callable[..., tuple[Subscriber, Asker]]


def answer(ear: Subscriber, count: int) -> Any:
    until(lambda: len(ear.said("answer")) >= count, f"answer {count}")
    return ear.said("answer")[count - 1]


@pytest.mark.outside
def test_an_undo_is_done_and_journaled_with_its_source(served: Served) -> None:
    match: Match[Any, Any, Any] = Match.begin(find_game("arctica"), find_game("arctica").setup(2, {}))
    table = table_of(match)
    session = table.session
    session.handle(MoveEntered(session.view.touch[0].seat, session.view.touch[0].text))
    ear, asker = served(session)
    entries = session.view.entries
    asker.ask({"command": "undo", "source": "кухня", "id": "7", "entries": entries})
    said = answer(ear, 1)
    assert (said["command"], said["id"], said["accepted"], said["reason"]) == ("undo", "7", True, None)
    assert session.view.history[-1].kind == "undo"
    remote, undone = table.pages.lines()[-2:]
    assert json.loads(remote.removeprefix("# remote ")) == {"source": "кухня", "asked": "undo 1"}
    assert "undo" in undone
    asker.ask({"command": "undo", "entries": entries})
    refused = answer(ear, 2)
    assert not refused["accepted"]
    assert refused["reason"]["text"] == f"The table has gone on since: it has {entries + 1} entries now."
    assert session.view.entries == entries + 1


@pytest.mark.outside
def test_a_turn_is_ended_where_the_rules_know_it(served: Served) -> None:
    match: Match[Any, Any, Any] = Match.begin(find_game("arctica"), find_game("arctica").setup(2, {}))
    table = table_of(match)
    session = table.session
    while not any(move.text == "end" for move in session.view.touch):
        session.handle(MoveEntered(session.view.touch[0].seat, session.view.touch[0].text))
    whose = next(move.seat for move in session.view.touch if move.text == "end")
    ear, asker = served(session)
    asker.ask({"command": "done", "seat": "seal"})
    assert answer(ear, 1)["reason"]["text"] == "There is no such seat at this table."
    other = next(seat for seat in session.view.setup.seats if seat != whose)
    asker.ask({"command": "done", "seat": other})
    assert answer(ear, 2)["reason"]["text"] == "No turn can be ended now."
    asker.ask({"command": "done", "source": "phone"})
    assert answer(ear, 3)["accepted"]
    until(lambda: session.view.history[-1].text == "end", "the end of the turn")
    assert session.view.history[-1].seat == whose
    assert '# remote {"source": "phone", "asked": "done"}' in table.pages.lines()
    assert '# done {"seat": "", "by": "remote"}' in table.pages.lines()


@pytest.mark.outside
def test_a_way_out_of_a_duel_can_be_chosen_and_a_stale_one_not(served: Served) -> None:
    table = DuelTable(4, DUEL)
    table.has_base()
    table.moves(CLOSE)
    ear, asker = served(table.session)
    assert table.view.totem is not None
    assert table.view.totem.case is not None
    number = table.view.totem.case.number
    asker.ask({"command": "settle", "case": number + 1, "choice": "again"})
    assert answer(ear, 1)["reason"]["text"] == f"Question {number + 1} is not open any more."
    asker.ask({"command": "settle", "case": number, "choice": "holder s9"})
    assert answer(ear, 2)["reason"]["text"] == f"Question {number} has no such answer."
    asker.ask({"command": "settle", "case": number, "choice": "holder s1", "source": "phone"})
    assert answer(ear, 3)["accepted"]
    until(lambda: table.view.history[-1].text == "holder s1", "the settlement")


def test_a_question_is_answered_by_its_number() -> None:
    table = Table()
    asked: list[FromAfar] = []
    table.session.handle(OutcomeEntered("open b1"))
    left, right = ((move("south", f"play {card} r"), move("south", "step e3")) for card in ("ur", "skate"))
    question = table.see(Unclear((left, right), ())).question
    assert question is not None
    commander = Commander(asked.append)

    def ask(**said: object) -> Any:
        data = json.dumps({"command": "answer", **said}).encode()
        return commander.hear("b", Received(data, False), table.view, Texts("en", "marso"))

    assert not ask(question=question.number - 1, choice="none")["accepted"]
    assert not ask(question=question.number, choice="such")["accepted"]
    assert ask(question=question.number, choice=question.choices[0].key, source="phone")["accepted"]
    before = table.view.entries
    table.session.handle(asked[0])
    assert table.view.question is None
    assert table.view.entries > before
    assert table.pages.stored[before].startswith('# remote {"source": "phone", "asked": "answer ')


def test_what_came_too_late_for_the_session_is_not_done_and_not_journaled() -> None:
    sitting = Sitting()
    sitting.play(2)
    entries = sitting.view.entries
    sitting.play(1)
    now = sitting.view.entries
    sitting.session.handle(FromAfar(UndoAsked(1), "phone", entries))
    assert sitting.view.entries == now


@pytest.mark.outside
def test_off_unless_the_owner_wants_it(served: Served) -> None:
    sitting = Sitting()
    sitting.play(2)
    ear, asker = served(sitting.session, commands=False)
    asker.ask({"command": "undo"})
    sitting.play(1)
    until(lambda: len(ear.numbers()) >= 4, "later events")
    assert ear.said("answer") == []
    assert all(line.kind != "undo" for line in sitting.view.history)
    assert ear.said("broadcast") == []


@pytest.mark.outside
def test_a_table_falls_silent_and_speaks_again(served: Served) -> None:
    sitting = Sitting()
    ear, asker = served(sitting.session, home_assistant=True)
    asker.ask({"command": "broadcast", "on": False})
    until(lambda: ear.said("broadcast")[-1]["on"] is False, "silence")
    until(lambda: ear.said("state")[-1] is None and ear.said("score")[-1] is None, "cleared snapshots")
    until(lambda: ear.said("home")[-1]["game"]["value"] is None, "Home Assistant's entities without a value")
    quiet = len(ear.numbers())
    sitting.play(5)
    asker.ask({"command": "undo"})
    answer(ear, 2)
    assert len(ear.numbers()) == quiet
    asker.ask({"command": "broadcast", "on": True})
    until(lambda: (ear.said("state")[-1] or {}).get("entries") == sitting.view.entries, "the table again")
    assert ear.said("online")[-1]["online"] is True
    entries = sitting.view.entries
    sitting.play(1)
    until(lambda: len(ear.numbers()) > quiet, "events again")
    assert min(event["entries"] for event in ear.said("event")[quiet:]) > entries
    assert ear.said("event")[-1]["lost"] > 0, "what nobody was told is counted"


@pytest.mark.outside
def test_a_command_that_the_broker_kept_is_refused(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    server = broker().start()
    asker = Asker(server)
    asker.ask({"command": "undo"}, retain=True)
    asker.close()
    ear, sitting = subscribe(server), Sitting()
    sitting.play(2)
    sitting.session.subscribe(broadcast(server, commands=True, send=sitting.session.handle))
    assert answer(ear, 1)["reason"]["text"].startswith("This command was kept by the broker")
    assert all(line.kind != "undo" for line in sitting.view.history)


@pytest.mark.outside
def test_a_hostile_publisher_on_the_same_broker_harms_nothing(served: Served) -> None:
    sitting = Sitting()
    sitting.play(3)
    ear, asker = served(sitting.session)
    asker.ask(b"x" * 5_000_000)
    asker.ask(b"[" * 4000)
    asker.ask(b"[" * (LONGEST - 100))
    asker.ask(b"\xff\xfe")
    asker.ask({"command": ["undo"], "source": "<script>alert(1)</script>"})
    asker.ask({"command": "undo", "extra": 1})
    asker.ask({"command": "undo", "source": {"a": 1}})
    asker.ask({"command": "answer", "question": True, "choice": "none"})
    until(lambda: len(ear.said("answer")) >= 5, "refusals")
    assert not any(said["accepted"] for said in ear.said("answer"))
    for _ in range(200):
        asker.ask({"command": "undo", "entries": 0})
    boots = {said["boot"] for said in ear.said("online")}
    assert len(boots) == 1
    assert len(ear.said("online")) == 1, "the connection held"
    assert len(ear.said("answer")) <= MOST
    sitting.play(1)
    until(lambda: ear.said("state")[-1]["entries"] == sitting.view.entries, "it goes on")


def test_of_many_undos_for_one_view_only_the_one_that_counts_is_accepted() -> None:
    sitting, asked, now = Sitting(), list[FromAfar](), [0.0]
    sitting.play(3)
    commander = Commander(asked.append, lambda: now[0])

    def undo() -> Any:
        heard = Received(b'{"command": "undo"}', False)
        return commander.hear("b", heard, sitting.view, Texts("en", "marso"))

    assert [undo()["accepted"] for _ in range(7)] == [True] + [False] * 6
    sitting.session.handle(asked[0])
    assert undo()["accepted"], "the table has taken the first one in"
    assert len(asked) == 2
    now[0] = 10.0
    assert undo()["accepted"], "whatever became of it, the table is not deaf for ever"


def test_a_flood_is_heard_again_when_it_is_over() -> None:
    now = [100.0]
    commander = Commander(lambda _: None, lambda: now[0])
    data = Received(b'{"command": "broadcast", "on": true}', False)
    said = [commander.hear("b", data, None, Texts("en")) for _ in range(MOST + 5)]
    assert [one is not None for one in said] == [True] * MOST + [False] * 5
    now[0] += SECONDS
    assert commander.hear("b", data, None, Texts("en")) is not None


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
)


@given(st.binary(max_size=200) | st.text().map(str.encode))
def test_any_bytes_are_a_command_or_refused(data: bytes) -> None:
    with contextlib.suppress(RefusedError):
        assert read_command(data, retained=False).kind in KINDS


def filled(kind: str) -> st.SearchStrategy[dict[str, Any]]:
    """Any command of that kind, with all its fields or only with those that it needs."""
    numbers = st.integers()
    return st.builds(KINDS[kind], **{"entries": numbers} if "entries" in names(kind) else {}).map(
        lambda sent: {**asdict(sent), "command": kind}
    )


def names(kind: str) -> set[str]:
    return {field.name for field in fields(KINDS[kind])}


@given(st.sampled_from(sorted(KINDS)).flatmap(filled), st.data())
def test_a_command_of_its_fields_is_read_and_no_other(sent: dict[str, Any], data: st.DataObject) -> None:
    own = {name: value for name, value in sent.items() if name not in ("command", "source", "id")}
    read = read_command(json.dumps(sent).encode(), retained=False)
    assert (read.kind, read.said) == (sent["command"], own)
    name = data.draw(st.sampled_from(sorted(names(read.kind) - {"command"})))
    wrong = data.draw(_JSON.filter(lambda value: type(value) is not type(sent[name])))
    for other in ({name: wrong}, {"other": 1}):
        with pytest.raises(RefusedError):
            read_command(json.dumps({**sent, **other}).encode(), retained=False)


def test_the_page_on_mqtt_names_every_field_of_every_command() -> None:
    page = Path("companion/docs/mqtt.md").read_text(encoding="utf-8")
    for kind in KINDS:
        row = next(line for line in page.splitlines() if line.startswith(f"| `{kind}` |"))
        told = set(re.findall(r"`(\w+)`", row.split("|")[2])) - {"number", "ways", "state"}
        assert told == names(kind) - {"command", "source", "id"}


@given(
    st.sampled_from(sorted(KINDS)),
    st.dictionaries(
        st.sampled_from(sorted({name for kind in KINDS for name in names(kind)} - {"command"})),
        _JSON,
    ),
)
def test_any_fields_are_taken_or_refused(kind: str, fields: dict[str, Any]) -> None:
    view = _VIEW
    commander = Commander(lambda asked: _asked.append(asked), lambda: time.monotonic() + 1e6 * len(_asked))
    data = json.dumps({"command": kind, **fields}).encode()
    said = commander.hear("b", Received(data, False), view, Texts("en", "marso"))
    assert said is not None
    assert said["accepted"] is (said["reason"] is None)


_VIEW = Sitting().view
_asked: list[FromAfar] = []


@pytest.mark.outside
def test_who_may_command_is_the_brokers_business(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster, tmp_path: Path
) -> None:
    """A login of guests, as the page on spectators gives one, can ask, and order nothing."""
    passwords, rights = tmp_path / "passwords", tmp_path / "acl"
    passwords.touch(mode=0o600)
    for name in ("table", "guest"):
        subprocess.run(["mosquitto_passwd", "-b", passwords, name, "secret"], check=True, capture_output=True)
    page = Path(__file__).parents[2] / "companion" / "docs" / "spectators.md"
    rights.write_text(page.read_text(encoding="utf-8").partition("```text acl\n")[2].partition("```")[0])
    server = broker(f"allow_anonymous false\npassword_file {passwords}\nacl_file {rights}").start()
    (tmp_path / "password").write_text("secret")
    login = {"user": "table", "password_file": str(tmp_path / "password")}
    sitting = Sitting()
    sitting.play(2)
    ear = subscribe(server, user="guest", password="secret")
    speaker = broadcast(server, commands=True, send=sitting.session.handle, **login)
    sitting.session.subscribe(speaker)
    until(lambda: ear.said("score"), "the table, to a guest")
    for name, command, topic, answers in (
        ("guest", {"command": "broadcast", "on": True}, TOPIC, 0),
        ("table", {"command": "broadcast", "on": True}, TOPIC, 1),
        ("guest", {"command": "may"}, "companion/kitchen/ask", 2),
    ):
        asker = Asker(server, name)
        asker.ask(command, topic=topic)
        asker.close()
        sitting.play(1)
        until(lambda: ear.said("state")[-1]["entries"] == sitting.view.entries, "it goes on")
        until(lambda wanted=answers: len(ear.said("answer")) == wanted, f"answers to {name}")  # type: ignore[misc]
