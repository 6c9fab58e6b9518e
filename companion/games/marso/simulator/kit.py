"""The box of *Марсо лови!* on the simulated table."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

from companion.games.marso import Marso
from companion.games.marso.edition import Edition
from companion.games.marso.moves import Discard, Opened, Play, Shift, Shown
from companion.games.marso.simulator.art import MarsoArt, faces_of
from companion.games.marso.simulator.mistakes import Onlooker
from companion.games.marso.state import State
from companion.games.marso.words import direction
from companion.rules.contract import CellId, Seat, Setup
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame
from companion.simulator.kit import Blunder, MistakeKind, Secrets
from companion.simulator.open_kit import KitBase
from companion.simulator.tabletop import TableTop

# -- The hidden cards

_STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
"""Up, right, down, left."""
_LIKES_BEASTS = 3.0
"""A hunter ends one cell nearer to a beast so many times as often."""
_LIKES_TRAP = 20.0
"""A beast is put one cell nearer to the Trap so many times as often."""


class MarsoSecrets:
    """Implements :class:`companion.simulator.kit.Secrets` with real, shuffled cards."""

    def __init__(self, game: AnyGame, setup: Setup, edition: Edition, rng: Random) -> None:
        self._rng = rng
        self._game = game
        self._trap = edition.size**2 // 2
        self._seats = len(setup.seats)
        self._edition = edition
        self._number = 0
        self.hands: list[list[str]] = []
        self.deck: list[str] = []
        self.pile: list[str] = []
        self.laid: list[str] = []
        self.score_cards: list[int] = []
        self._deal(1)

    def _deal(self, number: int) -> None:
        """Set up game ``number`` of the match: shuffle all cards, deal three cards and a score card to each
        seat."""
        self._number = number
        self.deck = [card.name for card in self._edition.cards for _ in range(card.copies)]
        self._rng.shuffle(self.deck)
        self.pile, self.laid = [], []
        self.hands = [[self.deck.pop() for _ in range(3)] for _ in range(self._seats)]
        self.score_cards = self._rng.sample(range(1, len(self._edition.score_cards) + 1), self._seats)

    def choices(self, state: State, seat: Seat, legal: Sequence[Any]) -> Sequence[Any]:
        """A seat can only play cards from its hand. If none can be played, it discards the hand."""
        del state
        hand = self.hands[seat]
        if not any(isinstance(move, Play | Discard) for move in legal):
            return legal
        plays = [move for move in legal if isinstance(move, Play) and move.card in hand]
        if plays:
            return plays
        return [move for move in legal if isinstance(move, Discard) and sorted(move.cards) == sorted(hand)]

    def weight(self, state: State, seat: Seat, move: Any) -> float:
        if isinstance(move, Shift):
            return _LIKES_TRAP ** (self._farness(state.hunters[seat]) - self._farness(move.cell))
        if isinstance(move, Play) and move.path:
            end = self._end_of_way(state, seat, move.path)
            loose = [cell for cell in state.beasts if cell != self._trap]
            return _LIKES_BEASTS ** -min((self._apart(end, cell) for cell in loose), default=0)
        return 1.0

    def _end_of_way(self, state: State, seat: Seat, path: str) -> int:
        """The cell to which the arrows of a card lead the seat's hunter."""
        size = self._edition.size
        x, y = divmod(state.hunters[seat], size)
        for letter in path:
            dx, dy = _STEPS[direction(state.terms.sides[seat], letter)]
            x, y = (x + dx) % size, (y + dy) % size
        return x * size + y

    def _farness(self, cell: int) -> int:
        return self._apart(cell, self._trap)

    def _apart(self, a: int, b: int) -> int:
        """Steps between two cells (columns from the west, each from the south) without crossing the edge."""
        (ax, ay), (bx, by) = divmod(a, self._edition.size), divmod(b, self._edition.size)
        return abs(ax - bx) + abs(ay - by)

    def outcome(self, state: State) -> Any:
        possible = [outcome for outcome, _ in self._game.outcomes(state)]
        cards = [outcome for outcome in possible if isinstance(outcome, Opened)]
        if cards:
            return self._rng.choice(cards)
        truth = {(state.terms.sides[seat], card) for seat, card in enumerate(self.score_cards)}
        return next(
            shown for shown in possible if isinstance(shown, Shown) and (shown.side, shown.card) in truth
        )

    def committed(self, after: State, seat: Seat | None, said: Any) -> None:
        if after.game != self._number:
            self._deal(after.game)
            return
        if seat is not None and isinstance(said, Play):
            self.hands[seat].remove(said.card)
            self.laid.append(said.card)
        if seat is not None and isinstance(said, Discard):
            self.pile += self.hands[seat]
            self.hands[seat].clear()
        if self.laid and not any(after.laid):
            self.pile += self.laid
            self.laid = []
        for step in range(self._seats):
            player = (after.start + step) % self._seats
            while len(self.hands[player]) < len(after.hands[player]):
                self.hands[player].append(self._draw())

    def _draw(self) -> str:
        if not self.deck:
            self.deck, self.pile = self.pile, []
            self._rng.shuffle(self.deck)
        return self.deck.pop()


# -- The box of *Марсо лови!* on the simulated table

_PLACES = {"south": (0.0, -1.0), "west": (-1.0, 0.0), "north": (0.0, 1.0), "east": (1.0, 0.0)}
_PILES = {"open:beast": "discard:beast", "discard:beast": "deck:beast", "discard:hunter:1": "deck:hunter"}
_DECKS = {"open:beast": "deck:beast"}
BEAST_CARDS = "beast-card"


class MarsoKit(KitBase):
    """Implements :class:`companion.simulator.kit.Kit`."""

    box = Marso

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        super().__init__(game, setup)
        self.edition: Edition = self.game.box.edition

    def paint(self, style: str) -> MarsoArt:
        return MarsoArt(faces_of(self.edition), style)

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
