"""The arithmetic of scores, against figures worked out elsewhere."""

from __future__ import annotations

import pytest

from companion.referee.scoring import Score, Share, quantile


@pytest.mark.parametrize(
    ("hits", "trials", "low", "high"),
    [
        # Newcombe 1998, table I: the Wilson score method without continuity correction
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0000, 0.1611),
        (1, 29, 0.0061, 0.1718),
        (0, 0, 0.0, 1.0),
    ],
)
def test_wilson(hits: int, trials: int, low: float, high: float) -> None:
    assert Share(hits, trials).interval == pytest.approx((low, high), abs=5e-5)


def test_scores_add_up() -> None:
    one = Score({"moves": Share(1, 2)}, {"questions": 1}, {"frame read": (0.1, 0.3)})
    other = Score({"moves": Share(3, 3), "games": Share(1, 1)}, {"questions": 2}, {"frame read": (0.2,)})
    both = one + other
    assert both.shares == {"moves": Share(4, 5), "games": Share(1, 1)}
    assert both.counts == {"questions": 3}
    assert both.times == {"frame read": (0.1, 0.3, 0.2)}
    assert Score() + one == one
    assert both.as_json()["times"]["frame read"] == {"n": 3, "p50": 0.2, "p95": 0.3}
    assert any(line.startswith("moves") and "80.00 % (4/5" in line for line in both.table())


@pytest.mark.parametrize(("share", "value"), [(0.5, 2.0), (0.95, 4.0), (0.0, 1.0), (0.25, 1.0)])
def test_nearest_rank(share: float, value: float) -> None:
    assert quantile((4.0, 2.0, 1.0, 3.0), share) == value
