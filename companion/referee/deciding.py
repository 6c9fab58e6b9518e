"""Whether the best lawful explanation is taken in, waited for, or asked about. A wrong commit is the worst
error."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import replace

from companion.judge.history import differing
from companion.judge.positions import Following
from companion.judge.verdicts import Played, Reason, TakenBack, Verdict, Waiting
from companion.referee.case import ASK_AFTER, COMMIT_FRAMES, STEADY_AFTER, Case, distinct, long_enough
from companion.referee.earlier import belied
from companion.referee.ground import AnyMatch
from companion.referee.hypothesis import Hypothesis, is_round, on_pile, silent, two_hands
from companion.referee.reading import DOUBT, MARGIN, Reading
from companion.referee.search import Found, Partial
from companion.rules.contract import CellId, Certainty, Chance, Decide, Seat
from companion.rules.match import EntryKind

UNCOVERED_AFTER = 0.8
"""Seconds in which the cells that a hand covered can be read again, as a rule."""


def decide(case: Case, found: Found, back: tuple[Hypothesis, ...]) -> Verdict:
    """Commit the best explanation if it is clearly the best and everything it changes was seen. ``back``: the
    positions to which hands may have gone back; one explanation at least is in ``found.solved`` or here."""
    best, *rest = sorted((*found.solved, *back), key=lambda node: node.cost)
    kept = _weighed(case, best)
    others = [
        node
        for node in (*rest, *found.others)
        if node is not best and node.state != best.state and 0 < node.length <= best.length
    ]
    rivals = [node for node in others if _behind(case, node, best) < MARGIN]
    near = [node for node in rest if node in others and _behind(case, node, best) < 2 * MARGIN]
    longer = [node for node in rest if node.length > best.length and _behind(case, node, best) < MARGIN]
    possible = (kept, *near, *(node for node in rivals if node not in near), *longer)
    if near and _differ(best, rivals) and all(_goes_on(node) for node in (best, *near, *rivals)):
        return Waiting(Reason.AMBIGUOUS, tuple(node.beginning for node in possible))
    if rivals:
        candidates = distinct(node.entries for node in (best, *rivals))
        if _settled_by_next(case.match, (best, *rivals)):
            return Waiting(Reason.AMBIGUOUS, tuple(node.beginning for node in possible))
        return case.ask(candidates, Reason.AMBIGUOUS, possible)
    begun = [partial for partial in found.partial if _is_another(partial, best)]
    pending, refilled = best.position.pending, _is_refilled(case, best)
    if begun and refilled and isinstance(pending, Chance) and pending.source not in case.ground.electronic:
        return Waiting(Reason.UNFINISHED, (kept.beginning,))  # hands will tell: they refill it, or go on
    if case.reading.quiet < ASK_AFTER and any(_is_more(partial, best) for partial in begun):
        return Waiting(Reason.UNFINISHED, (kept.beginning,))  # a hand is fetching the tile that belongs to it
    likely = [partial.entries for partial in begun if refilled or len(partial.entries) < best.length]
    if likely:  # an act half done explains it as well as as many, or several, that are
        return case.ask(distinct((best.entries, *likely)), Reason.UNFINISHED)
    changed = _changed(case, best)
    touched = {cell for cell in changed if best.look(cell).certainty is Certainty.SEEN}
    hidden = [cell for cell in touched if cell not in case.reading.cells or case.reading.cells[cell].unknown]
    if hidden or _may_be_elsewhere(case, best, others):
        return case.ask((best.entries,), Reason.COVERED, possible)
    if _seen_behind(case, case.root, best) < MARGIN:
        return case.ask((best.entries,), Reason.SETTLING)
    if not long_enough(case, touched, COMMIT_FRAMES) or _may_show_more(case, best):
        return Waiting(Reason.SETTLING)
    if kept.odd >= MARGIN or two_hands(best) or is_round(best) or _in_passing(case.reading, best):
        return case.ask((best.entries,), Reason.AMBIGUOUS, possible)
    if _has_unseen(case, best):
        return case.ask((best.entries,), Reason.COVERED)
    first = best.entries[0]
    return TakenBack(first.count) if first.kind is EntryKind.UNDO else Played(best.entries)


def _has_unseen(case: Case, best: Hypothesis) -> bool:
    """Whether one of several moves left nothing that is to be seen now, and another one is legal that would
    have changed just the same cells: a card that was cleared away before anybody saw it might be any card."""
    match, game = case.match, case.match.game
    for number, entry in enumerate(best.entries):
        if entry.kind is EntryKind.MOVE and number >= best.begun:
            seat = Seat(match.setup.seats.index(entry.seat))
            handled = case.ground.handled(game, match.state, seat, game.parse_move(entry.text))
            cells = case.reading.cells
            traces = [cells[cell].doubt(look) for cell, look in handled.items() if cell in cells]
            if traces and min(traces) > DOUBT:
                others = (
                    case.ground.handled(game, match.state, seat, move)
                    for move in game.legal_moves(match.state, seat)
                )
                if sum(other.keys() == handled.keys() for other in others) > 1:
                    return True
        match = match.add(entry)
    return False


def _changed(case: Case, node: Hypothesis) -> Collection[CellId]:
    """The cells that hands changed, or, when they went back or did it before, that look otherwise."""
    return node.traces.keys() if node.steps else node.traces.keys() | differing(case.root.looks, node.looks)


def _behind(case: Case, node: Hypothesis, best: Hypothesis) -> float:
    """Nats by which more speaks against a hypothesis than against the best one."""
    return _seen_behind(case, node, best) + node.odd - best.odd


def _seen_behind(case: Case, node: Hypothesis, best: Hypothesis) -> float:
    """Nats by which a hypothesis explains what is seen less well than the best one. Where either of them
    changes something, doubts count that are too slight to contradict anything by themselves."""
    cells, doubt = {*_changed(case, node), *_changed(case, best)}, case.search.doubt

    def slight(one: Hypothesis) -> float:
        return sum(min(doubt(cell, look) for look in one.fine(cell)) for cell in cells - one.doubts.keys())

    return node.doubt + slight(node) - best.doubt - slight(best)


def _may_show_more(case: Case, best: Hypothesis) -> bool:
    """Whether the hand has just left, and not all that it covered is seen again: what can't be seen of an act
    without a trace must not be guessed from a part of the table, nor must a part of what the hand did pass
    for all of it, where there was something to take."""
    covered, quiet = case.reading.covered, case.reading.quiet
    taken = quiet < UNCOVERED_AFTER and any(case.root.look(cell).pieces for cell in map(CellId, covered))
    return taken or (bool(best.unseen and covered) and quiet < STEADY_AFTER)


def _may_be_elsewhere(case: Case, best: Hypothesis, others: Iterable[Hypothesis]) -> bool:
    """Whether the same hand left something that can't be told where another such act would have changed
    something: a whale that is seen beside it may be the one whose tail reaches there."""
    fresh, changed = set(case.unknown) - case.reading.untouched, _changed(case, best)
    rivals = (_changed(case, other) for other in others if len(other.entries) == len(best.entries))
    return any(fresh.intersection(rival) and set(changed).intersection(rival) for rival in rivals)


def _weighed(case: Case, best: Hypothesis) -> Hypothesis:
    """The explanation with what is against it from before, which is so still when hands go on."""
    against = belied(case, best) or _may_be_late(case, best)
    return replace(best, odd=max(best.odd, MARGIN)) if against else best


def _may_be_late(case: Case, node: Hypothesis) -> bool:
    """Whether the same seat may have done something before, wholly where a hand was and nothing can be read:
    an explorer climbs from the water into the boat beside him."""
    told = node.entries[node.begun :]
    return bool(told) and any(
        told[0] in (later.entry for later in each.after.moves)
        for each in in_the_dark(case, node.root)
        if each.entry.seat == told[0].seat
    )


def in_the_dark(case: Case, node: Hypothesis) -> list[Following]:
    """What may have been done next, wholly where a hand was and nothing can be read."""
    dark = {CellId(name) for name, seen in case.reading.cells.items() if seen.unknown or not seen.steady}
    dark -= case.reading.untouched
    if not dark:
        return []
    moves = node.position.moves
    return [each for each in moves if each.handled.keys() <= dark and not silent(node, each.handled)]


def _in_passing(reading: Reading, node: Hypothesis) -> bool:
    """Whether a turn was ended without a trace, if it was, by the hand that made the last move, on its way,
    and only one thing has been done since: who is next may have forgotten to wait."""
    passed = reading.untouched - reading.unreached
    return bool(node.unseen and node.reached & passed) and len(node.entries) - 1 - max(node.unseen) == 1


def _goes_on(node: Hypothesis) -> bool:
    """Whether something must follow that can be seen: then nobody has to be asked, and it will tell."""
    possible = [each.handled for each in node.position.moves]
    return bool(possible) and not any(silent(node, each) and not on_pile(node, each) for each in possible)


def _is_another(partial: Partial, node: Hypothesis) -> bool:
    """Whether it is another explanation of no more acts; a whole act looks half done, too."""
    return partial.length <= node.length and partial.entries != node.entries


def _is_more(partial: Partial, node: Hypothesis) -> bool:
    """Whether it does all that the last act of the same seat does, and something else: a boat that is rowed
    is moved as by the wind, whose tile is laid down afterwards. What chance had brought before may differ."""
    last, other = node.entries[-1], partial.entries[-1]
    alike = other.seat == last.seat and len(partial.entries) == len(node.entries)
    return alike and bool(node.steps and node.steps[-1]) and node.steps[-1] < partial.cells


def _is_refilled(case: Case, node: Hypothesis) -> bool:
    """Whether what chance brings next, which is laid in the same place whatever it is, is laid where hands
    have just changed something."""
    first = next(iter(node.position.outcomes), None)
    return first is not None and not case.search.brought(node, first).keys().isdisjoint(_changed(case, node))


def _differ(best: Hypothesis, rivals: Iterable[Hypothesis]) -> bool:
    """Whether other moves are possible after the best than after each rival: else nothing that follows will
    tell (who passed, and who paid the last crewman for a tile, has done)."""
    after = _possible(best)
    return all(_possible(rival) != after for rival in rivals)


def _possible(node: Hypothesis) -> frozenset[tuple[Seat | None, str]]:
    return frozenset((each.seat, each.entry.text) for each in node.position.moves)


def _settled_by_next(match: AnyMatch, nodes: tuple[Hypothesis, ...]) -> bool:
    """Whether the seat that moved goes on in every case: then its next move will tell."""
    seats = {node.entries[-1].seat for node in nodes}
    if len(seats) != 1 or seats == {""}:
        return False
    turn = {match.game.pending(node.state) for node in nodes}
    seat = match.setup.seats.index(seats.pop())
    return all(isinstance(pending, Decide) and pending.seats == (seat,) for pending in turn)
