"""Home: which game, who plays, how it is watched; or take up an unfinished match."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.locale import LANGUAGE_NAMES, N_, Texts
from companion.locale.sentences import assumed, capital, option_value
from companion.referee.view import Message
from companion.rules.contract import Mark, Option, OptionValue, SetupError
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.ports import AnyGame, ControllerError, TableChoice, UnfinishedMatch
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Line, Pages, Row, Text


class HomePage(Page):
    """Every row is one choice; what can be tapped says what it is now."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        self._build()

    # -- what was chosen ------------------------------------------------------------------------------

    def _choose_game(self, name: str) -> None:
        game = self.desk.game(name)
        wishes = self.desk.wishes
        wishes.game = name
        wishes.seats = game.seatings[0]
        wishes.first = wishes.seats[0]
        wishes.options = {option.id: option.default for option in game.options}
        wishes.electronic = set(self.desk.controller.electronic_sources(name))
        self._again()

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
        """Whether the game can be played by these, in this order."""
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
        cameras = [camera.source for camera in self.desk.controller.cameras()]
        index = cameras.index(self._camera())
        self.desk.wishes.camera = cameras[(index + 1) % len(cameras)]
        self._again()

    def _toggle_source(self, source: str) -> None:
        self.desk.wishes.electronic ^= {source}
        self._again()

    def _toggle_broadcast(self) -> None:
        self.desk.wishes.broadcast = not self.desk.wishes.broadcast
        self._again()

    def _camera(self) -> str:
        """The chosen camera, or the proposed one while the chosen one is not there."""
        cameras = [camera.source for camera in self.desk.controller.cameras()]
        wish = self.desk.wishes.camera
        return wish if wish is not None and wish in cameras else cameras[0]

    def _turn_order(self) -> tuple[str, ...]:
        """The chosen seats, clockwise from the one that begins."""
        wishes = self.desk.wishes
        index = wishes.seats.index(wishes.first)
        return wishes.seats[index:] + wishes.seats[:index]

    # -- what is done ---------------------------------------------------------------------------------

    def _start(self) -> None:
        wishes = self.desk.wishes
        choice = TableChoice(
            game=wishes.game,
            seats=self._turn_order(),
            options=dict(wishes.options),
            camera=self._camera(),
            electronic=frozenset(wishes.electronic),
            broadcast=wishes.broadcast and bool(self.desk.controller.broker()),
        )
        try:
            self.desk.game(wishes.game).setup(choice.seats, choice.options)
        except SetupError as error:
            self.desk.notice = Message(
                N_("These seats or options do not go together: {reason}."), (("reason", str(error)),)
            )
            self._again()
            return
        self._open(lambda: self.desk.controller.open_table(choice))

    def _resume(self, match: UnfinishedMatch) -> None:
        broadcast = self.desk.wishes.broadcast and bool(self.desk.controller.broker())
        self._open(lambda: self.desk.controller.resume_table(match.match, self._camera(), broadcast))

    def _open(self, opening: Callable[[], None]) -> None:
        try:
            opening()
        except ControllerError as error:
            self.desk.notice = error.text
            self._again()
            return
        self.desk.notice = None
        watched = bool(self._camera()) and not self.desk.controller.lessons().known
        self.desk.go("camera" if watched else "table")

    # -- drawing --------------------------------------------------------------------------------------

    def _again(self) -> None:
        scrolled = self._settings.scroll_y
        self.clear_widgets()
        self._build()
        self._settings.scroll_y = scrolled

    def _build(self) -> None:
        self.add_widget(self._head())
        if self.desk.notice is not None:
            self.add_widget(Text(self.texts.message(self.desk.notice), ground=theme.BAD, least=44))
        columns = Row(gap=10)
        columns.add_widget(self._games())
        self._settings = Pages()
        columns.add_widget(self._settings)
        self.add_widget(columns)
        if self.desk.wishes.game:
            self._fill_settings()
            self.add_widget(
                BigButton(
                    self.texts.say("Begin the game"),
                    self._start,
                    ground=theme.GOOD,
                    size=theme.BIG,
                    bold=True,
                )
            )
        else:
            self._settings.column.add_widget(
                Text(self.texts.say("Choose a game, or go on with one that is not finished."), size=theme.BIG)
            )
            self._settings.column.add_widget(
                Text(
                    self.texts.say("Nothing hidden is ever shown here, stored openly or sent."),
                    color=theme.FAINT,
                )
            )

    def _head(self) -> Row:
        head = Row(size_hint_y=None, height=px(theme.TOUCH))
        head.add_widget(Line("Companion", size=theme.BIG + 6, bold=True))
        wizard = partial(self.desk.go, "wizard")
        head.add_widget(
            BigButton(self.texts.say("Set up"), wizard, size=theme.SMALL, size_hint_x=None, width=px(140))
        )
        for language, name in LANGUAGE_NAMES.items():
            head.add_widget(
                BigButton(
                    name,
                    partial(self.desk.set_language, language),
                    chosen=language == self.texts.language,
                    size_hint_x=None,
                    width=px(128),
                )
            )
        return head

    def _games(self) -> Pages:
        games = Pages(size_hint_x=0.42)
        for name, game in self.desk.controller.games().items():
            texts = Texts(self.texts.language, name)
            games.column.add_widget(
                BigButton(
                    texts.say(game.title),
                    partial(self._choose_game, name),
                    chosen=name == self.desk.wishes.game,
                    size=theme.BIG,
                    size_hint_y=None,
                    height=px(70),
                )
            )
        try:
            unfinished, unknown = self.desk.controller.unfinished(), self.desk.controller.unknown()
        except ControllerError as error:
            games.column.add_widget(Text(self.texts.message(error.text), ground=theme.BAD))
            return games
        if unfinished:
            games.column.add_widget(Text(self.texts.say("Not finished yet:"), color=theme.FAINT))
        for match in unfinished:
            games.column.add_widget(self._unfinished(match))
        if unknown:
            left_out = self.texts.say(
                "Unfinished matches of games that are not installed: {count}; see companion journal list.",
                count=str(unknown),
            )
            games.column.add_widget(Text(left_out, color=theme.FAINT, size=theme.SMALL))
        return games

    def _unfinished(self, match: UnfinishedMatch) -> BigButton:
        texts = Texts(self.texts.language, match.game)
        label = texts.say(
            "Go on: {game}, {started}",
            game=texts.say(self.desk.game(match.game).title),
            started=match.started,
        )
        return BigButton(
            f"{label}\n{capital(texts.terms(match.seats))}",
            lambda: self._resume(match),
            size=theme.SMALL,
            size_hint_y=None,
            height=px(70),
        )

    def _fill_settings(self) -> None:
        wishes = self.desk.wishes
        game = self.desk.game(wishes.game)
        texts = Texts(self.texts.language, wishes.game)
        rows = self._settings.column
        self._seat_rows(rows, game, texts)
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
        camera = next(c for c in self.desk.controller.cameras() if c.source == self._camera())
        rows.add_widget(_setting(texts.say("Camera"), texts.message(camera.label), self._next_camera))
        rows.add_widget(self._broadcast_row(texts))
        count = sum(value.mark is Mark.DEFAULT for value in game.edition_values)
        rows.add_widget(self._edition_row(texts, count))

    def _edition_row(self, texts: Texts, count: int) -> Row:
        """How much of the edition is assumed; the page where an owner puts that right."""
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
        fixed = not self._may_sit(second)  # always the first of the list begins
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
                size_hint_x=0.16,
                bold=True,
                size=theme.BIG,
            ),
            index=1,
        )
        row.add_widget(
            BigButton(
                "+", lambda: self._set_option(option, number + 1), size_hint_x=0.16, bold=True, size=theme.BIG
            )
        )
        return row

    def _broadcast_row(self, texts: Texts) -> Row:
        broker = self.desk.controller.broker()
        if not broker:
            return _setting(
                texts.say("Broadcast"), texts.say("no broker is configured"), lambda: None, off=True
            )
        value = texts.say("to {broker}", broker=broker) if self.desk.wishes.broadcast else texts.say("off")
        return _setting(texts.say("Broadcast"), value, self._toggle_broadcast)


_LONG = 70
"""A label with more letters needs a third line and more."""


def _setting(label: str, value: str, act: Callable[[], Any], off: bool = False) -> Row:
    row = Row(size_hint_y=None, height=px(theme.TOUCH * (1.7 if len(label) > _LONG else 1)))
    row.add_widget(Line(label, size=theme.SMALL))
    row.add_widget(BigButton(value, act, off=off, size=theme.SMALL))
    return row
