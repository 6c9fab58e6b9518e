"""The box of *Survive: Escape from Atlantis!* on the simulated table."""

from __future__ import annotations

from random import Random
from typing import Any

from companion.games.atlantis.rules import Atlantis
from companion.games.atlantis.simulator.art import AtlantisArt
from companion.games.atlantis.simulator.mistakes import Onlooker
from companion.games.atlantis.simulator.secrets import AtlantisSecrets
from companion.games.atlantis.simulator.solids import BOAT_CARRIER
from companion.games.atlantis.state import State
from companion.games.atlantis.words import FIGURES
from companion.games.atlantis.zones import OUT, SIDES
from companion.rules.contract import CellId, Seat, Setup, SetupError
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame
from companion.simulator.kit import Blunder, MistakeKind, Secrets
from companion.simulator.tabletop import TableTop


class AtlantisKit:
    """Implements :class:`companion.simulator.kit.Kit`, its :class:`Carrying` and :class:`Prepared`."""

    carrier = BOAT_CARRIER

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        if not isinstance(game, Atlantis):
            raise SetupError(f"the simulated box is one of {Atlantis.id}, not of {game.id}")
        self.game: Atlantis = game
        self.setup = setup
        self.table = game.initial(setup).table
        self._arts: dict[str, AtlantisArt] = {}

    def art(self, style: str) -> AtlantisArt:
        if style not in self._arts:
            self._arts[style] = AtlantisArt(self.table.edition, self.game.zones(self.setup), style)
        return self._arts[style]

    def secrets(self, rng: Random) -> Secrets:
        return AtlantisSecrets(self.table, rng)

    def prepared(self, secrets: Secrets) -> State:
        """The position at the first turn: the island is laid, explorers and boats are put anywhere. Only for
        secrets of this kit."""
        if not isinstance(secrets, AtlantisSecrets):
            raise TypeError("secrets of another box")
        return secrets.begun(self.game, self.setup)

    def place(self, seat: Seat) -> tuple[float, float]:
        return SIDES[seat]

    def taken_from(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        """New figures come from the tray; in the set-up, explorers and boats come from their owner's tray."""
        del cell
        if piece.name in FIGURES:
            return CellId(f"supply:{piece.name}")
        colours = self.table.edition.colours
        if piece.kind == "explorer" and piece.which in colours:
            return CellId(f"reserve:{self.setup.seats[self.table.owner[colours.index(piece.which)]]}")
        return None

    def put_away(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        """Lost figures leave the table."""
        del piece, cell
        return None

    def is_pile(self, cell: CellId) -> bool:
        return cell == OUT

    def blunder(self, kind: MistakeKind, state: Any, table: TableTop, rng: Random) -> Blunder | None:
        return Onlooker(state, table, rng).blunder(kind)

    def electronic_cells(self, source: str) -> tuple[CellId, ...]:
        del source
        return ()
