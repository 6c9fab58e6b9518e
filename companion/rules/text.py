"""Text forms: one fact a line, ASCII, lower case, blank-separated words, ``#`` starts a comment.

Everything here raises :class:`~companion.rules.contract.NotationError` and nothing else.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.contract import NotationError, OptionValue

_ENDLESS = re.compile(r"\S{250,}")
_TYPED = re.compile(r"[0-9]{1,9}", re.ASCII)
_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Fact:
    """One line that says something: its number (from 1), its keyword and the words after it."""

    line: int
    key: str
    args: tuple[str, ...]

    def error(self, reason: str) -> NotationError:
        return NotationError(reason, self.line)

    def words(self, number: int) -> tuple[str, ...]:
        """Exactly so many words after the key. Raises NotationError."""
        if len(self.args) != number:
            raise self.error(f"after {self.key} come {number} words, not {len(self.args)}")
        return self.args


def option_word(value: OptionValue) -> str:
    """An option's value as positions, match files and commands write it."""
    return ("no", "yes")[value] if isinstance(value, bool) else str(value)


def strip_comment(line: str) -> str:
    """The line without its comment (which may hold any characters) and surrounding blanks."""
    return line.partition("#")[0].strip(" \t\r")


def read_facts(text: str) -> Iterator[Fact]:
    """The facts of a text in order; empty lines and comments are left out."""
    for number, line in enumerate(text.split("\n"), 1):
        said = strip_comment(line)
        if not said:
            continue
        check_characters(said, number)
        key, *args = said.split()
        yield Fact(number, key, tuple(args))


def check_characters(said: str, line: int | None = None) -> None:
    """Only printable ASCII may stand outside a comment."""
    if not said.isascii() or not said.replace("\t", " ").isprintable():
        raise NotationError("only plain ASCII characters may stand here", line)


def verb_of(text: str) -> str:
    """The first word of a move or outcome."""
    return text.partition(" ")[0]


def read_words(text: str) -> list[str]:
    """The words of a one-line form (a move, an outcome): exactly one blank between two words."""
    check_characters(text)
    words = text.split(" ")
    if "" in words or "\t" in text:
        raise NotationError(f"{text!r}: write one blank between two words and none around them")
    return words


def brief(said: str) -> str:
    """A sentence without the whole of an endless word that it repeats."""
    return _ENDLESS.sub(lambda found: f"{found[0][:40]}...", said)


def number_in(word: str) -> int | None:
    """A whole number of at most nine ASCII digits, such as people type; None for anything else."""
    return int(word) if _TYPED.fullmatch(word) else None


def read_number(word: str, what: str, line: int | None = None) -> int:
    """A decimal number without sign or leading zeros, at most nine digits."""
    if not _NUMBER.fullmatch(word):
        raise NotationError(f"{what} must be a whole number such as 12, not {word!r}", line)
    return int(word)
