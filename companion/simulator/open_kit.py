"""Bases for simulated tables: of any game, and of those in which nothing is hidden and figures stand on a
board of squares (:class:`companion.rules.board_game.BoardGame`)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Any

import numpy as np

from companion.rules.contract import CellId, Seat, Setup, SetupError
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame
from companion.simulator.art import DENSITY, Bgr, Brush, Print, Sheet, TableArt, clouds
from companion.simulator.kit import Blunder, MistakeKind, Secrets
from companion.simulator.solids import Solid
from companion.simulator.tabletop import TableTop


class SquaresArt:
    """A board of ``columns`` and ``rows`` of squares in two colours, and figures on it. ``solid``: the figure
    of a name; raises KeyError."""

    def __init__(
        self, columns: int, rows: int, colours: tuple[Bgr, Bgr], seed: int, solid: Callable[[str], Solid]
    ) -> None:
        self._columns, self._rows, self._colours, self._seed = columns, rows, colours, seed
        self.solid = cache(solid)

    def ground(self) -> tuple[Print, ...]:
        """The first of the two colours is that of a1."""
        columns, rows = self._columns, self._rows
        art = np.zeros((rows * DENSITY, columns * DENSITY, 4), np.uint8)
        brush = Brush(art)
        for x in range(columns):
            for y in range(rows):
                corners = [(x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)]
                square = [(east / columns, north / rows) for east, north in corners]
                brush.polygon(square, self._colours[(x + y) % 2])
        grain = 1 + 0.06 * clouds(rows * DENSITY, columns * DENSITY, self._seed, coarsest=8)[:, :, None]
        art[:, :, :3] = np.clip(art[:, :, :3] * grain, 0, 255).astype(np.uint8)
        return (Print(art, -0.5, -0.5, columns - 0.5, rows - 0.5),)

    def sheet(self, name: str) -> Sheet | None:
        """Nothing lies flat. Raises KeyError for what is no figure."""
        self.solid(name)
        return None


class OpenSecrets:
    """Implements :class:`companion.simulator.kit.Secrets` where there are none."""

    def choices(self, state: Any, seat: Seat, legal: Sequence[Any]) -> Sequence[Any]:
        del state, seat
        return legal

    def weight(self, state: Any, seat: Seat, move: Any) -> float:
        del state, seat, move
        return 1.0

    def outcome(self, state: Any) -> Any:
        del state
        raise LookupError("nothing in this game is left to chance")

    def committed(self, after: Any, seat: Seat | None, said: Any) -> None:
        del after, seat, said


class KitBase:
    """What most games answer alike to :class:`companion.simulator.kit.Kit`: people put down what they have in
    their hands, and make no mistakes. A game says whose ``box`` it is, gives its ``paint``, ``secrets`` and
    ``place``, and overrides what is otherwise."""

    box: type[Any] = object
    game: Any

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        if not isinstance(game, self.box):
            raise SetupError(f"the simulated box is one of {self.box.__name__}, not of {game.id}")
        self.game, self.setup = game, setup
        self.art = cache(self.paint)

    def paint(self, style: str) -> TableArt:
        """The box in one print. Raises KeyError for an unknown style."""
        raise NotImplementedError

    def taken_from(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        del piece, cell
        return None

    def put_away(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        del piece, cell
        return None

    def is_pile(self, cell: CellId) -> bool:
        del cell
        return False

    def blunder(self, kind: MistakeKind, state: Any, table: TableTop, rng: Random) -> Blunder | None:
        del kind, state, table, rng
        return None

    def electronic_cells(self, source: str) -> tuple[CellId, ...]:
        del source
        return ()


class OpenKit(KitBase):
    """A box in which nothing is hidden, for two in the south and the north."""

    mistakes: tuple[MistakeKind, ...] = ()

    def secrets(self, rng: Random) -> Secrets:
        del rng
        return OpenSecrets()

    def place(self, seat: Seat) -> tuple[float, float]:
        return (0.0, -1.0) if seat == 0 else (0.0, 1.0)
