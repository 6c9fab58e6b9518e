"""Watches a clip whose truth is known and keeps the score.

A move counts as understood when the session reached the true position after it without help. Where the
session left the truth or fell behind, it is *repaired* by touch, as people would do it. What was entered so
counts as not understood, and one slip does not hide the rest of the game. People answer a question with the
right answer, which counts as an *answer*; what it enters counts as not understood. If no answer is right,
they repair. If the question is about nothing, they say that everything lies as shown, which counts as a
repair."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum, auto
from pathlib import Path
from typing import Any

from companion.evaluation import tuning
from companion.evaluation.agreement import agreeing, is_true, lawful_line, lawful_soon
from companion.evaluation.clips import TRUTH, Clip, ClipError, load_clip
from companion.evaluation.mistakes import BEHIND, BUMP, Mistake, mistakes_of
from companion.evaluation.playback import Playback, RecordedGlances, WatchedFrame
from companion.evaluation.reliability import Statement
from companion.evaluation.scoring import COUNTS, KIND, Score, own_score
from companion.judge.belief import Belief
from companion.judge.history import BARE
from companion.judge.positions import Looks
from companion.judge.tuning import USUAL, Priors
from companion.judge.verdicts import Played, TakenBack
from companion.locale import N_
from companion.referee.events import Answered, AsShown
from companion.referee.helping import right_answers, touches
from companion.referee.share import Share
from companion.referee.view import Ruling, RulingKind
from companion.rules.contract import CellId, Certainty, Look, RulesError
from companion.rules.match import AnyMatch, Match, PlayedEntry
from companion.rules.optional import Marking
from vision.types import CameraState

LATER = tuning.whole("scorer.later")
AFTER_LATER = tuning.number("scorer.after_later")
"""Seconds after ``LATER`` more entries: some acts can only be told from what follows."""
AFTER_WRONG = tuning.number("scorer.after_wrong")
"""Seconds between a wrong commit and its repair."""
AFTER_QUESTION = tuning.number("scorer.after_question")
"""Seconds in which people read that something is wrong although it is not."""
ANSWERED_AFTER = tuning.number("scorer.answered_after")
"""Seconds in which people read a question, or do what it is about, and find the right answer. Play goes on
meanwhile."""
LATE = tuning.number("scorer.late")
"""Seconds by which people answer and repair later who do not look at the screen at once."""
UNREAD = tuning.number("scorer.unread")
"""If so many seconds pass between two entries and the table was not read once, its board counts as missed."""
UNDECIDED = tuning.number("scorer.undecided")
"""An explanation that is at most so many nats below the best one still counts as possible."""
POSITION, COMMIT = "certain of position", "certain of commit"
"""The two kinds of statements whose certainty is scored."""


class Answers(StrEnum):
    """When people look at the screen, answer what it asks and repair what it shows wrong."""

    AT_ONCE = "at-once"
    LATE = "after-20-s"
    NEVER = "never"


_DELAYS = {Answers.AT_ONCE: 0.0, Answers.LATE: LATE, Answers.NEVER: math.inf}


class _State(Enum):
    """How the referee stands to the truth."""

    FOLLOWING = auto()
    ASKED = auto()
    """A question stands that people have read."""
    BEHIND = auto()
    """An entry is missing that was done long ago."""
    WRONG = auto()
    """The referee's line is not the truth."""


@dataclass(frozen=True, slots=True)
class _Standing:
    """The ``state``, and how far the ``lawful`` truth agrees with the referee: its first ``mine`` entries
    lead where the first ``same`` of the truth lead, and with what is not final the first ``seen``."""

    state: _State
    lawful: Sequence[PlayedEntry[Any]]
    mine: int
    same: int
    seen: int

    @property
    def missing(self) -> Sequence[PlayedEntry[Any]]:
        return self.lawful[self.same :]


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
    return _Scorer(clip, clip.truth, watching, answers).run()


class _Scorer:
    _true: AnyMatch
    """The truth up to the present glance."""
    _held: tuple[int, bool]
    """The number of true entries when the referee was last asked whether it holds the truth for possible, and
    its answer."""
    _quiet: _Quiet | None = None
    """The last moment without hands, and what the referee believed then."""
    _before: _Quiet | None = None
    """The table before the first hand came in after the last entry, with what the referee believed before the
    latest hand: an act of several visits leaves the table half done in between."""
    _entered = 0.0
    """The time of the last true entry."""
    _understood = 0
    """How many entries of the lawful truth were understood or repaired."""
    _asked: set[int]
    """The numbers of the true entries that a right answer told, and that were not entered by touch."""
    _helped: set[int]
    """The numbers of the true entries that were entered by touch or told by an answer."""
    _wrong_since: float | None = None
    _known: dict[int, float]
    """When each true entry was understood, by its number."""
    _told_at: tuple[int, float] | None = None
    """The number of the question or refusal that stands, and since when it stands."""

    def __init__(self, clip: Clip, truth: AnyMatch, watching: Playback, answers: Answers) -> None:
        self._delay = _DELAYS[answers]
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
        self._held, self._known = (-1, False), {}
        self._asked, self._helped = set(), set()
        self._own = own_score(clip, truth, self._delay)

    def run(self) -> Score:
        now = 0.0
        for step in self._watching.steps():
            now = step.glance.time
            self._take_truth(now)
            self._note(step)
            self._take_certainty(step)
            self._own.note(self._watching.session, now)
            self._help(self._standing(now), now)
            self._about_totem(now)
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
            self._quiet = self._moment(step.glance.time)
        elif step.glance.state is CameraState.HAND and self._quiet is not None:
            first = self._before or self._quiet
            self._before, self._quiet = replace(first, state=self._quiet.state), None
        if step.ruling is not None:
            self._take_ruling(step.ruling, step.glance.time)

    def _take_certainty(self, step: WatchedFrame) -> None:
        """Note how sure the referee says it is, and whether it is right: about what it has just committed,
        and about what lies on the table while something is not final."""
        soon, line = self._soon(step.glance.time), self._session_line
        if isinstance(step.verdict, Played | TakenBack) and self._wrong_since is None:
            right = isinstance(step.verdict, Played) and is_true(line, soon)
            self._stated[COMMIT].append((min(1.0, 1.0 - step.verdict.wrong), right))
        view, belief = step.glance.view, self._judge.belief
        lawful = lawful_line(self._true)
        is_open = bool(belief.best.entries) or agreeing(line, lawful)[1] < len(lawful)
        if view is None or view.first or not is_open:
            return
        state, before = belief.best.position.state, max(0, len(lawful) - 1)
        true = _states(soon[before:]) if lawful else [self._true.start, *_states(soon)]
        stated = belief.share(lambda one: (one.position.state == state) / one.mass)
        self._stated[POSITION].append((stated, state in true))

    def _moment(self, time: float) -> _Quiet:
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

    def _standing(self, now: float) -> _Standing:
        """How the referee stands to the truth with this glance. Notes what it has understood."""
        line, lawful = self._session_line, lawful_line(self._true)
        mine, same = agreeing(line, lawful)
        seen = max(same, agreeing(self._seen_line, lawful)[1])
        self._note_known(lawful, seen, now)
        standing = _Standing(_State.FOLLOWING, lawful, mine, same, seen)
        if not is_true(line, self._soon(now)):
            return replace(standing, state=_State.WRONG)
        self._wrong_since = None
        if self._is_asked(standing, now):
            return replace(standing, state=_State.ASKED)
        return replace(standing, state=_State.BEHIND) if self._is_behind(standing, now) else standing

    def _note_known(self, lawful: Sequence[PlayedEntry[Any]], seen: int, now: float) -> None:
        for index in range(self._understood, seen):
            self._known.setdefault(lawful[index].number, now)
            if lawful[index].number not in self._helped:
                self._times["move ruled"].append(max(0.0, now - (lawful[index].entry.at or 0.0)))
        self._understood = max(self._understood, seen)

    def _is_asked(self, standing: _Standing, now: float) -> bool:
        """Whether people have read the question that stands, and have done what it is about. While something
        unlawful lies there, they can still tell a face."""
        told_for, missing, session = self._told_for(now), standing.missing, self._watching.session
        asked_for = min(told_for, now - (missing[0].entry.at or 0.0)) if missing else 0.0
        asked = session.view.question is not None and asked_for >= ANSWERED_AFTER + self._delay
        return asked and (bool(session.faces) or not self._is_lawless(now))

    def _is_behind(self, standing: _Standing, now: float) -> bool:
        """Whether an entry is missing that people have done long ago and that could be told by now."""
        lawful, seen = standing.lawful, standing.seen
        late = lawful[seen : len(lawful) - LATER]
        heard = late and (lawful[seen + LATER].entry.at or 0.0) < now - AFTER_LATER - self._delay
        long_ago = heard and (late[0].entry.at or 0.0) < now - BEHIND - self._delay
        return bool(long_ago) and not self._undecided(now)

    def _help(self, standing: _Standing, now: float) -> None:
        """Let people answer or repair."""
        match standing.state:
            case _State.WRONG:
                self._mend(standing, now)
            case _State.ASKED:
                if not self._answered(standing):
                    self._repair(standing)
                    if self._at_rest:
                        self._vouch()
            case _State.BEHIND:
                self._repair(standing)
                if self._told_in_vain(now):
                    self._vouch()
            case _State.FOLLOWING:
                if self._told_in_vain(now) and not standing.missing:
                    self._counts["repairs"] += 1
                    self._counts["taps"] += 1
                    self._vouch()

    def _mend(self, standing: _Standing, now: float) -> None:
        """Count a wrong line once, and let people undo it."""
        if self._wrong_since is None:
            self._wrong_since = now
            self._counts["wrong commits"] += 1
        if now - self._wrong_since >= AFTER_WRONG + self._delay:
            self._repair(standing)
            self._wrong_since = None

    @property
    def _at_rest(self) -> bool:
        """Whether no hand has come since the last true entry."""
        return self._quiet is not None and self._before is None

    def _told_in_vain(self, now: float) -> bool:
        """Whether people have read that something is wrong although it is not."""
        told = self._told_for(now) >= AFTER_QUESTION + self._delay
        return told and self._at_rest and not self._is_lawless(now)

    def _about_totem(self, now: float) -> None:
        """Give the answers of people who know what they did to what is asked about the totem."""
        session = self._watching.session
        word, tells = self._own.say(session, lawful_line(self._true), now)
        if word is not None:
            self._counts["answers"] += 1
            self._counts["taps"] += 1
            self._helped |= tells
            self._asked |= tells
            session.handle(word)
            self._watching.heard()

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

    def _undecided(self, now: float) -> bool:
        """Whether the referee holds the truth for possible. Then people wait until it is certain or asks."""
        if now - (self._true.entries[-1].at or 0.0) < AFTER_LATER:
            return True  # nobody can know the latest act yet
        if self._held[0] != len(self._true.entries):
            self._held = (len(self._true.entries), self._judge.belief.holds(self._true.state, UNDECIDED))
        return self._held[1]

    def _vouch(self) -> None:
        """Say that everything lies as shown."""
        self._watching.session.handle(AsShown())
        self._watching.heard()

    def _told_for(self, now: float) -> float:
        """Seconds since people were asked the question that stands, or told of the breach that stands."""
        view = self._watching.session.view
        refused = view.ruling if view.ruling and view.ruling.kind is RulingKind.REFUSED else None
        telling = view.question or refused
        if telling is None:
            self._told_at = None
        elif self._told_at is None or self._told_at[0] != telling.number:
            self._told_at = (telling.number, now)
        return now - self._told_at[1] if self._told_at is not None else 0.0

    def _is_lawless(self, now: float) -> bool:
        """Whether something illegal lies on the table, or was put right only a short time ago."""
        erring = any(mistake.covers(now) for mistake in self._mistakes)
        return erring or lawful_line(self._true) != self._true.line

    def _answered(self, standing: _Standing) -> bool:
        """Give the true answer that covers most of what was done; False if none is true."""
        session, wanted = self._watching.session, standing.missing
        seen = standing.seen - standing.same
        right, question = right_answers(session, wanted), session.view.question
        if question is None or not right:
            return False
        key = max(right, key=right.__getitem__)
        self._counts["answers"] += 1
        self._counts["taps"] += 1
        told = {played.number for played in wanted[seen : right[key]]} - self._helped
        self._helped |= told
        self._asked |= told
        session.handle(Answered(question.number, key))
        self._watching.heard()
        return True

    def _repair(self, standing: _Standing) -> None:
        """By touch, undo what is wrong and enter what is missing."""
        self._counts["repairs"] += 1
        understood = {played.number for played in standing.lawful[standing.same : standing.seen]}
        for entered, touch in touches(self._watching.session, standing.mine, standing.missing):
            self._counts["taps"] += 1
            if entered is not None and entered.number not in understood:
                self._helped.add(entered.number)
                self._asked.discard(entered.number)
            self._watching.session.handle(touch)
        self._watching.heard()

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
                helped = played.number in self._helped
                self._shares["moves"] += Share(index < seen and not helped, 1)
                self._shares["final"] += Share(index < same and not helped, 1)
                told = not helped or played.number in self._asked
                self._shares["moves or asked"] += Share(index < seen and told, 1)
        self._own.finish(lawful, self._known, self._helped)
        whole = not self._counts["repairs"] and seen == len(lawful)
        self._shares["games"] += Share(whole, 1)
        for mistake in self._mistakes:
            if mistake.kind != BUMP:
                self._shares[KIND + mistake.kind] += Share(mistake in self._caught, 1)


def _states(line: Sequence[PlayedEntry[Any]]) -> list[Any]:
    return [played.state for played in line]
