"""The situation of a game with a sinking island: also what may lie under its tiles, and who is saved."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.games.atlantis.ending import saved, totals
from companion.games.atlantis.state import SETUP_PHASES, State
from companion.games.atlantis.stock import stock
from companion.games.atlantis.words import BACK_WORDS, GREEN, LAND, RED, TERRAINS, UNSEEN
from companion.locale import Texts
from companion.referee import sentences
from companion.screen import theme
from companion.screen.panels.panel import Host
from companion.screen.panels.situation import SituationPanel
from companion.screen.widgets import Column, Text


class IslandPanel(SituationPanel):
    """The situation, and below it what everybody could count."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        state: State = self.view.state
        if state.phase.name not in SETUP_PHASES:
            self._tell(self.texts.say("Under the tiles:"), unseen_lines(self.texts, state))
            self._tell(self.texts.say("Saved:"), saved_lines(self.texts, state))

    def _tell(self, title: str, lines: tuple[str, ...]) -> None:
        if not lines:
            return
        card = Column(fixed=True, gap=1, pad=4, ground=theme.PANEL)
        card.add_widget(Text(title, size=theme.TINY, bold=True, least=20))
        for line in lines:
            card.add_widget(Text(line, size=theme.TINY, least=20))
        self.column.add_widget(card)


def unseen_lines(texts: Texts, state: State) -> tuple[str, ...]:
    """For each terrain that is left: tiles, and how many of them have which back. The tile just taken counts
    until its back is known. Red backs are one number, since nobody but their owner sees which they are;
    then which red ones have not been played, whether they lie here or in hands."""
    return tuple(_unseen(texts, state))


def _unseen(texts: Texts, state: State) -> Iterator[str]:
    def told(counts: Iterable[tuple[int, int]]) -> str:
        return ", ".join(f"{texts.term(BACK_WORDS[back])} {number}" for back, number in counts if number)

    for terrain in TERRAINS:
        left = stock(state, terrain)
        if not left.board:
            continue
        here = told([*((back, left.unaccounted[back]) for back in GREEN), (UNSEEN, left.red)])
        red = told((back, left.unaccounted[back]) for back in RED)
        name = sentences.capital(texts.term(LAND[terrain]))
        yield f"{name} {left.board}: {here}" + (f" ({red})" if red else "")


def saved_lines(texts: Texts, state: State) -> tuple[str, ...]:
    """For each colour with saved explorers: how many, and the least and greatest sum of their numbers."""
    return tuple(_saved(texts, state))


def _saved(texts: Texts, state: State) -> Iterator[str]:
    table = state.table
    for colour in table.playing:
        number = saved(state, colour)
        if number:
            name = sentences.capital(texts.term(table.edition.colours[colour]))
            low, high = totals(state, colour)
            points = f"{low}" if low == high else f"{low}-{high}"
            yield (
                f"{name} {number}"
                if table.equal
                else texts.say(
                    "{colour} {number}, points {points}", colour=name, number=number, points=points
                )
            )
