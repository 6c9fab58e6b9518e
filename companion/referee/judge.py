"""The judge: from what the table shows to a verdict. A pure function of its arguments.

It explains the table by the shortest sequence of LEGAL moves; only when nothing legal explains it does it
look for illegal attempts (:mod:`companion.referee.attempts`) and cite what they break; where the evidence is
weak it waits, and asks when waiting does not help. A wrong commit is the worst error.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.judge.verdicts import (
    Played,
    Reason,
    Refused,
    Same,
    TakenBack,
    Unclear,
    Unknown,
    Verdict,
    Waiting,
)
from companion.referee.attempts import accuse, accuse_apart, otherwise_posed
from companion.referee.case import (
    ACCUSE_FRAMES,
    ASK_AFTER,
    COMMIT_FRAMES,
    STEADY_AFTER,
    UNKNOWN_AFTER,
    Case,
    case_of,
    distinct,
    settled,
)
from companion.referee.deciding import decide, in_the_dark
from companion.referee.ground import AnyMatch, Ground
from companion.referee.hypothesis import Hypothesis
from companion.referee.reading import MARGIN, Reading
from companion.referee.search import FAR_ENOUGH, ROUND_TRIP, Found
from companion.rules.contract import CellId, Chance, Decide
from companion.rules.match import Entry, EntryKind

TAKE_BACK = 3
"""Plies that people take back by hand."""
CORRECTION_DEPTH = 3
"""Moves that people play at once after taking something back."""
BEGINNINGS = 12
"""Legal beginnings after which something must be illegal to be refused while something else is open."""


def judge(match: AnyMatch, reading: Reading, ground: Ground) -> Verdict:
    """What the table shows, given the position and the last hand-free frames.

    ``reading``: see :class:`companion.referee.reading.Window`; ``ground``: what may be seen besides the
    position. Never raises.
    """
    piles = {
        cell: reading.cells[cell]
        for cell, look in ground.remembered.items()
        if cell in reading.cells and not reading.cells[cell].agrees(look)
    }
    unsettled = any(pile.frames < COMMIT_FRAMES for pile in piles.values())
    unsteady = reading.quiet < STEADY_AFTER and not all(cell.steady for cell in reading.cells.values())
    if unsettled or unsteady:
        return Waiting(Reason.SETTLING)
    if piles:
        verdict, found = _lawful(case_of(match, reading, ground))
        if isinstance(verdict, Played):
            return verdict
        if isinstance(verdict, Waiting | Unclear) and (found is None or found.solved):
            return verdict  # while a legal act may have changed them, nothing else may be taken in
        if not ground.open:
            known = {cell: look for cell, look in ground.remembered.items() if cell not in piles}
            ground = replace(ground, remembered=known)
    return _judge(case_of(match, reading, ground))


def _judge(case: Case) -> Verdict:
    if case.root.contradictions:
        verdict = _explain(case)
        if isinstance(verdict, Played | TakenBack):
            return verdict
        verdict = _without_poses(case, verdict)
        return _apart(case, verdict) or verdict if isinstance(verdict, Waiting | Unclear) else verdict
    if case.unknown:
        return Unknown(case.unknown) if case.reading.quiet >= UNKNOWN_AFTER else Waiting(Reason.SETTLING)
    forced = forced_moves(case.match, case.ground)
    return Played(forced) if forced else Same()


def _without_poses(case: Case, verdict: Verdict) -> Verdict:
    """Judge without figures that only seem to lie, or to stand, where nothing explains it.

    From a low camera the pose of a figure is easily misread, and one that was knocked over must not stop the
    game. A pose that somebody can legally have changed was explained before.
    """
    posed = frozenset(
        cell
        for cell in case.root.contradictions
        if any(
            otherwise_posed(case.reading.cells[cell].best[1], look.pieces) for look in case.root.fine(cell)
        )
    )
    if not posed:
        return verdict
    plain = case_of(case.match, case.reading, case.ground, posed)
    if plain.root.contradictions:
        other = _explain(plain)
        return other if isinstance(other, Played | TakenBack | Refused) else verdict
    if verdict == Waiting(Reason.SETTLING) or verdict == Unclear((), case.cells):
        return Unknown(tuple(sorted(posed))) if case.late else Waiting(Reason.SETTLING)
    return verdict


def _apart(case: Case, verdict: Waiting | Unclear) -> Refused | None:
    """Refuse what hands have done since something was not understood, if no way to understand it makes that
    legal: a disc moved too far is wrong, whoever passed before."""
    reading, before = case.reading, case.ground.puzzling
    same = frozenset(cell for cell in case.root.contradictions & before.keys() if _looks_so(case, cell))
    new = case.root.contradictions - same
    if not same or not new or reading.frames < ACCUSE_FRAMES or reading.covered or not reading.healthy:
        return None
    case = case_of(case.match, reading, case.ground, same)
    if case.unknown:
        return None
    begun = [case.search.begun(beginning) for beginning in (*case.ground.open, *verdict.open)]
    found = case.search.explain([case.root], enough=FAR_ENOUGH)
    if found.solved or not found.complete:
        return None
    nodes = (case.root, *begun, *found.others[:BEGINNINGS])
    return accuse_apart(case.match, case.search, nodes, reading, ACCUSE_FRAMES)


def _looks_so(case: Case, cell: CellId) -> bool:
    """Whether a cell looks as it did when the last hand came."""
    return case.reading.cells[cell].look == case.ground.puzzling[cell]


def _lawful(case: Case) -> tuple[Verdict | None, Found | None]:
    """What legal moves, or going back, make of it; None, with what was found instead, if nothing."""
    reading = case.reading
    if not settled(case, COMMIT_FRAMES):
        return Waiting(Reason.SETTLING), None
    found = _explained(case)
    back = tuple(node for node in _taken_back(case) if not node.contradictions)
    if found.solved and case.match.line and case.match.line[-1].entry.kind is EntryKind.CHANCE:
        back = tuple(node for node in back if node.entries[0].count > 1)  # nobody puts back what was drawn
    if not (found.solved or back) and reading.frames >= ACCUSE_FRAMES and found.complete:
        case.search.renew()
        found = case.search.explain([case.root], rise=ROUND_TRIP, enough=FAR_ENOUGH)
    if not found.complete and (found.solved or not _is_one_act(found)):
        some = distinct(node.entries for node in (*found.solved, *found.round_trips))
        return case.ask(some, Reason.AMBIGUOUS if some else Reason.SETTLING), found
    return (decide(case, found, back) if found.solved or back else None), found


def _explained(case: Case) -> Found:
    """What legal moves make of it: after what the table had shown before, if that leads anywhere."""
    search = case.search
    roots = [search.begun(beginning) for beginning in case.ground.open]
    still = tuple(root for root in roots if not root.contradictions)
    if still:  # a hand that changed nothing does not make more likely what may be half of something else
        return Found(still, (), still, search.explain([case.root]).partial, True)
    found = search.explain(roots)
    return found if found.solved else search.explain([case.root])


def _explain(case: Case) -> Verdict:
    verdict, found = _lawful(case)
    if verdict is not None or found is None:
        return verdict or Waiting(Reason.SETTLING)
    if found.round_trips:
        return case.ask(distinct(node.entries for node in found.round_trips), Reason.AMBIGUOUS)
    if found.partial:
        return _ask_unfinished(case, found)
    if not settled(case, ACCUSE_FRAMES):
        return Waiting(Reason.SETTLING)
    corrections = _corrections(case)
    if corrections:
        return case.ask(corrections, Reason.AMBIGUOUS)
    case.search.renew()
    doubtful = case.search.explain([case.root], loose=True)
    if doubtful.solved:
        return case.ask(distinct(node.entries for node in doubtful.solved), Reason.AMBIGUOUS)
    nodes = (case.root, *found.others)
    if any(in_the_dark(case, node) for node in nodes if node.doubt <= case.root.doubt):
        return case.ask((), Reason.COVERED)  # nobody knows what the rest would be judged by
    if not (case.unknown or case.reading.covered) and case.reading.healthy:
        accusation = accuse(case.match, case.search, nodes, case.reading, ACCUSE_FRAMES)
        if isinstance(accusation, Played | Refused):
            return accusation
    if case.unknown and case.late:
        return Unknown(case.unknown)
    close = tuple(node.entries for node in found.others if node.doubt < case.root.doubt - MARGIN)
    return case.ask(close, Reason.SETTLING)


def _is_one_act(found: Found) -> bool:
    """Whether a single act half done explains the table."""
    return any(partial.length == 1 for partial in found.partial)


def _ask_unfinished(case: Case, found: Found) -> Verdict:
    """Ask what is half done; what a single act explains may take its time while hands come and go."""
    if _is_one_act(found) and case.reading.quiet < ASK_AFTER:
        return Waiting(Reason.UNFINISHED)
    return case.ask(distinct(partial.entries for partial in found.partial), Reason.UNFINISHED)


# -- what was taken back ---------------------------------------------------------------------------------


def _taken_back(case: Case) -> Iterator[Hypothesis]:
    """The positions of the last plies, as far as hands can have gone back to them.

    What followed from an undone ply (cards cleared away, say) may have been done already or not.
    """
    line = case.match.line
    also = dict(case.ground.owed)
    for count in range(1, min(TAKE_BACK, len(line)) + 1):
        undone = line[-count]
        if undone.number in case.ground.sealed:
            return
        state = line[-count - 1].state if count < len(line) else case.match.start
        for effect in undone.effects:
            for cell in effect.cells:
                also[cell] = (*also.get(cell, ()), case.root.look(cell))
        yield case.search.standing(state, (Entry(EntryKind.UNDO, count=count),), also)


def _corrections(case: Case) -> tuple[tuple[Entry, ...], ...]:
    """Something taken back and played otherwise in one go: never committed, but a question worth asking."""
    useful = (node for node in _taken_back(case) if node.doubt < case.root.doubt)
    found = (case.search.explain([node], CORRECTION_DEPTH) for node in useful)
    return distinct(node.entries for each in found for node in each.solved)


# -- what nobody can see ---------------------------------------------------------------------------------


def forced_moves(match: AnyMatch, ground: Ground) -> tuple[Entry, ...]:
    """Moves without a trace that alone stand before an electronic draw.

    Each is the only legal one, so nothing else can happen, and the table can show nothing: only the
    machine waits for it.
    """
    if not ground.electronic:
        return ()
    game, state = match.game, match.state
    entries: list[Entry] = []
    while isinstance(pending := game.pending(state), Decide):
        moves = [(seat, move) for seat in pending.seats for move in game.legal_moves(state, seat)]
        seat, move = moves[0]
        if game.handled(state, seat, move):
            return ()
        after = game.after_move(state, seat, move).state
        if any(game.after_move(state, *other).state != after for other in moves[1:]):
            return ()
        entries.append(Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=game.format_move(move)))
        state = after
    return tuple(entries) if isinstance(pending, Chance) and pending.source in ground.electronic else ()
