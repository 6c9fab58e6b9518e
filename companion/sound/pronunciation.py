"""How words are said that a voice stresses on a wrong syllable: phonemes in their place, or a stress mark."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files
from typing import Final

from companion.rules.toml import read_toml

MARK: Final = "\u0301"
"""Stands after the stressed vowel."""
_WORD: Final = re.compile(r"[\w’]+")


@dataclass(frozen=True, slots=True)
class Pronunciation:
    """What voices are told about words. ``phonemes``: by language and word in lower case, in espeak-ng's
    mnemonics. ``stress``: by language, words in lower case with a stress mark, for RHVoice."""

    phonemes: Mapping[str, Mapping[str, str]] = field(default_factory=dict)
    stress: Mapping[str, Sequence[str]] = field(default_factory=dict)


NONE: Final = Pronunciation()


def with_phonemes(text: str, language: str, own: Pronunciation = NONE) -> str:
    """The text as espeak-ng is given it: with phonemes in ``[[...]]`` for words that it stresses wrongly.
    ``own``: what a game tells of its words. Brackets in the text itself, say in somebody's name, are left
    out."""
    known = {**_common().phonemes.get(language, {}), **own.phonemes.get(language, {})}

    def said(word: re.Match[str]) -> str:
        phonemes = known.get(word[0].lower())
        return f"[[{phonemes}]]" if phonemes else word[0]

    return _WORD.sub(said, text.replace("[", " ").replace("]", " "))


def with_stress(text: str, language: str, own: Pronunciation = NONE) -> str:
    """The text as RHVoice is given it: with a mark in words that it stresses wrongly. ``own``: what a game
    tells of its words."""
    marked = (*_common().stress.get(language, ()), *own.stress.get(language, ()))
    known = {word.replace(MARK, ""): word.index(MARK) for word in marked}

    def said(word: re.Match[str]) -> str:
        after = known.get(word[0].lower())
        return word[0] if after is None else word[0][:after] + MARK + word[0][after:]

    return _WORD.sub(said, text)


@lru_cache(maxsize=1)
def _common() -> Pronunciation:
    return Pronunciation(**read_toml((files(__package__) / "pronunciation.toml").read_text(encoding="utf-8")))
