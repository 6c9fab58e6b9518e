"""Teaching a box: from a few labelled pictures to a :class:`vision.box.Box`. Pure; takes seconds, on any
thread.

The first picture is the set-up position. What is bare in any picture teaches the bare table there; a piece is
learned wherever a label says that it lies. Nothing is learned from cells without a label.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from vision.bare_table import in_the_light_of, learn_bare_table
from vision.box import Box, BoxError, load_box, save_box
from vision.camera import CameraModel
from vision.learning_figures import learn_figures
from vision.learning_flats import learn_flats
from vision.lessons import Lesson, Page, TeachingError
from vision.mat import Mat
from vision.photometry import features, noise_between, sampled, weights
from vision.rectify import Plane, Rectifier, plane_of
from vision.refinding import Memory
from vision.registration import Corners, Registration, find_by_tags, from_corners, lens_by_tags
from vision.types import N_, TURNED, Image, Spot
from vision.windows import pieces_of

__all__ = ["Box", "BoxError", "Lesson", "TeachingError", "load_box", "save_box", "teach"]


def teach(
    spots: Sequence[Spot],
    anchor: Mat | Corners,
    lessons: Sequence[Lesson],
    camera: CameraModel | None = None,
) -> Box:
    """Learn a box. With corners, they are those of the first picture; in the others the board is found again.

    Raises TeachingError: which picture shows no mat, which piece was never shown.
    """
    if not lessons:
        raise TeachingError(N_("There is no picture to learn from: take one of the set-up position first."))
    _check_shown(spots, lessons)
    plane = plane_of(spots)
    pages = _pages(spots, plane, anchor, lessons, camera)
    ground, doubt, picture = learn_bare_table(spots, plane, pages)
    pages = [in_the_light_of(spots, plane, page, ground, doubt) for page in pages]
    flats = learn_flats(spots, plane, pages, ground)
    figures = learn_figures(spots, plane, pages, ground, doubt, flats)
    return Box(plane, ground, doubt, picture, flats, figures)


def _check_shown(spots: Sequence[Spot], lessons: Sequence[Lesson]) -> None:
    """Raises TeachingError when something that may lie on the table is in no picture."""
    needed = {base for spot in spots for base in spot.bases if base}
    needed |= {piece.removesuffix(TURNED) for spot in spots for piece in pieces_of(spot)}
    cells = {spot.cell for spot in spots}
    shown: set[str] = set()
    for lesson in lessons:
        for cell, (base, stack) in lesson.looks.items():
            if cell not in cells:
                raise TeachingError(
                    N_("A teaching picture names the place {cell}, which this table does not have."),
                    cell=cell,
                )
            shown |= {base, *(piece.removesuffix(TURNED) for piece in stack)}
    missing = sorted(needed - shown)
    if missing:
        raise TeachingError(
            N_("No teaching picture shows {pieces}: put it on the table and take one more picture."),
            pieces=", ".join(missing),
        )


def _pages(
    spots: Sequence[Spot],
    plane: Plane,
    anchor: Mat | Corners,
    lessons: Sequence[Lesson],
    camera: CameraModel | None,
) -> list[Page]:
    pages = []
    memory: Memory | None = None
    if camera is None and isinstance(anchor, Mat):
        lenses = (lens_by_tags(lesson.image, anchor) for lesson in lessons)
        camera = next((lens for lens in lenses if lens is not None), None)
    for number, lesson in enumerate(lessons, start=1):
        registration = _register(lesson.image, anchor, memory, camera)
        if registration is None:
            raise TeachingError(
                N_(
                    "The board cannot be found in teaching picture {number}: take it again with the whole "
                    "board in view."
                ),
                number=str(number),
            )
        if memory is None and isinstance(anchor, Corners):
            memory = Memory.of(lesson.image, registration, spots)
        rectifier = Rectifier(plane, registration)
        raster = rectifier(lesson.image)
        weight = weights(raster, rectifier.inside)
        pages.append(Page(raster, features(raster), weight, registration.place, lesson.looks))
    noise = _noise(pages)
    return [replace(page, noise=noise) for page in pages]


def _noise(pages: Sequence[Page]) -> float:
    """Grey levels by which a dark channel of a page differs from the mean of all only by noise: what the most
    equal two pages differ by, for pieces lie elsewhere in each."""
    rasters = [sampled(page.raster) for page in pages]
    pairs = [noise_between(before, after) for before, after in pairwise(rasters)]
    return min(pairs, default=0.0) * math.sqrt(1 + 1 / len(pages))


def _register(
    image: Image, anchor: Mat | Corners, memory: Memory | None, camera: CameraModel | None
) -> Registration | None:
    if isinstance(anchor, Mat):
        return find_by_tags(image, anchor, camera)
    if memory is None:
        return from_corners(anchor, (image.shape[1], image.shape[0]), camera)
    return memory.find(image)
