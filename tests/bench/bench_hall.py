"""From the table to whoever watches: to one page in a real browser, and from 1000 tables to a hall."""

from __future__ import annotations

import os
import resource
import socket
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from selenium.webdriver import Chrome

from companion.broadcast import BrokerConfig, broadcast_from, payloads
from companion.broadcast.broadcaster import Broadcaster
from companion.broadcast.connection import Connection
from companion.broadcast.hall import Hall
from companion.broadcast.listener import Listener
from companion.broadcast.watch import MatchFeed
from companion.locale import Texts
from companion.referee.view import TableView
from companion.rules.registry import find_game
from tests.broadcast.broker import MOSQUITTO, Broker
from tests.broadcast.browser import browser
from tests.broadcast.sitting import Sitting
from tests.broadcast.web import Web, shows
from tests.doubles.waiting import until

__all__ = ["browser"]

TABLES, MOVES, SITTINGS = 1000, 600, 50
PER_SECOND = 20.0
"""Views of all tables together: a thousand tables at which somebody acts every 50 s."""
SHOWN = 200
"""Views that the page has to show."""

pytestmark = [
    pytest.mark.outside,
    pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed"),
]


def quantiles(seconds: list[float]) -> str:
    ordered = sorted(seconds)
    at = {
        name: 1000 * ordered[int(part * (len(ordered) - 1))] for name, part in (("p50", 0.5), ("p99", 0.99))
    }
    return f"p50 {at['p50']:.0f} ms, p99 {at['p99']:.0f} ms, worst {1000 * ordered[-1]:.0f} ms"


def cpu_seconds(process: int) -> float:
    """What a process has used (proc(5): utime and stime in ticks)."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(") ")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_from_the_table_to_the_page(benchmark: BenchmarkFixture, browser: Chrome, tmp_path: Path) -> None:
    web, sitting, delays = Web(tmp_path), Sitting(), []
    speaker = Broadcaster(broadcast_from({"host": "127.0.0.1", "port": web.broker.port}), "kitchen")
    sitting.session.subscribe(speaker)
    browser.get(web.address(table="kitchen", lang="en"))
    shows(browser, ".status", "Live")
    browser.execute_script(
        "window.seen = {}; new MutationObserver(() => {"
        " const newest = document.querySelector('.history li')?.value;"
        " if (newest !== undefined) window.seen[newest] ??= Date.now(); }"
        ").observe(document.body, {childList: true, subtree: true})"
    )

    def play() -> None:
        for _ in range(SHOWN):
            begin, before = time.time(), sitting.view.entries
            while sitting.view.entries == before and not sitting.over:
                begin = time.time()
                sitting.play(1)
            entries = str(sitting.view.entries)
            seen = "return window.seen[arguments[0]] ?? 0"
            until(lambda asked=seen, wanted=entries: browser.execute_script(asked, wanted), "the entry")  # type: ignore[misc]
            delays.append(browser.execute_script(seen, entries) / 1000 - begin)
            if sitting.over:
                break

    benchmark.pedantic(play, rounds=1)  # type: ignore[no-untyped-call]
    speaker.close()
    web.broker.stop()
    print(f"\nfrom the table to the page in Chromium: {len(delays)} views, {quantiles(delays)}")


@pytest.fixture
def many_files() -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    yield
    resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


class SimulatedTable:
    """Says what a table says, over a connection of its own; a thousand of them share one thread."""

    def __init__(self, config: BrokerConfig, name: str, watch: MatchFeed, texts: Texts) -> None:
        self._name, self._watch, self._texts = name, watch, texts
        self._ear, self._bell = socket.socketpair()
        self._link = Connection(config, f"bench-{name}", (f"companion/{name}/online", b""), self._ear)
        self.said = 0

    def stepped(self) -> bool:
        """Do what there is to do; whether the broker takes messages."""
        self._link.step(0.0)
        return self._link.ready

    def tell(self, view: TableView) -> None:
        """The snapshots of a view, as ``broadcaster.py`` sends them."""
        messages = {
            "state": payloads.state("b", view, self._texts),
            "score": payloads.score("b", view, self._texts),
            "watch": self._watch.message("b", view),
            "brief": self._watch.brief("b", self._name, view),
        }
        for kind, said in messages.items():
            topic = f"companion/{self._name}/{kind}"
            self._link.publish(topic, payloads.encode(said), qos=0, retain=True)
        self.said += len(messages)
        while not self._link.drained:
            self._link.step(0.05)

    def close(self) -> None:
        self._link.close()
        self._ear.close()
        self._bell.close()


def test_a_thousand_tables(benchmark: BenchmarkFixture, many_files: None, tmp_path: Path) -> None:  # noqa: ARG001
    broker, hall, delays = Broker(tmp_path).start(), Hall(), []
    config = broadcast_from({"host": "127.0.0.1", "port": broker.port})
    listener = Listener(config)
    sittings = [Sitting(seed=number) for number in range(SITTINGS)]
    watch, texts = MatchFeed(find_game("marso")), Texts("en", "marso")
    sent: dict[tuple[str, int], float] = {}
    heard, ended = 0, False

    def listen() -> None:
        nonlocal heard
        while not ended:
            for topic, data in listener.take(0.2):
                heard += 1
                hall.take(topic, data)
                table = topic.split("/")[1]
                begin = sent.pop((table, hall.tables[table].entries), None) if table in hall.tables else None
                if begin is not None:
                    delays.append(time.monotonic() - begin)

    ear = Thread(target=listen)
    ear.start()
    tables = [SimulatedTable(config, f"t{number}", watch, texts) for number in range(TABLES)]
    until_all(lambda: sum(table.stepped() for table in tables) == TABLES)
    for number, table in enumerate(tables):
        table.tell(sittings[number % SITTINGS].view)
    until_all(lambda: sum(bool(line.match) for line in list(hall.tables.values())) == TABLES)
    before, began = cpu_seconds(broker.pid), time.monotonic()

    def play() -> None:
        for move in range(MOVES):
            sitting = sittings[move % SITTINGS]
            if not sitting.over:
                sitting.play(1)
            number = (move * 7) % TABLES
            table, view = tables[number], sittings[number % SITTINGS].view
            sent[f"t{number}", view.entries] = time.monotonic()
            table.tell(view)
            for index in range(20):  # keeps the connections alive
                tables[(20 * move + index) % TABLES].stepped()
            time.sleep(max(0.0, began + (move + 1) / PER_SECOND - time.monotonic()))

    benchmark.pedantic(play, rounds=1)  # type: ignore[no-untyped-call]
    seconds = time.monotonic() - began
    share = 100 * (cpu_seconds(broker.pid) - before) / seconds
    time.sleep(1)
    ended = True
    ear.join()
    listener.close()
    for table in tables:
        table.close()
    broker.stop()
    what = f"{TABLES} tables at one Mosquitto: {MOVES} views, {MOVES / seconds:.0f} a second"
    messages = f"{4 * MOVES} messages, {len(delays)} new views heard by a hall"
    print(f"\n{what}, {messages}, {quantiles(delays)}; CPU of the broker {share:.1f} % of a core")


def until_all(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline, "not all tables were heard"
        time.sleep(0.05)
