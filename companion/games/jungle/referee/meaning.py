"""What a verdict means in the game: the outcomes that it brings, or how the table may settle it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.games.jungle.claims import rights
from companion.games.jungle.state import State
from companion.locale import N_, Message
from companion.referee.view import Choice

AGAIN = "again"
"""The way out that brings nothing into the game: hands off, the totem back, the next grab decides."""
BY_HAND = "hand"
"""The way out on which people say what happened, and nothing is measured."""

_AGAIN = Choice(AGAIN, Message(N_("Grab again, on a count")))
_NOBODY_CAN_TELL = N_("Nobody can tell through whom")
_NOBODY_CAN_TELL_FIRST = N_("Nobody can tell who was first")


@dataclass(frozen=True, slots=True)
class Told:
    """A verdict's text, read. ``reason``: of ``void`` and ``ask``. Times in microseconds, None for ``-``."""

    text: str
    word: str
    seats: tuple[str, ...]
    clause: str
    notes: tuple[str, ...]
    reason: str = ""
    margin_us: int | None = None
    sigma_us: int | None = None
    confidence: str = ""
    witnesses: tuple[str, ...] = ()

    @property
    def named(self) -> str:
        """The one seat that it holds responsible, or ""."""
        return self.seats[0] if self.word in NAMING and len(self.seats) == 1 else ""


NOTHING = ("no-grab", "put-back")
"""Reasons for which a grab is void because there was none."""

NAMING = ("decided", "provisional", "knocked", "dropped")


def read_verdict(text: str) -> Told:
    """The parts of a verdict's text (section 6 of its specification)."""
    line, by, *rest = text.split("\n")
    word, *words = line.split(" ")
    clause, notes = by.removeprefix("by "), tuple(note.removeprefix("note ") for note in rest)
    if word in ("void", "ask"):
        return Told(text, word, (), clause, notes, reason=words[0])
    if word in ("decided", "provisional"):
        seat, margin, sigma, confidence, *witnesses = words
        return Told(
            text,
            word,
            (seat,),
            clause,
            notes,
            margin_us=None if margin == "-" else int(margin),
            sigma_us=None if sigma == "-" else int(sigma),
            confidence=confidence,
            witnesses=tuple(witnesses),
        )
    return Told(text, word, tuple(seat for seat in words if seat != "?"), clause, notes)


@dataclass(frozen=True, slots=True)
class Meaning:
    """``outcomes``: what comes into the game at once; ``ways``: choices of the table, and ``brings``: the
    outcomes of each. ``ask``: ``who`` took, knocked or dropped it, ``what`` happened, or ""."""

    outcomes: tuple[str, ...] = ()
    ask: str = ""
    ways: tuple[Choice, ...] = ()
    brings: tuple[tuple[str, tuple[str, ...]], ...] = ()


def meaning_of(told: Told, state: State, happened: bool = False) -> Meaning:
    """What a verdict about a movement in this position means. ``happened``: people have said what was."""
    match told.word:
        case "decided" | "provisional":
            return Meaning((f"grab {told.seats[0]}",))
        case "too-close" | "two-hands":
            return _close(told.seats, state)
        case "false-start" if len(told.seats) == 1:
            return Meaning((f"early {told.seats[0]}",))
        case "false-start":  # several by mistake: as tied places without a right (grab.3, tie.4)
            early = [f"early {seat}" for seat in told.seats]
            return _ways(early, ("fall", _NOBODY_CAN_TELL_FIRST))
        case "not-set":
            both = [f"{verb} {seat}" for seat in told.seats for verb in ("grab", "early")]
            return _ways(both)
        case "knocked" | "dropped" if told.seats:
            return Meaning((f"fall {told.seats[0]}",))
        case "knocked":
            return _ways([], ("fall", _NOBODY_CAN_TELL), ask="who", again=False)
        case "void":
            return _ways([]) if told.reason not in NOTHING else Meaning()
    if told.reason == "dropper" and happened:
        return _ways([], ("fall", _NOBODY_CAN_TELL), ask="who", again=False)
    return _ways([], ask="what" if told.reason in ("shape", "dropper") else "who")


def _close(seats: Sequence[str], state: State) -> Meaning:
    """Only grabs with an equal right are tied (tie.1); who has a right counts alone. Without a right it goes
    as if the totem had fallen (tie.4). With one, the printed advice first, then a new grab (tie.2, tie.3)."""
    table, right = state.table, rights(state)
    rightful = [seat for seat in seats if table.number[seat] in right]
    if len(rightful) == 1:
        return Meaning((f"grab {rightful[0]}",))
    tied = " ".join(sorted(rightful or seats, key=table.places.index))
    if not rightful:
        return Meaning((f"tie {tied}",))
    if table.replay:
        # The tie is noted, so that only these may grab.
        return Meaning(ways=(_AGAIN,), brings=((AGAIN, (f"tie {tied}",)),))
    holders = [(f"holder {seat}", (f"tie {tied}", f"holder {seat}")) for seat in tied.split(" ")]
    ways = tuple(Choice(key, Message(N_("{move}"), (("move", key),))) for key, _ in holders)
    return Meaning(ways=(*ways, _AGAIN), brings=(*holders, (AGAIN, ())))


def _ways(
    outcomes: Sequence[str], unknown: tuple[str, str] | None = None, ask: str = "", again: bool = True
) -> Meaning:
    choices = [Choice(outcome, Message(N_("{move}"), (("move", outcome),))) for outcome in outcomes]
    brings: list[tuple[str, tuple[str, ...]]] = [(outcome, (outcome,)) for outcome in outcomes]
    if unknown is not None:
        outcome, label = unknown
        choices.append(Choice(outcome, Message(label)))
        brings.append((outcome, (outcome,)))
    if again:
        choices.append(_AGAIN)
        brings.append((AGAIN, ()))
    return Meaning(ask=ask, ways=tuple(choices), brings=tuple(brings))
