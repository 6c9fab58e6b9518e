"""From records to evidence: what belongs to a movement, what happened to pads, and what nobody needs any
more."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.base_messages import Status
from hardware.movement import NEEDED_US, Movement, PadTrace, Reveal, Watch
from hardware.protocol import SEGMENTS, Channel, Edge
from hardware.records import Armed, Edged, Gone, LinkCounts, Missing, Ready, StatusTold, Whole, Why

REVEAL = Reveal(2_000_000, 2_000_005, 2, "device")


class Base:
    """Tells a watch what a base would, in microseconds of its clock; the host's clock is the same."""

    def __init__(self) -> None:
        self.watch = Watch("T1")
        self.event = -1
        self.watch.feed(Ready(7, 3, 0, 10, 16_000_000, 0.0), 0.0)
        self.watch.feed(Armed(3, 1, 16_000_000, frozenset({0, 1, 2}), False), 1.0)

    def tell(self, us: int, channel: Channel, edge: Edge, index: int = 0, value: int = 0) -> list[Movement]:
        self.event += 1
        return self.watch.feed(Edged(3, self.event, channel, index, edge, value, us * 16, None), us / 1e6)

    def grab(self, lift: int, push: int = 0) -> None:
        """Clean: all segments go within 8 ms."""
        for n in range(4):
            at = lift - 6000 + 2000 * n
            self.tell(at, Channel.SEGMENT, Edge.OFF, n, 500)
            self.tell(at, Channel.SEGMENT, Edge.PEAK, n, 500 + push)
        self.tell(lift, Channel.LIFT, Edge.OFF)

    def movement(self, at: int) -> Movement:
        """The one that is complete when the base has told all until then."""
        (found,) = self.watch.feed(Whole(3, at * 16), at / 1e6)
        return found


def test_a_clean_grab() -> None:
    base = Base()
    base.tell(2_400_000, Channel.PAD, Edge.OFF, 1)
    base.grab(2_900_000, push=50)
    assert base.watch.poll(3.4) == []
    movement = base.movement(3_460_000)
    row = movement.sensors({"a": 0, "b": 1, "c": 2}, REVEAL)
    assert row["base"] == {"lift": [2_900_000, 1], "spread_us": 6000, "tilt": 0.0}  # all were pressed alike
    assert row["pads"]["b"] == {"rest": True, "release": [2_400_000, 15]}
    assert row["pads"]["a"] == row["pads"]["c"] == {"rest": True}
    assert row["health"] == {"reset": False, "lost_events": 0, "clock_bound_us": 0.0}
    assert (movement.number, movement.event) == (1, base.event)


def test_a_hand_that_came_back_before_the_lift_did_not_leave() -> None:
    base = Base()
    base.tell(2_100_000, Channel.PAD, Edge.OFF, 0)
    base.tell(2_300_000, Channel.PAD, Edge.ON, 0)
    base.tell(2_400_000, Channel.PAD, Edge.OFF, 1)
    base.grab(2_900_000)
    row = base.movement(3_500_000).sensors({"a": 0, "b": 1}, REVEAL)
    assert row["pads"]["a"] == {"rest": True}
    assert row["pads"]["b"]["release"][0] == 2_400_000


def test_rest_is_judged_at_the_reveal_or_when_armed() -> None:
    base = Base()
    base.tell(1_500_000, Channel.PAD, Edge.OFF, 2)
    base.grab(2_900_000)
    movement = base.movement(3_500_000)
    assert movement.sensors({"c": 2}, REVEAL)["pads"]["c"]["rest"] is False
    assert movement.sensors({"c": 2}, None)["pads"]["c"]["rest"] is True  # under the hand when armed


def test_a_knock_tilts_and_strikes_and_a_put_back_returns() -> None:
    base = Base()
    # a foil against 10 k: 512 of 1024 is one unit of force, 683 two
    base.tell(2_850_000, Channel.SEGMENT, Edge.OFF, 2, 512)
    base.tell(2_850_000, Channel.SEGMENT, Edge.PEAK, 2, 512)
    base.tell(2_900_000, Channel.SEGMENT, Edge.OFF, 0, 512)
    base.tell(2_900_000, Channel.SEGMENT, Edge.PEAK, 0, 683)
    base.tell(2_905_000, Channel.LIFT, Edge.OFF)
    base.tell(3_150_000, Channel.KNOCK, Edge.BLOW, 0, 400)
    base.tell(3_300_000, Channel.LOAD, Edge.ON, 0, 2000)
    row = base.movement(3_500_000).sensors({}, REVEAL)["base"]
    assert row["lift"] == [2_850_000, 150]  # since then it stood on one rim; an ADC has seen it
    assert row["tilt"] == pytest.approx(1.0, abs=0.01)  # one unit more on one, one less on the opposite
    assert row["spread_us"] == 50_000
    assert row["impact"] == [3_150_000, 150]
    assert row["off_us"] == 395_000


def test_a_base_that_was_never_at_rest_knows_nothing_of_a_clean_lift() -> None:
    base = Base()
    none = (0,) * SEGMENTS
    status = Status(3, 16_000_000, 0, 0, 0, 0, 0, 0, 0, (500,) * SEGMENTS, none, 51, 102)
    base.watch.feed(StatusTold(status, None, LinkCounts()), 1.0)
    base.tell(2_900_000, Channel.LIFT, Edge.OFF)
    row = base.movement(3_500_000).sensors({}, REVEAL)["base"]
    assert row["spread_us"] > 30_000  # base.together_us: not clean, so the table is asked


def test_the_plates_own_weight_is_no_totem_that_came_back() -> None:
    base = Base()
    base.grab(2_900_000)
    base.tell(2_899_000, Channel.LOAD, Edge.OFF, 0, 2000)
    base.tell(3_300_000, Channel.LOAD, Edge.ON, 0, 200)  # steady for 0.4 s
    assert "off_us" not in base.movement(3_500_000).sensors({}, REVEAL)["base"]


def test_what_was_lost_and_what_broke_the_watch_is_told() -> None:
    base = Base()
    base.watch.feed(Missing(3, 0, 4), 1.5)
    base.grab(2_900_000)
    assert base.movement(3_500_000).lost_events == 4
    (void,) = base.watch.feed(Gone(Why.RESTARTED, 1, 4.0), 4.0)
    assert (void.lift_us, void.why) == (None, Why.RESTARTED)
    assert void.sensors({}, None)["health"]["reset"] is True
    assert "base" not in void.sensors({}, None)
    assert base.watch.feed(Gone(Why.UNPLUGGED, 0, 5.0), 5.0) == []  # nothing was watched any more


def test_old_edges_need_not_come_again_but_those_of_a_grab_do() -> None:
    base = Base()
    base.tell(2_000_000, Channel.PAD, Edge.OFF, 0)
    assert base.watch.spare() is None
    base.tell(2_000_001 + NEEDED_US, Channel.PAD, Edge.ON, 0)
    assert base.watch.spare() == (3, 0)
    base.grab(2_500_000 + 2 * NEEDED_US)
    assert base.watch.spare() is None


# -- noise --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "edges", "hands"),
    [
        (True, [(1_000, False), (1_020, True)], []),  # a disturbance of 20 us under a hand
        (False, [(1_000, True), (1_020, False)], []),  # the same where no hand is
        (True, [(1_000, False), (6_000, True), (9_000, False)], [(1_000, False)]),  # a foil that bounces
        (True, [(1_000, False), (21_000, True)], [(1_000, False), (21_000, True)]),  # as quick as hands are
        (True, [(1_000, False), (90_000, True), (90_500, False)], [(1_000, False)]),  # noise after it left
    ],
)
def test_bounces_and_noise_are_no_hands(
    before: bool, edges: list[tuple[int, bool]], hands: list[tuple[int, bool]]
) -> None:
    assert PadTrace.of_hands(before, edges) == PadTrace(before, tuple(hands))


@given(
    st.booleans(),
    st.lists(st.integers(20_000, 500_000), max_size=8),
    st.lists(st.tuples(st.integers(0, 8), st.integers(1, 900)), max_size=4, unique_by=lambda one: one[0]),
)
def test_noise_of_less_than_a_millisecond_changes_nothing(
    before: bool, lasts: list[int], noise: list[tuple[int, int]]
) -> None:
    """Hands that stay for 20 ms or more, and spikes in the middle of what is long enough to have one."""
    clean, us, touched = [], 0, before
    spikes = []
    for place, lasting in enumerate([*lasts, 500_000]):
        spikes += [
            edge
            for at, width in noise
            if at == place and lasting >= 42_000
            for edge in ((us + lasting // 2, not touched), (us + lasting // 2 + width, touched))
        ]
        us, touched = us + lasting, not touched
        clean.append((us, touched))
    assert PadTrace.of_hands(before, sorted([*clean, *spikes])) == PadTrace(before, tuple(clean))


def test_a_load_that_is_back_at_once_was_never_lifted() -> None:
    """A spike at the comparator, and 5 ms later the base says since when the load has been there again."""
    base = Base()
    base.tell(2_500_000, Channel.LIFT, Edge.OFF)
    base.tell(2_500_060, Channel.LIFT, Edge.ON)
    assert base.watch.feed(Whole(3, 3_100_000 * 16), 3.1) == []
    base.grab(3_200_000)
    assert base.movement(3_800_000).lift_us == 3_200_000


# -- shapes -------------------------------------------------------------------------------------------


def test_a_press_out_of_the_middle_is_no_tilt_when_all_segments_go_together() -> None:
    """Twice its load on one segment, and the opposite one no lighter: both let go within 6 ms."""
    base = Base()
    for n, peak in enumerate((683, 560, 512, 560)):
        base.tell(2_893_000 + 2000 * n, Channel.SEGMENT, Edge.OFF, n, 512)
        base.tell(2_893_000 + 2000 * n, Channel.SEGMENT, Edge.PEAK, n, peak)
    base.tell(2_900_000, Channel.LIFT, Edge.OFF)
    row = base.movement(3_500_000).sensors({}, REVEAL)["base"]
    assert (row["tilt"], row["spread_us"], row["lift"]) == (0.0, 6_000, [2_900_000, 1])


# -- a disturbed line ---------------------------------------------------------------------------------


def test_a_movement_waits_until_the_base_has_told_all_of_it() -> None:
    base = Base()
    base.grab(2_900_000)
    assert base.watch.poll(3.46) == []
    assert base.watch.feed(Whole(3, 3_390_000 * 16), 3.46) == []  # a blow after this would count
    base.tell(3_200_000, Channel.KNOCK, Edge.BLOW, 0, 400)  # asked for again, and late
    movement = base.movement(3_800_000)
    assert movement.shape.impact_us == 3_200_000
    assert (movement.lost_events, movement.why) == (0, None)


def test_what_a_disturbed_line_has_not_brought_in_time_is_lost() -> None:
    base = Base()
    base.grab(2_900_000)
    assert base.watch.poll(4.39) == []
    (movement,) = base.watch.poll(4.41)  # 1.5 s after the lift
    assert (movement.lost_events, movement.why) == (1, Why.GARBLED)
    health = movement.sensors({}, REVEAL)["health"]
    assert health == {"reset": False, "lost_events": 1, "clock_bound_us": 0.0}


def test_a_lift_that_comes_long_after_it_happened_is_void_even_when_all_of_it_came() -> None:
    base = Base()
    base.watch.feed(Whole(3, 5_000_000 * 16), 5.0)
    (movement,) = base.watch.feed(Edged(3, 0, Channel.LIFT, 0, Edge.OFF, 0, 2_900_000 * 16, None), 5.01)
    assert (movement.lost_events, movement.why) == (1, Why.GARBLED)


def test_a_lift_from_before_the_line_was_opened_again_is_void() -> None:
    """The table has heard that the base was lost; this one is no second grab."""
    base = Base()
    base.watch.feed(Gone(Why.SILENT, 1, 3.0), 3.0)
    base.watch.feed(Ready(7, 3, 0, 10, 16_000_000, 3.2), 3.2)
    base.watch.feed(Edged(3, 0, Channel.LIFT, 0, Edge.OFF, 0, 2_900_000 * 16, None), 3.2)
    base.watch.feed(Whole(3, 3_200_000 * 16), 3.2)
    assert base.movement(3_500_000).why is Why.GARBLED


def test_blows_are_counted_until_half_a_second_after_the_lift() -> None:
    base = Base()
    base.grab(2_900_000)
    for us in (2_850_000, 2_950_000, 3_100_000, 3_400_000, 3_400_001):
        base.tell(us, Channel.KNOCK, Edge.BLOW, 0, 400)
    row = base.movement(3_500_000).sensors({}, REVEAL)["base"]
    assert (row["impact"], row["blows"]) == ([2_950_000, 150], 3)


def test_a_load_that_was_taken_off_before_its_segment_went_is_a_sign_of_tipping() -> None:
    """512 is one unit of force, 410 two thirds of it: a third was gone."""
    base = Base()
    base.grab(2_900_000, push=-102)
    base.tell(3_000_000, Channel.KNOCK, Edge.BLOW, 0, 400)
    row = base.movement(3_500_000).sensors({}, REVEAL)["base"]
    assert row["eased"] == pytest.approx(1 - (398 / 626) / (500 / 524), abs=0.001)


def test_a_segment_that_was_long_gone_is_a_sign_of_tipping() -> None:
    base = Base()
    base.tell(2_850_000, Channel.SEGMENT, Edge.PEAK, 1, 600)
    base.tell(2_900_000, Channel.LIFT, Edge.OFF)
    base.tell(3_000_000, Channel.KNOCK, Edge.BLOW, 0, 400)
    assert base.movement(3_500_000).sensors({}, REVEAL)["base"]["eased"] == 1.0


def test_a_hand_that_strikes_the_plate_did_not_put_the_totem_back() -> None:
    base = Base()
    base.tell(2_899_000, Channel.LOAD, Edge.OFF, 0, 2000)
    base.grab(2_900_000)
    base.tell(3_050_000, Channel.LOAD, Edge.ON, 0, 2200)
    base.tell(3_150_000, Channel.LOAD, Edge.OFF, 0, 2000)
    assert "off_us" not in base.movement(3_500_000).sensors({}, REVEAL)["base"]
