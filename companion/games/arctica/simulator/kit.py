"""The box of *Arctica* on the simulated table."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.arctica.rules import Arctica
from companion.games.arctica.simulator.art import ArcticaArt
from companion.games.arctica.simulator.mistakes import Onlooker
from companion.games.arctica.simulator.secrets import ArcticaSecrets
from companion.rules.contract import CellId, Seat, Setup, SetupError
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame
from companion.simulator.kit import Blunder, MistakeKind, Secrets
from companion.simulator.tabletop import TableTop

_PLACES = {"bear": (0.0, -1.0), "orca": (-1.0, 0.0), "seal": (0.0, 1.0), "eskimo": (1.0, 0.0)}


class ArcticaKit:
    """Implements :class:`companion.simulator.kit.Kit`."""

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        if not isinstance(game, Arctica):
            raise SetupError(f"the simulated box is one of {Arctica.id}, not of {game.id}")
        self.setup = setup
        self.edition = game.initial(setup).table.edition
        self._arts: dict[str, ArcticaArt] = {}

    def art(self, style: str) -> ArcticaArt:
        if style not in self._arts:
            self._arts[style] = ArcticaArt(self.edition, style)
        return self._arts[style]

    def secrets(self, rng: Random) -> Secrets:
        return ArcticaSecrets(self.edition, len(self.setup.seats), rng)

    def place(self, seat: Seat) -> tuple[float, float]:
        return _PLACES[self.setup.seats[seat]]

    def taken_from(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        del piece, cell
        return None

    def put_away(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        """The stack, for a card of the discard pile: the pile is shuffled and becomes the stack."""
        del piece
        return CellId("deck") if cell == "discard" else None

    def is_pile(self, cell: CellId) -> bool:
        return cell == "discard"

    def blunder(self, kind: MistakeKind, state: Any, table: TableTop, rng: Random) -> Blunder | None:
        return Onlooker(self.edition, state, table, rng).blunder(kind)

    def electronic_cells(self, source: str) -> tuple[CellId, ...]:
        del source
        return ()
