"""``python -m tests.bench.curtain CLIP...``: hands and the sides they come from, as the watcher sees them on
simulated clips, against where the simulator put them.

Each CLIP was written by ``companion simulate clip --game marso --seats 2 --limit 12 --teach nothing``,
perhaps made harsh afterwards (``harsh.py``), and is named with the profile and the seed, as in
``easy-901-h3``.
One with a curtain has the same name, because people in harsh clips depend on it, in a folder ``curtain``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import click
import cv2
import numpy as np

from companion.evaluation.clips import load_clip
from companion.referee.share import Share
from companion.referee.spots import mat_for, spots_of
from companion.simulator.clips import filmed
from companion.simulator.habits import Habits
from companion.simulator.hand import HandPainter
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES
from companion.simulator.render import Renderer
from companion.simulator.scene import Hand
from companion.simulator.setting import setting_of
from vision.mat import spot_outline
from vision.types import Spot
from vision.watching import TableWatcher

LIMIT = 12
"""Entries of each clip."""
WHERE = ("over", "beside", "none")
SIDES = ("side alone", "side wrong", "side unknown")
OVER = 0.02
"""A hand is over a cell if it hides this share of it."""


class Truth:
    """Where the simulator put the hand in each frame: ``over`` a cell, only ``beside`` (or its shadow), or
    ``none``; and the edge of the picture over which its arm comes."""

    def __init__(self, renderer: Renderer, spots: tuple[Spot, ...]) -> None:
        self._renderer = renderer
        self._painter = HandPainter(renderer.camera, renderer.profile.light, 0)
        self._cells = []
        width, height = renderer.camera.size
        for spot in spots:
            mask = np.zeros((height // 4, width // 4), np.uint8)
            outline = renderer.picture_points(spot_outline(spot)) / 4
            cv2.fillConvexPoly(mask, np.round(outline).astype(np.int32), 1)
            self._cells.append(mask > 0)

    def of(self, hand: Hand | None) -> tuple[str, str]:
        """Where the hand is, and its edge, "" if its arm is not at any."""
        if hand is None or not self._renderer.sees(hand):
            return "none", ""
        mask = np.zeros(self._cells[0].shape, np.uint8)
        for outline in self._painter.outlines(hand):
            cv2.fillConvexPoly(mask, np.round(outline / 4).astype(np.int32), 1)
        over = any(mask[cell].mean() > OVER for cell in self._cells)
        rims = {"left": mask[:, 0], "right": mask[:, -1], "top": mask[0], "bottom": mask[-1]}
        edge = max(rims, key=lambda name: float(rims[name].sum()))
        return ("over" if over else "beside"), edge if rims[edge].any() else ""


def truth_of(profile: str, curtain: bool, seed: int, fps: float) -> Iterator[tuple[str, str]]:
    """The truth of each frame of a clip that was filmed so."""
    setting = setting_of("marso", 2, {})
    renderer = setting.renderer(replace(PROFILES[profile], curtain=curtain), seed)
    people = People(setting, seed, Habits(limit=LIMIT), sees=renderer.sees, prepared=True)
    truth = Truth(renderer, spots_of(setting.zones))
    for scene in filmed(people, fps):
        yield truth.of(scene.hand)


def measure(folder: Path) -> dict[str, Share]:
    """The shares of one clip: frames in which a hand is seen over a cell, by where one is; of those with an
    arm over the edge of the picture, how its side is told; and frames that give a view."""
    counts = _counted(folder)
    seen = {where: Share(counts[f"{where} seen"], counts[where]) for where in WHERE}
    sides = {name: Share(counts[name], counts["sides"]) for name in SIDES}
    return {**seen, **sides, "views": Share(counts["views"], sum(counts[where] for where in WHERE))}


def _counted(folder: Path) -> Counter[str]:
    profile, *rest = folder.name.split("-")
    seed = next(int(word) for word in rest if word.isdigit())
    clip = load_clip(folder)
    watcher = TableWatcher(spots_of(setting_of("marso", 2, {}).zones), mat_for(clip.game))
    counts: Counter[str] = Counter()
    true = truth_of(profile, "curtain" in folder.parts, seed, clip.spec.fps)
    for frame, (where, edge) in zip(clip.frames(), true, strict=False):
        glance = watcher.read(frame)
        counts["views"] += glance.view is not None
        if not counts["views"]:
            continue
        counts[where] += 1
        counts[f"{where} seen"] += bool(glance.covered)
        if where == "over" and edge:
            counts["sides"] += 1
            counts["side alone"] += glance.edges == (edge,)
            counts["side wrong"] += bool(glance.edges) and edge not in glance.edges
            counts["side unknown"] += not glance.edges
    return counts


@click.command()
@click.argument("clips", metavar="CLIP...", nargs=-1, required=True, type=click.Path(path_type=Path))
def main(clips: tuple[Path, ...]) -> None:
    """Print a line for each CLIP."""
    for folder in clips:
        told = "; ".join(f"{name} {share.short}" for name, share in measure(folder).items())
        click.echo(f"{folder.name}: {told}")


if __name__ == "__main__":
    main()
