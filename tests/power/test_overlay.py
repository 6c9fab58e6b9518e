"""A system that is never written to, as install.md describes it.

This machine's own root under an overlay in memory, the journal on a partition of its own. Killed in mid-game,
the table is taken up and nothing else has stayed. What a cut of the power does to the partition stands in
``test_power.py``.
"""

from __future__ import annotations

import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.journal import open_journal
from tests.power.test_worn import Card

pytestmark = pytest.mark.outside

PROJECT = Path(__file__).parents[2]
BOOT = """\
set -e
mount -t tmpfs memory "$1"
mkdir "$1/changes" "$1/work" "$1/root"
mount -t overlay overlay -o lowerdir=/,upperdir="$1/changes",workdir="$1/work" "$1/root"
root=$1/root
mkdir -p "$root/srv/table" "$root/var/lib/companion"
if [ "$3" = recurse ]; then
    mkdir "$1/table" "$1/table-work"
    mount -t overlay overlay -o lowerdir="$2",upperdir="$1/table",workdir="$1/table-work" "$root/srv/table"
else
    mount --bind "$2" "$root/srv/table"
fi
mount --bind "$root/srv/table/lib" "$root/var/lib/companion"
mount --rbind /dev "$root/dev"
mount -t proc proc "$root/proc"
echo changed >"$root/etc/changed-under-the-overlay"
shift 3
exec chroot "$root" "$@"
"""
"""What Debian's overlayroot does of it while a machine starts, then the lines of fstab: MEMORY TABLE WHICH
COMMAND ..."""
ELSEWHERE = Path("/etc/changed-under-the-overlay")


class System:
    """Started anew for each game. ``which``: ``recurse`` puts the partition under the overlay as well."""

    def __init__(self, memory: Path, table: Path, which: str) -> None:
        self._start = ["unshare", "--mount", "--propagation", "private", "sh", "-c", BOOT, "boot"]
        self._start += [str(memory), str(table), which]

    def run(self, *command: str) -> subprocess.Popen[str]:
        """A program there, once it has started."""
        return subprocess.Popen(
            [*self._start, *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )

    def play(self, seed: int, views: int) -> tuple[int, int]:
        """A game until so many views were acknowledged, then it is killed. The match and its entries."""
        environment = [f"PYTHONPATH={PROJECT}", "PYTHONDONTWRITEBYTECODE=1"]
        game = [sys.executable, "-m", "tests.power.play_on", "/var/lib/companion/journal.sqlite"]
        process = self.run("env", *environment, *game, str(seed), "100000")
        assert process.stdout is not None
        last = (0, 0)
        for _ in range(views):
            words = process.stdout.readline().split()
            assert words, process.stderr and process.stderr.read()
            if words[0] != "over":
                last = (int(words[0]), int(words[1]))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        return last


@pytest.fixture
def card(tmp_path: Path) -> Iterator[Card]:
    card = Card(tmp_path / "card.img", tmp_path / "card")
    card.make()
    (card.place / "lib").mkdir()
    yield card
    card.remove()


def system(place: Path, card: Card, which: str = "") -> System:
    """Skips, and says so, where the kernel or the rights do not allow it."""
    memory = place / "memory"
    memory.mkdir()
    made = System(memory, card.place, which)
    if shutil.which("unshare") is None:
        pytest.skip("unshare is missing: install util-linux")
    tried = made.run("true")
    _, said = tried.communicate()
    if tried.returncode:
        pytest.skip(f"an overlay over the root can be made by root only, where the kernel has it: {said}")
    return made


def test_what_was_acknowledged_stays_and_nothing_else(tmp_path: Path, card: Card) -> None:
    machine = system(tmp_path, card)
    match, entries = machine.play(seed=1, views=30)
    card.remove()
    card.insert()
    again, more = machine.play(seed=2, views=10)
    assert again == match, "the table was not taken up"
    assert more >= entries
    book = open_journal(card.place / "lib" / "journal.sqlite")
    assert len(book.resume(match).lines()) >= more
    book.close()
    assert sorted(left.name for left in card.place.iterdir()) == ["lib", "lost+found"]
    assert not ELSEWHERE.exists()


def test_a_partition_under_the_overlay_would_lose_the_game(tmp_path: Path, card: Card) -> None:
    """Why install.md says ``recurse=0``."""
    system(tmp_path, card, "recurse").play(seed=1, views=30)
    assert not any((card.place / "lib").iterdir())
