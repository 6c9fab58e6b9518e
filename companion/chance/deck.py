"""A deck or die that nobody can steer: its seed is sealed before the first card and shown after the last.

The construction, its limits and how to check it by hand: ``companion/decisions/0004-commit-reveal.md``.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from companion.referee.view import DeckView
from companion.rules.registry import AnyGame

SEED_BYTES = 32
Note = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Subject:
    """What a seal is about, so that it can be used for nothing else. No field holds a line break."""

    game: str
    rules: str
    edition: str
    source: str

    @classmethod
    def of(cls, game: AnyGame, source: str) -> Subject:
        """One chance source of an installed game."""
        return cls(game.id, game.rules_version, game.edition, source)


@dataclass(frozen=True, slots=True)
class ElectronicDeck:
    """A :class:`companion.referee.ports.OutcomeSource`. ``seed``: 32 secret bytes. ``salt``: hexadecimal
    digest of the words that the players chose after they saw the seal; "" when they chose none."""

    subject: Subject
    seed: bytes = field(repr=False)
    salt: str = ""

    def __post_init__(self) -> None:
        if len(self.seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(self.seed)}")

    @property
    def source(self) -> str:
        """The chance source it draws for."""
        return self.subject.source

    @property
    def commitment(self) -> str:
        """The seal: SHA-256, in hexadecimal, of a text that names the subject and the seed."""
        return commitment(self.subject, self.seed)

    def draw(self, outcomes: Sequence[str], drawn: Sequence[str]) -> str:
        """The next outcome; depends on the seed, the salt, how many draws stand and which outcomes are
        possible, and on nothing else. Raises ValueError when none is possible."""
        if not outcomes:
            raise ValueError(f"{self.source}: there is nothing left to draw")
        tickets = sorted(outcomes)
        return tickets[below(len(tickets), self._blocks(len(drawn)))]

    def view(self, drawn: int, over: bool) -> DeckView:
        """What may be shown: the seal always, the seed only when the game is over."""
        return DeckView(self.source, self.commitment, self.seed.hex() if over else "", drawn, self.salt)

    def with_words(self, words: str) -> ElectronicDeck:
        """The same deck stirred by the players' words. Ask for them only after the seal was shown."""
        return replace(self, salt=salt_of(words))

    def head_notes(self) -> tuple[Note, ...]:
        """Notes for the match file's head before the first draw."""
        return self.view(0, over=False).notes

    def seed_note(self) -> Note:
        """The note that is added when the game is over."""
        return ("seed", f"{self.source} {self.seed.hex()}")

    def _blocks(self, drawn: int) -> Iterator[bytes]:
        """The stream of draw ``drawn`` (from 0): HMAC-SHA-256 of a counter, keyed with the seed."""
        counter = 0
        while True:
            text = f"draw {self.source} {drawn} {counter} {self.salt}".rstrip()
            yield hmac.digest(self.seed, text.encode(), "sha256")
            counter += 1


def new_deck(game: AnyGame, source: str) -> ElectronicDeck:
    """A deck with a fresh seed from the operating system's cryptographic source."""
    return ElectronicDeck(Subject.of(game, source), secrets.token_bytes(SEED_BYTES))


def commitment(subject: Subject, seed: bytes) -> str:
    """SHA-256 of a text that anybody can type; the fields are lines, so none can run into the next."""
    lines = (
        "companion seal 1",
        f"game {subject.game}",
        f"rules {subject.rules}",
        f"edition {subject.edition}",
        f"source {subject.source}",
        f"seed {seed.hex()}",
    )
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def salt_of(words: str) -> str:
    """SHA-256, in hexadecimal, of the words with single blanks between them; "" for no words at all."""
    said = " ".join(words.split())
    return hashlib.sha256(said.encode()).hexdigest() if said else ""


def below(limit: int, blocks: Iterator[bytes]) -> int:
    """A number from 0 to ``limit`` - 1, each equally likely if the bits of the blocks are.

    Of each block the first b bits count, 2^b being the least power of two that is at least ``limit``; a
    number that is too large is thrown away with its block (rejection), so nothing is favoured.
    """
    bits = (limit - 1).bit_length()
    return next(number for block in blocks if (number := _first_bits(block, bits)) < limit)


def _first_bits(block: bytes, bits: int) -> int:
    return int.from_bytes(block, "big") >> (len(block) * 8 - bits)
