"""Why a position cannot be: what the box holds, where figures may be, what a phase presupposes."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.arctica.edition import CARDS
from companion.games.arctica.ice import drifting
from companion.games.arctica.laying import nearest_floes, stage
from companion.games.arctica.poses import may_be
from companion.games.arctica.state import State, ended
from companion.games.arctica.words import (
    BERG,
    COD,
    COD_FIGURES,
    FED,
    FIGURES,
    FLOE,
    HUNTERS,
    IGLOO,
    KINDS,
    OPEN,
    PLANKTON,
    SEAL,
)
from companion.rules.grid import OUTSIDE


def faults(state: State) -> tuple[str, ...]:
    """One English sentence for each thing that cannot be; empty when the position is possible."""
    return (*_cards(state), *_ice(state), *_goods(state), *_figures(state), *_phase(state))


def _cards(state: State) -> Iterator[str]:
    if state.deck + sum(state.hands) + sum(state.discard) != CARDS:
        yield f"stack, hands and discard do not add up to {CARDS} cards"
    if state.deck < 1:
        yield "the stack is empty although the discard becomes the stack at once"
    for card, lying in zip(state.table.edition.cards, state.discard, strict=True):
        if lying > card.copies:
            yield f"{lying} cards {card.name} lie in the discard, but the deck has only {card.copies}"


def _ice(state: State) -> Iterator[str]:
    edition, names = state.table.edition, state.table.edition.board.names
    if len(state.ice) - state.ice.count(OPEN) > edition.ice_tokens:
        yield f"there are more than {edition.ice_tokens} ice tokens"
    if state.ice.count(BERG) > edition.icebergs:
        yield f"there are more than {edition.icebergs} icebergs"
    if state.igloo >= 0 and state.ice[state.igloo] != FLOE:
        yield f"the igloo on {names[state.igloo]} does not lie on a floe"
    if state.locked and state.phase.name not in ("drift", "displace"):
        yield "ice is locked although no drift card is in play"
    for cell in state.locked:
        if state.ice[cell] == OPEN:
            yield f"{names[cell]} is locked although there is no ice"


def _goods(state: State) -> Iterator[str]:
    edition, supply = state.table.edition, state.table.supply
    owned = [sum(row[good] for row in state.goods) for good in range(IGLOO + 1)]
    for kind, word in enumerate(HUNTERS):
        if owned[kind] != edition.lives[kind]:
            yield f"there are {owned[kind]} tokens of {word} instead of {edition.lives[kind]}"
        if state.goods[supply][kind] and not state.table.is_neutral(kind):
            yield f"the supply holds tokens of {word}, which is not neutral"
    if owned[PLANKTON] != edition.plankton:
        yield f"there are {owned[PLANKTON]} plankton tokens instead of {edition.plankton}"
    if len(state.of(COD)) + owned[COD] != COD_FIGURES:
        yield f"cod on the board and captured cod are not {COD_FIGURES} together"
    if owned[IGLOO] + (state.igloo >= 0) > 1:
        yield "there is more than one igloo"
    if state.goods[supply][COD] or state.goods[supply][IGLOO]:
        yield "cod and igloo are never in the supply"


def _figures(state: State) -> Iterator[str]:
    names = state.table.edition.board.names
    for kind, word in enumerate(HUNTERS):
        here = len(state.of(kind))
        if state.phase.name == "lay":
            if here > FIGURES[kind] or state.away[kind]:
                yield f"{word} has more figures than the box, or one away before the game"
        elif here + state.away[kind] != min(FIGURES[kind], state.lives(kind)):
            yield f"figures of {word} on the board and away do not fit its {state.lives(kind)} tokens"
        elif state.away[kind] > 1:
            yield f"more than one figure of {word} is away"
    if state.phase.name == "displace":
        return
    for f in state.figures:
        if not may_be(state.ice, f.kind, f.spot):
            pose = "stand on the ice" if f.spot & 1 else "be in the water"
            yield f"{KINDS[f.kind]} cannot {pose} of {names[f.spot >> 1]}"


def _phase(state: State) -> Iterator[str]:
    name = state.phase.name
    if ended(state) != (name == "over"):
        yield "the game is over exactly when no cod is on the board or no plankton in the supply"
    reason = _phase_fault(state)
    if reason:
        yield reason
    if name in ("lay", "igloo") and not state.table.expert:
        yield "pieces are laid only in the expert set-up"
    if state.card_done and name not in ("turn", "drop", "over", "flee", "answer", "land"):
        yield f"the card cannot be done in phase {name}"


def _phase_fault(state: State) -> str:
    """What the phase presupposes and is not there."""
    match state.phase.name:
        case "lay":
            return "" if stage(state) else "everything is laid already"
        case "igloo":
            return "" if len(nearest_floes(state)) > 1 and state.igloo < 0 else "there is no igloo to lay"
        case "return":
            return "" if state.due() else "nobody comes back now"
        case "drift":
            return _drift_fault(state)
        case "displace":
            return _displace_fault(state)
        case "melt":
            return "" if any(state.ice) else "there is no ice to melt"
        case "flee" | "answer" | "land":
            return _defence_fault(state)
        case "turn":
            return "somebody has to come back first" if state.due() and _fresh(state) else ""
    return ""


def _fresh(state: State) -> bool:
    """Nothing has been done in this turn yet, so nobody can have been caught in it."""
    return not state.card_done and state.hunt == "none"


def _drift_fault(state: State) -> str:
    if state.phase.left < 1 or next(drifting(state, state.phase.colour), None) is None:
        return "no ice is left to drift"
    return ""


def _displace_fault(state: State) -> str:
    """Somebody waits, and everybody who does is where ice arrived (carry.4, carry.5, carry.8)."""
    waiting = state.waiting()
    if not waiting:
        return "nobody has to give way to ice"
    ahead = state.table.edition.board.ahead[state.phase.colour][state.phase.cell]
    if ahead == OUTSIDE or state.ice[ahead] == OPEN or state.ice[state.phase.cell] != OPEN:
        return "no ice can have come from that cell"
    reached = {ahead, state.table.edition.board.ahead[state.phase.colour][ahead]}
    if any(f.spot & 1 or f.spot >> 1 not in reached for f in waiting):
        return "somebody is where ice did not arrive"
    return ""


def _defence_fault(state: State) -> str:
    """A seal is on the spot, and somebody of the active player has attacked."""
    phase, board = state.phase, state.table.edition.board
    if not state.at(SEAL, phase.spot):
        return "the attacked seal is not on its place"
    if not any(f.marks & FED for f in state.figures):
        return "nobody has attacked"
    if state.turn == state.table.owner[SEAL]:
        return "the seals do not attack themselves"
    target = phase.cell
    if phase.name == "answer":
        target = board.ahead[phase.colour][phase.spot >> 1]
    if phase.name != "flee" and (target == OUTSIDE or state.ice[target] == BERG):
        return "the seal cannot flee there"
    if phase.name == "land" and (state.ice[target] == OPEN or target not in board.around[phase.spot >> 1]):
        return "the seal need not choose where it lands"
    return ""
