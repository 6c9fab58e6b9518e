"""Carrying out a legal move, and what follows by itself from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.arctica import capture, ice
from companion.games.arctica.cards import discard_card, draw, fill_hand
from companion.games.arctica.cell_names import away_place, cell_id
from companion.games.arctica.laying import nearest_floes, stage
from companion.games.arctica.layout import Figure
from companion.games.arctica.moves import Move
from companion.games.arctica.state import (
    CHOOSE_IGLOO,
    DROP,
    LAY,
    MELTING,
    OVER,
    RETURN,
    TURN,
    Phase,
    State,
    attacker,
    ended,
    mover,
)
from companion.games.arctica.words import (
    BERG,
    COD,
    FED,
    HUNT_DONE,
    KINDS,
    MOVED,
    NEW,
    NO_HUNT,
    OPEN,
    OWN_HUNT,
    PLANKTON,
    SEAL,
    clause,
)
from companion.rules.contract import Effect, Facts, RulesError, Seat, Step
from companion.rules.record import replace

Result = Step[State]


def after_move(state: State, seat: Seat, move: Move) -> Result:
    """The new position and its effects. The move must be legal."""
    del seat
    return _DO[move.verb](state, move)


def change_figure(state: State, old: Figure, new: Figure | None) -> State:
    """One figure elsewhere or with other marks; None: off the board."""
    figures = list(state.figures)
    figures.remove(old)
    if new is not None:
        figures.append(new)
        figures.sort()
    return replace(state, figures=tuple(figures))


def add_figure(state: State, figure: Figure) -> State:
    """One figure more on the board."""
    return replace(state, figures=tuple(sorted((*state.figures, figure))))


def the_figure(figures: list[Figure], choose: Callable[[list[Figure]], Figure] = mover) -> Figure:
    """The one that acts. Raises RulesError when there is none."""
    if not figures:
        raise RulesError("there is no such figure on that place")
    return choose(figures)


# Setting up (expert)


def lay(state: State, move: Move) -> Result:
    """A piece of the expert set-up; after the last one the igloo is placed and the game begins."""
    if move.kind < 0:
        tokens = bytearray(state.ice)
        tokens[move.cell] = move.ice
        state = replace(state, ice=bytes(tokens))
    else:
        state = add_figure(state, Figure(move.kind, move.end))
    left = stage(state)
    effects: tuple[Effect, ...] = ()
    edition = state.table.edition
    if left == "hunters" and move.kind < 0 and state.ice.count(BERG) < edition.icebergs:
        missing = str(edition.icebergs - state.ice.count(BERG))
        effects = (Effect(clause("expert.7"), (), (("number", missing),)),)
    if left:
        return Step(replace(state, phase=LAY, turn=(state.turn + 1) % len(state.hands)), effects)
    floes = nearest_floes(state)
    state = replace(state, turn=0)
    if len(floes) == 1:
        return Step(
            replace(state, phase=TURN, igloo=floes[0]),
            (Effect(clause("expert.12"), (cell_id(state, floes[0]),)),),
        )
    return Step(replace(state, phase=CHOOSE_IGLOO if floes else TURN), ())


def igloo(state: State, move: Move) -> Result:
    """The igloo goes to the floe that was chosen (expert.13)."""
    return Step(replace(state, phase=TURN, igloo=move.cell))


# The turn


def start_turn(state: State, seat: int) -> Result:
    """The next turn: all marks gone, and whoever is due comes back first (return.1, return.7)."""
    figures = state.figures
    if any(f.marks for f in figures):
        figures = tuple(sorted(Figure(f.kind, f.spot) for f in figures))
    state = replace(state, phase=TURN, turn=seat, card_done=False, hunt=NO_HUNT, figures=figures, locked=())
    due = state.due()
    effects = [Effect(clause("turn.7"), (), (("seat", state.table.setup.seats[seat]),))]
    for kind in due:
        if state.table.is_neutral(kind):
            back = (("figure", KINDS[kind]),)
            effects.append(Effect(clause("return.7"), (away_place(kind),), back))
    return Step(replace(state, phase=RETURN) if due else state, tuple(effects))


def end(state: State, _: Move) -> Result:
    """The hand is filled and the next player clockwise is active (turn.7, turn.8)."""
    filled = fill_hand(state)
    turned = start_turn(filled.state, (state.turn + 1) % len(state.hands))
    return Step(turned.state, (*filled.effects, *turned.effects))


def drop(state: State, move: Move) -> Result:
    """One card of a hand that is exchanged (turn.9)."""
    return Step(replace(discard_card(state, move.card, state.turn), phase=DROP))


def comes_back(state: State, move: Move) -> Result:
    """``return``: a caught hunter is put on a corner (return.1, return.7)."""
    away = list(state.away)
    away[move.kind] -= 1
    state = add_figure(replace(state, away=tuple(away)), Figure(move.kind, move.end, NEW))
    return Step(replace(state, phase=RETURN if state.due() else TURN))


# The ice card


def play(state: State, move: Move) -> Result:
    """The ice card of the turn; it closes the use of hunters that has begun (hunt.5)."""
    card = state.table.edition.cards[move.card]
    hunt = NO_HUNT if state.hunt == NO_HUNT else HUNT_DONE
    state = replace(discard_card(state, move.card, state.turn), hunt=hunt, card_done=False)
    if card.colour < 0 and any(state.ice):
        return Step(replace(state, phase=MELTING))
    if card.colour >= 0 and any(True for _ in ice.drifting(state, card.colour)):
        return Step(replace(state, phase=Phase("drift", card.colour, card.tokens)))
    return Step(replace(state, card_done=True), (Effect(clause("card.4"), (), (("card", card.name),)),))


def drift(state: State, move: Move) -> Result:
    """One token drifts; swimmers in its way are settled before the next (carry.10)."""
    phase = state.phase
    state, effects = ice.settle(ice.shift_tokens(state, move.colour, move.cell), move.colour)
    if state.waiting():
        waits = Phase("displace", phase.colour, phase.left - 1, move.cell)
        return Step(replace(state, phase=waits), effects)
    return _drift_on(state, phase.colour, phase.left - 1, effects)


def _drift_on(state: State, colour: int, left: int, effects: tuple[Effect, ...]) -> Result:
    """The next token, or the end of the card (drift.7)."""
    if left and any(True for _ in ice.drifting(state, colour)):
        return Step(replace(state, phase=Phase("drift", colour, left)), effects)
    over = Effect(clause("drift.7"), (), (("left", str(left)),))
    return Step(replace(state, phase=TURN, card_done=True, locked=()), (*effects, over))


def displace(state: State, move: Move) -> Result:
    """A figure that had to give way is put where the active player chose."""
    waiting = [f for f in state.waiting() if f.kind == move.kind and f.spot == move.start]
    figure = the_figure(waiting)
    state = change_figure(state, figure, Figure(figure.kind, move.end, figure.marks))
    if state.waiting():
        return Step(state)
    return _drift_on(state, state.phase.colour, state.phase.left, ())


def melt(state: State, move: Move) -> Result:
    """The token melts, which ends the card."""
    melted = ice.melt_token(state, move.cell)
    cells = (cell_id(state, move.cell),)
    effects: list[Effect] = []
    if state.ice[move.cell] != OPEN and melted.ice[move.cell] == OPEN:
        wet = [f for f in state.figures if f.spot == 2 * move.cell + 1]
        effects += [Effect(clause("melt.3"), cells, (("figure", KINDS[f.kind]),)) for f in wet]
    if melted.igloo != state.igloo:
        effects.append(Effect(clause("melt.4"), cells))
    return Step(replace(melted, phase=TURN, card_done=True), tuple(effects))


# Hunters


def _hunt(state: State, kind: int) -> str:
    return OWN_HUNT if kind == state.own else KINDS[kind]


def move_figure(state: State, move: Move) -> Result:
    """One figure goes; the first cod of a turn brings plankton (capture.6)."""
    figure = the_figure(state.at(move.kind, move.start))
    effects: tuple[Effect, ...] = ()
    after = change_figure(state, figure, Figure(move.kind, move.end, figure.marks | MOVED))
    if move.kind == COD and state.hunt != KINDS[COD]:
        after, effects = capture.take(after, state.table.supply, state.turn, PLANKTON, clause("capture.5"))
    return _check_end(replace(after, hunt=_hunt(state, move.kind)), effects)


def attack(state: State, move: Move) -> Result:
    """The prey is caught, but of four players the seal's is asked first (defence.1)."""
    hunter = the_figure(state.at(move.kind, move.start), attacker)
    after = change_figure(state, hunter, Figure(hunter.kind, hunter.spot, hunter.marks | FED))
    after = replace(after, hunt=_hunt(state, move.kind))
    if move.prey == SEAL and state.table.four:
        asked = Effect(clause("defence.1"), (cell_id(state, move.end >> 1),), _seal_facts(state))
        return Step(replace(after, phase=Phase("flee", spot=move.end)), (asked,))
    after, effects = capture.catch(after, move.prey, move.end)
    return _check_end(after, effects)


def _check_end(state: State, effects: tuple[Effect, ...]) -> Result:
    if not ended(state):
        return Step(state, effects)
    last = clause("end.2" if state.of(COD) else "end.1")
    return Step(replace(state, phase=OVER), (*effects, Effect(last)))


# The seal's defence


def _seal_facts(state: State) -> Facts:
    return (("seat", KINDS[SEAL]), ("attacker", state.table.setup.seats[state.turn]))


def flee(state: State, move: Move) -> Result:
    """The seal's player shows a card and the attacker draws one (defence.2, defence.5)."""
    seat = state.table.owner[SEAL]
    colour = state.table.edition.cards[move.card].colour
    shown = Phase("answer", colour, spot=state.phase.spot)
    drawn = draw(discard_card(state, move.card, seat), state.turn, clause("defence.5"))
    return Step(replace(drawn.state, phase=shown), drawn.effects)


def stay(state: State, _: Move) -> Result:
    """No card is shown: the seal is caught (defence.4)."""
    after, effects = capture.catch(replace(state, phase=TURN), SEAL, state.phase.spot)
    caught = Effect(clause("defence.4"), (cell_id(state, state.phase.spot >> 1),))
    return Step(after, (caught, *effects))


def answer(state: State, move: Move) -> Result:
    """The same direction is shown: the seal is caught (defence.7)."""
    after = replace(discard_card(state, move.card, state.turn), phase=TURN)
    after, effects = capture.catch(after, SEAL, state.phase.spot)
    drawn = _consolation(after)
    return Step(drawn.state, (*effects, *drawn.effects))


def let_go(state: State, _: Move) -> Result:
    """``pass``: the seal escapes one cell on (defence.7), by itself into open sea (defence.8)."""
    phase = state.phase
    board = state.table.edition.board
    target = board.ahead[phase.colour][phase.spot >> 1]
    cells = (cell_id(state, phase.spot >> 1), cell_id(state, target))
    flees = Effect(clause("defence.7"), cells, (("colour", state.table.edition.colours[phase.colour]),))
    drawn = _consolation(state)
    effects = (flees, *drawn.effects)
    if state.ice[target] == OPEN:
        return Step(land_seal(drawn.state, 2 * target), effects)
    return Step(replace(drawn.state, phase=Phase("land", cell=target, spot=phase.spot)), effects)


def land(state: State, move: Move) -> Result:
    """Its player chose on or under the ice (defence.8)."""
    return Step(land_seal(state, move.end))


def land_seal(state: State, spot: int) -> State:
    """The attacked seal comes to another spot; the attacker's turn goes on."""
    seal = the_figure(state.at(SEAL, state.phase.spot))
    return replace(change_figure(state, seal, Figure(SEAL, spot, seal.marks)), phase=TURN)


def _consolation(state: State) -> Result:
    """An attacker with fewer than three cards draws one (defence.10)."""
    if state.hands[state.turn] >= state.table.edition.hand:
        return Step(state)
    return draw(state, state.turn, clause("defence.10"))


_DO: Final[Mapping[str, Callable[[State, Move], Result]]] = {
    "lay": lay,
    "igloo": igloo,
    "return": comes_back,
    "play": play,
    "drift": drift,
    "displace": displace,
    "melt": melt,
    "move": move_figure,
    "attack": attack,
    "flee": flee,
    "stay": stay,
    "answer": answer,
    "pass": let_go,
    "land": land,
    "drop": drop,
    "end": end,
}
