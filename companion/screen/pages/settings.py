"""Settings: language, print, which way the picture stands, brightness, and what is stored."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.locale import LANGUAGE_NAMES, N_, Message
from companion.owner.preferences import EVENINGS, PICTURES, SAVER_MINUTES
from companion.ports.errors import ControllerError
from companion.referee.view import TableView
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.keeping import Offer, Stored
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Line, Pages, Row, Text

TURNS = (0, 90, 180, 270)
"""Degrees by which the picture can be turned: towards who sits there, or as the screen hangs."""
STEP = 20
"""Per cent by which one tap changes the brightness or the volume."""

_SWITCH, _SWITCH_UPRIGHT = 0.3, 0.9
"""Width of a switch's button, as a multiple of its label's; the second one in an upright window."""


class SettingsPage(Page):
    """Every setting is one row. A tap changes it at once."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        self._asked = ""
        self._silent: Message | None = None
        self._told: tuple[Message | None, ...] = ()
        self._build()

    def _build(self) -> None:
        self.clear_widgets()
        say, now = self.texts.say, self.desk.preferences
        first = self.desk.controller.first_start()
        self.add_widget(self.head(say("Settings")))
        if self.desk.notice is not None:
            self.add_widget(Text(self.texts.message(self.desk.notice), ground=theme.BAD, least=44))
        self._pages = Pages(gap=8)
        self.add_widget(self._pages)
        column = self._pages.column
        self._choice(
            column,
            say("Language"),
            [
                (name, language == self.texts.language, partial(self.desk.set_language, language))
                for language, name in LANGUAGE_NAMES.items()
            ],
        )
        self._switch(column, say("Large print"), now.large_print, "large_print")
        self._choice(
            column,
            say("Turn the picture"),
            [(f"{turn}°", turn == first.known().turn, partial(self._turn, turn)) for turn in TURNS],
        )
        self._choice(
            column,
            say("Screen off after, in minutes"),
            [
                (
                    str(minutes) if minutes else say("never"),
                    minutes == now.saver,
                    partial(self.desk.prefer, saver=minutes),
                )
                for minutes in SAVER_MINUTES
            ],
        )
        if self.desk.controller.machine.dims():
            self._level(column, say("Brightness"), now.brightness, "brightness", STEP)
        self._sound(column)
        self._kept_pictures(column)
        self._way(column, say("Names of the players"), say("Change"), partial(self.desk.go, "players", "all"))
        if first.wifi.now().there:
            self._way(column, say("Wi-Fi"), say("Change"), partial(self.desk.go, "wifi"))
        self._way(column, say("Network, camera, totem base"), say("Set up"), partial(self.desk.go, "wizard"))
        self._way(column, say("Does every device work?"), say("Test"), partial(self.desk.go, "trials"))
        self._way(column, say("Everything that is kept"), say("Back up to a stick"), self._back_up)
        for message in self.desk.controller.backups.said:
            column.add_widget(Text(self.texts.message(message), ground=theme.PANEL, least=44))
        self._versions(column)
        self._told = self._news()
        column.add_widget(Text(say("What is stored on this machine"), size=theme.BIG, bold=True))
        column.add_widget(Text(say("Nothing leaves this machine by itself."), color=theme.FAINT))
        for kept in self.desk.controller.keeper.stored():
            column.add_widget(self._stored(kept))
        if self.desk.controller.machine.may_end():
            self._ends(column)

    def follow(self, old: Page, /) -> None:
        """Show the same place, with the same question."""
        if isinstance(old, SettingsPage):
            self._asked = old._asked
            self.again()
            self._pages.scroll_y = old._pages.scroll_y

    def again(self) -> None:
        """Build the page anew, at the same place."""
        scrolled = self._pages.scroll_y
        self._build()
        self._pages.scroll_y = scrolled

    def refresh(self, view: TableView | None) -> None:
        """Look whether it is known by now why nothing is heard, and what became of a backup or update."""
        super().refresh(view)
        controller = self.desk.controller
        if controller.sound.trouble != self._silent or self._news() != self._told:
            self.again()

    def _news(self) -> tuple[Message | None, ...]:
        controller = self.desk.controller
        return (*controller.backups.said, controller.updates.said)

    def _versions(self, column: Column) -> None:
        """Other versions of the program, and what became of the last one that was tried."""
        updates = self.desk.controller.updates
        for offer in updates.offers():
            self._way(
                column, self.texts.message(offer.label), self.texts.say("Begin"), partial(self._update, offer)
            )
        if updates.said is not None:
            column.add_widget(Text(self.texts.message(updates.said), ground=theme.PANEL, least=44))

    def _sound(self, column: Column) -> None:
        """The rows of sound: on or off, how loud, and why nothing is heard."""
        say, now = self.texts.say, self.desk.preferences
        self._switch(column, say("Sounds"), now.sounds, "sounds", self._listen)
        self._switch(column, say("Voice"), now.voice, "voice", self._listen)
        if now.sounds or now.voice:
            self._level(column, say("Volume"), now.volume, "volume", STEP, self._listen)
        self._silent = self.desk.controller.sound.trouble
        if self._silent is not None:
            column.add_widget(Text(self.texts.message(self._silent), ground=theme.BAD, least=44))

    def _kept_pictures(self, column: Column) -> None:
        """How many pictures of rulings are kept; that they can be deleted stands below, with all that is
        stored."""
        say, now, prefer = self.texts.say, self.desk.preferences, self.desk.prefer
        sizes: list[tuple[str, bool, Callable[[], object]]] = [
            (str(most) if most else say("No pictures"), most == now.pictures, partial(prefer, pictures=most))
            for most in PICTURES
        ]
        self._choice(column, say("Pictures of rulings, at most in MB"), sizes)
        if now.pictures:
            evenings: list[tuple[str, bool, Callable[[], object]]] = [
                (str(n), n == now.evenings, partial(prefer, evenings=n)) for n in EVENINGS
            ]
            self._choice(column, say("Pictures of rulings, of so many evenings"), evenings)

    def _listen(self, **changes: object) -> None:
        """Change a setting of sound, and play a sample."""
        self.desk.prefer(**changes)
        self.desk.controller.sound.sample()

    def _back_up(self) -> None:
        self.desk.controller.backups.write()
        self.again()

    def _update(self, offer: Offer) -> None:
        try:
            self.desk.controller.updates.begin(offer)
        except ControllerError as error:
            self.desk.notice = error.text
        self.again()

    def _way(self, column: Column, label: str, text: str, go: Callable[[], None]) -> None:
        """To another page of settings."""
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        row.add_widget(Line(label))
        row.add_widget(BigButton(text, go, size_hint_x=0.4))
        column.add_widget(row)

    def _choice(
        self, column: Column, label: str, values: list[tuple[str, bool, Callable[[], object]]]
    ) -> None:
        column.add_widget(Text(label, size=theme.SMALL, color=theme.FAINT))
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        for text, chosen, act in values:
            row.add_widget(BigButton(text, act, chosen=chosen))
        column.add_widget(row)

    def _switch(
        self, column: Column, label: str, on: bool, name: str, prefer: Callable[..., None] | None = None
    ) -> None:
        say, prefer = self.texts.say, prefer or self.desk.prefer
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        row.add_widget(Line(label))
        share = _SWITCH_UPRIGHT if theme.upright() else _SWITCH
        for text, value in ((say("off"), False), (say("on"), True)):
            row.add_widget(
                BigButton(text, partial(prefer, **{name: value}), chosen=on == value, size_hint_x=share)
            )
        column.add_widget(row)

    def _level(
        self,
        column: Column,
        label: str,
        level: int,
        name: str,
        least: int,
        prefer: Callable[..., None] | None = None,
    ) -> None:
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        row.add_widget(Line(label))
        for text, value, usable in (
            ("−", max(least, level - STEP), level > least),
            (f"{level} %", level, False),
            ("+", min(100, level + STEP), level < 100),
        ):
            act = partial(prefer or self.desk.prefer, **{name: value})
            row.add_widget(BigButton(text, act, off=not usable, size=theme.BIG, size_hint_x=0.3))
        column.add_widget(row)

    def _stored(self, kept: Stored) -> Column:
        say = self.texts.say
        asked = kept.kind == self._asked
        block = Column(fixed=True, gap=4, pad=4, ground=theme.ASK if asked else theme.PANEL)
        size = say("{n} kB", n=max(1, round(kept.bytes / 1024))) if kept.bytes else say("nothing")
        block.add_widget(Text(f"{self.texts.message(kept.label)}: {size}", size=theme.SMALL))
        block.add_widget(
            Text(kept.place, size=theme.TINY, color=theme.INK if asked else theme.FAINT, shorten=True)
        )
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        if asked:
            row.add_widget(Line(say("Delete all of this for good?"), bold=True))
            row.add_widget(
                BigButton(say("Yes, delete it"), partial(self._delete, kept.kind), ground=theme.BAD)
            )
            row.add_widget(BigButton(say("No"), partial(self._ask, "")))
        else:
            row.add_widget(Line(""))
            row.add_widget(
                BigButton(say("Delete"), partial(self._ask, kept.kind), size_hint_x=0.4, off=not kept.bytes)
            )
        block.add_widget(row)
        return block

    def _turn(self, turn: int) -> None:
        self.desk.turned = 0
        try:
            self.desk.controller.first_start().set_turn(turn)
        except ControllerError as error:
            self.desk.notice = error.text
        self.desk.settle()

    def _ask(self, kind: str) -> None:
        self._asked = kind
        self.again()

    def _delete(self, kind: str) -> None:
        try:
            self.desk.controller.keeper.delete_stored(kind)
        except ControllerError as error:
            self.desk.notice = error.text
        else:
            self.desk.notice = None
        self._ask("")

    def _ends(self, column: Column) -> None:
        """Buttons that shut the machine down or restart it, if it allows that. They ask once."""
        say, machine = self.texts.say, self.desk.controller.machine
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        for text, kind, act in (
            (say("Shut down"), "down", machine.shut_down),
            (say("Restart"), "again", machine.restart),
        ):
            sure = self._asked == kind
            shown = say("Really? {what}", what=text) if sure else text
            tapped = partial(self._end, act) if sure else partial(self._ask, kind)
            row.add_widget(BigButton(shown, tapped, ground=theme.BAD if sure else None))
        column.add_widget(row)

    def _end(self, act: Callable[[], bool]) -> None:
        """Shut down or restart; say so if the system refuses."""
        if not act():
            self.desk.notice = Message(N_("The system does not let this program shut it down or restart it."))
        self._ask("")
