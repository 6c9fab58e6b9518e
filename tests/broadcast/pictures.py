"""``make pictures``: takes the pictures of the broadcast for the documentation.

Real tables at a real Mosquitto, shown by the page in Chromium on the sizes of a phone and a projector, by the
page's hall, by a replay, and by a Home Assistant that really runs.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from selenium.webdriver import Chrome

from companion.broadcast import broadcast_from
from companion.broadcast.broadcaster import Broadcaster
from companion.broadcast.replay import replay_page
from companion.judge.verdicts import Unclear
from companion.referee.events import MoveEntered, OutcomeEntered
from companion.referee.session import Session
from companion.rules.match import Match, parse_match
from companion.rules.registry import find_game
from tests.broadcast.broker import Broker
from tests.broadcast.browser import PHONE, PROJECTOR, open_browser
from tests.broadcast.halls import hall_process
from tests.broadcast.house import HASS, House, Translator
from tests.broadcast.sitting import Sitting
from tests.broadcast.test_duel import CLEAR
from tests.broadcast.views import table_of
from tests.broadcast.web import Web, shows
from tests.doubles.duel_table import DUEL, DuelTable
from tests.doubles.table import move
from tests.doubles.waiting import until
from tests.pictures import ROOT, place
from tests.referee.session_table import Table

GOLDEN = ROOT / "tests" / "golden"
DESK = (1280, 800)
SLOW = 120.0
"""Seconds for Home Assistant's own page to load."""
TABLES = {
    "balcony": ("arctica", 0.5),
    "kitchen": ("marso", 0.6),
    "library": ("atlantis", 1.0),
    "veranda": ("northwest", 0.7),
}
"""What is played where, and how much of a recorded game has been played."""
EVENING = """[players.library]
red = "Olena"
blue = "Ivan"
"""


def main() -> None:
    """Take them all."""
    with TemporaryDirectory() as temporary, ExitStack() as ends:
        folder = Path(temporary)
        web = Web(folder)
        ends.callback(web.broker.stop)
        for table, (game, part) in TABLES.items():
            ends.callback(broadcast(web.broker, table, played(game, part)).close)
        duel = DuelTable(4, DUEL)
        duel.has_base()
        duel.moves(CLEAR)
        asked = Table()
        asked.session.handle(OutcomeEntered("open b1"))
        asked.see(Unclear(((move("south", "play ur r"),), (move("south", "play jet"),)), ()))
        for table, session in (("cellar", duel.session), ("studio", asked.session)):
            ends.callback(broadcast(web.broker, table, session).close)
        browser = open_browser(folder)
        ends.callback(browser.quit)
        plan = folder / "evening.toml"
        plan.write_text(EVENING, encoding="utf-8")
        hall = hall_process(web.broker, "--evening", str(plan), "--publish", home=folder)
        ends.callback(hall.communicate)
        ends.callback(hall.terminate)
        pages(browser, web)
        replay(browser, folder)
        if HASS.exists():
            home(browser, folder, web.broker)
        else:
            print("Home Assistant is not installed, so there is no picture of it.", file=sys.stderr)


def played(game: str, part: float) -> Session:
    """The session of a recorded game of which so much has been played."""
    text = sorted((GOLDEN / game).glob("*.match"))[0].read_text(encoding="utf-8")
    whole = parse_match(text, find_game(game))
    match: Match[object, object, object] = Match.begin(whole.game, whole.setup, whole.start)
    for entry in whole.entries[: round(part * len(whole.entries))]:
        match = match.add(entry)
    return table_of(match).session


def broadcast(broker: Broker, table: str, session: Session, home_assistant: bool = False) -> Broadcaster:
    """The table speaks."""
    section = {"host": "127.0.0.1", "port": broker.port, "home_assistant": home_assistant, "commands": True}
    speaker = Broadcaster(broadcast_from(section), table, send=session.handle)
    session.subscribe(speaker)
    return speaker


@contextmanager
def sized(browser: Chrome, size: tuple[int, int], scale: float = 1) -> Iterator[None]:
    """A screen of that size."""
    metrics = {"width": size[0], "height": size[1], "deviceScaleFactor": scale, "mobile": size == PHONE}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)
    yield
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})


def shoot(browser: Chrome, name: str) -> None:
    """What is on the screen, once it lies still."""
    time.sleep(1)
    browser.save_screenshot(str(place(name)))


def pages(browser: Chrome, web: Web) -> None:
    """The page on a phone and on a projector, a duel, the hall."""
    for name, table, language, size, words in (
        ("page-phone.png", "kitchen", "uk", PHONE, "Марсо"),
        ("page-projector.png", "balcony", "en", PROJECTOR, "Arctica"),
        ("page-duel.png", "cellar", "en", DESK, "Wild Jungle"),
    ):
        with sized(browser, size, 2 if size == PHONE else 1):
            browser.get(web.address(table=table, lang=language))
            shows(browser, "h1", words)
            until(lambda: browser.execute_script("return document.querySelector('.board svg')"), "the board")
            shoot(browser, name)
    with sized(browser, DESK):
        browser.get(web.address(lang="en"))
        shows(browser, "main [role=status]", "6 tables, 1 wait")
        shows(browser, ".standings", "Olena")
        shoot(browser, "hall.png")


def replay(browser: Chrome, folder: Path) -> None:
    """A refusal in the replay of a match."""
    sitting = Sitting(seed=4)
    sitting.play(24)
    whose = next(move.seat for move in sitting.view.touch if move.seat)
    entries = sitting.view.entries
    sitting.session.handle(MoveEntered(whose, "fly trap"))
    sitting.play(3)
    page = folder / "replay.html"
    page.write_text(replay_page(sitting.file()), encoding="utf-8")
    with sized(browser, DESK):
        browser.get(f"{page.as_uri()}?lang=en#{entries}")
        browser.execute_script("[...document.querySelectorAll('.controls button')].at(-2).click()")
        shows(browser, ".ruling strong", "Not allowed")
        shoot(browser, "replay.png")


def home(browser: Chrome, folder: Path, broker: Broker) -> None:
    """The table on the dashboard that Home Assistant makes by itself."""
    translator = Translator(broker)
    house = House(folder / "house", broker)
    session = played("northwest", 0.6)
    drawn = session.view.touch[0]
    session.handle(MoveEntered(drawn.seat, drawn.text) if drawn.seat else OutcomeEntered(drawn.text))
    speaker = broadcast(broker, "dining-room", session, home_assistant=True)
    try:
        until(lambda: "sensor.companion_dining_room_turn" in house.states(), "the table")
        with sized(browser, DESK):
            browser.get(f"{house.address}/static/icons/favicon.ico")
            browser.execute_script(house.log_in)
            browser.get(f"{house.address}/lovelace/0")
            loading = "return document.querySelector('#ha-launch-screen') !== null"
            deadline = time.monotonic() + SLOW
            while browser.execute_script(loading) and time.monotonic() < deadline:
                time.sleep(1)
            time.sleep(5)  # its cards come in one after the other
            shoot(browser, "home-assistant.png")
    finally:
        speaker.close()
        house.close()
        translator.close()


if __name__ == "__main__":
    main()
