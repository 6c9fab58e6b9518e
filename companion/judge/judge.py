"""The judge of one match: it takes glances and gives verdicts. Only this part of the room keeps state.

Thread: the session's only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial

from companion.judge.appearance import ASK_AFTER, SetUpCheck, first_seen
from companion.judge.belief import Belief
from companion.judge.deciding import TOLD, candidates_of, decide, surely
from companion.judge.history import BARE, History, Mismatch, wanted
from companion.judge.measured import Measured
from companion.judge.press import Press, weighed
from companion.judge.reveals import Between, Reveals
from companion.judge.revision import as_pictured, open_cells
from companion.judge.scene import Eyes, ViewEvidence
from companion.judge.sides import Sides
from companion.judge.tuning import USUAL, Priors, number, whole
from companion.judge.verdicts import FirstSeen, Played, Reason, Unclear, Verdict, Waiting
from companion.rules.contract import CellId, Certainty, Look, Reading, RulesError
from companion.rules.match import AnyMatch, EntryKind
from vision.objects import Cutting
from vision.seeing import Glance, View
from vision.types import CameraState, Image, Spot

_REASONS = {
    CameraState.HAND: Reason.HAND,
    CameraState.LIGHT: Reason.LIGHT,
    CameraState.MOVED: Reason.MOVED,
    CameraState.LOST: Reason.LOST,
    CameraState.TROUBLE: Reason.TROUBLE,
}


AGAIN = number("judge.again")
"""Seconds after which the verdict is worked out again though nothing has happened."""
TOLD_BY = number("judge.told_by")
"""If what lies in a cell is at least this probable, a portrait is taken from what was seen there earlier."""
KNOWN_BY = whole("judge.known_by")
"""So many of the likeliest histories must agree on what lies in a cell before a portrait is taken from it."""


def _shows(cell: CellId, look: Look, history: History) -> float:
    return float(history.table.get(cell, BARE) == look)


class Judge:
    """Watches one table. ``electronic``: sources of chance that no camera sees, as in ``Chance.source``;
    ``traces``: whether faint traces count; ``sides``: whether the edge over which hands come counts.

    After a ``Played`` or ``TakenBack`` that the caller has taken in, the caller calls :meth:`see` with the
    longer (or shorter) match. The match may also change in other ways (by touch, by an electronic draw); then
    hands may follow."""

    def __init__(
        self,
        match: AnyMatch,
        electronic: frozenset[str] = frozenset(),
        likeness: Eyes | None = None,
        priors: Priors = USUAL,
        traces: bool = True,
        sides: bool = True,
    ) -> None:
        self._traces, self._priors, self._likeness = traces, priors, likeness
        self._sides = Sides(match.setup.seats) if sides else None
        self._belief = Belief.taken_up(match, electronic, priors)
        self._sights: dict[CellId, tuple[View, Look | None]] = {}
        """Cells that changed into something that nobody knows yet: the view of the change, and what lay there
        before."""
        self._lies: dict[str, Image] = {}
        """How each cell looked when it was last seen."""
        self._reveals = Reveals(match)
        self._zones: tuple[CellId, ...] = ()
        zones = match.game.zones(match.setup)
        self._dice = frozenset(zone.cell for zone in zones if zone.reading is Reading.DIE)
        """Places of dice. Only people teach their faces: what is done after a throw may be unlawful, and then
        it would teach another face."""
        self._first: View | None = None
        self._set_up = SetUpCheck()
        self._watched: frozenset[str] = frozenset()
        self._kept: frozenset[str] | None = None
        self._quiet_since = 0.0
        self._open_since = 0.0
        self._presses: dict[str, Press] = {}
        self._pressed: set[str] = set()
        self._done = False
        self._settled: tuple[float, Verdict] | None = None
        self._sure: tuple[Verdict | None, frozenset[CellId]] | None = None
        """What has certainly happened, and the cells that it changed; None until somebody asks."""
        self._verdict: Verdict = Waiting(Reason.SETTLING)

    @property
    def belief(self) -> Belief:
        """What may have happened, as of the last view."""
        return self._belief

    @property
    def verdict(self) -> Verdict:
        """The verdict on the last glance."""
        return self._verdict

    def see(self, match: AnyMatch, glance: Glance) -> Verdict:
        """The verdict after one more glance."""
        self._verdict = self._said(match, glance)
        return self._verdict

    def _said(self, match: AnyMatch, glance: Glance) -> Verdict:
        if match is not self._belief.match:
            self._follow(match, glance.time)
        view = glance.view if glance.view is None else self._admitted(glance.view)
        if view is not None:
            self._take(view)
        if glance.state is CameraState.HAND:
            self._disturbed(glance.time)
            sure = self._sure_under(glance)
            if sure is not None:
                return sure
        if glance.state in _REASONS:
            covered = tuple(CellId(cell) for cell in sorted(glance.covered))
            return Waiting(_REASONS[glance.state], covered, glance.edges)
        if self._set_up.holds:
            return Waiting(Reason.SET_UP, self._set_up.cells)
        if self._first is None:
            return Waiting(Reason.SETTLING)
        if not glance.settling:
            self._weigh(glance.time)
        return self._decide(glance.time)

    def _follow(self, match: AnyMatch, time: float) -> None:
        """Believe in another match, which people and the referee have gone on with."""
        self._open_since = time
        self._belief = self._belief.follow(match)
        self._reveals.follow(match)
        self._settled = self._sure = None
        self._learn_sights()
        self._pressed.clear()
        if self._begun:
            self._begin_untaught()

    def _disturbed(self, time: float) -> None:
        """Note that hands are over the table."""
        self._quiet_since = time
        self._done = False
        for seat, press in self._presses.items():
            self._presses[seat] = replace(press, mixed=press.mixed or time > press.at)

    def _sure_under(self, glance: Glance) -> Verdict | None:
        """What has certainly been played while hands are elsewhere over the table; None if nothing has."""
        if self._set_up.holds or self._first is None or not self._belief.best.entries:
            return None
        if self._sure is None:
            sure = surely(self._belief.by_hands)
            self._sure = (sure, frozenset())
            if isinstance(sure, Played):
                self._sure = (sure, self._belief.reached(len(sure.entries)))
        certain, cells = self._sure
        free = cells.isdisjoint(glance.covered | glance.settling)
        return certain if free and isinstance(certain, Played) else None

    def _weigh(self, time: float) -> None:
        """Count the presses that were made before this glance. The glance shows the table without hands."""
        for press in [press for press in self._presses.values() if press.at <= time]:
            del self._presses[press.seat]
            self._done = True
            self._settled = self._sure = None
            if press.seat not in self._pressed:  # a second press makes it no more certain
                self._pressed.add(press.seat)
                self._belief = weighed(self._belief, press, self._priors)

    @property
    def _begun(self) -> bool:
        """Whether people have made a move yet."""
        return any(played.entry.kind is not EntryKind.CHANCE for played in self._belief.match.line)

    def _admitted(self, view: View) -> View | None:
        """The same view; None while the set-up seems wrong."""
        eyes = self._likeness
        if eyes is None or not (self._set_up.holds or (view.first and not self._begun)):
            return view
        kept = self._kept
        due = {**self._known_looks(), **self._raced_looks()}
        looks = {cell: look for cell, look in due.items() if kept is None or cell in kept}
        return self._set_up.admit(view, lambda patches: eyes.unlike(patches, looks))

    def _raced_looks(self) -> dict[CellId, Look]:
        """How the places look for which hands race: as at the set-up until the first entry. Afterwards there
        are none, because what people race for may lie in any way."""
        match = self._belief.match
        looks = {} if match.line else match.game.looks(match.state)
        raced = (zone.cell for zone in match.game.zones(match.setup) if zone.raced)
        return {cell: looks[cell] for cell in raced if cell in looks}

    def _begin_untaught(self) -> None:
        """Begin although the set-up seems wrong. Then it teaches no looks."""
        view = self._set_up.release()
        if view is not None:
            self._take(view, teach=False)

    def doubtful(self) -> tuple[CellId, ...]:
        """Cells that do not look as the set-up says. As long as there are any, the camera rules nothing."""
        return self._set_up.cells

    def _take(self, view: View, teach: bool = True) -> None:
        self._settled = self._sure = None
        self._pressed.clear()
        self._lies |= {name: cell.now for name, cell in view.cells.items()}
        if view.first:
            self._begin(view, teach)
        elif view.cells:
            self._weigh_view(view)

    def _begin(self, view: View, teach: bool) -> None:
        self._first = view
        self._sights.clear()
        self._watched = frozenset(view.cells)
        if self._likeness is not None and teach:
            self._likeness.begin(view, self._known_looks())

    def _weigh_view(self, view: View) -> None:
        before, eyes = self._known_looks(), self._likeness
        if eyes is not None:
            eyes.left(view, before)
        self._watched |= view.cells.keys()
        watched = self._watched if self._kept is None else self._watched & self._kept
        lay = self._known_looks(pending_cleanup=True)
        scene = ViewEvidence(view, self._priors.untouched, watched, eyes, self._traces, self._sides, lay)
        self._belief = self._belief.after(scene)
        self._learn_sides(view)
        self._reveals.see(view, scene.cells, self._belief.best.states)
        if eyes is not None:
            for cell in scene.cells:
                self._sights[cell] = (replace(view, cells={cell: view.cells[cell]}), before.get(cell))
            self._learn_changes(view, before, eyes)

    def _learn_changes(self, view: View, before: Mapping[CellId, Look], eyes: Eyes) -> None:
        """Take portraits of what certainly changed in this view, and of what was seen earlier."""
        after = self._known_looks()
        for cell in (
            one for one in map(CellId, view.cells) if one not in self._sights and one not in self._dice
        ):
            old, new = before.get(cell), after.get(cell)
            if old is not None and new is not None and old != new:
                eyes.learn(view, cell, old, new)
        self._learn_sights(after)

    def _learn_sides(self, view: View) -> None:
        """If it is certain who acted in this view, remember over which edges of the picture that seat's arms
        came."""
        actors = self._belief.best.actors
        if self._sides is None or len(actors) != 1:
            return
        if self._belief.share(lambda one: float(one.actors == actors)) >= TOLD_BY:
            self._sides = self._sides.learned(next(iter(actors)), view.edges)

    def _learn_sights(self, known: Mapping[CellId, Look] | None = None) -> None:
        """Take portraits from pictures of pieces that were seen before anybody knew what they were."""
        eyes = self._likeness
        if eyes is None or not self._sights:
            return
        known = self._told_looks() if known is None else known
        for cell in [one for one in self._sights if one in known]:
            view, before = self._sights.pop(cell)
            if before != known[cell] and cell not in self._dice:
                eyes.learn(view, cell, before, known[cell])

    def _known_looks(self, pending_cleanup: bool = False) -> dict[CellId, Look]:
        """What certainly lies in each cell that can be seen: what nearly all of the belief agrees on.
        ``pending_cleanup``: also where hands may be in the middle of clearing up."""
        top, cells = self._belief.histories[:KNOWN_BY], set[CellId]()
        unsure: set[CellId] = set()
        for history in top:
            cells.update(history.table)
            unsure |= open_cells(history, self._belief.match, self._belief.shown)
            unsure |= frozenset() if pending_cleanup else history.pending_cleanup
        if not self._zones:
            game = self._belief.match.game
            self._zones = tuple(
                zone.cell for zone in game.zones(self._belief.match.setup) if zone.reading.watched
            )
        cells.update(self._zones)
        known = {}
        for cell in sorted(cells - unsure):
            looks = {history.table.get(cell, BARE) for history in top}
            look = looks.pop()
            if not looks and look is not None and look.certainty is Certainty.SEEN:
                known[cell] = look
        return known

    def _told_looks(self) -> dict[CellId, Look]:
        """What the pieces are that were seen before anybody knew it, as far as the match now tells."""
        best, belief = self._belief.best, self._belief
        unsure = open_cells(best, belief.match, belief.shown)
        looks = {cell: best.table.get(cell, BARE) for cell in self._sights if cell not in unsure}
        return {
            cell: look
            for cell, look in looks.items()
            if look is not None
            and look.certainty is Certainty.SEEN
            and belief.share(partial(_shows, cell, look)) >= TOLD_BY
        }

    def _decide(self, time: float) -> Verdict:
        waited = time - self._quiet_since
        if not self._belief.best.entries:
            self._open_since = time
        if self._settled is None or waited >= self._settled[0]:
            verdict = decide(
                self._belief.by_hands, waited, time - self._open_since, self._done or self._waits
            )
            verdict = self._first_seen(verdict, waited) or verdict
            self._settled = (waited + AGAIN, verdict)
        return self._settled[1]

    def _first_seen(self, verdict: Verdict, waited: float) -> FirstSeen | None:
        """The question about a face that nobody has seen yet, if only that is uncertain and no earlier act is
        asked about."""
        eyes, belief = self._likeness, self._belief
        open_only = isinstance(verdict, Unclear) or (
            isinstance(verdict, Waiting) and verdict.reason is Reason.AMBIGUOUS
        )
        if eyes is None or not open_only or waited < ASK_AFTER or belief.best.fresh or belief.unexplained:
            return None
        question = first_seen(belief, candidates_of(belief, TOLD), eyes, self._sights.keys())
        if question is None or not isinstance(verdict, Unclear):
            return question
        asked = min(map(len, verdict.candidates), default=0)
        return question if all(asked >= len(face.entries) for face in question.faces) else None

    def named(self, cell: CellId, look: Look | None) -> None:
        """People say what lies in the cell of a ``FirstSeen``. None: it is none of its faces, or nobody can
        say. The cell is not asked about again."""
        sight, before = self._sights.pop(cell, None), self._belief
        if look is not None:
            self._belief = before.named(cell, look)
            if sight is not None and self._belief is not before and self._likeness is not None:
                self._likeness.learn(sight[0], cell, sight[1], look)
        self._settled = self._sure = None

    def remember(self, portraits: Mapping[str, Cutting]) -> None:
        """Take over the portraits of a contact sheet."""
        if self._likeness is not None:
            self._likeness.remember(portraits)

    def portray(self, view: View, looks: Mapping[CellId, Look]) -> None:
        """Learn portraits from a picture whose looks are known."""
        if self._likeness is not None:
            self._likeness.begin(view, looks)

    def place(self, spots: Sequence[Spot]) -> None:
        """The camera watches these places from now on. A place that moved still holds what it held. A place
        that is no longer watched is not asked about."""
        self._kept = frozenset(spot.cell for spot in spots)
        self._lies.clear()
        if self._likeness is not None:
            self._likeness.place(spots)

    def done(self, seat: str, at: float) -> None:
        """Somebody said that the turn of a seat (``ANYBODY``) is over. ``at``: when, on the clock of glances.
        It counts when the table has settled. Until a hand comes, people are asked at once about what is
        unclear."""
        self._presses[seat] = Press(seat, at)

    def measure(self, measured: Measured | None) -> None:
        """Take in what a machine has measured and has yet to tell, once the acts before are told. Its
        outcomes are left to it, and people are asked about those acts at once."""
        if measured != self._belief.shown.measured:
            self._belief = self._belief.measured(measured)
            self._settled = self._sure = None

    @property
    def _waits(self) -> bool:
        """Whether a machine waits for the acts before what it has measured."""
        measured = self._belief.shown.measured
        return measured is not None and bool(measured.verbs)

    def hears(self) -> bool:
        """Whether a press does not count yet, because the table has not settled since."""
        return bool(self._presses)

    def confirm(self) -> None:
        """People say that everything lies as it is shown."""
        self._begin_untaught()
        self._belief = self._belief.confirmed()
        self._settled = self._sure = None

    def corrected(self, match: AnyMatch) -> None:
        """Earlier entries are put right. Most were misread, so the table lies as the match tells now. Where
        its pictures say otherwise, hands have yet to change it."""
        self._follow(match, self._quiet_since)
        if self._likeness is not None and self._lies:
            due = self._belief.shown.looks(self._belief.best.position)
            looks = {CellId(cell): wanted(due, CellId(cell)) for cell in self._lies}
            sure = {cell: look for cell, look in looks.items() if look.certainty is Certainty.SEEN}
            amiss = self._likeness.unlike(self._lies, sure)
            self._belief = self._belief.reweighed(as_pictured(self._belief.histories, sure.keys(), amiss))

    def shown(self, match: AnyMatch, known: int) -> Mapping[int, Between]:
        """For each entry after the first ``known``, by its number: between which times, on the clock of
        glances, what it brought became visible. Entries for which that was not seen are left out."""
        return self._reveals.since(match, known)

    def coming(self, match: AnyMatch) -> Mapping[int, Between]:
        """The same for the entries that the likeliest explanation adds to the match; nothing where it does
        not agree with what people have told."""
        longer = match
        try:
            for entry in self._belief.follow(match).best.entries:
                longer = longer.add(entry)
        except RulesError:
            return {}
        return self._reveals.since(longer, len(match.entries))

    def pending(self) -> tuple[CellId, ...]:
        """Cells where hands have yet to do what follows from an act."""
        return tuple(cell for cell, kind in self._belief.best.mismatches.items() if kind is Mismatch.PENDING)
