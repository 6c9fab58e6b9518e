"""The judge of one match: glances in, verdicts out. The only part of the room that remembers.

Thread: the session's only.
"""

from __future__ import annotations

from companion.judge.belief import Belief
from companion.judge.deciding import decide
from companion.judge.history import Odd
from companion.judge.priors import USUAL, Priors
from companion.judge.scene import Likeness, Scene
from companion.judge.shown import AnyMatch
from companion.judge.verdicts import Reason, Verdict, Waiting
from companion.rules.contract import CellId
from vision.seeing import Glance, View
from vision.types import CameraState

_REASONS = {
    CameraState.HAND: Reason.HAND,
    CameraState.LIGHT: Reason.LIGHT,
    CameraState.MOVED: Reason.MOVED,
    CameraState.LOST: Reason.LOST,
    CameraState.TROUBLE: Reason.TROUBLE,
}


class Judge:
    """Watches one table. ``electronic``: chance sources that no camera sees, as in ``Chance.source``.

    After a ``Played`` or ``TakenBack`` that the caller has taken in, it calls :meth:`see` with the longer (or
    shorter) match. The match may also change otherwise (touch, an electronic draw): then hands may follow.
    """

    def __init__(
        self,
        match: AnyMatch,
        electronic: frozenset[str] = frozenset(),
        likeness: Likeness | None = None,
        priors: Priors = USUAL,
    ) -> None:
        self._electronic = electronic
        self._likeness = likeness
        self._priors = priors
        self._belief = Belief.begin(match, electronic, priors)
        self._first: View | None = None
        self._quiet_since = 0.0
        self._done = False
        self._settled: tuple[float, Verdict] | None = None

    @property
    def belief(self) -> Belief:
        """What may have happened, as of the last view."""
        return self._belief

    def see(self, match: AnyMatch, glance: Glance) -> Verdict:
        """What one frame changes in what can be said."""
        if match is not self._belief.match:
            self._belief = self._belief.follow(match)
            self._settled = None
        view = glance.view
        if view is not None:
            self._take(view)
        if glance.state is CameraState.HAND:
            self._quiet_since = glance.time
            self._done = False
            return Waiting(Reason.HAND)
        if glance.state in _REASONS:
            return Waiting(_REASONS[glance.state])
        if self._first is None:
            return Waiting(Reason.SETTLING)
        return self._decide(glance.time)

    def _take(self, view: View) -> None:
        self._settled = None
        if view.first:
            self._first = view
            return
        if view.cells:
            self._belief = self._belief.after(Scene(view, self._priors.untouched, self._likeness))

    def _decide(self, time: float) -> Verdict:
        waited = 60.0 if self._done else time - self._quiet_since
        if self._settled is None or waited >= self._settled[0]:
            verdict = decide(self._belief, waited)
            self._settled = (_next(waited), verdict)
        return self._settled[1]

    def done(self, seat: str) -> None:
        """Somebody said that a turn is over: no act is half done."""
        del seat
        self._done = True
        self._settled = None

    def vouch(self) -> None:
        """People say that everything lies as shown."""
        self._belief = Belief.begin(self._belief.match, self._electronic, self._priors)
        self._settled = None

    def owed(self) -> tuple[CellId, ...]:
        """Cells where hands have yet to do what follows from an act."""
        return tuple(cell for cell, kind in self._belief.best.odd.items() if kind is Odd.OWED)


def _next(waited: float) -> float:
    """Until when a verdict stands if nothing happens: it is thought over every half second."""
    return waited + 0.5
