"""Clips as another camera or lamp would show them: ``tests/bench/changed.py``."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner

from companion.referee.clip import FRAMES, ClipSpec, MatId, Outline, Teach, load_clip, save_clip_head
from tests.bench import changed
from vision.types import Image

WIDTH, HEIGHT = 320, 180
BOARD = ((80.0, 40.0), (240.0, 40.0), (240.0, 140.0), (80.0, 140.0))
CELLS = ((-0.5, 6.5), (6.5, 6.5), (6.5, -0.5), (-0.5, -0.5))
GREY, WHITE = 60, 200


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


def test_a_quarter_of_the_light(clip: Path) -> None:
    _, _, pictures = written(clip, "dark")
    expected = 255 * (0.25 * (WHITE / 255) ** 2.2) ** (1 / 2.2)
    assert abs(np.median(pictures[0][60:120, 100:220]) - expected) <= 3


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
