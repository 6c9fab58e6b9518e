"""The spectators' page in a real Chromium at a real Mosquitto."""

from __future__ import annotations

import random
import time
from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome, Keys

from companion.broadcast.broadcaster import USUAL
from companion.locale import LANGUAGES, Texts
from companion.referee.sentences import actor
from companion.rules.contract import ZoneKind
from companion.rules.registry import find_game
from tests.broadcast.browser import PHONE, PROJECTOR, browser
from tests.broadcast.pictures import played
from tests.broadcast.sitting import Sitting
from tests.broadcast.test_broadcaster import MakeBroadcaster
from tests.broadcast.test_duel import CLEAR
from tests.broadcast.web import Web, faults, shows, text, web
from tests.doubles.duel_table import DUEL, DuelTable
from tests.doubles.waiting import until

pytestmark = pytest.mark.outside

__all__ = ["browser", "web"]


def watch(**fields: Any) -> Any:
    """A message that a table might send."""
    return {"schema": 1, "boot": "b", "match": "1", "entries": 0, "looks": {}, **fields}


def newest_entry(browser: Chrome) -> int:
    """The number of the history's first line."""
    found: int = browser.execute_script("return document.querySelector('.history li')?.value ?? 0")
    return found


def test_moves_come_to_the_page_as_they_are_made(
    browser: Chrome, web: Web, broadcast: MakeBroadcaster
) -> None:
    sitting = Sitting()
    sitting.session.subscribe(broadcast(web.broker))
    browser.get(web.address(table="kitchen", lang="uk"))
    shows(browser, ".status", "Наживо")
    texts = Texts("uk", "marso")
    for _ in range(5):
        sitting.play(3)
        shows(browser, ".now .turn", actor(texts, sitting.view))
        entries = sitting.view.entries
        until(lambda wanted=entries: newest_entry(browser) == wanted, "the newest entry")  # type: ignore[misc]
    pieces = [
        piece for look in find_game("marso").looks(sitting.view.state).values() for piece in look.pieces
    ]
    assert browser.execute_script("return document.querySelectorAll('svg [data-cell]').length") >= 49
    words = text(browser, "details")
    assert all(texts.term(piece.removesuffix(" lying").removesuffix(" turned")) in words for piece in pieces)
    loaded = browser.execute_script("return performance.getEntriesByType('resource').map(e => e.name)")
    assert all(name.startswith(f"http://127.0.0.1:{web.port}/") for name in loaded), "nothing from elsewhere"
    assert faults(browser) == []


def test_it_comes_back_after_the_broker_was_killed(
    browser: Chrome, web: Web, broadcast: MakeBroadcaster
) -> None:
    sitting = Sitting()
    sitting.session.subscribe(broadcast(web.broker))
    browser.get(web.address(table="kitchen", lang="en"))
    shows(browser, ".status", "Live")
    web.broker.kill()
    shows(browser, ".status", "The connection is lost")
    assert text(browser, ".now .turn"), "what was said last stays"
    sitting.play(4)
    web.broker.start()
    shows(browser, ".status", "Live")
    until(lambda: f'value="{sitting.view.entries}"' in browser.page_source, "what was played meanwhile")


@pytest.mark.soak
def test_ten_seconds_without_a_broker(browser: Chrome, web: Web, broadcast: MakeBroadcaster) -> None:
    """The broker is killed (kill -9) and stays away while the table plays on; the page stays open."""
    sitting = Sitting()
    sitting.session.subscribe(broadcast(web.broker, timing=USUAL))
    browser.get(web.address(table="kitchen", lang="en"))
    shows(browser, ".status", "Live")
    browser.execute_script("window.same = true")
    sitting.play(5)
    until(lambda: newest_entry(browser) == sitting.view.entries, "the newest entry")
    before, delays = sitting.view.entries, []
    web.broker.kill()
    gone = time.monotonic()
    while time.monotonic() < gone + 10:
        begin = time.monotonic()
        sitting.play(1)
        delays.append(time.monotonic() - begin)
        time.sleep(0.2)
    assert sitting.view.entries > before + 10
    assert max(delays) < 1, "no ruling waits for the network"
    assert newest_entry(browser) == before
    assert "The connection is lost" in text(browser, ".status")
    web.broker.start()
    back = time.monotonic()
    shows(browser, ".status", "Live")
    until(lambda: newest_entry(browser) == sitting.view.entries, "what was played meanwhile")
    late = time.monotonic() - back
    sitting.play(1)
    until(lambda: newest_entry(browser) == sitting.view.entries, "the next move")
    assert browser.execute_script("return window.same"), "the page was not loaded anew"
    assert faults(browser) == []
    acts = f"{len(delays)} acts, the longest {1000 * max(delays):.0f} ms"
    print(f"\n10 s without a broker: {acts}; on the page {late:.1f} s after its return")


def test_one_table_is_not_another_and_the_hall_shows_all(
    browser: Chrome, web: Web, broadcast: MakeBroadcaster
) -> None:
    kitchen, duel = Sitting(), DuelTable(4, DUEL)
    kitchen.session.subscribe(broadcast(web.broker))
    duel.session.subscribe(broadcast(web.broker, table="club_2"))
    browser.get(web.address(table="kitchen", lang="en"))
    shows(browser, "h1", "Marso")
    assert "Jungle" not in browser.page_source
    browser.get(web.address(lang="en"))
    shows(browser, "[data-table=club_2]", "Wild Jungle")
    shows(browser, "[data-table=kitchen]", "Marso, catch!")
    assert "2 tables, 0 wait" in text(browser, "main [role=status]")
    browser.execute_script("document.querySelector('[data-table=club_2] a').click()")
    shows(browser, "h1", "club_2: Wild Jungle")
    assert faults(browser) == []


def test_who_waits_for_an_answer_is_first_in_the_hall(browser: Chrome, web: Web) -> None:
    brief = {"schema": 1, "boot": "b", "title": "G", "turn": "t", "seats": [{"name": "N", "points": "7/2"}]}
    web.publish({
        "companion/a/brief": brief | {"question": None},
        "companion/b/brief": brief | {"question": {"en": "What was played?", "uk": "Що зіграли?"}},
        "companion/b/online": {"schema": 1, "online": True},
    })  # fmt: skip
    browser.get(web.address(lang="uk"))
    shows(browser, "tbody tr:first-child", "Що зіграли?")
    assert text(browser, "tbody tr:first-child th") == "b"
    assert text(browser, "tbody tr:last-child th") == "a (не грають)"
    assert "N 3.5" in text(browser, "tbody")


def test_a_duel_is_shown_with_its_time_axis(browser: Chrome, web: Web, broadcast: MakeBroadcaster) -> None:
    table = DuelTable(4, DUEL)
    table.session.subscribe(broadcast(web.broker))
    browser.get(web.address(table="kitchen", lang="en"))
    table.has_base()
    table.moves(CLEAR)
    shows(browser, ".verdict .turn", "Took the totem first, open to appeal: player 1")
    assert table.view.totem is not None
    assert table.view.totem.case is not None
    timed = [said for said in table.view.totem.case.evidence if "ms" in dict(said.facts)]
    marks = browser.execute_script(
        "return [...document.querySelectorAll('.axis .mark-text')].map(t => t.textContent)"
    )
    assert len(marks) == len(timed) >= 3
    for said, mark in zip(timed, marks, strict=True):
        assert Texts("en", "jungle").message(said) in mark
    xs = browser.execute_script(
        "return [...document.querySelectorAll('.axis circle')].filter((_, i) => i % 2 === 0)"
        ".map(c => +c.getAttribute('cx'))"
    )
    ms = [float(mark.split(" ms:")[0]) for mark in marks]
    order = sorted(range(len(ms)), key=ms.__getitem__)
    assert [xs[i] for i in order] == sorted(xs), "later is further to the right"
    assert len(set(xs)) == len(ms)
    for language in LANGUAGES:
        press = "[...document.querySelectorAll('header button')].find(b => b.lang === arguments[0]).click()"
        browser.execute_script(press, language)
        widths = browser.execute_script(
            "return [...document.querySelectorAll('.axis .mark-text')].map(t => t.getBBox())"
            ".map(box => box.x + box.width)"
        )
        assert max(widths) <= 600, f"all of it can be read in {language}"


EVIL = '<img src=x onerror="window.hit=1"><script>window.hit=1</script>'


def test_what_a_hostile_publisher_says_is_shown_as_text(browser: Chrome, web: Web) -> None:
    seat = {"seat": EVIL, "name": EVIL, "number": 1e99, "colour": "red;}</style>", "shape": EVIL}
    cell = {"cell": EVIL, "at": [0, 0, 1, 1, 0], "kind": "square", "name": EVIL}
    shape = [{"fill": 'M0 0"/><script>'}, 3, "aaa"]
    drawing = {
        "piece": {"x": {"shape": "p", "label": "word"}},
        "shape": {"p": shape},
        "coast": {"corner": EVIL},
    }
    drawing |= {"base": {"x": {"corners": {"x": EVIL}}}}
    picture = {"schema": 1, "title": EVIL, "words": {"x": EVIL}, "colours": {"red": "url(javascript:1)"}}
    picture |= {"seats": [seat], "cells": [cell, None, 7, {"at": "x"}], "drawing": drawing}
    picture |= {"printed": {EVIL: [[EVIL, EVIL], 3, {}, ["up", "red;}"]]}}
    said = watch(
        turn=EVIL,
        expected=[EVIL],
        looks={EVIL: ["x", EVIL, "x"]},
        scores=[{"seat": EVIL, "points": EVIL, "lines": [[EVIL, EVIL], 1]}],
        ruling={"kind": EVIL, "title": EVIL, "text": EVIL, "cells": [EVIL]},
        history=[{"text": EVIL, "at": "x"}, None],
        totem={"headline": EVIL, "axis": [{"ms": 1e300, "text": EVIL}, {"ms": "x"}], "lines": {}, "ways": 5},
        counters=[EVIL],
        question={"text": EVIL, "choices": "none"},
        to_do={"a": 1},
        forecast=[EVIL, 4],
    )
    web.publish({"companion/kitchen/picture": picture, "companion/kitchen/watch": said})
    browser.get(web.address(table="kitchen", lang="en"))
    shows(browser, ".now .turn", "<img src=x")
    assert EVIL in text(browser, ".history")
    assert browser.execute_script("return document.querySelectorAll('img, body script, iframe').length") == 0
    assert browser.execute_script("return window.hit") is None
    assert faults(browser) == []


def test_broken_huge_and_foreign_messages_are_ignored(browser: Chrome, web: Web) -> None:
    chance = random.Random(5)
    web.publish({"companion/kitchen/watch": watch(turn="mine")})
    browser.get(web.address(table="kitchen", lang="en"))
    shows(browser, ".now .turn", "mine")
    odd: list[object] = [
        None,
        True,
        -1,
        1e308,
        "",
        "x" * 1000,
        [],
        {},
        [[]],
        {"en": 4},
        {"__proto__": {"polluted": 1}},
    ]
    fields = (
        "turn",
        "scores",
        "ruling",
        "history",
        "totem",
        "counters",
        "question",
        "to_do",
        "forecast",
        "looks",
    )
    for _ in range(60):
        said = watch(**{field: chance.choice(odd) for field in fields})
        web.publish({"companion/kitchen/watch": said}, retain=False)
    for data in (b"{", b"\xff\xfe", b"[1]", b"null", b'{"schema": "1"}', b" " * 3_000_000, b"[" * 100_000):
        web.publish({"companion/kitchen/watch": data}, retain=False)
    web.publish(
        {"companion/pantry/watch": watch(turn="not mine"), "companion/kitchen/state": watch(turn="no")}
    )
    web.publish({"companion/kitchen/watch": watch(turn="mine again")})
    shows(browser, ".now .turn", "mine again")
    assert browser.execute_script("return ({}).polluted") is None
    assert faults(browser) == []


def test_a_page_that_is_older_than_the_table_says_so(browser: Chrome, web: Web) -> None:
    browser.get(web.address(table="kitchen", lang="en"))
    web.publish({"companion/kitchen/watch": {"schema": 2, "turn": "new"}})
    shows(browser, ".status", "The table is newer than this page")


def test_a_page_opened_before_its_table_waits(browser: Chrome, web: Web, broadcast: MakeBroadcaster) -> None:
    browser.get(web.address(table="kitchen", lang="en"))
    shows(browser, ".status", "has not said anything yet")
    sitting = Sitting()
    speaker = broadcast(web.broker)
    sitting.session.subscribe(speaker)
    shows(browser, ".status", "Live")
    speaker.close()
    shows(browser, ".status", "has not said anything yet")


def test_a_broker_without_websockets_is_told(browser: Chrome, web: Web) -> None:
    browser.get(web.address(table="kitchen", lang="en", broker=f"ws://127.0.0.1:{web.broker.port}"))
    shows(browser, ".status", f"The broker cannot be reached at ws://127.0.0.1:{web.broker.port}")


@pytest.mark.parametrize("size", [PHONE, PROJECTOR], ids=["phone", "projector"])
def test_nothing_is_wider_than_a_phone_or_too_small_to_touch(
    browser: Chrome, web: Web, broadcast: MakeBroadcaster, size: tuple[int, int]
) -> None:
    sitting = Sitting()
    sitting.play(25)
    sitting.session.subscribe(broadcast(web.broker))
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": 1, "mobile": size == PHONE}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    try:
        for language in LANGUAGES:
            browser.get(web.address(table="kitchen", lang=language))
            shows(browser, ".history", Texts(language, "marso").term("step").split()[0])
            assert browser.execute_script("return document.documentElement.scrollWidth") <= size[0]
            sides = browser.execute_script(
                "return [...document.querySelectorAll('button')].map(b => b.getBoundingClientRect().height)"
            )
            assert min(sides) >= 44, "least size of a target in CSS pixels (WCAG 2.1, 2.5.5)"
            board = browser.execute_script(
                "return document.querySelector('.board svg').getBoundingClientRect().width"
            )
            assert board > size[0] / 3
            numbers = "return parseFloat(getComputedStyle(document.querySelector('.history')).paddingLeft)"
            letter = "return parseFloat(getComputedStyle(document.querySelector('.history')).fontSize)"
            assert browser.execute_script(numbers) > 3 * browser.execute_script(letter), "room for entry 1000"
            assert browser.execute_script("return document.documentElement.lang") == language
    finally:
        browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def test_keyboard_and_screen_reader(browser: Chrome, web: Web, broadcast: MakeBroadcaster) -> None:
    sitting = Sitting()
    sitting.session.subscribe(broadcast(web.broker))
    browser.get(web.address(table="kitchen", lang="en"))
    shows(browser, ".status", "Live")
    focused = "return document.activeElement.textContent"
    for _ in range(3):
        ActionChains(browser).send_keys(Keys.TAB).perform()
    assert browser.execute_script(focused) == "Русский"
    ActionChains(browser).send_keys(Keys.ENTER).perform()
    shows(browser, ".status", "Прямой эфир")
    sitting.play(2)
    shows(browser, ".now .turn", actor(Texts("ru", "marso"), sitting.view))
    assert browser.execute_script(focused) == "Русский", "a new view leaves the keyboard where it is"
    ActionChains(browser).send_keys(Keys.TAB).send_keys(Keys.ENTER).perform()
    assert browser.execute_script("return document.querySelector('details').open") is True
    sitting.play(1)
    shows(browser, ".now .turn", actor(Texts("ru", "marso"), sitting.view))
    assert browser.execute_script("return document.querySelector('details').open") is True
    tree = browser.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    names = {
        (node["role"]["value"], node.get("name", {}).get("value", "")) for node in tree if not node["ignored"]
    }
    assert {("main", ""), ("banner", "")} <= names
    assert ("region", "Очки") in names
    assert any(role in ("image", "img") and name == "Поле" for role, name in names)
    assert ("status", "") in names or any(role == "status" for role, _ in names)


def test_names_are_read_on_ice_and_swimmers_swim_as_they_are_drawn(
    browser: Chrome, web: Web, broadcast: MakeBroadcaster
) -> None:
    session = played("arctica", 0.5)
    session.subscribe(broadcast(web.broker))
    browser.get(web.address(table="kitchen", lang="en"))
    shows(browser, "h1", "Arctica")
    until(lambda: browser.execute_script("return document.querySelector('.board svg text')"), "the board")
    inks = browser.execute_script(
        "return Object.fromEntries([...document.querySelectorAll('svg [data-cell]')].map((cell) =>"
        " [cell.dataset.cell, cell.querySelector(':scope > text')?.getAttribute('fill')]))"
    )
    game, looks = session.match.game, session.match.game.looks(session.match.state)
    board = [zone for zone in game.zones(session.match.setup) if zone.kind is not ZoneKind.SLOT]
    rim = {min((one for one in board if one.y == zone.y), key=lambda one: one.x).cell for zone in board}
    assert {cell for cell in inks if inks[cell]} == {
        cell for cell in rim if cell not in looks or not looks[cell].pieces
    }, "the first cell of each row, unless a piece lies there"
    bases = {cell: look.base for cell, look in looks.items()}
    ice = {inks[cell] for cell, base in bases.items() if base in ("floe", "pack") and inks[cell]}
    assert ice == {"#1b1b1b"}, "dark letters on ice"
    assert "#1b1b1b" not in {inks[cell] for cell in inks if inks[cell] and not bases.get(cell)}
    swimmers = [piece for look in looks.values() for piece in look.pieces]
    assert any(piece.endswith(" lying") for piece in swimmers)
    assert browser.execute_script("return document.querySelectorAll('svg [transform*=rotate]').length") == 0
