"""What a spectators' page needs once for each match: the places of cells, the drawings and names of pieces.

The page itself knows no game. A game says in ``picture.toml``, beside its rules, how its bases and pieces are
drawn (companion/docs/picture.md); a game without that file is drawn as cards with words.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache

from companion.broadcast.payloads import Json, head
from companion.locale import LANGUAGES, Texts
from companion.referee.sentences import capital
from companion.referee.sheets import printed_on
from companion.referee.view import TableView
from companion.rules import palette
from companion.rules.contract import Setup, Zone
from companion.rules.drawing import drawing_of
from companion.rules.optional import Directing, Grounding
from companion.rules.registry import AnyGame

Said = str | dict[str, str]
"""A text in every language by its code (``{"en": "card", "uk": "картка"}``), or one text for all
languages."""


class Tongues:
    """The texts of one game in every language. ``names``: people's names by seat, if they may be sent."""

    def __init__(self, game: str, names: Mapping[str, str] | None = None) -> None:
        self.game = game
        self._all = {language: Texts(language, game, names) for language in LANGUAGES}

    def said(self, say: Callable[[Texts], str]) -> Said:
        """The text that ``say`` gives in each language."""
        found = {language: say(texts) for language, texts in self._all.items()}
        return found["en"] if len(set(found.values())) == 1 else found

    def term(self, word: str) -> Said:
        """A word of the game."""
        return self.said(lambda texts: texts.term(word))


@lru_cache(maxsize=16)
def tongues_of(game: str) -> Tongues:
    """The texts of an installed game."""
    return Tongues(game)


def picture(boot: str, view: TableView, game: AnyGame, names: Mapping[str, str] | None = None) -> Json:
    """The message: cells (``at``: x, y up, width, height in pitches, quarter turns), seats, words,
    drawings, directions (colour, x, y, step), what is printed on cells, in the form of a base (``ground``),
    what is printed on cards (of each arrow its pattern and colour, from top to bottom)."""
    still = _still(game, view.setup)
    if names:
        called = [seat | {"name": names.get(seat["seat"], seat["name"])} for seat in still["seats"]]
        still = still | {"seats": called}
    return head(boot) | {"match": view.match, "game": view.game} | still


@lru_cache(maxsize=8)
def _still(game: AnyGame, setup: Setup) -> Json:
    """The part that is the same for every match with these seats and options."""
    zones, tongues = game.zones(setup), tongues_of(game.id)
    printed = printed_on(game, setup)
    directions = game.directions(setup) if isinstance(game, Directing) else ()
    words = {word for zone in zones for word in _words(zone)} | {one.colour for one in directions}
    return {
        "title": tongues.said(lambda texts: texts.say(game.title)),
        "seats": [_seat(name, setup.seats, tongues) for name in setup.seats],
        "cells": [_cell(zone, tongues) for zone in zones],
        "words": {word: said for word in sorted(words) if (said := tongues.term(word)) != word},
        "colours": dict(palette.COLOURS),
        "drawing": drawing_of(game.id),
        "directions": [[one.colour, *(round(value, 3) for value in one[1:])] for one in directions],
        "ground": dict(game.ground(setup)) if isinstance(game, Grounding) else {},
        "printed": {card: [[lamp.pattern, lamp.colour] for lamp in lamps] for card, lamps in printed.items()},
    }


def _words(zone: Zone) -> Iterable[str]:
    yield from filter(None, zone.bases)
    for piece in {piece for stack in zone.stacks for piece in stack}:
        yield piece.name
        yield piece.name.split(" ")[-1]


def _seat(name: str, seats: tuple[str, ...], tongues: Tongues) -> Json:
    mark = palette.seat_mark(name, seats)
    return {
        "seat": name,
        "name": tongues.said(lambda texts: capital(texts.term(name))),
        "number": mark.number,
        "shape": mark.shape,
        "colour": mark.colour,
    }


def _cell(zone: Zone, tongues: Tongues) -> Json:
    at = [round(value, 3) for value in (zone.x, zone.y, zone.width, zone.height)]
    said = {"cell": zone.cell, "at": [*at, zone.turn], "kind": zone.kind.value}
    name = tongues.term(zone.cell)
    return said if name == zone.cell else said | {"name": name}
