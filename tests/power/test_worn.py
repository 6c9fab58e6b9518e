"""A card that turns read-only in mid-game, a full one, and a clock that jumps: said, and the game goes on."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from companion.journal import book as book_room
from companion.journal import open_journal
from companion.locale import Texts
from companion.owner.configuration import Config
from companion.ports.errors import ControllerError
from companion.referee.events import MoveEntered, OutcomeEntered
from companion.referee.view import TableView
from tests.app.sitting import Sitting


class Card:
    """An ext4 file system in a file, as on a Pi's card."""

    def __init__(self, image: Path, place: Path) -> None:
        self.place = place
        self._image = image
        self._device = ""

    def make(self) -> None:
        """Skips, and says so, where this cannot be had."""
        self._image.write_bytes(bytes(16 << 20))
        self.place.mkdir()
        try:
            run("mkfs.ext4", "-q", str(self._image))
            self.insert()
        except (OSError, subprocess.CalledProcessError) as error:
            pytest.skip(f"a disk of its own can only be made by root with loop devices: {error}")

    def insert(self) -> None:
        """As when the machine starts."""
        self._device = run("losetup", "-f", "--show", str(self._image)).strip()
        run("mount", "-o", "errors=remount-ro", self._device, str(self.place))

    def wear_out(self) -> None:
        """The kernel has met an error of the card and lets nobody write any more."""
        Path("/sys/fs/ext4", Path(self._device).name, "trigger_fs_error").write_text("1", encoding="ascii")

    def fill(self) -> None:
        """Until not a single byte can be written any more."""
        with (self.place / "photographs").open("wb", buffering=0) as file, suppress(OSError):
            while True:
                file.write(bytes(4096))

    def empty(self) -> None:
        """Somebody has taken the photographs away."""
        (self.place / "photographs").unlink()

    def remove(self) -> None:
        """As when the machine is switched off."""
        run("umount", str(self.place))
        run("losetup", "-d", self._device)


def run(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Card]:
    card = Card(tmp_path / "card.img", tmp_path / "card")
    card.make()
    yield card
    card.remove()


@pytest.fixture
def sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[Path], Sitting]]:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    opened: list[Sitting] = []

    def start(journal: Path) -> Sitting:
        opened.append(Sitting(Config(camera="none", journal=journal)))
        return opened[-1]

    yield start
    for sitting in opened:
        sitting.app.close()


@pytest.mark.outside
def test_a_game_goes_on_when_its_card_turns_read_only(card: Card, sit: Callable[[Path], Sitting]) -> None:
    path = card.place / "journal.sqlite"
    sitting = sit(path)
    sitting.open()
    sitting.play(Random(1), most=10)
    kept = sitting.view.entries
    card.wear_out()
    sitting.play(Random(2), most=10)
    assert sitting.view.entries >= kept + 10
    said = [Texts("en").message(trouble) for trouble in sitting.app.troubles()]
    assert any(str(path) in line and f"from entry {kept + 1} on" in line for line in said), said
    sitting.app.close()
    card.remove()
    card.insert()
    with closing(open_journal(path)) as book:
        assert len(book.resume(1).lines()) == kept


@pytest.mark.outside
def test_a_game_waits_at_a_full_card_and_goes_on_when_there_is_room(
    card: Card, sit: Callable[[Path], Sitting], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.journal.store.LOG_PAGES", 8)  # else a whole game fits into the reserve
    path = card.place / "journal.sqlite"
    sitting = sit(path)
    sitting.open()
    card.fill()
    press_on(sitting, lambda view: view.trouble is not None)
    assert sitting.view.trouble is not None
    said = Texts("en").message(sitting.view.trouble)
    assert said == f"The disk with {path} is full; free some space and try again."
    with pytest.raises(ControllerError, match=r"The disk with .* is full"):
        sit(card.place / "other.sqlite")
    stood = sitting.view.entries
    card.empty()
    press_on(sitting, lambda view: view.entries >= stood + 5)
    assert sitting.view.trouble is None
    played = sitting.view.entries
    sitting.app.close()
    with closing(open_journal(path)) as book:
        assert len([line for line in book.resume(1).lines() if not line.startswith("#")]) >= played


def press_on(sitting: Sitting, until: Callable[[TableView], bool]) -> None:
    """Enter one legal move or outcome after the other; one that was not taken in is entered again."""
    rng = Random(2)
    for _ in range(500):
        if until(sitting.view):
            return
        chosen = rng.choice(sitting.view.touch)
        entered = MoveEntered(chosen.seat, chosen.text) if chosen.seat else OutcomeEntered(chosen.text)
        sitting.app.send(entered)
        sitting.wait_a_moment()
    pytest.fail("it did not come true")


def test_what_waited_is_stored_when_the_disk_takes_it_again(tmp_path: Path) -> None:
    path = tmp_path / "journal.sqlite"
    book = open_journal(path)
    journal = book.create("match 1\ngame marso")
    journal.append("* open b1")
    book._connection.execute("PRAGMA query_only = ON")  # refuses as a read-only file does
    assert journal.append("south stay", "west stay") == 3
    assert journal.append("north stay") == 4
    assert journal.trouble is not None
    assert dict(journal.trouble.facts)["number"] == "2"
    assert book.export(1).endswith("* open b1\nsouth stay\nwest stay\nnorth stay\n")
    book._connection.execute("PRAGMA query_only = OFF")
    assert journal.append("south step e3") == 5
    assert journal.trouble is None
    book.close()
    book = open_journal(path)
    assert book.resume(1).lines() == ("* open b1", "south stay", "west stay", "north stay", "south step e3")
    book.close()


def test_a_clock_that_jumps_back_hides_no_match(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A Pi has no clock that runs without power: it starts in the past until the network tells the time. Both
    matches were begun since the Pi was switched on, so the time since then tells when."""

    class Clock(datetime):
        hours = iter((datetime(2026, 5, 1, tzinfo=UTC), datetime(1970, 1, 1, tzinfo=UTC)))

        @classmethod
        def now(cls, _zone: object = None) -> datetime:  # type: ignore[override]
            return next(cls.hours, datetime(2026, 5, 1, 0, 1, tzinfo=UTC))

    monkeypatch.setattr(book_room, "datetime", Clock)
    book = open_journal(tmp_path / "journal.sqlite")
    first, second = book.create("match 1\ngame marso"), book.create("match 1\ngame marso")
    assert [listed.match for listed in book.unfinished()] == [second.match, first.match]
    assert second.append("* open b1") == 1
    assert [listed.begun[:4] for listed in book.matches()] == ["2026", "2026"]
    book.close()
