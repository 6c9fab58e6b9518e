"""The course of the game: when an action is complete, a turn finished, a round over."""

from __future__ import annotations

from companion.games.northwest.cell_names import (
    crew_areas,
    first_track,
    second_track,
    square_cell,
    sun_place,
    tracks,
)
from companion.games.northwest.hands import put
from companion.games.northwest.ice import ship_drift, sled_drift
from companion.games.northwest.state import OVER, SUN, Crew, Phase, State
from companion.games.northwest.words import LOST, clause
from companion.rules.contract import Effect, Step
from companion.rules.record import replace

Result = Step[State]


def complete(state: State, seat: int) -> Result:
    """An action is complete: the turn goes on, or the last ready crewman has paid (pass.5)."""
    table = state.table
    if state.players[seat].crew.ready or not table.pass_on_last:
        return Step(replace(state, phase=Phase("act", seat, more=True)))
    facts = (("seat", table.setup.seats[seat]),)
    marker = (first_track(state.order.index(seat) + 1), second_track(len(state.passed) + 1))
    effects = (Effect(clause("pass.3"), marker, facts), Effect(clause("pass.5"), (), facts))
    done = finish(replace(state, passed=(*state.passed, seat)), seat)
    return Step(done.state, (*effects, *done.effects))


def finish(state: State, seat: int) -> Result:
    """The turn of a seat is finished: the next one, the sun, or the end."""
    if all(player.returned for player in state.players):
        return Step(replace(state, phase=OVER), (Effect(clause("end.2")),))
    here = state.order.index(seat)
    for other in (*state.order[here + 1 :], *state.order[: here + 1]):
        if not state.is_out(other):
            return Step(replace(state, phase=Phase("act", other)))
    if state.round == state.edition.rounds:
        return Step(replace(state, phase=OVER), (Effect(clause("sun.5")), Effect(clause("end.1"))))
    return Step(replace(state, phase=SUN))


def new_round(state: State) -> Result:
    """The disc lies on its new place: ships, sleds, crew, order (ice.5 to ice.9, round.4, round.5)."""
    rows = (("rows", str(state.frozen_rows)),)
    effects = [Effect(clause("ice.1"), (), rows)]
    if state.sun == 1:
        effects.insert(0, Effect(clause("sun.6"), (sun_place(1),)))
    state = replace(state, round=state.round + 1)
    for vehicles in (_ships, _sleds):
        moved = vehicles(state)
        state, effects = moved.state, [*effects, *moved.effects]
    for seat, player in enumerate(state.players):
        ready = player.crew.all_ready()
        if ready != player.crew:
            state = put(state, seat, player._replace(crew=ready))
            effects.append(_for_seat(state, "round.4", seat))
    order = tuple(seat for seat in state.passed if not state.players[seat].returned)
    effects.append(Effect(clause("round.5"), tracks(state.table.seats)))
    return Step(
        replace(state, order=order, passed=(), phase=Phase("act", order[0])),
        tuple(effects),
    )


def _for_seat(state: State, short: str, seat: int) -> Effect:
    name = state.table.setup.seats[seat]
    return Effect(clause(short), crew_areas(name), (("seat", name),))


def _ships(state: State) -> Result:
    effects: list[Effect] = []
    for seat, player in enumerate(state.players):
        drift = ship_drift(state, player.ship)
        if drift is not None:
            cells = tuple(dict.fromkeys(square_cell(square) for square in (player.ship, drift.goal)))
            effects.append(Effect(clause(drift.clause), cells, (("seat", state.table.setup.seats[seat]),)))
            state = put(state, seat, player._replace(ship=drift.goal))
    return Step(state, tuple(effects))


def _sleds(state: State) -> Result:
    effects: list[Effect] = []
    for seat, player in enumerate(state.players):
        drift = sled_drift(state, player.sled) if player.sled >= 0 else None
        if drift is None:
            continue
        facts = (("seat", state.table.setup.seats[seat]),)
        here = square_cell(player.sled)
        if drift.goal != LOST:
            effects.append(Effect(clause(drift.clause), (here, square_cell(drift.goal)), facts))
            state = put(state, seat, player._replace(sled=drift.goal))
            continue
        crew = player.crew
        gone = crew.sled + crew.sled_rests
        lost = (*facts, ("number", str(gone)))
        effects.append(Effect(clause(drift.clause), crew_areas(state.table.setup.seats[seat]), lost))
        effects.append(Effect(clause("ice.9"), (here,), facts))
        left = Crew(crew.ship, crew.ship_rests, 0, 0)
        state = put(state, seat, player._replace(sled=LOST, lost=player.lost + gone, crew=left))
    return Step(state, tuple(effects))
