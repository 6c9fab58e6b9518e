"""Answers *may I?* over the network. Nobody logs in to a seat there, so the answer says nothing but what
everybody at the table may know: it is worked out on the public view."""

from __future__ import annotations

from companion.broadcast.commands import NOBODY, Asks, RefusedError
from companion.broadcast.payloads import Json, clause
from companion.locale import Texts
from companion.referee import asked
from companion.referee.own import shown_state
from companion.referee.view import TableView
from companion.rules.contract import RulesError, Seat
from companion.rules.may import May
from companion.rules.registry import AnyGame
from companion.rules.text import brief


def told(asks: Asks, game: AnyGame, texts: Texts) -> Json:
    """Whether a move is allowed now and which clauses it breaks; without a move, the kinds of moves that may
    be made, and where what lies in a place may go. Raises RefusedError for a seat or move that there is
    not."""
    view = asks.view
    if asks.seat and asks.seat not in view.setup.seats:
        raise RefusedError(NOBODY)
    if not asks.move:
        kinds = asked.kinds(view).items()
        return {
            "kinds": [
                {"seat": seat, "kind": verb, "text": texts.kind(verb)}
                for seat, verbs in kinds
                if asks.seat in ("", seat)
                for verb in verbs
            ],
            "places": _goals(view, game, asks.seat),
        }
    try:
        found = asked.may(game, view, asks.seat, asks.move)
    except RulesError as error:
        raise RefusedError(asked.NO_MOVE, text=brief(asks.move), reason=brief(str(error))) from error
    breaks = [clause(breach, texts) for breach in found.breaches]
    return {"seat": found.seat, "move": found.text, "allowed": not breaks, "breaks": breaks}


def _goals(view: TableView, game: AnyGame, seat: str) -> dict[str, list[str]]:
    """The places to which each place leads by a legal move of a seat ("": of anybody)."""
    cells = frozenset(zone.cell for zone in game.zones(view.setup))
    only = (Seat(view.setup.seats.index(seat)),) if seat else None
    places = May(game, view.setup, cells).places(shown_state(game, view.state), only)
    return {cell: list(scope.goals) for cell, scope in places.items() if scope.goals}
