"""Arms that reach in to a place for which hands race; distances follow from where they were drawn."""

from __future__ import annotations

from math import cos, radians, sin

import cv2
import numpy as np
import pytest

from vision.arms import ArmTracker
from vision.presence import Mask
from vision.registration import Corners, Registration, from_corners
from vision.types import Spot, SpotReading

WIDTH, HEIGHT, PITCH = 320, 180, 15.0
ANGLES = {"s1": 90.0, "s2": 30.0, "s3": -30.0, "s4": -90.0, "s5": -150.0, "s6": 150.0}
CLOSED, OPEN = 4.0, 2.5


def spot(cell: str, distance: float, angle: float, *, raced: bool = False) -> Spot:
    x, y = distance * cos(radians(angle)), distance * sin(radians(angle))
    return Spot(cell, x, y, 1.0, 1.0, "slot", 0, ("",), ((), ("card",)), SpotReading.WHOLE, raced=raced)


SPOTS = [
    spot("totem", 0.0, 0.0, raced=True),
    *(spot(f"closed:{place}", CLOSED, angle) for place, angle in ANGLES.items()),
    *(spot(f"open:{place}", OPEN, angle) for place, angle in ANGLES.items()),
]


def registration() -> Registration:
    """The table seen from straight above, the totem in the middle of the picture."""
    a, b, c, d = (-5.0, 5.0), (5.0, 5.0), (5.0, -5.0), (-5.0, -5.0)
    seen = Corners((_pixel(*a), _pixel(*b), _pixel(*c), _pixel(*d)), (a, b, c, d))
    found = from_corners(seen, (WIDTH, HEIGHT))
    assert found is not None
    return found


def _pixel(x: float, y: float) -> tuple[float, float]:
    return WIDTH / 2 + x * PITCH, HEIGHT / 2 - y * PITCH


def hands(*arms: tuple[float, float, float]) -> Mask:
    """Arms a pitch wide: at which angle, from how far off to how near."""
    mask = np.zeros((HEIGHT, WIDTH), np.uint8)
    for angle, far, near in arms:
        along = np.array([cos(radians(angle)), sin(radians(angle))])
        across = np.array([-along[1], along[0]]) / 2
        corners = [near * along + across, far * along + across, far * along - across, near * along - across]
        points = [_pixel(*corner) for corner in corners]
        cv2.fillConvexPoly(mask, np.round(np.array(points)).astype(np.int32), (1,))
    return mask


@pytest.fixture
def arms() -> ArmTracker:
    seen = ArmTracker(SPOTS)
    seen.place(registration(), (HEIGHT, WIDTH))
    return seen


@pytest.mark.parametrize("near", [0.4, 1.2, 3.0])
@pytest.mark.parametrize("place", ANGLES)
def test_an_arm_is_as_near_as_its_finger_tips(arms: ArmTracker, place: str, near: float) -> None:
    found = arms.near(hands((ANGLES[place], 6.0, near)))
    closed = {cell: far for cell, far in found.items() if cell.startswith("closed:")}
    assert closed == {f"closed:{place}": pytest.approx(near, abs=0.15)}


def test_two_arms_are_told_apart_though_their_hands_meet(arms: ArmTracker) -> None:
    found = arms.near(hands((ANGLES["s2"], 6.0, 0.3), (ANGLES["s3"], 6.0, 0.3)))
    assert {cell for cell in found if cell.startswith("closed:")} == {"closed:s2", "closed:s3"}


def test_who_reaches_a_little_beside_the_own_stack_is_seen(arms: ArmTracker) -> None:
    assert "closed:s1" in arms.near(hands((ANGLES["s1"] + 7.0, 6.0, 0.4)))


def test_a_hand_over_the_open_pile_is_no_arm_for_the_totem(arms: ArmTracker) -> None:
    found = arms.near(hands((ANGLES["s1"], 3.2, 2.0)))
    assert "closed:s1" not in found
    assert found["open:s1"] == pytest.approx(2.0, abs=0.15)


def test_where_nothing_is_raced_for_and_without_hands_there_are_none(arms: ArmTracker) -> None:
    other = ArmTracker(SPOTS[1:])
    other.place(registration(), (HEIGHT, WIDTH))
    assert other.near(hands((90.0, 6.0, 0.4))) == {}
    assert arms.near(None) == {}
    assert arms.near(hands()) == {}


def test_a_stack_that_lies_outside_of_the_picture_tells_of_no_arm() -> None:
    far = ArmTracker([SPOTS[0], spot("closed:s1", 9.0, 90.0)])
    far.place(registration(), (HEIGHT, WIDTH))
    assert far.near(hands((90.0, 6.0, 0.4))) == {}
