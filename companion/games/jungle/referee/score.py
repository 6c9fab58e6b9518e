"""What a clip of a game with a totem is scored by besides its moves: cards, duels, grabs and what cost
something; what was said of each movement of the totem; and how well a camera knew when a card lay open."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from companion.evaluation.agreement import agreeing
from companion.evaluation.clips import Clip
from companion.evaluation.scoring import OwnScore
from companion.games.jungle.referee.card import LATE_US
from companion.games.jungle.referee.claim import claim_of
from companion.games.jungle.referee.meaning import AGAIN, NAMING, meaning_of, read_verdict
from companion.games.jungle.zones import card_piece
from companion.referee.events import OutcomeEntered, TotemSaid
from companion.referee.session import Session
from companion.referee.share import Share
from companion.referee.view import CaseStage, CaseView
from companion.rules.match import AnyMatch, PlayedEntry

# -- What people who know what was done say to the case of a totem

_HAPPENED = {"fall": "knocked"}
"""What happened, by the verb of the outcome; else it was taken."""


def said_of(case: CaseView, done: str, told: bool) -> TotemSaid | OutcomeEntered | None:
    """The next thing that they say; None: nothing, or they wait. ``done``: the outcome that tells what was
    done, such as ``grab s1``; ``told``: whether the match tells all cards that were opened before."""
    verb, _, seat = done.partition(" ")
    if case.stage is CaseStage.HELD:
        return TotemSaid(case.number, "", "judge") if told else None
    if case.stage is CaseStage.UNMEASURED:
        return OutcomeEntered(done)
    if case.ask == "what":
        return TotemSaid(case.number, "", f"what {_HAPPENED.get(verb, 'grab')}")
    silent = [voter for voter in case.voters if voter not in dict(case.answers)]
    if case.ask == "who" and seat in case.nameable and silent:
        return TotemSaid(case.number, silent[0], f"names {seat}")
    if case.ways:
        fitting = [way.key for way in case.ways if way.key == done]
        fitting += [way.key for way in case.ways if way.key != AGAIN and way.key.split(" ")[-1] == seat]
        return TotemSaid(case.number, "", fitting[0]) if fitting else OutcomeEntered(done)
    wrong = case.applied and case.applied[-1].split(" ")[-1] != seat
    if wrong and case.may_appeal and seat in case.voters and seat not in case.appeals:
        return TotemSaid(case.number, seat, "appeal")
    return None


# -- What a clip of a game with a totem is scored by besides its moves

PENALTY = ("early", "fall", "tie")
"""Verbs of outcomes that cost somebody something, or nobody anything: no fair grab."""
READ_AFTER = 2.0
"""Seconds in which people read what is asked and answer it; play goes on meanwhile."""
TURNED = 3.0
"""Seconds in which a card may be seen and told before its hand has left."""
LATEST = 8
"""Entries among which a card that was just told is looked for."""
CLEAR = ("false-start", *NAMING)
"""Words of verdicts that say who did what."""

_Line = Sequence[PlayedEntry[Any]]


class DuelScore(OwnScore):
    """Of one clip. ``truth``: the whole of it."""

    def __init__(self, clip: Clip, truth: AnyMatch) -> None:
        super().__init__()
        self._reveals = clip.reveals()
        self._movements = len(clip.races())
        self._done = [played for played in truth.line if _is_movement(played)]
        """What was done with the totem, in order: the movements of the base are as many."""
        self._flips = [played for played in truth.line if _piece(played)]
        self._seen: dict[str, dict[int, float]] = {"flip shown": {}, "flip told": {}}
        """Seconds from the hand's leaving until a card was shown as seen or told, and until it was told, by
        the number of its true entry."""
        self._noted = 0
        self._open: tuple[CaseView | None, float] = None, 0.0
        """The case that is open, and since when it stands as it does."""
        self._words: dict[int, str] = {}
        """By the number of a movement the word of its first verdict."""
        self._judged: dict[int, bool | None] = {}
        """By the number of a movement whether its first verdict was right; None if that named nobody."""

    def note(self, session: Session, now: float) -> None:
        """Take in what one frame brought."""
        for number, (first, last) in session.shown.items():
            if number > self._noted:
                self._noted = number
                self._note_reveal(session, number, first, last, now)
        self._note_flips(session, now)
        case = _case(session)
        done = self._done_in(case)
        if case is None or done is None or not case.verdict or case.number in self._judged:
            return
        told = read_verdict(case.verdict)
        self._words[case.number] = told.word
        clear = told.word in CLEAR and len(told.seats) == 1
        meant = meaning_of(told, session.match.state).outcomes if clear else ()
        self._judged[case.number] = meant == (done.entry.text,) if clear else None

    def _note_flips(self, session: Session, now: float) -> None:
        """Note when each card was first told to people."""
        told = {played.entry.text for played in session.match.line[-LATEST:]}
        seen = session.view.seen
        shown = told if seen is None else told | set(dict(seen.facts).values())
        for name, texts in (("flip shown", shown), ("flip told", told)):
            for played in self._flips:
                left = played.entry.at or 0.0
                if played.entry.text in texts and now >= left - TURNED:
                    self._seen[name].setdefault(played.number, max(0.0, now - left))

    def _note_reveal(self, session: Session, number: int, first: float, last: float, now: float) -> None:
        """Compare the interval of a card that still stands, as the verdict uses it, with when it really
        looked up."""
        pieces = {_piece(played) for played in session.match.line if played.number == number}
        looked = [at for at, name in self._reveals if name in pieces and at <= now]
        if looked:
            first -= LATE_US / 1e6
            self._add("reveals", first <= looked[-1] <= last)
            self.times.setdefault("reveal width", []).append(last - first)

    def say(
        self, session: Session, lawful: _Line, now: float
    ) -> tuple[TotemSaid | OutcomeEntered | None, set[int]]:
        """What people say to the case that is open, when they have read it; and the number of the true entry
        which that tells. ``lawful``: the truth by ``now``."""
        case = _case(session)
        done = self._done_in(case)
        if case != self._open[0]:
            self._open = case, now
        if case is None or done is None or now - self._open[1] < READ_AFTER + self.delay:
            return None, set()
        before = sum(played.number < done.number for played in lawful)
        word = said_of(case, done.entry.text, told=before == agreeing(session.match.line, lawful)[1])
        return word, set() if word is None or case.stage is CaseStage.HELD else {done.number}

    def _done_in(self, case: CaseView | None) -> PlayedEntry[Any] | None:
        if case is None or not 0 < case.number <= len(self._done):
            return None
        return self._done[case.number - 1]

    def finish(self, lawful: _Line, known: Mapping[int, float], helped: Collection[int]) -> None:
        """Sum up. ``known``: when each true entry was understood, by its number; ``helped``: those that were
        entered by touch."""
        movements: list[str] = []
        for before, played in zip((None, *lawful), lawful, strict=False):
            at = None if played.number in helped else known.get(played.number)
            verb = played.entry.verb
            if verb == "flip":
                self._add("flips", at is not None)
                if played.state.phase == "claim":
                    self._add("duels", at is not None and at <= _next_at(lawful, played))
            elif verb in ("grab", *PENALTY):
                fair = verb == "grab" and before is not None and _had_right(before.state, played)
                self._add("grabs" if fair else "penalties", at is not None)
                movements.append("wrong grab" if verb == "grab" and not fair else verb)
        named = [right for right in self._judged.values() if right is not None]
        if self._movements:
            self.shares["verdicts named"] = Share(len(named), self._movements)
            self.shares["verdicts right"] = Share(sum(named), len(named))
            self._confuse(movements)
        for name, seconds in self._seen.items():
            if seconds:
                self.times[name] = [seconds[number] for number in sorted(seconds.keys() - set(helped))]

    def _confuse(self, movements: Sequence[str]) -> None:
        """What was said first of each kind of movement."""
        kinds = Counter(movements)
        told = Counter((kind, self._words.get(number, "nothing")) for number, kind in enumerate(movements, 1))
        for (kind, word), count in sorted(told.items()):
            self.shares[f"{kind} told as {word}"] = Share(count, kinds[kind])

    def _add(self, name: str, hit: bool) -> None:
        self.shares[name] = self.shares.get(name, Share()) + Share(int(hit), 1)


def _case(session: Session) -> CaseView | None:
    totem = session.view.totem
    return totem.case if totem is not None else None


def _is_movement(played: PlayedEntry[Any]) -> bool:
    return played.entry.verb in ("grab", *PENALTY)


def _piece(played: PlayedEntry[Any]) -> str:
    """The card that an entry turned up, or ""."""
    words = played.entry.text.split(" ")
    return card_piece(words[2]) if words[0] == "flip" else ""


def _next_at(lawful: _Line, played: PlayedEntry[Any]) -> float:
    later = [other.entry.at or 0.0 for other in lawful if other.number > played.number]
    return later[0] if later else float("inf")


def _had_right(state: Any, played: PlayedEntry[Any]) -> bool:
    """Whether who grabbed might."""
    return played.entry.text.split(" ")[1] in claim_of(state).entitled
