"""A match as a page that replays it, opened from the disk in a real Chromium."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from selenium.webdriver import ActionChains, Chrome, Keys

from companion.broadcast.replay import replay_page
from companion.cli import main
from companion.locale import Texts
from companion.referee.events import MoveEntered, OutcomeEntered
from companion.referee.moments import views_of
from companion.referee.publish import history_of, seats_of
from companion.referee.sentences import amount, capital, history_line
from companion.referee.view import RulingKind
from companion.rules.match import parse_match, replay_match
from companion.rules.registry import find_game
from tests.broadcast.browser import browser
from tests.broadcast.sitting import Sitting
from tests.broadcast.test_duel import CLEAR
from tests.broadcast.web import faults, shows, text
from tests.doubles.duel_table import DUEL, DuelTable
from tests.ours import OURS

pytestmark = pytest.mark.outside

__all__ = ["browser"]

GOLDEN = Path(__file__).parents[1] / "golden"


def match_file(game: str) -> Path:
    return sorted((GOLDEN / game).glob("*.match"))[0]


@pytest.mark.parametrize("game", OURS)
def test_a_match_is_replayed_entry_by_entry(browser: Chrome, tmp_path: Path, game: str) -> None:
    path, page = match_file(game), tmp_path / "out.html"
    done = CliRunner().invoke(main, ["replay", str(path), "--html", str(page)])
    assert (done.exit_code, done.output) == (0, f"{page}: open it in a browser.\n")
    matches = list(replay_match(path.read_text(encoding="utf-8")))
    texts, rules = Texts("uk", game), find_game(game)
    browser.get(f"{page.as_uri()}?lang=uk#{len(matches) // 2}")
    shows(browser, "h1", texts.say(rules.title))
    browser.execute_script("document.activeElement.blur()")
    for number in (len(matches) // 2, len(matches) // 2 + 1, len(matches) // 2 + 2):
        match = matches[number]
        shows(browser, ".place", f"Запис {number} із {len(matches) - 1}")
        assert history_line(texts, history_of(match)[-1]) in text(browser, ".history li")
        public = rules.observe(match.state, None)
        script = "return [...document.querySelectorAll('.points')].map(p => p.textContent)"
        points = browser.execute_script(script)
        assert points == [amount(seat.points) for seat in seats_of(rules, match.setup, public)]
        ActionChains(browser).send_keys(Keys.ARROW_RIGHT).perform()
    assert "x-" not in text(browser, ".turn")
    assert faults(browser) == []


def test_it_goes_to_both_ends_and_plays_by_itself(browser: Chrome, tmp_path: Path) -> None:
    page = tmp_path / "out.html"
    page.write_text(replay_page(match_file("marso").read_text(encoding="utf-8")), encoding="utf-8")
    entries = len(parse_match(match_file("marso").read_text(encoding="utf-8")).entries)
    browser.get(f"{page.as_uri()}?lang=en")
    shows(browser, ".place", f"Entry 0 of {entries}")
    press(browser, "Last")
    shows(browser, ".place", f"Entry {entries} of {entries}")
    shows(browser, ".now .turn", "Winner")
    press(browser, "Play")
    shows(browser, ".place", f"Entry 1 of {entries}")
    press(browser, "Pause")
    press(browser, "First")
    shows(browser, ".place", f"Entry 0 of {entries}")


def test_what_was_refused_is_a_moment_with_its_clause(browser: Chrome, tmp_path: Path) -> None:
    sitting = Sitting()
    sitting.play(2)
    sitting.session.handle(MoveEntered("south", "fly trap"))
    ruling = sitting.view.ruling
    assert ruling is not None
    assert ruling.breaches
    entries = sitting.view.entries
    sitting.session.handle(sitting.action())
    page = tmp_path / "out.html"
    page.write_text(replay_page(sitting.file()), encoding="utf-8")
    browser.get(f"{page.as_uri()}?lang=uk#{entries}")
    texts = Texts("uk", "marso")
    shows(browser, ".place", f"Запис {entries} із {sitting.view.entries}")
    press(browser, "Далі")
    shows(browser, ".ruling.refused strong", texts.say("Not allowed"))
    for breach in ruling.breaches:
        assert capital(texts.breach(breach)) in text(browser, ".ruling")
    shows(browser, ".place", f"Запис {entries} із {sitting.view.entries}")
    assert browser.execute_script("return document.querySelectorAll('.history li').length") == entries
    press(browser, "Далі")
    shows(browser, ".place", f"Запис {entries + 1} із")
    assert browser.execute_script("return document.querySelector('.ruling.refused')") is None
    assert faults(browser) == []


def test_a_verdict_about_the_totem_is_shown_with_its_time_axis(browser: Chrome, tmp_path: Path) -> None:
    table = DuelTable(4, DUEL)
    table.has_base()
    table.moves(CLEAR)
    evidence = table.case.evidence
    entries = table.view.entries
    while table.has_case:
        table.send(OutcomeEntered(table.view.touch[0].text))
    page = tmp_path / "out.html"
    page.write_text(replay_page(table.file()), encoding="utf-8")
    browser.get(f"{page.as_uri()}?lang=en#0")
    shows(browser, ".place", f"Entry 0 of {table.view.entries}")
    press(browser, "On")
    texts = Texts("en", "jungle")
    for number in (0, *range(1, entries + 1)):
        shows(browser, ".place", f"Entry {number} of")
        shows(browser, ".verdict .turn", "Took the totem first, open to appeal: player 1")
        script = "return [...document.querySelectorAll('.axis .mark-text')].map(t => t.textContent)"
        marks = browser.execute_script(script)
        timed = [texts.message(said) for said in evidence if "ms" in dict(said.facts)]
        assert [mark.partition(" ms: ")[2] for mark in marks] == timed
        press(browser, "On")
    shows(browser, ".place", f"Entry {entries + 1} of")
    assert text(browser, ".verdict") == "", "play has gone on"
    assert faults(browser) == []


@pytest.mark.parametrize(
    "line",
    [
        "# refused south",
        "# refused {}",
        '# refused {"at":1,"seat":"s","move":"m","cells":[],"breaks":[["no/such.1",[],[]]]}',
        '# refused {"at":1,"seat":"s","move":"m","cells":[],"breaks":[5]}',
        "# grab {}",
        "# duel [",
        '# duel {"length": 3}',
        "# what a game",
    ],
)
def test_a_comment_that_nobody_can_read_is_no_moment(line: str) -> None:
    said = match_file("marso").read_text(encoding="utf-8")
    assert len(list(views_of(f"{said}{line}\n"))) == len(list(views_of(said)))


def test_a_move_that_was_agreed_upon_names_what_it_breaks() -> None:
    said = (GOLDEN / "marso" / "three_with_take_backs.match").read_text(encoding="utf-8")
    rulings = [view.ruling for view in views_of(said) if view.ruling is not None]
    agreed = [ruling for ruling in rulings if ruling.kind is RulingKind.ANYWAY]
    assert len(agreed) == 2
    assert all(ruling.breaches for ruling in agreed)
    assert not any(ruling.breaches for ruling in rulings if ruling not in agreed)


def press(browser: Chrome, label: str) -> None:
    script = "[...document.querySelectorAll('button')].find(b => b.textContent === arguments[0]).click()"
    browser.execute_script(script, label)


@pytest.mark.parametrize("game", OURS)
def test_the_page_stands_alone(game: str) -> None:
    page = replay_page(match_file(game).read_text(encoding="utf-8"))
    assert re.findall(r"(?:src|href)=[\"'][^\"']*", page) == []
    assert set(re.findall(r"[a-z]+://[\w.]+", page)) == {"http://www.w3.org"}
    assert page.count("</script>") == 1


def test_a_file_that_is_no_match_is_told_in_one_sentence(tmp_path: Path) -> None:
    bad = tmp_path / "bad.match"
    bad.write_text("match 1\ngame marso\nrules 1\nseats south north\n\nnonsense\n", encoding="utf-8")
    done = CliRunner().invoke(main, ["replay", str(bad), "--html", str(tmp_path / "out.html")])
    assert done.exit_code == 2, "as without --html"
    assert not (tmp_path / "out.html").exists()
    assert len(done.output.splitlines()) == 1
    nowhere = str(tmp_path / "no" / "out.html")
    done = CliRunner().invoke(main, ["replay", str(match_file("marso")), "--html", nowhere])
    assert (done.exit_code, "choose another place" in done.output) == (1, True)
