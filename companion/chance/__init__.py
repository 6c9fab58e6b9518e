"""Electronic decks and dice that can be checked, their audit, and the lamps that show them."""

from __future__ import annotations

from companion.chance.audit import AuditError, Draw, SealError, audit
from companion.chance.deck import ElectronicDeck, Subject, new_deck, salt_of
from companion.chance.lamps import LampReader, lamp_signal

__all__ = [
    "AuditError",
    "Draw",
    "ElectronicDeck",
    "LampReader",
    "SealError",
    "Subject",
    "audit",
    "lamp_signal",
    "new_deck",
    "salt_of",
]
