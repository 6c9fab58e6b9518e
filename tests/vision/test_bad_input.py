"""What goes wrong at real tables, through the watcher: light, heads, hands of several people, a cat."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import cv2
import numpy as np
import pytest

from tests.vision.film import BEGIN, BLUE, FPS, PITCH, RED, SIZE, Film, Pieces, changed
from tests.vision.plain import plain
from vision.presence import LEFT_SECONDS
from vision.seeing import Glance, View
from vision.sight import COVERED, Sight
from vision.types import CameraState, Frame, Image

__all__ = ["plain"]
pytestmark = pytest.mark.usefixtures("plain")

Paint = Callable[[Image], Image]
MOVED: Pieces = {"e5": BLUE, "c3": RED}
BOTH: Pieces = {"e6": BLUE, "c3": RED}
DARK = (25, 30, 40)


class Painted(Film):
    """A film in which something is painted ``over`` every picture."""

    def __init__(self) -> None:
        super().__init__()
        self.over: Paint = lambda image: image
        board = self.table.frame
        self.table.frame = lambda *what, **more: self.over(board(*what, **more))  # type: ignore[method-assign]

    def glances(self, pieces: Pieces, seconds: float, *arms: str, **more: float) -> list[Glance]:
        return list(self.show(pieces, seconds, arms, **more))

    def move(self, *arms: str) -> list[View]:
        """From b2 to c3, as in every other test."""
        self.views(BEGIN, 0.4, ["b2", *arms])
        self.views(MOVED, 0.4, ["c3", *arms])
        return self.views(MOVED, 0.8, arms)


@pytest.fixture
def film() -> Painted:
    made = Painted()
    assert [view.first for view in made.views(BEGIN, 1.2)] == [True]
    return made


def disc(x: float, y: float, radius: float, colour: tuple[int, int, int] = DARK) -> Paint:
    def paint(image: Image) -> Image:
        result = image.copy()
        cv2.circle(result, (round(x), round(y)), round(radius), colour, -1)
        return result

    return paint


def told(views: list[View]) -> set[str]:
    return set().union(*(changed(view) for view in views))


# -- light ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gain", [0.15, 0.5, 1.5, 2.5, 4.0])
def test_exposure_that_settles_in_the_first_second_is_waited_for(gain: float) -> None:
    """A camera that was just opened shows white or dark pictures at first; no first view is made of them."""
    film, views = Film(), list[View]()
    for number in range(round(FPS)):
        views += film.views(BEGIN, 1 / FPS, gain=gain + (1 - gain) * number / FPS)
    views += film.views(BEGIN, 3.0)
    assert [view.first for view in views] == [True]
    film.views(BEGIN, 0.4, ["b2"])
    film.views(MOVED, 0.4, ["c3"])
    assert [changed(view) for view in film.views(MOVED, 0.6)] == [{"b2", "c3"}]


def sunlight(x: float, gain: float) -> Paint:
    """A window's patch of sun, half as wide as the picture, whose left border is at ``x``; its border is
    blurred over six pixels."""

    def paint(image: Image) -> Image:
        across = np.arange(image.shape[1], dtype=np.float32)
        lit = np.clip((across - x) / 6, 0, 1) * np.clip((x + image.shape[1] / 2 - across) / 6, 0, 1)
        return np.asarray(np.clip(image * (1 + (gain - 1) * lit)[None, :, None], 0, 255), np.uint8)

    return paint


@pytest.mark.parametrize("gain", [1.3, 1.7])
def test_sunlight_that_wanders_over_the_table_moves_nothing(gain: float) -> None:
    """Two pixels a second, which is more than the sun does. A piece that is moved meanwhile is seen."""
    film, x = Painted(), 60.0
    film.over = sunlight(x, gain)
    views = film.views(BEGIN, 1.2)
    for number in range(10):
        film.over = sunlight(x + 2 * number, gain)
        views += film.views(BEGIN, 1.0)
    assert [view.first for view in views][:1] == [True]
    assert not told(views[1:])
    assert told(film.move()) == {"b2", "c3"}


def test_a_lamp_that_never_settles_lets_the_game_begin() -> None:
    film, views = Film(), list[View]()
    for number in range(round(4 * FPS)):
        views += film.views(BEGIN, 1 / FPS, gain=1.0 + 0.075 * float(np.sin(number / 1.6)))
    assert [view.first for view in views][:1] == [True]
    assert views[0].time > 3.0


@pytest.mark.parametrize("lighter", [0.75, 1.25])
def test_pale_wood_on_pale_wood_is_seen_by_its_brightness(lighter: float) -> None:
    """Board and pieces of one wood: no channel stands against another."""
    film, wood = Painted(), np.array([140, 178, 202], np.float32)
    grain = np.random.default_rng(3).normal(0, 6, (SIZE * PITCH // 4, 8)).astype(np.float32)
    large = cv2.resize(grain, (SIZE * PITCH, SIZE * PITCH))[:, :, None]
    film.table.print = np.clip(wood + large, 0, 255).astype(np.uint8)
    for line in range(0, SIZE * PITCH + 1, PITCH):
        for end in ((line, 0), (line, SIZE * PITCH)), ((0, line), (SIZE * PITCH, line)):
            cv2.line(film.table.print, *end, (90, 120, 140), 3)
    colour: Any = tuple(int(value) for value in wood * lighter)
    before: Pieces = {"b2": colour, "e5": colour}
    after: Pieces = {"c3": colour, "e5": colour}
    real = cv2.circle
    with pytest.MonkeyPatch.context() as patch:  # a whole disc, without the white middle
        patch.setattr(cv2, "circle", lambda board, at, r, _, t: real(board, at, r, colour, t))
        film.views(before, 1.2)
        film.views(before, 0.4, ["b2"])
        film.views(after, 0.4, ["c3"])
        views = film.views(after, 0.8)
    assert {name for view in views for name, cell in view.cells.items() if cell.shade > 0.05} == {"b2", "c3"}
    assert told(views) == set(), "its colour is the same"


# -- what leans over the edge --------------------------------------------------------------------------------


def test_a_piece_that_leans_out_of_the_picture_is_no_hand(film: Painted) -> None:
    film.glances(BEGIN, 0.4, "c1")
    film.over = disc(640, 700, 45)
    film.glances(BEGIN, 0.4, "c1")
    seen = film.glances(BEGIN, 2.0)
    assert {glance.state for glance in seen[8:]} == {CameraState.READY}
    assert told(film.move()) == {"b2", "c3"}


def test_a_head_that_stays_over_the_edge_stops_nobody_and_is_no_hand_for_ever(film: Painted) -> None:
    film.move()
    film.views(BEGIN, 0.4, ["b2"])
    film.views(BEGIN, 0.6)
    for y in (-60, -20, 20, 50):
        film.over = disc(640, y, 120)
        film.glances(BEGIN, 2 / FPS)
    there = film.glances(BEGIN, 2.0)
    assert there[-1].state is CameraState.HAND
    assert {"c6", "d6"} <= there[-1].covered
    assert told(film.move()) == {"b2", "c3"}, "the others play on"
    film.every = 3
    later = film.glances(MOVED, LEFT_SECONDS + 2.0)
    assert later[-1].state is CameraState.READY
    assert not {"c3", "b2", "e5"} & told([glance.view for glance in later if glance.view is not None])


def body(x: float) -> Paint:
    """Head and shoulders over half of the board, of the colour of the arms."""

    def paint(image: Image) -> Image:
        result = image.copy()
        cv2.ellipse(result, (round(x), 720), (300, 330), 0, 0, 360, (110, 140, 200), -1)
        return result

    return paint


def test_people_who_lean_over_the_board_for_minutes_are_told_once_and_it_is_read_when_they_go(
    film: Painted,
) -> None:
    """They sway, and a piece is moved meanwhile. The camera sends a picture every 2.4 seconds."""
    sight, said = Sight(), list[tuple[float, str]]()
    for number in range(30):
        film.over = body(640 + 60 * (-1) ** number)
        image = film.table.frame(BEGIN if number < 15 else MOVED)
        glance = sight.read(Frame(film.count, film.count / FPS, image), film.watcher)
        assert glance.view is None
        said.append((2.4 * number, glance.message))
        film.count += round(2.4 * FPS)
    told_at = [time for time, message in said if message]
    assert {message for _, message in said if message} == {COVERED}
    assert told_at == pytest.approx([60.0, 62.4, 64.8, 67.2]), "a minute later, for eight seconds"
    film.over = lambda image: image
    assert told(film.views(MOVED, 0.6)) == {"b2", "c3"}
    assert told(film.views(MOVED, 0.6)) == set()


# -- several hands -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("gap", [0.4, 0.8])
def test_two_players_who_move_within_a_second_are_two_views(film: Painted, gap: float) -> None:
    film.views(BEGIN, 0.4, ["b2"])
    film.views(MOVED, 0.4, ["c3"])
    views = film.views(MOVED, gap)
    film.views(MOVED, 0.3, ["e5"])
    film.views(BOTH, 0.3, ["e6"])
    views += film.views(BOTH, 0.8)
    assert [changed(view) for view in views] == [{"b2", "c3"}, {"e5", "e6"}]


def arm_from_the_top(image: Image) -> Image:
    result = image.copy()
    cv2.line(result, (800, 150), (860, -30), (110, 140, 200), 70)
    return result


def test_two_hands_from_two_edges_are_both_told(film: Painted) -> None:
    film.over = arm_from_the_top
    assert film.views(BEGIN, 0.4, ["b2"]) == []
    assert film.views(MOVED, 0.4, ["c3"]) == []
    film.over = lambda image: image
    views = film.views(BOTH, 0.8)
    assert [changed(view) for view in views] == [{"b2", "c3", "e5", "e6"}]
    assert set(views[0].edges) >= {"bottom", "top"}


def test_what_a_resting_arm_covers_is_kept_as_it_was_up_to_its_rim(film: Painted) -> None:
    """Others play meanwhile. When the arm leaves, what it covered is compared with how it looked before; also
    what is between the cells."""
    [first] = [view for view in Painted().views(BEGIN, 1.2) if view.first]
    film.views(BEGIN, 2.5, ["e3"])
    assert told(film.move("e3")) == {"b2", "c3"}
    [view] = film.views(MOVED, 0.8)
    for name in ("e3", "e2", "e1"):
        before = view.cells[name].before
        assert before is not None
        apart = np.abs(np.subtract(before, first.cells[name].now, dtype=np.int16))
        assert np.quantile(apart, 0.99) < 12, f"{name}: steps of 1.25 % each"


# -- a cat ---------------------------------------------------------------------------------------------------


def cat(x: float, y: float) -> Paint:
    def paint(image: Image) -> Image:
        result = image.copy()
        cv2.ellipse(result, (round(x), round(y)), (190, 110), 0, 0, 360, (90, 130, 160), -1)
        for stripe in range(-120, 121, 60):
            cv2.line(result, (round(x + stripe), round(y - 60)), (round(x + stripe), round(y + 60)), DARK, 12)
        return result

    return paint


@pytest.mark.parametrize("rests", [0.0, 6.0])
def test_a_cat_walks_over_the_board_and_takes_one_piece_along(film: Painted, rests: float) -> None:
    """While it walks it is a hand; where it lies down cells change, and change back when it goes: in the end
    only what it took is missing."""
    there = {"e5": BLUE}
    views = list[View]()
    for number in range(30):
        film.over = cat(-200 + 28 * number, 480)
        views += film.views(BEGIN if number < 20 else there, 1 / FPS)
    views += film.views(there, rests)
    for number in range(30):
        film.over = cat(640 + 28 * number, 480)
        views += film.views(there, 1 / FPS)
    film.over = lambda image: image
    views += film.views(there, 1.5)
    first: dict[str, Any] = {}
    last: dict[str, Any] = {}
    for view in views:
        for name in changed(view):
            first.setdefault(name, view.cells[name].before)
            last[name] = view.cells[name].now
    steps = {name: np.abs(np.subtract(last[name], first[name], dtype=np.int16)) for name in last}
    middle = {name: step[len(step) // 3 : -len(step) // 3].mean() for name, step in steps.items()}
    assert {name for name, step in middle.items() if step > 6} == {"b2"}, "after all it is as it was"
    assert bool(rests) == (told(views) != {"b2"})
    assert told(film.views(there, 3.0)) == set()
