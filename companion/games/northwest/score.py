"""Points of a seat by clause, and who has won."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import inf

from companion.games.northwest.state import State, is_home
from companion.games.northwest.words import RANKED, TOKENS, clause
from companion.rules.board_game import ranked
from companion.rules.contract import Over, ScoreLine


def score(state: State, seat: int) -> tuple[ScoreLine, ...]:
    """The track; after the end also majorities, sets and losses, in the order in which they are counted."""
    track = ScoreLine(clause("win.1"), Fraction(state.players[seat].score), (("part", "track"),))
    return (track, *_last_count(state, seat)) if state.phase.name == "over" else (track,)


def _last_count(state: State, seat: int) -> Iterator[ScoreLine]:
    player, (a_set, a_man, a_ship) = state.players[seat], state.edition.points
    for ranking, token in zip(state.edition.majority, RANKED, strict=True):
        place = majority_place(state, seat, token)
        if place:
            points = ranking[place - 1] if place <= len(ranking) else 0
            yield ScoreLine(clause("major.1"), Fraction(points), (("token", token), ("place", str(place))))
    if min(player.owns):
        yield ScoreLine(
            clause("sets.1"), Fraction(a_set * min(player.owns)), (("sets", str(min(player.owns))),)
        )
    away = [vehicle for vehicle in player.vehicles() if not is_home(state.edition, player.place_of(vehicle))]
    lost = player.lost + sum(player.crew.on(vehicle) for vehicle in away)
    if lost:
        yield ScoreLine(clause("loss.1"), Fraction(a_man * lost), (("crew", str(lost)),))
    if not is_home(state.edition, player.ship):
        yield ScoreLine(clause("loss.2"), Fraction(a_ship))


def majority_place(state: State, seat: int, token: str) -> int:
    """A seat's place among the owners of a kind of token, 0 for who has none (major.1, major.3, major.4)."""
    counts = [player.owns[TOKENS.index(token)] for player in state.players]
    mine = counts[seat]
    if not mine:
        return 0
    shared = counts.count(mine) > 1 and state.table.ties_drop
    return 1 + sum(other > mine for other in counts) + shared


def total(state: State, seat: int) -> int:
    """All points of a seat."""
    return int(sum(line.points for line in score(state, seat)))


def over(state: State) -> Over:
    """The placing: points, then who came back first; those who never came back share (win.1 to win.3)."""
    points = [total(state, seat) for seat in range(state.table.seats)]
    placing = ranked([(own, -(who.returned or inf)) for own, who in zip(points, state.players, strict=True)])
    if len(placing[0]) > 1:
        return Over(placing, clause("win.3"))
    return Over(placing, clause("win.2" if points.count(max(points)) > 1 else "win.1"))
