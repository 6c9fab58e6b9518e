"""*Teach me* before a camera: the lesson of *marso* laid on a drawn table and seen by the real referee."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from companion.app.companion import Companion
from companion.app.table import TableInPlay
from companion.judge.history import BARE
from companion.locale import Texts
from companion.owner.configuration import Config
from companion.referee.sentences import capital
from companion.referee.tasks import to_play
from companion.rules.contract import CellId, Look, Seat
from companion.rules.lesson import LessonStep
from companion.rules.match import AnyMatch, Entry, EntryKind
from companion.rules.registry import find_game
from companion.screen.pages.lesson import lesson_text
from tests.app.watched import Watched

from .scenes import at_home
from .stage import Stage, faults_of_layout

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from companion.referee.view import TableView
    from companion.screen.table_lesson import TableLesson

PREFIX = 6
"""Steps of the lesson in `make test`: a card, the unlawful try, the first beast in the Trap."""


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Companion]:
    """The whole program with a camera, whose pictures the test makes."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    monkeypatch.setattr(TableInPlay, "_watch", lambda _table, _camera: None)
    one = Companion(Config(camera="usb:0"))
    yield one
    one.close()


class Pupils:
    """People who do what the lesson says: by touch on the screen, by hand at the table."""

    def __init__(self, app: Companion, missing: tuple[str, ...] = ()) -> None:
        self.app = app
        self.stage = Stage(app, "en", (800, 480))
        self.stage.tap(Texts("en", "marso").say(find_game("marso").title))
        self.stage.tap("Teach me")
        self.stage.tap("To the table")
        assert self.stage.app.page_name == "table lesson"
        self.table = Watched(app, missing, taught=True)
        self.match: AnyMatch = self.course.lesson.start
        self.table.wait(3)

    @property
    def course(self) -> TableLesson:
        course = self.stage.app.desk.table_lesson
        assert course is not None
        return course

    @property
    def view(self) -> TableView:
        view = self.app.view()
        assert view is not None
        return view

    def until_said(self, sentence: str) -> None:
        self.stage.until(lambda: self.stage.says(sentence), sentence)

    def do(self, step: LessonStep) -> None:
        """Do what a step asks for, with everything that follows from it for hands."""
        number = self.course.number
        self.until_said(lesson_text("marso", "en", step.lay or step.say))
        assert faults_of_layout(self.stage) == [], number
        if not step.entries:
            self.stage.tap("Go on")
        elif step.breaks:
            self.fail_at(step)
        for entry in () if step.breaks else step.entries:
            after = self.match.add(entry)
            self.shows(entry)
            self.lay(self.laid_by(entry))
            self.match = after
            self.stage.until(lambda: self.view.state == self._public(), entry.text)
            self.clear_up()
        self.stage.until(lambda: self.course.number == number + 1, step.say)
        assert self.course.good == bool(step.entries)
        self.stage.until(lambda: self.stage.says("Good!") == bool(step.entries), "what was done is praised")

    def shows(self, entry: Entry) -> None:
        """The arrows on the board say what is to be laid where."""
        arrows = to_play(self.match, entry)
        assert arrows
        self.stage.until(lambda: self.stage.board().tasks == arrows, f"arrows for {entry.text}")

    def fail_at(self, step: LessonStep) -> None:
        """Do what is not allowed, read why, and put it back."""
        changed = self.laid_by(step.entries[0])
        before = {cell: self.table.looks.get(cell) for cell in changed}
        self.lay(changed)
        self.until_said("That is not allowed. Read why, then put it back.")
        ruling = self.view.ruling
        assert ruling is not None
        told = {breach.clause: breach for breach in ruling.breaches}
        assert set(step.breaks) <= set(told)
        texts = self.stage.app.desk.texts
        assert all(self.stage.says(capital(texts.breach(told[one]))) for one in step.breaks)
        assert self.view.state == self._public()
        self.lay(before)

    def lay(self, changed: Mapping[Any, Look | None]) -> None:
        self.table.lay(changed)
        self.table.wait(4)

    def laid_by(self, entry: Entry) -> Mapping[CellId, Look | None]:
        """How the places look that hands change by an entry."""
        game, match = self.match.game, self.match
        if entry.kind is EntryKind.MOVE:
            seat = Seat(match.setup.seats.index(entry.seat))
            return dict(game.handled(match.state, seat, game.parse_move(entry.text)))
        return self._differing(match.add(entry))

    def clear_up(self) -> None:
        """Cards that have done their work are put away."""
        rest = self._differing(self.match)
        if rest:
            self.lay(rest)

    def _differing(self, match: AnyMatch) -> dict[CellId, Look | None]:
        looks = match.game.looks(match.state)
        cells = {*looks, *self.table.looks}
        return {c: looks.get(c) for c in cells if looks.get(c, BARE) != self.table.looks.get(c, BARE)}

    def _public(self) -> Any:
        return self.match.game.observe(self.match.state, None)


@pytest.fixture
def pupils(app: Companion) -> Iterator[Pupils]:
    one = Pupils(app)
    yield one
    one.stage.close()


@pytest.mark.slow
@pytest.mark.parametrize("most", [PREFIX, pytest.param(None, marks=pytest.mark.soak)])
def test_the_lesson_is_laid_on_the_table_and_seen(pupils: Pupils, app: Companion, most: int | None) -> None:
    steps = pupils.course.lesson.steps[:most]
    assert any(step.breaks for step in steps)
    for step in steps:
        pupils.do(step)
    if most is None:
        pupils.until_said("That was the lesson.")
    pupils.stage.tap("End the lesson")
    assert pupils.stage.app.page_name == "home"
    assert app.view() is None
    assert app.unfinished() == ()
    assert list(app.keeper.results()) == []


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "camera", "at_table"),
    [("marso", "usb:0", True), ("marso", "", False), ("arctica", "usb:0", False)],
)
def test_only_a_lesson_for_the_table_is_given_before_a_camera(game: str, camera: str, at_table: bool) -> None:
    house = at_home()
    stage = Stage(house, "en", (800, 480))
    stage.app.desk.wishes.camera = camera
    stage.tap(Texts("en", game).say(find_game(game).title))
    stage.tap("Teach me")
    assert house.lessons_begun == ([(game, camera)] if at_table else [])
    assert (stage.app.desk.lesson is None) == at_table
    stage.close()


@pytest.mark.slow
def test_what_was_laid_out_wrongly_or_played_otherwise_is_put_right(app: Companion) -> None:
    pupils = Pupils(app, missing=("a7",))
    pupils.until_said("First lay the pieces as the picture shows.")
    assert pupils.view.doubtful == ("a7",)
    looks = pupils.match.game.looks(pupils.match.state)
    pupils.lay({"a7": looks[CellId("a7")]})
    first, second, *_ = pupils.course.lesson.steps
    pupils.do(first)
    other = Entry(EntryKind.CHANCE, text="open b2")
    pupils.lay(pupils.laid_by(other))
    pupils.until_said(
        "That is allowed, too. This lesson goes on otherwise: put it back, then tap “It is back”."
    )
    pupils.lay({"open:beast": None})
    pupils.stage.tap("It is back")
    pupils.do(second)
    pupils.stage.close()
