"""The people who play here: who sits where, chosen with a tap; their names and colours; deleting them."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kivy.graphics import Color, Rectangle

from companion.locale import N_, Message, Texts
from companion.owner.players import COLOURS, LONGEST, Player
from companion.ports.errors import ControllerError
from companion.referee.sentences import capital
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.pages.keyboard import Keyboard
from companion.screen.pages.opening import at_table
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Line, Pages, Row, Text

_BESIDE, _BESIDE_UPRIGHT = 3, 2
_SEATS_BESIDE, _SEATS_BESIDE_UPRIGHT = 4, 2
_PATCH = 34
_WHO = N_("Tap a seat, then who sits there.")
_NOBODY_YET = N_("Names stay on this machine. You can play without them, or write the first one.")


class PlayersPage(Page):
    """Without ``desk.about``: the seats of the chosen game. With ``all``: only the names."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=6)
        self._seats = () if desk.about == "all" else desk.wishes.seats
        self._words = Texts(desk.texts.language, desk.wishes.game or None)
        self._at = next((seat for seat in self._seats if seat not in at_table(desk)), "")
        self._changing = not self._seats
        self._written: Player | None = None
        self._asked = False
        self._notice: Message | None = None
        self._build()

    def follow(self, old: Page, /) -> None:
        """Go on with the name that is being written."""
        if isinstance(old, PlayersPage):
            self._at, self._changing, self._written = old._at, old._changing, old._written
            self._build()

    def _build(self) -> None:
        self.clear_widgets()
        if self._written is not None:
            self._build_writing(self._written)
            return
        say = self.texts.say
        self.add_widget(self.head(say("Players")))
        if (trouble := self.desk.controller.keeper.players_trouble()) is not None:
            self.add_widget(Text(self.texts.message(trouble), size=theme.SMALL, ground=theme.BAD))
        if self._seats:
            self.add_widget(self._seat_rows())
        pages = Pages(gap=6)
        self.add_widget(pages)
        players = self.desk.controller.keeper.players()
        said = say(_NOBODY_YET) if not players else say(_WHO) if self._seats else ""
        if said:
            pages.column.add_widget(Text(said, size=theme.SMALL, color=theme.FAINT))
        beside = _BESIDE_UPRIGHT if theme.upright() else _BESIDE
        for start in range(0, len(players), beside):
            row = Row(size_hint_y=None, height=px(theme.TOUCH))
            for player in players[start : start + beside]:
                row.add_widget(ColourButton(player.name, player.colour, partial(self._tapped, player)))
            for _ in range(beside - len(row.children)):
                row.add_widget(Column())
            pages.column.add_widget(row)
        self.add_widget(self._bottom(bool(players)))

    def _seat_rows(self) -> Column:
        """Each chosen seat with who sits there."""
        sitting, rows = at_table(self.desk), Column(fixed=True, gap=6)
        beside = _SEATS_BESIDE_UPRIGHT if theme.upright() else _SEATS_BESIDE
        for start in range(0, len(self._seats), beside):
            row = Row(size_hint_y=None, height=px(theme.TOUCH))
            for seat in self._seats[start : start + beside]:
                name = sitting[seat].name if seat in sitting else f"({capital(self._words.term(seat))})"
                sign = theme.seat_sign(seat, self._seats)
                act = partial(self._choose, seat)
                row.add_widget(BigButton(name, act, chosen=seat == self._at, sign=sign, size=theme.SMALL))
            rows.add_widget(row)
        return rows

    def _bottom(self, any_players: bool) -> Row:
        say = self.texts.say
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        row.add_widget(BigButton(say("New name"), self._new, ground=theme.CHOSEN, size=theme.SMALL))
        if self._seats:
            row.add_widget(BigButton(say("No names"), self._leave_out, size=theme.SMALL))
            row.add_widget(
                BigButton(
                    say("Change a name"),
                    self._turn,
                    chosen=self._changing,
                    off=not any_players,
                    size=theme.SMALL,
                )
            )
        return row

    # -- who sits where -------------------------------------------------------------------------------

    def _choose(self, seat: str) -> None:
        """Ask about this seat. A second tap empties it."""
        if seat == self._at:
            self.desk.wishes.players.pop(seat, None)
        self._at = seat
        self._build()

    def _tapped(self, player: Player) -> None:
        if self._changing:
            self._write(player)
        elif self._at:
            self._seat(player)

    def _seat(self, player: Player) -> None:
        """Seat a player in the seat that is asked about; nobody sits in two seats. Then ask about the next
        empty seat."""
        sitting = self.desk.wishes.players
        for seat in [seat for seat, other in sitting.items() if other == player.id]:
            del sitting[seat]
        sitting[self._at] = player.id
        empty = [seat for seat in self._seats if seat not in at_table(self.desk)]
        self._at = empty[0] if empty else self._at
        self._build()

    def _leave_out(self) -> None:
        self.desk.wishes.players.clear()
        self.desk.back()

    def _turn(self) -> None:
        self._changing = not self._changing
        self._build()

    # -- a name ---------------------------------------------------------------------------------------

    def _new(self) -> None:
        used = [player.colour for player in self.desk.controller.keeper.players()]
        self._write(Player("", "", min(COLOURS, key=used.count)))

    def _write(self, player: Player) -> None:
        self._written, self._asked, self._notice = player, False, None
        self._build()

    def _build_writing(self, player: Player) -> None:
        say = self.texts.say
        head = Row(size_hint_y=None, height=px(theme.TOUCH))
        self._line = Line(player.name or say("Name"), size=theme.BIG, bold=True, ground=theme.PANEL)
        head.add_widget(self._line)
        head.add_widget(BigButton(say("Save"), self._save, ground=theme.GOOD, size_hint_x=0.35))
        head.add_widget(BigButton(say("Cancel"), self._close, size_hint_x=0.35))
        self.add_widget(head)
        if self._notice is not None:
            self.add_widget(Text(self.texts.message(self._notice), ground=theme.BAD))
        self.add_widget(self._colours(player))
        if player.id:
            self.add_widget(self._deleting())
        self.add_widget(Column())
        self.add_widget(Keyboard(self.texts, player.name, self._typed, LONGEST))

    def _colours(self, player: Player) -> Row:
        row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=4)
        for colour in COLOURS:
            row.add_widget(ColourButton("", colour, partial(self._paint, colour), colour == player.colour))
        return row

    def _deleting(self) -> Row:
        say = self.texts.say
        row = Row(size_hint_y=None, height=px(theme.TOUCH))
        if self._asked:
            row.add_widget(Line(say("Delete this name for good?"), bold=True, ground=theme.ASK))
            row.add_widget(BigButton(say("Yes, delete it"), self._delete, ground=theme.BAD, size_hint_x=0.4))
            row.add_widget(BigButton(say("No"), partial(self._ask, False), size_hint_x=0.3))
        else:
            row.add_widget(BigButton(say("Delete this name"), partial(self._ask, True), size=theme.SMALL))
        return row

    def _typed(self, text: str) -> None:
        """Take the typed text; every word of a name begins with a capital letter."""
        assert self._written is not None
        name = " ".join(word[:1].upper() + word[1:] for word in text.split(" "))
        self._written = Player(self._written.id, name, self._written.colour)
        self._line.text = name or self.texts.say("Name")

    def _paint(self, colour: str) -> None:
        assert self._written is not None
        self._written = Player(self._written.id, self._written.name, colour)
        self._build()

    def _save(self) -> None:
        """Save the name. A new player sits down at once if a seat is asked about."""
        assert self._written is not None
        new = not self._written.id
        try:
            player = self.desk.controller.keeper.keep_player(self._written)
        except ControllerError as error:
            self._notice = error.text
            self._build()
            return
        self._written = None
        if new and self._at:
            self._seat(player)
        self._close()

    def _ask(self, asked: bool) -> None:
        self._asked = asked
        self._build()

    def _delete(self) -> None:
        assert self._written is not None
        self.desk.controller.keeper.delete_player(self._written.id)
        self._close()

    def _close(self) -> None:
        self._written = None
        self._changing = not self._seats
        self._build()


class ColourButton(BigButton):
    """A person's colour, with the name beside it if there is one."""

    def __init__(self, text: str, colour: str, act: Callable[[], None], chosen: bool = False) -> None:
        super().__init__(text, act, chosen=chosen, bold=True)
        if text:
            self.padding = (px(_PATCH + 12), px(2), px(6), px(2))
        with self.canvas.after:
            Color(*theme.COLOURS[colour])
            self._patch = Rectangle(size=(px(_PATCH), px(_PATCH)))
        self.bind(pos=self._move_patch, size=self._move_patch)

    def _move_patch(self, *_: object) -> None:
        side = px(_PATCH)
        left = self.x + px(8) if self.text else self.center_x - side / 2
        self._patch.pos = (left, self.center_y - side / 2)
