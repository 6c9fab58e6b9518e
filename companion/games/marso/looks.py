"""What a camera above the table sees of a position, where it lies, and what the lamps show.

Zones that the specification leaves open: ``discard:hunter:1 2 3`` lie beside each other at (10, 4.5),
(11.1, 4.5) and (12.2, 4.5); every slot is 0.9 x 1.3 pitches. On a cell the beast is named before the
hunter that stepped on it. Decks and discards of which the position does not tell the top card are ANY.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from itertools import combinations

from companion.games.marso.box import Box
from companion.games.marso.edition import Card
from companion.games.marso.moves import Discard, Fly, Jump, Move, Play, Run, Shift, Sleep, Walk
from companion.games.marso.refusals import chain_due, line_due
from companion.games.marso.state import Laid, Phase, Stage, State, Terms, set_up
from companion.games.marso.turn import HUNTER_DISCARD
from companion.games.marso.words import BEASTS, DIRECTIONS, LETTERS, SIDES, TOKENS, CardKind
from companion.rules.contract import CellId, Certainty, Lamp, Look, Reading, Zone, ZoneKind
from companion.rules.pieces import PosedPiece, Stack
from companion.rules.record import replace

BACK = PosedPiece("back")
START = PosedPiece("start card")
LAMPS = 4

_LAID_SLOT = tuple(CellId(f"laid:{side}") for side in SIDES)
_START_SLOT = tuple(CellId(f"start:{side}") for side in SIDES)
_SECRET_SLOT = tuple(CellId(f"secret:{side}") for side in SIDES)
_HUNTER_DECK, _BEAST_DECK = CellId("deck:hunter"), CellId("deck:beast")
_OPEN_SLOT, _SPENT_SLOT = CellId("open:beast"), CellId("discard:beast")

_HUNTERS = tuple(PosedPiece(f"hunter {side}") for side in SIDES)
_STANDING = tuple(PosedPiece(f"beast {beast}") for beast in BEASTS)
_LYING = tuple(beast.lying for beast in _STANDING)

_SLOT = (0.9, 1.3)
_LAID = ((3.0, -2.0), (-2.0, 3.0), (3.0, 8.0), (8.0, 3.0))
_LEFT = ((-1.5, 0.0), (0.0, 1.5), (1.5, 0.0), (0.0, -1.5))
"""From a player's laid card one and a half pitches to the player's left, by side."""

_BESIDE: dict[CellId, tuple[float, float]] = {
    _HUNTER_DECK: (10.0, 6.0),
    HUNTER_DISCARD[0]: (10.0, 4.5),
    HUNTER_DISCARD[1]: (11.1, 4.5),
    HUNTER_DISCARD[2]: (12.2, 4.5),
    _BEAST_DECK: (10.0, 2.0),
    _OPEN_SLOT: (10.0, 0.5),
    _SPENT_SLOT: (10.0, -1.0),
}


# zones ----------------------------------------------------------------------------------------------


def zones(box: Box, terms: Terms) -> tuple[Zone, ...]:
    """The cells and the Trap, the slots of the seats in play, the decks and discards."""
    board = tuple(_square(box, terms, cell) for cell in range(len(box.names)))
    return (*board, *_seat_slots(box, terms), *_deck_slots(box))


def _square(box: Box, terms: Terms, cell: int) -> Zone:
    x, y = map(float, box.places[cell])
    if cell == box.trap:
        several = [
            tuple(_STANDING[one] for one in chosen) for n in range(5) for chosen in combinations(range(4), n)
        ]
        return Zone(box.names[cell], x, y, 1.0, 1.0, ZoneKind.SQUARE, 0, ("",), tuple(several), Reading.CROWD)
    hunters = [_HUNTERS[side] for side in terms.sides]
    beasts = [pose[beast] for beast in range(len(BEASTS)) for pose in (_STANDING, _LYING)]
    both = [(beast, hunter) for beast in beasts for hunter in hunters]
    stacks: list[Stack] = [(), *((one,) for one in hunters), *((one,) for one in beasts), *both]
    bases = ("", *TOKENS)
    return Zone(box.names[cell], x, y, 1.0, 1.0, ZoneKind.SQUARE, 0, bases, tuple(stacks), Reading.FIGURES)


def _slot(cell: CellId, place: tuple[float, float], turn: int, pieces: list[PosedPiece]) -> Zone:
    stacks = ((), *((piece,) for piece in pieces))
    return Zone(cell, *place, *_SLOT, ZoneKind.SLOT, turn, ("",), stacks, Reading.CARDS)


def _seat_slots(box: Box, terms: Terms) -> list[Zone]:
    scores = [_face(f"s{i}") for i in range(1, len(box.edition.score_cards) + 1)]
    slots = []
    for side in terms.sides:
        (x, y), (dx, dy) = _laid_place(box, side), _LEFT[side]
        slots += [
            _slot(_LAID_SLOT[side], (x, y), side, _hunter_cards(box)),
            _slot(_START_SLOT[side], (x + dx, y + dy), side, [START]),
            _slot(_SECRET_SLOT[side], (x - dx, y - dy), side, [BACK, *scores]),
        ]
    return slots


def _deck_slots(box: Box) -> list[Zone]:
    beast_cards = [_face(f"b{i}") for i in range(1, len(box.edition.beast_cards) + 1)]
    pieces = {
        _HUNTER_DECK: [BACK],
        _BEAST_DECK: [BACK],
        _OPEN_SLOT: beast_cards,
        _SPENT_SLOT: beast_cards,
        **{slot: _hunter_cards(box) for slot in HUNTER_DISCARD},
    }
    grown = box.edition.size - 7
    return [_slot(cell, (x + grown, y), 0, pieces[cell]) for cell, (x, y) in _BESIDE.items()]


def _laid_place(box: Box, side: int) -> tuple[float, float]:
    """The specification's places are those of a board of seven; a larger one pushes them outwards."""
    x, y = _LAID[side]
    grown = box.edition.size - 7
    outwards = grown if side in (2, 3) else 0
    return (x + grown / 2, y + outwards) if side % 2 == 0 else (x + outwards, y + grown / 2)


def _hunter_cards(box: Box) -> list[PosedPiece]:
    """Every hunter card there is a copy of, upright, and turned when that shows another path."""
    names = []
    for card in box.edition.cards:
        if card.copies:
            names += [_face(card.name), _face(card.name).turned][: 1 + _turns(card)]
    return names


def _turns(card: Card) -> bool:
    """Whether turning the card half round shows its other path; a skate looks the same in all four ways."""
    return len(card.paths) == 2 and card.kind is not CardKind.SKATE


def _face(card: str) -> PosedPiece:
    """A card with its face up."""
    return PosedPiece(f"card {card}")


def _card(box: Box, laid: Laid) -> PosedPiece:
    card = box.cards[laid.card]
    face = _face(card.name)
    return face.turned if _turns(card) and laid.path == card.paths[1] else face


# looks ----------------------------------------------------------------------------------------------


def looks(box: Box, state: State) -> Mapping[CellId, Look]:
    """What each zone should look like; bare ones are left out."""
    seen = _board_looks(box, state)
    shown = state.phase.stage in (Stage.SCORES, Stage.OVER)
    for seat, side in enumerate(state.terms.sides):
        laid, secret = state.laid[seat], state.secrets[seat]
        if laid is not None:
            seen[_LAID_SLOT[side]] = _look("", (_card(box, laid),))
        seen[_SECRET_SLOT[side]] = _look("", (_face(f"s{secret}") if shown and secret else BACK,))
    seen[_START_SLOT[state.terms.sides[state.start]]] = _look("", (START,))
    return seen | _deck_looks(box, state)


def _figures(box: Box, state: State) -> dict[int, tuple[str, list[PosedPiece]]]:
    """What lies and stands on the cells that are not bare: the token's colour and the pieces, bottom to top.

    Beasts in the Trap are named standing, whatever their pose: there it has no meaning.
    """
    seen: dict[int, tuple[str, list[PosedPiece]]] = {
        cell: (TOKENS[colour], []) for cell, colour in state.tokens
    }
    for beast, cell in enumerate(state.beasts):
        lying = cell != box.trap and beast in state.asleep
        seen.setdefault(cell, ("", []))[1].append(_LYING[beast] if lying else _STANDING[beast])
    for side, cell in zip(state.terms.sides, state.hunters, strict=True):
        seen.setdefault(cell, ("", []))[1].append(_HUNTERS[side])
    return seen


def _board_looks(box: Box, state: State) -> dict[CellId, Look]:
    """Of a figure that hands took off the board only the cell that it left is seen."""
    figures = {cell: seen for cell, seen in sorted(_figures(box, state).items()) if cell < len(box.names)}
    return {box.names[cell]: _look(base, tuple(pieces)) for cell, (base, pieces) in figures.items()}


@cache
def _look(base: str, pieces: Stack, certainty: Certainty = Certainty.SEEN) -> Look:
    """Looks are made anew for every position that is compared with a picture: kept, as they are few."""
    return Look(base, pieces, certainty)


def _deck_looks(box: Box, state: State) -> dict[CellId, Look]:
    beasts_left = len(box.edition.beast_cards) - len(state.spent) - bool(state.open)
    seen = {
        _HUNTER_DECK: _look("", (BACK,) if state.deck else (), Certainty.ANY),
        _BEAST_DECK: _look("", (BACK,) if beasts_left else (), Certainty.ANY),
    }
    if any(state.discard):
        seen |= dict.fromkeys(HUNTER_DISCARD, _look("", (), Certainty.ANY))
    if state.open:
        seen[_OPEN_SLOT] = _look("", (_face(f"b{state.open}"),))
    if len(state.spent) == 1:
        seen[_SPENT_SLOT] = _look("", tuple(_face(f"b{card}") for card in state.spent))
    elif state.spent:
        seen[_SPENT_SLOT] = _look("", (), Certainty.ANY)
    return seen


# what hands change ----------------------------------------------------------------------------------


def handled(box: Box, state: State, seat: int, move: Move) -> Mapping[CellId, Look]:
    """The zones that hands change when they carry out the move, legal or not, and how they look then."""
    match move:
        case Play(card, path):
            slot = _LAID_SLOT[state.terms.sides[seat]]
            return {slot: Look(pieces=(_card(box, Laid(card, path)),))}
        case Discard(cards):
            laid_out = zip(HUNTER_DISCARD, cards, strict=True)
            return {slot: Look(pieces=(_face(card),)) for slot, card in laid_out}
    return _changed(box, state, _handled_figures(box, state, seat, move))


def _handled_figures(box: Box, state: State, seat: int, move: Move) -> State:
    match move:
        case Walk(cell) | Fly(cell):
            return replace(state, hunters=_put(state.hunters, seat, cell))
        case Jump(cell):
            here = state.hunters[seat]
            tokens = tuple((at, 1 - colour if at == here != cell else colour) for at, colour in state.tokens)
            return replace(state, hunters=_put(state.hunters, seat, cell), tokens=tokens)
        case Run(beast, cell):
            chain = _carried_out_chain(box, state, move)
            return replace(state, beasts=chain or _put(state.beasts, beast, cell))
        case Shift(beast, cell):
            return replace(state, beasts=_put(state.beasts, beast, cell))
        case Sleep(beast):
            return replace(state, asleep=state.asleep | {beast})
    return state


def _carried_out_chain(box: Box, state: State, move: Run) -> tuple[int, ...] | None:
    """Where all beasts stand after the line that is due, when the move is just that."""
    if state.phase.stage is not Stage.BEASTS or line_due(box, state)[0] != move.beast:
        return None
    beasts = chain_due(box, state).beasts
    return beasts if beasts[move.beast] == move.cell else None


def _put(cells: tuple[int, ...], place: int, cell: int) -> tuple[int, ...]:
    return (*cells[:place], cell, *cells[place + 1 :])


def _changed(box: Box, before: State, after: State) -> dict[CellId, Look]:
    was, then = _board_looks(box, before), _board_looks(box, after)
    bare = Look()
    return {
        cell: then.get(cell, bare)
        for cell in box.names
        if (cell in was or cell in then) and then.get(cell, bare) != was.get(cell, bare)
    }


# lamps and teaching ---------------------------------------------------------------------------------


def lamps(box: Box, state: State) -> tuple[Lamp, ...]:
    """Four lamps: the lines of the open card in order, the one that is due marked; dark without a card."""
    lines = box.edition.beast_cards[state.open - 1] if state.open else ()
    due = state.phase.line if state.phase.stage is Stage.BEASTS else 0
    lit = [
        Lamp(BEASTS[beast], DIRECTIONS[direction], number == due)
        for number, (beast, direction) in enumerate(lines, 1)
    ]
    return (*lit, *(Lamp(),) * (LAMPS - len(lit)))


def printed(box: Box) -> Mapping[str, tuple[Lamp, ...]]:
    """The arrows of hunter cards, the one that counts on top: of an arrow card both, of flash slippers those
    of the path; the points of score cards, each in the colour of its beast."""
    found: dict[str, tuple[Lamp, ...]] = {
        _face(f"s{number}"): tuple(Lamp(*pair) for pair in zip(BEASTS, map(str, points), strict=True))
        for number, points in enumerate(box.edition.score_cards, 1)
    }
    for card in box.edition.cards:
        if card.kind is CardKind.ARROWS:
            ways = ("".join(card.paths), "".join(reversed(card.paths)))
        elif card.kind is CardKind.FLASH:
            ways = (card.paths[0], card.paths[-1])
        else:
            continue
        face = _face(card.name)
        for piece, way in zip((face, face.turned), ways, strict=True):
            arrows = (DIRECTIONS[LETTERS.index(letter)] for letter in way)
            found[piece] = tuple(Lamp(pattern=arrow) for arrow in arrows)
    return found


def teaching(box: Box, terms: Terms) -> tuple[State, ...]:
    """The set-up, then positions that show two beast cards and a hunter card at every seat each, then the
    score cards. In the first few of those all figures stand elsewhere, the beasts asleep in every other one:
    so each is seen from several sides, and the board under it."""
    first = set_up(box, terms)
    seats, cards = len(terms.sides), [card for card in box.edition.cards if card.copies]
    beast_cards = range(1, len(box.edition.beast_cards) + 1)
    shown = max(-(-len(beast_cards) // 2), -(-len(cards) // seats))
    taught = [first]
    for i in range(shown):
        laid = [cards[(i * seats + seat) % len(cards)] for seat in range(seats)]
        places = _elsewhere(box, first, i) if i < _LAYOUTS else (*first.hunters, *first.beasts)
        taught.append(
            replace(
                first,
                phase=Phase(Stage.CARD, 0),
                open=beast_cards[2 * i % len(beast_cards)],
                spent=frozenset({beast_cards[(2 * i + 1) % len(beast_cards)]}),
                laid=tuple(Laid(card.name, card.paths[0] if card.paths else "") for card in laid),
                hands=(first.hands[0][1:],) * seats,
                hunters=places[:seats],
                beasts=places[seats:],
                asleep=frozenset(range(len(BEASTS))) if i in range(0, _LAYOUTS, 2) else frozenset(),
            )
        )
    secrets = range(1, len(box.edition.score_cards) + 1)
    for i in range(0, len(secrets), seats):
        numbers = tuple(secrets[(i + seat) % len(secrets)] for seat in range(seats))
        taught.append(replace(first, phase=Phase(Stage.SCORES), secrets=numbers))
    return tuple(taught)


_LAYOUTS = 4


def _elsewhere(box: Box, first: State, number: int) -> tuple[int, ...]:
    """Cells for the hunters and the beasts, spread over the board, other ones for each number."""
    taken = {box.trap, *(cell for cell, _ in first.tokens)}
    free = [cell for cell in range(len(box.names)) if cell not in taken]
    figures = len(first.hunters) + len(first.beasts)
    return tuple(
        free[(7 * number + 3 + figure * len(free) // figures) % len(free)] for figure in range(figures)
    )
