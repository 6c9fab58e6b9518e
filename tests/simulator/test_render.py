"""What the camera sees, checked with OpenCV's own detector and with pictures against each other."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from companion.rules.contract import CellId, Lamp, Look
from companion.rules.pieces import Pose, stack_of
from companion.simulator.profiles import PROFILES, Film
from companion.simulator.render import Renderer
from companion.simulator.scene import Clutter, ClutterKind, Hand, Piece, Scene, Slide, scene_of
from companion.simulator.setting import Setting
from tests.simulator.tables import marso, noiseless
from vision.curtain import Curtain
from vision.mat import TAG_DICTIONARY
from vision.registration import find_by_tags, lens_by_tags
from vision.types import Image

UNMOVED = Slide()
HAND = Hand(2.0, 2.0, 0.6, 3.0, -25.0)


@pytest.fixture(scope="module")
def setting() -> Setting:
    return marso(4)


@pytest.fixture(scope="module")
def start(setting: Setting) -> Scene:
    looks = setting.game.looks(setting.game.initial(setting.setup))
    return scene_of(looks, setting.placer(Random(5)))


@pytest.fixture(scope="module")
def plain(setting: Setting) -> Renderer:
    """A camera whose pictures depend on the scene alone."""
    return setting.renderer(noiseless(), 1)


def tag_corners(image: Image) -> dict[int, np.ndarray]:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(TAG_DICTIONARY), parameters)
    corners, ids, _ = detector.detectMarkers(image)
    return {int(tag): found[0] for tag, found in zip(ids.ravel(), corners, strict=True)}


def expected_corners(setting: Setting, renderer: Renderer, slide: Slide = UNMOVED) -> dict[int, np.ndarray]:
    return {tag.id: renderer.picture_points(tag.corners, slide) for tag in setting.mat.tags}


@pytest.mark.parametrize("name", PROFILES)
def test_a_detector_finds_the_tags_where_the_geometry_says(setting: Setting, start: Scene, name: str) -> None:
    """On a flat mat; single corners found by the detector in the noisiest profile are off by a pixel."""
    renderer = setting.renderer(replace(PROFILES[name], warp=0.0), 3)
    found = tag_corners(renderer.frame(start))
    expected = expected_corners(setting, renderer)
    assert found.keys() == expected.keys()
    off = np.concatenate([found[tag] - expected[tag] for tag in expected])
    assert np.abs(off).max() < 1.5
    assert np.abs(off.mean(axis=0)).max() < 0.2


@pytest.mark.parametrize("name", PROFILES)
def test_a_curtain_is_drawn_where_it_is_read(setting: Setting, start: Scene, name: str) -> None:
    """Also in the worst light, on a mat that waves."""
    drawn = setting.renderer(replace(PROFILES[name], curtain=True), 3).frame(start)
    curtain = Curtain(setting.mat)
    place = find_by_tags(drawn, setting.mat, lens_by_tags(drawn, setting.mat))
    assert place is not None
    curtain.place(place, (180, 320))
    found = curtain.read(drawn)
    assert found is not None
    assert found.clear is not None, "every segment is seen"


@pytest.mark.slow
def test_a_pushed_mat_is_seen_where_it_was_pushed_to(setting: Setting, start: Scene, plain: Renderer) -> None:
    slide = Slide(0.3, -0.2, 1.5)
    found = tag_corners(plain.frame(replace(start, slide=slide)))
    expected = expected_corners(setting, plain, slide)
    assert max(np.abs(found[tag] - expected[tag]).max() for tag in expected) < 1.0
    before = expected_corners(setting, plain)
    assert max(np.abs(before[tag] - expected[tag]).max() for tag in expected) > 8


@pytest.mark.slow
def test_only_what_changed_is_drawn_again_and_the_picture_is_the_same(setting: Setting, start: Scene) -> None:
    """A camera that has followed many changes shows what a new camera shows."""
    followed = setting.renderer(noiseless("slanted"), 1)
    game, placer = setting.game, setting.placer(Random(9))
    followed.frame(start)
    for state in game.teaching(setting.setup)[:4]:
        scene = scene_of(game.looks(state), placer)
        followed.frame(replace(scene, hand=HAND, clutter=(Clutter(ClutterKind.CUP, 5.0, 5.0),)))
        again = followed.frame(scene).astype(int)
    fresh = setting.renderer(noiseless("slanted"), 1).frame(scene).astype(int)
    assert np.abs(again - fresh).max() <= 2


def test_a_hand_covers_its_cells_and_leaves_no_trace(start: Scene, plain: Renderer) -> None:
    before = plain.frame(start).astype(int)
    during = plain.frame(replace(start, hand=HAND)).astype(int)
    after = plain.frame(start).astype(int)
    assert (before == after).all()
    changed = np.abs(during - before).max(axis=2) > 25
    (x, y), (far_x, far_y) = plain.picture_points([(2.2, 0.5), (2.0, 6.0)])
    assert changed[round(y), round(x)]
    assert not changed[round(far_y), round(far_x)]
    assert changed[-1].any(), "the arm comes from the picture's border"


def test_a_hand_outside_the_picture_is_not_seen(start: Scene, plain: Renderer) -> None:
    before = plain.frame(start)
    away = plain.frame(replace(start, hand=Hand(3.0, -18.0, 1.3, 3.0, -28.0)))
    assert (before == away).all()


@pytest.mark.parametrize("name", ["easy", "slanted"])
def test_a_standing_figure_is_drawn_over_its_foot_and_away_from_the_camera(
    setting: Setting, start: Scene, name: str
) -> None:
    renderer = setting.renderer(noiseless(name), 1)
    bare = replace(start, pieces=())
    pawn = Piece("hunter west", 5.0, 5.0)
    changed = renderer.frame(replace(bare, pieces=(pawn,))).astype(int) - renderer.frame(bare).astype(int)
    rows, columns = np.nonzero(np.abs(changed).max(axis=2) > 60)
    foot, top = renderer.camera.project(np.array([(5.0, 5.0, 0.0), (5.0, 5.0, 0.8)]))
    pitch = renderer.camera.pixels_per_pitch(5.0, 5.0)
    assert abs(columns.mean() - (foot[0] + top[0]) / 2) < pitch * 0.3
    assert rows.min() == pytest.approx(top[1], abs=pitch * 0.2)
    assert rows.max() < foot[1] + pitch * 0.45


def test_a_lying_beast_shows_its_outline_from_above(start: Scene, plain: Renderer) -> None:
    """Standing it is a bar about a quarter of a pitch thick, lying it covers more than twice as much."""
    bare = plain.frame(replace(start, pieces=())).astype(int)

    def area(pose: Pose) -> int:
        scene = replace(start, pieces=(Piece("beast yellow", 3.0, 5.0, 0.0, pose),))
        return int((np.abs(plain.frame(scene).astype(int) - bare).max(axis=2) > 60).sum())

    assert area(Pose.LYING) > 1.5 * area(Pose.UPRIGHT)


def test_every_piece_of_every_print_can_be_told_from_the_others(setting: Setting) -> None:
    """No two different flat pieces of one print look alike, however they are turned (backs are one piece)."""
    names = {name for zone in setting.zones for stack in zone.stacks for name in stack}
    flats = sorted({name.removesuffix(" turned") for name in names if name.split()[0] in ("card", "start")})
    for style in ("classic", "neon"):
        art = setting.kit.art(style)
        seen: dict[bytes, str] = {}
        for name in flats:
            sheet = art.sheet(name)
            assert sheet is not None
            for turned in (False, True):
                small = cv2.resize(np.rot90(sheet.painting, 2 * turned)[:, :, :3].copy(), (24, 36)) // 24
                assert seen.setdefault(small.tobytes(), name) == name
    assert len(flats) >= 30


def test_lamps_glow_beside_the_board(start: Scene, plain: Renderer) -> None:
    dark = plain.frame(start).astype(int)
    lamps = (Lamp("red", "up"), Lamp("green", "left", due=True), Lamp("blue", "right"), Lamp())
    lit = plain.frame(replace(start, lamps=lamps)).astype(int)
    changed = np.abs(lit - dark).max(axis=2) > 40
    (left, _), (right, _) = plain.picture_points([(-0.5, 3.0), (6.5, 3.0)])
    assert changed.any()
    assert not changed[:, round(left) : round(right)].any()


@pytest.mark.slow
def test_less_light_makes_a_darker_picture_until_the_camera_has_adapted(
    setting: Setting, start: Scene
) -> None:
    profile = replace(noiseless(), film=Film(shot=0, read=0, adapt=1.0))
    renderer = setting.renderer(profile, 1)
    usual = renderer.frame(start).mean()
    dimmed = replace(start, light=0.5)
    first = renderer.frame(dimmed).mean()
    assert first < usual * 0.85
    for _ in range(60):
        last = renderer.frame(dimmed).mean()
    assert last == pytest.approx(usual, rel=0.03)


@pytest.mark.slow
def test_noise_is_that_of_the_film(setting: Setting, start: Scene) -> None:
    """On the white mat under light L (0.8 of full): sigma = sqrt(shot L + read^2), told back through the
    gamma of 2: the code is 255 sqrt(L), so its deviation is 255 sigma / (2 sqrt(L))."""
    film = Film(shot=0.0004, read=0.002, vignette=0.0, defocus=0.6, gamma=2.0)
    renderer = setting.renderer(replace(PROFILES["easy"], film=film), 1)
    frames = np.stack([renderer.frame(start) for _ in range(16)]).astype(float)
    (x, y) = renderer.picture_points([(-4.2, 3.0)])[0].round().astype(int)
    spot = frames[:, y - 12 : y + 12, x - 8 : x + 8]
    level = spot.mean() / 255
    expected = 255 * np.sqrt(film.shot * level**2 + film.read**2) / (2 * level)
    assert spot.std(axis=0).mean() == pytest.approx(expected, rel=0.2)


@pytest.mark.slow
def test_the_same_seed_gives_the_same_pictures(setting: Setting, start: Scene) -> None:
    a, b = (setting.renderer(PROFILES["evening"], 7) for _ in range(2))
    for _ in range(3):
        assert (a.frame(start) == b.frame(start)).all()
    assert (setting.renderer(PROFILES["evening"], 8).frame(start) != a.frame(start)).any()


def test_the_two_prints_differ_everywhere(setting: Setting, start: Scene) -> None:
    classic = setting.renderer(noiseless(), 1).frame(start).astype(int)
    neon = setting.renderer(replace(noiseless(), print="neon"), 1)
    cells = neon.picture_points([(x, y) for x in range(7) for y in range(7)]).round().astype(int)
    differs = np.abs(neon.frame(start).astype(int) - classic).max(axis=2)
    assert np.median([differs[y, x] for x, y in cells]) > 30


def test_without_a_mat_there_are_no_tags_but_the_board(setting: Setting, start: Scene) -> None:
    renderer = setting.renderer(replace(noiseless(), mat=False), 1)
    image = renderer.frame(start)
    _, ids, _ = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(TAG_DICTIONARY)).detectMarkers(
        image
    )
    assert ids is None


def test_a_look_without_art_is_an_error(setting: Setting, plain: Renderer) -> None:
    with pytest.raises(KeyError):
        plain.frame(
            scene_of({CellId("laid:south"): Look("", stack_of("card zz"))}, setting.placer(Random(1)))
        )
