"""An owner's cards, learned from pictures (``companion cards learn``), under the names of a game's faces."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from companion.locale import N_, Message
from companion.rules.contract import Reading
from companion.rules.registry import AnyGame
from vision.recognition.cards import CardBox, CardsError

NO_BOX = N_(
    "{path} does not hold learned cards. Make such a file with: companion cards learn GAME FOLDER -o BOX"
)
_OTHER = N_(
    "{path} has cards that {game} does not: {cards}. Name the pictures after its symbols and colours, or set "
    "the colours of your edition."
)
_BACK = "back"
"""A picture of the back, which lies in no place where cards are read."""
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")


class OwnCardsError(Exception):
    """A box of cards that the game cannot use; ``text`` is one sentence that says what to do."""

    def __init__(self, key: str, **facts: str) -> None:
        self.text = Message(key, tuple(facts.items()))
        super().__init__(key.format(**facts))


def cards_for(game: AnyGame, path: Path) -> CardBox:
    """The cards of a box, under this game's names (``circleCross-red`` is its ``circle-cross-red``). Raises
    OwnCardsError if the file is no box of cards, or has cards that the game does not have."""
    learned = kept_cards(path)
    faces = {
        piece
        for zone in game.zones(game.setup(game.seatings[-1], {}))
        if zone.reading is Reading.TOKENS
        for stack in zone.stacks
        for piece in stack
    }
    names = [f"card {_HUMP.sub('-', name).lower()}" for name in learned.names]
    other = [
        name for name, piece in zip(learned.names, names, strict=True) if piece not in faces and name != _BACK
    ]
    if other:
        raise OwnCardsError(_OTHER, path=str(path), game=game.id, cards=", ".join(other))
    mine = [number for number, piece in enumerate(names) if piece in faces]
    return replace(
        learned,
        names=tuple(names[number] for number in mine),
        inks=learned.inks[mine],
        colours=learned.colours[mine],
    )


def kept_cards(path: Path) -> CardBox:
    """The cards in a file. Raises OwnCardsError."""
    try:
        return CardBox.load(path)
    except CardsError as error:
        raise OwnCardsError(NO_BOX, path=str(path)) from error


def beside(box: Path) -> Path:
    """The file in which the cards of an owner's box are kept. ``box``: the file with the portraits of its
    pieces."""
    return box.with_suffix(".cards.npz")
