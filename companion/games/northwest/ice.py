"""What the sun disc does to ships and sleds when it has moved (ice.5 to ice.9)."""

from __future__ import annotations

from dataclasses import dataclass

from companion.games.northwest.moving import holds_sled
from companion.games.northwest.state import State
from companion.games.northwest.words import LOST


@dataclass(frozen=True, slots=True)
class Drift:
    """Where ice leaves a vehicle: ``goal`` is its square (LOST for a sled that nothing carries)."""

    clause: str
    goal: int


def ship_drift(state: State, square: int) -> Drift | None:
    """What happens to a ship under the line of the disc as it lies now; None when nothing does."""
    tile = state.chart.tile_at(square)
    open_squares = [other for other in tile if not state.is_frozen(other)]
    if not state.is_frozen(square) or not open_squares:
        return None
    wet = [other for other in open_squares if state.chart.has_water(other)]
    return Drift("ice.5", wet[0]) if wet else Drift("ice.8", square)


def sled_drift(state: State, square: int) -> Drift | None:
    """What happens to a sled under the line of the disc as it lies now; None when nothing does."""
    if holds_sled(state, square):
        return None
    ground = [other for other in state.chart.tile_at(square) if holds_sled(state, other)]
    return Drift("ice.6", ground[0]) if ground else Drift("ice.7", LOST)
