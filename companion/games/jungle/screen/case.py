"""A movement of the totem: who took it, by how much, give or take what, on which evidence; appeals, answers,
ways out. What is tapped stands in fixed rows, so that several fingers can tap at once."""

from __future__ import annotations

from functools import partial

from companion.games.jungle.screen.seats import PlaceButton, place_grid, sign_of_place
from companion.referee import sentences
from companion.referee.events import TotemSaid
from companion.referee.view import CaseStage, CaseView, TableView
from companion.rules.contract import ClauseId
from companion.screen import theme
from companion.screen.panels.panel import Host, Panel
from companion.screen.theme import px
from companion.screen.widgets import Badge, BigButton, Column, Pages, Row, Text

_GROUNDS = {"decided": theme.GOOD, "void": theme.BAD, "false-start": theme.BAD}
_FIXED_VOTERS = 2
"""So many people's answers have room in fixed rows; more of them can be scrolled."""


class CasePanel(Panel):
    """Built anew whenever the case has changed."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        totem = self.view.totem
        if totem is None or totem.case is None:
            return
        self.case: CaseView = totem.case
        case, texts = self.case, self.texts
        ground = _GROUNDS.get(case.verdict.partition(" ")[0], theme.ASK)
        self.add_widget(Text(texts.message(case.headline), size=theme.BIG - 3, bold=True, ground=ground))
        crowd = len(case.voters) > _FIXED_VOTERS
        answers = self._answers()
        self._pages = pages = Pages(by_bar=crowd and answers is not None)
        self.add_widget(pages)
        for message in (*case.bound, *case.notes):
            pages.column.add_widget(Text(texts.message(message), bold=message in case.bound))
        if answers is not None:
            (pages.column if crowd else self).add_widget(answers)
        self._give_reasons(pages.column)
        ways = self._ways()
        if ways:
            self.add_widget(place_grid(ways, 2 if len(ways) > 1 else 1))
        self.add_widget(self._bottom())

    def follow(self, old: Panel, /) -> None:
        """The same case is shown at the same place of its page."""
        if isinstance(old, CasePanel) and old.case.number == self.case.number:
            self._pages.scroll_y = old._pages.scroll_y

    def _give_reasons(self, column: Column) -> None:
        """What follows in the game, the clause, and the evidence."""
        case, texts = self.case, self.texts
        if case.applied and not case.measured:
            said = sentences.capital(texts.outcome(case.applied[-1]))
            column.add_widget(Text(said, bold=True))
            column.add_widget(Text(texts.say("Said by you, not measured."), bold=True))
        for effect in dict.fromkeys(self.view.to_do) if case.applied else ():
            line = sentences.effect_line(texts, effect)
            column.add_widget(Text(line, size=theme.SMALL, ground=theme.TO_DO if effect.cells else None))
        if case.clause:
            cited = f"{case.clause}: {texts.clause(ClauseId(case.clause))}"
            column.add_widget(Text(cited, size=theme.SMALL, color=theme.FAINT))
        for message in case.evidence:
            column.add_widget(Text(sentences.capital(texts.message(message)), size=theme.SMALL))

    @staticmethod
    def key(view: TableView) -> object:
        """The case and what follows from it."""
        return (view.totem.case if view.totem else None, view.to_do)

    def _tell(self, seat: str, text: str) -> None:
        self.host.send(TotemSaid(self.case.number, seat, text))

    # -- answers --------------------------------------------------------------------------------------

    def _answers(self) -> Column | None:
        """What people can say about it, each for themselves."""
        case, column = self.case, Column(fixed=True, gap=4)
        if case.ask == "what":
            for word, text in (
                ("grab", self.texts.say("It was taken")),
                ("knocked", self.texts.say("It was knocked over")),
                ("dropped", self.texts.say("It was dropped")),
            ):
                column.add_widget(BigButton(text, partial(self._tell, "", f"what {word}")))
        elif case.ask == "who":
            for voter in case.voters:
                self._add_question(column, voter)
        elif case.may_appeal:
            for voter in case.voters:
                if voter not in case.applied[0].split(" "):
                    column.add_widget(self._objection(voter))
        return column if column.children else None

    def _add_question(self, column: Column, voter: str) -> None:
        """Whom one of them names."""
        table = self.view.state.table
        named = dict(self.case.answers).get(voter)
        says = self.texts.say("{seat} says it was:", seat=sentences.capital(self.texts.seat(voter)))
        column.add_widget(Text(says, size=theme.SMALL, bold=True))
        column.add_widget(
            place_grid(
                (
                    PlaceButton(
                        self.host,
                        table,
                        name,
                        partial(self._name, voter),
                        chosen=name == named,
                    )
                    for name in self.case.nameable
                ),
                min(5, len(self.case.nameable)),
            )
        )

    def _name(self, voter: str, named: str) -> None:
        self._tell(voter, f"names {named}")

    def _objection(self, voter: str) -> Row:
        """A rival agrees or contests."""
        named = self.case.applied[0].split(" ")[-1]
        row = Row(fixed=True, gap=4)
        table = self.view.state.table
        row.add_widget(Badge(sign_of_place(table, voter), side=50, pos_hint={"center_y": 0.5}))
        agreed = dict(self.case.answers).get(voter) == named
        row.add_widget(
            BigButton(
                self.texts.say("Agreed"), partial(self._name, voter, named), chosen=agreed, size=theme.SMALL
            )
        )
        row.add_widget(
            BigButton(
                self.texts.say("Contest"),
                partial(self._tell, voter, "appeal"),
                chosen=voter in self.case.appeals,
                size=theme.SMALL,
            )
        )
        return row

    # -- ways out -------------------------------------------------------------------------------------

    def _ways(self) -> list[BigButton]:
        return [
            BigButton(
                sentences.capital(self.texts.message(way.label)),
                partial(self._tell, "", way.key),
                size=theme.SMALL,
                ground=theme.CHOSEN,
            )
            for way in self.case.ways
        ]

    def _bottom(self) -> Row:
        case, say, host = self.case, self.texts.say, self.host
        row = Row(size_hint_y=None, height=px(theme.TOUCH), gap=4)
        if not case.applied:
            row.add_widget(
                BigButton(say("Say it by hand"), lambda: host.show_panel("totem"), size=theme.SMALL)
            )
        else:
            row.add_widget(BigButton(say("Take back"), lambda: host.show_panel("undo"), size=theme.SMALL))
        if self.desk.controller.exhibits():
            row.add_widget(BigButton(say("Why?"), lambda: host.show_panel("why"), size=theme.SMALL))
        held = case.stage is CaseStage.HELD
        go_on = say("Enter card") if held else say("Go on")
        row.add_widget(
            BigButton(go_on, self._go_on, size=theme.SMALL, ground=theme.GOOD if case.applied else None)
        )
        return row

    def _go_on(self) -> None:
        """Back to the cards; a case without anything left to settle is put away."""
        case = self.case
        if case.stage is CaseStage.JUDGED and not (case.applied or case.ways or case.ask):
            self._tell("", "drop")
        self.host.close_panel()
