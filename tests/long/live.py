"""A game at the simulated table in the real window, to its end, with people who answer what they are asked.

    python -m tests.long.live GAME FOLDER [--players N] [--pace P] [--seed S] [--mistakes N] [--minutes M]

The people know what they did: each question gets the answer that leads furthest along it. Where no answer is
right, or nobody is asked and the referee stays behind, they enter by touch what is missing, a *repair*. One
line of JSON at the end: moves, answers, repairs, taps, wrong commits and the first entry of each, refusals,
seconds at the table, the longest time that the referee was behind. Ends with 1 when the game could not be
played.
"""

from __future__ import annotations

import json
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import click

from companion.app.companion import Companion
from companion.app.simulated import SIMULATED, Company
from companion.evaluation.agreement import agreeing, lawful_line
from companion.evaluation.truth import parse_truth
from companion.owner.configuration import Config
from companion.ports.choices import TableChoice
from companion.referee.events import Answered, AsShown, Event
from companion.referee.helping import right_answers, touches
from companion.referee.session import Session
from companion.referee.view import RulingKind
from companion.rules.contract import Over
from companion.rules.match import AnyMatch, PlayedEntry
from companion.screen.pages.start import run_screen

ANSWERED_AFTER = 3.0
"""Seconds until people answer a question."""
BEHIND = 20.0
"""Seconds behind, asked or not, until people enter what is missing."""
LATE_TRUTH = 4.0
"""Seconds after which what is committed and what the file tells must agree: it tells an act when hands have
left."""
TAKEN = 120.0
"""Seconds until a touch must be taken in: the judging of a view is not broken off for it."""
STEP = 0.3
"""Seconds between two looks at the screen."""


class People:
    """Those who sit at the open table, with what they know: ``truth`` is the file that tells it."""

    def __init__(self, app: Companion, truth: Path) -> None:
        self._app = app
        self._truth = truth
        self._since = dict[str, float]()
        self._counts: Counter[str] = Counter()
        self._wrong: list[str] = []
        self._ruling = 0
        self._noted = False
        self._behind = 0.0

    def look(self) -> bool:
        """Look at the screen once, and do what is wanted; whether the game is over."""
        session, truth = self._session, self._read()
        if isinstance(session.view.pending, Over):
            return True
        if truth is not None:  # of a game that needs no camera, no file tells it
            self._look(session, truth)
        return False

    def _look(self, session: Session, truth: AnyMatch) -> None:
        """Note what is wrong, answer what is asked, repair what stays behind."""
        line, lawful = session.match.line, lawful_line(truth)
        mine, same = agreeing(line, lawful)
        ruling = session.view.ruling
        if ruling is not None and ruling.number != self._ruling:
            self._ruling = ruling.number
            self._counts[ruling.kind.value] += 1
        wrong = self._for("wrong", mine < len(line) and same < len(lawful))
        acted = any(played.ref not in session.drawn for played in line[mine:])
        ahead = self._for("ahead", acted)  # a hand may have yet to leave
        if ahead == 0.0:
            self._noted = False
        elif not self._noted and (wrong > LATE_TRUTH or ahead > BEHIND):
            self._noted = True
            first = line[mine]
            self._wrong.append(f"{first.number} {first.entry.seat} {first.entry.text}")
        question = session.view.question
        waiting = f"question {question.number}" if question is not None else ""
        behind = self._for("behind", same < len(lawful))
        self._behind = max(self._behind, behind)
        asked = question is not None and self._for(waiting, True) > ANSWERED_AFTER
        erring = len(lawful) < len(truth.line)
        if asked and same < len(lawful) and self._answer(session, lawful[same:]):
            self._since.clear()
        elif max(behind, ahead) > BEHIND and not erring:
            self._repair(mine, lawful[same:])
            self._since.clear()

    def _for(self, what: str, holds: bool) -> float:
        """Seconds for which it has held."""
        if not holds:
            self._since.pop(what, None)
            return 0.0
        return time.monotonic() - self._since.setdefault(what, time.monotonic())

    def _answer(self, session: Session, wanted: Sequence[PlayedEntry[object]]) -> bool:
        """The choice that leads furthest along what was done; False if none does."""
        right, question = right_answers(session, wanted), session.view.question
        if question is None or not right:
            return False
        self._send("answers", Answered(question.number, max(right, key=right.__getitem__)))
        return True

    def _repair(self, mine: int, missing: Sequence[PlayedEntry[object]]) -> None:
        """Undo all but the first entries, which are ``mine`` rightly; enter what was done since."""
        self._counts["repairs"] += 1
        for _, touch in touches(self._session, mine, missing):
            self._send("taps", touch)
        self._send("taps", AsShown())

    def _send(self, what: str, event: Event) -> None:
        """To the session, and wait until it has taken it in."""
        self._counts[what] += 1
        before = self._session.view.revision
        self._app.send(event)
        until = time.monotonic() + TAKEN
        while self._session.view.revision == before and time.monotonic() < until:
            time.sleep(0.05)

    def _read(self) -> AnyMatch | None:
        """What really happened so far; None before anything did."""
        text = self._truth.read_text(encoding="utf-8") if self._truth.exists() else ""
        return parse_truth(text)[0] if text else None

    @property
    def _session(self) -> Session:
        table = self._app._table
        assert table is not None
        return table._session

    def sums(self) -> dict[str, object]:
        """What it came to."""
        truth = self._read()
        line = truth.line if truth is not None else ()
        lawful = lawful_line(truth) if truth is not None else ()
        _, same = agreeing(self._session.match.line, lawful)
        counts = self._counts
        return {
            "moves": len(line),
            "agreed": same,
            "answers": counts["answers"],
            "repairs": counts["repairs"],
            "taps": counts["answers"] + counts["taps"],
            "wrong commits": len(self._wrong),
            "wrong": self._wrong,
            "refusals": counts[RulingKind.REFUSED.value],
            "longest behind": round(self._behind, 1),
        }


def play(app: Companion, people: People, choice: TableChoice, seconds: float) -> dict[str, object]:
    """From the choice of the table to the end of the game; then close the screen."""
    from kivy.app import App
    from kivy.clock import Clock

    try:
        _on_screen(lambda: app.open_table(choice))
        _on_screen(lambda: App.get_running_app().go("table"))
        began, over = time.monotonic(), False
        while not over and time.monotonic() < began + seconds:
            time.sleep(STEP)
            over = people.look()
        played = round(time.monotonic() - began)
        return {"ended": "over" if over else "time", "seconds": played} | people.sums()
    finally:
        Clock.schedule_once(lambda _: App.get_running_app().stop())


def _on_screen(act: Callable[[], object]) -> None:
    """As a finger does, on the screen's thread."""
    from kivy.clock import Clock

    done = threading.Event()

    def now(_: object) -> None:
        act()
        done.set()

    Clock.schedule_once(now)
    assert done.wait(120.0), "the screen takes no touches"


@click.command()
@click.argument("game")
@click.argument("folder", type=click.Path(path_type=Path))
@click.option("--players", default=2)
@click.option("--pace", default=1.0)
@click.option("--seed", default=41)
@click.option("--mistakes", default=3)
@click.option("--minutes", default=60.0)
def main(
    game: str, folder: Path, players: int, pace: float, seed: int, mistakes: int, minutes: float
) -> None:
    """Play one game in the window and say what came of it."""
    folder.mkdir(parents=True, exist_ok=True)
    config = Config(table="live", set_up=True, journal=folder / "journal.sqlite")
    truth = folder / "truth.match"
    app = Companion(config, Company(seed=seed, mistakes=mistakes, pace=pace, truth=truth))
    played = app.game(game)
    seats = next(one for one in played.seatings if len(one) == players)
    options = {option.id: option.default for option in played.options}
    choice = TableChoice(game, seats, options, SIMULATED.source, frozenset(app.electronic_sources(game)))
    result: dict[str, object] = {}

    def at_table() -> None:
        result.update(play(app, People(app, truth), choice, 60 * minutes))

    hands = threading.Thread(target=at_table, name="people", daemon=True)
    run_screen(app, "uk", drawn=lambda: None if hands.ident else hands.start())
    app.close()
    print(json.dumps({"game": game, "players": players} | result))
    sys.exit(0 if result else 1)


if __name__ == "__main__":
    main()
