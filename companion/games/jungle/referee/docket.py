"""The cases of one table: each movement of the totem, from its record to what it means in the game.

Immutable: :meth:`Docket.hear` gives the next docket with what must be in the journal before anyone hears of
it. The session, on whose thread all this runs, keeps the next docket only when the journal has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from companion.games.jungle.referee.arms import Arms, arms_in, remembered, with_camera
from companion.games.jungle.referee.budget import Budget, default_budget, fingerprint
from companion.games.jungle.referee.card import came_before, is_after, may_be_for, was_over, with_card
from companion.games.jungle.referee.case import Case
from companion.games.jungle.referee.claim import MOST_PADS, Claim, claim_of, may_be_told, totem_of
from companion.games.jungle.referee.evidence import TOLD as HAPPENED
from companion.games.jungle.referee.evidence import EvidenceError, read_evidence
from companion.games.jungle.referee.meaning import NOTHING, Meaning, meaning_of, read_verdict
from companion.games.jungle.referee.report import case_view
from companion.games.jungle.referee.store import format_case, read_kept, restored
from companion.games.jungle.referee.verdict import verdict
from companion.games.jungle.referee.waiting import MOVED, UntoldMovements
from companion.games.jungle.state import State
from companion.locale import N_, Message
from companion.referee.events import TimePassed, TotemEvent, TotemMoved, TotemNamed, TotemSaid
from companion.referee.own import Shown
from companion.referee.totem_record import (
    Judged,
    TotemRecord,
    format_judged,
    lift_of,
    read_judged,
)
from companion.referee.view import CaseStage, TotemView
from companion.rules.match import AnyMatch, Entry, EntryKind
from vision.seeing import Glance

_SOMETHING_FIRST = N_("The totem moved, but something else comes first; this movement was not judged.")
_TOO_MANY = N_("The totem moved; {n} seats are too many for its pads, so say by touch who took it.")
_STILL_OPEN = N_("The totem moved again; that was not judged, settle the movement before first.")
_NO_EVIDENCE = N_("The totem's base sent a record that cannot be used ({reason}); say by touch who took it.")

_NOT_SEEN = N_("The camera did not see this movement of the totem: the base judges it alone.")
_CASE_LOST = N_("What was open about the totem cannot be read ({reason}); say by touch how it ended.")


@dataclass(frozen=True, slots=True)
class Docket:
    """What is before the referee about the totem. ``zero``: the session's clock when the match began.
    ``journaled``: the newest movement; ``before``: when the totem was lifted, on the base's clock, in the
    newest movement that was journaled before this program was started."""

    budget: Budget
    zero: float
    name: str = ""
    tier: str = ""
    simulated: bool = False
    journaled: int = 0
    before: int | None = None
    case: Case | None = None
    shown: Shown = field(default_factory=dict)
    """When a camera saw what entries brought."""
    coming: Shown = field(default_factory=dict)
    """The same of cards that it has yet to tell."""
    later: tuple[Case, ...] = ()
    """Movements after a case that waits for its card, in order: they wait, too."""
    arms: tuple[Arms, ...] = ()
    """Of the newest pictures; none without a camera."""
    viewed: float | None = None
    """When a camera last saw the table without hands that changed it; None: never."""
    agrees: bool = False
    """Whether a camera holds that the match tells all that was done before what the base has measured."""

    @property
    def measured(self) -> UntoldMovements | None:
        """The movements that the match does not tell; None without a base."""
        case = self.case
        cases = self.later if case is None or case.applied else (case, *self.later)
        return UntoldMovements(self.budget, cases) if cases or self.name else None

    @property
    def _waits(self) -> bool:
        """Whether a movement waits for a card that is not told yet."""
        return self.case is not None and self.case.stage is CaseStage.HELD

    def view(self, now: float) -> TotemView:
        """For people."""
        case = None
        if self.case is not None:
            case = case_view(self.case, self.budget, self._appeal_open(self.case, now))
        return TotemView(self.name, self.tier, self.simulated, self.journaled, case)

    def wakes_at(self) -> float | None:
        """When :class:`TimePassed` is wanted: the end of the time for an appeal."""
        case = self.case
        if case is None or case.said.announced_us is None or case.said.now_us is None:
            return None
        end = case.said.announced_us + self.budget.table.appeal_us
        if case.said.now_us >= end:
            return None
        return case.arrived + (end - case.record.now_us) / 1e6

    def watching(self, glance: Glance) -> Docket:
        """With the arms that one more picture shows."""
        new, viewed = arms_in(glance), self.viewed if glance.view is None else glance.time
        arms = self.arms if new is None else remembered(self.arms, new)
        return replace(self, arms=arms, viewed=viewed)

    def agreeing(self, agrees: bool) -> Docket:
        """With whether a camera holds that the match tells all that was done before what was measured."""
        return self if agrees is self.agrees else replace(self, agrees=agrees)

    def seeing(self, fresh: Shown, coming: Shown) -> Docket:
        """With when a camera saw come what further entries brought, and what entries will that it has yet to
        tell."""
        return replace(self, shown={**self.shown, **fresh}, coming=coming)

    def hear(self, match: AnyMatch, event: TotemEvent | None, now: float) -> Heard:
        """What an event leads to; None: the match has changed by something else."""
        heard = self._heard(match, event, now)
        heard = replace(heard, docket=heard.docket._next())
        case, later = heard.docket.case, heard.docket.later
        known = case is self.case and later is self.later
        if known or (case is None and self._closed_by_play(match)):
            return heard
        return replace(heard, notes=(*heard.notes, format_case(case, later, self.zero, now)))

    def _next(self) -> Docket:
        """Once a case is closed, the movement that waited behind it is the case; it looks at once whether its
        card has been told meanwhile."""
        if self.case is not None or not self.later:
            return self
        first, *rest = self.later
        return replace(self, case=replace(first, length=-1), later=tuple(rest))

    def _closed_by_play(self, match: AnyMatch) -> bool:
        """Entries after those of the case close it, also when the journal is read again."""
        case = self.case
        return case is not None and case.stage is not CaseStage.HELD and len(match.entries) != case.length

    def _heard(self, match: AnyMatch, event: TotemEvent | None, now: float) -> Heard:
        match event:
            case TotemNamed(name=name, tier=tier, simulated=simulated):
                return Heard(replace(self, name=name, tier=tier, simulated=simulated))
            case TotemMoved(record=record):
                return self._watched(match, record, now)
            case TotemSaid():
                return self._said(match, event, now)
            case TimePassed():
                return self._time_passed(match, now)
            case None:
                return self._follow(match, now)

    # -- a record -------------------------------------------------------------------------------------

    def _watched(self, match: AnyMatch, record: TotemRecord, now: float) -> Heard:
        """A record, with what a camera saw of it; one that should have seen it is told of."""
        seen = with_camera(record, self.arms)
        heard = self._moved(match, seen or record, now)
        if seen is not None or heard.trouble is not None or heard.docket.journaled == self.journaled:
            return heard
        return replace(heard, trouble=Message(_NOT_SEEN))

    def _moved(self, match: AnyMatch, record: TotemRecord, now: float) -> Heard:
        state = totem_of(match.state)
        if state is None or record.number <= self.journaled:
            return Heard(self)
        docket = replace(self, journaled=record.number)
        lift = lift_of(record.sensors)
        if lift is not None and lift == self.before:  # the base never heard that it was journaled
            return Heard(docket)
        case = Case(record, now, len(match.entries))
        unjudged = self._why_not(state, now)
        if unjudged is not None:
            note = self._note(replace(case, claim=claim_of(state)), now, "")
            return Heard(docket, (note,), trouble=unjudged)
        waits = self._waits or self._is_asked
        newest = not waits and not came_before(self.coming, record)
        if newest and may_be_told(state) and state.phase in ("claim", "tie"):
            return docket._judge(match, case, now)
        note = self._note(replace(case, claim=claim_of(state)), now, "")
        if self._only_touched(case, state):
            return Heard(docket, (note,))
        if waits:
            return Heard(replace(docket, later=(*self.later, case)), (note,))
        return Heard(replace(docket, case=case), (note,))

    def _why_not(self, state: State, now: float) -> Message | None:
        if len(state.table.places) > MOST_PADS:
            return Message(_TOO_MANY, (("n", str(len(state.table.places))),))
        if self.case is not None and not self._is_asked and self._still_open(self.case, state, now):
            return Message(_STILL_OPEN)
        return None if may_be_told(state) or self._more_to_tell(state) else Message(_SOMETHING_FIRST)

    def _more_to_tell(self, state: State) -> bool:
        """Whether cards that lay open before a movement may be told after it: by a camera, which needs its
        time, or by people who are telling those of a simultaneous opening."""
        return bool(self.shown or self.coming) or state.phase == "burst"

    @property
    def _is_asked(self) -> bool:
        """Whether people are asked about a movement while a camera follows them, so that they play on."""
        followed = bool(self.shown or self.coming)
        return followed and self.case is not None and not self._waits and not self.case.applied

    def _still_open(self, case: Case, state: State, now: float) -> bool:
        """Whoever grabs in the next duel plays on and agrees, as if a card had been opened: symbols may
        match as soon as a grab has ended the colours (col.6). Where a camera sees the cards, it may tell
        those later that were opened meanwhile, also the one that a held movement waits for."""
        if self.shown or self.coming:
            return False
        return not case.applied or (state.phase != "claim" and self._appeal_open(case, now))

    def _only_touched(self, case: Case, state: State) -> bool:
        """Whether nothing was taken, whoever could have grabbed: people put the totem straight. Or the base
        was lost, or told of it too late: then people have said what there was to say."""
        nobody = Claim("none", state.table.places, ())
        try:
            told = read_verdict(verdict(replace(case, claim=nobody).evidence(), self.budget))
        except EvidenceError:
            return False
        lost = case.record.cause or "base" not in case.record.sensors
        return told.reason in NOTHING or bool(lost)

    def _note(self, case: Case, now: float, text: str) -> str:
        at = round(now - self.zero, 3)
        print_of = fingerprint(self.budget)
        record = case.record
        return format_judged(Judged(record.number, at, case.evidence(), text, print_of, record.cause))

    # -- judging --------------------------------------------------------------------------------------

    def _judge(self, match: AnyMatch, case: Case, now: float) -> Heard:
        """The verdict on the evidence as it is now, and the entries by which the match follows it."""
        if case.claim is None:
            case = _opened(match, case, self.shown)
        case = replace(case, said=replace(case.said, now_us=case.base_us(now)))
        try:
            evidence = read_evidence(case.evidence())
        except EvidenceError as error:
            return self._unmeasured(match, case, now, str(error))
        told = read_verdict(verdict(evidence, self.budget))
        assert case.before is not None
        judged = _announce(
            replace(
                case,
                stage=CaseStage.JUDGED,
                told=told,
                meaning=meaning_of(told, case.before, happened=case.said.what is not None),
            )
        )
        changed = case.told is None or case.told.text != told.text
        notes = (self._note(case, now, told.text),) if changed else ()
        return self._follow_meaning(match, judged, notes)

    def _unmeasured(self, match: AnyMatch, case: Case, now: float, reason: str) -> Heard:
        """A record without a reveal, or one that is damaged: the table says what happened."""
        known = case.claim is not None and (case.claim.kind == "none" or "reveal" in case.record.sensors)
        trouble = Message(_NO_EVIDENCE, (("reason", reason),)) if known else None
        case = replace(case, stage=CaseStage.UNMEASURED, length=len(match.entries))
        docket = replace(self, case=case)
        return Heard(docket, (self._note(case, now, ""),), trouble=trouble)

    def _follow_meaning(self, match: AnyMatch, case: Case, notes: tuple[str, ...]) -> Heard:
        """Bring into the game what the verdict means; what an earlier one brought is taken back."""
        assert case.told is not None
        wanted = case.meaning.outcomes
        entries: list[Entry] = []
        if wanted != case.applied:
            if case.applied:
                entries.append(Entry(EntryKind.UNDO, count=len(case.applied)))
            entries += [Entry(EntryKind.CHANCE, text=text) for text in wanted]
        case = replace(case, applied=wanted, length=len(match.entries) + len(entries))
        docket = replace(self, case=case)
        return Heard(docket, notes, tuple(entries))

    # -- what the table says --------------------------------------------------------------------------

    def _said(self, match: AnyMatch, event: TotemSaid, now: float) -> Heard:
        case = self.case
        if case is None or case.record.number != event.number:
            return Heard(self)
        word, _, rest = event.text.partition(" ")
        if case.stage is CaseStage.HELD:
            return self._of_held(match, case, event.text, now)
        if event.text in dict(case.meaning.brings):
            return self._settle(match, case, event.text)
        if event.text == "drop":
            return Heard(replace(self, case=None))
        if case.stage is not CaseStage.JUDGED or case.claim is None:
            return Heard(self)
        said = case.said
        if word == "appeal" and event.seat in case.claim.seats and self._appeal_open(case, now):
            said = replace(said, appeals={event.seat: case.base_us(now), **said.appeals})
        elif word == "names" and {event.seat, rest} <= set(case.claim.seats):
            said = replace(said, answers={**said.answers, event.seat: rest})
        elif word == "what" and rest in HAPPENED:
            said = replace(said, what=rest)
        else:
            return Heard(self)
        return self._judge(match, replace(case, said=said), now)

    def _of_held(self, match: AnyMatch, case: Case, text: str, now: float) -> Heard:
        """No card was opened before it, so it is judged as it stands; or it was only put in order."""
        if text == "judge":
            return self._judge(match, case, now)
        return Heard(replace(self, case=None)) if text == "drop" else Heard(self)

    def _settle(self, match: AnyMatch, case: Case, way: str) -> Heard:
        """The table has chosen how to go on."""
        outcomes = dict(case.meaning.brings)[way]
        entries = tuple(Entry(EntryKind.CHANCE, text=text) for text in outcomes)
        if not entries:
            return Heard(replace(self, case=None))
        settled = replace(
            case,
            applied=outcomes,
            settled=True,
            meaning=Meaning(outcomes),
            length=len(match.entries) + len(entries),
        )
        return Heard(replace(self, case=settled), (), entries)

    def _appeal_open(self, case: Case, now: float) -> bool:
        announced = case.said.announced_us
        return (
            announced is not None
            and bool(case.applied)
            and case.base_us(now) - announced < self.budget.table.appeal_us
        )

    def _time_passed(self, match: AnyMatch, now: float) -> Heard:
        case = self.case
        if case is None or case.stage is not CaseStage.JUDGED or len(match.entries) != case.length:
            return Heard(self)
        return self._judge(match, case, now)

    def _follow(self, match: AnyMatch, now: float) -> Heard:
        """Play has gone on: a held movement is judged with the card that was told, another case is closed."""
        case = self.case
        if case is not None and self._waits and self._is_known(match, case):
            return self._judge(match, case, now)
        if case is None or len(match.entries) == case.length:
            return Heard(self)
        fresh = match.entries[case.length :] if case.length >= 0 else ()  # it has just come to its turn
        told = sum(entry.verb in MOVED for entry in fresh)
        if told:  # people have told it, and perhaps some that waited behind it
            return Heard(replace(self, case=None, later=self.later[told - 1 :]))
        state = totem_of(match.state)
        longer = bool(match.entries) and match.entries[-1].text.startswith(("flip ", "pot "))
        if case.stage is not CaseStage.HELD or was_over(match, case.record, self.shown):
            return Heard(replace(self, case=None))
        newest = longer and may_be_for(match, self.shown) and not came_before(self.coming, case.record)
        if state is not None and may_be_told(state) and newest:
            return self._judge(match, case, now)
        return Heard(replace(self, case=replace(case, length=len(match.entries))))

    def _is_known(self, match: AnyMatch, case: Case) -> bool:
        """Whether the match tells every card that lay open before the movement, as far as a camera has seen
        the table since."""
        state, viewed = totem_of(match.state), self.viewed
        if state is None or viewed is None or not self.agrees or not may_be_told(state):
            return False
        return is_after(viewed, case.record) and not came_before(self.coming, case.record)


def resumed(match: AnyMatch, lines: Sequence[str], zero: float, now: float) -> tuple[Docket, Message | None]:
    """The docket as the journal of the match has it, and what of it cannot be read. ``zero``: the session's
    clock when the match began, as far as its entries tell; a case that is still open puts it back, so that
    the time for an appeal goes on where it was."""
    budget = default_budget()
    try:
        kept = read_kept(lines)
        zero = zero if kept is None else min(zero, now - kept.at)
        case, later = (None, ()) if kept is None else restored(kept, match, zero)
        lifts = [lift_of(judged.evidence) for judged in read_judged(lines)]
        return Docket(budget, zero, before=lifts[-1] if lifts else None, case=case, later=later), None
    except (ValueError, TypeError, LookupError, AttributeError, ArithmeticError) as error:
        return Docket(budget, zero), Message(_CASE_LOST, (("reason", str(error)),))


def _opened(match: AnyMatch, case: Case, shown: Shown) -> Case:
    """With who could grab, and with what is known of the card."""
    state = totem_of(match.state)
    assert state is not None
    claim = claim_of(state)
    record = replace(case.record, sensors=with_card(match, claim, case.record, shown))
    return replace(case, record=record, begun=len(match.entries), claim=claim, before=state)


def _announce(case: Case) -> Case:
    """From the moment at which somebody is named the table may object."""
    assert case.told is not None
    said, seat = case.said, case.told.named
    provisional = seat if case.told.word == "provisional" else said.named
    if seat and (said.announced_us is None or provisional != said.named):
        return replace(case, said=replace(said, named=provisional, announced_us=said.now_us))
    return case


@dataclass(frozen=True, slots=True)
class Heard:
    """``docket``: how it stands then. ``notes`` and ``entries`` go into the journal together, before; with an
    undo the entries take back what the case brought earlier. ``trouble``: a sentence for people."""

    docket: Docket
    notes: tuple[str, ...] = ()
    entries: tuple[Entry, ...] = ()
    trouble: Message | None = None
