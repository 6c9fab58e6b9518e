"""Legal moves, refusals and what follows from moves, for every game."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.rules.contract import (
    Breach,
    Chance,
    ClauseKind,
    Decide,
    IllegalMoveError,
    Over,
    RulesError,
    Seat,
    apply,
    resolve,
)
from companion.rules.optional import cells_of
from companion.rules.registry import AnyGame, find_game

from .hooks import hooks_of
from .walks import GAMES, positions, seats_of, walk

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def check_attempts(game: AnyGame, state: Any, seat: Seat, attempts: list[Any]) -> int:
    """An attempt is legal if and only if no clause is broken; counts the attempts."""
    legal = set(game.legal_moves(state, seat))
    assert len(legal) == len(game.legal_moves(state, seat)), "a legal move is listed twice"
    for move in [*legal, *attempts]:
        breaches = game.why_illegal(state, seat, move)
        assert (move in legal) == (not breaches), (
            f"{game.format_move(move)!r} by seat {seat}: {breaches}\n{game.format_position(state)}"
        )
        check_breaches(game, breaches)
    return len(attempts) + len(legal)


@cache
def clause_order(game_id: str) -> dict[str, int]:
    return {clause.id: i for i, clause in enumerate(find_game(game_id).clauses)}


def check_breaches(game: AnyGame, breaches: tuple[Breach, ...]) -> None:
    order = clause_order(game.id)
    places = [order[breach.clause] for breach in breaches]
    assert places == sorted(set(places)), f"not in the order of the clauses: {breaches}"


@every_game
def test_what_can_be_written_holds_every_legal_move(game: AnyGame) -> None:
    for state in list(positions(game, walks=3, longest=120))[::4]:
        for seat in seats_of(game, state):
            legal = set(game.legal_moves(state, seat))
            assert not legal or legal <= set(game.attempts(state, seat))


@pytest.mark.slow
@every_game
def test_legal_moves_are_those_that_break_nothing(game: AnyGame) -> None:
    assert explained(game, walks=6, longest=300, every=60, triples=20_000) >= 20_000


@pytest.mark.soak
@every_game
def test_legal_moves_are_those_that_break_nothing_at_length(game: AnyGame) -> None:
    assert explained(game, walks=200, longest=2000, every=31, triples=1_000_000) >= 1_000_000


def explained(game: AnyGame, *, walks: int, longest: int, every: int, triples: int) -> int:
    """All attempts in some positions, a sample of them in others, until enough were compared."""
    chooser, count = Random(1), 0
    for number, state in enumerate(positions(game, walks=walks, longest=longest)):
        if number % 6 == 0:
            for seat in seats_of(game, state):
                attempts = list(game.attempts(state, seat))
                chosen = (
                    attempts if number % every == 0 else chooser.sample(attempts, min(120, len(attempts)))
                )
                count += check_attempts(game, state, seat, chosen)
        if count >= triples and number > 8 * every:
            break
    return count


@pytest.mark.slow
@every_game
def test_random_play_meets_only_possible_positions_and_never_stops(game: AnyGame) -> None:
    for state in positions(game, walks=6, longest=400):
        assert game.faults(state) == (), game.format_position(state)
        match game.pending(state):
            case Chance():
                outcomes = game.outcomes(state)
                assert sum(weight for _, weight in outcomes) == Fraction(1)
                assert not any(game.why_impossible(state, outcome) for outcome, _ in outcomes)
                assert not any(game.legal_moves(state, seat) for seat in seats_of(game, state))
            case Decide(seats):
                assert game.outcomes(state) == ()
                may = [seat for seat in seats_of(game, state) if game.legal_moves(state, seat)]
                assert may
                assert set(may) <= set(seats)
            case Over(placing):
                assert game.outcomes(state) == ()
                assert sorted(seat for place in placing for seat in place) == seats_of(game, state)
                assert not any(game.legal_moves(state, seat) for seat in seats_of(game, state))


@every_game
def test_nothing_is_lost_or_made_in_play(game: AnyGame) -> None:
    conserved = hooks_of(game.id).conserved
    for seed in range(6):
        match = walk(game, seed, seed, 400)
        before = conserved(match.start)
        assert all(conserved(played.state) == before for played in match.line)


@every_game
def test_apply_and_resolve_check(game: AnyGame) -> None:
    chooser = Random(2)
    for state in list(positions(game, walks=2, longest=150))[::10]:
        for seat in seats_of(game, state):
            for move in chooser.sample(list(game.attempts(state, seat)), 20):
                breaches = game.why_illegal(state, seat, move)
                if breaches:
                    with pytest.raises(IllegalMoveError) as caught:
                        apply(game, state, seat, move)
                    assert caught.value.breaches == breaches
        for other in positions(game, walks=1, longest=1):
            for outcome, _ in game.outcomes(other):
                if game.why_impossible(state, outcome):
                    check_breaches(game, game.why_impossible(state, outcome))
                    with pytest.raises(IllegalMoveError):
                        resolve(game, state, outcome)


@pytest.mark.slow
@every_game
def test_effects_and_points_cite_clauses_and_places_of_the_game(game: AnyGame) -> None:
    kinds = {clause.id: clause.kind for clause in game.clauses}
    for seed in range(6):
        match = walk(game, seed, seed, 400)
        places = {zone.cell for zone in game.zones(match.setup)}
        for played in match.line:
            for effect in played.effects:
                assert kinds[effect.clause] in (ClauseKind.EFFECT, ClauseKind.SCORE, ClauseKind.END)
                assert set(effect.cells) <= places
            for seat in seats_of(game, played.state):
                assert all(line.clause in kinds for line in game.score(played.state, seat))
                for move in game.legal_moves(played.state, seat)[:3]:
                    assert set(game.handled(played.state, seat, move)) <= places


@pytest.mark.slow
@every_game
def test_played_anyway_gives_a_possible_position_or_a_reason(game: AnyGame) -> None:
    chooser, stood = Random(3), 0
    for state in list(positions(game, walks=6, longest=300))[::21]:
        for seat in seats_of(game, state):
            for move in chooser.sample(list(game.attempts(state, seat)), 30):
                if not game.why_illegal(state, seat, move):
                    continue
                try:
                    after = game.after_anyway(state, seat, move).state
                except RulesError:
                    continue
                stood += 1
                assert game.faults(after) == ()
                assert game.parse_position(game.format_position(after)) == after
    assert stood > 100


@every_game
def test_clauses_are_named_once_and_belong_to_the_game(game: AnyGame) -> None:
    ids = [clause.id for clause in game.clauses]
    assert len(set(ids)) == len(ids)
    assert all(clause.id.startswith(f"{game.id}/") and clause.text for clause in game.clauses)


@every_game
def test_a_move_offers_the_cells_that_its_text_names(game: AnyGame) -> None:
    """``^`` marks the top of the ice of a cell."""
    named = 0
    for state in list(positions(game, walks=3, longest=120))[::20]:
        cells = frozenset(zone.cell for zone in game.zones(game.setup_of(state)))
        for seat in seats_of(game, state):
            for move in {*islice(game.attempts(state, seat), 3000), *game.legal_moves(state, seat)}:
                _, *words = game.format_move(move).split()
                places = [word.removesuffix("^") for word in words]
                offered = list(cells_of(game, move, cells))
                assert offered == list(dict.fromkeys(one for one in places if one in cells))
                named += len(offered)
    assert named or game.id == "jungle", "no move names a cell"
