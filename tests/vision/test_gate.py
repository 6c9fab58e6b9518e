"""Hands, light, noise. Every frame is a drawn table with fresh noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.table import Eye, Put, Scene, photo, with_hand
from vision.gate import STILL_FRAMES, WIDTH, Gate, Seen, small
from vision.types import Image

EYE = Eye(tilt=10.0, noise=3.0)
SCENE = Scene((Put("b1", "man red"), Put("c3", "man blue"), Put("slot", "card up")))
PHOTOS = [photo(SCENE, replace(EYE, seed=seed)) for seed in range(6)]
POOL = [small(picture) for picture in PHOTOS]
FPS = 15.0


class Film:
    """Feeds a gate and keeps its verdicts."""

    def __init__(self) -> None:
        self.gate = Gate()
        self.number = 0
        self.seen: list[Seen] = []

    def show(self, picture: Image) -> Seen:
        self.seen.append(self.gate.see(picture, self.number / FPS))
        self.number += 1
        return self.seen[-1]

    def quiet(self, frames: int) -> Seen:
        for _ in range(frames):
            self.show(POOL[self.number % len(POOL)])
        return self.seen[-1]

    def hold(self, make: Callable[[int], Image], frames: int) -> list[Seen]:
        return [self.show(make(self.number)) for _ in range(frames)]


@pytest.fixture
def film() -> Film:
    film = Film()
    film.quiet(25)
    return film


def hand(at: tuple[float, float]) -> Callable[[int], Image]:
    return lambda n: small(with_hand(PHOTOS[n % len(PHOTOS)], at, seed=n))


def test_noise_is_nothing(film: Film) -> None:
    film.quiet(30)
    assert all(seen.hand is None and not seen.light for seen in film.seen[5:])
    assert int(film.seen[-1].still.min()) >= STILL_FRAMES


def test_a_hand_is_seen_at_once_and_covers_what_it_covers(film: Film) -> None:
    seen = film.hold(hand((480.0, 300.0)), 1)[0]
    assert seen.hand is not None
    scale = WIDTH / 960
    assert seen.hand[round(330 * scale), round(485 * scale)] == 1  # the palm
    assert seen.hand[round(500 * scale), round(520 * scale)] == 1  # the sleeve
    assert seen.hand[round(60 * scale), round(100 * scale)] == 0  # far away
    assert not seen.light


def test_a_hand_that_rests_ten_seconds_stays_a_hand(film: Film) -> None:
    resting = film.hold(hand((480.0, 300.0)), round(10 * FPS))
    assert all(seen.hand is not None for seen in resting)


def test_when_the_hand_has_gone_nothing_is_left_of_it(film: Film) -> None:
    film.hold(hand((480.0, 300.0)), 20)
    assert film.quiet(3).hand is None
    assert int(film.quiet(STILL_FRAMES + 2).still.min()) >= STILL_FRAMES


def test_a_hand_that_goes_little_by_little_is_gone_in_the_end(film: Film) -> None:
    """The blurred rest of a sleeve at the picture's border: from frame to frame less changes than noise."""
    still = POOL[0]
    for part in range(40, -1, -1):
        picture = still.copy()
        rest, sleeve = picture[:14, 100:112].astype(np.float64), np.array((90.0, 130.0, 200.0))
        picture[:14, 100:112] = (rest + (sleeve - rest) * part / 40).round().astype(np.uint8)
        seen = film.show(picture)
        assert seen.hand is not None or part < 40
    assert seen.hand is None


def test_a_hand_in_the_first_frame_leaves_no_ghost() -> None:
    film = Film()
    ground = small(photo(Scene(), replace(EYE, ev=-0.4, seed=99)))
    film.gate.reset(ground, np.ones(ground.shape[:2], np.uint8))
    film.hold(hand((480.0, 300.0)), 10)
    assert film.quiet(4).hand is None
    assert film.hold(hand((400.0, 250.0)), 2)[-1].hand is not None


@pytest.mark.parametrize("ev", [-1.5, -0.5, 0.5, 1.5])
def test_a_change_of_exposure_is_light_and_no_hand(film: Film, ev: float) -> None:
    dimmed = film.hold(lambda n: small(photo(SCENE, replace(EYE, ev=ev, seed=n))), 8)
    assert dimmed[0].light
    assert all(seen.hand is None for seen in dimmed)
    assert not dimmed[-1].light


def test_another_lamp_is_no_hand(film: Film) -> None:
    warm = film.hold(lambda n: small(photo(SCENE, replace(EYE, light=(1.25, 1.0, 0.6), seed=n))), 8)
    assert all(seen.hand is None for seen in warm)


def test_a_hard_shadow_that_comes_in_is_no_hand(film: Film) -> None:
    def shaded(n: int) -> Image:
        edge = min(2.5, -3.0 + 0.5 * (n - 25))
        shadow = ((-6.0, 6.0), (edge, 6.0), (edge + 0.6, -4.0), (-6.0, -4.0))
        return small(photo(SCENE, replace(EYE, shadow=shadow, seed=n)))

    assert all(seen.hand is None for seen in film.hold(shaded, 16))


def test_a_piece_put_down_is_a_change_but_no_hand(film: Film) -> None:
    moved = Scene((Put("a4", "man red"), Put("c3", "man blue"), Put("slot", "card up")))
    seen = film.hold(lambda n: small(photo(moved, replace(EYE, seed=n))), 2)
    assert seen[0].moved is not None
    assert all(one.hand is None for one in seen)
    assert int(seen[0].still.min()) == 0


def test_a_hand_that_waited_beside_what_matters_leaves_no_ghost() -> None:
    """It holds a tile for five seconds where nothing is watched, reaches in, and is gone."""
    film = Film()
    watched = np.zeros(POOL[0].shape[:2], np.uint8)
    watched[: round(200 * WIDTH / 960)] = 1
    film.gate.reset(watched=watched)
    film.quiet(25)
    waiting = film.hold(hand((480.0, 300.0)), round(5 * FPS))
    assert all(seen.hand is None for seen in waiting)
    assert film.hold(hand((480.0, 120.0)), 10)[-1].hand is not None
    film.quiet(5)
    assert all(film.quiet(1).hand is None for _ in range(20))


def test_what_is_left_at_the_border_is_let_be_after_a_minute() -> None:
    film = Film()
    film.quiet(10)
    still = small(with_hand(photo(SCENE, EYE), (480.0, 400.0)))
    for second in range(70):  # a book, not a hand: it never moves
        seen = film.gate.see(still, 1.0 + second)
    assert seen.hand is None
