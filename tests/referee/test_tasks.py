"""What hands must do, piece by piece: what follows from a move, and how a refused one is put back."""

from __future__ import annotations

from pathlib import Path

from companion.referee.tasks import MOST, Task, changes, left_to_do, to_restore
from companion.rules.contract import CellId, Look
from companion.rules.match import Entry, EntryKind, Match, parse_match
from companion.rules.pieces import PosedPiece, stack_of
from companion.rules.registry import find_game

GOLDEN = Path(__file__).parents[1] / "golden"


def looks(**pieces: str) -> dict[CellId, Look]:
    return {CellId(cell): Look(pieces=stack_of(*text.split(", "))) for cell, text in pieces.items()}


def test_a_piece_goes_from_here_to_there_and_others_come_or_go() -> None:
    before, after = looks(a1="boat", b2="cod, cod"), looks(c3="boat lying", b2="cod", d4="seal")
    assert set(changes(before, after)) == {
        Task(PosedPiece("boat lying"), CellId("a1"), CellId("c3")),
        Task(PosedPiece("cod"), CellId("b2"), None),
        Task(PosedPiece("seal"), None, CellId("d4")),
    }


def test_a_base_is_a_thing_too() -> None:
    before = {CellId("a1"): Look(base="floe")}
    assert changes(before, {CellId("b1"): Look(base="floe")}) == (
        Task(PosedPiece("floe"), CellId("a1"), CellId("b1")),
    )


def test_what_a_drifting_floe_pushes_is_left_to_do_and_the_floe_is_not() -> None:
    full = parse_match((GOLDEN / "arctica" / "01_bear_orca.match").read_text(encoding="utf-8"))
    match = Match.begin(full.game, full.setup, full.start)
    for played in full.line:
        since, match = len(match.entries), match.add(played.entry)
        if played.entry.text == "drift green h6":
            break
    cells = {cell for effect in match.line[-1].effects for cell in effect.cells}
    assert left_to_do(match, since, cells) == (Task(PosedPiece("kayak"), CellId("g7"), CellId("f8")),)
    assert left_to_do(match, since, set()) == ()
    assert left_to_do(match, len(match.entries), cells) == ()


def test_a_refused_move_is_put_back() -> None:
    game = find_game("marso")
    match = Match.begin(game, game.setup(2, {}))
    for line in ("* open b1", "south play ur r"):
        who, text = line.split(maxsplit=1)
        kind = EntryKind.CHANCE if who == "*" else EntryKind.MOVE
        match = match.add(Entry(kind, seat="" if who == "*" else who, text=text))
    attempt = Entry(EntryKind.MOVE, seat="south", text="step d2")
    task = Task(PosedPiece("hunter south"), CellId("d2"), CellId("d3"))
    assert to_restore(match, (attempt,)) == (task,)
    taken_back = Entry(EntryKind.UNDO, count=1)
    assert to_restore(match, (taken_back, attempt)) == (task,), "an error after people took back an entry"


def test_a_set_up_is_no_task() -> None:
    before = looks(**{f"a{number}": f"piece{number}" for number in range(MOST + 1)})
    assert len(changes(before, {})) == MOST + 1
    game = find_game("atlantis")
    match = Match.begin(game, game.setup(2, {}))
    assert left_to_do(match, 0, {CellId("a1")}) == ()
