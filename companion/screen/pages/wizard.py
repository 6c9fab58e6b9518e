"""The first start, step by step: language, screen, camera, totem base, network, a test game.

It is shown once after installation, and again from home. Every step can be left out. What is set is kept at
once."""

from __future__ import annotations

from collections.abc import Callable

from companion.locale import Message
from companion.ports.errors import ControllerError
from companion.referee.view import TableView
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.pages.wizard_devices import BaseStep, CameraStep
from companion.screen.pages.wizard_step import WizardStep
from companion.screen.pages.wizard_steps import GameStep, LanguageStep, NetworkStep, ScreenStep
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Line, Row, Text

STEPS: tuple[type[WizardStep], ...] = (LanguageStep, ScreenStep, CameraStep, BaseStep, NetworkStep, GameStep)


class WizardPage(Page):
    """One step at a time. The desk keeps which one, so that another language or a turned screen does not
    change it."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        self.first = desk.controller.first_start()
        self.step: WizardStep | None = None
        self._notice: Message | None = None
        self._open()

    def refresh(self, view: TableView | None) -> None:  # noqa: ARG002 - no table is open
        """Show news of the camera or the base."""
        if self.step is not None:
            self.step.refresh()

    def leave(self) -> None:
        """Let go of what the step looked at."""
        self.first.rest()

    # -- for the steps --------------------------------------------------------------------------------

    def keep(self, keeping: Callable[[], None]) -> None:
        """Call a setter of the port. If it fails, say why. Then draw the step anew."""
        self._notice = None
        try:
            keeping()
        except ControllerError as error:
            self._notice = error.text
        self.draw()

    def tell(self, notice: Message) -> None:
        """Say what went wrong."""
        self._notice = notice
        self.draw()

    # -- steps ----------------------------------------------------------------------------------------

    def go(self, by: int) -> None:
        """Go to an earlier or later step; after the last one, home."""
        self.first.rest()
        self._notice = None
        self.desk.wizard_step += by
        if self.desk.wizard_step >= len(STEPS):
            self.end()
            return
        self._open()

    def end(self, page: str = "home") -> None:
        """Do not show the set-up by itself any more, and show another page."""
        self.desk.wizard_step = 0
        try:
            self.first.end()
        except ControllerError as error:
            self.desk.notice = error.text
        self.desk.go(page)

    def _open(self) -> None:
        self.step = STEPS[self.desk.wizard_step](self)
        self.draw()

    # -- drawing --------------------------------------------------------------------------------------

    def draw(self) -> None:
        """Draw the whole page."""
        step, at = self.step, self.desk.wizard_step
        assert step is not None
        say = self.texts.say
        if step.parent is not None:
            step.parent.remove_widget(step)
        self.clear_widgets()
        head = Row(size_hint_y=None, height=px(theme.TOUCH))
        title = say("{number} of {all}: {step}", number=at + 1, all=len(STEPS), step=say(step.title))
        head.add_widget(Line(title, size=theme.BIG, bold=True))
        head.add_widget(BigButton(say("Set up later"), self.end, size_hint_x=None, width=px(230)))
        self.add_widget(head)
        if self._notice is not None:
            self.add_widget(Text(self.texts.message(self._notice), ground=theme.BAD, size=theme.SMALL))
        step.draw()
        self.add_widget(step)
        self.add_widget(self._foot(step, at))

    def _foot(self, step: WizardStep, at: int) -> Row:
        say = self.texts.say
        foot = Row(gap=8, size_hint_y=None, height=px(theme.TOUCH))
        foot.add_widget(BigButton(say("Back"), lambda: self.go(-1), off=at == 0))
        foot.add_widget(Column(size_hint_x=0.4))
        last = at == len(STEPS) - 1
        ahead = say("To the games") if last else say("Next") if step.done else say("Skip")
        foot.add_widget(
            BigButton(ahead, lambda: self.go(1), ground=theme.GOOD if step.done or last else None, bold=True)
        )
        return foot
