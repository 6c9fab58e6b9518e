"""Reads ``.po`` files into gettext translations, in memory."""

from __future__ import annotations

from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

TERM = "term"
"""The gettext context of single words: seats, colours, cards, phases, verbs."""


@lru_cache(maxsize=32)
def translations(package: str, domain: str, language: str) -> NullTranslations:
    """The catalogue ``locale/LANGUAGE/LC_MESSAGES/DOMAIN.po`` of a package; an empty one if it has none.

    An empty catalogue gives every key back, and keys are English. Fuzzy entries are left out.
    """
    po = files(package) / "locale" / language / "LC_MESSAGES" / f"{domain}.po"
    if not po.is_file():
        return NullTranslations()
    with po.open("rb") as file:
        catalogue = read_po(file, locale=language, domain=domain, abort_invalid=True)
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)
