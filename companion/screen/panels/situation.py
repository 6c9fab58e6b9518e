"""What was seen and ruled, what hands must do now, and what can be touched.

Where a camera follows, one large line says what it saw, with a tick and a cross."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.uix.widget import Widget

from companion.locale import Texts
from companion.referee import sentences
from companion.referee.events import AnywayAsked, AsShown, TurnDone
from companion.referee.view import DoneView, Reminder, Ruling, RulingKind, TableView
from companion.rules.contract import CellId, ClauseId, Effect, Lamp, Over
from companion.screen import pictures, theme
from companion.screen.panels.panel import Act, Host, Panel
from companion.screen.panels.tray import Tray
from companion.screen.panels.why import exhibit_of
from companion.screen.playing import Playing
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Row, Text

# -- The open card as the lamps show it


class LampRow(Widget):
    """One field a lamp, in order; the one that is due has a frame and is larger. Beside each stands its
    colour's first letter, as on the pieces."""

    def __init__(self, texts: Texts, lamps: Sequence[Lamp], **kwargs: Any) -> None:
        super().__init__(size_hint_y=None, height=px(52), **kwargs)
        self._texts = texts
        self._lamps = tuple(lamps)
        self.bind(pos=self._draw, size=self._draw)

    def _draw(self, *_: object) -> None:
        self.canvas.clear()
        step = min(self.width / len(self._lamps), px(84))
        with self.canvas:
            for index, lamp in enumerate(self._lamps):
                side = px(50) if lamp.due else px(38)
                x = self.x + step * (index + 0.5) - side / 2
                y = self.y + self.height / 2 - side / 2
                colour = theme.COLOURS.get(lamp.colour, theme.BUTTON_OFF)
                Color(*colour)
                Rectangle(pos=(x, y), size=(side, side))
                Color(1, 1, 1, 1)
                if lamp.colour:
                    ink = theme.ink_on(colour)
                    Rectangle(texture=pictures.arrow(lamp.pattern, ink), pos=(x, y), size=(side, side))
                    self._draw_letter(lamp.colour, (x + side, y + side / 2), (step - side) / 2 - px(3))
                if lamp.due:
                    Rectangle(texture=pictures.frame("solid", theme.INK), pos=(x, y), size=(side, side))

    def _draw_letter(self, colour: str, at: tuple[float, float], width: float) -> None:
        word = self._texts.term(colour)[:1].upper()
        letter = pictures.caption(word, int(px(theme.TINY)), theme.INK, int(width), bold=True)
        if letter is not None:
            Rectangle(texture=letter, pos=(at[0] + px(3), at[1] - letter.height / 2), size=letter.size)


# -- What has just been ruled, what hands must do now, what the open card says

COLOURS = {
    RulingKind.PLAYED: theme.PANEL,
    RulingKind.REFUSED: theme.BAD,
    RulingKind.UNCLEAR: theme.ASK,
    RulingKind.UNKNOWN: theme.ASK,
    RulingKind.UNDONE: theme.NEUTRAL,
    RulingKind.ANYWAY: theme.ASK,
    RulingKind.RESTORED: theme.NEUTRAL,
    RulingKind.CORRECTED: theme.NEUTRAL,
}

SAW = theme.BIG + 3
"""Letters of what the camera saw: read from the other side of the table."""


class SituationPanel(Panel):
    """The panel that is shown if nobody asked for another."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        view = self.view
        self.column = column = self.pages().column
        if self._watched and view.camera.state not in sentences.FOLLOWING:
            column.add_widget(Text(sentences.camera_line(self.texts, view.camera), ground=theme.BAD))
        if view.doubtful:
            column.add_widget(self._set_up())
        stopped = view.ruling is not None and view.ruling.kind is RulingKind.REFUSED
        tray = (
            self._tray(host.playing) if host.playing is not None and host.by_touch and not stopped else None
        )
        if tray is not None:
            column.add_widget(tray)
        if view.reminder is not None:
            column.add_widget(self._reminder(view.reminder))
        if view.seen is not None:
            column.add_widget(Text(self.texts.message(view.seen), size=SAW, bold=True, ground=theme.NEUTRAL))
        if view.ruling is not None:
            column.add_widget(self._ruling(view.ruling))
        elif self._watched and view.seen is None and view.camera.state in sentences.FOLLOWING:
            said = sentences.camera_line(self.texts, view.camera)
            column.add_widget(Text(said, size=SAW, color=theme.FAINT))
        if view.done is not None:
            column.add_widget(self._done(view.done))
        tasks = [effect for effect in view.to_do if effect.cells]
        if tasks:
            column.add_widget(self._to_do(tasks))
        self._add_answers(view)
        for row in tray.last if tray is not None else ():
            self.add_widget(row)
        buttons = self._buttons()
        if buttons.children:
            self.add_widget(buttons)

    @staticmethod
    def key(view: TableView) -> object:
        """Everything in a view except the board, the points and the history."""
        return (
            view.entries,
            view.ruling,
            view.to_do,
            view.tasks,
            view.seen,
            view.camera,
            view.touch,
            view.reminder,
            view.done,
            view.doubtful,
        )

    def _add_answers(self, view: TableView) -> None:
        """What people may say to what they see here."""
        if self.host.teaching:
            return
        if view.ruling is not None and view.ruling.kind is RulingKind.REFUSED:
            self.add_widget(self._objections(view.ruling))
        elif view.doubtful:
            self.add_widget(BigButton(self.texts.say("Start anyway"), partial(self.host.send, AsShown())))
        elif view.camera.simulated:
            pass  # the drawn people say themselves when their turn is done
        elif view.camera.state in sentences.FOLLOWING and not isinstance(view.pending, Over):
            self.add_widget(self._tick_and_cross(view))

    def _set_up(self) -> Column:
        """Which cells to look at before the game begins."""
        card = Column(fixed=True, gap=2, pad=6, ground=theme.ASK)
        card.add_widget(Text(self.texts.say("Is the set-up right?"), size=theme.BIG, bold=True))
        for line in sentences.set_up_lines(self.texts, self.view.doubtful):
            card.add_widget(Text(line))
        return card

    def _ruling(self, ruling: Ruling) -> Column:
        card = Column(fixed=True, gap=2, pad=6, ground=COLOURS[ruling.kind])
        saw = ruling.kind is RulingKind.PLAYED and self._watched and not self.host.by_touch
        title = self.texts.say("I saw") if saw else self.texts.say(sentences.RULING_TITLES[ruling.kind])
        card.add_widget(Text(title, size=theme.SMALL, bold=True))
        refused = ruling.kind is RulingKind.REFUSED
        for number, line in enumerate(sentences.ruling_lines(self.texts, ruling, self.view.tasks)):
            usual = theme.SMALL if refused and number else theme.BODY  # all clauses in sight
            card.add_widget(Text(line, size=SAW if saw else usual, bold=saw))
        for effect in self.view.to_do:
            if not effect.cells:  # it only explains; hands have nothing to do
                card.add_widget(Text(sentences.effect_line(self.texts, effect), size=theme.SMALL))
        told = [*(breach.clause for breach in ruling.breaches), *(one.clause for one in self.view.to_do)]
        if told or self.view.camera.state != "none":
            why = partial(self._why, told)
            card.add_widget(BigButton(self.texts.say("Why?"), why, size=theme.SMALL))
        return card

    def _why(self, clauses: Sequence[ClauseId]) -> None:
        """The pictures of the ruling, or its clause where none are kept."""
        if not clauses or exhibit_of(self.desk, self.view.ruling) is not None:
            self.host.show_panel("why")
        else:
            self.desk.go("rules", clauses[0])

    def _done(self, done: DoneView) -> Text:
        """What has become of the latest press of *my turn is done*."""
        return Text(self.texts.say(sentences.DONE_STAGES[done.stage]), size=theme.SMALL, ground=theme.NEUTRAL)

    @property
    def _watched(self) -> bool:
        """Whether a camera looks at this table."""
        return self.view.camera.state != "none" and not self.host.teaching

    def _tick_and_cross(self, view: TableView) -> Row:
        """What people say to what was seen: it was otherwise, or their turn is done."""
        row = Row(size_hint_y=None, height=px(theme.TOUCH + 4), gap=4)
        line = sentences.last_ruled(view) if view.ruling is not None and view.seen is None else None
        if view.seen is not None or line is not None:
            wrong: Act = self.host.switch_touch  # not final: people tell by touch what was done
            if line is not None:
                wrong = partial(self.correct, str(line.number))
            row.add_widget(BigButton(self.texts.say("Not so"), wrong, icon="cross", size_hint=(0.6, 1)))
        done = partial(self.host.send, TurnDone("", "screen"))
        said = self.texts.say("My turn is done")
        row.add_widget(BigButton(said, done, icon="tick", ground=theme.GOOD, size=theme.SMALL, size_hint_y=1))
        return row

    def _reminder(self, reminder: Reminder) -> Column:
        """What everybody waits for. Nobody is accused."""
        card = Column(fixed=True, gap=2, pad=6, ground=theme.ASK)
        card.add_widget(Text(self.texts.reminder(reminder.clause, reminder.seconds), bold=True))
        return card

    def _objections(self, ruling: Ruling) -> Row:
        """What people may say to a refusal."""
        say, send = self.texts.say, self.host.send
        row = Row(size_hint_y=None, height=px(theme.TOUCH + 4), gap=4)
        for text, event in (
            (say("We agree: play it anyway"), AnywayAsked(ruling.number)),
            (say("Cancel") if self.view.camera.state == "none" else say("Nobody did that"), AsShown()),
        ):
            row.add_widget(BigButton(text, partial(send, event), size=theme.SMALL, size_hint_y=1))
        return row

    def _to_do(self, tasks: Sequence[Effect]) -> Column:
        card = Column(fixed=True, gap=2, pad=6, ground=theme.TO_DO)
        card.add_widget(Text(self.texts.say("Now do this with your hands:"), bold=True))
        for task in self.view.tasks:
            card.add_widget(Text(sentences.task_line(self.texts, task)))
        size = theme.SMALL if self.view.tasks else theme.BODY  # beside tasks, effects only say why
        for effect in tasks:
            card.add_widget(Text(sentences.effect_line(self.texts, effect), size=size))
        return card

    def _look(self, view: str) -> None:
        """Show the board in another way."""
        self.host.board.look_at(view)
        self.host.enter(())

    def _tray(self, playing: Playing) -> Tray:
        def shown(cell: str) -> bool:
            return self.host.board.has((CellId(cell),))

        actor, step = sentences.actor(self.texts, self.view), sentences.expected(self.texts, self.view)
        now = self.texts.say("Now: {who}. {what}", who=actor, what=step)
        return Tray(self.texts, playing, self.host.pieces, shown, self.host.enter, now)

    def _buttons(self) -> Row:
        say, show, board = self.texts.say, self.host.show_panel, self.host.board
        nothing_left = sentences.last_standing(self.view) is None
        buttons: list[tuple[str, Act, bool, theme.Colour | None]] = [
            (say("Take back"), partial(show, "undo"), nothing_left, None),
            (say("History"), partial(show, "history"), False, None),
            (say("More"), partial(show, "menu"), False, None),
        ]
        if self.host.teaching:
            buttons = []
        views = ("", *board.views)
        if self._watched:
            text = say("Watch") if self.host.by_touch else say("By touch")
            buttons.insert(0, (text, self.host.switch_touch, False, None))
        if len(views) > 1 and self.host.by_touch:
            following = views[(views.index(board.seen_as) + 1) % len(views)]
            texts = {"": say("Board only"), "whole": say("Whole table"), "far": say("Whole board")}
            buttons.insert(0, (texts[following], partial(self._look, following), False, None))
        return self.buttons_beside(buttons, theme.TOUCH + 4)
