"""What changed while the watcher was not running: told by its first view after that."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from tests.vision.film import PICTURE, PLANE, SPOTS, Pieces, Table
from vision.photographs import photographed
from vision.process.rejoining import Rejoining
from vision.registration import Corners
from vision.seeing import Glance, View
from vision.types import CameraState, Image

RED, BLUE = (40, 40, 200), (200, 90, 40)
LAID: Pieces = {"b2": RED, "e5": BLUE}
CHANGED = 0.08
"""Share of a cell that changed, above which the judge takes it rather for changed (its ``scene.nats``)."""


def first(image: Image, corners: Corners = Corners(PICTURE, PLANE)) -> Glance:  # noqa: B008 - a frozen value
    seen = photographed(image, SPOTS, corners, None)
    assert seen is not None
    return Glance(0, 1.0, CameraState.READY, seen)


def after(then: Glance, now: Glance) -> View:
    rejoining = Rejoining()
    rejoining.see(then)
    view = rejoining.see(now).view
    assert view is not None
    return view


def changed(view: View) -> set[str]:
    return {name for name, cell in view.cells.items() if cell.change > CHANGED}


def test_the_first_view_of_all_stays_the_first() -> None:
    glance = Rejoining().see(first(Table().frame(LAID)))
    assert glance.view is not None
    assert glance.view.first


@pytest.mark.parametrize("gain", [1.0, 0.8, 1.2])
def test_what_moved_is_a_change_and_light_is_none(gain: float) -> None:
    table = Table()
    view = after(first(table.frame(LAID)), first(table.frame({"b2": RED, "c4": BLUE}, gain=gain)))
    assert changed(view) == {"e5", "c4"}
    assert not view.first
    assert view.bumped
    assert view.blind
    assert all(cell.visited == 1.0 for cell in view.cells.values()), "hands may have been everywhere"


def test_the_same_table_has_not_changed() -> None:
    table = Table()
    assert changed(after(first(table.frame(LAID)), first(table.frame(LAID)))) == set()


@pytest.mark.parametrize("scale", [0.75, 1.2])
def test_a_table_that_lies_elsewhere_and_smaller_has_not_changed(scale: float) -> None:
    table = Table()
    image = table.frame(LAID)
    middle = (640.0, 360.0)
    matrix = cv2.getRotationMatrix2D(middle, 4.0, scale)
    moved = np.asarray(cv2.warpAffine(image, matrix, (1280, 720)), np.uint8)
    corners = cv2.transform(np.array([PICTURE]), matrix)[0]
    elsewhere = Corners(tuple((float(x), float(y)) for x, y in corners), PLANE)
    assert changed(after(first(image), first(moved, elsewhere))) == set()


def test_cells_that_cannot_be_seen_any_more_are_hidden() -> None:
    table = Table()
    then, now = first(table.frame(LAID)), first(table.frame(LAID))
    assert now.view is not None
    left = {name: cell for name, cell in now.view.cells.items() if name != "a1"}
    assert after(then, replace(now, view=replace(now.view, cells=left))).hidden == {"a1"}


def test_what_was_seen_last_counts_not_what_was_seen_first() -> None:
    """A piece came in between; a restart after that tells nothing of it."""
    table = Table()
    more: Pieces = {**LAID, "c4": RED}
    rejoining = Rejoining()
    rejoining.see(first(table.frame(LAID)))
    later = first(table.frame(more)).view
    assert later is not None
    rejoining.see(Glance(5, 2.0, CameraState.READY, replace(later, first=False)))
    again = rejoining.see(first(table.frame(more))).view
    assert again is not None
    assert changed(again) == set()


def test_glances_without_a_view_pass() -> None:
    glance = Glance(3, 1.0, CameraState.HAND, covered=frozenset({"a1"}))
    assert Rejoining().see(glance) is glance


def test_a_picture_of_another_size_shows_the_same_table() -> None:
    """Patches of its cells are smaller; nothing lies elsewhere."""
    table = Table()
    image = table.frame(LAID)
    small = np.asarray(cv2.resize(image, (960, 540), interpolation=cv2.INTER_AREA), np.uint8)
    corners = Corners(tuple((x * 0.75, y * 0.75) for x, y in PICTURE), PLANE)
    assert changed(after(first(image), first(small, corners))) == set()
