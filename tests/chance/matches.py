"""Complete random games with an electronic deck, as match files."""

from __future__ import annotations

import random
from dataclasses import replace

from companion.chance import ElectronicDeck, Subject
from companion.referee.draws import tickets
from companion.referee.publish import drawn_from
from companion.rules.contract import Chance, Decide, Over
from companion.rules.match import AnyMatch, Entry, EntryKind, Match, format_match
from companion.rules.registry import find_game

GAME = find_game("marso")
SOURCE = "beast-card"


def deck_of(seed: int) -> ElectronicDeck:
    """A deck with a known seed."""
    return ElectronicDeck(Subject.of(GAME, SOURCE), bytes([seed] * 32))


def played(deck: ElectronicDeck, seed: int, draws: int | None = None) -> AnyMatch:
    """A random match with undos, to its end or up to draw number ``draws`` (counting undone ones)."""
    chance = random.Random(seed)
    match: AnyMatch = Match.begin(GAME, GAME.setup(2, {}), notes=deck.head_notes())
    made = 0
    while made != draws and not isinstance(GAME.pending(match.state), Over):
        entry = _next(match, deck, chance)
        match = match.add(entry)
        made += entry.kind is EntryKind.CHANCE
    return match


def _next(match: AnyMatch, deck: ElectronicDeck, chance: random.Random) -> Entry:
    pending = GAME.pending(match.state)
    if match.line and chance.random() < 0.1:
        return Entry(EntryKind.UNDO, count=min(len(match.line), chance.randint(1, 8)))
    if isinstance(pending, Chance):
        possible = tickets(GAME, match.state)
        drawn = drawn_from(match, pending.source)
        text = deck.draw(possible, drawn) if pending.source == SOURCE else chance.choice(possible)
        return Entry(EntryKind.CHANCE, text=text)
    assert isinstance(pending, Decide)
    seat = chance.choice(pending.seats)
    move = chance.choice(GAME.legal_moves(match.state, seat))
    return Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=GAME.format_move(move))


def file_of(match: AnyMatch, deck: ElectronicDeck) -> str:
    """The match file with the seed revealed."""
    return format_match(replace(match, notes=(*match.notes, deck.seed_note())))
