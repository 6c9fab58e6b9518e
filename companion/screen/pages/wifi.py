"""Wi-Fi: the networks in reach, a password to type, a hidden network, the country, a network of one's own."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from babel import Locale

from companion.locale import Message
from companion.ports.errors import ControllerError
from companion.ports.wifi import Lock, Network, OwnNetwork
from companion.referee.view import TableView
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.pages.keyboard import Keyboard
from companion.screen.qr import QrCode
from companion.screen.theme import px
from companion.screen.widgets import Beside, BigButton, Column, Line, Pages, Row, Text

MOST_NAME, MOST_PASSWORD = 32, 63
"""Letters of a network's name and of its password (IEEE 802.11)."""
_NO_COUNTRIES = {"EU", "EZ", "QO", "UN", "XA", "XB", "ZZ"}
"""Codes of CLDR that are no country's."""
_COUNTRIES = 4
"""So many countries fit above the keyboard."""


class WifiPage(Page):
    """What is shown in turn: all networks, one of them, a keyboard for a password, a name or a country."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=6)
        self.wifi = desk.controller.first_start().wifi
        self._show: Callable[[], None] = self._all
        self._drawn: object = None
        self._notice: Message | None = None
        self._line: Line | None = None
        self._choices: Row | None = None
        self._typed = ""
        self.wifi.look()
        self.draw()

    def refresh(self, view: TableView | None) -> None:
        """Show news, but not under the fingers of who types."""
        super().refresh(view)
        if self._line is None and self.wifi.now() != self._drawn:
            self.draw()

    def escape(self) -> None:
        """One step back: to the list, then to the page before."""
        self.desk.back() if self._show == self._all else self.show(self._all)

    def show(self, part: Callable[[], None]) -> None:
        """Show this part from now on."""
        self._show, self._typed, self._notice = part, "", None
        self.draw()

    def draw(self) -> None:
        """Draw anew what is shown."""
        self.clear_widgets()
        self._line = self._choices = None
        self._drawn = self.wifi.now()
        self._show()

    # -- all networks -----------------------------------------------------------------------------------

    def _all(self) -> None:
        say, now = self.texts.say, self.wifi.now()
        self.add_widget(self.head(say("Wi-Fi")))
        said = self._notice or now.said
        if said is not None or now.busy:
            text = say("Looking, or joining: this takes up to a minute.") if now.busy else ""
            self.add_widget(Text(self.texts.message(said) if said else text, ground=theme.PANEL))
        if now.own is not None:
            self._own(now.own)
            return
        pages = Pages(gap=4)
        for net in now.networks:
            pages.column.add_widget(self._network(net, now.busy))
        if not now.networks and not now.busy:
            pages.column.add_widget(Text(say("No network is in reach.")))
        self.add_widget(pages)
        self.add_widget(self._ways(now.busy))

    def _network(self, net: Network, busy: bool) -> Row:
        say = self.texts.say
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        act = partial(self.show, partial(self._one, net))
        row.add_widget(BigButton(net.name, act, chosen=net.used, off=busy))
        kind = {Lock.OPEN: say("open"), Lock.PASSWORD: say("password"), Lock.UNFIT: say("login")}[net.lock]
        strength = f"{net.strength} %" if net.strength else say("out of reach")
        row.add_widget(Line(f"{strength}, {say('kept') if net.kept else kind}", size_hint_x=0.45))
        return row

    def _ways(self, busy: bool) -> Row:
        say, code = self.texts.say, self.wifi.country()
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        country = say("Country: {code}", code=code) if code else say("Choose the country")
        for text, act in (
            (say("Look again"), self.wifi.look),
            (say("Hidden network"), partial(self.show, self._hidden)),
            (say("A network of its own"), self.wifi.begin_own),
            (country, partial(self.show, self._countries)),
        ):
            row.add_widget(BigButton(text, partial(self._begin, act), off=busy, size=theme.SMALL))
        return row

    def _begin(self, act: Callable[[], object]) -> None:
        """Ask for this, then show how it goes."""
        self._notice = None
        try:
            act()
        except ControllerError as error:
            self._notice = error.text
        if self._line is None:
            self.draw()

    def _own(self, own: OwnNetwork) -> None:
        """The network of one's own: for phones a code to look at, for others its name and password."""
        say = self.texts.say
        body = Beside(gap=8)
        code = QrCode(joining(own), units=300)
        body.add(code, 1.0)
        side = Column()
        side.add_widget(Text(say("Guests point the camera of their phone at this code to join.")))
        side.add_widget(Text(say("Name: {name}", name=own.name), bold=True))
        side.add_widget(Text(say("Password: {password}", password=own.password), bold=True))
        side.add_widget(
            Text(
                say("It leads to this table; to the internet only over a cable of the table."),
                color=theme.FAINT,
                size=theme.SMALL,
            )
        )
        side.add_widget(Column())
        end = partial(self._begin, self.wifi.end_own)
        side.add_widget(BigButton(say("End this network"), end, off=self.wifi.now().busy))
        body.add(side, 1.0)
        self.add_widget(body)

    # -- one network ------------------------------------------------------------------------------------

    def _one(self, net: Network) -> None:
        say = self.texts.say
        if not net.kept and net.lock is Lock.PASSWORD:
            self._ask_password(net.name, hidden=False)
            return
        self.add_widget(self.head(net.name))
        if not net.used:
            join = partial(self._join, net.name, "", False)
            self.add_widget(BigButton(say("Join"), join, ground=theme.GOOD, bold=True))
        if net.kept:
            new = partial(self.show, partial(self._ask_password, net.name, False))
            self.add_widget(BigButton(say("Another password"), new))
            self.add_widget(BigButton(say("Forget this network"), partial(self._forget, net.name)))
        self.add_widget(Column())
        self.add_widget(BigButton(say("Cancel"), partial(self.show, self._all)))

    def _hidden(self) -> None:
        def named() -> None:
            if self._typed:
                self.show(partial(self._ask_password, self._typed, True))

        self._type(self.texts.say("Name of the network"), self.texts.say("Next"), named, MOST_NAME)

    def _ask_password(self, name: str, hidden: bool) -> None:
        def done() -> None:
            self._join(name, self._typed, hidden)

        label = self.texts.say("Password of {name}", name=name)
        self._type(label, self.texts.say("Join"), done, MOST_PASSWORD)

    def _join(self, name: str, password: str, hidden: bool) -> None:
        self.show(self._all)
        self._begin(partial(self.wifi.join, name, password, hidden))

    def _forget(self, name: str) -> None:
        self.show(self._all)
        self._begin(partial(self.wifi.forget, name))

    # -- typing -----------------------------------------------------------------------------------------

    def _type(self, label: str, ready: str, act: Callable[[], object], most: int) -> None:
        """A line that is typed, and what is done with it."""
        say = self.texts.say
        head = Row(size_hint_y=None, height=px(theme.TOUCH))
        head.add_widget(Line(label, bold=True))
        cancel = partial(self.show, self._all)
        head.add_widget(BigButton(ready, act, ground=theme.GOOD, size_hint_x=0.45, size=theme.SMALL))
        head.add_widget(BigButton(say("Cancel"), cancel, size_hint_x=0.45, size=theme.SMALL))
        self.add_widget(head)
        self._line = Line("", size=theme.BIG, ground=theme.PANEL, size_hint_y=None, height=px(theme.TOUCH))
        self.add_widget(self._line)
        self.add_widget(Column())
        self.add_widget(Keyboard(self.texts, "", self._take, most, signs=True))

    def _take(self, text: str) -> None:
        self._typed = text
        if self._line is not None:
            self._line.text = text
        if self._choices is not None:
            self._offer(self._choices)

    def _countries(self) -> None:
        """The first letters of a country's name; those that begin so are offered."""
        say = self.texts.say
        head = Row(size_hint_y=None, height=px(theme.TOUCH))
        self._line = Line("", size=theme.BIG, ground=theme.PANEL)
        head.add_widget(self._line)
        head.add_widget(BigButton(say("Cancel"), partial(self.show, self._all), size_hint_x=0.3))
        self.add_widget(head)
        self.add_widget(Text(say("Which country are you in? Type how its name begins.")))
        self._choices = Row(size_hint_y=None, height=px(theme.TOUCH), gap=4)
        self.add_widget(self._choices)
        self.add_widget(Column())
        self.add_widget(Keyboard(self.texts, "", self._take))

    def _offer(self, row: Row) -> None:
        row.clear_widgets()
        for code, name in countries(self.texts.language, self._typed)[:_COUNTRIES]:
            row.add_widget(BigButton(name, partial(self._settle, code), size=theme.SMALL))

    def _settle(self, code: str) -> None:
        self.show(self._all)
        self._begin(partial(self.wifi.set_country, code))


def countries(language: str, begins: str) -> list[tuple[str, str]]:
    """Code and name of the countries whose name in this language begins so, by their names."""
    names = Locale.parse(language).territories
    found = [
        (code, name)
        for code, name in names.items()
        if len(code) == 2
        and code.isalpha()
        and code not in _NO_COUNTRIES
        and name.casefold().startswith(begins.casefold())
    ]
    return sorted(found, key=lambda one: one[1]) if begins else []


def joining(own: OwnNetwork) -> str:
    """What a phone reads from the code, by which it joins (Wi-Fi Alliance, WPA3 specification, chapter 7)."""
    name, password = (
        "".join(f"\\{sign}" if sign in '\\;,":' else sign for sign in text)
        for text in (own.name, own.password)
    )
    return f"WIFI:T:WPA;S:{name};P:{password};;"
