"""Every sentence a person reads, in English, Ukrainian and Russian.

A key is the English text itself, with ``{placeholders}`` for facts. Catalogues are gettext ``.po`` files:
domain ``companion`` here, and one domain for each game inside that game's own package. They are read as
they are when a language is chosen, so there is no compile step that could be forgotten.
"""

from __future__ import annotations

from companion.locale.texts import LANGUAGE_NAMES, LANGUAGES, N_, LanguageError, Message, Sentence, Texts

__all__ = ["LANGUAGES", "LANGUAGE_NAMES", "N_", "LanguageError", "Message", "Sentence", "Texts"]
