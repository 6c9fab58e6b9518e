"""Watches a clip whose truth is known and keeps the score.

A move counts as understood when the session reached the true position after it without help. Where the
session left the truth or fell behind, people repair it (:mod:`companion.evaluation.people`): one slip does
not hide the rest of the game. What was entered so, and what a right answer told, counts as not
understood."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from companion.evaluation import tuning
from companion.evaluation.agreement import agreeing, is_true, lawful_line, lawful_soon
from companion.evaluation.clips import TRUTH, Clip, ClipError, load_clip
from companion.evaluation.mistakes import BUMP, Mistake, mistakes_of
from companion.evaluation.people import Agreement, AnsweringPeople, Answers, Moment
from companion.evaluation.playback import Playback, RecordedGlances, WatchedFrame
from companion.evaluation.reliability import Statement
from companion.evaluation.scoring import COUNTS, KIND, Score, own_score
from companion.judge.belief import Belief
from companion.judge.history import BARE
from companion.judge.positions import Looks
from companion.judge.tuning import USUAL, Priors
from companion.judge.verdicts import Played, TakenBack
from companion.locale import N_
from companion.referee.share import Share
from companion.referee.view import Ruling, RulingKind
from companion.rules.contract import CellId, Certainty, Look, RulesError
from companion.rules.match import AnyMatch, Match, PlayedEntry
from companion.rules.optional import Marking
from vision.types import CameraState

UNREAD = tuning.number("scorer.unread")
"""If so many seconds pass between two entries and the table was not read once, its board counts as missed."""
POSITION, COMMIT = "certain of position", "certain of commit"
"""The two kinds of statements whose certainty is scored."""


@dataclass(frozen=True, slots=True)
class _Quiet:
    """A moment without hands: what the referee believed to lie in the cells (None: nobody could know; cells
    left out are bare), where it waited for hands to do what follows, and the position that it believed."""

    time: float
    table: Mapping[CellId, Look | None]
    pending: frozenset[CellId]
    state: Any


def score_clip(
    folder: Path,
    priors: Priors = USUAL,
    without: str = "",
    cards: Path | None = None,
    answers: Answers = Answers.AT_ONCE,
    recording: RecordedGlances | None = None,
) -> Score:
    """Watch a clip and compare it with its truth. It is judged with these ``priors``, ``without`` one of the
    cues, and with a box of the owner's ``cards``; ``answers``: when people answer; ``recording``: what vision
    said about it, if that is known. Raises ClipError, SourceError or OwnCardsError."""
    clip = load_clip(folder)
    if clip.truth is None:
        raise ClipError(
            N_("The clip {clip} cannot be scored: it has no {file}."),
            (("clip", str(folder)), ("file", TRUTH)),
        )
    watching = Playback(clip, priors=priors, without=without, cards=cards, recording=recording)
    return ClipScorer(clip, clip.truth, watching, answers).run()


class ClipScorer:
    """Compares the referee with the truth of a clip, glance by glance."""

    _true: AnyMatch
    """The truth up to the present glance."""
    _quiet: _Quiet | None = None
    """The last moment without hands, and what the referee believed then."""
    _before: _Quiet | None = None
    """The table before the first hand came in after the last entry, with what the referee believed before the
    latest hand: an act of several visits leaves the table half done in between."""
    _entered = 0.0
    """The time of the last true entry."""
    _understood = 0
    """How many entries of the lawful truth were understood or repaired."""
    _known: dict[int, float]
    """When each true entry was understood, by its number."""

    def __init__(self, clip: Clip, truth: AnyMatch, watching: Playback, answers: Answers) -> None:
        self._watching, self._judge = watching, watching.judge
        self._game, self._truth = clip.game, truth
        self._markers = clip.game.markers if isinstance(clip.game, Marking) else {}
        self._electronic = frozenset(clip.spec.electronic)
        self._true = Match.begin(clip.game, truth.setup, truth.start)
        self._mistakes, self._caught = mistakes_of(clip), set[Mistake]()
        self._shares: dict[str, Share] = defaultdict(Share)
        self._counts: Counter[str] = Counter(dict.fromkeys(COUNTS, 0))
        self._times: dict[str, list[float]] = defaultdict(list)
        self._stated: dict[str, list[Statement]] = {POSITION: [], COMMIT: []}
        self._known = {}
        self._own = own_score(clip, truth, answers.delay)
        self._people = AnsweringPeople(watching, self._mistakes, self._own, answers.delay, self._counts)

    def run(self) -> Score:
        now = 0.0
        for step in self._watching.steps():
            now = step.glance.time
            self._take_truth(now)
            self._note(step)
            self.take_certainty(step)
            self._own.note(self._watching.session, now)
            self._people.look(self._moment(now))
        self._take_truth(float("inf"))
        self._finish()
        return Score(
            {**self._shares, **self._own.shares},
            dict(self._counts),
            {name: tuple(seconds) for name, seconds in {**self._times, **self._own.times}.items()},
            {name: tuple(statements) for name, statements in self._stated.items()},
        )

    @property
    def _session_line(self) -> Sequence[PlayedEntry[Any]]:
        return self._watching.session.match.line

    # -- the truth -------------------------------------------------------------------------------------

    def _take_truth(self, now: float) -> None:
        """Move the truth on to ``now``. Before each entry, score what the quiet table showed."""
        while len(self._true.entries) < len(self._truth.entries):
            entry = self._truth.entries[len(self._true.entries)]
            if (entry.at or 0.0) > now:
                return
            if self._before is not None:
                self._read_board(self._before)
            elif self._quiet is None and (entry.at or 0.0) - self._entered >= UNREAD:
                self._miss_board()
            self._entered = entry.at or 0.0
            self._quiet = self._before = None
            self._true = self._true.add(entry)

    def _soon(self, now: float) -> tuple[PlayedEntry[Any], ...]:
        return lawful_soon(self._truth, self._true, self._electronic, now)

    # -- one frame -------------------------------------------------------------------------------------

    def _note(self, step: WatchedFrame) -> None:
        self._counts["frames"] += 1
        # A picture that is not read costs no time.
        if step.glance.state not in (CameraState.TROUBLE, CameraState.LOST):
            self._times["frame read"].append(step.read_seconds)
            self._times["frame judged"].append(step.rule_seconds)
        if step.glance.view is not None and not step.glance.view.first:
            self._times["view judged"].append(step.rule_seconds)
        if step.glance.state is CameraState.READY:
            self._quiet = self._quiet_at(step.glance.time)
        elif step.glance.state is CameraState.HAND and self._quiet is not None:
            first = self._before or self._quiet
            self._before, self._quiet = replace(first, state=self._quiet.state), None
        if step.ruling is not None:
            self._take_ruling(step.ruling, step.glance.time)

    def take_certainty(self, step: WatchedFrame) -> None:
        """Note how sure the referee says it is, and whether it is right: about what it has just committed,
        and about what lies on the table while something is not final."""
        soon, line = self._soon(step.glance.time), self._session_line
        if isinstance(step.verdict, Played | TakenBack) and self._people.state is not Agreement.WRONG:
            right = isinstance(step.verdict, Played) and is_true(line, soon)
            self._stated[COMMIT].append((min(1.0, 1.0 - step.verdict.wrong), right))
        view, belief = step.glance.view, self._judge.belief
        lawful = lawful_line(self._true)
        is_open = bool(belief.best.entries) or agreeing(line, lawful)[1] < len(lawful)
        if view is None or view.first or not is_open:
            return
        state, true = belief.best.position.state, self.true_states(step.glance.time)
        stated = belief.share(lambda one: (one.position.state == state) / one.mass)
        self._stated[POSITION].append((stated, state in true))

    def true_states(self, time: float) -> list[Any]:
        """The positions that the table may show at a time: after the latest act, or while it is done."""
        lawful, soon = lawful_line(self._true), self._soon(time)
        before = max(0, len(lawful) - 1)
        return _states(soon[before:]) if lawful else [self._true.start, *_states(soon)]

    def _quiet_at(self, time: float) -> _Quiet:
        best = self._judge.belief.best
        return _Quiet(time, best.table, frozenset(self._judge.pending()), best.position.state)

    def _take_ruling(self, ruling: Ruling, now: float) -> None:
        self._counts["rulings"] += 1
        match ruling.kind:
            case RulingKind.UNCLEAR:
                self._counts["questions"] += 1
            case RulingKind.UNKNOWN:
                self._counts["unknowns"] += 1
            case RulingKind.UNDONE:
                self._counts["wrong commits"] += 1  # in these games nobody takes a legal move back
            case RulingKind.REFUSED:
                self._take_refusal(ruling, now)
            case _:
                pass

    def _take_refusal(self, ruling: Ruling, now: float) -> None:
        guilty = next((mistake for mistake in self._mistakes if mistake.covers(now)), None)
        if guilty is None or guilty.kind == BUMP:
            self._counts["false alarms"] += 1
            for marker, section in self._markers.items():
                about = any(breach.clause.startswith(f"{section}.") for breach in ruling.breaches)
                self._counts[f"false alarms about the {marker}"] += about
        elif guilty not in self._caught:
            self._caught.add(guilty)
            self._times["mistake refused"].append(max(0.0, now - guilty.at))
            if guilty.clauses:
                right = bool(guilty.clauses.intersection(breach.clause for breach in ruling.breaches))
                self._shares["named"] += Share(right, 1)

    def _moment(self, now: float) -> Moment:
        """What people know with this glance. Notes what the referee has understood."""
        line, lawful = self._session_line, lawful_line(self._true)
        mine, same = agreeing(line, lawful)
        seen = max(same, agreeing(self._seen_line, lawful)[1])
        self._note_known(lawful, seen, now)
        right = is_true(line, self._soon(now))
        at_rest = self._quiet is not None and self._before is None
        return Moment(now, self._true, lawful, mine, same, seen, right, at_rest)

    def _note_known(self, lawful: Sequence[PlayedEntry[Any]], seen: int, now: float) -> None:
        for index in range(self._understood, seen):
            self._known.setdefault(lawful[index].number, now)
            if lawful[index].number not in self._people.helped:
                self._times["move ruled"].append(max(0.0, now - (lawful[index].entry.at or 0.0)))
        self._understood = max(self._understood, seen)

    @property
    def _seen_line(self) -> Sequence[PlayedEntry[Any]]:
        """The likeliest entries according to the referee, those that are not final included."""
        match = self._watching.session.match
        try:
            for entry in self._judge.belief.best.entries:
                match = match.add(entry)
        except RulesError:
            return self._session_line  # an entry by touch came first
        return match.line

    # -- sums ------------------------------------------------------------------------------------------

    def _has_wrong(self, time: float) -> bool:
        """Whether something that no position holds lay on the table at that time."""
        wrong = any(m.kind != BUMP and m.at <= time <= m.until for m in self._mistakes)
        return wrong or lawful_line(self._true) != self._true.line

    def _miss_board(self) -> None:
        """Count the board as missed: nothing was read between two entries, though there was time."""
        if self._has_wrong(self._entered):
            return
        looks = self._true_looks()
        zones = [zone for zone in self._game.zones(self._true.setup) if zone.reading.watched]
        certain = sum(looks.get(zone.cell, BARE).certainty is Certainty.SEEN for zone in zones)
        self._shares["cells"] += Share(0, certain)
        self._shares["boards"] += Share(0, 1)
        self._shares["decoded"] += Share(0, 1)

    def _true_looks(self) -> Looks:
        """What lies on the table by the truth."""
        belief = Belief.begin(self._true, self._electronic)
        return belief.shown.looks(belief.best.position)

    def _read_board(self, quiet: _Quiet) -> None:
        """Compare one moment without hands with the true position."""
        if self._has_wrong(quiet.time):
            return
        looks = self._true_looks()
        good = True
        for zone in self._game.zones(self._true.setup):
            look = looks.get(zone.cell, BARE)
            right = quiet.table.get(zone.cell, BARE) == look
            if zone.reading.watched and zone.cell not in quiet.pending and look.certainty is Certainty.SEEN:
                self._shares["cells"] += Share(right, 1)
                if len(look.pieces) == 1 and look.pieces[0] in self._markers:
                    [marker] = look.pieces
                    self._shares[marker] += Share(right, 1)
                    self._counts[f"false alarms about the {marker}"] += 0  # shown even if there are none
                good = good and right
        self._shares["boards"] += Share(good, 1)
        self._shares["decoded"] += Share(quiet.state == self._true.state, 1)

    def _finish(self) -> None:
        lawful = lawful_line(self._truth)
        drawn = Belief.begin(self._truth, self._electronic).shown.sealed
        _, same = agreeing(self._session_line, lawful)
        seen = max(same, agreeing(self._seen_line, lawful)[1])
        for index, played in enumerate(lawful):
            if played.number not in drawn:
                helped = played.number in self._people.helped
                self._shares["moves"] += Share(index < seen and not helped, 1)
                self._shares["final"] += Share(index < same and not helped, 1)
                told = not helped or played.number in self._people.asked
                self._shares["moves or asked"] += Share(index < seen and told, 1)
        self._own.finish(lawful, self._known, self._people.helped)
        whole = not self._counts["repairs"] and seen == len(lawful)
        self._shares["games"] += Share(whole, 1)
        for mistake in self._mistakes:
            if mistake.kind != BUMP:
                self._shares[KIND + mistake.kind] += Share(mistake in self._caught, 1)


def _states(line: Sequence[PlayedEntry[Any]]) -> list[Any]:
    return [played.state for played in line]
