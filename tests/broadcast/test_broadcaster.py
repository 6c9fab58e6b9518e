"""What a subscriber sees of a real game, through a real broker."""

from __future__ import annotations

import json
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from time import monotonic

import pytest

from companion.broadcast import payloads
from companion.broadcast.broadcaster import Broadcaster, Timing
from companion.broadcast.config import BrokerConfig
from companion.broadcast.picture import picture
from companion.broadcast.snapshots import Snapshots
from companion.broadcast.watch import MatchFeed
from companion.locale import Message
from companion.referee.view import TableView
from tests.broadcast.broker import Broker, Subscriber, free_port
from tests.broadcast.sitting import Sitting
from tests.doubles.waiting import until

pytestmark = pytest.mark.outside

MakeBroker = Callable[..., Broker]
MakeSubscriber = Callable[..., Subscriber]
MakeBroadcaster = Callable[..., Broadcaster]


def told_all(subscriber: Subscriber, sitting: Sitting) -> bool:
    """The last entry has arrived as an event and in the snapshot."""
    entries = sitting.view.entries
    events = [event for event in subscriber.said("event") if event["type"] == "entry"]
    states = subscriber.said("state")
    return bool(
        events
        and max(event["entry"]["number"] for event in events) == entries
        and states
        and states[-1]
        and states[-1]["entries"] == entries
        and states[-1]["ruling"]["number"] == sitting.view.ruling.number  # type: ignore[union-attr] # has played
    )


def test_a_game_as_a_subscriber_sees_it(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    server = broker().start()
    listener = subscribe(server)
    speaker = broadcast(server)
    sitting = Sitting()
    sitting.session.subscribe(speaker)
    sitting.play(60)
    until(lambda: told_all(listener, sitting), "the last entry")

    events = listener.said("event")
    assert [event["seq"] for event in events] == list(range(1, len(events) + 1))
    assert {(event["schema"], event["boot"], event["lost"]) for event in events} == {(1, speaker.boot, 0)}
    entries = [event["entry"] for event in events if event["type"] == "entry"]
    assert [(e["number"], e["kind"], e["seat"], e["move"]) for e in entries] == [
        (line.number, line.kind.value, line.seat, line.text) for line in sitting.view.history
    ]
    refused = [e["ruling"] for e in events if e["type"] == "ruling" and e["ruling"]["kind"] == "refused"]
    assert refused
    for ruling in refused:
        assert ruling["move"] == "fly trap"
        assert all(
            b["clause"].startswith("marso/") and b["text"].endswith((".", ")")) for b in ruling["breaks"]
        )

    state = listener.said("state")[-1]
    assert state["position"] == sitting.view.position
    assert state["seats"] == ["south", "north"]
    assert state["camera"] == {"state": "none", "simulated": False}
    assert state["decks"][0]["commitment"] == sitting.deck.commitment
    assert [seat["points"] for seat in listener.said("score")[-1]["seats"]] == [
        str(seat.points) for seat in sitting.view.seats
    ]
    assert listener.said("online") == [
        {"schema": 1, "boot": speaker.boot, "table": "kitchen", "online": True}
    ]
    assert {topic.split("/")[1] for topic, _, _ in listener.messages} == {"kitchen"}


def test_who_comes_late_finds_the_table_and_who_comes_after_the_end_nothing(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    server = broker().start()
    watcher = subscribe(server)
    speaker = broadcast(server)
    sitting = Sitting()
    sitting.play(10)
    sitting.session.subscribe(speaker)
    until(lambda: told_all(watcher, sitting), "the whole history of the match")

    late = subscribe(server)
    until(lambda: late.said("score"), "what is retained")
    assert all(retained for _, _, retained in late.messages)
    assert late.said("event") == []
    assert late.said("state")[0]["position"] == sitting.view.position
    assert late.said("online")[0]["online"] is True

    speaker.close()
    until(lambda: watcher.said("score")[-1] is None, "the farewell")
    after = subscribe(server)
    until(lambda: after.said("online"), "the last state of the table")
    assert after.said("online") == [{"schema": 1, "boot": speaker.boot, "table": "kitchen", "online": False}]
    assert after.said("state") == after.said("score") == []


def test_leaving_sends_what_is_left_first(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    server = broker().start()
    listener = subscribe(server)
    speaker = broadcast(server)
    until(lambda: listener.said("online"), "the birth")
    sitting = Sitting()
    sitting.session.subscribe(speaker)
    sitting.play(80)
    speaker.close()
    until(lambda: len(listener.said("online")) == 2, "the farewell")
    entries = [event for event in listener.said("event") if event["type"] == "entry"]
    assert len(entries) == sitting.view.entries


def test_a_crash_is_told_by_the_last_will(broker: MakeBroker, subscribe: MakeSubscriber) -> None:
    server = broker().start()
    listener = subscribe(server)
    script = """if True:
        import sys, threading
        from companion.broadcast import broadcast_from
        from companion.broadcast.broadcaster import Broadcaster
        speaker = Broadcaster(broadcast_from({"host": "127.0.0.1", "port": int(sys.argv[1])}), "attic")
        print(speaker.boot, flush=True)
        threading.Event().wait()
    """
    with subprocess.Popen(
        [sys.executable, "-c", script, str(server.port)], stdout=subprocess.PIPE, text=True
    ) as crashing:
        assert crashing.stdout is not None
        boot = crashing.stdout.readline().strip()
        until(lambda: listener.said("online"), "the birth")
        crashing.kill()
    until(lambda: len(listener.said("online")) == 2, "the last will")
    birth, will = listener.said("online")
    assert (birth["online"], will["online"]) == (True, False)
    assert birth["boot"] == will["boot"] == boot
    assert listener.messages[-1][0] == "companion/attic/online"


def test_the_broker_is_killed_in_mid_stream(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    """Nothing is lost, and the sequence numbers restore the order and show what came twice."""
    server = broker().start()
    listener = subscribe(server)
    speaker = broadcast(server, Timing(settle=3.0, first=0.1, longest=0.2, farewell=5.0))
    sitting = Sitting(seed=2)
    sitting.session.subscribe(speaker)
    sitting.play(40)
    until(lambda: len(listener.numbers()) > 5, "the game to be under way")
    server.kill()
    sitting.play(40)
    until(lambda: speaker.trouble, "the broken connection to be noticed")
    sitting.play(40)
    server.start()
    until(lambda: speaker.trouble is None, "the connection to be made again")
    sitting.play(40)
    until(lambda: told_all(listener, sitting), "the last entry")

    numbers = listener.numbers()
    assert sorted(set(numbers)) == list(range(1, max(numbers) + 1))
    by_number = {event["seq"]: event for event in listener.said("event")}
    said_twice = [event for event in listener.said("event") if by_number[event["seq"]] != event]
    assert said_twice == []
    entries = [by_number[n]["entry"] for n in sorted(by_number) if by_number[n]["type"] == "entry"]
    assert [e["move"] for e in entries] == [line.text for line in sitting.view.history]
    assert listener.said("online")[-1]["online"] is True
    assert listener.said("state")[-1]["position"] == sitting.view.position


def test_what_the_broker_had_taken_and_not_passed_on_when_it_was_killed_is_said_again(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    """Mosquitto keeps more than 20 messages for a slow subscriber in its memory alone."""
    server = broker().start()
    quick = subscribe(server)
    slow = subscribe(server)
    speaker = broadcast(server, Timing(settle=3.0, first=0.1, longest=0.2, farewell=5.0))
    sitting = Sitting(seed=2)
    sitting.session.subscribe(speaker)
    with slow.busy:
        sitting.play(80)
        until(lambda: told_all(quick, sitting), "the broker to have the last entry")
        server.kill()
        until(lambda: speaker.trouble, "the broken connection to be noticed")
    server.start()
    until(lambda: told_all(slow, sitting), "the last entry")
    until(lambda: set(slow.numbers()) == set(quick.numbers()), "what was kept for the slow one")
    assert sorted(set(slow.numbers())) == list(range(1, max(quick.numbers()) + 1))


def test_without_a_broker_the_newest_events_are_kept_and_the_lost_are_counted(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    server = broker()
    speaker = broadcast(server, outbox=10)
    sitting = Sitting()
    sitting.session.subscribe(speaker)
    until(lambda: speaker.trouble, "the missing broker to be noticed")
    assert speaker.trouble is not None
    assert str(server.port) in dict(speaker.trouble.facts)["port"]
    sitting.play(30)
    rulings = sitting.view.ruling
    assert rulings is not None
    total = sitting.view.entries + rulings.number
    listener = subscribe(server.start())
    until(lambda: len(listener.numbers()) >= 10, "the kept events")
    assert listener.numbers() == list(range(total - 9, total + 1))
    assert {event["lost"] for event in listener.said("event")} == {total - 10}
    assert speaker.trouble is None


def test_a_broker_that_hangs_delays_no_ruling(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    """The session goes on playing while nothing is taken from the network at all."""
    server = broker().start()
    listener = subscribe(server)
    speaker = broadcast(server)
    sitting = Sitting()
    sitting.session.subscribe(speaker)
    until(lambda: listener.said("state"), "the first snapshot")
    server.signal(signal.SIGSTOP)
    sitting.play(150)
    assert sitting.view.entries >= 150
    server.signal(signal.SIGCONT)
    until(lambda: told_all(listener, sitting), "the last entry")
    assert listener.numbers() == sorted(set(listener.numbers()))


@pytest.mark.skipif(shutil.which("mosquitto_sub") is None, reason="Debian package mosquitto-clients")
def test_mosquitto_sub_shows_the_game(broker: MakeBroker, broadcast: MakeBroadcaster) -> None:
    server = broker().start()
    speaker = broadcast(server)
    sitting = Sitting()
    sitting.session.subscribe(speaker)
    command = [
        "mosquitto_sub",
        "-p",
        str(server.port),
        "-t",
        "companion/kitchen/state",
        "-C",
        "1",
        "-W",
        "20",
    ]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert json.loads(shown)["position"] == sitting.view.position


def test_nothing_hidden_is_sent(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    """The match knows hands and score cards; no message of the whole game names one that was not shown."""
    server = broker().start()
    listener = subscribe(server)
    speaker = broadcast(server)
    open_cards = Sitting()
    text = open_cards.view.position.replace("hand south ? ? ?", "hand south flash1 flash2 jet")
    text = text.replace("secret south ?", "secret south s3").replace("secret north ?", "secret north s4")
    sitting = Sitting(start=open_cards.session.match.game.parse_position(text))
    assert "flash2" in sitting.session.match.game.format_position(sitting.session.match.state)
    sitting.session.subscribe(speaker)
    until(lambda: listener.said("state"), "the first snapshot")
    sitting.play(25)
    until(lambda: told_all(listener, sitting), "the last entry")
    moves = [line.text for line in sitting.view.history]
    moves += [e["ruling"]["move"] for e in listener.said("event") if e["type"] == "ruling"]
    tried = {word for move in moves for word in move.split()}  # what people at the table did is seen by all
    told = [payload for topic, payload, _ in listener.messages if not topic.endswith("/picture")]
    said = "\n".join(payload.decode() for payload in told)
    for secret in {"flash1", "flash2", "jet"} - tried | {"s3", "s4", sitting.deck.seed.hex()}:
        assert secret not in said
    assert "hand south ? ?" in said
    assert {"flash1", "flash2", "jet"} - tried
    # The picture names what is in the box, whatever was dealt.
    watch = MatchFeed(open_cards.session.match.game)
    known = picture(speaker.boot, open_cards.view, watch.game)
    assert listener.said("picture") == [json.loads(payloads.encode(known))]


def test_a_broker_of_small_messages_gets_all_but_the_large_ones(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    server = broker("allow_anonymous true\nmax_packet_size 6000").start()
    subscriber = subscribe(server)
    sitting = Sitting(seed=1)
    speaker = broadcast(server)
    sitting.session.subscribe(speaker)
    until(lambda: speaker.trouble is not None and "takes no message" in speaker.trouble.key, "the trouble")
    until(lambda: subscriber.said("brief"), "the brief")
    assert speaker.connected


def test_an_event_that_the_broker_does_not_take_is_left_out(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    """By MQTT 5, which a table with commands speaks, the broker itself says what it takes."""
    server = broker("allow_anonymous true\nmax_packet_size 500").start()
    subscriber = subscribe(server)
    sitting = Sitting(seed=1)
    speaker = broadcast(server, commands=True)
    sitting.session.subscribe(speaker)
    sitting.play(30)
    until(lambda: speaker.trouble is not None and "takes no message" in speaker.trouble.key, "the trouble")
    until(lambda: any(event["lost"] for event in subscriber.said("event")), "an event after one left out")
    assert len(subscriber.said("online")) == 1
    assert speaker.connected


@pytest.mark.parametrize("fault", [KeyError, SystemExit])
def test_a_game_whose_code_fails_is_named_and_the_broadcast_tries_again(
    fault: type[BaseException],
    broker: MakeBroker,
    subscribe: MakeSubscriber,
    broadcast: MakeBroadcaster,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    usual = Snapshots.of
    faults = [fault("of the game")]

    def of(self: Snapshots, view: TableView) -> dict[str, bytes]:
        if faults:
            raise faults[0]
        return dict(usual(self, view))

    monkeypatch.setattr(Snapshots, "of", of)
    monkeypatch.setattr("companion.referee.faults.culprit", lambda _: ("marso", "companion-marso"))
    server = broker().start()
    subscriber = subscribe(server)
    speaker = broadcast(server)
    Sitting(seed=1).session.subscribe(speaker)
    until(lambda: speaker.trouble is not None and "its package" in speaker.trouble.key, "the trouble")
    faults.clear()
    until(lambda: subscriber.said("brief"), "the brief")


def test_a_connection_that_lived_a_moment_does_not_end_the_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    config = BrokerConfig("127.0.0.1", free_port())
    speaker = Broadcaster(config, "test", timing=Timing(first=0.01, longest=0.04))
    speaker.close()
    speaker._stop.clear()
    monkeypatch.setattr(speaker._stop, "wait", lambda _: True)
    delays = [0.01]
    for _ in range(4):
        speaker.connected, speaker._since = True, monotonic()
        delays.append(speaker._pause(Message("lost"), delays[-1]))
    assert delays == [0.01, 0.02, 0.04, 0.04, 0.04]
    speaker.connected, speaker._since = True, monotonic() - 1.0
    assert speaker._pause(Message("lost"), 0.04) == 0.02
