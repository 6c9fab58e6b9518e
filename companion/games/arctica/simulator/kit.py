"""The box of *Arctica* on the simulated table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import Any

from companion.games.arctica.edition import Edition
from companion.games.arctica.moves import Move
from companion.games.arctica.rules import Arctica
from companion.games.arctica.simulator.art import ArcticaArt
from companion.games.arctica.simulator.mistakes import Onlooker
from companion.games.arctica.state import State
from companion.games.arctica.words import COD
from companion.rules.contract import CellId, Seat, Setup
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame
from companion.simulator.kit import Blunder, MistakeKind, Secrets
from companion.simulator.open_kit import KitBase
from companion.simulator.tabletop import TableTop

# -- The hidden ice cards

_FROM_HAND = ("play", "flee", "answer", "drop")
_LIKED = {"play": 6.0, "attack": 9.0, "move": 5.0, "end": 2.0, "drop": 0.1, "stay": 1.0, "flee": 3.0}
"""How much people like each kind of move, all moves of the kind together; 1 for a kind that is not named."""

_PREY, _COD = 12.0, 0.3
"""Factors of that liking: for a hunter that goes to prey, and for a move of cod."""


class ArcticaSecrets:
    """Implements :class:`companion.simulator.kit.Secrets` with real, shuffled cards."""

    def __init__(self, edition: Edition, seats: int, rng: Random) -> None:
        self._rng = rng
        self._edition = edition
        self.deck = [number for number, card in enumerate(edition.cards) for _ in range(card.copies)]
        self._rng.shuffle(self.deck)
        self.hands = [[self.deck.pop() for _ in range(edition.hand)] for _ in range(seats)]
        self.pile: list[int] = []
        self._verbs: Counter[str] = Counter()

    def choices(self, state: State, seat: Seat, legal: Sequence[Move]) -> Sequence[Move]:
        """A card that is played, shown or dropped must come from the hand. ``state`` may be a move or two
        ahead of the committed position, because one visit of a hand may do several moves."""
        laid = Counter({card: lying for card, lying in enumerate(state.discard) if lying})
        held = Counter(self.hands[seat]) - (laid - Counter(self.pile))
        possible = [move for move in legal if move.verb not in _FROM_HAND or held[move.card]]
        self._verbs = Counter(move.verb for move in possible)
        return possible

    def weight(self, state: State, seat: Seat, move: Move) -> float:
        del seat
        liked = _LIKED.get(move.verb, 1.0) / max(1, self._verbs[move.verb])
        if move.verb != "move":
            return liked
        if move.kind == COD:
            return liked * _COD
        prey = any(figure.spot == move.end and figure.kind != move.kind for figure in state.figures)
        return liked * (_PREY if prey else 1.0)

    def outcome(self, state: State) -> Any:
        del state
        raise LookupError("nothing in Arctica is left to chance that the table sees")

    def committed(self, after: State, seat: Seat | None, said: Move) -> None:
        if seat is not None and said.verb in _FROM_HAND:
            self.hands[seat].remove(said.card)
            self.pile.append(said.card)
        for hand, number in zip(self.hands, after.hands, strict=True):
            while len(hand) < number:
                hand.append(self._draw())

    def _draw(self) -> int:
        """The top card. When the stack is used up, the discard pile becomes the stack at once (turn.10)."""
        card = self.deck.pop()
        if not self.deck:
            self.deck, self.pile = self.pile, []
            self._rng.shuffle(self.deck)
        return card


# -- The box of *Arctica* on the simulated table

_PLACES = {"bear": (0.0, -1.0), "orca": (-1.0, 0.0), "seal": (0.0, 1.0), "eskimo": (1.0, 0.0)}


class ArcticaKit(KitBase):
    """Implements :class:`companion.simulator.kit.Kit`."""

    box = Arctica

    def __init__(self, game: AnyGame, setup: Setup) -> None:
        super().__init__(game, setup)
        self.edition: Edition = game.initial(setup).table.edition

    def paint(self, style: str) -> ArcticaArt:
        return ArcticaArt(self.edition, style)

    def secrets(self, rng: Random) -> Secrets:
        return ArcticaSecrets(self.edition, len(self.setup.seats), rng)

    def place(self, seat: Seat) -> tuple[float, float]:
        return _PLACES[self.setup.seats[seat]]

    def put_away(self, piece: PosedPiece, cell: CellId) -> CellId | None:
        """The stack, for a card of the discard pile: the pile is shuffled and becomes the stack."""
        del piece
        return CellId("deck") if cell == "discard" else None

    def is_pile(self, cell: CellId) -> bool:
        return cell == "discard"

    def blunder(self, kind: MistakeKind, state: Any, table: TableTop, rng: Random) -> Blunder | None:
        return Onlooker(self.edition, state, table, rng).blunder(kind)
