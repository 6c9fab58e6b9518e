"""The bridge of the hall's page, between two real Mosquittos."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.broadcast.sitting import Sitting
from tests.broadcast.test_broadcaster import MakeBroadcaster, MakeBroker, MakeSubscriber
from tests.broadcast.test_commands import Asker
from tests.doubles.waiting import until

pytestmark = pytest.mark.outside

PAGE = Path(__file__).parents[2] / "companion" / "docs" / "hall.md"
FOR_THE_NET = ("remote_username", "remote_password", "bridge_cafile")
"""What the page shows for a broker elsewhere; here both are without a login."""


def bridge_to(port: int) -> str:
    text = PAGE.read_text(encoding="utf-8").partition("```text bridge.conf\n")[2].partition("```")[0]
    lines = [line for line in text.splitlines() if not line.startswith(FOR_THE_NET)]
    return re.sub(r"league.example:\d+", f"127.0.0.1:{port}", "\n".join(lines))


def test_a_house_is_seen_at_the_centre_and_the_centre_cannot_speak_for_it(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    centre = broker().start()
    house = broker(f"allow_anonymous true\n{bridge_to(centre.port)}").start()
    ear, home = subscribe(centre), subscribe(house)
    sitting = Sitting()
    sitting.session.subscribe(broadcast(house, commands=True, send=sitting.session.handle))
    until(lambda: ear.said("brief"), "the table at the centre")
    sitting.play(3)
    until(lambda: ear.said("brief")[-1]["entries"] == sitting.view.entries, "its moves")
    assert {topic for topic, _, _ in ear.messages} == {
        f"companion/kitchen/{kind}" for kind in ("online", "brief", "picture", "watch")
    }
    asker = Asker(centre)
    try:
        asker.ask({"command": "undo"})
        sitting.play(1)
        until(lambda: ear.said("brief")[-1]["entries"] == sitting.view.entries, "it plays on")
    finally:
        asker.close()
    assert home.said("answer") == [], "no command comes in over the bridge"
    centre.kill()
    sitting.play(2)
    centre.start()
    again = subscribe(centre)
    entries = sitting.view.entries
    until(lambda: again.said("brief") and again.said("brief")[-1]["entries"] == entries, "the newest")
