"""Reads ``.po`` files into gettext translations, in memory."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from importlib.resources import files
from io import BytesIO

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po

TERM = "term"
"""The gettext context of single words: seats, colours, cards, phases, verbs."""
log = logging.getLogger(__name__)
_GAP = re.compile(r"{(\w+)}")
_ANY, _WORD = r"[^\s,]+", {"number": r"\d+", "name": r"[a-z][^\s,]*"}


@dataclass(frozen=True, slots=True)
class Phrase:
    """A term with gaps: ``words`` matches it as a code says it, ``said`` is the sentence with the same
    gaps."""

    words: re.Pattern[str]
    said: str


@lru_cache(maxsize=32)
def translations(package: str, domain: str, language: str) -> NullTranslations:
    """The catalogue ``locale/LANGUAGE/LC_MESSAGES/DOMAIN.po`` of a package; an empty one if it has none.

    An empty catalogue gives every key back, and keys are English. Fuzzy entries are left out.
    """
    catalogue = _read(package, domain, language)
    if catalogue is None:
        return NullTranslations()
    compiled = BytesIO()
    write_mo(compiled, catalogue)
    compiled.seek(0)
    return GNUTranslations(compiled)


@lru_cache(maxsize=32)
def phrases(package: str, domain: str, language: str) -> tuple[Phrase, ...]:
    """The terms with gaps (``move bear {start} {end}``), those with the fewest gaps first; of these, those
    that ask for a number."""
    catalogue = _read(package, domain, language)
    messages = [message for message in catalogue or () if message.context == TERM and "{" in message.id]
    messages.sort(key=lambda message: (len(_GAP.findall(str(message.id))), "{number}" not in message.id))
    return tuple(Phrase(_pattern(str(message.id)), str(message.string)) for message in messages)


def _pattern(key: str) -> re.Pattern[str]:
    """A gap is one word; the gap ``number`` only takes digits, ``name`` what begins with a letter."""
    return re.compile(_GAP.sub(lambda gap: f"(?P<{gap[1]}>{_WORD.get(gap[1], _ANY)})", key))


@lru_cache(maxsize=4)
def _read(package: str, domain: str, language: str) -> Catalog | None:
    po = files(package) / "locale" / language / "LC_MESSAGES" / f"{domain}.po"
    if not po.is_file():
        return None
    try:
        with po.open("rb") as file:
            return read_po(file, locale=language, domain=domain, abort_invalid=True)
    except (OSError, ValueError, PoFileError) as error:  # of a game by any author: its texts stay English
        log.warning("%s cannot be read: %s", po, error)
        return None
