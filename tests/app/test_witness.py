"""Pictures are kept beside the rulings of a watched table, and nowhere else."""

from __future__ import annotations

import errno
import threading
from collections.abc import Callable
from pathlib import Path
from zipfile import ZipFile

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.app import witness
from companion.broadcast import payloads
from companion.broadcast.snapshots import match_text
from companion.doctor import bundle
from companion.journal.pictures import PictureStore
from companion.locale import Texts
from companion.owner.configuration import Config
from companion.owner.preferences import Preferences
from companion.referee.exhibit import Exhibit, noted_in
from companion.referee.view import RulingKind
from tests.app.sitting import Sitting
from tests.app.watched import Watched

Sit = Callable[..., Sitting]


def pixels(sitting: Sitting, digest: str) -> NDArray[np.int64]:
    data = sitting.app.kept_picture(digest)
    assert data is not None
    picture = cv2.imdecode(np.frombuffer(data, np.uint8), cv2.IMREAD_COLOR)
    return np.asarray(picture, np.int64)


def within(exhibit: Exhibit, cells: tuple[str, ...], shape: tuple[int, ...]) -> NDArray[np.bool_]:
    """Where these cells lie in a picture."""
    mask = np.zeros(shape[:2], np.uint8)
    for cell in cells:
        cv2.fillPoly(mask, [np.array(exhibit.outlines[cell])], 1)
    return mask > 0


def ruled(sitting: Sitting, kind: RulingKind) -> None:
    sitting.wait(lambda: sitting.view.ruling is not None and sitting.view.ruling.kind is kind)


def kept(sitting: Sitting, kind: RulingKind) -> Exhibit:
    ruled(sitting, kind)
    sitting.wait(lambda: any(one.kind is kind for one in sitting.app.exhibits()))
    return next(one for one in sitting.app.exhibits() if one.kind is kind)


def witness_of(sitting: Sitting) -> witness.Witness:
    table = sitting.app._table
    assert table is not None
    return table.witness


def watched(sit: Sit) -> tuple[Sitting, Watched]:
    sitting = sit()
    sitting.open(game="arctica")
    return sitting, Watched(sitting.app)


def test_a_move_and_a_refusal_have_their_pictures_and_readings(sit: Sit) -> None:
    """The rulebook of *arctica* forbids the second; the judge must name a clause for it."""
    sitting, table = watched(sit)
    table.lawful()
    played = kept(sitting, RulingKind.PLAYED)
    table.unlawful()
    refused = kept(sitting, RulingKind.REFUSED)
    ruling = sitting.view.ruling
    assert ruling is not None
    for exhibit in (played, refused):
        before, after = (pixels(sitting, one) for one in exhibit.pictures)
        apart = np.abs(after - before).sum(axis=2)
        inside = within(exhibit, exhibit.changed, after.shape)
        assert apart[inside].mean() > 10 * apart[~inside].mean()
        assert exhibit.readings[0].probability > 0.5
        assert 1 <= len(exhibit.readings) <= 2
    assert played.move == sitting.view.history[-1].text
    assert not played.readings[0].breaks
    assert set(refused.readings[0].breaks) == {breach.clause for breach in ruling.breaches}
    assert set(refused.changed) >= set(ruling.cells)
    sitting.app.leave_table()
    noted = noted_in(sitting.app.keeper.match_text("1").split("\n"))
    store = sitting.app.keeper.pictures
    assert list(noted) == list(store.exhibits(1))
    assert [played, refused] == list(store.exhibits(1).values())


def test_nothing_of_them_is_told_elsewhere(sit: Sit, home: Path) -> None:
    """Not on a topic of the broadcast, in the support bundle, or in the log."""
    sitting, table = watched(sit)
    table.unlawful()
    exhibit = kept(sitting, RulingKind.REFUSED)
    view, texts, game = sitting.view, Texts("en", "arctica"), sitting.app.game("arctica")
    told = [
        payloads.encode(payloads.state("0", view, texts)),
        payloads.encode(payloads.score("0", view, texts)),
        match_text(game, view).encode(),
    ]
    bundle.write(home / "bundle.zip", (), Config(camera="none"), None, texts)
    with ZipFile(home / "bundle.zip") as archive:
        assert not [name for name in archive.namelist() if name.endswith("jpg")]
        told += map(archive.read, archive.namelist())
    told += [log.read_bytes() for log in home.rglob("*.log")]
    for secret in (*exhibit.pictures, "pictured", "JFIF"):
        assert not [data for data in told if secret.encode() in data]


def test_a_writer_that_hangs_delays_no_ruling(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    """One picture is being written, one waits; those that come then are dropped and counted."""
    hanging, free = threading.Event(), threading.Event()

    def hang(*_: object) -> str:
        hanging.set()
        free.wait()
        raise OSError(errno.EIO, "later")

    monkeypatch.setattr(witness, "WAITING", 1)
    monkeypatch.setattr(PictureStore, "keep", hang)
    sitting, table = watched(sit)
    try:
        table.lawful()
        hanging.wait(60)
        for _ in range(2):
            before = table.unlawful()
            ruled(sitting, RulingKind.REFUSED)
            table.lay(before)
            table.wait(1)
            ruled(sitting, RulingKind.RESTORED)
        sitting.wait(lambda: witness_of(sitting).dropped == 3)
    finally:
        free.set()


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "No space left on device"),
        (OSError(errno.EROFS, "Read-only file system"), "Read-only file system"),
        (RuntimeError("a fault of ours"), "a fault of ours"),
    ],
)
def test_a_disk_that_takes_no_picture_is_told_once(
    sit: Sit, monkeypatch: pytest.MonkeyPatch, fault: Exception, said: str
) -> None:
    def fail(*_: object) -> None:
        raise fault

    monkeypatch.setattr(PictureStore, "_write", fail)
    sitting, table = watched(sit)
    table.lawful()
    sitting.wait(lambda: bool(sitting.app.troubles()))
    table.unlawful()
    ruled(sitting, RulingKind.REFUSED)
    sitting.wait(lambda: witness_of(sitting).failed == 2)
    assert sitting.view.entries == 1
    assert len([one for one in sitting.app.troubles() if said in Texts("en").message(one)]) == 1
    assert not sitting.app.exhibits()


def test_pictures_go_with_their_match_or_alone(sit: Sit) -> None:
    sitting, table = watched(sit)
    folder = sitting.app.keeper.pictures.folder
    table.lawful()
    kept(sitting, RulingKind.PLAYED)
    assert list((folder / "1").iterdir())
    sitting.app.keeper.delete_stored("pictures")
    assert not folder.exists()
    table.unlawful()
    kept(sitting, RulingKind.REFUSED)
    assert list((folder / "1").iterdir())
    sitting.app.leave_table()
    sitting.app.keeper.delete_match("1")
    assert not (folder / "1").exists()


def test_nobody_who_wants_none_has_any(sit: Sit) -> None:
    sitting = sit()
    sitting.app.keeper.prefer(Preferences(pictures=0))
    sitting.open(game="arctica")
    Watched(sitting.app).lawful()
    ruled(sitting, RulingKind.PLAYED)
    sitting.app.leave_table()
    assert not sitting.app.keeper.pictures.folder.exists()
