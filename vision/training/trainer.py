"""Trains one network on stored pictures while another process makes more of them. It can be stopped at any
moment and goes on from there.

Step ``n`` always sees the same pictures, varied in the same way, whatever the machine's speed and however
often it was stopped."""

from __future__ import annotations

import math
import multiprocessing
import os
import signal
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np
import torch
from torch import Tensor
from torch.nn import functional

from vision.opencv import cv2
from vision.training.change_pictures import change_pair
from vision.training.examples import Example, plain, varied, weights_of
from vision.training.hands_pictures import hands_frame
from vision.training.network import SmallNet, new_network
from vision.training.store import Maker, Store, made
from vision.training.textures import Bank

MAKERS: dict[str, Maker] = {"change": change_pair, "hands": hands_frame}
BATCH, NEW = {"change": 8, "hands": 4}, {"change": 4, "hands": 1}
"""Examples of a step, and how many of them are new; the others were seen before."""
_HIGHEST, _LOWEST, _WARM, _FALL = 2.5e-3, 1e-5, 200, 0.7
"""Rates of learning, how many steps it takes to reach the highest, and the part of a training after which it
falls."""
_OVERLAP = 0.15
"""The share of the overlap (Dice) in the loss, beside the cross entropy."""
_KEEP_EVERY, _TELL_EVERY = 60.0, 250
CHECKS, CHECK_SEED = 48, 900_000
Say = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Plan:
    """One training. ``seed``: of the pictures; ``start``: of the first weights and of how pictures are
    varied; ``making``: make the pictures meanwhile, else somebody else does."""

    name: str
    folder: Path
    steps: int
    seed: int = 0
    start: int = 0
    making: bool = True

    @property
    def pictures(self) -> int:
        """How many pictures are made."""
        return self.steps * NEW[self.name]

    @property
    def fall(self) -> int:
        """The step from which the rate of learning falls."""
        return int(self.steps * _FALL)

    @property
    def _stem(self) -> str:
        return f"{self.name}-{self.seed}-{self.start}"

    @property
    def state(self) -> Path:
        """Where the training stands."""
        return self.folder / f"{self._stem}-{self.steps}.state"

    @property
    def trunk(self) -> Path:
        """Where it stood when the rate began to fall: a longer training goes on from there."""
        return self.folder / f"{self._stem}-{self.fall:06d}.trunk"

    @property
    def result(self) -> Path:
        """The folder of what comes out."""
        return self.folder / f"{self._stem}-{self.steps}"

    @property
    def store(self) -> Store:
        """The pictures."""
        return Store(self.folder / f"{self.name}-{self.seed}", MAKERS[self.name], self.seed)

    def beginning(self) -> dict[str, Any] | None:
        """What is there to go on from: this training, or a shorter or longer one as long as its rate had not
        fallen."""
        if self.state.exists():
            return _read(self.state)
        found = [
            _read(path)
            for ending in ("state", "trunk")
            for path in self.folder.glob(f"{self._stem}-*.{ending}")
        ]
        fit = [kept for kept in found if kept["progress"]["step"] <= min(kept["fall"], self.fall)]
        return max(fit, key=lambda kept: int(kept["progress"]["step"]), default=None)


def _read(path: Path) -> dict[str, Any]:
    kept: dict[str, Any] = torch.load(path, weights_only=True)
    return kept


@dataclass(slots=True)
class Progress:
    """What is kept between two starts. ``curve``: step, loss of training, loss of the checks."""

    step: int = 0
    seconds: float = 0.0
    mean: float = 0.0
    curve: list[tuple[int, float, float]] = field(default_factory=list)


class TrainingStopped(KeyboardInterrupt):
    """The training was stopped and can go on."""


def batch_of(plan: Plan, store: Store, step: int, alive: Callable[[], bool] = lambda: False) -> list[Example]:
    """What the network sees in a step."""
    random = np.random.default_rng((plan.start, step))
    each, size = NEW[plan.name], BATCH[plan.name]
    new = list(range(step * each, (step + 1) * each))
    old = random.integers((step + 1) * each, size=size - each).tolist()
    return [varied(plan.name, random, store.sample(number, alive)) for number in new + old]


def stacked(examples: list[Example]) -> tuple[Tensor, Tensor, Tensor]:
    """Inputs, wanted maps (0 to 1), and weights."""
    targets = np.stack([example.targets for example in examples])
    values = torch.from_numpy(np.stack([example.values for example in examples]))
    return values, torch.from_numpy(targets.astype(np.float32) / 255), torch.from_numpy(weights_of(targets))


def loss_of(raw: Tensor, wanted: Tensor, weights: Tensor) -> Tensor:
    """Cross entropy and overlap."""
    entropy = (functional.binary_cross_entropy_with_logits(raw, wanted, reduction="none") * weights).mean()
    p, t = torch.sigmoid(raw) * weights, wanted * weights
    overlap = (2 * (p * t).sum((0, 2, 3)) + 20) / (p.sum((0, 2, 3)) + t.sum((0, 2, 3)) + 20)
    return entropy + _OVERLAP * (1 - overlap).mean()


def _rate(step: int, plan: Plan) -> float:
    part = max(0, step - plan.fall) / (plan.steps - plan.fall)
    return _HIGHEST * min(1, step / _WARM + 0.02) * (0.5 + 0.5 * math.cos(math.pi * part)) + _LOWEST


def _make_pictures(plan: Plan, parent: int) -> None:
    """The other process: makes pictures until all are there or nobody waits for them."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that trains says when to stop
    cv2.setNumThreads(1)
    plan.store.fill(plan.pictures, lambda: os.getppid() == parent)


class Training:
    """One training from its first or last step to its end."""

    def __init__(self, plan: Plan, say: Say) -> None:
        torch.set_num_threads(1)
        cv2.setNumThreads(1)
        plan.folder.mkdir(parents=True, exist_ok=True)
        self.plan, self._say, self.progress, self._stop = plan, say, Progress(), False
        self.net: SmallNet = new_network(plan.name, plan.start).to(memory_format=torch.channels_last)
        self._learner = torch.optim.AdamW(self.net.parameters(), _HIGHEST, weight_decay=1e-4)
        if beginning := plan.beginning():
            self._take_up(beginning)

    def _take_up(self, kept: dict[str, Any]) -> None:
        self.net.load_state_dict(kept["net"])
        self._learner.load_state_dict(kept["learner"])
        self.progress = Progress(**kept["progress"])
        self._say(f"{self.plan.name}: goes on from step {self.progress.step} of {self.plan.steps}.")

    def keep(self, path: Path | None = None) -> None:
        """Write down where the training stands: whole, or not at all."""
        path = path or self.plan.state
        kept = {
            "net": self.net.state_dict(),
            "learner": self._learner.state_dict(),
            "progress": asdict(self.progress),
            "fall": self.plan.fall,
        }
        unfinished = path.with_suffix(".new")
        torch.save(kept, unfinished)
        unfinished.replace(path)

    def run(self) -> None:
        """Train to the end. Raises TrainingStopped after a signal, when everything is kept."""
        before = {number: signal.signal(number, self._stopping) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            self._with_maker() if self.plan.making else self._train(lambda: True)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _with_maker(self) -> None:
        context = multiprocessing.get_context("spawn")
        maker = context.Process(target=_make_pictures, args=(self.plan, os.getpid()), daemon=True)
        maker.start()
        try:
            self._train(maker.is_alive)
        finally:
            maker.terminate()
            maker.join()

    def _stopping(self, _number: int, _frame: FrameType | None) -> None:
        self._stop = True

    def _train(self, alive: Callable[[], bool]) -> None:
        store, checks, first = self.plan.store, self._checks(), self.progress.step
        began = kept = time.monotonic()
        while self.progress.step < self.plan.steps and not self._stop:
            begin = time.monotonic()
            try:
                examples = batch_of(self.plan, store, self.progress.step, lambda: alive() and not self._stop)
            except LookupError:
                if self._stop:
                    break
                raise
            self._learn(examples)
            now = time.monotonic()
            self.progress.seconds += now - begin
            if self.progress.step % _TELL_EVERY == 0 or self.progress.step == first + 20:
                self._tell((now - began) / (self.progress.step - first), checks)
            if self.progress.step == self.plan.fall:
                self.keep(self.plan.trunk)
            if now - kept > _KEEP_EVERY:
                self.keep()
                kept = now
        self.keep()
        if self.progress.step < self.plan.steps:
            raise TrainingStopped

    def _learn(self, examples: list[Example]) -> None:
        for group in self._learner.param_groups:
            group["lr"] = _rate(self.progress.step, self.plan)
        values, wanted, weights = stacked(examples)
        loss = loss_of(self.net(values.to(memory_format=torch.channels_last)), wanted, weights)
        self._learner.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.net.parameters(), 2.0)
        self._learner.step()
        value = float(loss.item())
        self.progress.mean = 0.98 * self.progress.mean + 0.02 * value if self.progress.step else value
        self.progress.step += 1

    def _checks(self) -> list[Example]:
        bank = Bank()
        self.plan.store.demand_same(bank)
        samples = (made(MAKERS[self.plan.name], bank, CHECK_SEED, number) for number in range(CHECKS))
        return [plain(self.plan.name, sample) for sample in samples]

    def _tell(self, pace: float, checks: list[Example]) -> None:
        step, steps, minutes = (
            self.progress.step,
            self.plan.steps,
            (self.plan.steps - self.progress.step) * pace / 60,
        )
        line = f"{self.plan.name}: step {step} of {steps}, {minutes:.0f} minutes left"
        line += f", loss {self.progress.mean:.4f}"
        if step % _TELL_EVERY == 0:
            found = self.check(checks)
            self.progress.curve.append((step, self.progress.mean, found))
            line += f", on the checks {found:.4f}"
        self._say(line)

    def check(self, examples: list[Example]) -> float:
        """The loss on examples that are not trained with."""
        self.net.eval()
        with torch.no_grad():
            size = BATCH[self.plan.name]
            parts = [stacked(examples[i : i + size]) for i in range(0, len(examples), size)]
            losses = [loss_of(self.net(values), wanted, weights).item() for values, wanted, weights in parts]
        self.net.train()
        return float(np.mean(losses))
