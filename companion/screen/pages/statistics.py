"""Statistics: who has won what, this evening and of all time, game by game, of people with names; and
reaction times."""

from __future__ import annotations

import threading
import time
from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import partial
from statistics import median

from kivy.clock import Clock

from companion.locale import Message, Texts
from companion.owner.players import Player
from companion.owner.results import Result, Tally, tallied
from companion.ports.errors import ControllerError
from companion.referee.sentences import amount, capital
from companion.rules.contract import ClauseId
from companion.screen import theme, tuning
from companion.screen.desk import Desk, Page
from companion.screen.pages.plot import DotPlot
from companion.screen.theme import px
from companion.screen.widgets import BigButton, Column, Line, Pages, Row, Text

EVENING = 12 * 3600
"""Matches that began at most so many seconds ago belong to this evening."""
_LINE = 38
"""Height of a line in which there is nothing to tap."""
_LOOK_EVERY = tuning.number("statistics.look_every")
"""Seconds between two looks at what has been read so far."""


class StatisticsPage(Page):
    """The page of statistics. A thread of its own, named ``statistics``, reads the matches; the page grows
    meanwhile."""

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk, pad=8, gap=8)
        self._evening = desk.about != "all"
        self._open: set[tuple[str, str]] = set()
        self._results: list[Result] = []
        self._fault: Message | None = None
        self._left = threading.Event()
        self.read = threading.Event()
        """Set once all matches are read."""
        self._shown: object = None
        self._scrolled = 1.0
        threading.Thread(target=self._read_all, name="statistics", daemon=True).start()
        self._beat = Clock.schedule_interval(self._look, _LOOK_EVERY)
        self._build()

    def leave(self) -> None:
        """Stop reading."""
        self._left.set()
        self._beat.cancel()

    def follow(self, old: Page, /) -> None:
        """Show the same period, with the same lists open."""
        if isinstance(old, StatisticsPage):
            self._evening, self._open = old._evening, old._open
            self._build()

    def _read_all(self) -> None:
        try:
            for result in self.desk.controller.keeper.results():
                if self._left.is_set():
                    return
                self._results.append(result)
        except ControllerError as error:
            self._fault = error.text
        self.read.set()

    def _look(self, _seconds: float) -> None:
        if (len(self._results), self.read.is_set()) != self._shown:
            self._build()
        if self.read.is_set():
            self._beat.cancel()

    # -- drawing --------------------------------------------------------------------------------------

    def _build(self) -> None:
        self._shown = (len(self._results), self.read.is_set())
        self.clear_widgets()
        say = self.texts.say
        self.add_widget(self.head(say("Statistics")))
        tabs = Row(size_hint_y=None, height=px(theme.TOUCH))
        for text, evening in ((say("This evening"), True), (say("Of all time"), False)):
            tabs.add_widget(BigButton(text, partial(self._choose, evening), chosen=evening == self._evening))
        self.add_widget(tabs)
        if self._fault is not None:
            self.add_widget(Text(self.texts.message(self._fault), ground=theme.BAD))
        self._pages = Pages(gap=8)
        self.add_widget(self._pages)
        players = {player.id: player for player in self.desk.controller.keeper.players()}
        since = time.time() - EVENING if self._evening else 0.0
        games = tallied(result for result in tuple(self._results) if result.begun >= since)
        for game, tallies in games.items():
            known = [(players[one], tally) for one, tally in tallies.items() if one in players]
            if known:
                known.sort(key=lambda pair: (-pair[1].won, pair[0].name.casefold()))
                self._game(self._pages.column, game, known)
        if not self.read.is_set():
            self._pages.column.add_widget(Text(say("The matches are being read …"), color=theme.FAINT))
        elif not self._pages.column.children:
            none = say("Nothing yet. Only people whose names were chosen before the game are counted.")
            self._pages.column.add_widget(Text(none, color=theme.FAINT))

    def _game(self, column: Column, game: str, known: Sequence[tuple[Player, Tally]]) -> None:
        texts = Texts(self.texts.language, game)
        title = texts.say(self.desk.game(game).title)
        column.add_widget(Text(title, size=theme.BIG, bold=True))
        for player, tally in known:
            column.add_widget(self._person(texts, game, player, tally))
        reactions = {player: tally.reactions for player, tally in known if tally.reactions}
        if reactions:
            self._reactions(column, reactions)

    def _person(self, texts: Texts, game: str, player: Player, tally: Tally) -> Column:
        """One line; when it was tapped, also the points by clause below it."""
        block = Column(fixed=True, gap=2, pad=4, ground=theme.PANEL)
        row = Row(size_hint_y=None, height=px(theme.TOUCH if tally.points else _LINE))
        row.add_widget(Line(player.name, bold=True))
        won = texts.count("won {won} of {n}", "won {won} of {n}", tally.played, won=tally.won)
        row.add_widget(Line(won, size=theme.SMALL))
        if tally.points:
            opened = (game, player.id) in self._open
            points = texts.say("Points: {n}", n=amount(tally.sum, texts.language))
            act = partial(self._turn, (game, player.id))
            row.add_widget(BigButton(points, act, chosen=opened, size=theme.SMALL))
            block.add_widget(row)
            if opened:
                self._clauses(block, texts, tally.points)
        else:
            row.add_widget(Line(""))
            block.add_widget(row)
        return block

    def _clauses(self, block: Column, texts: Texts, points: Mapping[ClauseId, Fraction]) -> None:
        for clause, sum_ in points.items():
            said = f"{amount(sum_, texts.language)}: {capital(texts.clause(clause))}"
            block.add_widget(Text(said, size=theme.SMALL))

    def _reactions(self, column: Column, reactions: Mapping[Player, Sequence[float]]) -> None:
        say = self.texts.say
        column.add_widget(Text(say("Reaction times, in milliseconds"), bold=True))
        for player, times in reactions.items():
            said = self.texts.count(
                "{name}: usually {ms} ms, from {n} grab",
                "{name}: usually {ms} ms, from {n} grabs",
                len(times),
                name=player.name,
                ms=round(median(times)),
            )
            column.add_widget(Text(said, size=theme.SMALL))
        dots = [(player.name, theme.COLOURS[player.colour], times) for player, times in reactions.items()]
        column.add_widget(DotPlot(dots, say("ms")))

    # -- touch ----------------------------------------------------------------------------------------

    def _choose(self, evening: bool) -> None:
        self._evening = evening
        self._build()

    def _turn(self, opened: tuple[str, str]) -> None:
        self._open ^= {opened}
        scrolled = self._pages.scroll_y
        self._build()
        self._pages.scroll_y = scrolled
