"""The append-only truth of the table: one SQLite file, one connection, durable before anyone hears of it."""

from __future__ import annotations

from companion.journal.book import Book, Listed, MatchJournal, open_journal

__all__ = ["Book", "Listed", "MatchJournal", "open_journal"]
