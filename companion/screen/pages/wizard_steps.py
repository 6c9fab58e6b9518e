"""The steps of the first start that need no device but the screen: language, screen, network, a test game."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from kivy.core.window import Window

from companion.locale import LANGUAGE_NAMES, N_, Message, Texts
from companion.ports.choices import TableChoice
from companion.ports.errors import ControllerError
from companion.screen import theme
from companion.screen.pages.wizard_step import WizardStep
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Pages, Row, Text

if TYPE_CHECKING:
    from companion.screen.pages.wizard import WizardPage

THIS_MACHINE = "127.0.0.1"
MARKS = 4


class LanguageStep(WizardStep):
    """The language in which everything is said; of a new device also the way back to a backup."""

    title = N_("Language")
    _told: tuple[Message, ...] = ()

    def draw(self) -> None:
        """Draw a button for each language."""
        self.clear_widgets()
        for language, name in LANGUAGE_NAMES.items():
            act = partial(self.desk.set_language, language)
            chosen = language == self.texts.language
            self.add_widget(
                BigButton(name, act, chosen=chosen, size=theme.BIG, size_hint_y=None, height=px(84))
            )
        backups = self.desk.controller.backups
        for file in backups.found() if self.first.wanted() else ():
            label = self.texts.say("Restore {name}", name=Path(file).name)
            self.add_widget(
                BigButton(label, partial(self._restore, file), size_hint_y=None, height=px(theme.TOUCH))
            )
        self._told = backups.said
        for message in self._told:
            self.add_widget(Text(self.texts.message(message), ground=theme.PANEL))
        self.add_widget(Column())

    def refresh(self) -> None:
        """Show what became of a backup."""
        if self.desk.controller.backups.said != self._told:
            self.page.draw()

    def _restore(self, file: str) -> None:
        self.desk.controller.backups.restore(file)
        self.page.draw()


class ScreenStep(WizardStep):
    """Which way up the screen hangs, and whether fingers are felt where they are."""

    title = N_("Screen")

    def __init__(self, page: WizardPage) -> None:
        super().__init__(page)
        self.felt: frozenset[int] = frozenset()

    @property
    def done(self) -> bool:
        """Whether all marks were felt."""
        return len(self.felt) == MARKS

    def draw(self) -> None:
        """Draw four marks in the corners, and a button that turns the picture."""
        say = self.texts.say
        self.clear_widgets()
        self.add_widget(
            Text(say("Is this upside down? Turn it. Then tap the four marks: each must turn green."))
        )
        for note in self.first.screen_notes():
            self.add_widget(Text(self.texts.message(note), ground=theme.ASK, size=theme.SMALL))
        self.add_widget(self._marks(1, 2))
        self.add_widget(Column())
        self.add_widget(BigButton(say("Turn the screen"), self._turn, size=theme.BIG))
        self.add_widget(Column())
        self.add_widget(self._marks(3, 4))

    def _marks(self, *numbers: int) -> Row:
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        for number in numbers:
            if row.children:
                row.add_widget(Column())
            act, chosen = partial(self._feel, number), number in self.felt
            row.add_widget(BigButton(str(number), act, chosen=chosen, size_hint_x=None, width=px(90)))
        return row

    def _feel(self, number: int) -> None:
        self.felt |= {number}
        self.page.draw()

    def _turn(self) -> None:
        possible = turns()
        at = possible.index(Window.rotation) + 1 if Window.rotation in possible else 0
        turn = possible[at % len(possible)]
        Window.rotation = turn
        self.felt = frozenset()
        self.page.keep(lambda: self.first.set_turn(turn))


def turns() -> tuple[int, ...]:
    """Degrees by which this window may be turned so that it stays wider than high."""
    upright = Window.rotation in (0, 180)
    width, height = Window.size if upright else reversed(Window.size)
    return (0, 180) if width >= height else (90, 270)


class NetworkStep(WizardStep):
    """Whether anything leaves this machine. Nothing does unless somebody asks for it."""

    title = N_("Network")

    def draw(self) -> None:
        """Draw the choices: off, on this machine, or where the configuration says."""
        say = self.texts.say
        self.clear_widgets()
        self.add_widget(
            Text(
                say(
                    "The referee needs no network. Rulings can be sent to a broker (MQTT), for other screens "
                    "and programs; hidden cards are never sent. A broker on another machine is named in "
                    "companion.toml, section [broadcast]."
                )
            )
        )
        now = self.first.known().broker
        for host in dict.fromkeys(("", THIS_MACHINE, now)):
            label = say("Nothing is sent")
            if host:
                label = say("To the broker on this machine")
            if host not in ("", THIS_MACHINE):
                label = say("to {broker}", broker=host)
            act = partial(self.page.keep, partial(self.first.set_broker, host))
            self.add_widget(BigButton(label, act, chosen=host == now, size=theme.BIG))
        self.add_widget(Column())
        if self.first.wifi.now().there:
            self.add_widget(BigButton(say("Wi-Fi"), partial(self.desk.go, "wifi"), size=theme.BIG))


class GameStep(WizardStep):
    """A first game, with everything as it is set now."""

    title = N_("A test game")

    def draw(self) -> None:
        """A button for every game."""
        say = self.texts.say
        self.clear_widgets()
        camera = self.desk.controller.cameras()[0]
        self.add_widget(Text(say("Tap a game: it begins with the fewest players.")))
        self.add_widget(Text(self.texts.message(camera.label), color=theme.FAINT))
        games = Pages()
        for name, game in self.desk.controller.games().items():
            title = Texts(self.texts.language, name).say(game.title)
            games.column.add_widget(BigButton(title, partial(self._begin, name), size=theme.BIG))
        self.add_widget(games)

    def _begin(self, name: str) -> None:
        controller = self.desk.controller
        game = self.desk.game(name)
        choice = TableChoice(
            name,
            game.seatings[0],
            {option.id: option.default for option in game.options},
            controller.cameras()[0].source,
            frozenset(controller.electronic_sources(name)),
        )
        try:
            controller.open_table(choice)
        except ControllerError as error:
            self.page.tell(error.text)
            return
        self.page.end("camera" if choice.camera else "table")
