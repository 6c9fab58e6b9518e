"""The page before a game: who plays, with which options, and how the game is watched."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.locale import N_, Message, Texts
from companion.ports.choices import TableChoice
from companion.ports.errors import ControllerError
from companion.referee.own import totem_of
from companion.referee.sentences import assumed, capital, option_value
from companion.rules.contract import Mark, Option, OptionValue, RulesError, SetupError
from companion.rules.lesson import has_lesson, lesson_of
from companion.rules.registry import AnyGame
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.pages.clock import following
from companion.screen.pages.covers import Cover
from companion.screen.pages.opening import at_table, open_with, real_cameras, seated, wished_camera
from companion.screen.table_lesson import TableLesson
from companion.screen.teaching import Teaching
from companion.screen.theme import px
from companion.screen.widgets import Beside, BigButton, Column, Line, Pages, Row, Text


class BeginPage(Page):
    """Every row is one choice, and its button says what is chosen."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        self._build()

    # -- what was chosen ------------------------------------------------------------------------------

    def _toggle_seat(self, seat: str) -> None:
        wishes = self.desk.wishes
        seatings = self.desk.game(wishes.game).seatings
        everyone = seatings[-1]
        chosen, fewest = set(wishes.seats) ^ {seat}, len(seatings[0])
        if len(chosen) >= fewest and not self._may_sit(tuple(name for name in everyone if name in chosen)):
            # seats without a gap: a tap says how many play
            chosen = set(everyone[: everyone.index(seat) + (seat in chosen)])
        if len(chosen) < fewest:
            return
        wishes.seats = tuple(name for name in everyone if name in chosen)
        if wishes.first not in chosen:
            wishes.first = wishes.seats[0]
        self._again()

    def _may_sit(self, seats: tuple[str, ...]) -> bool:
        """Whether the game can be played by these seats, in this order."""
        try:
            self.desk.game(self.desk.wishes.game).setup(seats, {})
        except SetupError:
            return False
        return True

    def _next_first(self) -> None:
        wishes = self.desk.wishes
        index = wishes.seats.index(wishes.first)
        wishes.first = wishes.seats[(index + 1) % len(wishes.seats)]
        self._again()

    def _set_option(self, option: Option, value: OptionValue) -> None:
        self.desk.wishes.options[option.id] = value
        self._again()

    def _next_camera(self) -> None:
        cameras = real_cameras(self.desk)
        index = cameras.index(wished_camera(self.desk))
        self.desk.wishes.camera = cameras[(index + 1) % len(cameras)]
        self._again()

    def _toggle_source(self, source: str) -> None:
        self.desk.wishes.electronic ^= {source}
        self._again()

    def _toggle_broadcast(self) -> None:
        self.desk.wishes.broadcast = not self.desk.wishes.broadcast
        self._again()

    def _turn_order(self) -> tuple[str, ...]:
        """The chosen seats, clockwise from the one that begins."""
        wishes = self.desk.wishes
        index = wishes.seats.index(wishes.first)
        return wishes.seats[index:] + wishes.seats[:index]

    # -- what is done ---------------------------------------------------------------------------------

    def _demonstrate(self, camera: str) -> None:
        """A table that is drawn, with people who play at it."""
        self._start(camera, frozenset(self.desk.controller.electronic_sources(self.desk.wishes.game)))

    def _start(self, camera: str | None = None, electronic: frozenset[str] | None = None) -> None:
        """``camera``, ``electronic``: instead of those that are wished."""
        wishes = self.desk.wishes
        choice = TableChoice(
            game=wishes.game,
            seats=self._turn_order(),
            options=dict(wishes.options),
            camera=wished_camera(self.desk) if camera is None else camera,
            electronic=frozenset(wishes.electronic) if electronic is None else electronic,
            broadcast=wishes.broadcast and bool(self.desk.controller.broker()),
            players=seated(self.desk),
        )
        try:
            self.desk.game(wishes.game).setup(choice.seats, choice.options)
        except SetupError as error:
            self.desk.notice = Message(
                N_("These seats or options do not fit together: {reason}."), (("reason", str(error)),)
            )
            self._again()
            return
        if not open_with(self.desk, choice.camera, lambda: self.desk.controller.open_table(choice)):
            self._again()

    # -- drawing --------------------------------------------------------------------------------------

    def _again(self) -> None:
        scrolled = self._settings.scroll_y
        self.clear_widgets()
        self._build()
        self._settings.scroll_y = scrolled

    def _build(self) -> None:
        wishes = self.desk.wishes
        texts = Texts(self.texts.language, wishes.game)
        self.add_widget(self.head(texts.say(self.desk.game(wishes.game).title)))
        if self.desk.notice is not None:
            self.add_widget(Text(self.texts.message(self.desk.notice), ground=theme.BAD, least=44))
        columns = Beside(gap=10)
        help_column = self._help()
        columns.add(help_column, 0.3)
        if columns.upright:
            help_column.size_hint_y = None
        self._settings = Pages()
        columns.add(self._settings, 1.0)
        self.add_widget(columns)
        self._fill_settings()
        self.add_widget(
            BigButton(
                self.texts.say("Begin the game"), self._start, ground=theme.GOOD, size=theme.BIG, bold=True
            )
        )

    def _help(self) -> Column:
        """What the game looks like, and what there is to read about it."""
        column = Column(gap=6, fixed=theme.upright())
        if not theme.upright():
            column.add_widget(Cover(self.desk.wishes.game))
        column.add_widget(
            BigButton(self.texts.say("Rules"), partial(self.desk.go, "rules", self.desk.wishes.game))
        )
        if has_lesson(self.desk.wishes.game):
            column.add_widget(BigButton(self.texts.say("Teach me"), self._teach))
        for camera in self.desk.controller.cameras():
            if camera.simulated:
                show = partial(self._demonstrate, camera.source)
                column.add_widget(BigButton(self.texts.say("Watch a demonstration"), show, size=theme.SMALL))
        return column

    def _teach(self) -> None:
        """A guided first game, from its beginning."""
        game = self.desk.wishes.game
        try:
            lesson = lesson_of(game)
            source = wished_camera(self.desk)
            if lesson.at_table and source:
                self._teach_at_table(TableLesson(lesson, self.desk.game(game)), source)
                return
            self.desk.lesson = Teaching(game, lesson)
        except RulesError as error:
            self.desk.notice = Message(
                N_("The lesson of this game cannot be given: {reason}."), (("reason", str(error)),)
            )
            self._again()
            return
        self.desk.notice = None
        self.desk.go("lesson", game)

    def _teach_at_table(self, lesson: TableLesson, camera: str) -> None:
        """The same with the pieces on the table, before a camera."""

        def begin() -> None:
            self.desk.controller.open_lesson(self.desk.wishes.game, camera)
            self.desk.table_lesson = lesson

        if not open_with(self.desk, camera, begin):
            self._again()

    def _fill_settings(self) -> None:
        wishes = self.desk.wishes
        game = self.desk.game(wishes.game)
        texts = Texts(self.texts.language, wishes.game)
        rows = self._settings.column
        self._seat_rows(rows, game, texts)
        camera = next(c for c in self.desk.controller.cameras() if c.source == wished_camera(self.desk))
        rows.add_widget(_setting(texts.say("Camera"), texts.message(camera.label), self._next_camera))
        names = [player.name for player in at_table(self.desk).values()]
        said = ", ".join(names) if names else texts.say("left out")
        rows.add_widget(_setting(texts.say("Names of the players"), said, partial(self.desk.go, "players")))
        if totem_of(game.id) is None:  # in a game with a totem it is nobody's turn
            rows.add_widget(self._clock_row(texts))
        for option in game.options:
            rows.add_widget(self._option_row(option, texts))
        for source in self.desk.controller.electronic_sources(wishes.game):
            drawn = source in wishes.electronic
            rows.add_widget(
                _setting(
                    capital(texts.term(source)),
                    texts.say("drawn by the machine") if drawn else texts.say("real ones on the table"),
                    partial(self._toggle_source, source),
                )
            )
        if broker := self.desk.controller.broker():
            value = texts.say("to {broker}", broker=broker) if wishes.broadcast else texts.say("off")
            rows.add_widget(_setting(texts.say("Broadcast"), value, self._toggle_broadcast))
        count = sum(value.mark is Mark.DEFAULT for value in game.edition_values)
        rows.add_widget(self._edition_row(texts, count))

    def _edition_row(self, texts: Texts, count: int) -> Row:
        """How much of the edition is only assumed, and a button to the page where an owner confirms it."""
        label = assumed(texts, count) if count else texts.say("This edition is confirmed")
        return _setting(label, texts.say("Compare with my box"), self._compare)

    def _compare(self) -> None:
        try:
            self.desk.controller.owner_draft(self.desk.wishes.game)
        except ControllerError as error:
            self.desk.notice = error.text
            self._again()
            return
        self.desk.notice = None
        self.desk.go("edition")

    def _seat_rows(self, rows: Column, game: AnyGame, texts: Texts) -> None:
        wishes = self.desk.wishes
        everyone = game.seatings[-1]
        rows.add_widget(Text(texts.say("Who plays? Tap the seats."), color=theme.FAINT))
        for start in range(0, len(everyone), 4):
            row = Row(size_hint_y=None, height=px(theme.TOUCH))
            for seat in everyone[start : start + 4]:
                row.add_widget(
                    BigButton(
                        capital(texts.term(seat)),
                        partial(self._toggle_seat, seat),
                        chosen=seat in wishes.seats,
                    )
                )
            rows.add_widget(row)
        second = self._turn_order()[1:] + self._turn_order()[:1]
        fixed = not self._may_sit(second)  # the first of the list always begins
        first = capital(texts.term(wishes.first))
        rows.add_widget(_setting(texts.say("Begins"), first, self._next_first, off=fixed))

    def _option_row(self, option: Option, texts: Texts) -> Row:
        value = self.desk.wishes.options[option.id]
        label = capital(texts.say(option.text))
        if option.values:
            following = option.values[(option.values.index(value) + 1) % len(option.values)]
            return _setting(label, option_value(texts, value), lambda: self._set_option(option, following))
        if isinstance(option.default, bool):
            return _setting(label, option_value(texts, value), lambda: self._set_option(option, not value))
        number = int(value)
        row = _setting(label, str(number), lambda: None, off=True)
        row.children[0].size_hint_x = 0.2
        row.add_widget(
            BigButton(
                "−",
                lambda: self._set_option(option, max(0, number - 1)),
                size_hint_x=None,
                width=px(60),
                bold=True,
                size=theme.BIG,
            ),
            index=1,
        )
        row.add_widget(
            BigButton(
                "+",
                lambda: self._set_option(option, number + 1),
                size_hint_x=None,
                width=px(60),
                bold=True,
                size=theme.BIG,
            )
        )
        return row

    def _clock_row(self, texts: Texts) -> Row:
        """The clock. The choice is kept for each game from one evening to the next."""
        minutes = self.desk.preferences.clocks.get(self.desk.wishes.game)
        said = texts.say("off")
        if minutes is not None:
            counted = texts.count("{n} minute for each", "{n} minutes for each", minutes)
            said = counted if minutes else texts.say("only counts")
        return _setting(texts.say("Clock"), said, self._next_clock)

    def _next_clock(self) -> None:
        game, clocks = self.desk.wishes.game, dict(self.desk.preferences.clocks)
        minutes = following(clocks.pop(game, None))
        self.desk.prefer(clocks=clocks if minutes is None else {**clocks, game: minutes})


_LONG, _LONG_WHEN_NARROW = 70, 44
"""A label with more letters needs a third line and more."""
_HIGH, _CRAMPED = 1.7, 3.4
"""Height of a row with such a label, in touch targets."""


def _setting(label: str, value: str, act: Callable[[], Any], off: bool = False) -> Row:
    narrow = theme.large_print() or theme.upright()
    long = len(label) > (_LONG_WHEN_NARROW if narrow else _LONG)
    lines = _CRAMPED if theme.cramped() else _HIGH
    row = Row(size_hint_y=None, height=px(theme.TOUCH * (lines if long else 1)))
    row.add_widget(Line(label, size=theme.SMALL))
    row.add_widget(BigButton(value, act, off=off, size=theme.SMALL))
    return row
