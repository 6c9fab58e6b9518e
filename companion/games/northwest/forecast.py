"""What the next move of the sun will do to rows and vehicles if they stay."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.northwest.board import square_name
from companion.games.northwest.hands import put
from companion.games.northwest.ice import ship_drift, sled_drift
from companion.games.northwest.score import total
from companion.games.northwest.state import OVER, Player, State, is_home
from companion.games.northwest.words import GREENLAND, LOST, SHIP, SLED, VEHICLES
from companion.rules.record import replace


def forecast(state: State) -> tuple[str, ...]:
    """The lines of the forecast, the same for screen, tests and network; none when the game is over."""
    return () if state.phase.name == "over" else tuple(_lines(state))


def _lines(state: State) -> Iterator[str]:
    now = state.frozen_rows
    yield f"now {now}"
    if state.round == state.edition.rounds:
        yield "next none"
        yield from _abroad(state)
        return
    after = replace(state, sun=state.edition.disc_of(state.round + 1))
    then = after.frozen_rows
    yield f"next {then}"
    for row in range(min(now, then) + 1, max(now, then) + 1):
        yield f"row {row} {'freezes' if then > now else 'thaws'}"
    for vehicle, tell in ((SHIP, _ship), (SLED, _sled)):
        for name, player in zip(state.table.setup.seats, state.players, strict=True):
            if player.place_of(vehicle) >= 0:
                fate = tell(state, after, player)
                if fate:
                    yield f"{VEHICLES[vehicle]} {name} {fate}"


def _ship(state: State, after: State, player: Player) -> str:
    drift = ship_drift(after, player.ship)
    if drift is not None and drift.goal != player.ship:
        return f"shifts {square_name(drift.goal)}"
    now, then = state.is_frozen(player.ship), after.is_frozen(player.ship)
    return {(False, True): "freezes", (True, True): "stuck", (True, False): "free"}.get((now, then), "")


def _sled(state: State, after: State, player: Player) -> str:
    drift = sled_drift(after, player.sled)
    if drift is not None and drift.goal == LOST:
        return f"lost {player.crew.on(SLED)}"
    if drift is not None:
        return f"shifts {square_name(drift.goal)}"
    thaws = state.is_frozen(player.sled) and not after.is_frozen(player.sled)
    return "ashore" if thaws else ""


def _abroad(state: State) -> Iterator[str]:
    """In the last round: who is not in Greenland, and what that would cost."""
    over = replace(state, phase=OVER)
    for vehicle in (SHIP, SLED):
        for seat, name in enumerate(state.table.setup.seats):
            square = state.players[seat].place_of(vehicle)
            if square >= 0 and not is_home(state.edition, square):
                home = state.edition.board.tile_printed(GREENLAND).squares[0]
                player = state.players[seat]
                back = player._replace(sled=home) if vehicle == SLED else player._replace(ship=home)
                saved = total(put(over, seat, back), seat) - total(over, seat)
                yield f"{VEHICLES[vehicle]} {name} abroad {saved}"
