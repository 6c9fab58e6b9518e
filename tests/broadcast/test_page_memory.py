"""What nobody may know is nowhere in a spectator's browser."""

from __future__ import annotations

import base64
import json
import random
import re

import pytest
from selenium.webdriver import Chrome

from companion.referee.events import CameraNamed, MoveEntered
from companion.rules.registry import find_game
from tests.broadcast.browser import browser
from tests.broadcast.memory import heap, process_holds
from tests.broadcast.sitting import Sitting
from tests.broadcast.test_broadcaster import MakeBroadcaster
from tests.broadcast.web import Web, log, received, web
from tests.doubles.waiting import until
from tests.rules.contract.hooks import hooks_of

pytestmark = [pytest.mark.outside, pytest.mark.slow]

__all__ = ["browser", "web"]

KNOWN = "a word that this page alone knows"


def test_secrets_are_nowhere_in_the_page_s_memory(
    browser: Chrome, web: Web, broadcast: MakeBroadcaster
) -> None:
    """Neither in what came over the network, nor in the heap of its scripts, nor elsewhere in its process."""
    game = find_game("marso")
    dealt = hooks_of("marso").resealed(game.initial(game.setup(2, {})), random.Random(3))
    hands = re.findall("^hand .*$", game.format_position(dealt), re.MULTILINE)
    assert "?" not in "".join(hands), "the referee knows them"
    sitting = Sitting(start=dealt, seed=77)
    sitting.session.handle(CameraNamed("usb:olenas-camera", False))
    sitting.session.subscribe(broadcast(web.broker))
    browser.execute_cdp_cmd("Network.enable", {})
    log(browser, "performance")
    browser.get(web.address(table="kitchen", lang="en"))
    sitting.session.handle(MoveEntered("south", "fly trap"))
    sitting.play(3)
    until(lambda: f'value="{sitting.view.entries}"' in browser.page_source, "the newest entry")
    seed = sitting.deck.seed
    secrets = [seed, seed.hex().encode(), base64.b64encode(seed), b"olenas-camera"]
    for hand in hands:
        cards = hand.split()[2:]
        secrets += [
            hand.encode(),
            " ".join(cards).encode(),
            json.dumps(cards, separators=(",", ":")).encode(),
        ]
    browser.execute_script("window.kept = arguments[0].join('')", list(KNOWN))
    known, scripts = KNOWN.encode(), heap(browser)
    assert known in scripts, "what a page holds is found"
    assert process_holds(browser, [*secrets, known, b"companion/kitchen/watch"]) == {
        known,
        b"companion/kitchen/watch",
    }
    frames = received(browser)
    assert b'"looks"' in frames
    assert [secret for secret in secrets if secret in frames + scripts] == []
