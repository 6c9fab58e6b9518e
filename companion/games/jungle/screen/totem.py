"""What happened to the totem, said by people: nothing is measured here, so any number of seats can play."""

from __future__ import annotations

from functools import partial

from companion.games.jungle.screen.seats import PlaceButton, place_grid
from companion.referee.events import OutcomeEntered
from companion.referee.view import TableView
from companion.screen import theme
from companion.screen.panels.panel import Host, Panel
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Row

COLUMNS = 5


class TotemPanel(Panel):
    """Everybody who touched the totem is tapped, several fingers at once count; then what they did."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        table = self.view.state.table
        self._order = table.places
        self._chosen: set[str] = set()
        self.add_widget(self.head(self.texts.say("Who touched it? Nothing is measured.")))
        self._buttons = {name: PlaceButton(host, table, name, self._toggle) for name in table.places}
        self.add_widget(place_grid(self._buttons.values(), min(COLUMNS, len(table.places))))
        self._acts = Row(size_hint_y=None, height=px(2 * theme.TOUCH + 6), gap=4)
        self.add_widget(self._acts)
        self._show_acts()

    @staticmethod
    def key(view: TableView) -> object:
        """Who sits there."""
        return view.setup

    def _toggle(self, name: str) -> None:
        self._chosen ^= {name}
        self._buttons[name].set_chosen(name in self._chosen)
        self._show_acts()

    def _show_acts(self) -> None:
        """What can be said of nobody, of one, of several."""
        self._acts.clear_widgets()
        say = self.texts.say
        names = [name for name in self._order if name in self._chosen]
        one = names[0] if len(names) == 1 else ""
        first = (say("Too close to call"), "tie") if len(names) > 1 else (say("Was first"), "grab")
        for pair in (
            ((*first, bool(names)), (say("Too early"), "early", bool(one))),
            ((say("It fell"), "fall", len(names) < 2), (say("Nobody noticed"), "lapse", not names)),
        ):
            column = Column(gap=6)
            for text, verb, on in pair:
                outcome = " ".join((verb, *names))
                column.add_widget(BigButton(text, partial(self._send, outcome), off=not on, size=theme.BODY))
            self._acts.add_widget(column)

    def _send(self, outcome: str) -> None:
        self.host.send(OutcomeEntered(outcome))
        self.host.close_panel()
