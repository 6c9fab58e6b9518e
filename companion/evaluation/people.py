"""The people at the table of a watched clip: they answer what the referee asks, and mend what it has wrong.

They know what they did. They answer a question with the right answer. If no answer is right, or the referee
left the truth or fell behind, they *repair*: by touch they undo what is wrong and enter what is missing. If
the referee tells of something that is not, they say that everything lies as shown, which counts as a
repair."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum, StrEnum, auto
from typing import Any

from companion.evaluation import tuning
from companion.evaluation.mistakes import BEHIND, Mistake
from companion.evaluation.playback import Playback
from companion.evaluation.scoring import OwnScore
from companion.referee.events import Answered, AsShown, Event
from companion.referee.helping import right_answers, touches
from companion.referee.view import RulingKind
from companion.rules.match import AnyMatch, PlayedEntry

LATER = tuning.whole("people.later")
AFTER_LATER = tuning.number("people.after_later")
"""Seconds after ``LATER`` more entries: some acts can only be told from what follows."""
AFTER_WRONG = tuning.number("people.after_wrong")
"""Seconds between a wrong commit and its repair."""
AFTER_QUESTION = tuning.number("people.after_question")
"""Seconds in which people read that something is wrong although it is not."""
ANSWERED_AFTER = tuning.number("people.answered_after")
"""Seconds in which people read a question, or do what it is about, and find the right answer. Play goes on
meanwhile."""
LATE = tuning.number("people.late")
"""Seconds by which people answer and repair later who do not look at the screen at once."""
UNDECIDED = tuning.number("people.undecided")
"""An explanation that is at most so many nats below the best one still counts as possible."""


class Answers(StrEnum):
    """When people look at the screen, answer what it asks and repair what it shows wrong."""

    AT_ONCE = "at-once"
    LATE = "after-20-s"
    NEVER = "never"

    @property
    def delay(self) -> float:
        """Seconds by which they do it later than those who look at once."""
        return {Answers.AT_ONCE: 0.0, Answers.LATE: LATE, Answers.NEVER: math.inf}[self]


class Agreement(Enum):
    """How the referee stands to the truth."""

    FOLLOWING = auto()
    BEHIND = auto()
    """An entry is missing that was done long ago."""
    WRONG = auto()
    """The referee's line is not the truth."""
    ASKED = auto()
    """A question stands that people have read."""


@dataclass(frozen=True, slots=True)
class Moment:
    """What people know at the time ``now`` (s): the truth up to then, of which ``lawful`` is what comes
    before the first illegal act; whether the referee's line is ``right``; whether no hand has come since the
    last true entry (``at_rest``). The first ``mine`` entries of the referee lead where the first ``same`` of
    the lawful truth lead, and with what is not final the first ``seen``."""

    now: float
    true: AnyMatch
    lawful: Sequence[PlayedEntry[Any]]
    mine: int
    same: int
    seen: int
    right: bool
    at_rest: bool

    @property
    def missing(self) -> Sequence[PlayedEntry[Any]]:
        """What was done lawfully and is not in the referee's line."""
        return self.lawful[self.same :]

    def since(self, played: PlayedEntry[Any]) -> float:
        """Seconds since this was done."""
        return self.now - (played.entry.at or 0.0)


class AnsweringPeople:
    """``state``: how the referee stands to the truth, as they last saw it; right after a repair of a wrong
    line it is taken to follow. ``helped``: the numbers of the true entries that they entered by touch or told
    by an answer; ``asked``: of those that a right answer told, and that were not entered by touch."""

    def __init__(
        self,
        playback: Playback,
        mistakes: Sequence[Mistake],
        own: OwnScore,
        delay: float,
        counts: Counter[str],
    ) -> None:
        """``delay``: seconds by which they do everything later; ``counts``: where they count what they do,
        and the wrong commits that they see."""
        self._playback, self._session, self._judge = playback, playback.session, playback.judge
        self._mistakes, self._own, self._delay, self._counts = mistakes, own, delay, counts
        self.state, self._since = Agreement.FOLLOWING, 0.0
        self.helped, self.asked = set[int](), set[int]()
        self._told_at: tuple[int, float] | None = None
        """The number of the question or refusal that stands, and since when it stands."""
        self._held = (-1, False)
        """The number of true entries when the referee was last asked whether it holds the truth for possible,
        and its answer."""

    def look(self, moment: Moment) -> None:
        """Look at the screen and at the table, and do what follows from it."""
        self._enter(self._state(moment), moment.now)
        match self.state:
            case Agreement.WRONG:
                if moment.now - self._since >= AFTER_WRONG + self._delay:
                    self._repair(moment)
                    self._enter(Agreement.FOLLOWING, moment.now)
            case Agreement.ASKED:
                if not self._answered(moment):
                    self._repair(moment)
                    if moment.at_rest:
                        self._say(AsShown())
            case Agreement.BEHIND:
                self._repair(moment)
                if self._told_in_vain(moment):
                    self._say(AsShown())
            case Agreement.FOLLOWING:
                if self._told_in_vain(moment) and not moment.missing:
                    self._counts["repairs"] += 1
                    self._counts["taps"] += 1
                    self._say(AsShown())
        self._about_totem(moment)

    # -- the states --------------------------------------------------------------------------------------

    def _enter(self, state: Agreement, now: float) -> None:
        if state is self.state:
            return
        self.state, self._since = state, now
        self._counts["wrong commits"] += state is Agreement.WRONG

    def _state(self, moment: Moment) -> Agreement:
        if not moment.right:
            return Agreement.WRONG
        if self._is_asked(moment):
            return Agreement.ASKED
        return Agreement.BEHIND if self._is_behind(moment) else Agreement.FOLLOWING

    def _is_asked(self, moment: Moment) -> bool:
        """Whether people have read the question that stands, and have done what it is about. While something
        unlawful lies there, they can still tell a face."""
        told_for, missing, session = self._told_for(moment.now), moment.missing, self._session
        asked_for = min(told_for, moment.since(missing[0])) if missing else 0.0
        asked = session.view.question is not None and asked_for >= ANSWERED_AFTER + self._delay
        return asked and (bool(session.faces) or not self._is_lawless(moment))

    def _is_behind(self, moment: Moment) -> bool:
        """Whether an entry is missing that people have done long ago and that could be told by now."""
        lawful, seen, now = moment.lawful, moment.seen, moment.now
        late = lawful[seen : len(lawful) - LATER]
        heard = late and (lawful[seen + LATER].entry.at or 0.0) < now - AFTER_LATER - self._delay
        long_ago = heard and (late[0].entry.at or 0.0) < now - BEHIND - self._delay
        return bool(long_ago) and not self._undecided(moment)

    def _undecided(self, moment: Moment) -> bool:
        """Whether the referee holds the truth for possible. Then people wait until it is certain or asks."""
        true = moment.true
        if moment.now - (true.entries[-1].at or 0.0) < AFTER_LATER:
            return True  # nobody can know the latest act yet
        if self._held[0] != len(true.entries):
            self._held = (len(true.entries), self._judge.belief.holds(true.state, UNDECIDED))
        return self._held[1]

    def _told_in_vain(self, moment: Moment) -> bool:
        """Whether people have read that something is wrong although it is not."""
        told = self._told_for(moment.now) >= AFTER_QUESTION + self._delay
        return told and moment.at_rest and not self._is_lawless(moment)

    def _told_for(self, now: float) -> float:
        """Seconds since people were asked the question that stands, or told of the breach that stands."""
        view = self._session.view
        refused = view.ruling if view.ruling and view.ruling.kind is RulingKind.REFUSED else None
        telling = view.question or refused
        if telling is None:
            self._told_at = None
        elif self._told_at is None or self._told_at[0] != telling.number:
            self._told_at = (telling.number, now)
        return now - self._told_at[1] if self._told_at is not None else 0.0

    def _is_lawless(self, moment: Moment) -> bool:
        """Whether something illegal lies on the table, or was put right only a short time ago."""
        erring = any(mistake.covers(moment.now) for mistake in self._mistakes)
        return erring or moment.lawful != moment.true.line

    # -- what they do ------------------------------------------------------------------------------------

    def _say(self, event: Event) -> None:
        self._session.handle(event)
        self._playback.heard()

    def _answered(self, moment: Moment) -> bool:
        """Give the true answer that covers most of what was done; False if none is true."""
        right, question = right_answers(self._session, moment.missing), self._session.view.question
        if question is None or not right:
            return False
        key = max(right, key=right.__getitem__)
        told = moment.missing[moment.seen - moment.same : right[key]]
        self._answer(Answered(question.number, key), {played.number for played in told} - self.helped)
        return True

    def _about_totem(self, moment: Moment) -> None:
        """Answer what is asked about the totem."""
        word, tells = self._own.say(self._session, moment.lawful, moment.now)
        if word is not None:
            self._answer(word, tells)

    def _answer(self, event: Event, tells: set[int]) -> None:
        """Give an answer that tells true entries of these numbers."""
        self._counts["answers"] += 1
        self._counts["taps"] += 1
        self.helped |= tells
        self.asked |= tells
        self._say(event)

    def _repair(self, moment: Moment) -> None:
        """By touch, undo what is wrong and enter what is missing."""
        self._counts["repairs"] += 1
        understood = {played.number for played in moment.lawful[moment.same : moment.seen]}
        for entered, touch in touches(self._session, moment.mine, moment.missing):
            self._counts["taps"] += 1
            if entered is not None and entered.number not in understood:
                self.helped.add(entered.number)
                self.asked.discard(entered.number)
            self._session.handle(touch)
        self._playback.heard()
