"""Photos as a camera would show them, through the watcher and as a clip of chess: a board drawn here."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.evaluation.clips import load_clip
from companion.referee.share import Share
from tests.bench.made_up_photos import CORNERS, SIDE, board, made_up, photo
from tests.bench.seeing.chess_clip import moves_of, write_clip
from tests.bench.seeing.film import Shown, Timing, film
from tests.bench.seeing.making import with_chess
from tests.bench.seeing.photos import compared, watched
from tests.bench.seeing.truth import Photo, PhotoSet, TruthError
from vision.types import Image

MOVESMOVES = {1: "white e4", 2: "black e5; hand or arm", 4: "white Nf3 black Nc6"}
MOVES = {1: "white e4", 2: "black e5; hand or arm", 4: "white Nf3 black Nc6"}
CHANGED = {1: "e2 e4", 2: "e7 e5", 4: "g1 f3 b8 c6"}


@pytest.fixture(scope="module")
def game() -> PhotoSet:
    """A disc goes from b2 to b4, then nothing happens, then another one leaves g7."""
    pictures = {0: board("b2 g7"), 1: board("b4 g7"), 2: board("b4 g7"), 3: board("b4")}
    return made_up([photo(0), photo(1, "b2 b4"), photo(2), photo(3, "g7")], pictures)


SLOW = Timing(fps=10.0, start=2.0, hold=1.0)


def test_the_comparison_alone_tells_the_cells(game: PhotoSet) -> None:
    figures = compared(game)
    assert (figures.exact, figures.cells, figures.false) == (Share(2, 2), Share(3, 3), 0)
    assert (figures.seen, figures.ghosts, figures.delays) == (Share(), Share(), ())
    assert len(figures.settled) == 3


def test_the_comparison_alone_uses_the_corners_of_each_photo(game: PhotoSet) -> None:
    shift = np.array([[1.0, 0.0, 7.0], [0.0, 1.0, -5.0]])
    moved = np.asarray(cv2.warpAffine(game.picture(1), shift, (480, 480)), np.uint8)
    there = tuple((x + 7, y - 5) for x, y in CORNERS)
    photos = [photo(0), Photo(1, there, frozenset({"b2", "b4"}))]
    assert compared(made_up(photos, {0: game.picture(0), 1: moved})).exact == Share(1, 1)


@pytest.mark.slow
@pytest.mark.parametrize("reach", [0.0, 0.5])
def test_the_watcher_tells_the_cells(game: PhotoSet, reach: float) -> None:
    figures = watched(game, replace(SLOW, reach=reach))
    assert (figures.exact, figures.cells, figures.false) == (Share(2, 2), Share(3, 3), 0)
    assert figures.quiet == Share(0, 1)
    assert figures.ghosts == Share(0, 4)
    assert all(0 <= delay < 1.0 for delay in figures.delays)
    frames = 20 + 3 * 10 + 2 * 2 * round(10 * reach)
    assert figures.minutes == pytest.approx((frames - 1) / 10 / 60)
    assert len(figures.idle) + len(figures.settled) == frames


def test_held_photos_have_living_noise_and_a_start(game: PhotoSet) -> None:
    shown = list(film(game, SLOW))
    assert [one.photo for one in shown] == [0] * 20 + [1] * 10 + [2] * 10 + [3] * 10
    assert [n for n, one in enumerate(shown) if one.last] == [19, 29, 39, 49]
    assert [one.frame.time for one in shown[:3]] == pytest.approx([0.0, 0.1, 0.2])
    assert not np.array_equal(shown[0].frame.image, shown[1].frame.image)
    apart = shown[0].frame.image.astype(float) - game.picture(0)
    assert 1.0 < apart.std() < 2.0


def lies_under_an_arm(one: Shown, picture: Image) -> float:
    """Share of the picture that an arm covers."""
    return float((np.abs(one.frame.image.astype(int) - picture).max(axis=2) > 25).mean())


def test_a_drawn_arm_comes_over_the_old_photo_and_leaves_over_the_new_one(game: PhotoSet) -> None:
    shown = [one for one in film(game, replace(SLOW, reach=0.5)) if not one.free]
    assert [one.photo for one in shown] == [0] * 5 + [1] * 5 + [2] * 5 + [3] * 5
    covered = [lies_under_an_arm(one, game.picture(one.photo)) for one in shown[:10]]
    assert covered == sorted(covered[:5]) + sorted(covered[5:], reverse=True)
    assert 0.05 < covered[4] < 0.4
    x, y = 40 + SIDE * 1.5, 40 + SIDE * 5  # between b2 and b4
    assert np.abs(shown[4].frame.image[round(y), round(x)].astype(int) - (120, 150, 205)).max() < 20


def test_a_video_is_shown_as_it_is(game: PhotoSet) -> None:
    shown = list(film(replace(game, fps=30.0), SLOW))
    assert [one.frame.time for one in shown] == pytest.approx([0, 1 / 30, 2 / 30, 3 / 30])
    assert np.array_equal(shown[2].frame.image, game.picture(2))


@pytest.fixture
def opening() -> PhotoSet:
    men = "a1 b1 c1 d1 e1 f1 g1 h1 a2 b2 c2 d2 e2 f2 g2 h2 a7 b7 c7 d7 e7 f7 g7 h7 a8 b8 c8 d8 e8 f8 g8 h8"
    standing, pictures, photos = set(men.split()), {}, []
    for number in range(5):
        standing ^= set(CHANGED.get(number, "").split())
        pictures[number] = board(" ".join(sorted(standing)))
        photos.append(photo(number, CHANGED.get(number, ""), what=MOVES.get(number, "no move")))
    return made_up(photos, pictures)


def test_moves_come_from_words_and_are_checked_by_the_changed_cells(opening: PhotoSet) -> None:
    assert moves_of(opening) == [
        (1, "white", "move e2 e4"), (2, "black", "move e7 e5"),
        (4, "white", "move g1 f3"), (4, "black", "move b8 c6"),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("what", "reason"),
    [
        ("black e5", "it is not black's turn"),
        ("white e5", "illegal san"),
        ("white d4", "the move changes d2 d4"),
    ],
)
def test_words_that_cannot_be_are_refused(opening: PhotoSet, what: str, reason: str) -> None:
    first, second, *rest = opening.photos
    wrong = replace(opening, photos=(first, replace(second, what=what), *rest))
    with pytest.raises(TruthError, match=f"made-up, photo 1: {reason}"):
        moves_of(wrong)


def test_castling_and_promotion_have_words_of_their_own() -> None:
    line = ["white e4", "black e5", "white Nf3", "black Nf6", "white Bc4", "black Bc5", "white O-O"]
    cells = ["e2 e4", "e7 e5", "g1 f3", "g8 f6", "f1 c4", "f8 c5", "e1 g1 h1 f1"]
    photos = [
        photo(0),
        *(photo(n, cell, what=what) for n, (what, cell) in enumerate(zip(line, cells, strict=True), 1)),
    ]
    assert moves_of(made_up(photos, {}))[-1] == (7, "white", "castle e1 g1")


def test_a_clip_of_chess_tells_each_move_when_the_arm_is_out(opening: PhotoSet, tmp_path: Path) -> None:
    timing = Timing(fps=5.0, start=1.0, hold=0.4, reach=0.4)
    with with_chess():
        write_clip(opening, timing, tmp_path / "clip")
        clip = load_clip(tmp_path / "clip")
        assert clip.truth is not None
        said = [(entry.at, entry.seat, entry.text) for entry in clip.truth.entries]
        assert len(list(clip.frames())) == 5 + 3 * (4 + 2) + 2
    # start 5 frames; photo 1: arm 4, free from frame 9; 2: free from 15; 3 has no arm and 2 frames; 4 from 23
    assert said == [
        (1.8, "white", "move e2 e4"), (3.0, "black", "move e7 e5"),
        (4.6, "white", "move g1 f3"), (4.6, "black", "move b8 c6"),
    ]  # fmt: skip
