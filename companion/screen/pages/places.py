"""Where the owner keeps piles, trays and hands: boxes to drag on the camera's picture."""

from __future__ import annotations

from collections.abc import Mapping

from companion.ports.errors import ControllerError
from companion.referee.places import Places, Rectangle, placed, rectangle_of
from companion.referee.view import TableView
from companion.rules.contract import CellId, Zone, ZoneKind
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.pages.ground import ground_of
from companion.screen.pages.places_picture import PlacesPicture
from companion.screen.theme import px
from companion.screen.widgets import Beside, BigButton, Column, Pages, Row, Text
from vision.types import Preview


class PlacesPage(Page):
    """Asks for pictures only while it is shown. Nothing counts before it is saved."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        view = desk.controller.view()
        assert view is not None, "the places are shown only while a table is open"
        self._zones = desk.game(view.game).zones(view.setup)
        self._own = {
            zone.cell: rectangle_of(zone)
            for zone in self._zones
            if zone.kind is ZoneKind.SLOT and zone.reading.watched
        }
        self._board = tuple(zone for zone in self._zones if zone.cell not in self._own)
        self._preview: Preview | None = None
        self._shown: object = None
        self._refusal = ""
        self.picture = PlacesPicture(self._changed)
        self._lay(desk.controller.places())
        self._side = Column()
        body = Beside(gap=8)
        body.add_picture(self.picture)
        body.add(self._side)
        self.add_widget(body)
        desk.controller.ask_preview(True)

    def leave(self) -> None:
        """No more pictures."""
        self.desk.controller.ask_preview(False)

    def follow(self, old: Page, /) -> None:
        """Go on with the boxes as they were dragged."""
        if isinstance(old, PlacesPage):
            self.picture.lay(old.picture.boxes, old.picture.gone, old.picture.chosen)
            self.refresh(self.desk.controller.view())

    def refresh(self, view: TableView | None) -> None:
        """The newest picture; the rest only when it changed."""
        if view is None:
            return
        preview = self.desk.controller.preview()
        if preview is not self._preview:
            self._preview = preview
            self.picture.show(preview)
            self.picture.stand(None if preview is None else ground_of(self._fixed(), preview))
        picture = self.picture
        shown = (picture.chosen, frozenset(picture.gone), picture.ground is None, self._refusal)
        if shown != self._shown:
            self._shown = shown
            self._build()

    def _fixed(self) -> tuple[Zone, ...]:
        """The zones that tell where the table lies: the board or, if there is none, the places as they are
        kept."""
        return self._board or placed(self._zones, self.desk.controller.places())

    # -- drawing --------------------------------------------------------------------------------------

    def _build(self) -> None:
        say, picture = self.texts.say, self.picture
        self._side.clear_widgets()
        pages = Pages()
        self._side.add_widget(pages)
        column = pages.column
        if not self._own:
            column.add_widget(Text(say("The camera looks at nothing beside the board in this game.")))
        elif picture.ground is None:
            column.add_widget(Text(say("First the camera must find the board."), ground=theme.ASK))
        if self._refusal:
            column.add_widget(Text(self._refusal, ground=theme.BAD))
        if picture.chosen is not None:
            number = list(self._own).index(picture.chosen) + 1
            name = f"{number}: {self.texts.term(picture.chosen)}"
            column.add_widget(Text(name, ground=theme.HINT, bold=True))
            if picture.chosen in picture.gone:
                column.add_widget(Text(say("You do not keep this. The camera does not look for it.")))
        column.add_widget(Text(say("Drag each box to where you keep these things. The ring resizes it.")))
        if self._own:
            self._build_buttons()
        last = Row(size_hint_y=None, height=px(theme.TOUCH))
        last.add_widget(BigButton(say("Cancel"), lambda: self.desk.go("camera")))
        last.add_widget(BigButton(say("Save"), self._save, ground=theme.GOOD, bold=True, off=not self._own))
        self._side.add_widget(last)

    def _build_buttons(self) -> None:
        say, picture = self.texts.say, self.picture
        turn = Row(size_hint_y=None, height=px(theme.TOUCH))
        turn.add_widget(BigButton(say("Previous"), lambda: self._choose(-1)))
        turn.add_widget(BigButton(say("Next"), lambda: self._choose(1)))
        self._side.add_widget(turn)
        gone = picture.chosen in picture.gone
        text = say("We keep this") if gone else say("We do not keep this")
        self._side.add_widget(BigButton(text, self._keep, off=picture.chosen is None))
        self._side.add_widget(BigButton(say("The game's own places"), self._reset))

    # -- what is done ---------------------------------------------------------------------------------

    def _lay(self, places: Places) -> None:
        names = {cell: places.find(cell) for cell in self._own}
        gone = {cell for cell, name in names.items() if name is not None and places.of[name] is None}
        kept = {zone.cell: rectangle_of(zone) for zone in placed(self._zones, places) if zone.cell in names}
        self.picture.lay({**self._own, **kept}, gone, self.picture.chosen)

    def _choose(self, by: int) -> None:
        cells = list(self._own)
        chosen = self.picture.chosen
        at = (cells.index(chosen) + by) % len(cells) if chosen is not None else 0
        self.picture.lay(self.picture.boxes, self.picture.gone, cells[at])
        self._changed()

    def _keep(self) -> None:
        chosen = self.picture.chosen
        if chosen is not None:
            self.picture.lay(self.picture.boxes, self.picture.gone ^ {chosen}, chosen)
        self._changed()

    def _reset(self) -> None:
        self.picture.lay(self._own, set(), self.picture.chosen)
        self._changed()

    def _changed(self) -> None:
        self._refusal = ""
        self.refresh(self.desk.controller.view())

    def _save(self) -> None:
        picture = self.picture
        try:
            self.desk.controller.set_places(
                moved(self.desk.controller.places(), self._own, picture.boxes, picture.gone)
            )
        except ControllerError as error:
            self._refusal = self.texts.message(error.text)
            self.refresh(self.desk.controller.view())
        else:
            self.desk.go("camera")


def moved(
    before: Places,
    own: Mapping[CellId, Rectangle],
    boxes: Mapping[CellId, Rectangle],
    gone: set[CellId],
) -> Places:
    """The places that differ from the game's own, each by its name. What the owner said of cells that are not
    on this table (of seats that nobody has taken today) is kept."""
    kept = {name: there for name, there in before.of.items() if name not in own}
    others = Places(kept.copy())
    for cell, box in boxes.items():
        if cell in gone:
            kept[cell] = None
        elif box != own[cell] or others.find(cell) is not None:
            kept[cell] = box
    return Places(kept)
