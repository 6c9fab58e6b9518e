"""The sentences that a game has for the voice: its ``spoken.toml``, translated in its ``spoken.po``."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.resources import files

from companion.locale import Texts
from companion.locale.catalogue import translations
from companion.rules.contract import Breach, ClauseId, Effect, Facts
from companion.rules.registry import package_of
from companion.rules.text import verb_of
from companion.rules.toml import read_toml
from companion.sound.pronunciation import Pronunciation

_NOTATION = re.compile(r"[\^*/\\|_<>{}\[\]#=@]|[A-Za-z]\d|\d[A-Za-z]|:\S")
"""Cells (``e9``), marks (``e9^``), compounds (``laid:south``): notation that nobody would say aloud."""


def fit_for_ear(text: str) -> bool:
    """Whether the text is without notation, so that a person would say it aloud."""
    return not _NOTATION.search(text)


@dataclass(frozen=True, slots=True)
class Spoken:
    """Sentences by clause (without the game's name), and by the first word of a move; how words are
    pronounced."""

    refusals: Mapping[str, str] = field(default_factory=dict)
    effects: Mapping[str, str] = field(default_factory=dict)
    moves: Mapping[str, str] = field(default_factory=dict)
    pronunciation: Pronunciation = field(default_factory=Pronunciation)


@lru_cache(maxsize=32)
def spoken_of(game: str) -> Spoken:
    """The sentences of a game; empty if it has none. Raises NotationError for a file that is not TOML."""
    file = files(package_of(game)) / "spoken.toml"
    if not file.is_file():
        return Spoken()
    read = read_toml(file.read_text(encoding="utf-8"))
    return Spoken(**{**read, "pronunciation": Pronunciation(**read.get("pronunciation", {}))})


class Ear:
    """Says the words of a game in one language. ``names``: people's names by seat, if they have any."""

    def __init__(self, game: str, language: str, names: Mapping[str, str] | None = None) -> None:
        self.texts = Texts(language, game, names)
        self._language = language
        self._spoken = spoken_of(game)
        self._catalogue = translations(package_of(game), "spoken", language)

    @property
    def pronunciation(self) -> Pronunciation:
        """What the voice is told about the game's words."""
        return self._spoken.pronunciation

    def refusal(self, breach: Breach) -> str:
        """The sentence for a broken clause; "" if the game has none that can be said."""
        own = self._spoken.refusals.get(_short(breach.clause))
        said = self._catalogue.gettext(own) if own is not None else self.texts.clause(breach.clause)
        return said if fit_for_ear(said) else ""

    def effect(self, effect: Effect) -> str:
        """The sentence for an effect; "" if the game has none that can be said."""
        return self._filled(self._spoken.effects.get(_short(effect.clause), ""), effect.facts)

    def move(self, text: str) -> str:
        """The sentence for a move; "" if the game has none that can be said."""
        return self._filled(self._spoken.moves.get(verb_of(text), ""), ())

    def _filled(self, key: str, facts: Facts) -> str:
        if not key:
            return ""
        words = {name: self._word(name, value) for name, value in facts}
        return self._catalogue.gettext(key).format_map(words) if all(words.values()) else ""

    def _word(self, name: str, value: str) -> str:
        """The name of a seat's player, or a word of the game; "" for notation."""
        word = self.texts.fact(name, value)
        return word if value in self.texts.names or fit_for_ear(word) else ""


def _short(clause: ClauseId) -> str:
    return clause.partition("/")[2]
