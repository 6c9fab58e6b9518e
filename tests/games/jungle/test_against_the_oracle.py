"""Random and recorded games, entry by entry, against a second reading of the specification."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.games.jungle import game
from companion.rules.contract import Chance, Over
from companion.rules.match import Entry, EntryKind, Match, parse_match
from tests.rules.contract.walks import begin, random_entry

from .hooks import HOOKS
from .oracle import Oracle

FILES = sorted((Path(__file__).parents[2] / "golden" / "jungle").glob("*.match"))


def busy_entry(match: Match[Any, Any, Any], chooser: Random) -> Entry | None:
    """As in the shared tests, but rights are mostly used, ties are rarer, and special cards come up often."""
    if not isinstance(game.pending(match.state), Chance):
        return random_entry(match, chooser)
    listed = [game.format_outcome(outcome) for outcome, _ in game.outcomes(match.state)]
    kinds = sorted({text.split()[0] for text in listed} - {"early", "fall"})
    if not chooser.randrange(12) or not kinds:
        return Entry(EntryKind.CHANCE, text=chooser.choice(listed))
    kind = chooser.choice(kinds)
    some = [text for text in listed if text.startswith(kind)]
    special = [text for text in some if text.split()[-1] in ("outward", "inward", "coloured")]
    return Entry(
        EntryKind.CHANCE, text=chooser.choice(special if special and chooser.randrange(3) == 0 else some)
    )


def play(which: int, seed: int, longest: int, start: str = "") -> int:
    match, chooser = begin(game, which), Random(seed)
    if start:
        match = Match.begin(game, match.setup, game.parse_position(start))
    while len(match.entries) < longest:
        entry = busy_entry(match, chooser)
        if entry is None:
            break
        oracle = Oracle(game.format_position(match.state))
        oracle.tell(entry.text)
        match = match.add(entry)
        text = game.format_position(match.state)
        assert oracle.facts() == Oracle(text).facts(), (entry, text)
        assert game.faults(match.state) == (), text
    assert len(match.entries) == longest or isinstance(game.pending(match.state), Over)
    return len(match.entries)


def short_of_cards(which: int, chooser: Random) -> str:
    """A position in which closed stacks end soon: most cards lie in the pot."""
    match = begin(game, which)
    table = match.state.table
    deck = [card for card, copies in enumerate(table.copies) for _ in range(copies)]
    chooser.shuffle(deck)
    deck.sort(key=lambda card: table.edition.symbol[card] < 0)  # special cards stay to be opened
    closed = [chooser.randint(1, 3) for _ in table.places]
    names = [table.edition.names[card] for card in deck[: table.cards - sum(closed)]]
    head = [
        line
        for line in game.format_position(match.state).splitlines()
        if line.startswith(("seats", "option"))
    ]
    lines = [f"closed {name} {count}" for name, count in zip(table.places, closed, strict=True)]
    return "\n".join((*head, "phase flip", *lines, "pot " + " ".join(names)))


@pytest.mark.parametrize("which", range(len(HOOKS.setups)))
def test_games_from_the_start(which: int) -> None:
    assert sum(play(which, seed, 150) for seed in range(3)) > 200


@pytest.mark.parametrize("which", range(len(HOOKS.setups)))
def test_games_that_end_soon(which: int) -> None:
    for seed in range(12):
        play(which, seed, 120, short_of_cards(which, Random(seed)))


@pytest.mark.soak
@pytest.mark.parametrize("which", range(len(HOOKS.setups)))
def test_many_games(which: int) -> None:
    for seed in range(100, 200):
        play(which, seed, 150)
        play(which, seed, 120, short_of_cards(which, Random(seed)))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_entry_is_right_by_the_oracle(path: Path) -> None:
    match = parse_match(path.read_text(encoding="utf-8"), game)
    text = match.game.format_position(match.start)
    for played in match.line:
        oracle = Oracle(text)
        oracle.tell(played.entry.text)
        text = match.game.format_position(played.state)
        assert oracle.facts() == Oracle(text).facts(), played.entry
