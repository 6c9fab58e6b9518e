"""The camera: is the board in the picture, and where are its corners?

Two views of one page: *look* (the live picture with the outlines of the cells) and *corners* (four handles to
drag onto the corners of the printed board, or four taps).
"""

from __future__ import annotations

from companion.referee import sentences
from companion.referee.sheets import sheets_of
from companion.referee.view import TableView
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.pages.live import LivePicture
from companion.screen.widgets import Beside, BigButton, Column, Pages, Text

CORNERS = 4


class CameraPage(Page):
    """The page of the camera. It asks for pictures only while it is shown."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        view = desk.controller.view()
        assert view is not None, "the camera page is shown only while a table is open"
        self.view: TableView = view
        self.live = LivePicture(self._corners_changed)
        self.mode = "look"
        self._shown: object = None
        self.game = desk.game(view.game)
        self._sheets = sheets_of(self.game, view.setup)
        desk.controller.ask_preview(True)

    def leave(self) -> None:
        """Stop the pictures."""
        self.desk.controller.ask_preview(False)

    def follow(self, old: Page, /) -> None:
        """Go on with the corners that are being set."""
        if isinstance(old, CameraPage):
            self.live.set_corners(old.live.corners)
            self.switch(old.mode)

    def refresh(self, view: TableView | None) -> None:
        """Show the newest picture; build the rest again only if it changed."""
        if view is None:
            return
        self.view = view
        self.live.show(self.desk.controller.preview())
        shown = (self.mode, view.camera, self.desk.controller.lessons(), self.live.ready)
        if shown != self._shown:
            self._shown = shown
            self._build(view)

    # -- drawing --------------------------------------------------------------------------------------

    def _build(self, view: TableView) -> None:
        if self.live.parent is not None:
            self.live.parent.remove_widget(self.live)
        self.clear_widgets()
        self.live.handles(self.mode == "corners")
        body = Beside(gap=8)
        side = Column()
        self._build_look(side, view) if self.mode == "look" else self._build_corners(side)
        body.add_picture(self.live)
        body.add(side)
        self.add_widget(body)

    def _status(self, column: Column, view: TableView) -> None:
        camera = view.camera
        if camera.simulated:
            column.add_widget(Text(self.texts.say("Simulated table"), ground=theme.ASK, bold=True))
        column.add_widget(Text(camera.name, size=theme.SMALL, color=theme.FAINT))
        text = camera.message or sentences.CAMERA_STATES[camera.state]
        ground = theme.GOOD if camera.state == "ready" else theme.NEUTRAL
        if camera.state in ("lost", "trouble"):
            ground = theme.BAD
        column.add_widget(Text(self.texts.say(text, **dict(camera.facts)), ground=ground))

    def _build_look(self, side: Column, view: TableView) -> None:
        say = self.texts.say
        pages = Pages()
        side.add_widget(pages)
        self._status(pages.column, view)
        lessons = self.desk.controller.lessons()
        known = (
            say("The camera knows pieces of this box.")
            if lessons.known
            else say("The camera learns the pieces while you play; nothing has to be shown first.")
        )
        pages.column.add_widget(Text(known, ground=theme.GOOD if lessons.known else theme.NEUTRAL))
        if self._sheets:
            off = view.camera.state == "none" or view.camera.simulated
            side.add_widget(BigButton(say("Show cards and tiles"), lambda: self.desk.go("sheets"), off=off))
        side.add_widget(BigButton(say("Piles and hands"), lambda: self.desk.go("places")))
        side.add_widget(
            BigButton(say("Set the corners by hand"), lambda: self.switch("corners"), off=not self.live.ready)
        )
        side.add_widget(
            BigButton(say("To the table"), lambda: self.desk.go("table"), ground=theme.GOOD, bold=True)
        )

    def _build_corners(self, side: Column) -> None:
        say = self.texts.say
        pages = Pages()
        side.add_widget(pages)
        pages.column.add_widget(Text(say("Corners of the printed board"), size=theme.BIG, bold=True))
        for text in (
            say("Tap the four corners one after another, clockwise: {names}.", names=self._corner_names()),
            say("Drag a corner with the finger to move it."),
        ):
            pages.column.add_widget(Text(text))
        set_ = len(self.live.corners)
        pages.column.add_widget(Text(say("{n} of {all} corners", n=set_, all=CORNERS), bold=True))
        side.add_widget(BigButton(say("Begin again"), self.live.clear_corners, off=not set_))
        side.add_widget(
            BigButton(say("Use these corners"), self._use_corners, off=set_ < CORNERS, ground=theme.GOOD)
        )
        side.add_widget(BigButton(say("Cancel"), lambda: self.switch("look")))

    def _corner_names(self) -> str:
        say = self.texts.say
        return ", ".join(
            f"{number} {name}"
            for number, name in enumerate(
                (say("top left"), say("top right"), say("bottom right"), say("bottom left")), start=1
            )
        )

    # -- what is done ---------------------------------------------------------------------------------

    def switch(self, mode: str) -> None:
        """Show ``look`` or ``corners``."""
        self.mode = mode
        self.refresh(self.view)

    def _corners_changed(self) -> None:
        self._shown = None
        self.refresh(self.view)

    def _use_corners(self) -> None:
        first, second, third, fourth = self.live.corners
        self.desk.controller.set_corners((first, second, third, fourth))
        self.switch("look")
