"""A case as people see it: who took the totem, by how much, give or take what, on which evidence."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from typing import Any

from companion.games.jungle.referee.budget import Budget, fingerprint
from companion.games.jungle.referee.case import Case
from companion.games.jungle.referee.evidence import (
    CAMERA,
    NONE,
    Evidence,
    EvidenceError,
    RevealInterval,
    TimedReading,
    read_evidence,
)
from companion.games.jungle.referee.meaning import Told, read_verdict
from companion.games.jungle.referee.scene import T1, camera_used
from companion.locale import N_, Message
from companion.referee.totem_record import Judged
from companion.referee.view import CaseStage, CaseView, Choice, RulingKind, TableView
from companion.rules.text import verb_of

_HEADLINES: Mapping[str, str] = {
    "decided": N_("Took the totem first: {seats}"),
    "provisional": N_("Took the totem first, open to appeal: {seats}"),
    "too-close": N_("Too close to call: {seats}"),
    "two-hands": N_("Two hands on it at once: {seats}"),
    "false-start": N_("Started too early: {seats}"),
    "not-set": N_("The hand was not on its pad: {seats}"),
    "knocked": N_("The totem was knocked over by: {seats}"),
    "dropped": N_("The totem was dropped by: {seats}"),
    "knocked ?": N_("The totem was knocked over, and the sensors cannot say by whom."),
    "lost-events": N_("Void: some of what the base measured was lost."),
    "clock": N_("Void: the camera's clock is too loose to judge a start."),
    "no-grab": N_("The totem was not taken."),
    "put-back": N_("The totem was back in its place at once: it was not taken."),
    "conflict": N_("Void: one witness contradicts another."),
    "pad-fault": N_("Void: a hand pad does not work."),
    "frames-lost": N_("Void: pictures of the camera were lost."),
    "shape": N_("What happened to the totem?"),
    "dropper": N_("Was the totem taken or dropped, and by whom?"),
    "who": N_("Who took the totem?"),
    "appeal": N_("There is an appeal: who took the totem?"),
}
_LOST: Mapping[str, str] = {
    "unplugged": N_("Void: the totem's base was unplugged."),
    "silent": N_("Void: the totem's base stopped answering."),
    "garbled": N_("Void: the line to the totem's base was too disturbed to tell all."),
    "restarted": N_("Void: the totem's base restarted."),
    "version": N_("Void: the totem's base runs another version of its firmware."),
    "several": N_("Void: a second totem base was plugged in."),
    "closed": N_("Void: the program let go of the totem's base."),
    "": N_("Void: the totem's base was lost."),
}
"""Why the base was lost, by the cause in its record; the last one: an older record names none."""
_SEEN_US = 1000
"""What sees a card opening is less unsure than this, microseconds; a touch that tells it is not."""

_HELD = N_("The totem was moved. If a card was opened just before, enter it now.")
_UNMEASURED = N_("Not measured: nobody knows when the card could be seen. Say who took the totem.")
_REACHED = N_("Arms that the camera saw reach for the totem: {seats}")
_HELD_BY = N_("Soon after the lift the camera still saw the arm of: {seats}")
_NOTES: Mapping[str, str] = {
    "false-start": N_("{seats}: started too early"),
    "not-set": N_("{seats}: the hand was not on its pad"),
    "review": N_("{seats}: moved within 0.1 s of the card; look at it again"),
    "quick": N_("{seats}: unusually quick"),
    "hover": N_("{seats}: the hand hovered near the totem"),
    "hands": N_("Hands on the totem together: {seats}"),
    "not-entitled": N_("{seats}: this duel was not theirs"),
    "appealed": N_("{seats}: has appealed"),
}

_HELD_WAYS = (
    Choice("judge", Message(N_("No card was opened: judge it"))),
    Choice("drop", Message(N_("It was only put straight"))),
)


def case_view(case: Case, budget: Budget, may_appeal: bool) -> CaseView:
    """The public view of a case. ``may_appeal``: an appeal made now would count."""
    told = case.told if case.stage is CaseStage.JUDGED else None
    return CaseView(
        number=case.record.number,
        stage=case.stage,
        verdict=told.text if told else "",
        headline=_headline(told, case.record.cause)
        if told
        else Message(_HELD if case.claim is None else _UNMEASURED),
        bound=tuple(_bound(told, budget)) if told else (),
        clause=told.clause if told else "",
        evidence=_evidence_of(case, budget),
        notes=tuple(map(_note, told.notes)) if told else (),
        applied=case.applied,
        measured=told is not None and not case.settled and told.witnesses != ("table",),
        ask=case.meaning.ask,
        voters=case.claim.may if case.claim else (),
        nameable=case.claim.seats if case.claim else (),
        answers=tuple(case.said.answers.items()),
        appeals=tuple(case.said.appeals),
        may_appeal=may_appeal,
        ways=_HELD_WAYS if case.stage is CaseStage.HELD else case.meaning.ways,
    )


def judged_view(judged: Judged, budget: Budget) -> CaseView | None:
    """A verdict that is kept in a match file, as people saw it, when nothing can be said to it any more; None
    for a movement that was not judged."""
    if not judged.verdict:
        return None
    told = read_verdict(judged.verdict)
    same = judged.budget == fingerprint(budget)  # else the bound that was told is not known
    return CaseView(
        number=judged.number,
        stage=CaseStage.JUDGED,
        verdict=told.text,
        headline=_headline(told, judged.cause),
        bound=tuple(_bound(told, budget)) if same else (),
        clause=told.clause,
        evidence=_evidence(dict(judged.evidence), budget),
        notes=tuple(map(_note, told.notes)),
        applied=(),
        measured=True,
        ask="",
        voters=(),
        nameable=(),
        answers=(),
        appeals=(),
        may_appeal=False,
        ways=(),
    )


def how_known(view: TableView) -> Message | None:
    """How the referee knows what was last told about the totem; None when that was about something else."""
    ruling = view.ruling
    if ruling is None or ruling.kind is not RulingKind.PLAYED or ruling.seat or not ruling.move:
        return None
    if verb_of(ruling.move.split("; ")[-1]) not in ("grab", "early", "fall", "tie", "holder"):
        return None
    case = view.totem.case if view.totem is not None else None
    measured = N_("Judged from the sensors.")
    said = N_("Said by you, not measured.")
    return Message(measured if case is not None and case.measured else said)


def _headline(told: Told, cause: str) -> Message:
    if told.reason == "reset" or (told.reason == "lost-events" and cause):
        return Message(_LOST.get(cause, _LOST[""]))
    key = told.reason or (told.word if told.seats else f"{told.word} ?")
    return Message(_HEADLINES[key], (("seats", _list(told.seats)),))


def _list(seats: tuple[str, ...]) -> str:
    return "; ".join(seats)


def _note(note: str) -> Message:
    kind, *seats = note.split(" ")
    return Message(_NOTES[kind], (("seats", _list(tuple(seats))),))


def _bound(told: Told, budget: Budget) -> Iterator[Message]:
    """The margin with its one-sided 99 % bound (verdict.23): within it nobody could be named."""
    if told.word not in ("decided", "provisional"):
        return
    if told.margin_us is not None and told.sigma_us is not None:
        bound = max(budget.order.floor_us, budget.order.z * told.sigma_us)
        yield Message(
            N_("Earlier by {margin} ms ± {bound} ms (99 times in 100)"),
            (("margin", _ms(told.margin_us)), ("bound", str(math.ceil(bound / 1000)))),
        )
    else:
        yield Message(N_("No time difference was measured."))
    yield Message(N_("Confidence: {confidence}"), (("confidence", f"{float(told.confidence or 0):.0%}"),))
    witnesses = "; ".join(told.witnesses) or "-"
    yield Message(N_("Witnesses: {witnesses}"), (("witnesses", witnesses),))


def _ms(us: float) -> str:
    """Milliseconds; tenths below 10 ms."""
    return f"{us / 1000:.0f}" if abs(us) >= 10_000 else f"{us / 1000:.1f}"


def _evidence_of(case: Case, budget: Budget) -> tuple[Message, ...]:
    if case.claim is None:
        return ()
    row = case.evidence()
    if case.stage is CaseStage.UNMEASURED:
        row["claim"] = NONE  # what the sensors said without the card: counted from the lift
    return _evidence(row, budget)


def _evidence(row: dict[str, Any], budget: Budget) -> tuple[Message, ...]:
    try:
        return tuple(_lines(read_evidence(row), budget))
    except EvidenceError:  # told as such where it was judged
        return ()


def _lines(evidence: Evidence, budget: Budget) -> Iterator[Message]:
    reveal, base = evidence.reveal, evidence.base
    shown_us = reveal.first_us if reveal is not None and not is_wide(reveal) else None
    if evidence.tier >= T1:
        for seat in (seat for seat in evidence.seats if seat not in evidence.pads):
            yield Message(N_("{seat}: when this hand set out was not measured"), (("seat", seat),))
    for seat, pad in evidence.pads.items():
        if seat in evidence.health.pad_fault:
            yield Message(N_("{seat}: the hand pad does not work"), (("seat", seat),))
        elif pad.release is not None:
            yield _release(seat, pad.release, shown_us, base.lift)
        else:
            rested = N_("{seat}: the hand stayed on its pad")
            absent = N_("{seat}: the hand was not on its pad")
            yield Message(rested if pad.rest else absent, (("seat", seat),))
    if base.lift is not None:
        if reveal is not None:
            yield from _since_the_card(reveal, base.lift)
        if evidence.tier >= T1:  # a mere switch feels no loads
            facts = (("spread", _ms(base.spread_us)), ("tilt", f"{base.tilt:.2f}"))
            yield Message(N_("All edges of its base unloaded within {spread} ms, tilt {tilt}."), facts)
        if base.impact is not None:
            blow = _ms(base.impact.t - base.lift.t)
            yield Message(N_("A blow on the table {ms} ms after the lift."), (("ms", blow),))
    yield from _arms(evidence, budget)
    for seat, named in evidence.table.answers.items():
        yield Message(N_("{seat} says: {named}"), (("seat", seat), ("named", named)))
    for seat in evidence.table.appeals:
        yield Message(N_("{seat} appeals."), (("seat", seat),))


def _arms(evidence: Evidence, budget: Budget) -> Iterator[Message]:
    """What the camera saw of arms."""
    if not camera_used(evidence) or evidence.camera is None:
        return
    reach, hold = evidence.camera.reach, evidence.camera.hold
    least = budget.camera.point * math.fsum(hold.values())
    held = [seat for seat in hold if hold[seat] >= least]
    for key, some in ((_REACHED, list(reach)), (_HELD_BY, held)):
        if seats := tuple(seat for seat in evidence.seats if seat in some):
            yield Message(key, (("seats", _list(seats)),))


def is_wide(reveal: RevealInterval) -> bool:
    """Whether only bounds are known of when the card could be seen: then times count from the lift."""
    return reveal.last_us - reveal.first_us > _SEEN_US


def _since_the_card(reveal: RevealInterval, lift: TimedReading) -> Iterator[Message]:
    if not is_wide(reveal):
        after = _ms(lift.t - reveal.first_us)
        yield Message(N_("The totem was lifted {ms} ms after the card was seen."), (("ms", after),))
        return
    if reveal.by == CAMERA and lift.t < reveal.first_us:
        before = _ms(reveal.first_us - lift.t)
        yield Message(N_("The totem was lifted {ms} ms before anybody touched the card."), (("ms", before),))
        return
    if reveal.by == CAMERA:
        most, least = _ms(lift.t - reveal.first_us), _ms(lift.t - reveal.last_us)
        facts = (("most", most), ("least", least))
        yield Message(N_("The card became visible {most} to {least} ms before the lift."), facts)
        return
    if lift.t > reveal.last_us:
        facts = (("ms", _ms(lift.t - reveal.last_us)), ("u", _ms(reveal.u_us)))
        yield Message(
            N_("The card was told {ms} ms (± {u} ms) before the lift, and was open by then."), facts
        )
    else:
        yield Message(N_("The card was told after the lift; that it was open before is your word."))
    yield Message(N_("When it could first be seen was not measured: an early start cannot be judged."))


def _release(seat: str, release: TimedReading, shown_us: int | None, lift: TimedReading | None) -> Message:
    """When a hand set out, counted from the card if that was seen, else back from the lift."""
    if shown_us is not None and release.t >= shown_us:
        after = _ms(release.t - shown_us)
        return Message(N_("{seat}: the hand set out {ms} ms after the card"), (("seat", seat), ("ms", after)))
    if shown_us is not None:
        before = _ms(shown_us - release.t)
        return Message(
            N_("{seat}: the hand set out {ms} ms before the card"), (("seat", seat), ("ms", before))
        )
    if lift is None:
        return Message(N_("{seat}: the hand left its pad"), (("seat", seat),))
    early = _ms(lift.t - release.t)
    return Message(N_("{seat}: the hand set out {ms} ms before the lift"), (("seat", seat), ("ms", early)))
