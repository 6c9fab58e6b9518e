"""The box of *Survive: Escape from Atlantis!* on the simulated table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from random import Random
from typing import Any

from companion.games.atlantis.edition import Edition
from companion.games.atlantis.moves import BOAT, SAFE, TILE, WATER, Move, Outcome
from companion.games.atlantis.rules import Atlantis
from companion.games.atlantis.simulator.art import AtlantisArt
from companion.games.atlantis.simulator.mistakes import Onlooker
from companion.games.atlantis.simulator.solids import BOAT_CARRIER
from companion.games.atlantis.state import SETUP_PHASES, State, Table
from companion.games.atlantis.words import BACKS, CREATURES, FIGURES, GREEN, STOP, TERRAINS, UNSEEN
from companion.games.atlantis.zones import DIE_TRAY, OUT, SIDES
from companion.rules.contract import CellId, Seat, Setup, apply, resolve
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame
from companion.simulator.kit import Blunder, MistakeKind, Secrets
from companion.simulator.open_kit import KitBase
from companion.simulator.tabletop import TableTop

# -- What is hidden in the game

_LIKES_SAFETY = 400.0
_LIKES_BOATS = 25.0
_NEARER = 12.0
"""How much people like a move that lands, boards or comes nearer to an island."""


class AtlantisSecrets:
    """Implements :class:`companion.simulator.kit.Secrets` with mixed tiles."""

    def __init__(self, table: Table, rng: Random) -> None:
        self._rng = rng
        edition = table.edition
        self._ways_out = ways_out(edition)
        tiles = [
            (terrain, back)
            for terrain in TERRAINS
            for back in range(len(BACKS))
            for _ in range(edition.copies[terrain][back])
        ]
        rng.shuffle(tiles)
        self.tiles: Mapping[int, tuple[int, int]] = dict(zip(edition.board.frame, tiles, strict=True))
        """Terrain and back of the tile that lies (or lay) in each framed cell."""
        self.hands: list[list[tuple[int, int]]] = [[] for _ in range(table.seats)]
        self._numbers = [list(edition.treasures) for _ in edition.colours]
        for numbers in self._numbers:
            rng.shuffle(numbers)

    def begun(self, game: Atlantis, setup: Setup) -> State:
        """The position before the first turn: the island is laid, explorers and boats are put anywhere."""
        state = game.initial(setup)
        while state.phase.name in SETUP_PHASES:
            deciders = state.deciders()
            if deciders:
                move = self._rng.choice(game.legal_moves(state, deciders[0]))
                state = apply(game, state, deciders[0], move).state
            else:
                state = resolve(game, state, self.outcome(state)).state
        return state

    def choices(self, state: State, seat: Seat, legal: Sequence[Move]) -> Sequence[Move]:
        """The moves with tiles that the seat really holds. A seat that can defend itself does so."""
        own = [move for move in legal if move.verb != "play" or (move.terrain, move.back) in self.hands[seat]]
        defence = [move for move in own if move.verb == "play" and move.back >= STOP]
        return defence if state.phase.name == "defend" and defence else own

    def weight(self, state: State, seat: Seat, move: Move) -> float:
        """People bring their explorers to safety, avoid the water, and send creatures after the others."""
        match move.verb:
            case "move" if move.enters == SAFE:
                return _LIKES_SAFETY
            case "move" if move.enters == BOAT:
                return _LIKES_BOATS if move.leaves == TILE else 2 * _LIKES_BOATS
            case "move" if move.leaves == BOAT and move.enters == WATER:
                return 0.2
            case "move" | "sail":
                nearer = self._ways_out[move.start] > self._ways_out[move.end]
                return (1.0 if move.enters == WATER else _NEARER) if nearer else 0.3
            case "creature":
                prey = state.passengers(move.end) or state.swimming(move.end)
                own = state.table.of_seat(prey, seat)
                return 20.0 if sum(prey) and not own else 0.1 if own else 1.0
        return 2.0

    def outcome(self, state: State) -> Outcome:
        """The next tile in the set-up, the back of the tile that was just taken, a roll, or a number."""
        phase = state.phase
        match phase.name:
            case "island":
                cell = next(cell for cell in self.tiles if not state.land[cell])
                return Outcome("lay", cell, self.tiles[cell][0])
            case "back":
                back = self.tiles[phase.cell][1]
                return Outcome("tile", phase.cell, back=back if back in GREEN else UNSEEN)
            case "die":
                faces = state.table.edition.faces
                return Outcome("die", kind=self._rng.choices(range(len(CREATURES)), faces)[0])
        colour = next(
            colour
            for colour, values in enumerate(state.treasures)
            if sum(counts[colour] for counts in state.safe) > len(values)
        )
        return Outcome("treasure", colour=colour, value=self._numbers[colour][len(state.treasures[colour])])

    def committed(self, after: State, seat: Seat | None, said: Any) -> None:
        """A tile that is kept goes into the hand of the seat that took it; a tile that is played leaves
        it."""
        if isinstance(said, Outcome) and said.verb == "tile" and said.back == UNSEEN:
            self.hands[self._taker(after)].append(self.tiles[said.cell])
        elif seat is not None and isinstance(said, Move) and said.verb == "play":
            self.hands[seat].remove((said.terrain, said.back))

    def _taker(self, after: State) -> int:
        """The seat whose number of tiles in hand has grown."""
        return next(seat for seat, hand in enumerate(after.hands) if len(hand) > len(self.hands[seat]))


@lru_cache(maxsize=4)
def ways_out(edition: Edition) -> tuple[int, ...]:
    """The number of steps from each cell to the nearest landing cell."""
    found = {cell: 0 for cells in edition.landing for cell in cells}
    edge = list(found)
    while edge:
        cell = edge.pop(0)
        for near in edition.board.around[cell]:
            if near not in found:
                found[near] = found[cell] + 1
                edge.append(near)
    return tuple(found[cell] for cell in range(len(edition.board.names)))


# -- The box of the game


class AtlantisKit(KitBase):
    """Implements :class:`companion.simulator.kit.Kit`, its :class:`Carrying` and :class:`Prepared`."""

    box = Atlantis
    carrier = BOAT_CARRIER

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        super().__init__(game, setup)
        self.table: Table = game.initial(setup).table

    def paint(self, style: str) -> AtlantisArt:
        return AtlantisArt(self.table.edition, self.game.zones(self.setup), style)

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

    def is_pile(self, cell: CellId) -> bool:
        return cell == OUT

    def blunder(self, kind: MistakeKind, state: Any, table: TableTop, rng: Random) -> Blunder | None:
        return Onlooker(state, table, rng).blunder(kind)

    def electronic_cells(self, source: str) -> tuple[CellId, ...]:
        return (DIE_TRAY,) if source == "die" else ()
