"""Made-up pictures are the same for the same seed, in every process; and their masks say what is there."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.training import change_pictures, hands_pictures
from vision.training.calibration import fitted_line
from vision.training.examples import plain, varied
from vision.training.store import GROUP, Sample, Store, made, packed
from vision.training.textures import Bank

pytestmark = pytest.mark.outside

cv2.setNumThreads(1)
BANK = Bank(0.02)
ROOT = Path(__file__).parents[2]


def digest(name: str, seed: int, numbers: list[int]) -> str:
    """One text for some pictures in an order."""
    make = {"change": change_pictures.change_pair, "hands": hands_pictures.hands_frame}[name]
    found = hashlib.sha256()
    for number in numbers:
        sample = made(make, BANK, seed, number)
        found.update(sample.now + sample.other + sample.masks)
    return found.hexdigest()


@pytest.mark.parametrize("name", ["change", "hands"])
def test_the_same_seed_makes_the_same_pictures_in_another_process(name: str) -> None:
    asked = f"from tests.networks.test_pictures import digest; print(digest({name!r}, 3, [0, 1]))"
    other = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert other.stdout.strip() == digest(name, 3, [0, 1])
    assert digest(name, 4, [0, 1]) != digest(name, 3, [0, 1])


def test_a_picture_depends_on_no_other() -> None:
    assert (
        digest("change", 3, [1])
        == hashlib.sha256(_parts(made(change_pictures.change_pair, BANK, 3, 1))).hexdigest()
    )


def _parts(sample: Sample) -> bytes:
    return sample.now + sample.other + sample.masks


@pytest.mark.parametrize("source", change_pictures.SOURCES)
def test_change_masks(source: str) -> None:
    """Light alone changes nothing; acts do; a silhouette is never smaller than its base."""
    make = partial(change_pictures.change_pair, source=source)
    samples = [made(make, BANK, 1, number) for number in range(3)]
    masks = np.stack([sample.targets() for sample in samples])
    assert masks.shape == (3, 2, 96, 96)
    if source == change_pictures.LIGHT:
        assert not masks.any()
    else:
        assert masks[:, 0].any()
    assert (masks[:, 1] > 128)[masks[:, 0] > 250].all()


def test_hands_masks() -> None:
    """Nobody's mask is empty; somewhere else there are people."""
    nobody = partial(hands_pictures.hands_frame, source=hands_pictures.NOBODY)
    assert not any((made(nobody, BANK, 1, number).targets() == 255).any() for number in range(3))
    somebody = partial(hands_pictures.hands_frame, source=hands_pictures.DARK)
    assert any((made(somebody, BANK, 1, number).targets() == 255).any() for number in range(3))


def test_turning_an_example_turns_its_mask_too() -> None:
    """A bright square in an even picture: the mask lies where the square is, however it was turned."""
    picture = np.full((96, 96, 3), 60, np.uint8)
    bare = bytes(cv2.imencode(".jpg", picture)[1])
    picture[8:40, 48:88] = 250
    mask = np.zeros((2, 96, 96), np.uint8)
    mask[:, 8:40, 48:88] = 255
    sample = packed(bytes(cv2.imencode(".jpg", picture)[1]), bare, mask, 40.0, np.zeros((0, 2)))
    for seed in range(8):
        example = varied("change", np.random.default_rng(seed), sample)
        differs = np.abs(example.values[:3] - example.values[3:]).max(0)[::2, ::2]
        where = example.targets[0] > 128
        assert differs[where].mean() > 4 * differs[~where].mean()
    assert np.array_equal(plain("change", sample).targets, sample.targets())


def counting(random: np.random.Generator, _bank: Bank) -> Sample:
    """A sample that costs nothing: its number drawn."""
    return Sample(bytes([random.integers(256)]), b"", b"", 1, 0.0, np.zeros((0, 2)))


def test_a_store_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.training.store.Bank", lambda: BANK)
    stopped, whole = Store(tmp_path / "a", counting, 7), Store(tmp_path / "b", counting, 7)
    answers = iter([True, False])
    stopped.fill(3 * GROUP, lambda: next(answers))
    with pytest.raises(LookupError, match=f"Picture {GROUP} is not there"):
        stopped.sample(GROUP)
    (tmp_path / "a" / "00001.4711").write_bytes(b"half a file that a killed process left")
    stopped.fill(3 * GROUP)
    whole.fill(3 * GROUP)
    assert [stopped.sample(n).now for n in range(3 * GROUP)] == [
        whole.sample(n).now for n in range(3 * GROUP)
    ]


def test_pictures_of_other_code_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("vision.training.store.Bank", lambda: BANK)
    Store(tmp_path, counting, 7).fill(GROUP)
    Store(tmp_path, counting, 7).demand_same(BANK)
    with pytest.raises(LookupError, match="made by other code: remove that folder"):
        Store(tmp_path, counting, 8).demand_same(BANK)


def test_calibration_finds_the_line_that_answers_were_drawn_with() -> None:
    random = np.random.default_rng(0)
    values = random.normal(0, 3, 40_000)
    truths = random.random(40_000) < 1 / (1 + np.exp(-(0.6 * values - 1.5)))
    line = fitted_line(values, truths)
    assert line.scale == pytest.approx(0.6, abs=0.03)
    assert line.offset == pytest.approx(-1.5, abs=0.08)
    with pytest.raises(ValueError, match="alike"):
        fitted_line(values, np.ones_like(truths))
