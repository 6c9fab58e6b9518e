"""Hands and sleeves on a drawn table are people; shadows, lamps and moved pieces are not."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from tests.networks.drawing import arm, noisy, table
from vision.networks.hands import HandsNetwork

FEW = 40  # pixels that a watcher would not take for a hand


@cache
def network() -> HandsNetwork:
    return HandsNetwork()


@pytest.mark.parametrize("turn", [False, True])
@pytest.mark.parametrize("gain", [(1, 1, 1), (0.6, 0.6, 0.6)])
def test_an_arm_is_seen_where_it_is(turn: bool, gain: tuple[float, float, float]) -> None:
    picture, mask = arm(table())
    seen = (
        network().hands(*(noisy(view[:, ::-1] if turn else view, 3, gain) for view in (picture, table()))) > 0
    )
    if turn:
        seen = seen[:, ::-1]
    assert seen[mask].mean() > 0.7
    far = cv2.dilate(mask.astype(np.uint8), np.ones((15, 15), np.uint8)) == 0
    assert seen[far].sum() < FEW


@pytest.mark.parametrize("gain", [(1, 1, 1), (0.55, 0.55, 0.55), (1.2, 1.1, 0.9)])
def test_light_is_nobody(gain: tuple[float, float, float]) -> None:
    assert (network().hands(noisy(table(), 1, gain), noisy(table(), 2)) > 0).sum() < FEW


def test_a_soft_shadow_and_a_new_piece_are_nobody() -> None:
    shadow = np.zeros((180, 320), np.float32)
    cv2.ellipse(shadow, (90, 60), (70, 40), 20, 0, 360, 1.0, -1)
    dimmed = table() * (1 - 0.4 * cv2.GaussianBlur(shadow, (0, 0), 14)[..., None])
    picture = dimmed.astype(np.uint8)
    cv2.circle(picture, (130, 60), 6, (40, 40, 200), -1, cv2.LINE_AA)
    assert (network().hands(noisy(picture, 1), noisy(table(), 2)) > 0).sum() < FEW


def test_the_answer_has_the_size_of_the_picture() -> None:
    for height in (180, 192, 240, 321):
        picture = np.asarray(cv2.resize(table(), (320, height)), np.uint8)
        assert network().hands(picture, picture).shape == (height, 320)
    with pytest.raises(ValueError, match="different sizes"):
        network().hands(table(), table()[:-1])
