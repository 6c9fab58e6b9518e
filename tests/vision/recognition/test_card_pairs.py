"""Two symbols that look alike are told by where they differ, whatever print and lens change."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.recognition.card_finding import DISC, SIDE, Floats
from vision.recognition.card_pairs import evidence, shape


def octagon(radius: float, ink: float = 0.9) -> Floats:
    turns, card = np.arange(8) * np.pi / 4, np.zeros((SIDE, SIDE), np.float32)
    corners = SIDE / 2 + radius * np.stack([np.cos(turns), np.sin(turns)], axis=1)
    cv2.fillPoly(card, [np.rint(16 * corners).astype(np.int32)], ink, cv2.LINE_8, 4)
    return card


def circle(radius: float, ink: float = 0.9) -> Floats:
    card = np.zeros((SIDE, SIDE), np.float32)
    cv2.circle(card, (8 * SIDE, 8 * SIDE), round(16 * radius), ink, -1, cv2.LINE_8, 4)
    return card


def another_print(ink: Floats) -> Floats:
    """Paler, broader, blurred, a little beside and a little smaller, on paper with a pattern."""
    move = np.array([[0.98, 0, 2.2], [0, 0.98, 1.0]], np.float32)
    broad = cv2.warpAffine(cv2.dilate(ink, np.ones((3, 3))), move, (SIDE, SIDE))
    pattern = 0.08 * (np.indices((SIDE, SIDE)).sum(axis=0) // 7 % 2)
    return np.asarray(np.maximum(cv2.GaussianBlur(0.75 * broad, (0, 0), 1.2), pattern), np.float32)


@pytest.mark.parametrize("shown", ["octagon", "circle"])
def test_what_another_print_changes_speaks_for_neither(shown: str) -> None:
    """Two shapes of one area, 3 % of which differs."""
    both = octagon(30), circle(30 * np.sqrt(8 * np.sin(np.pi / 4) / 2 / np.pi))
    seen = another_print(both[0] if shown == "octagon" else both[1])
    found = evidence(shape(both[0]), shape(both[1]), shape(seen), DISC)
    assert (found if shown == "octagon" else -found) > 0.15


def test_two_cards_of_one_shape_are_not_told_by_it() -> None:
    """Inks of another darkness are no other shape."""
    found = evidence(shape(circle(30)), shape(circle(30, 0.7)), shape(another_print(circle(30))), DISC)
    assert abs(found) < 0.02
