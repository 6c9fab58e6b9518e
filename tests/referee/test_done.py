"""*My turn is done* through the session: what is journaled, committed and said. Judge and rules are real;
views are made by hand."""

from __future__ import annotations

from typing import Any

import pytest

from companion.judge.verdicts import Refused
from companion.locale import LANGUAGES, Texts
from companion.referee.done import TWICE
from companion.referee.events import Answered, CameraNamed, FromAfar, MoveEntered, Seen, TurnDone
from companion.referee.sentences import DONE_STAGES
from companion.referee.view import DoneStage, RulingKind, TableView
from companion.rules.match import AnyMatch, Match, format_match, parse_match
from companion.rules.registry import find_game
from companion.terminal.terminal import Terminal
from tests.doubles.table import SessionTable
from tests.judge.matches import due, somewhere
from tests.judge.test_press import ending_arctica, placing
from tests.judge.views import cells_of, first, view
from tests.referee.session_table import Table
from vision.seeing import Glance, View
from vision.types import CameraState

READY, HAND = CameraState.READY, CameraState.HAND


class Watched(SessionTable):
    """It really judges; its camera is in the test's hands."""

    def __init__(self, match: AnyMatch, camera: bool = True) -> None:
        super().__init__(match, time=100.0)
        self.stages: list[DoneStage | None] = []
        if camera:
            self.session.handle(CameraNamed("usb:0", False))
            opening = first(cells_of(match.game, match.setup))
            self.session.handle(Seen(Glance(0, self.time, READY, opening.view)))
        self.session.subscribe(self._note)

    def _note(self, view: TableView) -> None:
        stage = view.done.stage if view.done is not None else None
        if not self.stages or self.stages[-1] is not stage:
            self.stages.append(stage)

    @property
    def stage(self) -> DoneStage | None:
        return self.view.done.stage if self.view.done is not None else None

    @property
    def whose(self) -> str:
        return self.view.setup.seats[due(self.session.match)]

    @property
    def notes(self) -> list[str]:
        return [line for line in self.pages.stored if line.startswith("# done")]

    def is_at(self, stage: DoneStage | None) -> bool:
        return self.stage is stage

    def other(self) -> str:
        return next(seat for seat in self.view.setup.seats if seat != self.whose)

    def frames(self, count: int = 5, state: CameraState = READY, view: View | None = None) -> None:
        for _ in range(count):
            self.time += 0.07
            self.session.handle(Seen(Glance(1, self.time, state, view)))
            view = None

    def press(self, seat: str = "", by: str = "pad") -> None:
        self.time += 0.01
        self.session.handle(TurnDone(seat, by))


def placed(seed: int = 0) -> tuple[Watched, str, View]:
    table, text, seen = placing(seed)
    return Watched(table.match), text, seen


def test_what_was_seen_is_ruled_and_journaled_with_the_press() -> None:
    table, text, seen = placed()
    entries, whose = table.view.entries, table.whose
    table.frames(view=seen)
    assert table.view.entries == entries
    table.press(whose)
    assert table.stage is DoneStage.HEARD
    table.frames()
    assert [line.text for line in table.view.history[entries:]] == [text]
    assert table.view.ruling is not None
    assert table.view.ruling.kind is RulingKind.PLAYED
    assert table.stages == [None, DoneStage.HEARD, DoneStage.RULED]
    assert table.pages.stored[0] == f'# done {{"seat": "{whose}", "by": "pad"}}'


def test_a_match_file_with_a_press_replays_without_it() -> None:
    table, text, seen = placed()
    table.frames(view=seen)
    table.press(table.whose)
    table.frames()
    head = format_match(somewhere("atlantis", 0, 10)).rstrip("\n")
    again = parse_match("\n".join((head, *table.pages.stored, "")), find_game("atlantis"))
    assert again.entries[-1].text == text
    assert again.state == table.session.match.state


def test_pressed_when_nothing_was_seen_people_are_told_and_nothing_is_wrong() -> None:
    table, _, _ = placed()
    entries = table.view.entries
    table.press(table.whose)
    table.frames()
    assert table.stage is DoneStage.NOTHING
    assert (table.view.entries, table.view.trouble, table.view.question) == (entries, None, None)
    assert table.view.ruling is None


def test_pressed_by_a_seat_that_is_not_due() -> None:
    table, _, _ = placed()
    entries = table.view.entries
    table.session.handle(MoveEntered(table.whose, next(m.text for m in table.view.touch)))
    table.frames()
    table.press(table.other())
    table.frames()
    assert table.is_at(DoneStage.RULED), "it has just acted"
    table.frames(10, HAND)
    assert table.stage is None
    for _ in range(2):
        table.time += TWICE
        table.press(table.other())
        table.frames()
    assert table.is_at(DoneStage.NOT_DUE)
    assert table.view.entries == entries + 1


def test_a_second_press_in_a_second_is_the_same_one() -> None:
    table, _, seen = placed()
    whose = table.whose
    table.frames(view=seen)
    for _ in range(5):
        table.press(whose)
    table.frames()
    assert len(table.notes) == 1
    assert table.stage is DoneStage.RULED
    table.press(whose)
    table.frames()
    assert len(table.notes) == 1
    table.time += TWICE
    table.press(whose)
    table.frames()
    assert len(table.notes) == 2
    assert table.is_at(DoneStage.NOT_DUE)


def test_pressed_with_hands_over_the_board() -> None:
    table, text, seen = placed()
    entries = table.view.entries
    table.frames(5, HAND)
    table.press(table.whose)
    table.frames(50, HAND)
    assert (table.stage, table.view.entries) == (DoneStage.HEARD, entries)
    table.frames(5, view=seen)
    assert [line.text for line in table.view.history[entries:]] == [text]
    assert table.stage is DoneStage.RULED


def test_what_is_not_clear_is_asked_at_once_and_an_answer_ends_it() -> None:
    match = somewhere("northwest", 4, 10)
    game, seat = match.game, due(match)
    shift = next(m for m in game.legal_moves(match.state, seat) if game.format_move(m).startswith("shift"))
    table = Watched(match)
    handled = game.handled(match.state, seat, shift)
    table.frames(view=view(1.0, dict.fromkeys(handled, 0.4), visited=handled))
    assert table.view.question is None
    table.press(table.whose)
    table.frames(1)
    assert table.stage is DoneStage.ASKED
    assert table.view.entries == len(match.entries)
    while (question := table.view.question) is not None:
        assert len(question.choices) <= 6
        table.session.handle(Answered(question.number, question.choices[0].key))
        table.frames()
    assert table.view.history[-1].text == "end"
    assert table.is_at(DoneStage.RULED)


def test_after_a_press_the_turn_ends_where_the_rules_say_so() -> None:
    match = ending_arctica().match
    table = Watched(match)
    entries, whose = table.view.entries, table.whose
    table.press(whose, "button")
    table.frames()
    assert [(line.seat, line.text) for line in table.view.history[entries:]] == [(whose, "end")]
    assert table.stage is DoneStage.RULED


def test_the_turn_is_not_over_by_the_rules() -> None:
    """In arctica a card is played and then followed; pressed after the card."""
    game = find_game("arctica")
    match: Match[Any, Any, Any] = Match.begin(game, game.setup(2, {}))
    table = Watched(match)
    whose = table.whose
    card = next(move.text for move in table.view.touch if move.text.startswith("play"))
    table.session.handle(MoveEntered(whose, card))
    table.frames()
    entries = table.view.entries
    table.press(whose)
    table.frames()
    assert (table.stage, table.view.entries) == (DoneStage.MORE, entries)


def test_a_refused_act_stands_first() -> None:
    scripted = Table()
    scripted.session.handle(CameraNamed("usb:0", False))
    scripted.see(Refused((), (), ()))
    scripted.session.handle(TurnDone("south", "pad"))
    scripted.see(Refused((), (), ()))
    assert scripted.view.done is not None
    assert scripted.view.done.stage is DoneStage.STOPPED
    assert scripted.judge.done_at == {"south": scripted.time}


@pytest.mark.parametrize("seat", ["east", "SOUTH", "\x00"])
def test_a_seat_that_nobody_sits_on_is_ignored(seat: str) -> None:
    table, _, _ = placed()
    table.press(seat)
    table.frames()
    assert (table.stage, table.notes) == (None, [])


def test_a_full_disk_takes_no_press_and_says_so() -> None:
    table, _, seen = placed()
    table.frames(view=seen)
    table.pages.full = True
    entries = table.view.entries
    table.press(table.whose)
    assert table.view.trouble is not None
    assert (table.stage, table.view.entries) == (None, entries)


def test_without_a_camera_it_is_the_end_of_the_turn_or_said_to_be_none() -> None:
    table = Watched(ending_arctica().match, camera=False)
    entries, whose = table.view.entries, table.whose
    table.press(table.other())
    assert (table.stage, table.view.entries) == (DoneStage.BY_TOUCH, entries)
    table.press(whose)
    assert [(line.seat, line.text) for line in table.view.history[entries:]] == [(whose, "end")]
    assert table.stage is DoneStage.RULED


def test_asked_from_afar_it_goes_the_same_way() -> None:
    table, text, seen = placed()
    table.frames(view=seen)
    entries, whose = table.view.entries, table.whose
    table.session.handle(FromAfar(TurnDone(whose, "remote"), "phone", entries))
    table.frames()
    assert table.view.history[-1].text == text
    assert table.pages.stored[:2] == [
        f'# remote {{"source": "phone", "asked": "done {whose}"}}',
        f'# done {{"seat": "{whose}", "by": "remote"}}',
    ]


def test_the_terminal_says_what_becomes_of_it_once() -> None:
    table, _, seen = placed()
    lines: list[str] = []
    table.session.subscribe(Terminal(Texts("en", "atlantis"), lines.append))
    table.frames(view=seen)
    table.press(table.whose)
    table.frames(20)
    said = [line.strip() for line in lines if "turn is done" in line]
    assert said == [DONE_STAGES[DoneStage.HEARD], DONE_STAGES[DoneStage.RULED]]


def test_every_stage_has_a_sentence_in_every_language() -> None:
    said = {Texts(language).say(DONE_STAGES[stage]) for language in LANGUAGES for stage in DoneStage}
    assert len(said) == len(LANGUAGES) * len(DoneStage)
