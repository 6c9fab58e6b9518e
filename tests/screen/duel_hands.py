"""Real touches at a table with a totem: a card, who touched it, what a winner gives away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kivy.tests.common import UnitTestTouch

from companion.games.jungle.screen.cards import PictureButton
from companion.games.jungle.screen.seats import PlaceButton
from companion.games.jungle.state import State
from companion.referee.sentences import capital

if TYPE_CHECKING:
    from companion.screen.widgets import BigButton

    from .stage import Stage

ACTS = {
    "grab": "Was first",
    "early": "Too early",
    "tie": "Too close to call",
    "fall": "It fell",
    "lapse": "Nobody noticed",
}


def tell(stage: Stage, text: str, state: State | None = None) -> None:
    """Touch so that this is entered. ``state``: the position before, where that says what to touch first."""
    verb, *rest = text.split()
    say, term = stage.app.desk.texts.say, stage.app.desk.texts.term
    if stage.has_button(say("Go on")):  # what hands must do was read
        stage.tap(say("Go on"))
    match verb:
        case "flip" | "pot":
            if state is not None and state.phase == "burst":
                stage.tap_cell(f"closed:{rest[0]}")
            _card(stage, rest[-1])
        case "duel" | "inward":
            stage.tap(capital(term(verb)))
        case "holder":
            stage.tap_widget(_place(stage, rest[0]))
        case "give":
            assert state is not None
            _give(stage, state, *rest)
        case _:
            stage.tap(say("Totem!"))
            for name in rest:
                stage.tap_widget(_place(stage, name))
            stage.tap(say(ACTS[verb]))


def _card(stage: Stage, name: str) -> None:
    """By its own picture, or from that of its symbol on."""
    symbol, _, colour = name.rpartition("-")
    if symbol:
        slide(stage, symbol, colour)
    else:
        stage.tap_widget(picture(stage, name))


def slide(stage: Stage, symbol: str, colour: str) -> None:
    """One finger from a symbol to one of its colours, which are there when it has come down."""
    start = picture(stage, symbol)
    finger = UnitTestTouch(*start.to_window(*start.center))
    stage.touches += 1
    finger.touch_down()
    stage.frames(2)
    end = picture(stage, f"{symbol}-{colour}")
    finger.touch_move(*end.to_window(*end.center))
    stage.frames(1)
    finger.touch_up()
    stage.frames()


def _give(stage: Stage, state: State, pile: str, place: str, part: str = "") -> None:
    say, term = stage.app.desk.texts.say, stage.app.desk.texts.term
    number = len(state.pile(state.table.pot if pile == "pot" else state.table.number[pile]))
    what = capital(term("pot" if pile == "pot" else f"open:{pile}"))
    stage.tap(say("{pile}: {n}", pile=what, n=number))
    for _ in range(number - int(part or number)):
        stage.tap("−")
    stage.tap_widget(_place(stage, place))


def picture(stage: Stage, name: str) -> PictureButton:
    """The button with the picture of a card or symbol."""
    return next(b for b in stage.buttons() if isinstance(b, PictureButton) and b.name == name)


def _place(stage: Stage, name: str) -> BigButton:
    return next(b for b in stage.buttons() if isinstance(b, PlaceButton) and b.place == name)
