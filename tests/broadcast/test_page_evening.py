"""The page's view of a hall: who plays, and the standings of an evening that ``companion hall`` tells."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest
from selenium.webdriver import Chrome

from companion.referee.events import UndoAsked
from companion.referee.sentences import amount
from companion.rules.match import parse_match
from companion.rules.registry import find_game
from tests.broadcast.browser import browser
from tests.broadcast.halls import hall_process
from tests.broadcast.test_broadcaster import MakeBroadcaster
from tests.broadcast.test_page import EVIL
from tests.broadcast.test_replay import match_file
from tests.broadcast.views import table_of
from tests.broadcast.web import Web, faults, listen, opened, received, shows, text, web
from tests.doubles.waiting import until

pytestmark = pytest.mark.outside

__all__ = ["browser", "web"]

BRIEF = {"schema": 1, "title": "G", "turn": "t", "seats": [{"seat": "s", "name": "N", "points": "1"}]}
MANY = 26
"""Tables whose messages of 60 kB come for half a minute, as Mosquitto 2.0.11 sends them."""


def test_the_hall_shows_players_and_the_standings_of_an_evening(
    browser: Chrome, web: Web, broadcast: MakeBroadcaster, tmp_path: Path
) -> None:
    plan = tmp_path / "evening.toml"
    plan.write_text('[players.kitchen]\nsouth = "Оля"\nnorth = "Ivan"\n', encoding="utf-8")
    match = parse_match(match_file("marso").read_text(encoding="utf-8"), find_game("marso"))
    session = table_of(match).session
    points = {seat.name: amount(seat.points) for seat in session.view.seats}
    session.subscribe(broadcast(web.broker))
    browser.get(web.address(lang="uk"))
    shows(browser, "[data-table=kitchen]", "Марсо")
    assert text(browser, ".standings") == ""
    hall = hall_process(web.broker, "--evening", str(plan), "--publish", home=tmp_path)
    try:
        shows(browser, ".standings h2", "Ліга")
        script = (
            "return [...document.querySelectorAll('.standings tbody tr')]"
            ".map(row => [...row.cells].map(cell => cell.textContent))"
        )
        rows = {row[1]: row for row in browser.execute_script(script)}
        for name, seat in (("Оля", "south"), ("Ivan", "north")):
            assert rows[name][2] == points[seat]
        assert f"Оля {points['south']}" in text(browser, "[data-table=kitchen]")
        session.handle(UndoAsked(1))
        until(lambda: text(browser, ".standings") == "", "the end was taken back")
    finally:
        hall.terminate()
        hall.communicate(timeout=20)
    assert faults(browser) == []


def test_large_messages_that_the_broker_has_kept_hide_no_table(browser: Chrome, web: Web) -> None:
    """By MQTT 5 the page of all tables says how large a message it takes; the broker leaves others out."""
    for number in range(8):
        web.publish({f"companion/t{number}/brief": b" " * 250_000})
    web.publish({"companion/z/brief": BRIEF})
    listen(browser)
    browser.get(web.address(lang="en"))
    shows(browser, "[data-table=z]", "N 1")
    web.publish({"companion/z/brief": {**BRIEF, "turn": "the last"}})
    shows(browser, "[data-table=z]", "the last")
    came = received(browser)
    assert b"companion/z/brief" in came
    assert b"companion/t" not in came, "the broker sends what the page does not take"
    assert faults(browser) == []


def test_the_page_of_all_tables_stays_connected_while_much_is_sent(browser: Chrome, web: Web) -> None:
    """The answer to a ping waits behind the data, so any packet is a sign of life; and Mosquitto 2.0 sends
    the rest of a large message only when its client says something, so the page keeps on saying it."""
    for number in range(MANY):
        web.publish({f"companion/t{number}/brief": {**BRIEF, "more": " " * 60_000}})
    listen(browser)
    browser.get(web.address(lang="en"))
    shows(browser, ".hall [role=status]", f"{MANY} tables")
    assert opened(browser) == 1, "the connection was made again"
    assert faults(browser) == []


def test_a_broker_that_hangs_is_told_and_left(browser: Chrome, web: Web) -> None:
    """Its system keeps the connection, so that only its silence tells. The page's clock runs ten times as
    fast as ours, to wait 2 seconds instead of 20."""
    fast = "const now = performance.now.bind(performance); performance.now = () => 10 * now();"
    added = browser.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": fast})
    web.publish({"companion/z/brief": BRIEF})
    browser.get(web.address(lang="en"))
    browser.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)
    shows(browser, "[data-table=z]", "N 1")
    web.broker.signal(signal.SIGSTOP)
    shows(browser, ".status", "The connection is lost")
    web.broker.signal(signal.SIGCONT)
    shows(browser, ".status", "Live")


def test_false_standings_are_shown_as_text_or_ignored(browser: Chrome, web: Web) -> None:
    one = {"place": 1, "player": EVIL, "points": EVIL, "wins": EVIL, "matches": {}, "out": True}
    said = {
        "schema": 1,
        "kind": EVIL,
        "of": 2**60,
        "standings": [one, None, 5],
        "players": {"a": {"s": EVIL}},
    }
    web.publish({"companion/a/brief": BRIEF, "companion-hall/standings": said})
    browser.get(web.address(lang="en"))
    shows(browser, ".standings", EVIL)
    shows(browser, ".standings p", "The first 3 of")
    assert f"{EVIL} 1" in text(browser, "[data-table=a]")
    foreign: tuple[object, ...] = (b"{", b"[1]", b'{"schema": "1"}', {"schema": 0}, b" " * 300_000)
    for odd in foreign:
        web.publish({"companion-hall/standings": odd}, retain=False)
    fields: tuple[dict[str, object], ...] = (
        {"standings": "x"},
        {"standings": [], "players": 5},
        {"players": {"__proto__": {"s": "x"}}},
    )
    for broken in fields:
        web.publish({"companion-hall/standings": {"schema": 1, **broken}}, retain=False)
    until(lambda: text(browser, ".standings") == "", "no standings")
    assert "N 1" in text(browser, "[data-table=a]")
    assert browser.execute_script("return document.querySelectorAll('img, body script').length") == 0
    assert faults(browser) == []
