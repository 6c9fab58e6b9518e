"""The judge: from what the table shows to a verdict. A pure function of its arguments.

It explains the table by the shortest sequence of LEGAL moves; only when nothing legal explains it does it
look for illegal attempts (:mod:`companion.referee.attempts`) and cite what they break; where the evidence is
weak it waits, and asks when waiting does not help. A wrong commit is the worst error.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from companion.referee.attempts import accuse, accuse_apart, otherwise_posed
from companion.referee.ground import AnyMatch, Ground, differing
from companion.referee.hypothesis import Hypothesis, on_pile, silent
from companion.referee.reading import DOUBT, MARGIN, Reading
from companion.referee.search import FAR_ENOUGH, ROUND_TRIP, Found, Partial, Search
from companion.referee.verdicts import (
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
from companion.rules.contract import CellId, Certainty, Chance, Decide, Seat
from companion.rules.match import Entry, EntryKind

COMMIT_FRAMES = 4
"""Hand-free frames before anything is committed."""
ACCUSE_FRAMES = 8
"""Hand-free frames before anybody is told of a breach."""
ASK_AFTER = 4.0
"""Hand-free seconds after which an unfinished or unexplained table is asked about."""
UNKNOWN_AFTER = 1.5
"""Seconds of quiet after which something unknown is told: pieces are often put straight."""
STEADY_AFTER = 1.5
"""Seconds of quiet after which a cell that still flickers is judged without."""
UNCOVERED_AFTER = 0.8
"""Seconds in which the cells that a hand covered can be read again, as a rule."""
TAKE_BACK = 3
"""Plies that people take back by hand."""
CORRECTION_DEPTH = 3
"""Moves that people play at once after taking something back."""
BEGINNINGS = 12
"""Legal beginnings after which something must be illegal to be refused while something else is open."""
ASKED_AT_MOST = 6
"""Candidates of a question: as many as there are kinds of small tiles. More cannot be read at a glance."""


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
        verdict, found = _lawful(_case(match, reading, ground))
        if isinstance(verdict, Played):
            return verdict
        if isinstance(verdict, Waiting | Unclear) and (found is None or found.solved):
            return verdict  # while a legal act may have changed them, nothing else may be taken in
        if not ground.open:
            known = {cell: look for cell, look in ground.remembered.items() if cell not in piles}
            ground = replace(ground, remembered=known)
    return _judge(_case(match, reading, ground))


def unknown_cells(reading: Reading) -> frozenset[CellId]:
    """The cells where something lies that was never taught."""
    return frozenset(CellId(name) for name, cell in reading.cells.items() if cell.unknown)


def _judge(case: _Case) -> Verdict:
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


@dataclass(frozen=True, slots=True)
class _Case:
    """One reading, what it would mean that nothing has happened, and all that is needed to judge it."""

    match: AnyMatch
    reading: Reading
    ground: Ground
    search: Search
    root: Hypothesis
    unknown: tuple[CellId, ...]

    @property
    def late(self) -> bool:
        return self.reading.waited >= ASK_AFTER

    @property
    def cells(self) -> tuple[CellId, ...]:
        """What to look at, in the order of the table's zones."""
        return tuple(sorted(self.root.contradictions))

    def ask(
        self, candidates: tuple[tuple[Entry, ...], ...], reason: Reason, nodes: Iterable[Hypothesis] = ()
    ) -> Verdict:
        """Ask, if that has lasted for long enough. ``nodes``: one of these is what has happened so far."""
        beginnings = tuple(node.beginning for node in nodes)
        if self.late:
            return Unclear(candidates[:ASKED_AT_MOST], self.cells, beginnings)
        return Waiting(reason, beginnings)


def _case(
    match: AnyMatch, reading: Reading, ground: Ground, without: frozenset[CellId] = frozenset()
) -> _Case:
    search = Search(match, reading, ground, without)
    unknown = tuple(sorted(unknown_cells(reading) - ground.strange.keys()))
    return _Case(match, reading, ground, search, search.root(), unknown)


def _without_poses(case: _Case, verdict: Verdict) -> Verdict:
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
    plain = _case(case.match, case.reading, case.ground, posed)
    if plain.root.contradictions:
        other = _explain(plain)
        return other if isinstance(other, Played | TakenBack | Refused) else verdict
    if verdict == Waiting(Reason.SETTLING) or verdict == Unclear((), case.cells):
        return Unknown(tuple(sorted(posed))) if case.late else Waiting(Reason.SETTLING)
    return verdict


def _apart(case: _Case, verdict: Waiting | Unclear) -> Refused | None:
    """Refuse what hands have done since something was not understood, if no way to understand it makes that
    legal: a disc moved too far is wrong, whoever passed before."""
    reading, before = case.reading, case.ground.puzzling
    same = frozenset(cell for cell in case.root.contradictions & before.keys() if _looks_so(case, cell))
    new = case.root.contradictions - same
    if not same or not new or reading.frames < ACCUSE_FRAMES or reading.covered or not reading.healthy:
        return None
    case = _case(case.match, reading, case.ground, same)
    if case.unknown:
        return None
    begun = [case.search.begun(beginning) for beginning in (*case.ground.open, *verdict.open)]
    found = case.search.explain([case.root], enough=FAR_ENOUGH)
    if found.solved or not found.complete:
        return None
    nodes = (case.root, *begun, *found.others[:BEGINNINGS])
    return accuse_apart(case.match, case.search, nodes, reading, ACCUSE_FRAMES)


def _looks_so(case: _Case, cell: CellId) -> bool:
    """Whether a cell looks as it did when the last hand came."""
    return case.reading.cells[cell].look == case.ground.puzzling[cell]


def _lawful(case: _Case) -> tuple[Verdict | None, Found | None]:
    """What legal moves, or going back, make of it; None, with what was found instead, if nothing."""
    reading = case.reading
    if not _settled(case, COMMIT_FRAMES):
        return Waiting(Reason.SETTLING), None
    found = _explained(case)
    back = tuple(node for node in _taken_back(case) if not node.contradictions)
    if found.solved and case.match.line and case.match.line[-1].entry.kind is EntryKind.CHANCE:
        back = tuple(node for node in back if node.entries[0].count > 1)  # nobody puts back what was drawn
    if not (found.solved or back) and reading.frames >= ACCUSE_FRAMES and found.complete:
        case.search.renew()
        found = case.search.explain([case.root], rise=ROUND_TRIP, enough=FAR_ENOUGH)
    if not found.complete and (found.solved or not _is_one_act(found)):
        some = _distinct(node.entries for node in (*found.solved, *found.round_trips))
        return case.ask(some, Reason.AMBIGUOUS if some else Reason.SETTLING), found
    return (_decide(case, found, back) if found.solved or back else None), found


def _explained(case: _Case) -> Found:
    """What legal moves make of it: after what the table had shown before, if that leads anywhere."""
    search = case.search
    roots = [search.begun(beginning) for beginning in case.ground.open]
    still = tuple(root for root in roots if not root.contradictions)
    if still:  # a hand that changed nothing does not make more likely what may be half of something else
        return Found(still, (), still, search.explain([case.root]).partial, True)
    found = search.explain(roots)
    return found if found.solved else search.explain([case.root])


def _explain(case: _Case) -> Verdict:
    verdict, found = _lawful(case)
    if verdict is not None or found is None:
        return verdict or Waiting(Reason.SETTLING)
    if found.round_trips:
        return case.ask(_distinct(node.entries for node in found.round_trips), Reason.AMBIGUOUS)
    if found.partial:
        return _ask_unfinished(case, found)
    if not _settled(case, ACCUSE_FRAMES):
        return Waiting(Reason.SETTLING)
    corrections = _corrections(case)
    if corrections:
        return case.ask(corrections, Reason.AMBIGUOUS)
    case.search.renew()
    doubtful = case.search.explain([case.root], loose=True)
    if doubtful.solved:
        return case.ask(_distinct(node.entries for node in doubtful.solved), Reason.AMBIGUOUS)
    if not (case.unknown or case.reading.covered) and case.reading.healthy:
        nodes = (case.root, *found.others)
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


def _ask_unfinished(case: _Case, found: Found) -> Verdict:
    """Ask what is half done; what a single act explains may take its time while hands come and go."""
    if _is_one_act(found) and case.reading.quiet < ASK_AFTER:
        return Waiting(Reason.UNFINISHED)
    return case.ask(_distinct(partial.entries for partial in found.partial), Reason.UNFINISHED)


def _has_unseen(case: _Case, best: Hypothesis) -> bool:
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


def _decide(case: _Case, found: Found, back: tuple[Hypothesis, ...]) -> Verdict:
    """Commit the best explanation if it is clearly the best and everything it changes was seen."""
    best, *rest = sorted((*found.solved, *back), key=lambda node: node.cost)
    others = [
        node
        for node in (*rest, *found.others)
        if node is not best and node.state != best.state and 0 < node.length <= best.length
    ]
    rivals = [node for node in others if _behind(case, node, best) < MARGIN]
    near = [node for node in rest if node in others and _behind(case, node, best) < 2 * MARGIN]
    longer = [node for node in rest if node.length > best.length and _behind(case, node, best) < MARGIN]
    possible = (best, *near, *(node for node in rivals if node not in near), *longer)
    if near and _differ(best, rivals) and all(_goes_on(node) for node in (best, *near, *rivals)):
        return Waiting(Reason.AMBIGUOUS, tuple(node.beginning for node in possible))
    if rivals:
        candidates = _distinct(node.entries for node in (best, *rivals))
        if _settled_by_next(case.match, (best, *rivals)):
            return Waiting(Reason.AMBIGUOUS, tuple(node.beginning for node in possible))
        return case.ask(candidates, Reason.AMBIGUOUS, possible)
    begun = [partial for partial in found.partial if _is_another(partial, best)]
    pending, refilled = best.position.pending, _is_refilled(case, best)
    if begun and refilled and isinstance(pending, Chance) and pending.source not in case.ground.electronic:
        return Waiting(Reason.UNFINISHED, (best.beginning,))  # hands will tell: they refill it, or go on
    if case.reading.quiet < ASK_AFTER and any(_is_more(partial, best) for partial in begun):
        return Waiting(Reason.UNFINISHED, (best.beginning,))  # a hand is fetching the tile that belongs to it
    likely = [partial.entries for partial in begun if refilled or len(partial.entries) < best.length]
    if likely:  # an act half done explains it as well as as many, or several, that are
        return case.ask(_distinct((best.entries, *likely)), Reason.UNFINISHED)
    changed = _changed(case, best)
    touched = {cell for cell in changed if best.look(cell).certainty is Certainty.SEEN}
    hidden = [cell for cell in touched if cell not in case.reading.cells or case.reading.cells[cell].unknown]
    if hidden:
        return case.ask((best.entries,), Reason.COVERED, possible)
    if _seen_behind(case, case.root, best) < MARGIN:
        return case.ask((best.entries,), Reason.SETTLING)
    if not _long_enough(case, touched, COMMIT_FRAMES) or _may_show_more(case, best):
        return Waiting(Reason.SETTLING)
    if best.odd >= MARGIN or _two_hands(best) or _is_round(best) or _in_passing(case.reading, best):
        return case.ask((best.entries,), Reason.AMBIGUOUS, possible)
    if _has_unseen(case, best):
        return case.ask((best.entries,), Reason.COVERED)
    first = best.entries[0]
    return TakenBack(first.count) if first.kind is EntryKind.UNDO else Played(best.entries)


def _changed(case: _Case, node: Hypothesis) -> Collection[CellId]:
    """The cells that hands changed, or, when they went back or did it before, that look otherwise."""
    return node.traces.keys() if node.steps else node.traces.keys() | differing(case.root.looks, node.looks)


def _behind(case: _Case, node: Hypothesis, best: Hypothesis) -> float:
    """Nats by which more speaks against a hypothesis than against the best one."""
    return _seen_behind(case, node, best) + node.odd - best.odd


def _seen_behind(case: _Case, node: Hypothesis, best: Hypothesis) -> float:
    """Nats by which a hypothesis explains what is seen less well than the best one. Where either of them
    changes something, doubts count that are too slight to contradict anything by themselves."""
    cells, doubt = {*_changed(case, node), *_changed(case, best)}, case.search.doubt

    def slight(one: Hypothesis) -> float:
        return sum(min(doubt(cell, look) for look in one.fine(cell)) for cell in cells - one.doubts.keys())

    return node.doubt + slight(node) - best.doubt - slight(best)


def _may_show_more(case: _Case, best: Hypothesis) -> bool:
    """Whether the hand has just left, and not all that it covered is seen again: what can't be seen of an act
    without a trace must not be guessed from a part of the table, nor must a part of what the hand did pass
    for all of it, where there was something to take."""
    covered, quiet = case.reading.covered, case.reading.quiet
    taken = quiet < UNCOVERED_AFTER and any(case.root.look(cell).pieces for cell in map(CellId, covered))
    return taken or (bool(best.unseen and covered) and quiet < STEADY_AFTER)


def _two_hands(node: Hypothesis) -> bool:
    """Whether two seats' acts, with one between them that leaves no trace, were seen in one go: rather
    somebody moved two pieces than that one ended the turn, and another was done before anybody looked. What
    chance brought is somebody's act only if it shows."""
    acts = _steps(node)
    shown = [
        entry.seat
        for entry, step in acts
        if step and (entry.seat or any(node.look(cell).certainty is Certainty.SEEN for cell in step))
    ]
    return not all(step for _, step in acts) and len(set(shown)) > 1


def _is_round(node: Hypothesis) -> bool:
    """Whether somebody acts again after somebody else, and all was seen in one go: rather something else was
    done that looks the same at the end, a disc moved too far like two rounds in which all passed."""
    seats = [seat for seat, _ in groupby(entry.seat for entry, step in _steps(node) if step and entry.seat)]
    return len(set(seats)) < len(seats)


def _steps(node: Hypothesis) -> list[tuple[Entry, frozenset[CellId]]]:
    """What was done since the table was last quiet, with the cells that hands changed."""
    return list(zip(node.entries[len(node.entries) - len(node.steps) :], node.steps, strict=True))


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


def _is_refilled(case: _Case, node: Hypothesis) -> bool:
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


def _settled(case: _Case, frames: int) -> bool:
    """Whether hands have been away, and all that is wrong has been seen, for so many frames: where a figure
    was is part of what it did."""
    return case.reading.frames >= frames and _long_enough(case, case.root.contradictions, frames)


def _long_enough(case: _Case, cells: frozenset[CellId] | set[CellId], frames: int) -> bool:
    return all(case.reading.cells[cell].frames >= frames for cell in cells if cell in case.reading.cells)


def _distinct(sequences: Iterable[tuple[Entry, ...]]) -> tuple[tuple[Entry, ...], ...]:
    return tuple(dict.fromkeys(sequences))


# -- what was taken back ---------------------------------------------------------------------------------


def _taken_back(case: _Case) -> Iterator[Hypothesis]:
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


def _corrections(case: _Case) -> tuple[tuple[Entry, ...], ...]:
    """Something taken back and played otherwise in one go: never committed, but a question worth asking."""
    useful = (node for node in _taken_back(case) if node.doubt < case.root.doubt)
    found = (case.search.explain([node], CORRECTION_DEPTH) for node in useful)
    return _distinct(node.entries for each in found for node in each.solved)


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
