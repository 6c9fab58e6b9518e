"""A card that a camera saw come: between which times, and what the verdict gets of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.evaluation.clips import CLOCK_BOUND_US
from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.card import LATE_US, with_card
from companion.games.jungle.referee.claim import claim_of
from companion.games.jungle.referee.verdict import verdict
from companion.referee.own import Shown
from companion.referee.totem_record import HostClock, TotemRecord, Written
from companion.rules.contract import CellId, Look
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.pieces import stack_of
from companion.rules.piles import laid_on_piles
from companion.rules.registry import find_game

GAME = find_game("jungle")
FLIPS = ("flip s1 star-red", "flip s2 string-blue", "flip s3 star-green")
SEEN: Shown = {1: (1.0, 1.6), 2: (2.0, 2.6), 3: (3.0, 3.6)}
"""The last card, which makes the duel of s1 and s3, became visible between 3.0 and 3.6 s."""
HOST = HostClock(5.0, 6_000_000, CLOCK_BOUND_US)
"""The base's clock is a second ahead."""
FIRST_US, LAST_US = 4_000_000 - LATE_US, 4_600_000
"""The reveal on it; a picture may be older than its time."""


def match() -> Match[Any, Any, Any]:
    longer = Match.begin(GAME, GAME.setup(4, {}), None)
    for flip in FLIPS:
        longer = longer.add(Entry(EntryKind.CHANCE, text=flip))
    return longer


def sensors(lift_us: int = 5_100_000) -> Written:
    """s1 sets out for the totem; the pads are those since the newest entry, of which a camera told."""
    return {
        "tier": "T1",
        "pads": {"s2": {"rest": True}, "s4": {"rest": True}},
        "base": {"lift": [lift_us, 1], "spread_us": 6_000, "tilt": 0.1},
    }


def left(us: int) -> dict[str, Any]:
    return {"rest": False, "release": [us, 4]}


LIES: Mapping[str, Any] = {"rest": True}
HANDS: Mapping[str, Any] = {"s1": left(4_700_000), "s2": LIES, "s3": left(3_900_000), "s4": LIES}
"""At the lift; s3 left its pad to open the card."""


def seen(
    row: Written, shown: Shown = SEEN, host: HostClock | None = HOST, hands: Mapping[str, Any] = HANDS
) -> Written:
    played = match()
    record = TotemRecord(1, row, 6_000_000, host=host, hands=hands)
    return with_card(played, claim_of(played.state), record, shown)


def judged(row: Written) -> str:
    """The first line of the verdict between s1 and s3, of four."""
    seats = ["s1", "s2", "s3", "s4"]
    return verdict(
        {**row, "claim": "duel", "seats": seats, "entitled": ["s1", "s3"]}, default_budget()
    ).split("\n")[0]


def test_the_reveal_is_what_the_camera_saw_on_the_bases_clock() -> None:
    row = seen(sensors())
    assert row["reveal"] == {"first_us": FIRST_US, "last_us": LAST_US, "u_us": 0.0, "by": "camera"}
    assert row["health"] == {"clock_bound_us": CLOCK_BOUND_US}


def test_a_rate_that_may_be_off_widens_the_reveal_both_ways() -> None:
    reveal = seen(sensors(), host=HostClock(5.0, 6_000_000, CLOCK_BOUND_US, 0.005))["reveal"]
    # the interval began 2.0 s and ended 1.4 s before the moment at which the clock is known: 0.5 % of that
    assert (reveal["first_us"], reveal["last_us"]) == (FIRST_US - 10_000, LAST_US + 7_000)


def test_who_opened_the_card_left_the_pad_for_that() -> None:
    assert set(seen(sensors())["pads"]) == {"s1", "s2", "s4"}


@pytest.mark.parametrize(
    ("opener", "kept"),
    [
        (LIES, {"rest": True}),
        (left(4_650_000), {"rest": True, "release": [4_650_000, 4]}),
        ({"rest": False}, None),
    ],
    ids=["lies there", "left again", "never came back"],
)
def test_who_opened_the_card_counts_only_if_the_hand_came_back(opener: Any, kept: Any) -> None:
    assert seen(sensors(), hands={**HANDS, "s3": opener})["pads"].get("s3") == kept


def test_a_hand_that_set_out_before_the_camera_told_the_card_counts() -> None:
    assert seen(sensors())["pads"]["s1"] == {"rest": True, "release": [4_700_000, 4]}
    assert judged(seen(sensors())) == "too-close s1 s3"  # when s3 set out for the totem nobody knows
    assert judged(seen(sensors(), hands={**HANDS, "s3": LIES})) == "provisional s1 - - 0.97 pads"


def test_a_hand_that_set_out_before_anybody_touched_the_card_is_a_false_start() -> None:
    early = {**HANDS, "s1": left(FIRST_US - 100_000), "s3": LIES}
    assert judged(seen(sensors(lift_us=4_300_000), hands=early)) == "false-start s1"
    within = {**HANDS, "s1": left(FIRST_US + 100_000), "s3": LIES}
    assert judged(seen(sensors(lift_us=4_300_000), hands=within)) == "provisional s1 - - 0.97 pads"


def test_a_card_lay_open_before_the_totem_was_taken_for_it() -> None:
    reveal = seen(sensors(lift_us=4_300_000))["reveal"]
    assert (reveal["first_us"], reveal["last_us"]) == (FIRST_US, 4_300_000)


def test_a_totem_that_was_taken_before_the_card_was_touched_says_nothing_of_when_it_lay_open() -> None:
    reveal = seen(sensors(lift_us=3_700_000))["reveal"]
    assert (reveal["first_us"], reveal["last_us"]) == (FIRST_US, LAST_US)


@pytest.mark.parametrize("shown", [{}, {1: (1.0, 1.6)}], ids=["nothing", "another card"])
def test_without_a_camera_that_saw_the_card_nothing_is_claimed(shown: Shown) -> None:
    assert seen(sensors(), shown) == sensors()


def test_without_a_common_clock_nothing_is_claimed() -> None:
    assert seen(sensors(), host=None) == sensors()


def test_a_card_that_is_turned_up_lies_there_by_hand_and_collected_piles_do_not() -> None:
    setup = GAME.setup(4, {})
    one, other = CellId("open:s1"), CellId("open:s2")
    star, string = Look(pieces=stack_of("card star-red")), Look(pieces=stack_of("card string-red"))
    assert laid_on_piles(GAME, setup, {one: star}, {one: string}) == {one: string}
    assert laid_on_piles(GAME, setup, {one: star, other: star}, {one: string}) == {}
    assert laid_on_piles(GAME, setup, {one: star}, {}) == {}
