"""A game from elsewhere whose code raises in the middle of a match: it is named, and nothing is lost."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.keeper import told
from companion.commands.new_game import FILES, filled
from companion.journal import open_journal
from companion.judge.judge import Judge
from companion.locale import LANGUAGES, Texts
from companion.ports.errors import ControllerError
from companion.program import shell
from companion.referee import faults
from companion.referee.events import MoveEntered, UndoAsked
from companion.referee.guard import Guarded
from companion.referee.session import Session
from companion.rules.contract import Seat
from companion.rules.match import Match, format_match, parse_match
from companion.rules.registry import AnyGame, find_game
from tests.doubles.journal import MemoryJournal
from tests.plugins.installing import installed

NAME = "quarrel"
STEPS = (MoveEntered("south", "step a1 a2"), MoveEntered("north", "step b3 b2"))
"""The second one meets the fault."""
THERE = "'b2' in state.pawns[1]"
GONE = "move[2] == 'b2'"
FAULTS = {
    "goodbye": ("after_move(state, seat, move)", GONE),
    "wrong value": ("after_move(state, seat, move)", GONE),
    "wrong pending": ("pending(state)", THERE),
    "wrong score": ("score(state, seat)", THERE),
    "wrong points": ("score(state, seat)", THERE),
    "wrong legal_moves": ("legal_moves(state, seat)", THERE),
    "wrong position": ("format_position(state)", THERE),
    "after_move": ("after_move(state, seat, move)", GONE),
    "pending": ("pending(state)", THERE),
    "format_position": ("format_position(state)", THERE),
}
"""Methods that raise, or give what the contract does not allow, and when."""


@pytest.fixture(params=FAULTS)
def game(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[AnyGame]:
    """What ``companion new-game`` writes, with the fault."""
    place = tmp_path / "project"
    words = {"name": NAME, "title": NAME.capitalize(), "class": NAME.capitalize()}
    for file, source in FILES.items():
        path = place / file.format(name=NAME)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(filled(source, words), encoding="utf-8")
    rules = place / NAME / "rules.py"
    text = rules.read_text(encoding="utf-8")
    method, when = FAULTS[request.param]
    does = {
        "goodbye": "raise SystemExit('pawn b2')",
        "wrong points": "return (ScoreLine('end.1', 'pawn b2'),)",
        "wrong position": "return ['pawn b2']",
    }
    usual = "return 'pawn b2'" if request.param.startswith("wrong") else "raise KeyError('pawn b2')"
    fault = does.get(request.param, usual)
    heading = f"    def {method.replace('(', '(self, ')}:\n"
    body = f"        if {when}:\n            {fault}\n        return super().{method}\n"
    needed = "from companion.rules.contract import ScoreLine\n\n\n"
    made = f"{needed}class Faulty({words['class']}):\n{heading}{body}"
    last = f"game = {words['class']}()\n"
    assert text.endswith(last)
    rules.write_text(f"{text.removesuffix(last)}{made}\n\ngame = Faulty()\n")
    (tmp_path / "site").mkdir()
    with installed(place, tmp_path / "site"):
        yield find_game(NAME)
    for module in [name for name in sys.modules if name.partition(".")[0] == NAME]:
        del sys.modules[module]


def test_a_rule_that_raises_is_named_and_play_goes_on(game: AnyGame, tmp_path: Path) -> None:
    match = Match.begin(game, game.setup(2, {}))
    book = open_journal(tmp_path / "journal.sqlite")
    number = book.create(format_match(match)).match
    journal = book.resume(number)
    session = Session("t", str(number), match, journal, Judge(match, frozenset()), (), time.monotonic)
    for step in STEPS:
        session.handle(step)
    trouble = session.view.trouble
    assert trouble is not None
    facts = dict(trouble.facts)
    assert "pawn b2" in facts.pop("reason")
    assert facts == {"game": NAME, "package": NAME}
    for language in LANGUAGES:
        assert NAME in Texts(language).message(trouble)
    assert session.view.entries == 1
    assert [entry.text for entry in parse_match(book.export(number)).entries] == ["step a1 a2"]
    session.handle(MoveEntered("north", "take b3 a2"))
    assert session.view.trouble is None
    session.handle(UndoAsked(1))
    kept = parse_match(book.export(number))
    assert [entry.text for entry in kept.entries] == ["step a1 a2", "take b3 a2", ""]
    assert kept.state == session.match.state
    book.close()


def look_at(game: AnyGame, text: str) -> None:
    state = parse_match(text).state
    game.format_position(state)
    game.score(state, Seat(0))
    game.legal_moves(state, Seat(0))


def test_a_match_that_cannot_be_opened_is_told_in_one_sentence(
    game: AnyGame, caplog: pytest.LogCaptureFixture
) -> None:
    """Each time to people, once in the log: a camera has ten pictures a second judged."""
    text = format_match(Match.begin(game, game.setup(2, {})))
    text += "".join(f"{step.seat} {step.text}\n" for step in STEPS)
    faults._log.cache_clear()  # what other tests have logged
    for _ in range(3):
        with pytest.raises(ControllerError) as error, told():
            look_at(game, text)
        assert ("package", NAME) in error.value.text.facts
    assert [record.getMessage() for record in caplog.records] == [f"the game {NAME}"]


def test_a_command_that_meets_a_game_s_fault_names_the_game(
    game: AnyGame, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also a game that wants to end the program, which would else end without a word."""
    for part in ("_open_streams", "_keep_log", "keep_heap_small"):
        monkeypatch.setattr(shell, part, lambda: None)
    monkeypatch.setattr(threading, "excepthook", threading.excepthook)
    text = format_match(Match.begin(game, game.setup(2, {})))
    text += "".join(f"{step.seat} {step.text}\n" for step in STEPS)
    assert shell.run(lambda: look_at(game, text)) == 1
    assert f"The game {NAME} failed by a fault of its package {NAME}" in capsys.readouterr().err
    assert shell.run(lambda: sys.exit(3)) == 3


@pytest.mark.parametrize("game", ["wrong pending", "after_move", "goodbye"], indirect=True)
def test_a_reader_that_meets_a_game_s_fault_names_the_game(game: AnyGame) -> None:
    match = Match.begin(game, game.setup(2, {}))
    text = format_match(match) + "".join(f"{step.seat} {step.text}\n" for step in STEPS)
    session = Session("t", "1", match, MemoryJournal(), Judge(match, frozenset()), (), time.monotonic)
    reader = Guarded(lambda _: look_at(game, text))
    reader(session.view)
    assert reader.trouble is not None
    assert dict(reader.trouble.facts)["package"] == NAME


def test_a_reader_that_ends_the_program_itself_ends_it() -> None:
    match = Match.begin(find_game("marso"), find_game("marso").setup(2, {}))
    session = Session("t", "1", match, MemoryJournal(), Judge(match, frozenset()), (), time.monotonic)
    with pytest.raises(SystemExit):
        Guarded(lambda _: sys.exit(3))(session.view)


def test_a_fault_elsewhere_is_no_game_s() -> None:
    with pytest.raises(ZeroDivisionError), told():
        _ = 1 / 0
