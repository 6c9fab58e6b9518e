"""How long the session's thread takes for a settled view, from the view to the last reader: without and with
pictures of rulings."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
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

ACTS = 40
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
    """Seconds of the session's thread for each of so many random moves that a camera can see."""
    rng, at = random.Random(5), 1.0
    for _ in range(ACTS):
        match, game = session.match, session.match.game
        pending = game.pending(match.state)
        assert isinstance(pending, Decide)
        seat = pending.seats[0]
        move = rng.choice(tuple(game.legal_moves(match.state, seat)))
        seen = of_act(game, match.state, seat, move, at)
        if seen is not None:
            begin = time.thread_time()
            session.handle(Seen(glance(seen)))
            yield time.thread_time() - begin
        if session.match is match:
            session.handle(MoveEntered(match.setup.seats[seat], game.format_move(move)))
        at += 3.0


@pytest.mark.parametrize("pictures", [False, True], ids=["without", "with"])
def test_a_view_and_its_ruling(benchmark: BenchmarkFixture, tmp_path: Path, pictures: bool) -> None:
    session, witness = begun(tmp_path if pictures else None)
    seconds: list[float] = []
    benchmark.pedantic(lambda: seconds.extend(times(session)), rounds=1)  # type: ignore[no-untyped-call]
    kept = 0
    if witness is not None:
        witness.close()
        kept = len(witness.exhibits())
        assert kept + witness.dropped
    ordered = sorted(seconds)
    p50, p95 = statistics.median(ordered), ordered[int(0.95 * (len(ordered) - 1))]
    told = f"{len(ordered)} views, p50 {1000 * p50:.1f} ms, p95 {1000 * p95:.1f} ms; {kept} rulings kept"
    benchmark.extra_info["told"] = told
    print(f"\n{'with' if pictures else 'without'} pictures: {told}")
