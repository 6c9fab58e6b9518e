"""Moves and outcomes as one line of text, read and printed by one description::

    Grammar(Move, {"move": "KIND start:SPOT end:SPOT", "give": "PILE PLACE [NUMBER]", "end": ""}, words)

``words`` says what may stand for each word of a form; its value goes into the field of that name (``kind``),
or into the one before the colon. A verb of several forms has a tuple of them. The first form that can say a
move is printed, with what stands in brackets where it can.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from companion.rules.contract import NotationError
from companion.rules.text import read_number, read_words

M = TypeVar("M")
LARGEST = 999_999_999
FEW = 18
"""So many words are named where another one was said."""


class WordForm(Protocol):
    """What may stand for one word of a form."""

    def read(self, word: str, line: int | None = None) -> Any:
        """The value of a word. Raises NotationError."""

    def write(self, value: Any) -> str | None:
        """The word of a value; None for one that cannot stand here."""


class Word:
    """One of certain words, given with their values, or in a sequence of which the numbers are meant.
    ``what``: what the words are, "" where they have no name in common."""

    def __init__(self, what: str, known: Sequence[str] | Mapping[str, Any]) -> None:
        self.what = what
        self.values = known if isinstance(known, Mapping) else {word: at for at, word in enumerate(known)}
        self._words = {value: word for word, value in self.values.items()}

    def read(self, word: str, line: int | None = None) -> Any:
        value = self.values.get(word)
        if value is None:
            known = ", ".join(self.values)
            choice = f"; choose one of {known}" if len(self.values) <= FEW else ""
            told = f"{word!r} is no {self.what}{choice}" if self.what else f"{word!r} is none of: {known}"
            raise NotationError(told, line)
        return value

    def write(self, value: Any) -> str | None:
        return self._words.get(value)


class AnyWord:
    """Any word, as it is."""

    def read(self, word: str, line: int | None = None) -> str:
        del line
        return word

    def write(self, value: str) -> str:
        return value


class Number:
    """A whole number. ``what``: what it says, as a sentence begins (``the number of cards``)."""

    def __init__(self, what: str, least: int = 0, most: int = LARGEST) -> None:
        self.what, self.least, self.most = what, least, most

    def read(self, word: str, line: int | None = None) -> int:
        number = read_number(word, self.what, line)
        if not self.least <= number <= self.most:
            most = f"to {self.most}" if self.most < LARGEST else "or more"
            raise NotationError(f"{self.what} is {self.least} {most}", line)
        return number

    def write(self, value: int) -> str | None:
        return str(value) if self.least <= value <= self.most else None


class Count(Number):
    """How many there are on one line of a position, at least one."""

    def __init__(self, what: str = "the number", most: int = LARGEST) -> None:
        super().__init__(what, 1, most)

    def read(self, word: str, line: int | None = None) -> int:
        try:
            return super().read(word, line)
        except NotationError as error:
            told = "; a line for nothing is left out" if word == "0" else ""
            raise NotationError(error.reason + told, line) from error


class Several:
    """All words that are left, ``least`` to ``most``. ``label``: how forms show them; ``fault``: what is
    wrong with the values together, "" for nothing."""

    def __init__(
        self, part: WordForm, least: int, most: int, label: str, fault: Callable[[Any], str] = lambda _: ""
    ) -> None:
        self.part, self.least, self.most, self.label, self.fault = part, least, most, label, fault

    def read_all(self, words: Sequence[str], line: int | None = None) -> Any:
        """The value of the words. Raises NotationError."""
        values = tuple(self.part.read(word, line) for word in words)
        if fault := self.fault(values):
            raise NotationError(fault, line)
        return values

    def write(self, value: Any) -> str | None:
        words = [self.part.write(one) for one in value]
        return " ".join(map(str, words)) if self.least <= len(words) <= self.most else None


Forms = Mapping[str, str | tuple[str, ...]]
"""The form, or the forms, of what follows each verb."""
Words = Mapping[str, Any]
"""What may stand for each word of a form: a :class:`WordForm`, or :class:`Several` for the last."""


class _Form(NamedTuple):
    """The number of words that fit; for each a field, its part and the values that are known at once, but for
    those of the last part that takes several; that field and part; a field and its printer for each."""

    least: int
    most: int
    reads: list[tuple[str, WordForm, Mapping[str, Any]]]
    rest: tuple[str, Several] | None
    writes: list[tuple[str, Callable[[Any], str | None]]]


class Grammar(Generic[M]):
    """The texts of moves. ``make``: a move of its verb and fields; ``what``: what the texts are; ``first``:
    the field of the verb; where it is another, a line of a position begins with ``what``."""

    def __init__(
        self, make: Callable[..., M], forms: Forms, words: Words, what: str = "move", first: str = "verb"
    ) -> None:
        self.make, self.what, self.first = make, what, first
        self._known = lru_cache(maxsize=1024)(lambda text: self.read_all(read_words(text)))
        self._forms: dict[str, list[_Form]] = {}
        self._told: dict[str, str] = {}
        self._lead = "" if first == "verb" else f"{what} "
        for verb, form in forms.items():
            said = (form,) if isinstance(form, str) else form
            self._forms[verb] = [_made(one, words) for form in said for one in _expanded(form)]
            self._told[verb] = " or ".join(_shown(self._lead + verb, form, words) for form in said)

    def read(self, text: str) -> M:
        """Raises NotationError for words that are none, or too many or too few of them. The same texts come
        again: the log, the judge and the screen each ask for a move."""
        return self._known(text)

    def read_all(self, said: Sequence[str], line: int | None = None) -> M:
        """As :meth:`read`, of words."""
        verb, *words = said
        if verb not in self._forms:
            known = f"the {self.what}s are {', '.join(self._forms)}"
            raise NotationError(f"{verb!r} is no {self.what}; {known}", line)
        wrong: list[str] = []
        furthest = 0
        for least, most, reads, rest, _ in self._forms[verb]:
            if least <= len(words) <= most:
                fields: dict[str, Any] = {}
                try:
                    for (field, part, values), word in zip(reads, words, strict=False):
                        fields[field] = values[word] if word in values else part.read(word)
                    if rest:
                        fields[rest[0]] = rest[1].read_all(words[len(reads) :])
                    return self.make(verb, **fields)
                except NotationError as error:
                    if len(fields) > furthest:
                        wrong, furthest = [], len(fields)
                    if len(fields) == furthest and error.reason not in wrong:
                        wrong.append(error.reason)
        if not wrong or (furthest == 0 and " or " in self._told[verb]):
            wrong.append(f"write it as {self._told[verb]}, not '{self._lead}{' '.join(said)}'")
        raise NotationError("; ".join(wrong), line)

    def write(self, move: Any) -> str:
        """The one text of a move. Raises ValueError for one that no form can say."""
        verb = getattr(move, self.first)
        for form in self._forms[verb]:
            words = [write(getattr(move, field)) for field, write in form.writes]
            if None not in words:
                return " ".join((verb, *filter(None, words)))
        raise ValueError(f"no form of {verb!r} can say {move!r}")


def _split(word: str) -> tuple[str, str]:
    """The field and the key of what may stand there."""
    field, colon, key = word.partition(":")
    return (field, key) if colon else (word.lower(), word)


def _made(form: Sequence[str], words: Words) -> _Form:
    parts = [(field, words[key]) for field, key in map(_split, form)]
    writes = [(field, part.write) for field, part in parts]
    rest = parts.pop() if parts and isinstance(parts[-1][1], Several) else None
    least, most = (rest[1].least, rest[1].most) if rest else (0, 0)
    reads = [(field, part, part.values if isinstance(part, Word) else {}) for field, part in parts]
    return _Form(len(parts) + least, len(parts) + most, reads, rest, writes)


def _expanded(form: str) -> list[list[str]]:
    """With and without each word in brackets, the longest first."""
    choices = [((word[1:-1],), ()) if word[0] == "[" else ((word,),) for word in form.split()]
    return [[word for chosen in one for word in chosen] for one in product(*choices)]


def _shown(verb: str, form: str, words: Words) -> str:
    shown = [verb]
    for word in form.split():
        key = _split(word.strip("[]"))[1]
        part = words[key]
        label = part.label if isinstance(part, Several) else key
        shown.append(f"[{label}]" if word[0] == "[" else label)
    return f"'{' '.join(shown)}'"
