"""The electronic decks of a match: sealed when it begins, taken up again when it goes on."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.chance import ElectronicDeck, Subject, new_deck
from companion.locale import N_, Message
from companion.ports.errors import ControllerError
from companion.referee.view import DeckView
from companion.rules.match import AnyMatch
from companion.rules.registry import AnyGame

_BAD_SEED = N_("Match {match} has lost the seed of its deck; export it and begin a new one.")
_OTHER_SEED = N_(
    "The deck of match {match} is not the one that was sealed before the game: somebody has changed the "
    "journal. Export the match and begin a new one."
)

Words = Callable[[DeckView], str]
"""Asks the players for words that stir a sealed deck; "" when they say none."""


def no_words(_deck: DeckView) -> str:
    """Nobody is asked."""
    return ""


def sealed(game: AnyGame, source: str, words: Words) -> ElectronicDeck:
    """A new deck, stirred with what the players say."""
    deck = new_deck(game, source)
    said = words(deck.view(0, False))
    return deck.with_words(said) if said else deck


def resumed(number: int, match: AnyMatch, seeds: Mapping[str, str]) -> tuple[ElectronicDeck, ...]:
    """The decks of match ``number``. ``seeds``: hexadecimal, by source. Raises ControllerError for a seed
    that is missing or not the one that was sealed."""
    salts = dict(value.split(" ", 1) for key, value in match.notes if key == "salt" and " " in value)
    facts = (("match", str(number)),)
    decks = []
    for value in (value for key, value in match.notes if key == "seal"):
        source = value.split(" ", 1)[0]
        try:
            seed = bytes.fromhex(seeds.get(source, ""))
            deck = ElectronicDeck(Subject.of(match.game, source), seed, salts.get(source, ""))
        except ValueError as error:
            raise ControllerError(Message(_BAD_SEED, facts)) from error
        if value != f"{source} {deck.commitment}":
            raise ControllerError(Message(_OTHER_SEED, facts))
        decks.append(deck)
    return tuple(decks)
