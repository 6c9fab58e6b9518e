"""The folder with pictures of rulings: a budget in bytes and evenings, and damaged files."""

from __future__ import annotations

import os
from datetime import datetime
from pathlib import Path

import pytest

from companion.journal.pictures import PictureBudget, PictureStore
from companion.locale import Message
from companion.referee.exhibit import Exhibit, ToldReading, digest_of, packed, unpacked
from companion.referee.view import RulingKind
from companion.rules.contract import ClauseId

MANY = PictureBudget(10**9, 10)


def exhibit(at: float, *pictures: bytes) -> Exhibit:
    before, after = map(digest_of, pictures)
    return Exhibit(RulingKind.PLAYED, at, "south", "step d3", 1, before, after)


def keep(store: PictureStore, match: int, number: int, size: int = 1000) -> Exhibit:
    """The picture after a ruling is the one before the next ruling."""
    pictures = [bytes([one]) * size for one in (number, number + 1)]
    one = exhibit(float(number), *pictures)
    store.keep(match, one, pictures)
    return one


def size_of(store: PictureStore) -> int:
    return sum(path.stat().st_size for path in store.folder.rglob("*") if path.is_file())


def test_a_picture_that_two_rulings_share_is_kept_once(tmp_path: Path) -> None:
    store = PictureStore(tmp_path / "journal.sqlite")
    kept = [keep(store, 1, number) for number in range(3)]
    assert list(store.exhibits(1).values()) == kept
    assert len(list((store.folder / "1").glob("*.jpg"))) == 4
    assert store.picture(1, kept[1].before) == bytes([1]) * 1000
    assert not store.exhibits(2)


def test_the_oldest_go_when_the_budget_is_spent(tmp_path: Path) -> None:
    store = PictureStore(tmp_path / "journal.sqlite")
    for match in (1, 2):
        for number in range(10):
            keep(store, match, number)
            for path in (store.folder / str(match)).iterdir():
                os.utime(path, (match * 1000 + number,) * 2) if path.stat().st_mtime > 10**6 else None
    left = store.prune(PictureBudget(8000, 10), more=1000)
    assert left == size_of(store) <= 7000
    assert not (store.folder / "1").exists()
    assert max(store.exhibits(2).values(), key=lambda one: one.at).at == 9.0


def test_pictures_of_the_latest_evenings_stay(tmp_path: Path) -> None:
    """What is played at one in the morning belongs to the evening before."""
    store = PictureStore(tmp_path / "journal.sqlite")
    times = ("2026-03-01 20:00", "2026-03-02 20:00", "2026-03-03 01:00", "2026-03-05 19:00")
    for match, when in enumerate(times, 1):
        keep(store, match, match)
        for path in (store.folder / str(match)).iterdir():
            os.utime(path, (datetime.fromisoformat(when).timestamp(),) * 2)
    store.prune(PictureBudget(10**9, 2))
    assert {path.name for path in store.folder.iterdir()} == {"2", "3", "4"}
    store.prune(PictureBudget(0, 2))
    assert size_of(store) == 0


def test_damaged_files_are_nothing(tmp_path: Path) -> None:
    store = PictureStore(tmp_path / "journal.sqlite")
    whole, damaged = keep(store, 1, 1), keep(store, 1, 7)
    for digest in (damaged.after, digest_of(packed(damaged))):
        for path in (store.folder / "1").glob(f"{digest}.*"):
            path.write_bytes(b"{}")
    assert list(store.exhibits(1).values()) == [whole]
    assert store.picture(1, damaged.after) is None
    assert store.picture(1, "../../journal") is None


def test_an_exhibit_reads_back_as_it_was() -> None:
    reading = ToldReading(Message("{move}", (("move", "step d3"),)), 0.25, (ClauseId("marso/walk.1"),))
    one = Exhibit(
        RulingKind.UNCLEAR, 1.5, "", "", 3, "0" * 64, "f" * 64, ("d3",), ("d4",), (reading,),
        {"0": ("d3", "d4")}, {"d3": ((1, 2), (3, 4), (5, 6))},
    )  # fmt: skip
    assert unpacked(packed(one)) == one


@pytest.mark.parametrize("data", [b"", b"[]", b"{}", b"\xff", b'{"kind": "played"}', b"[" * 100_000])
def test_what_is_no_exhibit_is_refused(data: bytes) -> None:
    with pytest.raises(ValueError, match="damaged"):
        unpacked(data)
