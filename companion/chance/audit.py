"""Checks, from a match file alone, that an electronic deck drew what its seal promised."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.chance.deck import ElectronicDeck, Subject
from companion.locale import N_, Message
from companion.referee.draws import tickets
from companion.referee.publish import drawn_from, outcomes_put_in
from companion.rules.contract import Chance
from companion.rules.match import AnyMatch, Entry, EntryKind

_HEX = re.compile(r"[0-9a-f]{64}")  # a seed has 32 bytes, and so has a digest
_NO_SEAL = N_("This match has no electronic deck, so there is nothing to check.")
_NO_SEED = N_(
    "The seed of {source} is not in this file: it is added when the game is over, check again then."
)
_NO_OWN_SEAL = N_(
    "The file has a {key} of {source} but no seal of it; the deck was not sealed before the game."
)
_TWICE = N_("The file has two lines “{key} {source}”; only one can be the true one.")
_NO_NOTE = N_("“{key} {value}” must be a source and 64 hexadecimal digits (0-9, a-f).")
_BROKEN_SEAL = N_("The seed of {source} is not the one that was sealed: the deck was exchanged.")


class AuditError(Exception):
    """A match that cannot be checked, or whose seal is broken; ``text`` is one sentence."""

    def __init__(self, key: str, facts: tuple[tuple[str, str], ...] = ()) -> None:
        self.text = Message(key, facts)
        super().__init__(key.format(**dict(facts)))


class SealError(AuditError):
    """The seed does not belong to the seal."""


@dataclass(frozen=True, slots=True)
class Draw:
    """One draw. ``entry``: its number in the match file; ``place``: how many draws of the source stood before
    it, plus 1; ``possible``: how many tickets it was drawn from; ``found``: what the file says;
    ``promised``: what the seed says."""

    entry: int
    source: str
    place: int
    possible: int
    found: str
    promised: str

    @property
    def honest(self) -> bool:
        """The file says what the seed says."""
        return self.found == self.promised


def audit(steps: Iterable[AnyMatch]) -> Iterator[Draw]:
    """Every draw of every sealed source, also those that were undone, in order.

    ``steps``: the match without entries, then after each entry, as ``rules.match.replay_match`` gives them.
    Raises AuditError when there is nothing to check, SealError when a seed is not the sealed one.
    """
    decks: dict[str, ElectronicDeck] = {}
    before: AnyMatch | None = None
    for step in steps:
        if before is None:
            decks = _decks(step)
        else:
            yield from _draws(before, step, decks)
        before = step


def _draws(before: AnyMatch, step: AnyMatch, decks: dict[str, ElectronicDeck]) -> Iterator[Draw]:
    """The draws of one entry: a correction may put in several. Those that it leaves were checked as they were
    drawn."""
    number, entry = len(step.entries), step.entries[-1]
    corrects = entry.kind is EntryKind.CORRECTION
    for up_to, outcome in outcomes_put_in(before, step) if corrects else ((before, entry),):
        if (draw := _draw(number, up_to, outcome, decks)) is not None:
            yield draw


def _draw(number: int, before: AnyMatch, entry: Entry, decks: dict[str, ElectronicDeck]) -> Draw | None:
    pending = before.game.pending(before.state)
    if entry.kind is not EntryKind.CHANCE or not isinstance(pending, Chance) or pending.source not in decks:
        return None
    drawn = drawn_from(before, pending.source)
    possible = tickets(before.game, before.state)
    promised = decks[pending.source].draw(possible, drawn)
    place = len(drawn) + 1
    return Draw(number, pending.source, place, len(possible), entry.text, promised)


def _decks(match: AnyMatch) -> dict[str, ElectronicDeck]:
    seals, salts, seeds = (_notes(match, key) for key in ("seal", "salt", "seed"))
    for key, found in (("salt", salts), ("seed", seeds)):
        for source in found.keys() - seals.keys():
            raise AuditError(_NO_OWN_SEAL, (("key", key), ("source", source)))
    if not seals:
        raise AuditError(_NO_SEAL)
    decks = {}
    for source, seal in seals.items():
        if source not in seeds:
            raise AuditError(_NO_SEED, (("source", source),))
        subject = Subject.of(match.game, source)
        deck = ElectronicDeck(subject, bytes.fromhex(seeds[source]), salts.get(source, ""))
        if deck.commitment != seal:
            raise SealError(_BROKEN_SEAL, (("source", source),))
        decks[source] = deck
    return decks


def _notes(match: AnyMatch, wanted: str) -> dict[str, str]:
    """Source -> 64 hexadecimal digits."""
    found: dict[str, str] = {}
    for key, value in match.notes:
        if key != wanted:
            continue
        source, _, digits = value.partition(" ")
        if not _HEX.fullmatch(digits):
            raise AuditError(_NO_NOTE, (("key", key), ("value", value)))
        if source in found:
            raise AuditError(_TWICE, (("key", key), ("source", source)))
        found[source] = digits
    return found
