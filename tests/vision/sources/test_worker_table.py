"""What the process that watches tells of a table: views, photographs, taps and places."""

from __future__ import annotations

import os
import signal
from dataclasses import replace

import numpy as np
import pytest

from tests.vision.sources.drawing import to_picture
from tests.vision.sources.table import SPOTS, VIEW, WIDTH, TableCamera
from tests.vision.sources.watched import READY, START, TROUBLE, Parent, outlines_of, views, watching
from vision.mat import board_corners, spot_outline
from vision.process.messages import WorkerSpec
from vision.process.worker import WorkerPatience
from vision.process.worker_process import PREVIEW_WIDTH
from vision.types import CameraState, SourceError

pytestmark = pytest.mark.outside


def test_what_lies_there_is_seen_first_and_then_what_changes(spec: WorkerSpec, camera: TableCamera) -> None:
    with watching(spec) as parent:
        parent.wait(lambda: bool(views(parent)), "the first view")
        assert views(parent)[0].first
        assert set(views(parent)[0].cells) == {spot.cell for spot in SPOTS}
        camera.show({"b2": "coin red"})
        assert changed(parent) == {"b2"}


def test_what_changed_while_the_process_was_dead_is_told_as_a_change(
    spec: WorkerSpec, camera: TableCamera
) -> None:
    with watching(spec, WorkerPatience(pause=0.05)) as parent:
        parent.wait(lambda: bool(views(parent)), "the first view")
        pid = parent.worker.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        camera.show({"c1": "coin red"})
        assert changed(parent) == {"c1"}
        assert sum(view.first for view in views(parent)) == 1, "the table was seen for the first time once"


def test_while_views_are_held_back_changes_wait_and_come_together(
    spec: WorkerSpec, camera: TableCamera
) -> None:
    with watching(spec) as parent:
        parent.wait(lambda: bool(views(parent)), "the first view")
        parent.worker.hold(True)
        for coins in ({"b2": "coin red"}, {"b2": "coin red", "c1": "coin blue"}):
            camera.show(coins)
            watched_on(parent)
        assert len(views(parent)) == 1
        parent.worker.hold(False)
        assert changed(parent) == {"b2", "c1"}


def watched_on(parent: Parent) -> None:
    """Wait for some more glances."""
    count = len(parent.glances)
    parent.wait(lambda: len(parent.glances) > count + 15, "more glances")


def changed(parent: Parent) -> set[str]:
    """The cells that the first view with a change tells."""

    def found() -> list[set[str]]:
        each = [{name for name, cell in view.cells.items() if cell.change > 0.08} for view in views(parent)]
        return [cells for cells in each if cells]

    parent.wait(lambda: bool(found()), "a change")
    return found()[0]


def test_a_photograph_shows_every_cell_as_it_is_now(spec: WorkerSpec, camera: TableCamera) -> None:
    with watching(spec) as parent:
        parent.wait_for(READY)
        bare = parent.worker.photograph().result(START)
        assert bare.first
        assert set(bare.cells) == {spot.cell for spot in SPOTS}
        camera.show({"f2": "coin red"})
        assert changed(parent) == {"f2"}
        laid = parent.worker.photograph().result(START)
        apart = {
            name: float(np.abs(cell.now.astype(float) - bare.cells[name].now).mean())
            for name, cell in laid.cells.items()
        }
        assert max(apart, key=apart.__getitem__) == "f2"


def test_a_photograph_is_not_taken_under_hands(spec: WorkerSpec, camera: TableCamera) -> None:
    with watching(spec) as parent:
        parent.wait(lambda: bool(views(parent)), "the first view")
        camera.wave({})
        parent.wait_for(CameraState.HAND)
        with pytest.raises(SourceError, match="take your hands away and try again"):
            parent.worker.photograph().result(START)
        camera.show({})
        parent.wait_for(READY, since=len(parent.glances))
        assert set(parent.worker.photograph().result(START).cells) == {spot.cell for spot in SPOTS}


def test_four_taps_do_instead_of_a_mat(spec: WorkerSpec) -> None:
    with watching(replace(spec, anchor=None)) as parent:
        parent.wait_for(CameraState.LOST, "tap its four corners")
        with pytest.raises(SourceError, match="tap its four corners"):
            parent.worker.photograph().result(START)
        parent.worker.ask_preview(True)
        parent.wait(lambda: bool(parent.previews), "a preview")
        preview = parent.previews[-1]
        assert not preview.outlines
        scale = preview.width / WIDTH
        taps = (to_picture(VIEW, board_corners(SPOTS)) + 0.5) * scale - 0.5
        points = [(float(x), float(y)) for x, y in taps]

        parent.worker.set_corners([points[0], points[2], points[1], points[3]])
        parent.wait_for(TROUBLE, "clockwise")
        parent.worker.set_corners(points)
        preview = parent.wait_for_preview()
        for cell, outline in outlines_of(preview).items():
            assert np.abs(np.array(preview.outlines[cell]) - outline).max() < 2.0

        # what was tapped outlives the process
        pid = parent.worker.pid
        assert pid is not None
        os.kill(pid, signal.SIGKILL)
        parent.wait(lambda: parent.worker.pid not in (None, pid), "a new process")
        parent.wait_for_preview()


def test_a_place_that_moved_is_seen_there_and_is_no_change(spec: WorkerSpec) -> None:
    moved = replace(SPOTS[0], x=SPOTS[0].x + 0.4, y=SPOTS[0].y + 0.3)
    places = (moved, *SPOTS[2:])
    with watching(spec) as parent:
        parent.wait(lambda: any(glance.view for glance in parent.glances), "the first view")
        parent.worker.ask_preview(True)
        parent.wait_for_preview()
        since = len(parent.glances)
        parent.worker.set_spots(places)
        parent.wait(lambda: any(glance.view for glance in parent.glances[since:]), "a view of the new places")
        view = next(glance.view for glance in parent.glances[since:] if glance.view)
        assert view.cells.keys() == {spot.cell for spot in places}
        assert not view.first
        assert max(cell.change for cell in view.cells.values()) < 0.02
        assert view.cells[moved.cell].before is None, "of what lay there before nothing is known"
        outlines = parent.wait_for_preview().outlines
        assert SPOTS[1].cell not in outlines
        scale = PREVIEW_WIDTH / WIDTH
        expected = (to_picture(VIEW, spot_outline(moved)) + 0.5) * scale - 0.5
        assert np.abs(np.array(outlines[moved.cell]) - expected).max() < 2.0

        # where things are kept outlives the process
        pid = parent.worker.pid
        assert pid is not None
        since = len(parent.glances)
        os.kill(pid, signal.SIGKILL)
        parent.wait(lambda: any(glance.view for glance in parent.glances[since:]), "a view of a new process")
        view = next(glance.view for glance in parent.glances[since:] if glance.view)
        assert view.cells.keys() == {spot.cell for spot in places}
        assert max(cell.change for cell in view.cells.values()) < 0.02
