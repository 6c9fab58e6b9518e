"""Draws that the judge is told late: people play on before the machine has thrown its die.

A tile is taken, turned over and the die falls (atlantis/turn.2), then it is the next player's turn."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from companion.judge.belief import Belief
from companion.judge.history import Attempt, Mismatch
from companion.judge.verdicts import Refused
from companion.rules.contract import Chance, Decide
from companion.rules.match import AnyMatch, Entry, EntryKind
from tests.judge.matches import due, somewhere, watching
from tests.judge.views import glance, of_act
from vision.seeing import View


class PlayedOn(NamedTuple):
    """A match in which a tile was ``taken``; the same when it is ``turned`` and the die has yet to fall, and
    when it was ``thrown``; the ``sail`` of the next player, and what a camera sees of it."""

    taken: AnyMatch
    turned: AnyMatch
    thrown: AnyMatch
    sail: Entry
    seen: View


def chance(match: AnyMatch, outcome: str) -> AnyMatch:
    return match.add(Entry(EntryKind.CHANCE, text=outcome))


def played_on() -> PlayedOn:
    return next(found for seed in range(40) for found in _found(somewhere("atlantis", seed, 60)))


def _found(match: AnyMatch) -> Iterator[PlayedOn]:
    game, names = match.game, match.setup.seats
    for move in game.legal_moves(match.state, due(match)):
        text = game.format_move(move)
        if not text.startswith("take "):
            continue
        taken = match.add(Entry(EntryKind.MOVE, seat=names[due(match)], text=text))
        turned = chance(taken, f"tile {text.removeprefix('take ')} ?")
        pending = game.pending(turned.state)
        if not (isinstance(pending, Chance) and pending.source == "die"):
            continue
        for outcome, _ in game.outcomes(turned.state):
            thrown = chance(turned, game.format_outcome(outcome))
            if not isinstance(game.pending(thrown.state), Decide) or due(thrown) == due(match):
                continue
            for after in game.legal_moves(thrown.state, due(thrown)):
                seen = of_act(game, thrown.state, due(thrown), after)
                if game.format_move(after).startswith("sail ") and seen is not None:
                    sail = Entry(EntryKind.MOVE, seat=names[due(thrown)], text=game.format_move(after))
                    yield PlayedOn(taken, turned, thrown, sail, seen)


def test_who_plays_on_before_the_electronic_die_is_thrown_is_not_accused() -> None:
    """People have yet to say that the tile is kept, and to throw the machine's die."""
    table = played_on()
    judge = watching(table.taken, frozenset({"die"}))
    verdict = judge.see(table.taken, glance(table.seen))
    assert not isinstance(verdict, Refused)
    assert judge.belief.share(lambda one: bool(one.tried)) < 0.05


def held_for_unlawful(table: PlayedOn) -> Belief:
    """A belief that takes the sail for an unlawful act before the die."""
    game, seat = table.turned.game, due(table.thrown)
    handled = game.handled(table.turned.state, seat, game.parse_move(table.sail.text))
    begun = watching(table.turned, frozenset({"die"})).belief
    tried = replace(
        begun.best,
        table={**begun.best.table, **handled},
        mismatches=dict.fromkeys(handled, Mismatch.ILLEGAL),
        tried=(Attempt(table.sail, ()),),
    )
    return Belief(table.turned, begun.shown, (tried,))


def test_what_was_unlawful_before_the_draw_is_lawful_after_it() -> None:
    table = played_on()
    after = held_for_unlawful(table).follow(table.thrown).best
    assert after.entries == (table.sail,)
    assert after.tried == ()
    assert Mismatch.ILLEGAL not in after.mismatches.values()


def test_what_stays_unlawful_after_a_draw_still_lies_wrong() -> None:
    """The die says that the player who took the tile moves a creature: it is not the next one's turn."""
    table = played_on()
    game = table.turned.game
    drawn = [
        chance(table.turned, game.format_outcome(outcome)) for outcome, _ in game.outcomes(table.turned.state)
    ]
    other = next(
        match
        for match in drawn
        if isinstance(game.pending(match.state), Decide) and due(match) != due(table.thrown)
    )
    after = held_for_unlawful(table).follow(other).best
    assert after.entries == ()
    assert [attempt.entry for attempt in after.tried] == [table.sail]
    assert Mismatch.ILLEGAL in after.mismatches.values()
