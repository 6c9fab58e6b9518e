"""How long a settled view takes from the session's queue to the last reader: without pictures of rulings, and
beside those of four hours."""

from __future__ import annotations

import os
import random
import statistics
import time
from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from pytest_benchmark.fixture import BenchmarkFixture

from companion.app.witness import WatchingJudge, Witness
from companion.journal.pictures import PictureBudget, PictureStore
from companion.referee.events import CameraNamed, MoveEntered, Seen
from companion.referee.session import Session
from companion.referee.spots import spots_of
from companion.rules.contract import Decide
from companion.rules.match import AnyMatch, Match
from companion.rules.registry import find_game
from tests.doubles.journal import MemoryJournal
from tests.judge.views import cells_of, first, glance, of_act

RULINGS = 4680
"""Of four hours without a pause."""
REST = 0.3
BUDGET = PictureBudget(200_000_000, 10)


def begun(folder: Path | None) -> tuple[Session, Witness | None]:
    """A table of *arctica* that is watched; ``folder``: where its pictures are kept."""
    game = find_game("arctica")
    match: AnyMatch = Match.begin(game, game.setup(2, {}))
    judge, journal = WatchingJudge(match), MemoryJournal(False)
    witness = Witness(PictureStore((folder or Path()) / "journal"), 1, lambda: BUDGET, lambda: None)
    session = Session("bench", "1", match, journal, judge, (), time.monotonic)
    witness.join(judge, spots_of(game.zones(match.setup)), lambda _: None, lambda: session.answers)
    if folder is not None:
        session.subscribe(witness)
        witness.start()
    session.handle(CameraNamed("bench", False))
    session.handle(Seen(first(cells_of(game, match.setup))))
    return session, witness if folder is not None else None


def times(session: Session) -> Iterator[float]:
    """Seconds until each move of a random game that a camera can see is ruled."""
    rng, at = random.Random(5), 1.0
    while isinstance(pending := session.match.game.pending(session.match.state), Decide):
        match, game, seat = session.match, session.match.game, pending.seats[0]
        move = rng.choice(tuple(game.legal_moves(match.state, seat)))
        seen = of_act(game, match.state, seat, move, at)
        if seen is not None:
            begin = time.perf_counter()
            session.handle(Seen(glance(seen)))
            yield time.perf_counter() - begin
        if session.match is match:
            session.handle(MoveEntered(match.setup.seats[seat], game.format_move(move)))
        at += 3.0


def filled(folder: Path) -> Path:
    """A folder with the pictures of four hours: the budget is all but spent. The files hold nothing but
    zeros."""
    place = folder / "journal.pictures" / "1"
    place.mkdir(parents=True)
    for number in range(RULINGS):
        for suffix, size in (("jpg", 40_000), ("json", 2_000)):
            path = place / f"{number:064x}.{suffix}"
            path.touch()
            os.truncate(path, size)
    return folder


def test_a_view_and_its_ruling(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """Two tables see the same in turns, each every second time first; a third one before has filled what both
    share. The writer is done before the next view, as hands are slower than it."""
    deque(times(begun(None)[0]), maxlen=0)
    without, _ = begun(None)
    session, witness = begun(filled(tmp_path))
    assert witness is not None
    pairs: list[tuple[float, float]] = []

    def seen() -> None:
        plain, pictured = times(without), times(session)
        with suppress(StopIteration):
            while True:
                first, second = (plain, pictured) if len(pairs) % 2 else (pictured, plain)
                one, other = next(first), next(second)
                pairs.append((one, other) if first is plain else (other, one))
                time.sleep(REST)

    benchmark.pedantic(seen, rounds=1)  # type: ignore[no-untyped-call]
    witness.close()
    assert len(witness.exhibits()) == len(pairs)
    one, other = (1000 * statistics.median(column) for column in zip(*pairs, strict=True))
    lost, ratio = witness.dropped + witness.failed, other / one
    print(
        f"\n{len(pairs)} views, p50 {one:.1f} ms without pictures, {other:.1f} ms with, ratio {ratio:.2f};"
        f" {lost} rulings without"
    )
