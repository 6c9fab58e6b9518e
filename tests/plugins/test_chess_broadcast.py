"""Chess over a real broker: every entry of a game, and moves of both sides that were seen at once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.broadcast import broadcast_from
from companion.broadcast.broadcaster import Broadcaster, Timing
from companion.judge.verdicts import Played
from tests.broadcast.broker import MOSQUITTO, Broker, Subscriber
from tests.doubles.table import move
from tests.doubles.waiting import until
from tests.screen.house import House

pytestmark = [pytest.mark.outside, pytest.mark.usefixtures("chess_package")]


@pytest.fixture
def broker(tmp_path: Path) -> Iterator[Broker]:
    if MOSQUITTO is None:
        pytest.skip("mosquitto is not installed (Debian package mosquitto)")
    made = Broker(tmp_path).start()
    yield made
    made.stop()


def test_both_sides_moves_seen_at_once_are_told_with_their_seats(broker: Broker) -> None:
    house = House("chess")
    house.begin()
    house.has_camera()
    config = broadcast_from({"host": "127.0.0.1", "port": broker.port})
    timing = Timing(settle=0.0, first=0.05, longest=0.2, farewell=5.0)
    with (
        closing(Subscriber(broker)) as listener,
        closing(Broadcaster(config, "kitchen", timing=timing)) as speaker,
    ):
        house.session_now.subscribe(speaker)
        house.sees(Played((move("white", "move e2 e4"), move("black", "move e7 e5"))))
        house.sees(Played((move("white", "move g1 f3"),)))
        until(lambda: len(listener.said("event")) == 5, "three entries and two rulings")
        events = listener.said("event")
    entries = [event["entry"] for event in events if event["type"] == "entry"]
    rulings = [event["ruling"] for event in events if event["type"] == "ruling"]
    assert [(one["seat"], one["move"]) for one in entries] == [
        ("white", "move e2 e4"),
        ("black", "move e7 e5"),
        ("white", "move g1 f3"),
    ]
    assert [(one["kind"], one["seat"], one["move"]) for one in rulings] == [
        ("played", "", "white move e2 e4; black move e7 e5"),
        ("played", "white", "move g1 f3"),
    ]
