"""Places round a table: nothing overlaps, nothing leaves the window, the middle stays free. Pure."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.jungle.screen.board import ring

SIZES = st.tuples(st.integers(430, 900), st.integers(420, 760))
CENTRE = (132.0, 126.0)
LEAST = 24.0


@settings(max_examples=40)
@given(st.integers(2, 15), SIZES)
def test_blocks_keep_apart(places: int, size: tuple[int, int]) -> None:
    found = ring(places, False, size, CENTRE, LEAST)
    block = (found.side, found.side + found.strip)
    left, bottom = (size[0] - CENTRE[0]) / 2, (size[1] - CENTRE[1]) / 2
    boxes = [(*corner, *block) for corner in found.corners] + [(left, bottom, *CENTRE)]
    assert len(found.corners) == places
    for index, (x, y, width, height) in enumerate(boxes):
        assert x >= 0
        assert y >= 0
        assert x + width <= size[0]
        assert y + height <= size[1]
        for other_x, other_y, other_width, other_height in boxes[index + 1 :]:
            assert (
                x + width <= other_x + 1e-6
                or other_x + other_width <= x + 1e-6
                or y + height <= other_y + 1e-6
                or other_y + other_height <= y + 1e-6
            )


@settings(max_examples=40)
@given(st.integers(3, 15), SIZES)
def test_places_go_round_clockwise_from_the_top(places: int, size: tuple[int, int]) -> None:
    corners = ring(places, False, size, CENTRE, LEAST).corners
    assert corners[0][1] == max(y for _, y in corners)
    # twice the area of the polygon: negative when it is walked clockwise, y up
    pairs = zip(corners, (*corners[1:], corners[0]), strict=True)
    assert sum(x1 * y2 - x2 * y1 for (x1, y1), (x2, y2) in pairs) < 0


def test_fifteen_cards_can_be_told_apart_on_the_smallest_window() -> None:
    """10 mm are 52 pixels there; a card must not be smaller than a finger's target."""
    assert ring(15, False, (452, 452), CENTRE, LEAST).side >= 52


def test_both_hands_of_a_player_lie_at_opposite_corners() -> None:
    first_right, second_right, first_left, second_left = ring(4, True, (450, 450), CENTRE, LEAST).corners
    assert first_right[0] > first_left[0]
    assert first_right[1] < first_left[1]
    assert second_right[0] < second_left[0]
    assert second_right[1] < second_left[1]
