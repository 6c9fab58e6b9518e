"""The rules of a game: all clauses, searched in three languages; and one clause with its neighbours and an
example."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from companion.locale import LANGUAGES, Texts
from companion.referee import sentences
from companion.rules.contract import Clause, ClauseKind
from companion.rules.shown import ShownStep, example_of
from companion.screen import theme
from companion.screen.boards import board_for
from companion.screen.desk import Desk, Page
from companion.screen.moment import view_for
from companion.screen.pages.keyboard import Keyboard
from companion.screen.theme import px
from companion.screen.widgets import Beside, BigButton, Line, Pages, Row, Text

PAGE = 25
"""Clauses on one page."""
_SHORT, _ENDING = 4, 2
"""A word of so many letters has no ending to leave out; of a longer one so many at most are left out."""


class RulesPage(Page):
    """``desk.about``: a game, or a clause of it (``chess/turn.1``)."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=6)
        game, _, short = desk.about.partition("/")
        self.game = desk.game(game)
        self.texts = Texts(desk.texts.language, game)
        self._others = [Texts(language, game) for language in LANGUAGES]
        self._searched = ""
        self._typing = False
        self._listed = False
        """Whether people came to the clause from the list."""
        self._kind: ClauseKind | None = None
        self._first = 0
        self.clause: Clause | None = None
        if short:
            self.clause = next(one for one in self.game.clauses if one.id == desk.about)
        self._build()

    def follow(self, old: Page, /) -> None:
        """Show what people looked at before."""
        if isinstance(old, RulesPage):
            self._searched, self._kind, self._first = old._searched, old._kind, old._first
            self.clause, self._listed = old.clause, old._listed
            self._build()

    def escape(self) -> None:
        """From a clause of the list back to the list."""
        if self.clause is not None and self._listed:
            self._close()
        else:
            super().escape()

    def _build(self) -> None:
        self.clear_widgets()
        if self.clause is not None:
            self._build_clause(self.clause)
        else:
            self._build_list()

    # -- all clauses ----------------------------------------------------------------------------------

    def found(self) -> tuple[Clause, ...]:
        """The clauses of the chosen kind that hold, in any language, all words that were typed: first those
        that hold them as they were typed, then those with other forms of them."""
        words = self._searched.casefold().split()
        of_kind = [clause for clause in self.game.clauses if self._kind in (None, clause.kind)]
        typed = [clause for clause in of_kind if self._holds(clause, words)]
        forms = [clause for clause in of_kind if self._holds(clause, list(map(stem, words)))]
        return tuple(dict.fromkeys((*typed, *forms)))

    def _holds(self, clause: Clause, parts: Sequence[str]) -> bool:
        """Whether a clause holds all these parts of words in one language."""
        said = (texts.clause(clause).casefold() for texts in self._others)
        return any(all(part in text for part in parts) for text in said)

    def _build_list(self) -> None:
        say = self.texts.say
        self.add_widget(self.head(say("Rules: {game}", game=say(self.game.title))))
        row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=4)
        self._kinds = BigButton("", self._next_kind, size=theme.SMALL)
        self._sought = BigButton("", self._type, size=theme.SMALL, chosen=self._typing)
        row.add_widget(self._kinds)
        row.add_widget(self._sought)
        self.add_widget(row)
        if self._typing:
            self._keys = Keyboard(self.texts, self._searched, self._search)
        pages = Pages(gap=6)
        self.add_widget(pages)
        self._column = pages.column
        self._fill()
        if self._typing:
            self.add_widget(self._keys)

    def _fill(self) -> None:
        say, column, found = self.texts.say, self._column, self.found()
        typed = self._searched + ("_" if self._typing else "")
        self._sought.text = say("Search: {words}", words=typed) if typed else say("Search")
        self._kinds.text = say(sentences.KINDS[self._kind]) if self._kind is not None else say("All clauses")
        column.clear_widgets()
        if not found:
            column.add_widget(Text(say("No clause says that.")))
        for clause in found[self._first : self._first + PAGE]:
            text = sentences.capital(self.texts.clause(clause))
            column.add_widget(TextButton(text, partial(self._open, clause)))
        if len(found) > PAGE:
            row = Row(fixed=True)
            before, after = self._first - PAGE, self._first + PAGE
            row.add_widget(BigButton(say("Before"), partial(self._turn, before), off=before < 0))
            row.add_widget(BigButton(say("After"), partial(self._turn, after), off=after >= len(found)))
            column.add_widget(row)

    def _next_kind(self) -> None:
        order = (None, *sentences.KINDS)
        self._kind = order[(order.index(self._kind) + 1) % len(order)]
        self._turn(0)

    def _turn(self, first: int) -> None:
        self._first = first
        self._build()

    def _type(self) -> None:
        self._typing = not self._typing
        self._build()

    def _search(self, text: str) -> None:
        self._searched, self._first, self._kind = text, 0, None  # what is sought may stand anywhere
        self._fill()

    def _open(self, clause: Clause) -> None:
        self._listed = self._listed or self.clause is None
        self.clause, self._typing = clause, False
        self._build()

    # -- one clause -----------------------------------------------------------------------------------

    def _build_clause(self, clause: Clause) -> None:
        say = self.texts.say
        head = Row(size_hint_y=None, height=px(theme.TOUCH))
        head.add_widget(Line(say(sentences.KINDS[clause.kind]), size=theme.BIG, bold=True))
        if not self._listed:
            head.add_widget(BigButton(say("All clauses"), self._close, size=theme.SMALL))
        head.add_widget(BigButton(say("Back"), self.escape, size_hint_x=None, width=px(130)))
        self.add_widget(head)
        body = Beside(gap=8)
        self.add_widget(body)
        shown = example_of(clause.id)
        if shown is not None:
            body.add(self._example(shown), 1.0)
        pages = Pages(gap=6)
        body.add(pages, 1.0)
        column = pages.column
        column.add_widget(
            Text(sentences.capital(self.texts.clause(clause)), size=theme.BIG, ground=theme.PANEL)
        )
        column.add_widget(Text(say(sentences.SOURCES[clause.source]), size=theme.SMALL, color=theme.FAINT))
        if shown is not None:
            for told in told_lines(self.texts, shown):
                column.add_widget(Text(told, size=theme.SMALL))
        clauses = self.game.clauses
        at = clauses.index(clause)
        for title, near in (
            (say("The clause before"), clauses[at - 1] if at else None),
            (say("The clause after"), clauses[at + 1] if at + 1 < len(clauses) else None),
        ):
            if near is not None:
                column.add_widget(Text(title, size=theme.SMALL, color=theme.FAINT))
                said = sentences.capital(self.texts.clause(near))
                column.add_widget(TextButton(said, partial(self._open, near)))

    def _example(self, shown: ShownStep) -> Any:
        """The position of an example on the board, with what the clause speaks of."""
        match = shown.before if shown.breaches else shown.after
        view = view_for(match)
        zones = self.game.zones(match.setup)
        board = board_for(self.texts, self.game, view, zones)
        board.tell(view)
        board.show(match.game.looks(view.state))
        cells = shown.cells
        known = {zone.cell for zone in zones}
        board.mark(restore=cells & known if shown.breaches else (), hint=cells & known)
        board.on_cell = lambda _cell: board.show_whole(not board.whole)
        return board

    def _close(self) -> None:
        self.clause, self._listed = None, False
        self._build()


def stem(word: str) -> str:
    """A word without what cases and numbers change at its end, as far as its length tells."""
    return word[: -min(_ENDING, len(word) - _SHORT)] if len(word) > _SHORT else word


def told_lines(texts: Texts, shown: ShownStep) -> tuple[str, ...]:
    """What is done in an example, and what the referee says about it."""
    done = sentences.move(texts, shown.entry.seat, shown.entry.text)
    if shown.breaches:
        why = (sentences.capital(texts.breach(breach)) for breach in shown.breaches)
        return texts.say("Example, not allowed: {move}", move=done), *why
    effects = (sentences.effect_line(texts, effect) for effect in dict.fromkeys(shown.effects))
    return texts.say("Example: {move}", move=done), *effects


class TextButton(BigButton):
    """A text that can be tapped, as high as it needs to be."""

    def __init__(self, text: str, act: Any) -> None:
        super().__init__(text, act, halign="left", size=theme.SMALL)
        self.bind(width=self._grow)

    def _fit(self, *_: object) -> None:
        """Grow the button to fit the letters."""

    def _grow(self, *_: object) -> None:
        self.text_size = (self.width, None)
        self.texture_update()
        self.height = max(px(theme.TOUCH), self.texture_size[1] + px(8))
