"""From records to evidence: what belongs to a movement, what happened to pads, and what nobody needs any
more."""

from __future__ import annotations

import pytest

from hardware.movement import NEEDED_US, Movement, Reveal, Watch
from hardware.protocol import SEGMENTS, Channel, Edge, Status
from hardware.records import Armed, Edged, Gone, LinkCounts, Missing, Ready, StatusTold, Why

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
        (found,) = self.watch.poll(at / 1e6)
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
    assert void.lift_us is None
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
