"""The table: the board on the left; whose turn it is, the points and one panel on the right.

Where a camera follows, people look at what it saw; what can be touched instead shows when they ask for it."""

from __future__ import annotations

from kivy.uix.floatlayout import FloatLayout

from companion.referee.events import Event, LineEntered, MoveEntered, OutcomeEntered, UndoAsked
from companion.referee.sheets import printed_on
from companion.referee.view import PATIENCE, RulingKind, TableView
from companion.rules.contract import CellId, Look, Over
from companion.rules.registry import AnyGame
from companion.rules.touch import Tap
from companion.screen import theme
from companion.screen.ahead import Line as Moves
from companion.screen.ahead import Rules
from companion.screen.boards import board_for, strip_for
from companion.screen.desk import Desk, Page
from companion.screen.own import own
from companion.screen.pages.head import Head
from companion.screen.panels import Panel
from companion.screen.panels.about import AboutPanel
from companion.screen.panels.history import HistoryPanel
from companion.screen.panels.may import MayPanel
from companion.screen.panels.menu import MenuPanel, UndoPanel
from companion.screen.panels.piece_button import Pieces
from companion.screen.panels.question import QuestionPanel
from companion.screen.panels.score import ScorePanel
from companion.screen.panels.situation import SituationPanel
from companion.screen.panels.spectators import SpectatorsPanel
from companion.screen.panels.why import WhyPanel, exhibit_of
from companion.screen.playing import Playing
from companion.screen.toasts import Toasts
from companion.screen.widgets import Beside, Column

PANELS: dict[str, type[Panel]] = {
    "situation": SituationPanel,
    "question": QuestionPanel,
    "undo": UndoPanel,
    "score": ScorePanel,
    "history": HistoryPanel,
    "menu": MenuPanel,
    "may": MayPanel,
    "about": AboutPanel,
    "spectators": SpectatorsPanel,
    "why": WhyPanel,
}
"""The panels of every game, by the mode in which they are shown. A game may have its own instead."""

LISTS = ("history", "menu", "score", "about")
"""Panels that need all the room there is."""

STOPPING = (RulingKind.REFUSED, RulingKind.UNKNOWN, RulingKind.UNCLEAR)
"""Rulings that people must see at once, whatever they were looking at."""


class TablePage(Page):
    """Follows the views. Each part is built again only if what it shows has changed."""

    teaching = False

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, gap=0)
        view = self.newest()
        assert view is not None, "the table page is shown only while a table is open"
        self.view: TableView = view
        self.game = self.rules_of(view)
        self.panel: Panel | None = None
        self.mode = "situation"
        self._asked = 0
        self._told = view.ruling.number if view.ruling else 0
        self._keys: dict[str, object] = {}
        self._changed: tuple[CellId, ...] = ()
        self._toasts = Toasts(desk)
        self._entering = False
        self.panels = {**PANELS, **(own(view.game, "PANELS") or {})}
        self._case: object = None
        zones = self.game.zones(view.setup)
        self.board = board_for(self.texts, self.game, view, zones)
        self.board.on_cell = self._tapped
        self.board.on_drag = self._dragged
        self.board.on_hold = self._held
        self.board.on_rest = self._rested
        self._rules = Rules(self.game, view.setup, frozenset(str(zone.cell) for zone in zones))
        self.pieces = Pieces(self.texts, view, zones, printed_on(self.game, view.setup))
        self.playing: Playing | None = None
        self._forecast = strip_for(self.texts, view)
        self.above: Head | None = None
        self._side = Column(gap=6, pad=6)
        self.add_head(self._side)
        self._upright = theme.upright()
        body = Beside(gap=0)
        self._left = Column(gap=0, size_hint=(1, None) if self._upright else (None, 1))
        self._left.add_widget(self.board)
        if self._forecast is not None:
            self._left.add_widget(self._forecast)
        body.add_widget(self._left)
        body.add_widget(self._side)
        body.bind(size=self._share)
        over = FloatLayout()
        over.add_widget(body)
        over.add_widget(self._toasts)
        self.add_widget(over)

    def rules_of(self, view: TableView) -> AnyGame:
        """The game by whose rules this table plays."""
        return self.desk.game(view.game)

    def _share(self, body: Beside, _size: object) -> None:
        """Give the board a square, and the panel at least two fifths."""
        if self._upright:
            self._left.height = min(body.width, body.height * (0.4 if theme.cramped() else 0.5))
        else:
            self._left.width = min(body.height, body.width * 0.6)
        self._toasts.width = body.width if self._upright else self._left.width

    def leave(self) -> None:
        """Stop what runs by itself."""
        if self.above is not None:
            self.above.leave()

    def follow(self, old: Page, /) -> None:
        """Show the same panel, as far as people had come in it."""
        if isinstance(old, TablePage) and old.mode in self.panels:
            if old.view.entries == self.view.entries and old.view.touch == self.view.touch:
                self.playing = old.playing
                self._changed = old._changed
            self._entering = old._entering
            self.show_panel(old.mode)
            self.board.look_at(old.board.seen_as)
            if self.panel is not None and old.panel is not None and type(self.panel) is type(old.panel):
                self.panel.follow(old.panel)

    # -- what panels call -----------------------------------------------------------------------------

    def newest(self) -> TableView | None:
        """The newest view of the table."""
        return self.desk.controller.view()

    def send(self, event: Event) -> None:
        """Send an event to the referee of the table."""
        self.desk.send(event)

    def show_panel(self, mode: str) -> None:
        """Show another panel on the right."""
        self.mode = mode
        self._keys.pop("panel", None)
        self.refresh(self.view)

    def close_panel(self) -> None:
        """Show the panel of the situation again."""
        self.show_panel("situation")

    def enter(self, line: Moves) -> None:
        """Enter the moves that a touch said. If there are none, only what is held has changed."""
        if line:
            entries = (
                MoveEntered(option.seat, option.text) if option.seat else OutcomeEntered(option.text)
                for option in line
            )
            self.send(LineEntered(tuple(entries), self.view.entries))
        if self.mode != "situation":
            self.close_panel()
        else:
            self._keys.pop("panel", None)
            self.refresh(self.newest())

    @property
    def by_touch(self) -> bool:
        """Whether moves are entered by touch now."""
        return self._entering or self.teaching or self.view.camera.state == "none"

    def switch_touch(self) -> None:
        """Enter moves by touch beside the camera, or not any more."""
        self._entering = not self._entering
        self.close_panel()

    def escape(self) -> None:
        """Put away a panel that was asked for, or take back a touch."""
        if self.mode not in ("situation", "question", "duel"):
            self.close_panel()
        elif self.playing is not None and self.playing.begun:
            self.playing.back()
            self.enter(())

    def undo(self) -> None:
        """Take back the last entry."""
        self.send(UndoAsked(1))
        self.close_panel()

    # -- the newest view ------------------------------------------------------------------------------

    def refresh(self, view: TableView | None) -> None:
        """Show what is new."""
        if view is None:
            return
        self.view = view
        self._choose_panel(view)
        if self._new("playing", (view.entries, view.touch, view.camera.state == "none")):
            self.playing = self._play(view)
        if self._new(
            "toasts",
            (view.totem and view.totem.simulated, view.trouble, self.desk.controller.troubles()),
        ):
            self._tell_troubles(view)
        self.tell_head(view)
        self.board.tell(view)
        if self._forecast is not None:
            self._forecast.tell(view)
        self._show(view)
        if self.panel is None or not self.panel.touched:
            self._build_panel(view)
        self.mark()

    def _show(self, view: TableView) -> None:
        """Show what lies where, and what the last entry changed."""
        before, looks = self.board.looks, self.game.looks(view.state)
        if self._new("changed", view.entries) and before:
            cells = {*before, *looks}
            self._changed = tuple(sorted(cell for cell in cells if before.get(cell) != looks.get(cell)))
        self.board.show(looks)

    def mark(self) -> None:
        """Highlight what the ruling, the question, the tasks and the panel speak of."""
        view = self.view
        restore: tuple[CellId, ...] = ()
        hint = tuple(self.panel.cells) if self.panel is not None else ()
        alone = self.panel is not None and self.panel.alone
        may: tuple[CellId, ...] = ()
        if self.playing is not None and self.by_touch and not view.question and not alone:
            may = tuple(map(CellId, self.playing.lit))
        if view.ruling is not None and view.ruling.kind is RulingKind.UNCLEAR:
            hint += view.ruling.cells
        elif view.ruling is not None and view.ruling.kind in STOPPING:
            restore = view.ruling.cells
        restore += self.panel.wrong if self.panel is not None else ()
        hint += view.question.cells if view.question else ()
        hint += view.doubtful
        to_do = tuple(cell for effect in view.to_do for cell in effect.cells)
        if not self.board.has(restore):
            self.board.show_whole(True)
        last = self._changed
        self.board.show_ghost(self.playing.ghost if self.playing is not None and may else {})
        self.board.mark(restore=restore, hint=hint, may=may, to_do=to_do, last=last, tasks=view.tasks)

    def _play(self, view: TableView) -> Playing | None:
        """What touches of the board mean in this position; None if the game's own panel takes them,
        the game is over, or nothing can be touched."""
        if view.totem is not None or isinstance(view.pending, Over) or not view.touch:
            return None
        return Playing(
            self._rules,
            view.state,
            [(move.seat, move.text) for move in view.touch],
            self.game.looks(view.state),
            closing=view.camera.state == "none",
            carry=self._carried(),
        )

    def _carried(self) -> Tap | None:
        """What stays held in the next position, too: the piece that the die showed, or a picture that is laid
        again and again."""
        before = self.playing
        return before.held if before is not None and not before.by_move else None

    def _choose_panel(self, view: TableView) -> None:
        asked = view.question.number if view.question else 0
        if asked != self._asked:
            self._asked = asked
            self.mode = "question" if asked else "situation"
        self._choose_case(view)
        if self.mode == "may" and self.panel is not None and self.panel.view.entries != view.entries:
            self.mode = "situation"
        ruling = view.ruling
        if ruling is not None and ruling.number != self._told:
            self._told = ruling.number
            if ruling.kind in STOPPING and not asked:
                self.mode = "situation"

    def _choose_case(self, view: TableView) -> None:
        """Show a movement of the totem before everything else. When its case is closed, go back to the
        cards."""
        case = view.totem.case if view.totem is not None else None
        if case is not None and (case.number, case.stage) != self._case:
            self._case, self.mode = (case.number, case.stage), "duel"
        elif case is None and self.mode == "duel":
            self.mode = "situation"

    def _new(self, part: str, key: object) -> bool:
        if part in self._keys and self._keys[part] == key:
            return False
        self._keys[part] = key
        return True

    def _tapped(self, cell: CellId) -> None:
        self._begin_touch()
        if (self.panel is None or not self.panel.tap(cell)) and self.playing is not None:
            self.enter(self.playing.tap(cell))

    def _dragged(self, cells: tuple[CellId, ...]) -> None:
        """A finger went over these cells."""
        if isinstance(self.panel, MayPanel):
            self.panel.ask(cells[0], cells[-1])
            return
        if self.playing is None:
            return
        self._begin_touch()
        if self.playing.sweeping:
            self.enter(self.playing.sweep(cells))
        else:
            self.enter(self.playing.drag(cells[0], cells[-1]))

    def _begin_touch(self) -> None:
        """A finger on the board asks for entry by touch."""
        if self.playing is not None and self.mode == "situation":
            self._entering = self._entering or not self.by_touch

    def _held(self, cell: CellId) -> bool:
        """A finger stays on a cell: show what may be done with what lies there. Whether anything does."""
        lies = self.board.looks.get(cell, Look()) != Look()
        if not lies or self.teaching or self.playing is None or self.mode not in ("situation", "may"):
            return False
        if self.mode != "may":
            self.show_panel("may")
        if isinstance(self.panel, MayPanel):
            self.panel.ask(cell)
        return True

    def _rested(self) -> None:
        """What stayed on a cell was a hand that rested there."""
        if self.mode == "may":
            self.close_panel()

    # -- drawing --------------------------------------------------------------------------------------

    def _build_panel(self, view: TableView) -> None:
        kind = self.panels[self.mode]
        kept = exhibit_of(self.desk, view.ruling) if self.mode in ("question", "why") else None
        if not self._new("panel", (self.mode, self.by_touch, kind.key(view), kept)):
            return
        old, self.panel = self.panel, kind(self)
        if old is not None:
            self._side.remove_widget(old)
            self.panel.follow(old)
        self._side.add_widget(self.panel)

    def _tell_troubles(self, view: TableView) -> None:
        """Say whatever is wrong."""
        troubles = (view.trouble,) if view.trouble else ()
        self._toasts.tell(
            {
                self.texts.message(trouble): theme.NEUTRAL if trouble.key in PATIENCE else theme.BAD
                for trouble in (*troubles, *self.desk.controller.troubles())
            }
        )

    def add_head(self, side: Column) -> None:
        """Build what stands above the panel."""
        self.above = Head(self.desk, self.view, self.show_panel)
        side.add_widget(self.above)

    def tell_head(self, view: TableView) -> None:
        """Show what is new above the panel."""
        refused = view.ruling is not None and view.ruling.kind is RulingKind.REFUSED
        asked = self.mode != "situation"
        listed = self.mode in LISTS
        busy = refused or listed or (view.camera.simulated and asked)
        if self.above is not None:  # upright, a panel that was asked for needs the room below the board
            self.above.tell(view, calm=not busy, roomy=not (listed or (self._upright and asked)))
