"""Real touches that go through a lesson as its sentences say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.uix.scrollview import ScrollView

from companion.locale import Texts
from companion.rules.lesson import LessonStep
from companion.rules.match import Entry
from companion.rules.registry import find_game
from companion.screen.pages.lesson import LessonPage
from companion.screen.panels.tray import Tray
from companion.screen.teaching import Teaching

from .duel_hands import tell
from .fingers import Touch, best
from .hands import touch
from .stage import parents

if TYPE_CHECKING:
    from companion.screen.widgets import BigButton

    from .stage import Stage


def open_lesson(stage: Stage, game: str) -> Teaching:
    """From home to the first sentence: a picture, then *Teach me*."""
    language = stage.app.desk.texts.language
    texts = Texts(language, game)
    stage.tap(texts.say(find_game(game).title))
    stage.tap(texts.say("Teach me"))
    return course_on(stage)


def course_on(stage: Stage) -> Teaching:
    """The lesson that is shown."""
    assert isinstance(stage.app.page, LessonPage), stage.words()
    assert stage.app.desk.lesson is not None
    return stage.app.desk.lesson


def do(stage: Stage) -> None:
    """What the sentence asks for."""
    course, say = course_on(stage), stage.app.desk.texts.say
    step = course.step
    assert step is not None
    if not course.by_finger:
        stage.tap(say("Go on"))
    elif course.view.totem is not None:
        tell(stage, step.entries[0].text)
    elif step.breaks:
        for tap in course.wanted:
            touch(stage, Touch(tap.cell) if tap.cell else Touch(tap=tap))
    else:
        _enter(stage, step)


def _enter(stage: Stage, step: LessonStep) -> None:
    page = stage.app.page
    assert isinstance(page, LessonPage)
    assert page.playing is not None
    page.playing.cancel()
    entries: list[Entry] = list(step.entries)
    course = course_on(stage)
    for later in course.lesson.steps[course.number + 1 :]:
        if later.breaks:
            break
        entries += later.entries
    _, touches, _ = best(page.playing.again, entries, drags=False)
    for how in touches:
        touch(stage, how)


def wanted_buttons(stage: Stage) -> list[BigButton]:
    """The first picture or word beside the board that the sentence asks for, if it asks for one."""
    trays = [widget for widget in stage.widgets() if isinstance(widget, Tray)]
    meant = {tap: button for tray in trays for button, tap in tray.meaning.items()}
    return [meant[tap] for tap in course_on(stage).wanted if tap in meant][:1]


def in_sight(button: BigButton) -> bool:
    """Whether all of a button is to be seen in the column that can be scrolled."""
    column = next(parent for parent in parents(button) if isinstance(parent, ScrollView))
    _, bottom = button.to_window(button.x, button.y)
    _, lowest = column.to_window(column.x, column.y)
    return bool(lowest - 1 <= bottom and bottom + button.height <= lowest + column.height + 1)
