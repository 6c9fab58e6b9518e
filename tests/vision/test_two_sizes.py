"""A camera that gives two pictures of each moment: the small one for the work of every frame, the large one
for what is looked at closely."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import cv2
import numpy as np
import pytest

from tests.vision.table import MAT, SPOTS, Eye, Put, Scene, photo, with_hand
from vision.raster import Rectifier, finer, plane_of
from vision.registration import Registration, find_by_tags
from vision.seeing import View
from vision.types import Frame, Image, Spot
from vision.watching import TableWatcher

EYE = Eye(lens=-0.1)
FINE_SPOTS = tuple(replace(spot, smallest=0.25) for spot in SPOTS)
TIMES = 2


def doubled(image: Image) -> Image:
    """The same view with twice the pixels; the centre of the first one is at 0, as everywhere."""
    return np.asarray(cv2.resize(image, None, fx=TIMES, fy=TIMES, interpolation=cv2.INTER_LINEAR), np.uint8)


def frame_of(number: int, scene: Scene, fetched: list[int] | None = None) -> Frame:
    image = photo(scene, replace(EYE, seed=number))

    def fine() -> Image:
        if fetched is not None:
            fetched.append(number)
        return doubled(image)

    return Frame(number, number / 15, image, fine)


def registered(image: Image) -> Registration:
    found = find_by_tags(image, MAT, EYE.model)
    assert found is not None
    return found


def test_a_registration_leads_to_the_same_points_of_the_larger_picture() -> None:
    small = registered(photo(Scene(), EYE))
    large = small.resized((1920, 1080))
    points = np.array([(spot.x, spot.y) for spot in SPOTS])
    assert np.allclose(large.to_picture(points), (small.to_picture(points) + 0.5) * TIMES - 0.5)
    assert np.allclose(large.to_plane(large.to_picture(points)), points, atol=1e-6)
    assert large.residual_px == pytest.approx(small.residual_px * TIMES)


def test_both_pictures_fill_one_raster_alike() -> None:
    frame = frame_of(1, Scene(bases=(("a1", "sun"), ("d4", "sea"))))
    small = registered(frame.image)
    plane = plane_of(SPOTS, small)
    one = Rectifier(plane, small).of([frame]).astype(int)
    other = Rectifier(plane, small.resized((1920, 1080))).of([frame]).astype(int)
    assert np.abs(one - other).mean() < 1.0


@pytest.mark.parametrize(("spots", "scale"), [(SPOTS, 64), (FINE_SPOTS, 96)])
def test_the_raster_is_as_fine_as_the_smallest_thing_needs(spots: tuple[Spot, ...], scale: int) -> None:
    frame = frame_of(1, Scene())
    small = registered(frame.image)
    assert plane_of(spots, small).scale == 53  # as fine as the picture
    large = finer(spots, small, frame)
    assert large.size == (1920, 1080)
    assert plane_of(spots, large).scale == scale


def test_the_large_picture_is_not_fetched_where_the_small_one_is_fine_enough() -> None:
    fetched: list[int] = []
    frame = frame_of(1, Scene(), fetched)
    coarse = tuple(replace(spot, smallest=0.5) for spot in SPOTS)
    small = registered(frame.image)
    assert finer(coarse, small, frame) is small
    assert finer(SPOTS, small, replace(frame, fine=None)) is small
    assert not fetched


def test_only_settled_views_fetch_it_and_they_show_more_points() -> None:
    fetched: list[int] = []
    watcher = TableWatcher(SPOTS, MAT, EYE.model)
    before, after = Scene(), Scene(puts=(Put("b2", "man red"),))
    views: list[View] = []
    hand = range(20, 28)
    for number in range(48):
        frame = frame_of(number, before if number < hand.stop else after, fetched)
        if number in hand:
            image = with_hand(frame.image, (350, 300), seed=number)
            frame = replace(frame, image=image, fine=partial(pytest.fail, "fetched below a hand"))
        glance = watcher.read(frame)
        if glance.view is not None:
            views.append(glance.view)
    first, changed = views
    assert first.first
    assert changed.cells["b2"].change > 0.1
    plain = TableWatcher(SPOTS, MAT, EYE.model)
    seen = [plain.read(replace(frame_of(number, before), fine=None)).view for number in range(20)]
    usual = next(view for view in seen if view is not None)
    assert first.cells["b2"].now.shape[0] / usual.cells["b2"].now.shape[0] == pytest.approx(64 / 53, abs=0.05)
    assert len(fetched) < 24, "of 48 pictures, 40 of them without a hand"
