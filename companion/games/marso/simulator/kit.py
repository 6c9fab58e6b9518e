"""The box of *Марсо лови!* on the simulated table."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.marso import Marso
from companion.games.marso.simulator.art import MarsoArt, faces_of
from companion.games.marso.simulator.mistakes import Onlooker
from companion.games.marso.simulator.secrets import MarsoSecrets
from companion.rules.contract import CellId, Seat, Setup, SetupError
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame
from companion.simulator.kit import Blunder, MistakeKind, Secrets
from companion.simulator.tabletop import TableTop

_PLACES = {"south": (0.0, -1.0), "west": (-1.0, 0.0), "north": (0.0, 1.0), "east": (1.0, 0.0)}
_PILES = {"open:beast": "discard:beast", "discard:beast": "deck:beast", "discard:hunter:1": "deck:hunter"}
_DECKS = {"open:beast": "deck:beast"}
BEAST_CARDS = "beast-card"


class MarsoKit:
    """Implements :class:`companion.simulator.kit.Kit`."""

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        if not isinstance(game, Marso):
            raise SetupError(f"the simulated box is one of {Marso.id}, not of {game.id}")
        self.game: Marso = game
        self.setup = setup
        self.edition = game.box.edition
        self._arts: dict[str, MarsoArt] = {}

    def art(self, style: str) -> MarsoArt:
        if style not in self._arts:
            self._arts[style] = MarsoArt(faces_of(self.edition), style)
        return self._arts[style]

    def secrets(self, rng: Random) -> Secrets:
        return MarsoSecrets(self.game, self.setup, self.edition, rng)

    def place(self, seat: Seat) -> tuple[float, float]:
        return _PLACES[self.setup.seats[seat]]

    def taken_from(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        del piece
        return CellId(_DECKS[cell]) if cell in _DECKS else None

    def put_away(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        if piece.name == "back" or cell.startswith("secret:"):
            return None
        return CellId(_PILES.get(cell, "discard:hunter:1"))

    def is_pile(self, cell: CellId) -> bool:
        return cell.startswith("discard:")

    def blunder(self, kind: MistakeKind, state: Any, table: TableTop, rng: Random) -> Blunder | None:
        return Onlooker(self.game, state, table, rng).blunder(kind)

    def electronic_cells(self, source: str) -> tuple[CellId, ...]:
        if source != BEAST_CARDS:
            return ()
        return CellId("deck:beast"), CellId("open:beast"), CellId("discard:beast")
