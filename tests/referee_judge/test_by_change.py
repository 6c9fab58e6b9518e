"""Clips of another renderer, read by change, without any teaching picture. Skipped where they are absent.

``make soak`` reads them, because they are whole games: minutes of processor. ``make test`` reads short clips
that it draws: a refusal and the score in ``test_watch.py``, without teaching in ``test_places_kept.py``.
"""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.referee.clip import load_clip
from companion.referee.scorer import score_clip
from companion.referee.view import RulingKind
from companion.referee.watching import Watching

CLIPS = Path(__file__).parents[3] / "shared" / "media" / "raytraced"

pytestmark = [
    pytest.mark.soak,
    pytest.mark.skipif(not CLIPS.exists(), reason=f"{CLIPS} is not here: private test pictures"),
]


def test_unlawful_acts_of_arctica_are_refused_with_their_clause() -> None:
    clip = load_clip(CLIPS / "arctica-1")
    watching = Watching(clip, taught=False)
    refused = []
    for step in watching.steps():
        if step.ruling is not None and step.ruling.kind is RulingKind.REFUSED:
            refused.append((step.glance.time, [breach.clause for breach in step.ruling.breaches]))
    assert [clauses for _, clauses in refused] == [["arctica/move.3"], ["arctica/hunt.1"]]
    assert all(0 <= time - told < 1.0 for (time, _), told in zip(refused, (11.867, 32.333), strict=True))


@pytest.mark.parametrize("name", ["arctica-1", "marso-4"])
def test_nothing_is_taken_in_or_accused_that_did_not_happen(name: str) -> None:
    counts = score_clip(CLIPS / name).counts
    assert (counts["wrong commits"], counts["false alarms"]) == (0, 0)
