"""From a game's zones to what vision watches."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.rules.contract import CellId, Certainty, Game, Look, Reading, Setup, Zone
from companion.rules.pieces import Pose
from vision.mat import Mat, mat_of
from vision.types import USUAL_SMALLEST, Spot, SpotReading

_READ = {
    Reading.CARDS: SpotReading.WHOLE,
    Reading.TOKENS: SpotReading.SYMBOL,
    Reading.FIGURES: SpotReading.PIECES,
    Reading.CROWD: SpotReading.PIECES,
    Reading.TILES: SpotReading.PIECES,
    Reading.DIE: SpotReading.DIE,
    Reading.COUNTER: SpotReading.NOTHING,
    Reading.SECRET: SpotReading.NOTHING,
}


def spots_of(zones: Iterable[Zone]) -> tuple[Spot, ...]:
    """The places to watch, in the order of the zones."""
    return places_of(zone for zone in zones if zone.reading.watched)


def places_of(zones: Iterable[Zone]) -> tuple[Spot, ...]:
    """All places that a mat shows, read or not, in the order of the zones."""
    return tuple(
        Spot(
            z.cell,
            z.x,
            z.y,
            z.width,
            z.height,
            z.kind.value,
            z.turn,
            z.bases,
            z.stacks,
            _READ[z.reading],
            z.afloat,
            z.raced,
            _turned(z),
            USUAL_SMALLEST if z.smallest is None else z.smallest,
        )
        for z in zones
    )


def _turned(zone: Zone) -> tuple[tuple[str, str], ...]:
    """The cards that may lie there turned half round, each with its name upright."""
    pieces = {piece for stack in zone.stacks for piece in stack} if zone.reading.piled else set()
    return tuple((piece, piece.name) for piece in sorted(pieces) if piece.pose is Pose.TURNED)


def mat_for(game: Game[Any, Any, Any]) -> Mat:
    """The printed mat of a game: for as many players as can play, so that one mat serves any number."""
    return mat_of(game.id, places_of(game.zones(game.setup(game.seatings[-1], {}))))


def taught_looks(game: Game[Any, Any, Any], setup: Setup, state: Any) -> dict[CellId, Look]:
    """What a picture of the position shows for certain, of each cell that a camera sees."""
    looks = game.looks(state)
    seen = ((zone.cell, looks.get(zone.cell, Look())) for zone in game.zones(setup) if zone.reading.watched)
    return {cell: look for cell, look in seen if look.certainty is Certainty.SEEN}
