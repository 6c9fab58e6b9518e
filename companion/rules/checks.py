"""What every game has to keep, tried in random matches: for the author of a game, in its package's own tests.

Each check compares two things that the game says itself, so none needs to know the game.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from companion.rules.contract import (
    Breach,
    CellId,
    Certainty,
    Chance,
    Decide,
    Look,
    Over,
    Reading,
    RulesError,
    Seat,
    Setup,
    Step,
    Zone,
)
from companion.rules.pieces import Pose, PosedPiece
from companion.rules.registry import AnyGame
from companion.rules.trial import try_game


def problems(game: AnyGame, walks: int = 3, longest: int = 60) -> Iterator[str]:
    """What is wrong with a game, one sentence each, without end if a fault comes again and again. ``walks``:
    random matches of each seating; ``longest``: entries of each."""
    try:
        try_game(game)
    except RulesError as error:
        yield str(error)
        return
    for seats in game.seatings:
        setup = game.setup(seats, {})
        yield from _of_the_table(game, setup)
        for seed in range(walks):
            yield from _of_a_match(game, setup, Random(seed), longest)


def _of_the_table(game: AnyGame, setup: Setup) -> Iterator[str]:
    """Zones, and what the teaching positions show of them."""
    zones = game.zones(setup)
    taught = game.teaching(setup)
    if not taught or taught[0] != game.initial(setup):
        yield "the first position of teaching is not the set-up"
    if len({zone.cell for zone in zones}) < len(zones):
        yield "two zones have one name"
    shown = [game.looks(state) for state in taught]
    for zone in zones:
        if () not in zone.stacks or "" not in zone.bases:
            yield f"zone {zone.cell} can never be bare: stacks holds (), bases holds the empty word"
        if zone.reading is Reading.COUNTER and any(len(set(stack)) > 1 for stack in zone.stacks):
            yield f"zone {zone.cell} is a counter, but pieces of several sorts may lie there"
    taught_there = [zone for zone in zones if _tells(zone.reading)]
    pieces = {piece for zone in taught_there for stack in zone.stacks for piece in stack}
    seen = {piece for looks in shown for look in looks.values() for piece in look.pieces}
    for piece in sorted(pieces - seen):
        if piece.pose is not Pose.TURNED:
            yield f"no position of teaching shows {piece!r}"
    for zone in taught_there:
        if all(looks.get(zone.cell, Look()) != Look() for looks in shown):
            yield f"no position of teaching shows zone {zone.cell} bare"


def _of_a_match(game: AnyGame, setup: Setup, chooser: Random, longest: int) -> Iterator[str]:
    zones = {zone.cell: zone for zone in game.zones(setup)}
    state = game.initial(setup)
    for _ in range(longest):
        yield from _of_a_position(game, state, zones)
        match game.pending(state):
            case Over():
                return
            case Chance():
                state = game.after_chance(state, chooser.choice(game.outcomes(state))[0]).state
            case Decide(seats):
                able = [seat for seat in seats if game.legal_moves(state, seat)]
                if not able:
                    yield f"it waits for {seats}, who have no legal move, in\n{game.format_position(state)}"
                    return
                seat = chooser.choice(able)
                move = chooser.choice(game.legal_moves(state, seat))
                step = game.after_move(state, seat, move)
                yield from _of_a_step(game, state, seat, move, step)
                state = step.state


def _of_a_position(game: AnyGame, state: Any, zones: dict[CellId, Zone]) -> Iterator[str]:
    text = game.format_position(state)
    if not text.isascii() or text != text.lower():
        yield f"a position is not written in lower-case ASCII:\n{text}"
    if game.parse_position(text) != state:
        yield f"parse_position reads another position than format_position wrote:\n{text}"
    if game.faults(state):
        yield f"a position of a legal match has faults: {game.faults(state)[0]}\n{text}"
    for cell, look in game.looks(state).items():
        if cell not in zones:
            yield f"looks name {cell}, which is no zone"
        elif not all(isinstance(piece, PosedPiece) for piece in look.pieces):
            yield f"zone {cell} looks like {look}, with a plain text for a piece: make it a PosedPiece"
        elif not _possible(zones[cell], look):
            yield f"zone {cell} does not say that it could look like {look}"
        elif not _tells(zones[cell].reading) and look.certainty is not Certainty.ANY:
            why = "a die lies in" if zones[cell].reading is Reading.DIE else "no camera reads"
            yield f"{why} zone {cell} ({zones[cell].reading}), so its looks must be ANY"
    for seat in map(Seat, range(len(game.setup_of(state).seats))):
        yield from _of_the_moves(game, state, seat)


def _tells(reading: Reading) -> bool:
    """Whether what lies in such a zone tells anything of a position."""
    return reading.watched and reading is not Reading.DIE


def _possible(zone: Zone, look: Look) -> bool:
    """Whether the zone says that it can look so. Of a pile each piece counts alone; a hidden crowd is always
    possible."""
    if look.base not in zone.bases:
        return False
    if zone.reading is Reading.CROWD and look.certainty is Certainty.HIDDEN:
        return True
    pile = zone.reading.piled and look.certainty is Certainty.ANY
    return {(piece,) for piece in look.pieces} <= set(zone.stacks) if pile else look.pieces in zone.stacks


def _of_the_moves(game: AnyGame, state: Any, seat: Seat) -> Iterator[str]:
    """Legal moves are exactly those attempts that break nothing."""
    order = [clause.id for clause in game.clauses]
    legal, attempts = set(game.legal_moves(state, seat)), tuple(game.attempts(state, seat))
    if isinstance(game.pending(state), Over) and legal:
        yield "there are legal moves after the end"
    for move in legal - set(attempts):
        yield f"attempts leave out the legal move {game.format_move(move)!r}"
    for move in attempts:
        said = game.format_move(move)
        if game.parse_move(said) != move:
            yield f"parse_move does not read {said!r} as it was written"
        breaches = game.why_illegal(state, seat, move)
        if (move in legal) == bool(breaches):
            what = _clauses(breaches) or "nothing"
            yield f"{said!r} is {'' if move in legal else 'not '}legal, but breaks {what}"
        places = [order.index(breach.clause) if breach.clause in order else -1 for breach in breaches]
        if -1 in places or places != sorted(set(places)):
            yield f"{said!r}: {_clauses(breaches)} are no clauses, or not in their order"


def _clauses(breaches: tuple[Breach, ...]) -> str:
    return ", ".join(breach.clause for breach in breaches)


def _of_a_step(game: AnyGame, state: Any, seat: Seat, move: Any, step: Step[Any]) -> Iterator[str]:
    """After hands did what ``handled`` says the table looks as it should, where no effect names a place."""
    before, after = game.looks(state), game.looks(step.state)
    handled = game.handled(state, seat, move)
    owed = {cell for effect in step.effects for cell in effect.cells}
    for cell in sorted({*before, *after, *handled} - owed):
        seen, done = after.get(cell, Look()), handled.get(cell, before.get(cell, Look()))
        if seen.certainty is done.certainty is Certainty.SEEN and seen != done:
            said = game.format_move(move)
            yield f"after {said!r} {cell} should look like {seen}, but handled makes it {done}"
