"""Earlier entries are put right: what a machine draws in between, what is asked if others cannot have been
then, and what people have seen in vain. Pure."""

from __future__ import annotations

import json
from collections import Counter

from companion.locale import N_, Message
from companion.referee.asking import Asked, told
from companion.referee.events import Corrected
from companion.referee.ledger import Ledger
from companion.referee.publish import outcomes_put_in
from companion.referee.view import Choice, Question
from companion.rules.contract import Over, RulesError
from companion.rules.entry import Edit, format_edits, parse_edits
from companion.rules.match import AnyMatch, ContradictionError, Entry, EntryKind, NotStandingError
from companion.rules.record import replace

MARK = "# corrected "
LEAVE = "leave"
_CHANGED = N_("The game has changed meanwhile: look at the entry again, and correct it then.")
NOT_STANDING = N_("Entry {entry} does not stand (any more): look for its number in the history.")
_NOT_CORRECTED = N_("Nothing was put right: {reason}.")
_BY_MACHINE = N_(
    "The machine drew {what} there, as it was sealed before the game: it cannot have been another."
)
_GOES_ON = N_("By this correction the game is not over: it goes on. Seeds of sealed decks are known already.")
_SEEN = N_("People have seen this, but now it was never drawn: {what}.")
IMPOSSIBLE = N_("This cannot be played even by agreement: {reason}.")
_CANNOT_BE = N_("Then entry {entry} cannot have been: {move}. What is right?")
_ANYWAY, _NEVER = N_("It was played anyway"), N_("It never happened")
_BACK, _LEAVE = N_("Back to there: all from it on is taken back"), N_("Correct nothing")


def correction_note(event: Corrected) -> str:
    """A line for the match file, which replays without it: ``# corrected`` and JSON: ``by``."""
    return MARK + json.dumps({"by": event.by})


def put_right(ledger: Ledger, event: Corrected) -> Entry | ContradictionError | Message:
    """The entry that corrects earlier ones, with what the machine draws where the rules ask for it now; or
    the first entry that cannot have been then; or why nothing is put right."""
    if event.after != len(ledger.match.entries):
        return Message(_CHANGED)
    try:
        edits = parse_edits(event.edits)
        found, reached = _completed(ledger, edits)
    except NotStandingError as error:
        return Message(NOT_STANDING, (("entry", str(error.ref)),))
    except RulesError as error:
        return Message(_NOT_CORRECTED, (("reason", str(error)),))
    for before, outcome in outcomes_put_in(ledger.match, reached):
        drawn = ledger.drawn(before)
        if drawn is not None and drawn.text != outcome.text:
            return Message(_BY_MACHINE, (("what", drawn.text),))
    return found


def _completed(
    ledger: Ledger, edits: tuple[Edit, ...]
) -> tuple[Entry, AnyMatch] | tuple[ContradictionError, AnyMatch]:
    """The entry and the match with it, or what cannot have been and the match up to it. Raises RulesError for
    edits that make no sense."""
    entry = Entry(EntryKind.CORRECTION, text=format_edits(edits))
    try:
        return entry, ledger.match.add(entry)
    except ContradictionError as error:
        drawn = ledger.drawn(error.before)
        if drawn is None or drawn.text == error.entry.text:
            return error, error.before
        return _completed(ledger, (*edits, Edit("insert", error.ref, drawn)))


def about_contradiction(number: int, event: Corrected, error: ContradictionError, match: AnyMatch) -> Asked:
    """Ask what is to be done about an entry that cannot have been after a correction of ``match``."""
    edits, ref, entry = parse_edits(event.edits), error.ref, error.entry
    refs = [standing.ref for standing in match.standing]
    behind = refs[refs.index(ref) :] if ref in refs else ()
    ways = {_NEVER: (Edit("delete", ref),), _BACK: tuple(Edit("delete", one) for one in behind)}
    if error.breaches and entry.kind is EntryKind.MOVE:
        agreed = replace(entry, kind=EntryKind.ANYWAY, at=None)
        ways = {_ANYWAY: (Edit("correct", ref, agreed),), **ways}
    choices = [Choice(str(key), Message(label)) for key, label in enumerate(ways) if ways[label]]
    answers = {
        str(key): (Entry(EntryKind.CORRECTION, text=format_edits((*edits, *more))),)
        for key, more in enumerate(ways.values())
        if more
    }
    facts = (("entry", str(ref)), ("move", told((entry,))))
    cells = tuple(dict.fromkeys(cell for breach in error.breaches for cell in breach.cells))
    question = Question(
        number,
        Message(_CANNOT_BE, facts),
        (*choices, Choice(LEAVE, Message(_LEAVE))),
        cells,
        edits=event.edits,
        entry=str(ref),
        breaches=error.breaches,
    )
    return Asked(question, (), {**answers, LEAVE: ()}, corrects=event)


def impossible(found: ContradictionError) -> Message | None:
    """Why something cannot be, not even by agreement; None if clauses forbid it, which people are told."""
    return None if found.breaches else Message(IMPOSSIBLE, (("reason", found.reason),))


def told_after(before: AnyMatch, correction: Entry, after: AnyMatch) -> Message | None:
    """What people must hear of a correction: that a game that was over goes on, or which outcomes of chance
    they have seen that stand no longer; what the correction begins with was misread, so nobody saw it. None
    if there is nothing."""
    was, now = (isinstance(match.game.pending(match.state), Over) for match in (before, after))
    if was and not now:
        return Message(_GOES_ON)
    misread = parse_edits(correction.text)[0].ref
    drawn, still = (
        Counter(
            played.entry.text
            for played in match.line
            if played.entry.kind is EntryKind.CHANCE and played.ref != misread
        )
        for match in (before, after)
    )
    gone = tuple((drawn - still).elements())
    return Message(_SEEN, (("what", "; ".join(gone)),)) if gone else None
