"""``python -m vision.training``: make pictures, train the networks, put them into the program. ``make train``
does it all."""

from __future__ import annotations

import argparse
import importlib.util
import sys
from pathlib import Path

STEPS = {"change": 10_000, "hands": 4000}
"""How long the shipped networks were trained."""


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="python -m vision.training", description="Train the camera's two networks on made-up pictures."
    )
    parser.add_argument(
        "--folder",
        type=Path,
        default=Path("build/train"),
        help="where pictures and trainings are kept (about 1 GB)",
    )
    tasks = parser.add_subparsers(dest="task", required=True)
    for task, words in (
        (
            "train",
            "train a network, or go on where a training was stopped; then export, calibrate and score it",
        ),
        ("publish", "put a finished network into vision/networks, with its card"),
        ("pictures", "only make the pictures of a training, for one that runs with --no-making"),
    ):
        one = tasks.add_parser(task, help=words)
        one.add_argument("name", choices=sorted(STEPS))
        one.add_argument("--steps", type=int, help="how long to train")
        one.add_argument("--seed", type=int, default=0, help="of the pictures")
        one.add_argument(
            "--start", type=int, default=0, help="of the first weights and of how pictures are varied"
        )
        one.add_argument("--no-making", action="store_true", help="another process makes the pictures")
    return parser


def _told(sentence: str) -> None:
    print(sentence, flush=True)


def main() -> int:
    """Run one task. 0: done; 1: something is missing; 130: stopped, and it can go on."""
    given = _arguments().parse_args()
    if importlib.util.find_spec("torch") is None:
        return _refused(
            "Training needs PyTorch, which is not installed here: `make train` sets it up and trains."
        )
    if given.steps is not None and given.steps < 10:
        return _refused(f"{given.steps} steps are too few: train at least 10.")
    try:
        return _done(given)
    except KeyboardInterrupt:
        _told("Stopped. The same command goes on from here.")
        return 130
    except LookupError as error:
        return _refused(str(error))


def _refused(sentence: str) -> int:
    print(sentence, file=sys.stderr)
    return 1


def _done(given: argparse.Namespace) -> int:
    from vision.training import exporting
    from vision.training.trainer import Plan, Training

    steps = given.steps or STEPS[given.name]
    plan = Plan(given.name, given.folder, steps, given.seed, given.start, not given.no_making)
    if given.task == "pictures":
        plan.store.fill(plan.pictures)
    elif given.task == "train":
        Training(plan, _told).run()
        _told(f"{given.name}: exported to {exporting.finish(plan)}")
    elif not (plan.result / "outcome.json").exists():
        return _refused(f"There is no finished training in {plan.result}: train it first.")
    else:
        found = given.folder.glob(f"{given.name}-*-*-*/outcome.json")
        exporting.publish(plan, sorted(path.parent for path in found if path.parent != plan.result))
    return 0


if __name__ == "__main__":
    sys.exit(main())
