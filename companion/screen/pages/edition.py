"""The owner's box, value by value. People are asked for what is only assumed; their answers become the
owner's edition."""

from __future__ import annotations

from functools import partial

from companion.locale import N_, Message, Texts
from companion.ports.errors import ControllerError
from companion.referee.sentences import capital
from companion.rules.contract import Mark, NotationError
from companion.rules.draft import DraftQuestion
from companion.screen import theme
from companion.screen.desk import Desk, Page
from companion.screen.pages.opening import choose_game
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Line, Pages, Row, Text

KEYS = ("1234567890", "abcdefghij", "klmnopqrst", "uvwxyz./:-")
"""The characters that editions are written with, except those of the last row."""

MARKS = {
    Mark.CONFIRMED: N_("confirmed by your box or a public source"),
    Mark.INFERRED: N_("follows from a public source"),
    Mark.DEFAULT: N_("only assumed"),
}


class EditionPage(Page):
    """Asks one question at a time. Nothing is kept before it is saved, and an edition that is not possible is
    not saved."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=4)
        self._game = desk.wishes.game
        self._words = Texts(desk.texts.language, self._game)
        self._draft = self._before = desk.controller.owner_draft(self._game)
        self._paths = self._draft.unsure()
        self._at = 0
        self._entry: str | int | None = None
        self._typed: str | None = None
        self._notice: Message | None = None
        self._build()

    def follow(self, old: Page, /) -> None:
        """Go on with what was answered and typed."""
        if isinstance(old, EditionPage):
            self._draft, self._before, self._paths, self._at = old._draft, old._before, old._paths, old._at
            self._entry, self._typed, self._notice = old._entry, old._typed, old._notice
            self._build()

    @property
    def question(self) -> DraftQuestion:
        """What is asked now."""
        return self._draft.question(self._paths[self._at])

    # -- what people do -------------------------------------------------------------------------------

    def _step(self, by: int) -> None:
        self._at = (self._at + by) % len(self._paths)
        self._notice = None
        self._build()

    def _confirm(self) -> None:
        self._draft = self._draft.confirmed(self.question)
        self._step(1)

    def _edit(self, entry: str | int, value: str) -> None:
        """Change one part. ``entry``: the name of a part, its place in a list (from 1), or "" for the whole
        value or a new part."""
        self._entry, self._typed, self._notice = entry, value, None
        self._build()

    def _press(self, key: str) -> None:
        assert self._typed is not None, "keys are shown only while something is typed"
        self._typed = self._typed[:-1] if key == "<" else self._typed + key
        self._line.text = self._typed + "_"

    def _enter(self) -> None:
        assert self._typed is not None, "keys are shown only while something is typed"
        try:
            if isinstance(self._entry, int):
                self._draft = self._draft.replaced(self.question, self._entry - 1, self._typed)
            else:
                self._draft = self._draft.changed(self.question, f"{self._entry} {self._typed}".strip())
        except NotationError as error:
            self._notice = Message(N_("That cannot be: {reason}."), (("reason", str(error).rstrip(".")),))
        else:
            self._typed = self._notice = None
        self._build()

    def _cancel(self) -> None:
        self._typed = self._notice = None
        self._build()

    def _save(self) -> None:
        try:
            self.desk.controller.save_edition(self._game, self._draft)
        except ControllerError as error:
            self._notice = error.text
            self._build()
            return
        choose_game(self.desk, self._game)  # its seats and options may have changed
        self.desk.back()

    # -- drawing --------------------------------------------------------------------------------------

    def _build(self) -> None:
        self.clear_widgets()
        if self._typed is None:
            self._build_question()
        else:
            self._build_keys(self._typed)

    def _build_question(self) -> None:
        say, question = self.texts.say, self.question
        head = Row(size_hint_y=None, height=px(theme.TOUCH))
        place = say("Your box: value {n} of {all}", n=self._at + 1, all=len(self._paths))
        head.add_widget(Line(place, size=theme.BIG, bold=True))
        head.add_widget(BigButton(say("Close"), self.desk.back, size_hint_x=None, width=px(130)))
        self.add_widget(head)
        pages = Pages()
        column = pages.column
        column.add_widget(Text(capital(self._words.term(question.key)), size=theme.BIG))
        column.add_widget(Text(say(MARKS[question.mark]), size=theme.SMALL, color=theme.FAINT))
        if self._notice is not None:
            column.add_widget(Text(self.texts.message(self._notice), ground=theme.BAD, least=44))
        if not question.entries:
            column.add_widget(
                BigButton(question.shown, partial(self._edit, "", question.shown), size=theme.BIG, bold=True)
            )
        if question.entries or question.items:
            column.add_widget(Text(say("Tap what is different in your box."), size=theme.SMALL))
            self._add_entries(pages, question)
        self.add_widget(pages)
        self._add_buttons()

    def _add_entries(self, pages: Pages, question: DraftQuestion) -> None:
        parts: list[tuple[str | int, str]] = [*question.entries, *enumerate(question.items, 1)]
        buttons = [
            BigButton(f"{self._said(name)}: {value}", partial(self._edit, name, value), size=theme.SMALL)
            for name, value in parts
        ]
        if question.more:
            buttons.append(BigButton(self.texts.say("Another ..."), partial(self._edit, "", "")))
        for start in range(0, len(buttons), 2):
            row = Row(fixed=True)
            for button in buttons[start : start + 2]:
                row.add_widget(button)
            pages.column.add_widget(row)

    def _said(self, entry: str | int | None) -> str:
        """The name of a part in words. Its value is shown as the file has it, because it is typed so."""
        return self._words.term(str(entry)) if entry is not None else ""

    def _add_buttons(self) -> None:
        say = self.texts.say
        answers = Row(fixed=True)
        answers.add_widget(BigButton(say("It is so in my box"), self._confirm, ground=theme.GOOD))
        answers.add_widget(BigButton(say("I do not know"), partial(self._step, 1)))
        ways = Row(fixed=True)
        ways.add_widget(BigButton(say("Back"), partial(self._step, -1), size=theme.SMALL))
        same = self._draft == self._before
        ways.add_widget(BigButton(say("Save and play by it"), self._save, off=same, ground=theme.CHOSEN))
        self.add_widget(answers)
        self.add_widget(ways)

    def _build_keys(self, typed: str) -> None:
        say = self.texts.say
        title = f"{self._words.term(self.question.key)} {self._said(self._entry)}".strip()
        self.add_widget(Line(capital(title), size=theme.BODY, size_hint_y=None, height=px(30)))
        if self._notice is not None:
            self.add_widget(Text(self.texts.message(self._notice), size=theme.SMALL, ground=theme.BAD))
        self._line = Line(typed + "_", size=theme.BIG, bold=True, ground=theme.PANEL)
        self.add_widget(self._line)
        for keys in KEYS:
            row = Row(fixed=True, gap=2)
            for key in keys:
                row.add_widget(BigButton(key, partial(self._press, key), size=theme.BIG))
            self.add_widget(row)
        last = Row(fixed=True, gap=2)
        for label, act in (
            ("^", partial(self._press, "^")),
            (",", partial(self._press, ",")),
            (say("space"), partial(self._press, " ")),
            (say("delete"), partial(self._press, "<")),
            (say("Cancel"), self._cancel),
            (say("Enter"), self._enter),
        ):
            last.add_widget(BigButton(label, act, size=theme.SMALL))
        self.add_widget(last)
