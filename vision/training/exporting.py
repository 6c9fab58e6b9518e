"""A trained network as a file that the program runs: exported to ONNX, calibrated, scored; and the card that
stands beside it."""

from __future__ import annotations

import hashlib
import subprocess
import warnings
from pathlib import Path

import numpy as np
import torch

from vision.networks.inputs import STEP
from vision.networks.model import FOLDER, VERSION, Model, read_facts
from vision.training.calibration import FittedLine, pixel_lines
from vision.training.card import Outcome, card
from vision.training.examples import plain
from vision.training.network import MAPS, SmallNet
from vision.training.scores import change_scores, hands_scores
from vision.training.store import Sample, made
from vision.training.textures import Bank
from vision.training.trainer import MAKERS, Plan, Training

_SEED, _COUNT = 910_000, 240
"""The made-up pictures by which a network is calibrated."""


def export(net: SmallNet, path: Path) -> None:
    """Write a network as ONNX. Its input may have any size in steps of STEP."""
    net.eval()
    sample = torch.zeros(1, 6, 12 * STEP, 12 * STEP)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # the exporter speaks of its successor, which OpenCV cannot read
        torch.onnx.export(
            net,
            (sample,),
            str(path),
            opset_version=13,
            input_names=["views"],
            output_names=["maps"],
            dynamo=False,
        )
    net.train()


def write_facts(folder: Path, name: str, lines: list[FittedLine]) -> None:
    """Write ``NAME.toml`` for ``NAME.onnx``."""
    digest = hashlib.sha256((folder / f"{name}.onnx").read_bytes()).hexdigest()
    rows = [
        f"# Made by `make train`, with {name}.onnx: how its outputs become log-odds.",
        f"version = {VERSION}",
        f'sha256 = "{digest}"',
        f"scale = [{', '.join(f'{line.scale:.4f}' for line in lines)}]",
        f"offset = [{', '.join(f'{line.offset:.4f}' for line in lines)}]",
    ]
    (folder / f"{name}.toml").write_text("\n".join(rows) + "\n", encoding="utf-8")


def finish(plan: Plan) -> Path:
    """Export, calibrate and score a finished training. Returns the folder with its files."""
    training, bank, folder = Training(plan, print), Bank(), plan.result
    folder.mkdir(exist_ok=True)
    export(training.net, folder / f"{plan.name}.onnx")
    model = calibrated(plan.name, folder, [made(MAKERS[plan.name], bank, _SEED, n) for n in range(_COUNT)])
    rows = change_scores(model, bank) if plan.name == "change" else hands_scores(model, bank)
    progress = training.progress
    Outcome(progress.step, progress.curve, progress.seconds / 3600, rows, _commit()).write(folder)
    return folder


def calibrated(name: str, folder: Path, samples: list[Sample]) -> Model:
    """The network of a folder with its facts, fitted on these made-up pictures."""
    raw = [FittedLine(1.0, 0.0)] * MAPS[name]
    write_facts(folder, name, raw)
    model = Model(name, folder)
    outputs = [model.run(plain(name, sample).values) for sample in samples]
    lines = pixel_lines(samples, outputs, np.random.default_rng(_SEED))
    write_facts(folder, name, lines)
    return Model(name, folder)


def _commit() -> str:
    asked = ["git", "rev-parse", "--short=8", "HEAD"]
    found = subprocess.run(asked, capture_output=True, text=True, check=False)
    return found.stdout.strip() or "unknown"


def publish(plan: Plan, others: list[Path], target: Path = FOLDER) -> None:
    """Put a finished network into the program, with its card. ``others``: results of other trainings."""
    for suffix in ("onnx", "toml"):
        (target / f"{plan.name}.{suffix}").write_bytes((plan.result / f"{plan.name}.{suffix}").read_bytes())
    spread = {folder.name: Outcome.read(folder) for folder in others}
    text = card(plan, read_facts(target / f"{plan.name}.toml"), Outcome.read(plan.result), spread)
    (target / f"{plan.name}.md").write_text(text, encoding="utf-8")
