"""Electronic decks and dice that can be checked, their audit, and the lamps that show them or the ice."""

from __future__ import annotations

from companion.chance.audit import AuditError, Draw, SealError, audit
from companion.chance.deck import ElectronicDeck, Subject, new_deck, salt_of
from companion.chance.lamps import LampReader, lamp_signal
from companion.chance.strip import StripReader, rows_of

__all__ = [
    "AuditError",
    "Draw",
    "ElectronicDeck",
    "LampReader",
    "SealError",
    "StripReader",
    "Subject",
    "audit",
    "lamp_signal",
    "new_deck",
    "rows_of",
    "salt_of",
]
