"""A network's file that is missing, cut, of another version or too slow is refused in one sentence."""

from __future__ import annotations

import shutil
from pathlib import Path

import numpy as np
import pytest

from vision.networks.model import FOLDER, VERSION, Model, NetworkError

NAMES = ("change", "hands")
LARGEST = 1_000_000  # bytes: what may stand in the repository


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of the networks' files."""
    for name in NAMES:
        for suffix in ("onnx", "toml"):
            shutil.copy(FOLDER / f"{name}.{suffix}", tmp_path)
    return tmp_path


@pytest.mark.parametrize("name", NAMES)
def test_the_shipped_files_are_small_and_have_a_card(name: str) -> None:
    assert (FOLDER / f"{name}.onnx").stat().st_size < LARGEST
    card = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    assert Model(name).facts.sha256 in card
    assert f"vision.training train {name} --steps" in card


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize(("height", "width"), [(192, 320), (180, 320), (33, 65)])
def test_maps_have_half_the_size(name: str, height: int, width: int) -> None:
    maps = Model(name).run(np.zeros((6, height, width), np.float32))
    assert maps.shape == ({"change": 2, "hands": 1}[name], (height + 1) // 2, (width + 1) // 2)
    assert maps.dtype == np.float32
    assert np.isfinite(maps).all()


@pytest.mark.parametrize("suffix", ["onnx", "toml"])
def test_a_missing_file_is_named(folder: Path, suffix: str) -> None:
    (folder / f"change.{suffix}").unlink()
    with pytest.raises(NetworkError, match=rf"change\.{suffix} .* is missing: install Companion again"):
        Model("change", folder)


def test_a_cut_file_is_damaged(folder: Path) -> None:
    path = folder / "hands.onnx"
    path.write_bytes(path.read_bytes()[:-100])
    with pytest.raises(NetworkError, match=r"hands\.onnx .* is damaged"):
        Model("hands", folder)


@pytest.mark.parametrize("text", ["version = ", "version = 1\nscale = [1]\noffset = [0]\n", "\0\1"])
def test_facts_that_say_nothing_are_damaged(folder: Path, text: str) -> None:
    (folder / "change.toml").write_text(text.replace("version = 1", f"version = {VERSION}"), encoding="utf-8")
    with pytest.raises(NetworkError, match=r"change\.toml .* is damaged"):
        Model("change", folder)


def test_another_version_is_refused(folder: Path) -> None:
    path = folder / "change.toml"
    path.write_text(path.read_text().replace(f"version = {VERSION}", f"version = {VERSION + 1}"))
    with pytest.raises(NetworkError, match=rf"has version {VERSION + 1}, this program needs {VERSION}"):
        Model("change", folder)


def test_a_file_that_is_no_network_is_damaged(folder: Path) -> None:
    (folder / "change.onnx").write_bytes((folder / "hands.toml").read_bytes())
    with pytest.raises(NetworkError, match="is damaged"):
        Model("change", folder)


def test_a_machine_that_is_too_slow_is_told_with_figures() -> None:
    model = Model("hands")
    assert model.milliseconds(96, 160, runs=1) > 0
    with pytest.raises(NetworkError, match=r"takes \d+ ms .* 0 ms are needed"):
        model.demand(96, 160, allowed=0.0)
    model.demand(96, 160, allowed=1e6)
