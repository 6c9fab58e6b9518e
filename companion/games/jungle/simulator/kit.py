"""The box of the jungle game on the simulated table."""

from __future__ import annotations

from math import cos, radians, sin
from random import Random
from typing import Any, Final

from companion.games.jungle.rules import Jungle
from companion.games.jungle.simulator.art import JungleArt
from companion.games.jungle.simulator.secrets import JungleSecrets
from companion.games.jungle.words import POT
from companion.games.jungle.zones import BACK, TOTEM, angle_of
from companion.rules.contract import CellId, Seat, Setup, SetupError
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame
from companion.simulator.kit import Blunder, MistakeKind, Secrets
from companion.simulator.tabletop import TableTop


class JungleKit:
    """Implements :class:`companion.simulator.kit.Kit`, its :class:`Erring` and :class:`AnyWayRound`,
    and :class:`companion.simulator.tabletop.FaceDown`."""

    mistakes: Final = (
        MistakeKind.WRONG_GRAB,
        MistakeKind.DROPPED,
        MistakeKind.TWO_HANDS,
        MistakeKind.TOWARDS_SELF,
    )
    twist: Final = 180.0

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        if not isinstance(game, Jungle):
            raise SetupError(f"the simulated box is one of {Jungle.id}, not of {game.id}")
        self.table = game.initial(setup).table
        self._arts: dict[str, JungleArt] = {}

    def art(self, style: str) -> JungleArt:
        if style not in self._arts:
            self._arts[style] = JungleArt(self.table.edition, style)
        return self._arts[style]

    def secrets(self, rng: Random) -> Secrets:
        return JungleSecrets(rng)

    def place(self, seat: Seat) -> tuple[float, float]:
        """The direction to the seat; between its two places if the player has two."""
        angles = [radians(angle_of(self.table, place)) for place in self.table.places_of(seat)]
        x, y = sum(map(cos, angles)), sum(map(sin, angles))
        length = (x * x + y * y) ** 0.5
        return x / length, y / length

    def taken_from(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        """An open card comes from the closed stack of its place, a totem or the pot from a hand."""
        del piece
        kind, _, place = cell.partition(":")
        return CellId(f"closed:{place}") if kind == "open" else None

    def face_down(self, origin: CellId) -> PosedPiece | None:
        return BACK if origin.startswith("closed:") else None

    def put_away(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        del piece, cell
        return None

    def is_pile(self, cell: CellId) -> bool:
        return cell == POT or (cell != CellId(TOTEM) and not cell.startswith("closed:"))

    def blunder(self, kind: MistakeKind, state: Any, table: TableTop, rng: Random) -> Blunder | None:
        """None: no mistake in this game is a move. Mistakes are in outcomes
        (:class:`companion.simulator.kit.Slipping`)."""
        del kind, state, table, rng
        return None

    def electronic_cells(self, source: str) -> tuple[CellId, ...]:
        del source
        return ()
