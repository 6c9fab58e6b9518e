"""Real touches that go through a lesson as its sentences say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from companion.locale import Texts
from companion.locale.sentences import capital
from companion.rules.contract import CellId
from companion.rules.jungle.screen.cards import PictureButton
from companion.rules.jungle.screen.seats import PlaceButton
from companion.rules.lesson import LessonStep
from companion.rules.match import Entry
from companion.rules.registry import find_game
from companion.rules.touch import Tap
from companion.screen.lesson import LessonPage
from companion.screen.teaching import Teaching

from .fingers import Touch, best
from .hands import touch

if TYPE_CHECKING:
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
        _tell(stage, step.entries[0].text.split())
    elif step.breaks:
        for tap in course.wanted:
            touch(stage, _as_touch(stage, tap))
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
        tap = next((tap for tap in page.playing.touching.next if tap.cell == how.cell != ""), None)
        hidden = tap is not None and how.tap is None and not how.to
        touch(stage, _as_touch(stage, tap) if tap is not None and hidden else how)


def _as_touch(stage: Stage, tap: Tap) -> Touch:
    """On the board where the board shows it."""
    return Touch(tap.cell) if tap.cell and stage.board().has((CellId(tap.cell),)) else Touch(tap=tap)


def _tell(stage: Stage, words: list[str]) -> None:
    """At a table with a totem: a card by its symbol and colour, or who touched the totem."""
    say = stage.app.desk.texts.say
    verb = words[0]
    if verb in ("flip", "pot"):
        _card(stage, words[-1])
        return
    if verb in ("duel", "inward"):
        stage.tap(capital(stage.app.desk.texts.term(verb)))
        return
    stage.tap(say("Totem!"))
    for name in words[1:]:
        stage.tap_widget(next(b for b in stage.buttons() if isinstance(b, PlaceButton) and b.place == name))
    said = {
        "grab": say("Was first"),
        "early": say("Too early"),
        "tie": say("Too close to call"),
        "fall": say("It fell"),
        "lapse": say("Nobody noticed"),
    }
    stage.tap(said[verb])


def _card(stage: Stage, name: str) -> None:
    def pictures(called: str) -> list[PictureButton]:
        return [b for b in stage.buttons() if isinstance(b, PictureButton) and b.name == called]

    if not pictures(name):
        stage.tap_widget(pictures(name.rpartition("-")[0])[0])
    stage.tap_widget(pictures(name)[0])
