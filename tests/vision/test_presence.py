"""Hands, light, noise: what lies over the table and what only looks like it. Every frame is a drawn table
with fresh noise; the network is stood in for (:mod:`tests.vision.plain`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.plain import SKIN, PlainHands, plain
from tests.vision.table import WIDTH as PICTURE_WIDTH
from tests.vision.table import Eye, Put, Scene, photo, with_hand
from vision.cells import STILL_FRAMES
from vision.presence import LEFT_SECONDS, WIDTH, HandsSeen, Presence, small
from vision.types import Image

__all__ = ["plain"]
pytestmark = pytest.mark.usefixtures("plain")

EYE = Eye(tilt=10.0, noise=3.0)
SCENE = Scene((Put("b1", "man red"), Put("c3", "man blue"), Put("slot", "card up")))
PHOTOS = [photo(SCENE, replace(EYE, seed=seed)) for seed in range(6)]
POOL = [small(picture) for picture in PHOTOS]
FPS = 15.0
SCALE = WIDTH / PICTURE_WIDTH


class Film:
    """Feeds one after another, 15 a second, and keeps what was seen."""

    def __init__(self) -> None:
        self.presence = Presence()
        self.number = 0
        self.seen: list[HandsSeen] = []

    def show(self, picture: Image) -> HandsSeen:
        time = self.number / FPS
        self.seen.append(self.presence.see(picture, time))
        self.presence.renew(picture, self.seen[-1], time)
        self.number += 1
        return self.seen[-1]

    def quiet(self, frames: int) -> HandsSeen:
        for _ in range(frames):
            self.show(POOL[self.number % len(POOL)])
        return self.seen[-1]

    def hold(self, make: Callable[[int], Image], frames: int) -> list[HandsSeen]:
        return [self.show(make(self.number)) for _ in range(frames)]


@pytest.fixture
def film() -> Film:
    """A table that was seen without a hand."""
    film = Film()
    film.quiet(25)
    return film


def hand(at: tuple[float, float]) -> Callable[[int], Image]:
    return lambda n: small(with_hand(PHOTOS[n % len(PHOTOS)], at, seed=n))


def covers(seen: HandsSeen, x: float, y: float) -> bool:
    """Whether a hand is over a point of the large picture."""
    return seen.hand is not None and bool(seen.hand[round(y * SCALE), round(x * SCALE)])


def test_noise_is_nothing(film: Film) -> None:
    film.quiet(30)
    assert all(seen.hand is None and not seen.light for seen in film.seen)
    assert int(film.seen[-1].still.min()) >= STILL_FRAMES


def test_a_hand_is_seen_at_once_and_covers_what_it_covers(film: Film) -> None:
    seen = film.hold(hand((480.0, 300.0)), 1)[0]
    assert covers(seen, 485.0, 330.0), "the palm"
    assert covers(seen, 520.0, 500.0), "the sleeve"
    assert not covers(seen, 100.0, 60.0), "far away"
    assert not seen.light


def test_over_a_still_table_the_network_is_asked_four_times_a_second_and_about_what_moves_at_once(
    film: Film, plain: list[PlainHands]
) -> None:
    before = plain[0].asked
    film.quiet(round(2 * FPS))
    assert plain[0].asked - before <= 2 * 4
    before = plain[0].asked
    assert covers(film.hold(hand((480.0, 300.0)), 1)[0], 485.0, 330.0)
    assert plain[0].asked == before + 1
    assert film.quiet(3).hand is None


def test_a_hand_that_rests_ten_seconds_stays_a_hand(film: Film) -> None:
    resting = film.hold(hand((480.0, 300.0)), round(10 * FPS))
    assert all(covers(seen, 485.0, 330.0) for seen in resting)


def test_a_hand_that_does_not_stir_rests_and_one_that_does_not_rest_stirs(film: Film) -> None:
    """One that comes and stands still is said to rest after a while, never while it moves."""
    still = small(with_hand(PHOTOS[0], (480.0, 300.0)))
    seen = film.hold(lambda _: still, round(3 * FPS))
    assert seen[0].resting is None
    assert seen[-1].resting is not None
    assert seen[-1].hand is not None
    moving = film.hold(lambda n: hand((440.0 + 8 * (n % 12), 300.0))(n), round(3 * FPS))
    assert moving[-1].resting is None


def test_when_the_hand_has_gone_nothing_is_left_of_it(film: Film) -> None:
    film.hold(hand((480.0, 300.0)), 20)
    assert film.quiet(3).hand is None
    assert int(film.quiet(STILL_FRAMES + 2).still.min()) >= STILL_FRAMES


@pytest.mark.parametrize("ev", [-1.5, -0.5, 0.5, 1.5])
def test_a_change_of_exposure_is_light_and_no_hand(film: Film, ev: float) -> None:
    dimmed = film.hold(lambda n: small(photo(SCENE, replace(EYE, ev=ev, seed=n))), 8)
    assert dimmed[0].light
    assert all(seen.hand is None for seen in dimmed)
    assert not dimmed[-1].light


def test_another_lamp_is_no_hand(film: Film) -> None:
    warm = film.hold(lambda n: small(photo(SCENE, replace(EYE, light=(1.25, 1.0, 0.6), seed=n))), 8)
    assert all(seen.hand is None for seen in warm)


def test_a_piece_put_down_is_a_change_but_no_hand(film: Film) -> None:
    """It appears from one frame to the next, and is a part of the table after that."""
    moved = Scene((Put("a4", "man red"), Put("c3", "man blue"), Put("slot", "card up")))
    seen = film.hold(lambda n: small(photo(moved, replace(EYE, seed=n))), STILL_FRAMES + 4)
    assert seen[0].moved is not None
    assert int(seen[0].still.min()) == 0
    assert all(one.hand is None for one in seen[2:])
    assert int(seen[-1].still.min()) >= STILL_FRAMES


def test_what_is_left_at_the_border_is_let_be(film: Film) -> None:
    """A book, not a hand: it never moves."""
    still = small(with_hand(PHOTOS[0], (480.0, 400.0)))
    seen = film.hold(lambda _: still, round((LEFT_SECONDS + 1) * FPS))
    assert seen[round((LEFT_SECONDS - 2) * FPS)].hand is not None
    assert seen[-1].hand is None


def spot(radius: float) -> Image:
    """Something skin-coloured that lies apart from the border."""
    return small(np.asarray(cv2.circle(PHOTOS[0].copy(), (700, 300), round(radius), SKIN, -1), np.uint8))


def test_what_looks_like_a_hand_but_lies_still_without_an_arm_is_none(film: Film) -> None:
    seen = film.hold(lambda _: spot(40), round(2 * FPS))
    assert seen[0].hand is not None, "it has just come"
    assert seen[-1].hand is None


def test_nor_where_an_arm_was_before(film: Film) -> None:
    film.hold(hand((700.0, 300.0)), round(2 * FPS))
    film.quiet(round(2 * FPS))
    assert film.hold(lambda _: spot(40), round(2 * FPS))[-1].hand is None


def test_what_is_no_larger_than_a_piece_and_leans_out_of_the_picture_is_no_hand(film: Film) -> None:
    film.presence.largest = 700.0
    still = small(np.asarray(cv2.circle(PHOTOS[0].copy(), (480, 530), 40, SKIN, -1), np.uint8))
    assert film.hold(lambda _: still, round(2 * FPS))[-1].hand is None


def asked(film: Film, plain: list[PlainHands]) -> Image:
    """The reference with which the next quiet frame is compared."""
    film.quiet(1)
    return plain[-1].reference


def near(one: Image, other: Image) -> bool:
    return float(np.abs(one.astype(np.int16) - other).mean()) < 3.0


def test_the_reference_follows_the_light_and_what_was_put_down_but_no_hand(
    film: Film, plain: list[PlainHands]
) -> None:
    dim = Scene((Put("a4", "man red"), Put("c3", "man blue"), Put("slot", "card up")))
    shown = [photo(dim, replace(EYE, ev=-0.5, seed=seed)) for seed in range(6)]
    film.hold(lambda n: small(with_hand(shown[n % 6], (480.0, 300.0), seed=n)), round(3 * FPS))
    reference, there = asked(film, plain), small(shown[0])
    free = np.zeros(there.shape[:2], bool)
    free[:, :100] = True
    assert near(reference[free], there[free])
    palm = np.s_[round(300 * SCALE) : round(320 * SCALE), round(470 * SCALE) : round(490 * SCALE)]
    assert near(reference[palm], POOL[0][palm])


def reaching(skin: int) -> Image:
    """An arm from the lower rim up to row 300, its part below row ``skin`` bare: the network sees that."""
    drawn = PHOTOS[0].copy()
    cv2.rectangle(drawn, (440, skin), (520, 539), SKIN, -1)
    cv2.rectangle(drawn, (440, 300), (520, skin - 1), (60, 20, 20), -1)
    return small(np.asarray(drawn, np.uint8))


def test_what_lies_beside_a_hand_that_lies_still_can_be_seen(film: Film) -> None:
    """Something that touches a hand may be its shadow, or what it carries; but not for long."""
    seen = film.hold(lambda _: reaching(460), round(1.5 * FPS))
    assert covers(seen[0], 480.0, 320.0)
    assert covers(seen[-1], 480.0, 500.0)
    assert not covers(seen[-1], 480.0, 320.0)


def test_an_arm_that_lies_still_is_whole_if_most_of_it_is_seen(film: Film) -> None:
    """A dark sleeve over a dark board, while somebody thinks."""
    assert covers(film.hold(lambda _: reaching(380), round(3 * FPS))[-1], 480.0, 320.0)


class Fooled:
    """A network that takes what has become brighter for a hand."""

    def hands(self, picture: Image, reference: Image) -> NDArray[np.float32]:
        brighter = picture.astype(np.float32).mean(axis=2) > 1.2 * reference.mean(axis=2) + 5
        return np.where(brighter, 6.0, -6.0).astype(np.float32)


def test_what_a_shadow_leaves_is_no_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shadow of a head that had become a part of the reference."""
    monkeypatch.setattr("vision.presence.HandsNetwork", Fooled)
    film = Film()
    film.quiet(25)
    dark = np.ones(POOL[0].shape, np.float32)
    dark[:100, 60:200] = 0.6
    film.hold(lambda n: np.asarray(POOL[n % 6] * dark, np.uint8), round(3 * FPS))
    film.quiet(2)
    assert film.seen[-1].hand is None
    lamp = np.clip(POOL[0] * np.where(dark < 1, 1.5, 1), 0, 255).astype(np.uint8)
    assert film.show(lamp).hand is not None, "it never looked so"


def test_where_a_hand_has_just_been_counts_as_hand(film: Film) -> None:
    """It is elsewhere now; it may have been blurred between."""
    film.hold(hand((480.0, 300.0)), 3)
    assert covers(film.hold(hand((800.0, 300.0)), 1)[0], 485.0, 330.0)


def test_a_table_that_lies_elsewhere_takes_its_reference_along(film: Film, plain: list[PlainHands]) -> None:
    film.presence.move(np.array([[1.0, 0, 30], [0, 1, 0], [0, 0, 1]]))
    assert near(asked(film, plain)[:, 40:], POOL[0][:, 10:-30])


class Unsure:
    """A network that gives nearly even odds for what has become darker."""

    def hands(self, picture: Image, reference: Image) -> NDArray[np.float32]:
        darker = picture.astype(np.float32).mean(axis=2) < 0.8 * reference.mean(axis=2) - 5
        return np.where(darker, -0.5, -6.0).astype(np.float32)


def test_what_may_be_a_hand_is_one_while_it_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fingers at the rim of the picture: the network hardly knows them, and it sees no motion."""
    monkeypatch.setattr("vision.presence.HandsNetwork", Unsure)
    film = Film()
    film.quiet(25)

    def fingers(down: int) -> Image:
        picture = POOL[film.number % len(POOL)].copy()
        picture[:down, 100:130] = np.asarray(picture[:down, 100:130] * 0.5, np.uint8)
        return picture

    assert all(film.show(fingers(down)).hand is not None for down in (20, 30, 40))
    lies = film.hold(lambda _: fingers(40), round(FPS))
    assert lies[-1].hand is None
