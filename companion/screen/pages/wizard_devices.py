"""The steps of the first start that look at a device: the camera, and the totem base."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from companion.locale import N_, Message, Texts
from companion.ports.first_start import Aim, BaseNow, BaseStage
from companion.screen import theme
from companion.screen.pages.live import LivePicture
from companion.screen.pages.wizard_step import WizardStep
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Pages, Row, Text

if TYPE_CHECKING:
    from companion.screen.pages.wizard import WizardPage

NO_CAMERA = "none"
"""The configuration's word for a table without a camera."""
FEWEST_PADS, MOST_PADS, USUAL_PADS = 2, 10, 4


class CameraStep(WizardStep):
    """Which camera watches the table, and whether it sees the mat well."""

    title = N_("Camera")

    def __init__(self, page: WizardPage) -> None:
        super().__init__(page)
        self._live = LivePicture(lambda: None)
        self._notes = Pages(size_hint_y=None, height=px(104))
        self._shown: Aim | None = None
        self._found = self.first.cameras()
        self._aim_if_chosen()

    @property
    def done(self) -> bool:
        """Whether a camera was chosen, or that there is none."""
        return bool(self.first.known().camera)

    def draw(self) -> None:
        """The cameras to choose from, and the picture of the chosen one."""
        self.clear_widgets()
        for widget in (self._live, self._notes):
            if widget.parent is not None:
                widget.parent.remove_widget(widget)
        body = Row(gap=8)
        body.add_widget(self._choices())
        sight = Column()
        sight.add_widget(self._live)
        sight.add_widget(self._notes)
        body.add_widget(sight)
        self.add_widget(body)
        self._shown = None
        self.refresh()

    def refresh(self) -> None:
        """Show the newest picture; change the sentences only if they are new."""
        aim = self.first.aimed()
        self._live.show(aim.preview)
        if self._shown is not None and (aim.notes, aim.game) == (self._shown.notes, self._shown.game):
            return
        self._shown = aim
        column = self._notes.column
        column.clear_widgets()
        title = ""
        if aim.game:
            title = Texts(self.texts.language, aim.game).say(self.desk.game(aim.game).title)
            column.add_widget(Text(self.texts.say("The mat of {game} is seen.", game=title)))
        for note in aim.notes:
            ground = theme.GOOD if note.good else theme.ASK
            facts = tuple((name, title if value == aim.game else value) for name, value in note.text.facts)
            said = self.texts.message(Message(note.text.key, facts))
            column.add_widget(Text(said, ground=ground, size=theme.SMALL))

    def _choices(self) -> Pages:
        say = self.texts.say
        pages = Pages(size_hint_x=0.45)
        now = self.first.known().camera
        sources = {camera.source: camera.name for camera in self._found}
        if now and now != NO_CAMERA:
            sources.setdefault(now, now)
        told = {
            0: say("No camera is connected. Plug one in and look again, or play by touch."),
            1: say("Hang it above the table, so that it sees the whole mat."),
        }.get(len(sources), say("Several cameras are connected: tap the one above the table."))
        pages.column.add_widget(Text(told, size=theme.SMALL))
        for source, name in sources.items():
            label = name if name == source else f"{name}\n{source}"
            pages.column.add_widget(self._choice(label, source, now))
        pages.column.add_widget(self._choice(say("No camera: everything by touch"), NO_CAMERA, now))
        pages.column.add_widget(BigButton(say("Look again"), self._look_again, size=theme.SMALL))
        return pages

    def _choice(self, label: str, source: str, now: str) -> BigButton:
        height = px(70 if "\n" in label else theme.TOUCH)
        act = partial(self._choose, source)
        return BigButton(label, act, chosen=source == now, size=theme.SMALL, size_hint_y=None, height=height)

    def _choose(self, source: str) -> None:
        self.page.keep(partial(self.first.set_camera, source))
        self._aim_if_chosen()

    def _aim_if_chosen(self) -> None:
        camera = self.first.known().camera
        if camera and camera != NO_CAMERA:
            self.first.aim(camera)
        else:
            self.first.rest()

    def _look_again(self) -> None:
        self._found = self.first.cameras()
        self.page.draw()


class BaseStep(WizardStep):
    """The totem base: it is found, its firmware is written if need be, and it is set to its owner's totem and
    pads."""

    title = N_("Totem base")

    def __init__(self, page: WizardPage) -> None:
        super().__init__(page)
        self._seats = USUAL_PADS
        self._shown: BaseNow | None = None
        self.first.visit_base(self.texts)

    @property
    def done(self) -> bool:
        """Whether a base is used."""
        return self.first.known().totem

    def refresh(self) -> None:
        """Draw the step anew, with the button that leads on, if the base has news."""
        if self.first.base() != self._shown:
            self.page.draw()

    def draw(self) -> None:
        """What the base told, and what can be done now."""
        self._shown = now = self.first.base()
        self.clear_widgets()
        pages = Pages()
        self.add_widget(pages)
        if now.trouble is not None:
            pages.column.add_widget(Text(self.texts.message(now.trouble), ground=theme.BAD))
        if now.stage is BaseStage.ASKING:
            pages.column.add_widget(Text(now.ask, size=theme.BIG, ground=theme.ASK, least=96))
            self.add_widget(
                BigButton(self.texts.say("Done"), self.first.answer, ground=theme.GOOD, bold=True)
            )
            return
        pages.column.add_widget(Text(self._about(now.stage)))
        for line in now.lines:
            pages.column.add_widget(Text(line, size=theme.SMALL, color=theme.FAINT))
        if now.stage is BaseStage.UNFIT:
            write = self.texts.say("Write the firmware")
            self.add_widget(BigButton(write, self.first.write_firmware, ground=theme.GOOD, bold=True))
        elif now.stage is BaseStage.FOUND:
            self.add_widget(self._setting())

    def _about(self, stage: BaseStage) -> str:
        say = self.texts.say
        if stage is BaseStage.FOUND and self.done:
            return say("The totem base is used.")
        return {
            BaseStage.NONE: say("Only for games with a totem. None is plugged in: plug it in, or skip this."),
            BaseStage.LOOKING: say("Asking what is plugged in; this takes ten seconds."),
            BaseStage.FOUND: say("The totem base was found."),
            BaseStage.UNFIT: say("Is it your totem base? Then write the firmware of this version into it."),
            BaseStage.WRITING: say("The firmware is being written. Leave the cable in."),
            BaseStage.ASKING: "",
        }[stage]

    def _setting(self) -> Column:
        say = self.texts.say
        both = Column(fixed=True, gap=8)
        row = Row(gap=8, size_hint_y=None, height=px(theme.TOUCH))
        for sign, by in (("−", -1), ("+", 1)):
            row.add_widget(
                BigButton(sign, partial(self._count, by), size_hint_x=None, width=px(70), size=theme.BIG)
            )
        calibrate = say("Set totem and {n} pads", n=self._seats)
        row.add_widget(BigButton(calibrate, lambda: self.first.calibrate(self._seats), ground=theme.GOOD))
        both.add_widget(row)
        if not self.done:
            both.add_widget(BigButton(say("Use it as it is"), lambda: self.page.keep(self.first.use_base)))
        return both

    def _count(self, by: int) -> None:
        self._seats = min(MOST_PADS, max(FEWEST_PADS, self._seats + by))
        self.page.draw()
