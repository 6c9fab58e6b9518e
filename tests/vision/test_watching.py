"""Settled views of a table drawn here: a printed board in perspective, discs as pieces, an arm."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.film import BEGIN, BLUE, FPS, RED, SPOTS, Film, Pieces, changed
from tests.vision.plain import plain
from vision.seeing import Glance
from vision.types import CameraState, Image, Spot, SpotReading

__all__ = ["plain"]
pytestmark = pytest.mark.usefixtures("plain")


@pytest.fixture
def film() -> Film:
    made = Film()
    views = made.views(BEGIN, 1.0)
    assert [view.first for view in views] == [True]
    assert set(views[0].cells) == {spot.cell for spot in SPOTS}
    return made


def test_idle_table_says_nothing(film: Film) -> None:
    assert film.views(BEGIN, 3.0) == []


def test_moved_piece_changes_its_two_cells(film: Film) -> None:
    assert film.views(BEGIN, 0.5, ["b2"]) == []
    assert film.views({"e5": BLUE}, 0.5, ["c3"]) == []
    views = film.views({"e5": BLUE, "c3": RED}, 0.6)
    assert [changed(view) for view in views] == [{"b2", "c3"}]
    assert views[0].cells["c3"].visited > 0
    assert views[0].hidden == frozenset()


def test_what_was_left_long_ago_waits_for_the_rest_when_nobody_is_there(film: Film) -> None:
    """A hand takes the piece from b2 and stays near it for long. When it leaves, all is told at once."""
    film.views(BEGIN, 0.4, ["b2"])
    for cell in ("c2", *("d2", "d3") * 4):
        assert film.views({"e5": BLUE}, 0.2, [cell]) == []
    views = film.views({"e5": BLUE}, 0.6)
    assert [(changed(view), view.hidden) for view in views] == [({"b2"}, frozenset())]


def test_the_network_says_which_cells_a_move_changed(film: Film) -> None:
    film.views(BEGIN, 0.5, ["b2"])
    [view] = film.views({"e5": BLUE, "c3": RED}, 0.6)
    evidence = {name: cell.evidence for name, cell in view.cells.items()}
    assert {name for name, nats in evidence.items() if nats is not None and nats > 0} == {"b2", "c3"}


def test_the_network_is_asked_about_pieces_only_wherever_cards_lie(film: Film) -> None:
    """Two slots for cards, left of the board and above it; two may stand on b2."""
    beside = (SPOTS[0].x - 2.0, SPOTS[0].y), (SPOTS[0].x, SPOTS[-1].y + 1.5)
    slots = tuple(
        Spot(f"slot{number}", x, y, 0.9, 1.2, "slot", 0, ("",), ((), ("card",)), SpotReading.WHOLE)
        for number, (x, y) in enumerate(beside)
    )
    two = tuple(
        replace(spot, stacks=((), ("disc",), ("disc", "disc"))) if spot.cell == "b2" else spot
        for spot in SPOTS
    )
    film.watcher.place((*two, *slots))
    assert [view.first for view in film.views(BEGIN, 0.6)] == [True]
    film.views(BEGIN, 0.5, ["b2"])
    film.count += round(5 * FPS)  # nobody watches for a while, so that every cell is told
    [view] = film.views({"e5": BLUE, "c3": RED}, 0.6)
    evidence = {name: cell.evidence for name, cell in view.cells.items()}
    assert {name for name, nats in evidence.items() if nats is None} == {slot.cell for slot in slots}
    assert {name for name, nats in evidence.items() if nats is not None and nats > 0} == {"b2", "c3"}
    assert {name for name, cell in view.cells.items() if cell.crowd} == {"b2"}


def test_after_a_time_without_pictures_hands_may_have_been_everywhere(film: Film) -> None:
    film.count += round(5 * FPS)  # the camera hangs
    views = film.views({"e5": BLUE, "c3": RED}, 0.6)
    assert [(view.blind, changed(view)) for view in views] == [(True, {"b2", "c3"})]
    assert all(cell.visited == 1.0 for cell in views[0].cells.values())
    film.views(BEGIN, 0.5, ["b2"])
    assert [view.blind for view in film.views(BEGIN, 0.6)] == [False]


def test_what_a_hand_brought_became_visible_while_it_was_there(film: Film) -> None:
    begin = film.count
    film.views(BEGIN, 1.0, ["c3"])
    left = film.count
    (view,) = film.views({**BEGIN, "c3": RED}, 0.6)
    between = view.cells["c3"].between
    assert between is not None
    assert between[0] == pytest.approx((begin - 1) / FPS)
    assert left <= between[1] * FPS <= left + 2, "an arm is gone when nothing moves there"
    begin = film.count
    film.views({**BEGIN, "c3": RED}, 0.5, ["c3"])
    (view,) = film.views(BEGIN, 0.6)
    between = view.cells["c3"].between
    assert between is not None
    assert between[0] == pytest.approx((begin - 1) / FPS), "the visit before was compared"


def test_what_a_hand_brought_while_no_picture_came_became_visible_meanwhile(film: Film) -> None:
    last = (film.count - 1) / FPS
    film.count += round(0.6 * FPS)  # long enough for a card
    again = film.count / FPS
    film.views({**BEGIN, "c3": RED}, 0.5, ["f6"])
    (view,) = film.views({**BEGIN, "c3": RED}, 0.6)
    between = view.cells["c3"].between
    assert between is not None
    assert between[0] == pytest.approx(last)
    assert again <= between[1] < again + 0.2


def test_hand_that_changes_nothing_is_a_visit_without_change(film: Film) -> None:
    film.views(BEGIN, 0.5, ["c3"])
    views = film.views(BEGIN, 0.6)
    assert [changed(view) for view in views] == [set()]
    assert "c3" in views[0].cells


@pytest.mark.parametrize("gain", [0.75, 1.2])
def test_light_that_changes_moves_nothing(film: Film, gain: float) -> None:
    assert not any(changed(view) for view in film.views(BEGIN, 2.0, gain=gain))


def test_noise_and_trembling_in_a_dim_room_are_no_hand() -> None:
    """Noise of twelve levels, a third of the light, and a camera that trembles by a third of a pixel."""
    film = Film()
    film.table.noise = [6 * noise for noise in film.table.noise]
    rng = np.random.default_rng(5)
    seen: list[Glance] = []
    for _ in range(45):
        seen += film.show(BEGIN, 1 / FPS, shift=float(rng.normal(0, 0.3)), gain=0.35)
    assert sum(glance.state is CameraState.HAND for glance in seen) == 0
    assert [glance.view.first for glance in seen if glance.view is not None] == [True]
    film.views(BEGIN, 0.5, ["b2"], gain=0.35)
    film.views({"e5": BLUE}, 0.5, ["c3"], gain=0.35)
    views = film.views({"e5": BLUE, "c3": RED}, 1.0, gain=0.35)
    assert set.union(*(changed(view) for view in views)) == {"b2", "c3"}


def dim_sea(noise: list[NDArray[np.float32]]) -> Film:
    """A table of blue print in which red is nearly black."""
    film = Film()
    calm = cv2.resize(np.random.default_rng(3).uniform(0.9, 1.1, (15, 15)), film.table.print.shape[1::-1])
    film.table.print = np.asarray(calm[..., None] * (110, 60, 14), np.uint8)
    film.table.noise = noise
    return film


def spotty(noise: float, shades: Image | None = None) -> list[NDArray[np.float32]]:
    """Noise in spots of six pixels, as compression leaves it; ``shades``: the darker, the noisier."""
    spots = np.random.default_rng(1).normal(0, noise, (11, 120, 214, 3)).astype(np.float32)
    large = [np.asarray(cv2.resize(each, (1280, 720)), np.float32) for each in spots]
    return large if shades is None else [each * np.exp(shades / np.float32(-40)) for each in large]


def test_noise_of_a_dim_sea_moves_nothing_and_a_piece_is_still_seen() -> None:
    assert found_on(dim_sea(spotty(4))) == {"b2", "c3"}


def test_noise_that_grows_towards_black_moves_nothing_and_a_piece_is_still_seen() -> None:
    """A camera that stretches what is dark: one frame differs from the next by 12 grey levels there."""
    shades = dim_sea(spotty(0)).table.frame(BEGIN)
    assert found_on(dim_sea(spotty(12, shades))) == {"b2", "c3"}


def found_on(film: Film) -> set[str]:
    """Cells that a view says have changed when one piece was moved from b2 to c3."""
    assert len(film.views(BEGIN, 1.0)) == 1
    film.views(BEGIN, 0.5, ["b2"])
    film.views({"e5": BLUE}, 0.5, ["c3"])
    return set.union(*map(changed, film.views({"e5": BLUE, "c3": RED}, 1.0)))


def test_arms_that_come_at_once_and_stand_still_are_not_the_table() -> None:
    """Six arms cover a third of the picture within one frame, and nothing stirs after that; no noise."""
    film = Film()
    film.table.noise = [np.zeros_like(film.table.noise[0])]
    assert len(film.views(BEGIN, 1.0)) == 1
    assert film.views(BEGIN, 1.5, ["a6", "b6", "c6", "d6", "e6", "f6"]) == []
    assert not any(changed(view) for view in film.views(BEGIN, 1.0))


def test_resting_hand_hides_what_it_covers_and_nothing_else(film: Film) -> None:
    film.views(BEGIN, 0.4, ["c3"])
    moved: Pieces = {"b2": RED, "e6": BLUE}
    film.views(moved, 0.4, ["c3", "e6"])
    views = film.views(moved, 6.0, ["c3"])
    assert views
    assert set.union(*(changed(view) for view in views)) == {"e5", "e6"}
    assert all("c3" in view.hidden for view in views)


def test_arm_beside_all_cells_does_not_become_the_table(film: Film) -> None:
    """A piece is moved and told while another arm lies beside the board; the arm goes, and nothing is left of
    it."""
    film.views(BEGIN, 0.4, ["b2", "h3"])
    moved: Pieces = {"c3": RED, "e5": BLUE}
    film.views(moved, 0.4, ["c3", "h3"])
    views = film.views(moved, 0.6, ["h3"])
    assert [changed(view) for view in views] == [{"b2", "c3"}]
    gone = list(film.show(moved, 1.0))
    assert {glance.edges for glance in gone[3:]} == {()}, "three frames after it has left"
    film.views(moved, 0.4, ["e5"])
    views = film.views({"c3": RED, "e6": BLUE}, 0.6)
    assert [changed(view) for view in views] == [{"e5", "e6"}]


def test_bump_is_found_again_and_moves_nothing(film: Film) -> None:
    states = [glance.state for glance in film.show(BEGIN, 1.0, shift=6.0)]
    assert CameraState.MOVED in states
    views = film.views(BEGIN, 2.0, shift=6.0)
    assert not any(changed(view) for view in views)
    film.views(BEGIN, 0.4, ["b2"], shift=6.0)
    film.views({"e5": BLUE}, 0.4, ["c3"], shift=6.0)
    views = film.views({"e5": BLUE, "c3": RED}, 0.6, shift=6.0)
    assert [changed(view) for view in views] == [{"b2", "c3"}]


@pytest.mark.parametrize("shift", [6.0, 45.0])
def test_table_found_again_while_a_hand_is_in_the_picture(film: Film, shift: float) -> None:
    """Whoever bumps against the table often has a hand over it; the hand must not become a part of what the
    table looks like, and what it covers must not be told as changed."""
    film.views(BEGIN, 0.4, ["c3"])
    views = film.views(BEGIN, 1.5, ["c3"], shift=shift)
    views += film.views(BEGIN, 2.0, shift=shift)
    assert not any(changed(view) for view in views)
    film.views(BEGIN, 0.4, ["b2"], shift=shift)
    film.views({"e5": BLUE}, 0.4, ["c3"], shift=shift)
    views = film.views({"e5": BLUE, "c3": RED}, 0.6, shift=shift)
    assert [changed(view) for view in views] == [{"b2", "c3"}]


def test_picture_that_is_mirrored_from_now_on_is_lost(film: Film) -> None:
    """Nothing of the board can be followed or found: it must not be read any more."""
    board = film.table.frame
    film.table.frame = lambda *what, **more: np.asarray(cv2.flip(board(*what, **more), 1), np.uint8)  # type: ignore[method-assign]
    seen = list(film.show(BEGIN, 4.0))
    assert seen[-1].state is CameraState.LOST
    assert all(glance.view is None for glance in seen)
    assert film.watcher.finds(board(BEGIN))


def test_hand_in_the_first_frames_is_not_taken_for_the_table() -> None:
    film = Film()
    film.views(BEGIN, 0.6, ["c3"])
    views = film.views(BEGIN, 4.0)
    assert [view.first for view in views] == [True]
    film.views(BEGIN, 0.4, ["b2"])
    film.views({"e5": BLUE}, 0.4, ["c3"])
    views = film.views({"e5": BLUE, "c3": RED}, 0.6)
    assert [changed(view) for view in views] == [{"b2", "c3"}]


def test_what_hands_have_left_is_told_while_they_are_busy_elsewhere(film: Film) -> None:
    """Somebody sways over e5 and f5 all the while. Another hand moves a piece and goes. The move is told
    meanwhile, once, and not before that hand has gone; what lies under the other one is hidden."""
    moved: Pieces = {"a3": RED, "e5": BLUE}
    views = []
    for number, sway in enumerate(("e5", "e5", "f5", "f5") * 5):
        hands = ["b2"] if 3 <= number < 5 else ["a3"] if 5 <= number < 9 else []
        views += film.views(moved if number >= 5 else BEGIN, 0.2, [sway, *hands])
    assert [changed(view) for view in views] == [{"a3", "b2"}]
    assert {"e5", "f5"} <= views[0].hidden
    assert "a5" not in views[0].hidden, "nobody was there"
    assert not any(changed(view) for view in film.views(moved, 1.0))


def test_a_move_that_begins_before_all_cells_were_seen_is_told() -> None:
    """At the start an arm comes over f1. Another one moves a piece; only then the first one goes."""
    film = Film()
    assert film.views(BEGIN, 0.1) == []
    moved: Pieces = {"c3": RED, "e5": BLUE}
    for number, sway in enumerate(("f1", "f2") * 7):
        hands = ["b2"] if 5 <= number < 7 else ["c3"] if 7 <= number < 9 else []
        assert film.views(moved if number >= 7 else BEGIN, 0.2, [sway, *hands]) == []
    views = film.views(moved, 1.5)
    assert [view.first for view in views] == [True, False]
    assert changed(views[1]) == {"b2", "c3"}


SHADOW = (25, 30, 35)


def test_what_another_lamp_shows_on_cells_is_no_change(film: Film) -> None:
    """It throws a hard shadow on d2, where nobody was."""
    lit = {**BEGIN, "d2": SHADOW}
    assert not any(changed(view) for view in film.views(lit, 3.0, gain=1.2))
    film.views(lit, 0.4, ["b2"], gain=1.2)
    views = film.views({**lit, "b2": BLUE}, 0.6, gain=1.2)
    assert [changed(view) for view in views] == [{"b2"}]


def test_what_a_lamp_shows_that_grows_bright_slowly_is_no_change(film: Film) -> None:
    lit = {**BEGIN, "d2": SHADOW}
    for gain in (1.07, 1.14, 1.21, 1.28):
        assert film.views(lit, 1 / FPS, gain=gain) == []
    assert not any(changed(view) for view in film.views(lit, 3.0, gain=1.28))


def test_what_hands_did_before_the_light_changed_is_told(film: Film) -> None:
    """Somebody sways over e5 and f5, so that the table is never calm. Another hand moves a piece and goes,
    and then a lamp throws a shadow on d2."""
    moved: Pieces = {"a3": RED, "e5": BLUE}
    views = []
    for number, sway in enumerate(("e5", "e5", "f5", "f5") * 4):
        hands = ["b2"] if 3 <= number < 5 else ["a3"] if 5 <= number < 7 else []
        pieces = BEGIN if number < 5 else moved if number < 9 else {**moved, "d2": SHADOW}
        views += film.views(pieces, 0.2, [sway, *hands], gain=1.2 if number >= 9 else 1.0)
    assert [changed(view) for view in views] == [{"a3", "b2"}]
    assert not any(changed(view) for view in film.views({**moved, "d2": SHADOW}, 1.0, gain=1.2))


def test_what_still_moves_when_a_lamp_has_been_switched_on_may_have_changed(film: Film) -> None:
    """Something goes on in d2, though no hand is seen there."""
    for number in range(12):
        film.views({**BEGIN, "d2": SHADOW} if number % 2 else BEGIN, 1 / FPS, gain=1.2)
    views = film.views({**BEGIN, "d2": RED}, 3.0, gain=1.2)
    assert [changed(view) for view in views if changed(view)] == [{"d2"}]


def test_what_moved_while_nobody_watched_is_told_though_a_lamp_was_switched_on(film: Film) -> None:
    film.views(BEGIN, 0.4, ["c3"])
    film.count += round(5 * FPS)
    views = film.views({"e5": BLUE, "a3": RED}, 3.0, gain=1.2)
    assert {"a3", "b2"} <= set().union(*map(changed, views))


def test_what_moved_before_a_bump_is_told_though_a_lamp_was_switched_on(film: Film) -> None:
    film.views(BEGIN, 0.4, ["b2"])
    moved: Pieces = {"e5": BLUE, "a3": RED}
    views = film.views(moved, 1.4, ["c3"], shift=14.0)
    views += film.views(moved, 2.0, shift=14.0, gain=1.2)
    assert {"a3", "b2"} <= set().union(*map(changed, views))
