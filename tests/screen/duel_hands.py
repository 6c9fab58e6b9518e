"""Real touches at a table with a totem: a card, who touched it, what a winner gives away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from companion.locale.sentences import capital
from companion.rules.jungle.screen.cards import PictureButton
from companion.rules.jungle.screen.seats import PlaceButton
from companion.rules.jungle.state import State

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
    """Where its picture is not there yet, by that of its symbol."""
    if not list(_pictures(stage, name)):
        stage.tap_widget(next(_pictures(stage, name.rpartition("-")[0])))
    stage.tap_widget(next(_pictures(stage, name)))


def _give(stage: Stage, state: State, pile: str, place: str, part: str = "") -> None:
    say, term = stage.app.desk.texts.say, stage.app.desk.texts.term
    number = len(state.pile(state.table.pot if pile == "pot" else state.table.number[pile]))
    what = capital(term("pot" if pile == "pot" else f"open:{pile}"))
    stage.tap(say("{pile}: {n}", pile=what, n=number))
    for _ in range(number - int(part or number)):
        stage.tap("−")
    stage.tap_widget(_place(stage, place))


def _pictures(stage: Stage, name: str) -> Iterator[BigButton]:
    return (b for b in stage.buttons() if isinstance(b, PictureButton) and b.name == name)


def _place(stage: Stage, name: str) -> BigButton:
    return next(b for b in stage.buttons() if isinstance(b, PlaceButton) and b.place == name)
