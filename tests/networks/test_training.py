"""A training can be stopped at any moment and comes to the same network. That test needs PyTorch."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from vision.training.change_pictures import change_pair
from vision.training.store import Store
from vision.training.textures import Bank

pytestmark = pytest.mark.outside

ROOT = Path(__file__).parents[2]


def test_without_torch_the_command_says_what_to_do() -> None:
    asked = (
        "import sys, importlib.util as u; u.find_spec = lambda name, *a: None;"
        "sys.argv = ['train', 'train', 'hands', '--steps', '50'];"
        "from vision.training.__main__ import main; sys.exit(main())"
    )
    done = subprocess.run(
        [sys.executable, "-c", asked], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1
    assert (
        done.stderr
        == "Training needs PyTorch, which is not installed here: `make train` sets it up and trains.\n"
    )


def test_a_stopped_training_comes_to_the_same_network(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    torch = pytest.importorskip("torch")
    from vision.training.trainer import Plan, Training, TrainingStopped

    bank = Bank(0.02)
    monkeypatch.setattr("vision.training.store.Bank", lambda: bank)
    monkeypatch.setattr("vision.training.trainer.Bank", lambda: bank)
    monkeypatch.setattr("vision.training.trainer.CHECKS", 2)
    Store(tmp_path / "change-0", change_pair, 0).fill(12)
    said: list[str] = []
    whole = Training(Plan("change", tmp_path / "w", 12, making=False), said.append)
    (tmp_path / "w").mkdir(exist_ok=True)
    (tmp_path / "w" / "change-0").symlink_to(tmp_path / "change-0")
    whole.run()
    cut = Training(Plan("change", tmp_path, 12, making=False), said.append)
    learn = cut._learn

    def learn_and_stop(examples: object) -> None:
        learn(examples)  # type: ignore[arg-type]
        cut._stop = cut.progress.step == 5

    monkeypatch.setattr(cut, "_learn", learn_and_stop)
    with pytest.raises(TrainingStopped):
        cut.run()
    again = Training(Plan("change", tmp_path, 12, making=False), said.append)
    assert again.progress.step == 5
    again.run()
    for one, two in zip(whole.net.state_dict().values(), again.net.state_dict().values(), strict=True):
        assert torch.equal(one, two)
    assert np.isclose(whole.progress.mean, again.progress.mean)
