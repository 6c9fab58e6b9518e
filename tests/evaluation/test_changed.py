"""Clips as another camera or lamp would show them: ``tests/bench/changed.py``."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.evaluation.clips import FRAMES, ClipSpec, MatId, Outline, Teach, load_clip, save_clip_head
from tests.bench import changed
from vision.types import Image

WIDTH, HEIGHT = 320, 180
BOARD = ((80.0, 40.0), (240.0, 40.0), (240.0, 140.0), (80.0, 140.0))
CELLS = ((-0.5, 6.5), (6.5, 6.5), (6.5, -0.5), (-0.5, -0.5))
GREY, WHITE = 60, 200
CODING = 4
"""Grey levels that a channel of a video may be off."""


@pytest.fixture
def clip(tmp_path: Path) -> Path:
    """Six pictures of a light board on a darker table."""
    folder = tmp_path / "before" / "board"
    outline = Outline(BOARD, CELLS)
    save_clip_head(folder, ClipSpec("marso", ("south", "north"), (), 12.0, outline, teach=(Teach("a", "b"),)))
    (folder / FRAMES).mkdir()
    picture = np.full((HEIGHT, WIDTH, 3), GREY, np.uint8)
    picture[40:141, 80:241] = WHITE
    for n in range(6):
        cv2.imwrite(str(folder / FRAMES / f"{n:06}.jpg"), picture, (cv2.IMWRITE_JPEG_QUALITY, 98))
    return folder


def written(clip: Path, change: str) -> tuple[Outline, float, list[Image]]:
    """The outline, the rate and the pictures of the changed clip."""
    out = clip.parents[1] / "after"
    result = CliRunner().invoke(changed.main, [str(out), str(clip), "--only", change])
    assert result.exit_code == 0, result.output
    loaded = load_clip(out / change / clip.name)
    assert isinstance(loaded.spec.anchor, Outline)
    assert loaded.spec.teach == ()
    return loaded.spec.anchor, loaded.spec.fps, [frame.image for frame in loaded.frames()]


@pytest.mark.parametrize("change", changed.CHANGES)
def test_the_outline_is_where_the_board_has_gone(clip: Path, change: str) -> None:
    outline, _, pictures = written(clip, change)
    assert outline.cells == CELLS
    level = pictures[0].mean(axis=2)
    bright = level > (level.max() + level.min()) / 2
    inside = np.zeros(bright.shape, np.uint8)
    cv2.fillPoly(inside, [np.array(outline.picture).round().astype(np.int32)], 1)
    assert np.count_nonzero(bright & (inside > 0)) > 0.93 * np.count_nonzero(bright | (inside > 0))


def test_turned_by_half_swaps_opposite_corners(clip: Path) -> None:
    outline, _, _ = written(clip, "turned")
    assert np.allclose(outline.picture, [(WIDTH - 1 - x, HEIGHT - 1 - y) for x, y in BOARD], atol=1e-3)


def lit(by: float) -> float:
    """The grey value of the board with so many times its light."""
    return 255 * float(min(1.0, by * (WHITE / 255) ** 2.2) ** (1 / 2.2))


def board(picture: Image) -> Image:
    """Its middle."""
    return picture[60:120, 100:220]


@pytest.mark.parametrize(("change", "by"), [("untaught", 1.0), ("dark", 0.25), ("bright", 1.6)])
def test_more_or_less_light(clip: Path, change: str, by: float) -> None:
    _, _, pictures = written(clip, change)
    assert abs(np.median(board(pictures[0])) - lit(by)) <= CODING


def test_a_lamp_that_turns_redder(clip: Path) -> None:
    """Of blue there is half at first, and 30 % less of that over the clip; of red as much as before."""
    _, _, pictures = written(clip, "redder")
    for over, picture in ((0, pictures[0]), (5 / 6, pictures[5])):
        blue, _, red = np.median(board(picture), axis=(0, 1))
        assert abs(blue - lit(0.5 * (1 - 0.3 * over))) <= CODING
        assert abs(red - WHITE) <= CODING


def test_a_dark_picture_is_noisy(clip: Path) -> None:
    noise = {
        name: board(written(clip, name)[2][0]).astype(float).std(axis=(0, 1)).max()
        for name in ("untaught", "dark")
    }
    assert noise["untaught"] < 0.5
    assert noise["dark"] > 1.0  # 2.5 grey levels, of which the video keeps a part


def test_out_of_focus(clip: Path) -> None:
    """An edge of 140 grey levels, spread by a Gaussian of 1.6 pixels, rises by 35 a pixel at most."""
    steepest = {}
    for name in ("untaught", "soft"):
        row = written(clip, name)[2][0][90].mean(axis=1)
        steepest[name] = abs(np.diff(row[70:90])).max()
    assert steepest["untaught"] > 90
    assert abs(steepest["soft"] - (WHITE - GREY) / (1.6 * np.sqrt(2 * np.pi))) <= 6


def test_a_smaller_picture(clip: Path) -> None:
    _, _, pictures = written(clip, "small")
    assert pictures[0].shape == (round(0.6 * HEIGHT), round(0.6 * WIDTH), 3)


def test_every_second_picture_at_half_the_rate(clip: Path) -> None:
    _, fps, pictures = written(clip, "sparse")
    assert (fps, len(pictures)) == (6.0, 3)


def test_a_board_without_an_outline_is_refused(tmp_path: Path) -> None:
    save_clip_head(tmp_path / "mat", ClipSpec("marso", ("south", "north"), (), 12.0, MatId("marso")))
    result = CliRunner().invoke(changed.main, [str(tmp_path / "after"), str(tmp_path / "mat")])
    assert result.exit_code == 1
    assert "outline" in result.output
    assert "Traceback" not in result.output
