"""The game as the contract of all games wants it: every question handed to the file that answers it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, lru_cache

from companion.games.marso import looks, moves, turn
from companion.games.marso.anyway import after_anyway
from companion.games.marso.box import open_box
from companion.games.marso.chance import impossible, openable
from companion.games.marso.edition import Edition
from companion.games.marso.faults import faults
from companion.games.marso.legal import legal_moves
from companion.games.marso.moves import Move, Opened, Outcome, Shown
from companion.games.marso.position import MarsoText, seats_fault
from companion.games.marso.refusals import broken
from companion.games.marso.state import (
    NOBODY,
    Stage,
    State,
    driving_points,
    points,
    set_up,
    setup_of,
    terms_of,
    worth,
)
from companion.games.marso.taps import taps
from companion.games.marso.words import BEASTS, SIDES, UNKNOWN
from companion.rules.board_game import GameBase, ranked
from companion.rules.contract import (
    CellId,
    Chance,
    ClauseId,
    Decide,
    Lamp,
    Look,
    NotationError,
    Option,
    Over,
    Pending,
    ScoreLine,
    Seat,
    Setup,
    Step,
    Zone,
)
from companion.rules.record import replace
from companion.rules.refusals import Broken
from companion.rules.text import Fact
from companion.rules.touch import Tap

# -- Paths in words

_STEPS = frozenset("udlr")


def in_words(word: str) -> str:
    """``ddu`` as ``d, d, u``, the letters being terms; "" for what is no path of several steps."""
    return ", ".join(word) if len(word) > 1 and _STEPS.issuperset(word) else ""


# -- The game as the contract of all games wants it

SEATINGS = (("south", "north"), ("south", "west", "north"), SIDES)
OPTIONS = (
    Option("target", 0, (), "Points that end a match of several games; 0: one game is played."),
    Option("young", False, (False, True), "For younger players: stepping onto a beast traps it."),
)


class Marso(GameBase[State, Move, Outcome]):
    """The game in one edition. Without state of its own; safe to share between threads."""

    id = "marso"
    title = "Marso, catch!"
    options = OPTIONS
    seatings = SEATINGS
    electronic = ("beast-card",)

    def __init__(self, edition: Edition) -> None:
        self.box = open_box(edition)
        words = moves.words_of(self.box)
        self.move_text = moves.moves_of(words)
        self.outcome_text = moves.outcomes_of(words)
        self.text_of = lru_cache(lambda setup: MarsoText(self.box, words, setup))
        self.edition = edition.name
        self.edition_values = edition.values

    def seats_fault(self, chosen: tuple[str, ...], seatings: tuple[tuple[str, ...], ...]) -> str:
        del seatings
        return seats_fault(list(chosen))

    def setup_of(self, state: State) -> Setup:
        return setup_of(state.terms)

    def initial(self, setup: Setup) -> State:
        return set_up(self.box, terms_of(setup))

    # what comes next

    def pending(self, state: State) -> Pending:
        stage = state.phase.stage
        seats = tuple(map(Seat, range(len(state.terms.sides))))
        match stage:
            case Stage.OPEN:
                return Chance("beast-card")
            case Stage.SCORES:
                return Chance("score-cards")
            case Stage.OVER:
                return self._over(state, seats)
            case Stage.BEASTS:
                return Decide(seats, stage.value)
        return Decide((Seat(state.phase.seat),), stage.value)

    def _over(self, state: State, seats: tuple[Seat, ...]) -> Over:
        """Places by points, then by points of score.2 (end.5, end.6, match.1)."""
        reached = [points(self.box, state, seat) for seat in seats]
        placing = ranked([(reached[seat], driving_points(state, seat)) for seat in seats])
        tie = reached.count(max(reached)) > 1
        clause = "end.6" if tie else "match.1" if state.terms.target else "end.5"
        return Over(placing, ClauseId(f"marso/{clause}"))

    def legal_moves(self, state: State, seat: Seat) -> tuple[Move, ...]:
        return legal_moves(self.box, state, seat)

    def attempts(self, state: State, seat: Seat) -> Iterator[Move]:
        """The same in every position and for every seat: whatever can be written."""
        del state, seat
        return iter(self._attempts)

    @cached_property
    def _attempts(self) -> tuple[Move, ...]:
        return tuple(moves.attempts(self.box))

    def broken(self, state: State, seat: Seat, move: Move) -> Iterable[Broken]:
        return broken(self.box, state, seat, move)

    def cell_name(self, _: State, cell: int) -> str:
        names = self.box.names
        return names[cell] if cell < len(names) else ""

    def after_move(self, state: State, seat: Seat, move: Move) -> Step[State]:
        return turn.after_move(self.box, state, seat, move)

    def after_anyway(self, state: State, seat: Seat, move: Move) -> Step[State]:
        return after_anyway(self.box, state, seat, move, self.format_move(move))

    def outcomes(self, state: State) -> tuple[tuple[Outcome, Fraction], ...]:
        """All possible ones are equally likely: a shuffled deck, and secrets of which nothing is known."""
        possible: list[Outcome] = []
        if state.phase.stage is Stage.OPEN:
            possible += map(Opened, openable(self.box, state))
        elif state.phase.stage is Stage.SCORES:
            cards = range(1, len(self.box.edition.score_cards) + 1)
            closed = [
                side for side, secret in zip(state.terms.sides, state.secrets, strict=True) if not secret
            ]
            possible += [Shown(side, card) for side in closed for card in cards if card not in state.secrets]
        return tuple((outcome, Fraction(1, len(possible))) for outcome in possible)

    def impossible(self, state: State, outcome: Outcome) -> Iterable[Broken]:
        return impossible(self.box, state, outcome)

    def after_chance(self, state: State, outcome: Outcome) -> Step[State]:
        return turn.after_chance(self.box, state, outcome)

    def score(self, state: State, seat: Seat) -> tuple[ScoreLine, ...]:
        """Each beast by the score card (when it is known), driving points, points of earlier games."""
        lines = [
            ScoreLine(ClauseId("marso/score.1"), Fraction(value), (("beast", BEASTS[beast]),))
            for beast, value in worth(self.box, state, seat).items()
        ]
        if state.bonus[seat]:
            lines.append(ScoreLine(ClauseId("marso/score.2"), Fraction(state.bonus[seat])))
        if state.totals[seat][0]:
            lines.append(ScoreLine(ClauseId("marso/match.1"), Fraction(state.totals[seat][0])))
        return tuple(lines)

    def faults(self, state: State) -> tuple[str, ...]:
        return faults(self.box, state)

    def observe(self, state: State, viewer: Seat | None) -> State:
        """Hands of others sealed, score cards of others too until they are shown (reveal.1)."""
        own = NOBODY if viewer is None else viewer
        shown = state.phase.stage in (Stage.SCORES, Stage.OVER)
        return replace(
            state,
            hands=tuple(
                hand if seat == own else (UNKNOWN,) * len(hand) for seat, hand in enumerate(state.hands)
            ),
            secrets=tuple(card if shown or seat == own else 0 for seat, card in enumerate(state.secrets)),
        )

    # the table

    def zones(self, setup: Setup) -> tuple[Zone, ...]:
        return looks.zones(self.box, terms_of(setup))

    def looks(self, state: State) -> Mapping[CellId, Look]:
        return looks.looks(self.box, state)

    def handled(self, state: State, seat: Seat, move: Move) -> Mapping[CellId, Look]:
        return looks.handled(self.box, state, seat, move)

    def in_words(self, word: str) -> str:
        """A path in words."""
        return in_words(word)

    def taps(self, state: State, seat: str, text: str) -> tuple[Tap, ...]:
        def end(path: str) -> str:
            sides, side = state.terms.sides, SIDES.index(seat)
            return self.box.names[self.box.walks[side, path][state.hunters[sides.index(side)]][-1]]

        return taps(lambda: self.looks(state), end, text)

    def lamps(self, state: State) -> tuple[Lamp, ...]:
        return looks.lamps(self.box, state)

    def printed(self) -> Mapping[str, tuple[Lamp, ...]]:
        """The arrows of hunter cards."""
        return looks.printed(self.box)

    def teaching(self, setup: Setup) -> tuple[State, ...]:
        return looks.teaching(self.box, terms_of(setup))

    # text

    def read_setup(self, facts: list[Fact]) -> Setup:
        if not facts or facts[0].key != "seats":
            raise NotationError("a position begins with a line such as 'seats south west'", 1)
        return super().read_setup(facts)
