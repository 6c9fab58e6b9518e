"""How true acts were told: one by one, in parts, several at once, not at all."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules.match import parse_match
from tests.bench.seeing.acts import Act, ActFigures, compare
from tests.bench.seeing.clips import true_acts

TRUE = [Act(1.0, ("w a",)), Act(3.0, ("b b",)), Act(5.0, ("w c", "w d")), Act(7.0, ("b e",))]


@pytest.mark.parametrize(
    ("told", "figures"),
    [
        (TRUE, ActFigures(4, 4, 0, 0, 0, 0, 4, None)),
        ([], ActFigures(4, 0, 0, 0, 4, 0, 0, 1.0)),
        ([Act(1.2, ("w a",)), Act(5.2, ("b b", "w c", "w d"))], ActFigures(4, 1, 0, 2, 1, 0, 3, 7.0)),
        ([*TRUE[:2], Act(5.1, ("w c",)), Act(5.4, ("w d",)), TRUE[3]], ActFigures(4, 3, 1, 0, 0, 0, 4, None)),
        ([TRUE[0], Act(2.0, ("b x",)), *TRUE[1:]], ActFigures(4, 4, 0, 0, 0, 1, 1, 2.0)),
        ([TRUE[0], TRUE[1], Act(5.1, ("w c",)), TRUE[3]], ActFigures(4, 3, 0, 0, 1, 0, 2, 5.0)),
        ([TRUE[1], TRUE[0], *TRUE[2:]], ActFigures(4, 3, 0, 0, 1, 1, 0, 1.0)),
    ],
    ids=["all", "nothing", "merged", "split", "spurious", "half of one", "another order"],
)
def test_acts_are_told_in_one_of_five_ways(told: list[Act], figures: ActFigures) -> None:
    assert compare(TRUE, told) == figures


def test_an_act_cannot_be_told_long_before_it_is_done() -> None:
    done = [Act(100.0, ("w a",))]
    assert compare(done, [Act(99.0, ("w a",))]).matched == 1
    assert compare(done, [Act(10.0, ("w a",))]).spurious == 1


TEXTS = st.sampled_from(["w a", "b b", "w c"])
SOME = st.lists(st.lists(TEXTS, min_size=1, max_size=2).map(tuple), max_size=6)


@given(SOME, SOME)
def test_every_true_act_is_counted_once(true: list[tuple[str, ...]], said: list[tuple[str, ...]]) -> None:
    acts, rulings = ([Act(float(n), one) for n, one in enumerate(some)] for some in (true, said))
    figures = compare(acts, rulings)
    assert figures.matched + figures.split + figures.merged + figures.missed == figures.acts == len(true)
    assert figures.spurious <= len(said)
    assert (figures.diverged is None) == (not figures.missed and not figures.spurious)


def test_true_acts_leave_out_what_was_put_right() -> None:
    match = parse_match(
        "match 1\ngame marso\nrules 1\nedition rulebook\nseats south north\n\n"
        "@1 * open b8\n@3 south play flash2 ddr\n@4 anyway south step d7\n@4.5 undo 1\n"
        "@5 south step d2\n@5 south step d1\n"
    )
    assert true_acts(match, ()) == [
        Act(1.0, ("open b8",)), Act(3.0, ("south play flash2 ddr",)),
        Act(5.0, ("south step d2", "south step d1")),
    ]  # fmt: skip
