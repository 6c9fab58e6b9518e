"""The example that prints rulings: a real table, a real broker, and messages that no table sends."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion

from companion.broadcast import broadcast_from
from companion.broadcast.broadcaster import Broadcaster, Timing
from companion.referee.view import RulingKind
from examples.print_rulings.print_rulings import main
from tests.broadcast.broker import LONG, MOSQUITTO, Broker, free_port
from tests.broadcast.sitting import Sitting
from tests.docs.shown import ROOT, commands
from tests.doubles.waiting import until

pytestmark = pytest.mark.outside

EXAMPLE = ROOT / "examples" / "print_rulings"
SCRIPT = EXAMPLE / "print_rulings.py"
QUICK = Timing(settle=0.0, first=0.05, longest=0.2, farewell=5.0)
BROKEN = (b"", b"\xff", b"[]", b"7", b"{}", b'{"schema": 2, "boot": "a", "seq": 1}', b"[" * 100_000)


@pytest.fixture
def make_broker(tmp_path: Path) -> Iterator[Callable[..., Broker]]:
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed (Debian package mosquitto)")
    made: list[Broker] = []

    def make(*settings: str) -> Broker:
        made.append(Broker(tmp_path, *settings).start())
        return made[-1]

    yield make
    for one in made:
        one.stop()


def hears_ctrl_c() -> None:
    """A shell starts what runs in the background deaf to Ctrl-C, and so its children."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class Running:
    """The example, and what it has printed so far."""

    def __init__(self, port: int) -> None:
        command = [sys.executable, str(SCRIPT), "kitchen", "--broker", "127.0.0.1", "--port", str(port)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=hears_ctrl_c
        )
        self.out: list[str] = []
        self.errors: list[str] = []
        self._readers = [
            threading.Thread(target=self._note, args=(stream, lines), daemon=True)
            for stream, lines in ((self.process.stdout, self.out), (self.process.stderr, self.errors))
        ]
        for reader in self._readers:
            reader.start()
        until(lambda: self.out, "the subscription")

    @staticmethod
    def _note(stream: Any, lines: list[str]) -> None:
        lines.extend(line.rstrip("\n") for line in stream)

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        for reader in self._readers:
            reader.join()


def why_it_ends(patch: pytest.MonkeyPatch, *arguments: str) -> str:
    """What the example says last where it ends by itself."""
    patch.setattr("sys.argv", [SCRIPT.name, *arguments])
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code
    return str(ended.value.code)


@contextmanager
def publisher(broker: Broker) -> Iterator[Callable[[bytes], None]]:
    client = Client(CallbackAPIVersion.VERSION2)
    client.connect("127.0.0.1", broker.port)
    client.loop_start()
    yield lambda data: client.publish("companion/kitchen/event", data, qos=1).wait_for_publish(20)
    client.disconnect()
    client.loop_stop()


def event(seq: int, boot: str = "a", lost: int = 0, text: str = "step d2") -> bytes:
    entry = {"number": seq, "at": 61.5, "kind": "move", "seat": "south", "move": text}
    head = {"schema": 1, "boot": boot, "seq": seq, "lost": lost}
    return json.dumps({**head, "match": "1", "entries": seq, "type": "entry", "entry": entry}).encode()


def test_every_entry_and_ruling_of_a_game_is_printed(make_broker: Callable[..., Broker]) -> None:
    broker, sitting = make_broker(), Sitting()
    config = broadcast_from({"host": "127.0.0.1", "port": broker.port})
    with (
        closing(Running(broker.port)) as running,
        closing(Broadcaster(config, "kitchen", timing=QUICK)) as speaker,
    ):
        sitting.session.subscribe(speaker)
        sitting.play(60)
        last = sitting.view.ruling
        assert last is not None
        until(lambda: any(f"  ruling {last.number}: " in line for line in running.out), "the last ruling")
    entries = [line.partition(": ")[2] for line in running.out if "  entry " in line]
    assert entries == [
        " ".join(filter(None, (line.kind.value, line.seat, line.text))) for line in sitting.view.history
    ]
    refused = [number for number, line in enumerate(running.out) if line.endswith("refused south fly trap")]
    assert refused
    assert all(running.out[number + 1].strip().startswith("marso/") for number in refused)
    assert any(f": {RulingKind.PLAYED.value} " in line for line in running.out)
    assert running.errors == []


def test_what_is_repeated_is_printed_once_and_what_is_lost_is_told(
    make_broker: Callable[..., Broker],
) -> None:
    broker = make_broker()
    with closing(Running(broker.port)) as running, publisher(broker) as say:
        for data in (
            event(1),
            event(2),
            event(1),
            event(2),
            event(6, lost=3),
            event(1, boot="b", text="end"),
        ):
            say(data)
        until(lambda: running.out[-1].endswith("south end"), "the last event")
    assert running.out[1:] == [
        "  1:01  entry 1: move south step d2",
        "  1:01  entry 2: move south step d2",
        "3 events were lost before this one.",
        "  1:01  entry 6: move south step d2",
        "  1:01  entry 1: move south end",
    ]


def test_messages_of_another_form_are_told_of_and_left_out(make_broker: Callable[..., Broker]) -> None:
    broker = make_broker()
    with closing(Running(broker.port)) as running, publisher(broker) as say:
        for data in (*BROKEN, event(1)):
            say(data)
        until(lambda: len(running.out) == 2, "the event after them")
    assert running.out[1] == "  1:01  entry 1: move south step d2"
    assert len(running.errors) == len(BROKEN)
    assert all(line.startswith("A message on companion/kitchen/event is left out") for line in running.errors)


def test_it_goes_on_when_the_broker_comes_back(make_broker: Callable[..., Broker]) -> None:
    broker = make_broker()
    with closing(Running(broker.port)) as running:
        broker.kill()
        broker.start()
        until(lambda: len(running.out) == 2, "the second subscription")
        with publisher(broker) as say:
            say(event(1))
        until(lambda: len(running.out) == 3, "the event")


def test_ctrl_c_ends_it_quietly(make_broker: Callable[..., Broker]) -> None:
    with closing(Running(make_broker().port)) as running:
        running.process.send_signal(signal.SIGINT)
        assert running.process.wait(LONG) == 0
    assert running.errors == []


def test_a_login_that_is_refused_is_told_of(
    make_broker: Callable[..., Broker], monkeypatch: pytest.MonkeyPatch
) -> None:
    port = str(make_broker("allow_anonymous false").port)
    monkeypatch.setenv("COMPANION_MQTT_PASSWORD", "wrong")
    said = why_it_ends(monkeypatch, "kitchen", "--broker", "127.0.0.1", "--port", port, "--user", "me")
    assert said.startswith(f"The broker 127.0.0.1:{port} refuses the connection (Not authorized)")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("port", [str(free_port()), "99999", "0"], ids=["nobody", "too large", "too small"])
def test_no_broker_is_told_of(port: str, monkeypatch: pytest.MonkeyPatch) -> None:
    said = why_it_ends(monkeypatch, "kitchen", "--broker", "127.0.0.1", "--port", port)
    assert said.startswith(f"The broker 127.0.0.1:{port} cannot be reached")
    assert len(said.splitlines()) == 1


@pytest.mark.parametrize("table", ["#", "+", "a/b", ""])
def test_a_name_that_no_table_has_is_refused(
    table: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert why_it_ends(monkeypatch, table) == "2"
    assert "TABLE must be a word" in capsys.readouterr().err


def test_the_page_shows_this_program() -> None:
    shown = commands(EXAMPLE / "README.md")
    assert shown[-1].split()[1:] == ["examples/print_rulings/print_rulings.py", "table"]
    assert (ROOT / shown[-1].split()[1]) == SCRIPT
