"""From the table to whoever watches: to one page in a real browser, and from 1000 tables to a hall."""

from __future__ import annotations

import os
import resource
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread

import pytest
from pytest_benchmark.fixture import BenchmarkFixture
from selenium.webdriver import Chrome

from companion.broadcast import Broadcaster, broadcast_from
from companion.broadcast.hall import Hall
from companion.broadcast.listener import Listener
from tests.broadcast.broker import MOSQUITTO, Broker, until
from tests.broadcast.browser import browser
from tests.broadcast.sitting import Sitting
from tests.broadcast.web import Web, shows

__all__ = ["browser"]

TABLES, MOVES = 1000, 1000
PER_SECOND = 20.0
"""Views of all tables together: a thousand tables at which somebody acts every 50 s."""
SHOWN = 200
"""Views that the page has to show."""

pytestmark = pytest.mark.skipif(MOSQUITTO is None, reason="mosquitto is not installed")


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


def test_a_thousand_tables(benchmark: BenchmarkFixture, many_files: None, tmp_path: Path) -> None:  # noqa: ARG001
    broker, hall, delays = Broker(tmp_path).start(), Hall(), []
    config = broadcast_from({"host": "127.0.0.1", "port": broker.port})
    listener = Listener(config)
    sittings = [Sitting(seed=number % 50) for number in range(50)]
    speakers = [Broadcaster(config, f"t{number}") for number in range(TABLES)]
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
                if begin is not None and topic.endswith("/brief"):
                    delays.append(time.monotonic() - begin)

    ear = Thread(target=listen)
    ear.start()
    for number, speaker in enumerate(speakers):
        speaker(sittings[number % 50].view)
    until_all(lambda: sum(bool(line.match) for line in hall.tables.values()) == TABLES)
    process = broker.pid
    before, ours, began = cpu_seconds(process), time.process_time(), time.monotonic()

    def play() -> None:
        for move in range(MOVES):
            sitting = sittings[move % 50]
            if move % TABLES < 50 and not sitting.over:
                sitting.play(1)
            number = (move * 7) % TABLES
            view = sittings[number % 50].view
            sent[f"t{number}", view.entries] = time.monotonic()
            speakers[number](view)
            time.sleep(max(0.0, began + (move + 1) / PER_SECOND - time.monotonic()))

    benchmark.pedantic(play, rounds=1)  # type: ignore[no-untyped-call]
    seconds = time.monotonic() - began
    broker_share = 100 * (cpu_seconds(process) - before) / seconds
    our_share = 100 * (time.process_time() - ours) / seconds
    time.sleep(1)
    ended = True
    ear.join()
    listener.close()
    for closing in [Thread(target=speaker.close) for speaker in speakers]:
        closing.start()
    broker.stop()
    what = f"{TABLES} tables at one Mosquitto: {MOVES} views in {seconds:.0f} s"
    share = f"CPU: broker {broker_share:.0f} %, all tables and the hall {our_share:.0f} %"
    print(f"\n{what}, {len(delays)} heard by a hall, {quantiles(delays)}; {heard} messages to it; {share}")


def until_all(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 400
    while not condition():
        assert time.monotonic() < deadline, "not all tables were heard"
        time.sleep(0.1)
