"""Where the table plane lies in the picture, by the mat's corner tags or by four taps. Pure functions.

The corners of tags are refined to parts of a pixel. The AprilTag refinement takes 70 to 194 ms, and the
faster detector of ArUco 3 lost all tags in half of the settings that were measured, so neither is used."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.camera import (
    USUAL_FOCAL,
    CameraModel,
    Points,
    camera_place,
    focal_length,
    project,
    resized,
    simple_camera,
)
from vision.mat import TAG_DICTIONARY, Mat
from vision.opencv import cv2
from vision.tuning import number, whole
from vision.types import Homography, Image

MIN_TAGS = whole("registration.min_tags")
MAX_RESIDUAL = number("registration.max_residual")
"""Pixels. With four good tags and no lens model a strong lens leaves up to 5; a wrong tag leaves far more."""
_BENDS = tuple(
    np.linspace(
        number("registration.least_bend"), number("registration.most_bend"), whole("registration.bends")
    ).tolist()
)
"""Radial lens coefficients to try."""
_LENS_GAIN = number("registration.lens_gain")
"""A lens is believed if the mean residual falls by so many pixels."""

_ASTRAY = number("registration.astray")
"""How far a place may lie from where a single tag puts it, as a share of its distance to the tag."""


@dataclass(frozen=True, slots=True)
class Corners:
    """Four points of the picture (pixels) and where they lie on the table plane (pitches), in the same order.

    Raises ValueError unless both are convex quadrilaterals of some size, seen from above.
    """

    picture: tuple[tuple[float, float], ...]
    plane: tuple[tuple[float, float], ...]

    def __post_init__(self) -> None:
        if len(self.picture) != 4 or len(self.plane) != 4:
            raise ValueError("four corners are needed")
        seen, meant = _signed_area(self.picture), _signed_area(self.plane)
        # y goes up on the map and down in the picture, so a view from above turns the sense round
        if not (_is_convex(self.picture) and _is_convex(self.plane)) or seen * meant >= 0 or abs(seen) < 100:
            raise ValueError("the four corners must be named in the same order, clockwise, and not in a line")


@dataclass(frozen=True, slots=True, eq=False)
class Registration:
    """The table plane in one picture.

    ``homography`` leads from the plane to the *undistorted* picture, which is the picture itself without a
    camera model. ``residual_px``: mean distance of the landmarks from where it puts them. ``size``: width and
    height of the picture. ``place``: the camera's x, y and height in pitches.
    """

    homography: Homography
    residual_px: float
    size: tuple[int, int]
    camera: CameraModel | None
    place: Points

    def to_picture(self, points: Points) -> Points:
        """n x 2 pitches to n x 2 pixels of the picture, lens included."""
        flat = project(self.homography, np.asarray(points, dtype=np.float64))
        return flat if self.camera is None else self.camera.distort(flat)

    def resized(self, size: tuple[int, int]) -> Registration:
        """The registration of another picture of the same view; ``size``: its width and height."""
        times = size[0] / self.size[0]
        camera = None if self.camera is None else self.camera.resized(times)
        return Registration(
            resized(self.homography, times), self.residual_px * times, size, camera, self.place
        )

    def to_plane(self, pixels: Points) -> Points:
        """n x 2 pixels of the picture to n x 2 pitches."""
        flat = np.asarray(pixels, dtype=np.float64)
        if self.camera is not None:
            flat = self.camera.undistort(flat)
        return project(np.asarray(np.linalg.inv(self.homography), dtype=np.float64), flat)


def register(
    pixels: Points, plane: Points, size: tuple[int, int], camera: CameraModel | None
) -> Registration | None:
    """The registration that fits four or more pairs of points best; None when none does."""
    flat = pixels if camera is None else camera.undistort(pixels)
    homography, _ = cv2.findHomography(np.asarray(plane, dtype=np.float64), flat, 0)
    return _checked(np.asarray(homography, dtype=np.float64), np.asarray(flat), plane, size, camera)


def from_corners(
    corners: Corners, size: tuple[int, int], camera: CameraModel | None = None
) -> Registration | None:
    """The registration by four taps; None if no camera above the table could see them so."""
    return register(np.array(corners.picture), np.array(corners.plane), size, camera)


def find_by_tags(image: Image, mat: Mat, camera: CameraModel | None = None) -> Registration | None:
    """The registration by at least three of the mat's four tags; None if fewer are in the picture, or if they
    do not fit together."""
    seen = seen_tags(image, mat)
    if len(seen) < MIN_TAGS:
        return None
    meant = {tag.id: np.array(tag.corners) for tag in mat.tags}
    pixels = np.concatenate([seen[tag] for tag in seen])
    plane = np.concatenate([meant[tag] for tag in seen])
    found = register(pixels, plane, (image.shape[1], image.shape[0]), camera)
    return found if found is not None and found.residual_px <= MAX_RESIDUAL else None


def cut_off(image: Image, mat: Mat) -> bool:
    """Whether fewer tags than are needed are in the picture because the rim cuts the mat off: those that are
    there tell where the others must lie."""
    seen = seen_tags(image, mat)
    if not 0 < len(seen) < MIN_TAGS:
        return False
    plane = np.concatenate([tag.corners for tag in mat.tags if tag.id in seen])
    pixels = np.concatenate([seen[tag.id] for tag in mat.tags if tag.id in seen])
    lacking = np.array([np.mean(tag.corners, axis=0) for tag in mat.tags if tag.id not in seen])
    if len(seen) > 1:
        matrix = np.asarray(cv2.findHomography(plane, pixels, 0)[0], np.float64)
        where, astray = project(matrix, lacking), 0.0
    else:  # one tag is too small to tell how the mat leans
        affine = np.linalg.lstsq(np.column_stack([plane, np.ones(4)]), pixels, rcond=None)[0]
        where, astray = np.column_stack([lacking, np.ones(len(lacking))]) @ affine, _ASTRAY
    return bool(outside(where + astray * (pixels.mean(axis=0) - where), image).any())


def outside(points: Points, image: Image) -> NDArray[np.bool_]:
    """Which points (n x 2 pixels) lie beyond the rim of the picture."""
    return np.asarray(((points < 0) | (points > (image.shape[1] - 1, image.shape[0] - 1))).any(axis=1))


def lens_by_tags(image: Image, mat: Mat) -> CameraModel | None:
    """The lens of an unknown camera, as far as four tags tell it: one radial coefficient and the focal
    length.

    None if the tags fit a pinhole camera about as well, because then bending the picture gains nothing."""
    seen = seen_tags(image, mat)
    if len(seen) < MIN_TAGS:
        return None
    meant = {tag.id: np.array(tag.corners) for tag in mat.tags}
    pixels = np.concatenate([seen[tag] for tag in seen])
    plane = np.concatenate([meant[tag] for tag in seen])
    size = (image.shape[1], image.shape[0])
    straight = register(pixels, plane, size, None)
    usual = USUAL_FOCAL * size[0]
    fits = [(bend, register(pixels, plane, size, simple_camera(usual, bend, size))) for bend in _BENDS]
    found = [(fit.residual_px, bend, fit) for bend, fit in fits if fit is not None]
    if straight is None or not found:
        return None
    residual, bend, fit = min(found, key=lambda one: one[0])
    if straight.residual_px - residual < _LENS_GAIN:
        return None
    focal = focal_length(fit.homography, size)
    return simple_camera(focal, bend * (focal / usual) ** 2, size)


def seen_tags(image: Image, mat: Mat) -> Mapping[int, Points]:
    """The mat's tags in the picture: id to its 4 x 2 corners in pixels. A tag seen twice is not trusted."""
    return {tag: places[0] for tag, places in _tags(image, mat).items() if len(places) == 1}


def seen_twice(image: Image, mat: Mat) -> frozenset[int]:
    """The mat's tags that are in the picture more than once, because it shows two mats."""
    return frozenset(tag for tag, places in _tags(image, mat).items() if len(places) > 1)


def _tags(image: Image, mat: Mat) -> Mapping[int, list[Points]]:
    """Each place in which a tag of the mat is seen: id to 4 x 2 corners in pixels."""
    corners, ids, _ = _detector().detectMarkers(cv2.cvtColor(image, cv2.COLOR_BGR2GRAY))
    places: dict[int, list[Points]] = {tag.id: [] for tag in mat.tags}
    for at, tag in enumerate(map(int, np.asarray(ids).ravel()) if corners else ()):
        if tag in places:
            places[tag].append(np.asarray(corners[at], dtype=np.float64).reshape(4, 2))
    return places


@lru_cache(maxsize=1)
def _detector() -> cv2.aruco.ArucoDetector:
    settings = cv2.aruco.DetectorParameters()
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    settings.useAruco3Detection = False
    # with the default of 4 a slanted, noisy tag of 50 pixels is read in 5 of 6 pictures only, with 8 in all
    settings.perspectiveRemovePixelPerCell = 8
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(TAG_DICTIONARY), settings)


def _checked(
    matrix: Homography,
    flat: Points,
    plane: Points,
    size: tuple[int, int],
    camera: CameraModel | None,
) -> Registration | None:
    if matrix.shape != (3, 3) or not np.isfinite(matrix).all():  # nothing was found
        return None
    try:
        place = camera_place(matrix, size, camera)
    except (ValueError, np.linalg.LinAlgError):
        return None
    residual = float(np.linalg.norm(project(matrix, plane) - flat, axis=1).mean())
    return Registration(matrix, residual, size, camera, place)


def _signed_area(points: tuple[tuple[float, float], ...]) -> float:
    turned = (*points[1:], points[0])
    return sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in zip(points, turned, strict=True)) / 2


def _is_convex(points: tuple[tuple[float, float], ...]) -> bool:
    corners = [_signed_area((points[i - 2], points[i - 1], points[i])) for i in range(4)]
    return all(area > 0 for area in corners) or all(area < 0 for area in corners)
