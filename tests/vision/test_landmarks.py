"""Bumps: how little is noticed, and what is not one."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table import Eye, Put, Scene, photo, with_hand
from vision.landmarks import BUMP_PX, Tracker, half

EYE = Eye(tilt=10.0, noise=3.0)
SCENE = Scene((Put("b1", "man red"), Put("slot", "card up")))
PITCH_PX = 54.0


@pytest.fixture(scope="module")
def tracker() -> Tracker:
    grey = half(photo(SCENE, EYE))
    return Tracker(grey, np.ones(grey.shape, np.uint8))


def test_a_table_that_lies_still_is_not_bumped(tracker: Tracker) -> None:
    motion = tracker.follow(half(photo(SCENE, replace(EYE, seed=5, ev=-0.7))), None)
    assert motion is not None
    assert not motion.bumped
    assert motion.shift < 0.2


@pytest.mark.parametrize("pixels", [1.2, 4.0, 15.0])
def test_a_shift_is_measured(tracker: Tracker, pixels: float) -> None:
    moved = replace(EYE, slide=(pixels / PITCH_PX, 0.0, 0.0), seed=6)
    motion = tracker.follow(half(photo(SCENE, moved)), None)
    assert motion is not None
    assert motion.bumped
    assert motion.shift == pytest.approx(pixels, abs=0.35)


def test_a_turn_about_the_middle_is_a_bump(tracker: Tracker) -> None:
    motion = tracker.follow(half(photo(SCENE, replace(EYE, slide=(0.0, 0.0, 1.0)))), None)
    assert motion is not None
    assert motion.shift > BUMP_PX


def test_a_hand_over_the_landmarks_is_no_bump(tracker: Tracker) -> None:
    picture = with_hand(photo(SCENE, replace(EYE, seed=20)), (430.0, 180.0), wide=140.0)
    apart = np.abs(picture.astype(int) - photo(SCENE, replace(EYE, seed=21))).max(axis=2)
    hand = (apart > 40).astype(np.uint8)
    motion = tracker.follow(half(picture), hand)
    assert motion is None or not motion.bumped


def test_a_table_out_of_sight_is_a_bump(tracker: Tracker) -> None:
    motion = tracker.follow(np.full(half(photo(SCENE, EYE)).shape, 90, np.uint8), None)
    assert motion is not None
    assert motion.bumped


def test_pieces_that_were_moved_say_nothing_of_the_plane(tracker: Tracker) -> None:
    """A third of what can be followed moves six pixels: the rest lies where it lay."""
    still = half(photo(SCENE, replace(EYE, seed=5)))
    moved = still.copy()
    part = slice(0, still.shape[0] // 3)
    moved[part] = np.roll(still[part], 3, axis=1)
    motion = tracker.follow(moved, None)
    assert motion is not None
    assert not motion.bumped
    assert motion.residual < 0.5
