"""The menu of what is rarely needed, and the question whether the last entry shall really be taken back."""

from __future__ import annotations

from functools import partial

from companion.referee import sentences
from companion.referee.events import AsShown
from companion.referee.view import TableView
from companion.rules.contract import Over
from companion.screen import theme
from companion.screen.panels.panel import Host, Panel
from companion.screen.widgets import BigButton, Row, Text


class MenuPanel(Panel):
    """Other pages, the language, the way out."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        say = self.texts.say
        self.add_widget(self.head(say("More")))
        column = self.pages().column
        first = Row(fixed=True)
        first.add_widget(
            BigButton(sentences.scored(self.texts, self.view.game), lambda: host.show_panel("score"))
        )
        first.add_widget(BigButton(say("Rules"), partial(self.desk.go, "rules", self.view.game)))
        first.add_widget(BigButton(say("What may I do?"), lambda: host.show_panel("may"), size=theme.SMALL))
        column.add_widget(first)
        if self.view.camera.name:
            camera = Row(fixed=True)
            camera.add_widget(BigButton(say("Camera"), lambda: self.desk.go("camera")))
            camera.add_widget(BigButton(say("Everything lies as shown"), self._vouch, size=theme.SMALL))
            column.add_widget(camera)
        if self.desk.controller.page():
            column.add_widget(BigButton(say("Watch on a phone"), lambda: host.show_panel("spectators")))
        lesson = self.desk.table_lesson is not None  # nothing of it is kept
        if isinstance(self.view.pending, Over) and not lesson:
            column.add_widget(BigButton(say("Final result"), lambda: self.desk.go("end")))
        settings = Row(fixed=True)
        settings.add_widget(BigButton(say("Settings"), partial(self.desk.go, "settings")))
        settings.add_widget(BigButton(say("About this table"), lambda: host.show_panel("about")))
        column.add_widget(settings)
        last = Row(fixed=True)
        last.add_widget(BigButton(say("Turn the picture"), self.desk.turn))
        last.add_widget(BigButton(say("Leave the table"), self._leave))
        column.add_widget(last)
        if not lesson:
            column.add_widget(Text(say("The match can be taken up again at any time."), color=theme.FAINT))

    @staticmethod
    def key(view: TableView) -> object:
        """Only what is on the buttons."""
        return (view.camera.name, isinstance(view.pending, Over))

    def _vouch(self) -> None:
        self.host.send(AsShown())
        self.host.show_panel("situation")

    def _leave(self) -> None:
        self.desk.controller.leave_table()
        self.desk.go("home")


class UndoPanel(Panel):
    """Says what would be taken back, and asks once."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        say = self.texts.say
        self.add_widget(self.head(say("Take back")))
        line = sentences.last_standing(self.view)
        column = self.pages().column
        if line is None:
            column.add_widget(Text(say("There is nothing left to undo.")))
            return
        column.add_widget(Text(say("The last entry would be taken back:")))
        column.add_widget(Text(sentences.history_line(self.texts, line), size=theme.BIG, bold=True))
        column.add_widget(Text(say("Put the pieces back as they were before it.")))
        self.add_widget(BigButton(say("Yes, take it back"), host.undo, ground=theme.BAD, bold=True))
