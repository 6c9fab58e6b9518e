"""Random corrections in random and in recorded matches of every game, against a replay that knows nothing of
corrections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from itertools import count, cycle
from pathlib import Path
from random import Random

import pytest

from companion.referee.tasks import MOST, between
from companion.rules.contract import Breach, IllegalMoveError, RulesError, Seat, apply, resolve
from companion.rules.entry import Edit, Ref, format_edits
from companion.rules.match import (
    AnyMatch,
    ContradictionError,
    Entry,
    EntryKind,
    format_match,
    parse_match,
)
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame

from .walks import GAMES, random_entry, walk

every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
LONGEST = 60
GOLDEN = Path(__file__).parents[2] / "golden"


class First:
    """Where a list of entries stops being lawful: ``place``, None if nowhere; ``state``: up to there."""

    def __init__(self, match: AnyMatch, entries: Sequence[Entry]) -> None:
        game, self.state = match.game, match.start
        self.place: int | None = None
        self.breaches: tuple[Breach, ...] = ()
        for place, entry in enumerate(entries):
            try:
                if entry.kind is EntryKind.CHANCE:
                    step = resolve(game, self.state, game.parse_outcome(entry.text))
                else:
                    seat = Seat(match.setup.seats.index(entry.seat))
                    step = apply(game, self.state, seat, game.parse_move(entry.text))
            except RulesError as error:
                self.place = place
                self.breaches = error.breaches if isinstance(error, IllegalMoveError) else ()
                return
            self.state = step.state


def corrected(match: AnyMatch, *edits: Edit) -> AnyMatch:
    return match.add(Entry(EntryKind.CORRECTION, text=format_edits(edits)))


def another(match: AnyMatch, entry: Entry, chooser: Random) -> Entry | None:
    """Something else that may happen now than ``entry``."""
    for _ in range(20):
        found = random_entry(match, chooser)
        if found != entry:
            return found
    return None


def on_as_long_as_lawful(match: AnyMatch, entries: Sequence[Entry]) -> tuple[AnyMatch, int]:
    for made, entry in enumerate(entries):
        try:
            match = match.add(entry)
        except RulesError:
            return match, made
    return match, len(entries)


def look_alike(one: AnyMatch, other: AnyMatch) -> None:
    """The same position, points and pieces to move, also when they are read from a file again."""
    game = one.game
    assert one.state == other.state
    for seat in range(len(one.setup.seats)):
        assert game.score(one.state, Seat(seat)) == game.score(other.state, Seat(seat))
    assert [(played.entry.seat, played.entry.text) for played in one.line] == [
        (played.entry.seat, played.entry.text) for played in other.line
    ]
    again = parse_match(format_match(one), game)
    assert (again.entries, again.state) == (one.entries, one.state)
    assert [played.ref for played in again.line] == [played.ref for played in one.line]


def hands_lead(wrong: AnyMatch, right: AnyMatch) -> None:
    """Carrying out the tasks leads from the wrong position to the right one."""
    game, tasks = wrong.game, between(wrong, right)
    piles = []
    for match in (wrong, right):
        looks = game.looks(game.observe(match.state, None))
        bases = Counter((cell, PosedPiece(look.base)) for cell, look in looks.items() if look.base)
        pieces = Counter((cell, piece.standing) for cell, look in looks.items() for piece in look.pieces)
        piles.append(bases + pieces)
    lies, wanted = piles
    for task in tasks:
        for cell, change in ((task.start, -1), (task.end, 1)):
            if cell is not None:
                lies[cell, task.piece.standing] += change
    moved = {key: count for key, count in lies.items() if count}
    assert not tasks or moved == {key: count for key, count in wanted.items() if count}
    assert tasks or lies == wanted or ((lies - wanted) + (wanted - lies)).total() > MOST


def misread(truth: AnyMatch, place: int, kind: str, chooser: Random) -> tuple[AnyMatch, Edit, int] | None:
    """A match in which entry ``place`` (from 0) of the truth was misread, forgotten or made up, and the edit
    that puts it right; how many entries of the truth it tells then."""
    entries = [played.entry for played in truth.line]
    before, _ = on_as_long_as_lawful(type(truth).begin(truth.game, truth.setup, truth.start), entries[:place])
    number = Ref(place + 1)
    if kind == "insert":
        wrong, told = on_as_long_as_lawful(before, entries[place + 1 :])
        return (wrong, Edit("insert", number, entries[place]), place + 1 + told) if told else None
    other = another(before, entries[place], chooser)
    if other is None:
        return None
    rest = entries[place + (kind == "correct") :]
    wrong, told = on_as_long_as_lawful(before.add(other), rest)
    if kind == "correct":
        return wrong, Edit("correct", number, entries[place]), place + 1 + told
    return wrong, Edit("delete", number), place + told


def recorded(game: AnyGame) -> list[AnyMatch]:
    """What stands of every recorded match of the game, without times and without what was taken back."""
    kept = [
        parse_match(path.read_text(encoding="utf-8")) for path in sorted((GOLDEN / game.id).glob("*.match"))
    ]
    told = [(match, [replace(played.entry, at=None) for played in match.line]) for match in kept]
    again = [
        on_as_long_as_lawful(type(match).begin(match.game, match.setup, match.start), entries)
        for match, entries in told
    ]
    assert [made for _, made in again] == [len(entries) for _, entries in told]
    return [match for match, _ in again]


def put_a_misread_right(truth: AnyMatch, seed: int) -> int:
    """Of each kind one, where the game allows it; gives how many."""
    chooser, made, game = Random(seed), 0, truth.game
    for kind in ("correct", "insert", "delete"):
        found = misread(truth, chooser.randrange(len(truth.line)), kind, chooser)
        if found is None:
            continue
        wrong, edit, told = found
        right, _ = on_as_long_as_lawful(
            type(truth).begin(game, truth.setup, truth.start), [played.entry for played in truth.line[:told]]
        )
        mended = corrected(wrong, edit)
        look_alike(mended, right)
        hands_lead(wrong, mended)
        undone = mended.add(Entry(EntryKind.UNDO, text="correction"))
        assert undone.line == wrong.line
        look_alike(undone, wrong)
        made += 1
    return made


def name_every_contradiction(game: AnyGame, seed: int) -> int:
    """Correct one entry to something else; delete what cannot have been then, until all is lawful."""
    chooser = Random(seed)
    match = walk(game, seed, seed, LONGEST)
    place = chooser.randrange(len(match.line))
    before = [(played.ref, played.entry) for played in match.line]
    other = another(
        match.add(Entry(EntryKind.UNDO, count=len(match.line) - place)), before[place][1], chooser
    )
    ref, entry = before[place]
    made: tuple[Edit, list[tuple[Ref, Entry]]]
    if other is None or chooser.random() < 0.3:
        made = Edit("delete", ref), []
    elif chooser.random() < 0.5:
        made = Edit("correct", ref, other), [(ref, other)]
    else:
        made = Edit("insert", ref, other), [(Ref(len(match.entries) + 1, 1), other), (ref, entry)]
    edits, after = [made[0]], [*before[:place], *made[1], *before[place + 1 :]]
    found = 0
    while True:
        first = First(match, [entry for _, entry in after])
        if first.place is None:
            assert corrected(match, *edits).state == first.state
            return found
        with pytest.raises(ContradictionError) as told:
            corrected(match, *edits)
        assert (told.value.ref, told.value.entry.text) == (after[first.place][0], after[first.place][1].text)
        assert told.value.breaches == first.breaches
        assert told.value.before.state == first.state
        edits.append(Edit("delete", told.value.ref))
        del after[first.place]
        found += 1


@every_game
def test_a_misread_is_put_right(game: AnyGame) -> None:
    for seed in range(4):
        put_a_misread_right(walk(game, seed, seed, LONGEST), seed)


@every_game
def test_every_contradiction_is_named(game: AnyGame) -> None:
    assert sum(name_every_contradiction(game, seed) for seed in range(4)) > 0


@pytest.mark.soak
@every_game
def test_a_thousand_corrections(game: AnyGame) -> None:
    made = contradictions = 0
    seeds = count(1000)
    while made < 1000:
        seed = next(seeds)
        made += put_a_misread_right(walk(game, seed, seed, LONGEST), seed)
        contradictions += name_every_contradiction(game, seed)
    print(f"\n{game.id}: {made} misreads put right, {contradictions} contradictions named")


@pytest.mark.soak
@every_game
def test_a_thousand_corrections_in_recorded_matches(game: AnyGame) -> None:
    made = 0
    for seed, truth in enumerate(cycle(recorded(game))):
        made += put_a_misread_right(truth, seed)
        if made >= 1000:
            break
    print(f"\n{game.id}: {made} misreads of recorded matches put right")
