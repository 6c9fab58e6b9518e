"""Real touches that say what was played: :mod:`fingers` knows which, the stage has the window."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from companion.rules.contract import CellId
from companion.rules.match import Entry, EntryKind
from companion.rules.touch import Tap
from companion.screen.pages.table import TablePage
from companion.screen.panels.tray import Tray
from companion.screen.playing import Playing
from companion.screen.widgets import TwoStep

from .fingers import Touch, best

if TYPE_CHECKING:
    from companion.screen.widgets import BigButton

    from .stage import Stage


def playing_on(stage: Stage) -> Playing:
    """What the table page makes of touches."""
    page = stage.app.page
    assert isinstance(page, TablePage)
    assert page.playing is not None, f"nothing to touch here: {stage.words()}"
    return page.playing


def button_of(stage: Stage, tap: Tap) -> BigButton:
    """The button for a picture or word beside the board."""
    return _button(stage, lambda meant: meant == tap, str(tap))


def _button(stage: Stage, wanted: Callable[[Tap], bool], what: str) -> BigButton:
    tray = next(widget for widget in stage.widgets() if isinstance(widget, Tray))
    found = [button for button, meant in tray.meaning.items() if wanted(meant)]
    assert found, f"no button for {what}; on the screen: {stage.words()}"
    return found[0]


def touch(stage: Stage, how: Touch) -> None:
    """Tap or drag in the window; a place that the board does not show has a picture or word beside it."""
    shown = {cell for cell in (how.cell, how.to) if cell and stage.board().has([CellId(cell)])}
    if how.tap is not None:
        button = button_of(stage, how.tap)
        if isinstance(button, TwoStep) and not how.tap.final:
            button.seen_at = 0.0  # people have looked for it
        stage.tap_widget(button)
        if how.tap.final:  # asked once more
            stage.tap_widget(button_of(stage, how.tap))
    elif how.cell not in shown:
        stage.tap_widget(_button(stage, lambda meant: meant.cell == how.cell, how.cell))
        if how.to:
            touch(stage, Touch(how.to))
    elif how.to:
        stage.drag(stage.middle(how.cell), stage.middle(how.to))
    else:
        stage.tap_cell(how.cell)


def enter(stage: Stage, *texts: str, seat: str = "", drags: bool = False) -> int:
    """Touch so that these moves (of ``seat``) or outcomes are entered, as many as one touch says; how many
    touches that took."""
    kind = EntryKind.MOVE if seat else EntryKind.CHANCE
    return enter_first(stage, [Entry(kind, seat=seat, text=text) for text in texts], drags)[1]


def enter_first(stage: Stage, entries: Sequence[Entry], drags: bool = False) -> tuple[int, int]:
    """The same for the entries of a recorded game: how many were entered, with how many touches."""
    page = stage.app.page
    assert isinstance(page, TablePage)
    now = playing_on(stage)
    said, touches, _ = best(now.again, entries, drags)
    if now.begun and now.carried is None:
        now.cancel()
    for how in touches:
        touch(stage, how)
    return said, len(touches)
