"""The panel between duels: the next card, a winner's choices, what was ruled, and the way to the totem."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.games.jungle.referee.claim import shown_state
from companion.games.jungle.referee.report import how_known
from companion.games.jungle.screen.board import waiting
from companion.games.jungle.screen.cards import CardPicker
from companion.games.jungle.screen.seats import PlaceButton, place_grid
from companion.games.jungle.state import State
from companion.locale import N_
from companion.referee import sentences
from companion.referee.events import AnywayAsked, MoveEntered, OutcomeEntered
from companion.referee.sentences import capital
from companion.referee.view import Ruling, RulingKind, TableView
from companion.rules.contract import CellId, Effect
from companion.screen import theme
from companion.screen.panels.panel import Host, Panel
from companion.screen.panels.situation import COLOURS
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Line, Row, Text

# -- The winner deals out what several losers must take


class Giving(Column):
    """``given`` is called with the text of each gift."""

    def __init__(self, host: Host, state: State, given: Callable[[str], None]) -> None:
        super().__init__(fixed=True, gap=4)
        self._host = host
        self._texts = host.desk.texts
        self._state = state
        self._given = given
        self._pile = state.piles[0]
        self._number = len(state.pile(self._pile))
        self._build()

    def _build(self) -> None:
        self.clear_widgets()
        table, say = self._state.table, self._texts.say
        for pile in self._state.piles:
            name = table.pile_name(pile)
            what = capital(self._texts.term("pot" if name == "pot" else f"open:{name}"))
            label = say("{pile}: {n}", pile=what, n=len(self._state.pile(pile)))
            chosen = pile == self._pile
            self.add_widget(BigButton(label, partial(self._choose, pile), chosen=chosen, size=theme.SMALL))
        self.add_widget(self._amount())
        self.add_widget(Text(say("Tap who takes them:")))
        losers = [
            PlaceButton(self._host, table, table.places[place], self._give) for place in self._state.losers
        ]
        self.add_widget(place_grid(losers, min(5, len(losers))))

    def _amount(self) -> Row:
        row, lying = Row(fixed=True, gap=4), len(self._state.pile(self._pile))
        for text, change in (("−", -1), ("+", 1)):
            off = not 1 <= self._number + change <= lying
            row.add_widget(BigButton(text, partial(self._change, change), off=off, size=theme.BIG, bold=True))
        number = self._texts.say("{n} of {all} cards", n=self._number, all=lying)
        row.add_widget(Line(number, size_hint=(2, None), height=px(theme.TOUCH), halign="center"), index=1)
        return row

    def _choose(self, pile: int) -> None:
        self._pile, self._number = pile, len(self._state.pile(pile))
        self._build()

    def _change(self, change: int) -> None:
        self._number += change
        self._build()

    def _give(self, place: str) -> None:
        pile = self._state.table.pile_name(self._pile)
        part = "" if self._number == len(self._state.pile(self._pile)) else f" {self._number}"
        self._given(f"give {pile} {place}{part}")


# -- The panel between duels

_ADVICE = N_(
    "More fingers on the totem, then the lower hand, then who holds it: who was first? If that is equal too,"
    " let go, put it back and grab again on a count."
)


class PlayPanel(Panel):
    """Shows nothing that would tell a match before somebody has grabbed."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self._state: State = shown_state(host.game, self.view.state)
        self._opener = ""
        self._go_on: BigButton | None = None
        self._pages = self.pages()
        self._place = self._pages.column
        urgent = self._urgent()
        stops = not host.teaching or self._refused()
        if urgent is not None and stops and self._state.phase in ("deal", "flip", "burst", "over"):
            self._place.add_widget(urgent)
            if not host.teaching:  # else the lesson goes on
                self._go_on = BigButton(self.texts.say("Go on"), self._show_body, ground=theme.GOOD)
                self.add_widget(self._go_on)
        else:
            self._show_body()
        self.add_widget(self._buttons())

    def _show_body(self) -> None:
        """What can be said now, then what was ruled last."""
        self._place.clear_widgets()
        if self._go_on is not None:
            self.remove_widget(self._go_on)
        self._place.add_widget(self._body())
        if self.view.ruling is not None:
            self._place.add_widget(self._ruling(self.view.ruling))

    @staticmethod
    def key(view: TableView) -> object:
        """The position, what was ruled and whether a case is open."""
        return (view.entries, view.ruling, view.to_do, bool(view.totem and view.totem.case))

    def tap(self, cell: CellId, /) -> bool:
        """In a simultaneous opening: whose card is told next."""
        kind, _, name = cell.partition(":")
        if self._state.phase != "burst" or kind not in ("open", "closed"):
            return False
        if self._state.table.number[name] in waiting(self._state):
            self._opener = name
            self._rebuild()
        return True

    def _rebuild(self) -> None:
        column = self._column
        column.clear_widgets()
        self._fill_opening(column)

    # -- what can be said now -------------------------------------------------------------------------

    def _body(self) -> Column:
        state, say = self._state, self.texts.say
        self._column = body = Column(fixed=True, gap=4)
        match state.phase:
            case "deal":
                more = say("Cards under the totem, still to tell: {n}", n=state.untold())
                body.add_widget(Text(more, bold=True))
                self._add_picker(body, "pot")
            case "flip" | "burst":
                self._fill_opening(body)
            case "choose":
                seat = self._seat_of(state.who[0])
                for move in ("duel", "inward"):
                    body.add_widget(
                        BigButton(
                            sentences.capital(self.texts.term(move)),
                            partial(self._move, seat, move),
                            ground=theme.CHOSEN,
                        )
                    )
            case "give":
                body.add_widget(Giving(self.host, state, partial(self._move, self._seat_of(state.who[0]))))
            case "tie":
                self._fill_tie(body)
            case _:
                body.add_widget(Text(say("Whoever saw it first takes the totem.")))
        return body

    def _fill_opening(self, body: Column) -> None:
        state = self._state
        places = [state.turn] if state.phase == "flip" else waiting(state)
        names = [state.table.places[place] for place in places]
        opener = self._opener if self._opener in names else names[0]
        if state.phase == "burst":
            who = self.texts.outcome(f"flip {opener}")
            hint = self.texts.say("{who} (tap another at the table)", who=sentences.capital(who))
            body.add_widget(Text(hint, bold=True))
        self._add_picker(body, f"flip {opener}")

    def _add_picker(self, body: Column, outcome: str) -> None:
        """``outcome``: what is said, without the card."""
        picker = CardPicker(self.texts, self._state, lambda card: self._say(f"{outcome} {card}"))
        self._pages.slid = picker
        body.add_widget(picker)

    def _fill_tie(self, body: Column) -> None:
        """The printed advice for a tie, or a new grab."""
        state = self._state
        if state.table.replay:
            body.add_widget(Text(self.texts.say("Totem back, hands off: these grab again on a count.")))
            return
        body.add_widget(Text(self.texts.say(_ADVICE)))
        tied = [
            PlaceButton(
                self.host, state.table, state.table.places[place], lambda name: self._say(f"holder {name}")
            )
            for place in state.who
        ]
        body.add_widget(place_grid(tied, min(5, len(tied))))

    def _seat_of(self, place: int) -> str:
        return self._state.table.setup.seats[self._state.table.seat_of[place]]

    def _say(self, outcome: str) -> None:
        self.host.send(OutcomeEntered(outcome))

    def _move(self, seat: str, text: str) -> None:
        self.host.send(MoveEntered(seat, text))

    # -- what was ruled -------------------------------------------------------------------------------

    def _refused(self) -> bool:
        return self.view.ruling is not None and self.view.ruling.kind is RulingKind.REFUSED

    def _urgent(self) -> Column | None:
        """What stands before everything else: a refusal, or cards that hands must move."""
        view = self.view
        shown = view.totem is not None and view.totem.case is not None  # the verdict has told them
        tasks = [effect for effect in view.to_do if effect.cells and not shown]
        if view.ruling is not None and (tasks or self._refused()):
            return self._ruling(view.ruling, tasks)
        return None

    def _ruling(self, ruling: Ruling, tasks: list[Effect] | None = None) -> Column:
        card = Column(fixed=True, gap=2, pad=6, ground=COLOURS[ruling.kind])
        if ruling.kind is not RulingKind.PLAYED:
            card.add_widget(Text(self.texts.say(sentences.RULING_TITLES[ruling.kind]), bold=True))
        for line in sentences.ruling_lines(self.texts, ruling, self.view.tasks):
            card.add_widget(Text(line, size=theme.SMALL))
        known = how_known(self.view)
        if known is not None:
            card.add_widget(Text(self.texts.message(known), size=theme.SMALL, bold=True))
        for effect in self.view.to_do if known is not None else tasks or ():
            bold = bool(effect.cells)
            card.add_widget(Text(sentences.effect_line(self.texts, effect), size=theme.SMALL, bold=bold))
        if self._refused() and ruling.seat and not self.host.teaching:
            card.add_widget(
                BigButton(
                    self.texts.say("We agree: play it anyway"),
                    lambda: self.host.send(AnywayAsked(ruling.number)),
                )
            )
        return card

    def _buttons(self) -> Row:
        say, show = self.texts.say, self.host.show_panel
        totem = self.view.totem
        case = totem is not None and totem.case is not None
        nothing_left = sentences.last_standing(self.view) is None
        buttons = (
            (say("Verdict") if case else say("Totem!"), "duel" if case else "totem", False, theme.BAD),
            (say("Take back"), "undo", nothing_left, None),
            (say("History"), "history", False, None),
            (say("More"), "menu", False, None),
        )[: 1 if self.host.teaching else None]
        return self.buttons_beside(
            [(text, partial(show, mode), off, ground) for text, mode, off, ground in buttons], theme.TOUCH + 8
        )
