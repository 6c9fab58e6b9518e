"""From keys and facts to a sentence of a language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from gettext import NullTranslations
from typing import Protocol

from companion.locale.catalogue import TERM, Phrase, phrases, translations
from companion.rules.contract import Breach, Clause, ClauseId, Effect, Facts, ScoreLine
from companion.rules.optional import Wording
from companion.rules.palette import COLOURS
from companion.rules.registry import find_game, package_of

LANGUAGES = ("en", "uk", "ru")

LANGUAGE_NAMES: Mapping[str, str] = {"en": "English", "uk": "Українська", "ru": "Русский"}
"""Each language by its own name, which is the same on every screen."""

SEATS = ("seat", "seats", "place", "places", "named", "attacker")
"""Facts with these names are seats, and are told by the names of the people who sit there."""

_GAP = "…"
_TERMS = re.compile(r"[^();:, ][^();:,]*")
_LONGEST_COMPOUND = 3
_LEAST_WORD = 4
"""Shorter ones are cards and paths (``ur``); ordinary words must be declared to be translated."""


class LanguageError(ValueError):
    """A language that has no catalogue; the message says which there are."""


class Sentence(Protocol):
    """Anything with a key and facts, such as :class:`Message`."""

    @property
    def key(self) -> str: ...
    @property
    def facts(self) -> Facts: ...


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence: ``key`` is the English text with ``{placeholders}`` and the gettext key."""

    key: str
    facts: Facts = ()


def N_(key: str) -> str:  # gettext's own name for a key that is translated later
    """Marks a constant as a key, so that the catalogues' check finds it."""
    return key


class _Filling(dict[str, object]):
    def __missing__(self, name: str) -> object:
        return _GAP


class Texts:
    """The texts of one language; with ``game`` also those of that game. ``names``: of the people in seats.

    A word or sentence without a translation is shown in English, which is the key; that the catalogues
    are complete is the business of ``tests/locale``. A placeholder without a fact shows as "…".
    Raises LanguageError for an unknown language and UnknownGameError for an unknown game.
    """

    def __init__(
        self, language: str, game: str | None = None, names: Mapping[str, str] | None = None
    ) -> None:
        if language not in LANGUAGES:
            raise LanguageError(f"There is no language {language!r}; choose one of {', '.join(LANGUAGES)}.")
        self.language = language
        self.game = game
        self.names = names or {}
        own = translations("companion", "companion", language)
        self._catalogues: tuple[NullTranslations, ...] = (own,)
        self._clauses: dict[ClauseId, Clause] = {}
        self._phrases: tuple[Phrase, ...] = ()
        self._wording: Wording | None = None
        if game is not None:
            self._catalogues = (translations(package_of(game), game, language), own)
            self._phrases = phrases(package_of(game), game, language)
            rules = find_game(game)
            self._clauses = {clause.id: clause for clause in rules.clauses}
            self._wording = rules if isinstance(rules, Wording) else None

    def say(self, key: str, **facts: object) -> str:
        """The sentence ``key`` with its facts put in as they are."""
        return self._first(key).format_map(_Filling(facts))

    def count(self, one: str, many: str, n: int, **facts: object) -> str:
        """The sentence ``one`` or ``many`` in the plural form that the language has for ``n`` ({n})."""
        for catalogue in self._catalogues:
            found = catalogue.ngettext(one, many, n)
            if found not in (one, many):
                break
        else:
            found = one if n == 1 else many
        return found.format_map(_Filling(facts, n=n))

    def message(self, message: Sentence) -> str:
        """A sentence of another room; its facts are words and are translated as such."""
        return self._fill(message.key, message.facts)

    def term(self, word: str) -> str:
        """A word of the game: a seat, colour, card, phase, verb, option, or several with blanks between.

        Of a phrase a term with gaps that fits it whole comes first (``sail {start} {end}``), then the longest
        known part is translated as a whole (``run red trap`` before ``run``), a compound cell
        (``laid:south``) part by part; what is no word at all (``d4``, ``7``) stays as it is. So does a phrase
        with ordinary words in it that nobody declared: it is a sentence, not a move.
        """
        return self._known(word) or word

    def seat(self, name: str) -> str:
        """Who sits there, or how the seat is called; of several (``south; north``) each."""
        return "; ".join(self.names.get(one) or self.term(one) for one in name.split("; "))

    def fact(self, name: str, value: str) -> str:
        """The word for a fact of a sentence."""
        return self.seat(value) if name in SEATS else self.term(value)

    def outcome(self, text: str) -> str:
        """What a card, die or totem brought, or the source that is asked: seats in it by the names of the
        people who sit there. A seat that is called by a colour may be a piece in it, and stays."""
        said, words = self.term(text), text.replace(";", "").split()
        for seat, name in self.names.items():
            if seat in words and seat not in COLOURS:
                called = name.replace("\\", r"\\")
                said = re.sub(rf"\b{re.escape(self.term(seat))}\b", called, said, flags=re.IGNORECASE)
        return said

    def kind(self, verb: str) -> str:
        """What somebody does who makes moves that begin with this word; the word where the game has no words
        for it."""
        return self._word(f"may {verb}") or self.term(verb)

    def _known(self, word: str) -> str | None:
        """A word, phrase or code; None if it is something else."""
        for mark in ("; ", ", "):
            if mark in word and self._word(word) is None:
                parts = [self._known(part) for part in word.split(mark)]
                return None if None in parts else mark.join(part for part in parts if part is not None)
        who, mark, what = word.partition(": ")
        if mark:
            return None if (said := self._known(what)) is None else f"{self.term(who)}: {said}"
        return self._phrase(word.split(" "))

    def _phrase(self, words: list[str]) -> str | None:
        """Words that belong together, from the longest known beginning on."""
        if (told := self._filled(" ".join(words))) is not None:
            return told
        for end in range(len(words), 0, -1):
            beginning = self._word(" ".join(words[:end])) or (self._code(words[0]) if end == 1 else None)
            if beginning is not None:
                rest = self._phrase(words[end:]) if words[end:] else ""
                return None if rest is None else f"{beginning} {rest}".strip()
        return None

    def _filled(self, text: str) -> str | None:
        """The sentence that the game has for words with gaps (``move bear {start} {end}``); None without."""
        for phrase in self._phrases:
            if (found := phrase.words.fullmatch(text)) is not None:
                return phrase.said.format_map(
                    {name: self.term(word) for name, word in found.groupdict().items()}
                )
        return None

    def _code(self, word: str) -> str | None:
        """Something short or with digits that is the same in every language, or a compound of words; an
        address (``::1``, ``http://here:8080/``) is none. A mark at its end (``e9^``) is a word, too, where
        the game has one for it, and a picture is what the game says of it."""
        if told := self._wording.in_words(word) if self._wording is not None else "":
            return _TERMS.sub(lambda found: self.term(found[0]), told)
        mark = self._word(word[-1:]) if len(word) > 1 and not word[-1:].isalnum() else None
        if mark is not None:
            return f"{self.term(word[:-1])} {mark}"
        parts = word.split(":")
        if 1 < len(parts) <= _LONGEST_COMPOUND and all(parts) and "//" not in word:
            return " ".join(self.term(part) for part in parts)
        return word if len(word) < _LEAST_WORD or not word.isalpha() else None

    def clause(self, clause: Clause | ClauseId, facts: Facts = ()) -> str:
        """The text of a clause, with its facts where it has placeholders; other facts follow in brackets.

        KeyError: not a clause of this game.
        """
        found = clause if isinstance(clause, Clause) else self._clauses[clause]
        text = self._fill(found.text, facts)
        others = [self.fact(name, value) for name, value in facts if f"{{{name}}}" not in found.text]
        return f"{text} ({', '.join(others)})" if others else text

    def reminder(self, clause: ClauseId, seconds: int) -> str:
        """What has been waited for, and for how long."""
        return self.say(N_("Waiting for {seconds} s. {what}"), seconds=seconds, what=self.clause(clause))

    def breach(self, breach: Breach) -> str:
        """Why an attempt is refused."""
        return self.clause(breach.clause, breach.facts)

    def effect(self, effect: Effect) -> str:
        """What followed by itself."""
        return self.clause(effect.clause, effect.facts)

    def score_line(self, line: ScoreLine) -> str:
        """What points are given for."""
        return self.clause(line.clause, line.facts)

    def terms(self, words: Iterable[str]) -> str:
        """Several words as a list."""
        return ", ".join(self.term(word) for word in words)

    def _first(self, key: str) -> str:
        for catalogue in self._catalogues:
            found = catalogue.gettext(key)
            if found != key:
                return found
        return key

    def _word(self, word: str) -> str | None:
        for catalogue in self._catalogues:
            found = catalogue.pgettext(TERM, word)
            if found != word:
                return found
        return None

    def _fill(self, key: str, facts: Facts) -> str:
        return self._first(key).format_map(_Filling({name: self.fact(name, value) for name, value in facts}))
