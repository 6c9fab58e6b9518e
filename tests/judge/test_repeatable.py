"""The same view of the same game gives the same belief in every process, to the last bit."""

from __future__ import annotations

import os
import random
import subprocess
import sys

import pytest

from companion.judge.history import BARE, visible
from companion.rules.match import Entry, EntryKind
from tests.judge.matches import due, somewhere, watching
from tests.judge.views import glance, view

pytestmark = pytest.mark.outside

PLACES = ((0, 8), (1, 8))
"""Seeds and entries of games of northwest in which the sun disc moves next. Ten cells and more follow from
that act."""


def tell_all() -> None:
    """Print what is believed when all of that changes, more of one cell, less of another."""
    for seed, entries in PLACES:
        match, rng = somewhere("northwest", seed, entries), random.Random(seed)
        before, seat = match.game.looks(match.state), match.setup.seats[due(match)]
        after = match.add(Entry(EntryKind.MOVE, seat=seat, text="sun 2"))
        looks = after.game.looks(after.state)
        cells = [c for c in sorted({*before, *looks}) if visible(before.get(c, BARE), looks.get(c, BARE))]
        assert len(cells) > 10
        changed: dict[str, float] = {cell: rng.uniform(0.5, 0.99) for cell in cells}
        judge = watching(match)
        print(type(judge.see(match, glance(view(1.0, changed, set(cells))))).__name__)
        for history in judge.belief.histories:
            print(history.weight.hex(), [one.text for one in history.entries])


def told(seed: int) -> str:
    """What a process with these hashes of words prints."""
    hashes = os.environ | {"PYTHONHASHSEED": str(seed)}
    command = [sys.executable, "-c", "from tests.judge.test_repeatable import tell_all; tell_all()"]
    done = subprocess.run(command, env=hashes, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_what_is_believed_does_not_depend_on_the_process() -> None:
    """Python orders sets of words anew in each process (PYTHONHASHSEED in its documentation)."""
    first, other = map(told, range(2))
    assert len(first.splitlines()) > 2 * len(PLACES)
    assert other == first
