"""A table of marso for tests of the session, and its first round."""

from __future__ import annotations

from collections.abc import Sequence

from companion.referee.ports import OutcomeSource
from companion.referee.view import DeckView
from companion.rules.match import AnyMatch, Match
from companion.rules.registry import find_game
from tests.doubles.table import ScriptedTable

MARSO, ATLANTIS = find_game("marso"), find_game("atlantis")
SEATS = ("south", "north")


class Deck:
    """An electronic beast deck that opens b1, b2, ... ."""

    source = "beast-card"

    def draw(self, outcomes: Sequence[str], drawn: Sequence[str]) -> str:
        wanted = f"open b{len(drawn) + 1}"
        assert wanted in outcomes
        return wanted

    def view(self, drawn: int, over: bool) -> DeckView:
        return DeckView(self.source, "c0ffee", "5eed" if over else "", drawn)


class Table(ScriptedTable):
    """A table of marso for two, unless a match is given."""

    def __init__(
        self, match: AnyMatch | None = None, sources: Sequence[OutcomeSource] = (), *, full: bool = False
    ) -> None:
        super().__init__(match or Match.begin(MARSO, MARSO.setup(SEATS, {})), sources, full=full)


ROUND = ["play still", "play still", "run red b7", "run blue f7", "run yellow g7", "run green a2"]
"""The first round with card b1: red, blue, yellow and green run, and the next card is due."""
