"""*May I?* on the spectators' page, in a real Chromium at a real Mosquitto: own seat only, nothing hidden."""

from __future__ import annotations

from typing import Any

import pytest
from selenium.webdriver import ActionChains, Chrome, Keys

from companion.locale import LANGUAGES, Texts
from companion.referee.asked import kinds
from companion.referee.events import MoveEntered, OutcomeEntered
from tests.broadcast.browser import browser
from tests.broadcast.sitting import Sitting
from tests.broadcast.test_broadcaster import MakeBroadcaster
from tests.broadcast.web import Web, faults, shows, text, web
from tests.doubles.waiting import until

pytestmark = pytest.mark.outside

__all__ = ["browser", "web"]

MARKED = (
    "return [...document.querySelectorAll('g[data-cell]')]"
    ".filter(g => g.querySelector('[data-goal]')).map(g => g.dataset.cell)"
)


def at_the_table(web: Web, broadcast: MakeBroadcaster, **section: Any) -> Sitting:
    """South has laid a card that leads one cell to the right, and may step (marso/phase)."""
    sitting = Sitting()
    sitting.session.subscribe(broadcast(web.broker, send=sitting.session.handle, **section))
    return sitting


def press(browser: Chrome, label: str, keys: str) -> None:
    """Go to the control with this label by keyboard, and press these keys."""
    for _ in range(60):
        ActionChains(browser).send_keys(Keys.TAB).perform()
        if browser.execute_script("return document.activeElement.textContent").startswith(label):
            ActionChains(browser).send_keys(keys).perform()
            return
    pytest.fail(f"{label} cannot be reached by keyboard")


def test_a_guest_asks_for_a_seat_by_keyboard_in_three_languages(
    browser: Chrome, web: Web, broadcast: MakeBroadcaster
) -> None:
    sitting = at_the_table(web, broadcast, commands=True)
    seats = sitting.view.setup.seats
    while not any(kinds(sitting.view).get(seats[0], ())):
        sitting.play()
    sitting.session.handle(MoveEntered(seats[0], "play ur r"))
    entries = sitting.view.entries
    for language in LANGUAGES:
        texts = Texts(language, "marso")
        browser.get(web.address(table="kitchen", lang=language))
        shows(browser, ".may h2", texts.say("May I?"))
        shows(browser, ".may [role=status]", texts.say("Say first where you sit."))
        press(browser, texts.seat(seats[0]).capitalize(), Keys.ENTER)
        press(browser, texts.say("What may I do?"), Keys.SPACE)
        for verb in kinds(sitting.view)[seats[0]]:
            shows(browser, ".may .kinds", texts.kind(verb))
        press(browser, "d3", Keys.ENTER)
        assert sorted(browser.execute_script(MARKED)) == ["d3", "e3"]
    press(browser, "d3", Keys.ENTER)
    assert browser.execute_script(MARKED) == []
    assert sitting.view.entries == entries, "asking changes nothing"
    press(browser, texts.seat(seats[1]).capitalize(), Keys.ENTER)
    press(browser, texts.say("What may I do?"), Keys.ENTER)
    shows(browser, ".may .kinds", texts.say("Nothing now"))
    sitting.session.handle(MoveEntered(seats[0], "step e3"))
    until(lambda: not text(browser, ".may .kinds"), "the table has gone on, so the answer is forgotten")
    assert faults(browser) == []


def test_a_table_that_takes_no_commands_offers_no_question(
    browser: Chrome, web: Web, broadcast: MakeBroadcaster
) -> None:
    sitting = at_the_table(web, broadcast)
    sitting.session.handle(OutcomeEntered("open b1"))
    browser.get(web.address(table="kitchen", lang="en"))
    shows(browser, ".status", "Live")
    assert text(browser, ".may") == ""


def test_what_others_answer_is_not_shown_and_silence_is_said(browser: Chrome, web: Web) -> None:
    seats = [{"seat": "south", "name": "South", "number": 1}]
    picture = {"schema": 1, "title": "G", "words": {}, "colours": {}, "seats": seats, "cells": []}
    said = {"schema": 1, "boot": "b", "match": "1", "entries": 0, "looks": {}}
    web.publish({
        "companion/kitchen/picture": picture,
        "companion/kitchen/watch": said,
        "companion/kitchen/broadcast": {"schema": 1, "on": True},
    })  # fmt: skip
    browser.get(web.address(table="kitchen", lang="en", seat="south"))
    shows(browser, ".may h2", "May I?")
    browser.execute_script("document.querySelector('.may .ask').click()")
    stray = {"schema": 1, "command": "may", "id": "1", "accepted": True, "reason": None}
    web.publish({"companion/kitchen/answer": stray | {"may": {"kinds": [{"text": "stray"}]}}}, retain=False)
    shows(browser, ".may [role=status]", "The table does not answer")
    assert "stray" not in text(browser, ".may")
    assert faults(browser) == []
