"""What lies in a cell, told by earlier pictures: cards by their print, pieces by what stands out, bare cells
by how they looked when they were bare. Pictures are drawn here; expected is what was drawn."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vision.change import logs
from vision.recognition.likeness import Likeness
from vision.seeing import CellView, View
from vision.types import Image, Spot, SpotReading

SCALE = 58
"""Pixels a pitch, as at 1280 x 720."""
PATCH = 1.3
WIDTH, HEIGHT = 0.9, 1.3
TURNED = " turned"
"""Ends the name of a card that lies half round."""
WAYS = {"u": (0, -1), "d": (0, 1), "l": (-1, 0), "r": (1, 0)}
TABLE = (96, 120, 150)


@dataclass(frozen=True)
class Looks:
    base: str = ""
    pieces: tuple[str, ...] = field(default=())


BARE = Looks()


def card(way: str, tilt: float = 0.0, dx: float = 0.0, dy: float = 0.0) -> Image:
    """A patch of table with a white card that shows two arrows, the first one below."""
    height, width = round(HEIGHT * PATCH * SCALE), round(WIDTH * PATCH * SCALE)
    upright = np.full((height, width, 3), TABLE, np.uint8)
    left, top = round((width - WIDTH * SCALE) / 2), round((height - HEIGHT * SCALE) / 2)
    cv2.rectangle(upright, (left, top), (width - left, height - top), (235, 238, 240), -1)
    for place, one in zip((0.32, -0.32), way, strict=True):
        x, y = WAYS[one]
        middle = np.array([width / 2, height / 2 + place * HEIGHT * SCALE / 1.5])
        begin, end = middle - 9 * np.array([x, y]), middle + 9 * np.array([x, y])
        cv2.arrowedLine(upright, _point(begin), _point(end), (60, 140, 230), 4, cv2.LINE_AA, tipLength=0.5)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), tilt, 1.0)
    turn[:, 2] += np.array([dx * SCALE, dy * SCALE])
    there = cv2.warpAffine(upright, turn, (width, height), borderMode=cv2.BORDER_CONSTANT, borderValue=TABLE)
    return cv2.GaussianBlur(np.asarray(there, np.uint8), (0, 0), 0.8).astype(np.uint8)


def _point(place: np.ndarray[tuple[int], np.dtype[np.float64]]) -> tuple[int, int]:
    return round(float(place[0])), round(float(place[1]))


def slot(turn: int = 0) -> Spot:
    faces = [f"card {a}{b}" for a in WAYS for b in WAYS]
    turned = tuple((face + TURNED, face) for face in faces)
    stacks = tuple((name,) for name in (*faces, *(name for name, _ in turned)))
    return Spot("laid", 0, 0, WIDTH, HEIGHT, "slot", turn, (), stacks, SpotReading.WHOLE, turned=turned)


def seen(cell: str, now: Image, before: Image | None = None) -> View:
    """A view of one cell."""
    old = None if before is None else logs(before)
    return View(1.0, 0.0, {cell: CellView(cell, 0.5, 0.5, 1.0, 0.5, old, logs(now))})


def nats(eyes: Likeness, spot: Spot, now: Image, name: str) -> float:
    empty = np.full_like(now, TABLE)
    return eyes.compare(seen(spot.cell, now, empty), spot.cell, BARE, Looks("", (name,)))


def taught(spot: Spot, *ways: str) -> Likeness:
    eyes = Likeness([spot])
    for way in ways:
        eyes.begin(seen(spot.cell, card(way)), {spot.cell: Looks("", (f"card {way}",))})
    return eyes


tilts, shifts = st.floats(-8, 8), st.floats(-0.08, 0.08)


@pytest.mark.slow
@settings(max_examples=25, deadline=None)
@given(st.sampled_from(["ur", "rd", "ud", "ll"]), tilts, shifts, shifts, st.floats(0.6, 1.05))
def test_a_card_is_itself_however_it_is_laid_and_lit(
    way: str, tilt: float, dx: float, dy: float, light: float
) -> None:
    eyes = taught(slot(), "ur", "rd", "ud", "ll")
    now = (card(way, tilt, dx, dy) * np.array([light, light, min(1.05, light * 1.15)])).clip(0, 255)
    says = {
        other: nats(eyes, slot(), now.astype(np.uint8), f"card {other}") for other in ("ur", "rd", "ud", "ll")
    }
    assert max(says, key=says.__getitem__) == way
    assert says[way] > 1.0
    assert all(said < -1.0 for other, said in says.items() if other != way)


@pytest.mark.slow
@settings(max_examples=15, deadline=None)
@given(tilts, shifts)
def test_a_card_that_nobody_has_seen_is_none_of_those_that_somebody_has(tilt: float, dx: float) -> None:
    eyes = taught(slot(), "ur", "rd")
    now = card("ul", tilt, dx)  # which is `rd`, half round
    assert nats(eyes, slot(), now, "card rd" + TURNED) > 1.0
    now = card("uu", tilt, dx)
    assert nats(eyes, slot(), now, "card ur") < -1.0
    assert nats(eyes, slot(), now, "card rd") < -1.0
    assert nats(eyes, slot(), now, "card uu") >= 0.0


def pips(
    count: int, tilt: float, dx: float, dy: float, under: Image | None = None, small: float = 0.8
) -> Image:
    """A patch in which a card smaller than its slot shows an arrow and so many pips, on what lay there."""
    height, width = round(HEIGHT * PATCH * SCALE), round(WIDTH * PATCH * SCALE)
    ground = np.full((height, width, 3), TABLE, np.uint8) if under is None else under
    upright, paper = ground.copy(), np.zeros((height, width), np.uint8)
    middle = np.array([width / 2, height / 2])
    corner = np.array([WIDTH, HEIGHT]) * SCALE * small / 2
    cv2.rectangle(paper, _point(middle - corner), _point(middle + corner), 255, -1)
    upright[paper > 0] = (205, 222, 238)
    cv2.arrowedLine(
        upright,
        _point(middle - (8, 18)),
        _point(middle + np.array([5, -2])),
        (70, 160, 230),
        5,
        cv2.LINE_AA,
        0,
        0.5,
    )
    for pip in range(count):
        where = middle + np.array([11 * (pip - (count - 1) / 2), 18])
        cv2.circle(upright, _point(where), 4, (120, 120, 120), 1, cv2.LINE_AA)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), tilt, 1.0)
    turn[:, 2] += np.array([dx * SCALE, dy * SCALE])
    laid, there = (cv2.warpAffine(picture, turn, (width, height)) for picture in (upright, paper))
    return np.asarray(cv2.GaussianBlur(np.where(there[..., None] > 127, laid, ground), (0, 0), 0.8), np.uint8)


aside = st.floats(-0.1, 0.1)


@settings(max_examples=20, deadline=None)
@given(st.integers(1, 3), tilts, aside, aside, tilts, aside, aside)
def test_cards_that_differ_in_one_pip_are_told_apart_however_their_portraits_lay(
    count: int, tilt: float, dx: float, dy: float, taught_tilt: float, taught_dx: float, taught_dy: float
) -> None:
    names = [f"card {number}" for number in (1, 2, 3)]
    spot = Spot(
        "laid", 0, 0, WIDTH, HEIGHT, "slot", 0, (), tuple((name,) for name in names), SpotReading.WHOLE
    )
    eyes = Likeness([spot])
    bare = np.full_like(pips(1, 0, 0, 0), TABLE)
    eyes.begin(seen("laid", bare), {"laid": BARE})
    for number, name in enumerate(names, 1):
        turned = taught_tilt if number == count else -taught_tilt
        shown = pips(number, turned, taught_dx, taught_dy)
        eyes.begin(seen("laid", shown), {"laid": Looks("", (name,))})
    pile = pips(2, -6, 0.08, -0.05)
    pile[..., 0] //= 2  # cards of another colour lie below
    view = seen("laid", pips(count, tilt, dx, dy, pile), pile)
    says = {name: eyes.compare(view, "laid", Looks("", ("card 9",)), Looks("", (name,))) for name in names}
    assert max(says, key=says.__getitem__) == names[count - 1]
    assert says[names[count - 1]] > 1.0


def test_a_slot_seen_bare_in_a_larger_picture_teaches_nothing_wrong() -> None:
    """Another picture may show the same slot a pixel larger."""
    spot = slot()
    eyes = Likeness([spot])
    larger = cv2.resize(np.full_like(card("ur"), TABLE), None, fx=1.05, fy=1.05)
    eyes.begin(seen("laid", np.asarray(larger, np.uint8)), {"laid": BARE})
    eyes.begin(seen("laid", card("ur")), {"laid": Looks("", ("card ur",))})
    assert nats(eyes, spot, card("ur", 3), "card ur") > 1.0


def test_a_card_that_still_lies_there_is_no_sign_that_it_left() -> None:
    """Its print tells that it lay there, not that somebody took it; another print tells that it did not."""
    eyes = taught(slot(), "ur", "rd")
    now = card("ur", 2, 0.02)
    view = seen("laid", now, now)
    assert eyes.compare(view, "laid", Looks("", ("card ur",)), BARE) <= 0.0
    assert eyes.compare(view, "laid", Looks("", ("card rd",)), BARE) < -1.0


def test_half_round_is_another_card_and_a_seat_across_sees_it_upright() -> None:
    """`ur`, lying half round, shows left and down from above; `dl` is what it says then."""
    eyes = taught(slot(), "ur")
    over = np.ascontiguousarray(card("ur")[::-1, ::-1])
    assert nats(eyes, slot(), over, "card ur" + TURNED) > 1.0
    assert nats(eyes, slot(), over, "card ur") < -1.0
    across = Likeness([slot(2)], eyes.album.portraits)
    assert nats(across, slot(2), over, "card ur") > 1.0
    assert nats(across, slot(2), over, "card ur" + TURNED) < -1.0


# -- figures -----------------------------------------------------------------------------------------------

FIELD = Spot(
    "a1", 0, 0, 1, 1, "square", 0, ("",), ((), ("red",), ("blue",), ("red", "blue")), SpotReading.PIECES
)
COLOURS: Mapping[str, tuple[int, int, int]] = {"red": (50, 50, 200), "blue": (190, 80, 40)}


def ground() -> Image:
    side = round(PATCH * SCALE)
    rng = np.random.default_rng(3)
    coarse = cv2.resize(rng.uniform(90, 150, (5, 5, 3)).astype(np.float32), (side, side))
    return np.asarray(coarse.clip(0, 255), np.uint8)


def holding(*names: str) -> Image:
    picture = ground()
    for number, name in enumerate(names):
        cv2.circle(picture, (30 + 22 * number, 38), 12, COLOURS[name], -1, cv2.LINE_AA)
    return picture


def asked(now: Image, before: Image, was: Looks, looks: Looks, remember: bool = True) -> float:
    eyes = Likeness([FIELD])
    if remember:
        eyes.begin(seen("a1", ground()), {"a1": BARE})
    return eyes.compare(seen("a1", now, before), "a1", was, looks)


RED, BLUE, BOTH = Looks("", ("red",)), Looks("", ("blue",)), Looks("", ("red", "blue"))
Shade = Callable[[Image], Image]


def dimmer(picture: Image) -> Image:
    return np.asarray((picture * np.array([0.7, 0.75, 0.8])).astype(np.uint8), np.uint8)


@pytest.mark.parametrize("light", [lambda p: p, dimmer])
def test_a_bare_cell_is_known_again(light: Shade) -> None:
    assert asked(light(ground()), holding("red"), RED, BARE) > 2.0
    assert asked(light(holding("blue")), holding("red"), RED, BARE) < -1.0
    assert asked(light(holding("blue")), holding("red"), RED, BLUE) > 1.0


@pytest.mark.parametrize("remember", [True, False])
def test_who_came_did_not_leave(remember: bool) -> None:
    came = asked(holding("red", "blue"), holding("red"), RED, BOTH, remember)
    left = asked(holding("red", "blue"), holding("red"), BOTH, RED, remember)
    assert came > left + 1.0
    assert (
        asked(holding("red"), ground(), BARE, RED, remember)
        > asked(holding("red"), ground(), RED, BARE, remember) + 2.0
    )


@pytest.mark.parametrize("light", [lambda p: p, dimmer])
def test_who_is_joined_has_not_gone(light: Shade) -> None:
    """Of neither piece there is a portrait; how the cell looked when bare, in another light, is known."""
    before, joined = light(holding("red")), light(holding("red", "blue"))
    assert asked(joined, before, RED, BOTH) > asked(joined, before, RED, BLUE) + 3.0
    alone = ground()
    cv2.circle(alone, (52, 38), 12, COLOURS["blue"], -1, cv2.LINE_AA)  # where blue stands beside red
    replaced = light(alone)
    assert asked(replaced, before, RED, BLUE) > asked(replaced, before, RED, BOTH) + 1.0


ICE = tuple(
    Spot(cell, 0, 0, 1, 1, "square", 0, ("", "floe"), ((), ("red",)), SpotReading.PIECES)
    for cell in ("a1", "b1", "c1", "d1")
)


def afloat(*names: str) -> Image:
    """What lies on a floe of grey spots."""
    picture = ground()
    middle = picture.shape[0] // 2
    cv2.circle(picture, (middle, middle), 26, (235, 235, 225), -1, cv2.LINE_AA)
    for x, y in ((-14, -10), (14, -10), (0, 16)):
        cv2.circle(picture, (middle + x, middle + y), 6, (150, 140, 120), -1, cv2.LINE_AA)
    for name in names:
        cv2.circle(picture, (middle, middle), 11, COLOURS[name], -1, cv2.LINE_AA)
    return picture


def several(pictures: Mapping[str, Image], before: Mapping[str, Image]) -> View:
    """A view of several cells."""
    cells = {
        cell: CellView(cell, 0.5, 0.5, 1.0, 0.5, logs(before[cell]) if cell in before else None, logs(now))
        for cell, now in pictures.items()
    }
    return View(1.0, 0.0, cells)


def test_a_floe_that_leaves_from_below_a_piece_is_not_that_piece() -> None:
    """It comes to the next cell: what came there is no piece, and the piece has not left."""
    eyes, floe = Likeness(ICE), Looks("floe")
    first = {"b1": ground(), "c1": holding("red"), "d1": afloat()}
    eyes.begin(several(first, {}), {"b1": BARE, "c1": RED, "d1": floe})
    was, shown = {"a1": afloat("red"), "b1": ground()}, {"a1": holding("red"), "b1": afloat()}
    view = several(shown, was)
    eyes.left(view, {"a1": Looks("floe", ("red",)), "b1": BARE})
    assert eyes.compare(view, "b1", BARE, floe) > eyes.compare(view, "b1", BARE, RED) + 2.0
    assert eyes.compare(view, "a1", Looks("floe", ("red",)), floe) < 1.0


def worth_of_extent(share: float, before: Looks, now: Looks, spots: Sequence[Spot] = ICE) -> float:
    """What it adds that so much of a cell has changed, whatever it shows."""
    cell = CellView(spots[0].cell, share, share, 1.0, 0.5, logs(ground()), logs(afloat("red")))
    said = [
        Likeness(spots, extent=extent).compare(View(1.0, 0.0, {cell.cell: cell}), cell.cell, before, now)
        for extent in (True, False)
    ]
    return said[0] - said[1]


def test_a_base_changes_a_cell_from_rim_to_rim_and_a_piece_a_part_of_it() -> None:
    floe = Looks("floe")
    assert worth_of_extent(0.95, BARE, floe) > 1.0
    assert worth_of_extent(0.2, BARE, floe) < -1.0
    assert worth_of_extent(0.95, BARE, RED) < -1.0
    assert worth_of_extent(0.2, BARE, RED) > 0.0
    assert worth_of_extent(0.95, floe, Looks("floe", ("red",))) < -1.0


def test_a_cell_that_has_not_changed_says_nothing_for_a_piece() -> None:
    assert worth_of_extent(0.0, BARE, RED) == 0.0


@pytest.mark.parametrize("share", [0.0, 0.2, 0.95])
def test_where_only_one_base_lies_the_extent_says_nothing(share: float) -> None:
    assert worth_of_extent(share, BARE, RED, [FIELD]) == 0.0


def test_what_certain_acts_changed_tells_how_many_sailors_left() -> None:
    stacks = tuple(("sailor",) * number for number in range(8))
    spot = Spot("area", 0, 0, 1.5, 1.5, "square", 0, ("",), stacks, SpotReading.PIECES)

    def changed(share: float) -> View:
        was, now = logs(holding("red")), logs(ground())
        return View(1.0, 0.0, {"area": CellView("area", share, share, 1.0, 0.5, was, now)})

    def men(number: int) -> Looks:
        return Looks("", ("sailor",) * number)

    eyes = Likeness([spot])
    for number in (7, 6, 5, 4):
        eyes.learn(changed(0.12), "area", men(number), men(number - 1))
    says = {left: eyes.compare(changed(0.36), "area", men(7), men(7 - left)) for left in (2, 3, 4, 5)}
    assert max(says, key=says.__getitem__) == 3
