"""What people are asked: one question at a time, with large answers. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from difflib import SequenceMatcher
from functools import reduce

from companion.judge.history import BARE, differing
from companion.judge.positions import Looks, position_of
from companion.judge.revision import played
from companion.judge.verdicts import FirstSeen, Reason, Verdict, Waiting
from companion.locale import N_, Message
from companion.referee import tuning
from companion.referee.events import Corrected
from companion.referee.view import Choice, Question
from companion.rules.contract import CellId, Certainty, Chance, Look
from companion.rules.match import AnyMatch, Entry, EntryKind

PROBABLY = tuning.number("asking.probably")
"""An act is shown as seen if it is at least this probable."""
NONE_OF_THESE = "none"
AS_SHOWN = "shown"
_WHICH, _ELSE = N_("I am not sure. What was played?"), N_("Something else")
_RESTORE, _HEARD = (
    N_("I do not understand what was done here. Put it back, or enter it by touch."),
    N_("All right"),
)
_SHOWN = N_("Nothing was done: everything lies as shown")
_WHICH_FACE = N_("I see this for the first time. Which one is it?")
_ONLY = N_("Only this: {move}")
_HIDDEN = N_("No camera can see this. What has happened?")

Candidates = tuple[tuple[Entry, ...], ...]
"""What may have been played, each candidate as its entries."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question, what it is about, and what each answer enters, by the key of its choice."""

    question: Question
    candidates: Candidates
    answers: Mapping[str, tuple[Entry, ...]]
    faces: Mapping[str, Look] = field(default_factory=dict)
    """What each answer says of the question's only cell; empty when the question is about something else."""
    corrects: Corrected | None = None
    """The correction that made an entry unlawful; None for any other question."""


def about_table(number: int, candidates: Candidates, cells: tuple[CellId, ...], match: AnyMatch) -> Asked:
    """Ask what was done in these cells. Without candidates: ask people to put it back."""
    prompt, otherwise = (_WHICH, _ELSE) if candidates else (_RESTORE, _HEARD)
    words = {NONE_OF_THESE: otherwise, AS_SHOWN: _SHOWN}
    return _pictured(_asked(number, prompt, candidates, words, cells, match), match)


def _pictured(asked: Asked, match: AnyMatch) -> Asked:
    """The question with pictures: if the candidates lay different things in one of its cells, each answer
    shows what then lies there, and that cell comes first."""
    question, chains = asked.question, [played(match, each) for each in asked.candidates]
    tables = [chain[-1].after.looks for chain in chains if chain]
    looks = {cell: [table.get(cell, BARE) for table in tables] for cell in question.cells}
    telling = next((cell for cell in question.cells if _are_things(looks[cell])), None)
    if telling is None or len(tables) < len(chains):
        return asked
    answers = zip(question.choices, looks[telling], strict=False)
    shown = tuple(replace(choice, look=look) for choice, look in answers)
    cells = (telling, *(cell for cell in question.cells if cell != telling))
    return replace(
        asked, question=replace(question, choices=shown + question.choices[len(shown) :], cells=cells)
    )


def _are_things(looks: Sequence[Look]) -> bool:
    """Whether each of several looks shows something, and something else than the others."""
    seen = all(look.certainty is Certainty.SEEN and (look.pieces or look.base) for look in looks)
    return len(looks) > 1 and seen and len(set(looks)) == len(looks)


def about_face(number: int, seen: FirstSeen) -> Asked:
    """Ask which of the faces lies in a cell. An answer enters nothing; it only tells what lies there."""
    keys = {str(index): face for index, face in enumerate(seen.faces)}
    choices = [
        Choice(key, Message(N_("{move}"), (("move", _named(face.look)),)), face.look)
        for key, face in keys.items()
    ]
    choices.append(Choice(NONE_OF_THESE, Message(_ELSE)))
    question = Question(number, Message(_WHICH_FACE), tuple(choices), (seen.cell,))
    candidates = tuple(face.entries for face in seen.faces)
    answers = {key: face.entries for key, face in keys.items()} | {NONE_OF_THESE: ()}
    return Asked(question, candidates, answers, {key: face.look for key, face in keys.items()})


def _named(look: Look) -> str:
    """What lies there, in words."""
    return "; ".join(look.pieces or (look.base,))


def about_hidden(number: int, candidates: Candidates, match: AnyMatch) -> Asked:
    """Ask about something that nobody can see (:func:`hidden_in`) while the table looks as it should."""
    return _asked(number, _HIDDEN, candidates, {NONE_OF_THESE: _ELSE}, (), match)


def hidden_in(match: AnyMatch, electronic: frozenset[str]) -> Candidates:
    """What chance may have brought, if nothing of it can be seen and a machine waits for it: a tile that is
    kept, before the electronic die is rolled. Empty if people are not waited for."""
    position = position_of(match.game, match.state)
    if not isinstance(position.pending, Chance) or position.pending.source in electronic:
        return ()
    return tuple(
        (each.entry,)
        for each in position.outcomes
        if isinstance(drawn := each.after.pending, Chance) and drawn.source in electronic
        if not each.piled and not _seen(position.looks, each.after.looks)
    )


def _seen(before: Looks, after: Looks) -> bool:
    """Whether a camera can tell these apart. It cannot where anything may lie, as in the place of what
    somebody keeps."""
    changed = (after.get(cell, BARE) for cell in differing(before, after))
    return any(look.certainty is Certainty.SEEN for look in changed)


def _asked(
    number: int,
    prompt: str,
    candidates: Candidates,
    others: Mapping[str, str],
    cells: tuple[CellId, ...],
    match: AnyMatch,
) -> Asked:
    """The question with these candidates as answers. ``others``: the labels of the answers that enter
    nothing, by their keys."""
    labels = [
        answer(shown, match) if shown else Message(_ONLY, (("move", told([_first(candidates)])),))
        for shown in unlike(candidates)
    ]
    offered = [(str(index), label) for index, label in enumerate(labels)]
    choices = [*offered, *((key, Message(label)) for key, label in others.items())]
    question = Question(number, Message(prompt), tuple(Choice(*choice) for choice in choices), cells)
    return Asked(question, candidates, entering(candidates) | dict.fromkeys(others, ()))


def entering(candidates: Candidates) -> dict[str, tuple[Entry, ...]]:
    """What each of the candidates enters as an answer, by the key of its choice."""
    return {str(index): entries for index, entries in enumerate(candidates)}


def answer(entries: Sequence[Entry], match: AnyMatch) -> Message:
    """What may have been played, or taken back, as an answer to a question."""
    first, *others = entries
    if first.kind is not EntryKind.UNDO:
        return Message(N_("{move}"), (("move", told(entries)),))
    what = ("what", told([played.entry for played in match.line[-first.count :]]))
    if not others:
        return Message(N_("taken back: {what}"), (what,))
    return Message(N_("taken back: {what}; played: {move}"), (what, ("move", told(others))))


def seen_after(verdict: Verdict, before: Message | None) -> Message | None:
    """What people are shown as seen: the latest act that probably was done and is not final yet. ``before``:
    what they were shown; it stays while hands hide the table."""
    if not isinstance(verdict, Waiting):
        return None
    if verdict.best is None:
        return before if verdict.reason is Reason.HAND else None
    if verdict.best.probability < PROBABLY or not verdict.best.entries[-1].text:
        return None
    return Message(N_("Seen: {move}"), (("move", told(verdict.best.entries[-1:])),))


def unlike(candidates: Candidates) -> list[tuple[Entry, ...]]:
    """Only the part of each candidate that not all of them tell, so that a question about twelve acts asks
    about the one that differs; empty for a candidate without an act of its own. Nothing is left out if there
    is only one candidate, or where something was taken back."""
    some = [entry for candidate in candidates for entry in candidate]
    if len(candidates) < 2 or any(entry.kind is EntryKind.UNDO for entry in some):
        return list(candidates)
    common = reduce(_common, candidates)
    parts = [_apart(candidate, common) for candidate in candidates]
    own = [before for before, _ in parts]
    if len(set(own)) == len(own) and not all(after for _, after in parts):
        return own  # what comes later was cut off in another candidate
    last = () if all(before or after for before, after in parts) else common[-1:]
    return [last + before + after for before, after in parts]


def _common(one: tuple[Entry, ...], other: tuple[Entry, ...]) -> tuple[Entry, ...]:
    """What both tell, in the same order."""
    blocks = SequenceMatcher(None, one, other, autojunk=False).get_matching_blocks()
    return tuple(entry for start, _, size in blocks for entry in one[start : start + size])


def _apart(
    candidate: tuple[Entry, ...], common: tuple[Entry, ...]
) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """What a candidate tells beside ``common``: before the last of that, and after it."""
    before, count, met = list[Entry](), 0, 0
    while met < len(common):
        if candidate[count] == common[met]:
            met += 1
        else:
            before.append(candidate[count])
        count += 1
    return tuple(before), candidate[count:]


def _first(candidates: Candidates) -> Entry:
    """The first act that all candidates tell after those with which all begin."""
    agreed = next(n for n, acts in enumerate(zip(*candidates, strict=False)) if len(set(acts)) > 1)
    return reduce(_common, candidates)[agreed]


def told(entries: Sequence[Entry]) -> str:
    """The texts of the entries in one line. A seat is named unless the entry before is its own, too."""
    seats = ["", *(entry.seat for entry in entries)]
    return "; ".join(
        f"{entry.seat}: {entry.text}" if entry.seat not in ("", before) else entry.text
        for before, entry in zip(seats, entries, strict=False)
        if entry.text
    )
