"""How words are pronounced that espeak-ng stresses on a wrong syllable: phonemes in their place."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from typing import Final

from companion.rules.toml import read_toml

Phonemes = Mapping[str, Mapping[str, str]]
"""By language and word in lower case: the phonemes of the word, in espeak-ng's mnemonics."""
_WORD: Final = re.compile(r"[\w’]+")
_NONE: Final[Phonemes] = {}


def pronounced(text: str, language: str, own: Phonemes = _NONE) -> str:
    """The text as espeak-ng is given it: with phonemes in ``[[...]]`` for words that it stresses wrongly.
    ``own``: those of a game. Brackets in the text itself, say in somebody's name, are left out."""
    known = {**_common().get(language, {}), **own.get(language, {})}

    def said(word: re.Match[str]) -> str:
        phonemes = known.get(word[0].lower())
        return f"[[{phonemes}]]" if phonemes else word[0]

    return _WORD.sub(said, text.replace("[", " ").replace("]", " "))


@lru_cache(maxsize=1)
def _common() -> Phonemes:
    return read_toml((files(__package__) / "pronunciation.toml").read_text(encoding="utf-8"))
