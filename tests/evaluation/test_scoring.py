"""The arithmetic of scores, against figures worked out elsewhere."""

from __future__ import annotations

import pytest

from companion.evaluation.reliability import bins_of, brier
from companion.evaluation.scoring import Score, quantile, reliability_of, rows_of
from companion.referee.share import Share


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
    assert both.as_json()["times"]["frame read"] == {"n": 3, "p50": 0.2, "p95": 0.3, "p99": 0.3}
    assert any(line.startswith("moves") and "80.00 % (4/5" in line for line in both.table())


@pytest.mark.parametrize(("share", "value"), [(0.5, 2.0), (0.95, 4.0), (0.0, 1.0), (0.25, 1.0)])
def test_nearest_rank(share: float, value: float) -> None:
    assert quantile((4.0, 2.0, 1.0, 3.0), share) == value


def test_who_never_spoke_is_not_praised_for_no_error() -> None:
    """A camera that is lost all game makes no wrong commit; all moves are entered by touch."""
    counts = dict.fromkeys(("false alarms", "wrong commits", "questions", "unknowns", "rulings"), 0)
    silent = Score({"moves": Share(0, 16)}, {**counts, "taps": 16})
    head, _, cells = rows_of({("here", "marso", "never"): [silent]})
    row = dict(zip(head, cells, strict=True))
    assert (row["false accusations"], row["wrong commits"]) == ("-", "-")
    assert row["questions and taps per 100 moves"] == "- / 100.0"
    for name in ("false alarms", "wrong commits", "questions", "unknowns"):
        assert any(line.split()[-1] == "-" for line in silent.table() if line.startswith(name))
    spoke = Score({"moves": Share(15, 16)}, {**counts, "rulings": 9})
    _, _, cells = rows_of({("here", "marso", "never"): [spoke]})
    row = dict(zip(head, cells, strict=True))
    assert (row["false accusations"], row["wrong commits"]) == ("0", "0")


STATED = ((0.3, False), (0.5, True), (0.9, True), (0.9, False), (0.95, True), (0.999, True), (1.0, True))


def test_each_statement_is_in_one_bin() -> None:
    """A bin begins with its lower bound; the last holds certainty."""
    bins = list(bins_of(STATED))
    assert [one.name for one in bins] == [
        "below 0.5", "0.5-0.8", "0.8-0.95", "0.95-0.99", "0.99-0.999", "above 0.999",
    ]  # fmt: skip
    assert [(one.right.hits, one.right.trials) for one in bins] == [
        (0, 1), (1, 1), (1, 2), (1, 1), (0, 0), (2, 2),
    ]  # fmt: skip
    assert [one.stated for one in bins] == pytest.approx([0.3, 0.5, 0.9, 0.95, 0.0, 0.9995])


def test_brier() -> None:
    """Brier 1950: the mean squared error; always 0.5 gives 0.25, sure and wrong 1."""
    assert brier(((0.5, True), (0.5, False))) == pytest.approx(0.25)
    assert brier(((1.0, False),)) == pytest.approx(1.0)
    assert brier(((0.8, True), (0.4, False))) == pytest.approx((0.04 + 0.16) / 2)
    assert brier(()) is None


def test_certainty_is_told_in_every_form() -> None:
    one, other = Score(stated={"certain": STATED[:3]}), Score(stated={"certain": STATED[3:], "none": ()})
    both = one + other
    assert both.stated == {"certain": STATED, "none": ()}
    row = both.as_json()["reliability"]
    assert (row["certain"]["n"], row["none"]["n"], row["none"]["brier"]) == (7, 0, None)
    assert (row["certain"]["bins"][2]["hits"], row["certain"]["bins"][2]["n"]) == (1, 2)
    lines = list(both.table())
    assert any("0.8-0.95" in line and "stated 0.9000" in line and "(1/2" in line for line in lines)
    assert any(line.startswith("none Brier score") and line.endswith("- (n = 0)") for line in lines)
    head, _, row_of, empty = reliability_of({("here", "marso", "never"): [one, other]})
    assert dict(zip(head, row_of, strict=True))["0.8-0.95: right (mean stated)"] == "1/2 (0.900)"
    assert empty[:4] == ("here", "marso", "never", "none")
    assert set(empty[4:]) == {"-"}
