"""Updates: beside the version that runs, back if the table does not come up, whole whenever the power goes.

Real packages and signatures; a program that says its version stands for the program, a script for systemd.
"""

from __future__ import annotations

import fcntl
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from random import Random

import pytest

from companion.program.updating import UpdatePlaces, Updating

pytestmark = pytest.mark.outside

LIBRARIES = "lib/python{}.{}".format(*sys.version_info)
MODULES = 40
"""Files of a version: each says which it belongs to."""
SYSTEMCTL = """#!/bin/sh
[ "$1" = restart ] || exit 0
place={versions}/$(cat {versions}/current 2>/dev/null || echo none)
[ -d "$place" ] || place={installed}
cat "$place/bin/companion" >>{log}
! grep -q broken "$place/bin/companion"
"""


def told(*command: str | Path, **environment: str) -> str:
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=os.environ | environment)
    return done.stdout.strip()


def lay(tree: Path, version: str, system: str = "1", libraries: str = LIBRARIES, works: bool = True) -> None:
    (tree / libraries).mkdir(parents=True)
    (tree / "bin").mkdir()
    (tree / "bin/companion").write_text(f"{version}\n" if works else f"{version} is broken\n")
    (tree / "system").write_text(f"{system}\n")
    for number in range(MODULES):
        (tree / libraries / f"part{number}.py").write_text(f"version = {version!r}\n" * 50)


@dataclass
class Publisher:
    """Builds packages and signs them."""

    place: Path

    def key(self, name: str) -> Path:
        keyring = self.place / f"{name}.pgp"
        self._gpg("--passphrase", "", "--quick-generate-key", name, "ed25519", "sign", "never")
        self._gpg("--output", str(keyring), "--export", name)
        return keyring

    def package(
        self,
        version: str,
        by: str = "publisher",
        architecture: str = "",
        system: str = "1",
        libraries: str = LIBRARIES,
        works: bool = True,
    ) -> Path:
        tree = self.place / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        lay(tree / "opt/companion", version, system, libraries, works)
        (tree / "DEBIAN").mkdir()
        architecture = architecture or told("dpkg", "--print-architecture")
        (tree / "DEBIAN/control").write_text(
            f"Package: companion\nVersion: {version}\nArchitecture: {architecture}\n"
            "Maintainer: A <a@localhost>\nDescription: a table\n"
        )
        package = self.place / f"companion_{version}_{architecture}.deb"
        told("dpkg-deb", "-Znone", "--root-owner-group", "--build", tree, package)
        signature = Path(f"{package}.sig")
        signature.unlink(missing_ok=True)
        if by:
            self._gpg("--local-user", by, "--output", str(signature), "--detach-sign", str(package))
        return package

    def _gpg(self, *words: str) -> None:
        told("gpg", "--batch", "--quiet", "--pinentry-mode", "loopback", *words, GNUPGHOME=str(self.place))


@pytest.fixture(scope="module")
def publisher(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Publisher]:
    for tool in ("gpg", "gpgv", "dpkg-deb"):
        if shutil.which(tool) is None:
            pytest.skip(f"{tool} is missing: see deploy/test-packages.txt")
    place = tmp_path_factory.mktemp("publisher")
    place.chmod(0o700)
    publisher = Publisher(place)
    publisher.key("publisher")
    publisher.key("stranger")
    yield publisher
    subprocess.run(["gpgconf", "--homedir", place, "--kill", "all"], check=False)


class Machine:
    """A machine on which version 1.0.0 was installed by dpkg."""

    def __init__(self, place: Path, keyring: Path) -> None:
        self.log = place / "log"
        self.ground = UpdatePlaces(
            place / "versions", place / "wanted.json", place / "installed", keyring, str(place / "systemctl")
        )
        self.ground.versions.mkdir()
        lay(self.ground.installed, "1.0.0")
        systemctl = Path(self.ground.systemctl)
        ground = self.ground
        systemctl.write_text(
            SYSTEMCTL.format(versions=ground.versions, installed=ground.installed, log=self.log)
        )
        systemctl.chmod(0o755)

    def ask(self, **request: str) -> str:
        """What became of it."""
        self.ground.wanted.write_text(json.dumps(request))
        Updating(self.ground, "1.0.0").serve()
        assert not self.ground.wanted.exists()
        return self.said()

    def said(self) -> str:
        return str(json.loads(self.ground.said.read_text())["code"])

    def starts(self) -> str:
        """The version that would be started; it must be whole."""
        named = self.ground.current.read_text() if self.ground.current.exists() else ""
        tree = self.ground.versions / named if named else self.ground.installed
        version = (tree / "bin/companion").read_text().split()[0]
        parts = [(tree / LIBRARIES / f"part{number}.py").read_text() for number in range(MODULES)]
        assert parts == [f"version = {version!r}\n" * 50] * MODULES
        return version


@pytest.fixture
def machine(tmp_path: Path, publisher: Publisher) -> Machine:
    return Machine(tmp_path, publisher.place / "publisher.pgp")


def test_an_update_runs_and_the_way_back_too(machine: Machine, publisher: Publisher) -> None:
    assert machine.ask(package=str(publisher.package("2.0.0"))) == "done"
    assert machine.starts() == "2.0.0"
    assert machine.ask(package=str(publisher.package("1.5.0"))) == "done", "downgrade"
    assert machine.starts() == "1.5.0"
    assert machine.ask(version="2.0.0") == "done"
    assert machine.ask(version="") == "done"
    assert machine.starts() == "1.0.0"
    assert machine.log.read_text().split() == ["2.0.0", "1.5.0", "2.0.0", "1.0.0"]
    assert not (machine.ground.versions / "1.5.0").exists(), "of old versions the last one stays"
    assert not (machine.ground.versions / "incoming").exists()


def test_a_version_that_does_not_come_up_gives_way_to_the_one_before(
    machine: Machine, publisher: Publisher
) -> None:
    machine.ask(package=str(publisher.package("2.0.0")))
    assert machine.ask(package=str(publisher.package("3.0.0", works=False))) == "failed"
    assert machine.starts() == "2.0.0"
    assert machine.log.read_text().splitlines() == ["2.0.0", "3.0.0 is broken", "2.0.0"]
    said = json.loads(machine.ground.said.read_text())
    assert said["facts"] == {"version": "3.0.0", "old": "2.0.0"}


class Shelf(SimpleHTTPRequestHandler):
    """Serves a folder and says nothing."""

    def log_message(self, *_: object) -> None: ...


def test_an_address_gives_the_newest_version_and_no_older_one(machine: Machine, publisher: Publisher) -> None:
    package = publisher.package("2.0.0")
    newest = publisher.place / f"latest_{told('dpkg', '--print-architecture')}"
    newest.unlink(missing_ok=True)
    shelf = partial(Shelf, directory=str(publisher.place))
    with ThreadingHTTPServer(("127.0.0.1", 0), shelf) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        address = f"http://127.0.0.1:{server.server_port}"
        assert machine.ask(address=address) == "unreached"
        newest.write_text(f"{package.name}\n")
        assert machine.ask(address=address) == "done"
        assert machine.starts() == "2.0.0"
        assert machine.ask(address=address) == "newest"
        newest.write_text("../../etc/shadow\n")
        assert machine.ask(address=address) == "unreached"
        server.shutdown()
    assert machine.ask(address=address) == "unreached"


@pytest.mark.parametrize(
    ("code", "wanted"),
    [
        ("unsigned", {"by": ""}),
        ("unsigned", {"by": "stranger"}),
        ("other", {"architecture": "riscv64"}),
        ("other", {"libraries": "lib/python2.7"}),
        ("apt", {"system": "2"}),
        ("same", {"version": "1.0.0"}),
    ],
)
def test_what_cannot_be_installed_is_refused(
    code: str, wanted: dict[str, str], machine: Machine, publisher: Publisher
) -> None:
    package = publisher.package(**{"version": "2.0.0", **wanted})  # type: ignore[arg-type]
    assert machine.ask(package=str(package)) == code
    assert machine.starts() == "1.0.0"
    assert not machine.log.exists(), "the table was not disturbed"


def test_a_damaged_a_missing_and_a_strange_file_are_refused(machine: Machine, publisher: Publisher) -> None:
    package = publisher.package("2.0.0")
    whole = package.read_bytes()
    package.write_bytes(whole[: len(whole) // 2])
    assert machine.ask(package=str(package)) == "unsigned"
    package.unlink()
    assert machine.ask(package=str(package)) == "gone"
    package.symlink_to("/etc/shadow")
    assert machine.ask(package=str(package)) == "unread"
    package.unlink()
    os.mkfifo(package)
    assert machine.ask(package=str(package)) == "unread"
    package.unlink()
    assert machine.ask(version="../../etc") == "gone"
    assert machine.ask(address="file:///etc") == "unreached"
    machine.ground = replace(machine.ground, keyring=Path("/nowhere"))
    assert machine.ask(package=str(publisher.package("2.0.0"))) == "keyless"
    machine.ground.wanted.write_text("[" * 4000)
    Updating(machine.ground, "1.0.0").serve()
    assert (machine.starts(), machine.log.exists()) == ("1.0.0", False)


def test_after_a_cut_in_the_trial_the_version_before_is_started(
    machine: Machine, publisher: Publisher
) -> None:
    machine.ask(package=str(publisher.package("2.0.0")))
    machine.ground.trial.write_text('{"old": "", "new": "2.0.0"}')
    Updating(machine.ground, "1.0.0").recover()
    assert (machine.starts(), machine.said()) == ("1.0.0", "interrupted")
    assert not machine.ground.trial.exists()


@pytest.mark.parametrize(("before", "after"), [("begun", "stopped"), ("done", "done")])
def test_a_cut_while_it_is_unpacked_is_told_and_one_after_it_is_not(
    before: str, after: str, machine: Machine
) -> None:
    (machine.ground.versions / "incoming/root").mkdir(parents=True)
    machine.ground.said.write_text(json.dumps({"code": before, "facts": {}}))
    Updating(machine.ground, "1.0.0").recover()
    assert machine.said() == after
    assert not (machine.ground.versions / "incoming").exists()


_GONE = 0x8004587D
"""``EXT4_IOC_SHUTDOWN`` of Linux's uapi/linux/ext4.h."""
_NO_FLUSH = struct.pack("I", 2)
CUTS = 200


class Disk:
    """ext4 on a block device, which really loses what was not synchronised. After each cut it is copied to a
    new device: another process may hold the old one in a mount namespace of its own."""

    def __init__(self, place: Path, mounted: Path) -> None:
        self._images = (place / f"disk{number}.img" for number in range(10_000))
        self._image = next(self._images)
        self.mounted = mounted
        self._image.write_bytes(bytes(16 << 20))
        told("mkfs.ext4", "-q", self._image)

    def insert(self) -> None:
        told("mount", "-o", "loop", self._image, self.mounted)

    def cut(self) -> None:
        """The power goes: nothing more reaches the disk."""
        number = os.open(self.mounted, os.O_RDONLY)
        fcntl.ioctl(number, _GONE, _NO_FLUSH)
        os.close(number)

    def take_out(self) -> None:
        while subprocess.run(["umount", self.mounted], capture_output=True).returncode:
            time.sleep(0.05)  # until the last process that was killed has gone
        old, self._image = self._image, next(self._images)
        told("cp", "--sparse=always", old, self._image)
        old.unlink()


def helped(machine: Machine) -> int:
    """Root's helper as a process of its own; its number."""
    if helper := os.fork():
        return helper
    os.setsid()
    with suppress(BaseException):
        Updating(machine.ground, "1.0.0").serve()
    os._exit(0)


@pytest.mark.soak
def test_two_hundred_power_cuts_leave_one_whole_version(
    tmp_path: Path, machine: Machine, publisher: Publisher
) -> None:
    packages = [
        publisher.package(version, works=version != "3.0.0") for version in ("2.0.0", "3.0.0", "4.0.0")
    ]
    systemctl = Path(machine.ground.systemctl)  # a table takes a while to come up
    systemctl.write_text(systemctl.read_text().replace("place=", "sleep 0.4\nplace=", 1))
    disk, chance, found = Disk(tmp_path, machine.ground.versions), Random(57), []
    longest = 0.0
    for number in range(CUTS):
        disk.insert()
        machine.ground.wanted.write_text(json.dumps({"package": str(chance.choice(packages))}))
        begun = time.monotonic()
        helper = helped(machine)
        if number % 20:
            time.sleep(chance.uniform(0, longest))
        else:  # how long it takes when nothing cuts it
            os.waitpid(helper, 0)
            longest = time.monotonic() - begun
        disk.cut()
        if number % 20:
            with suppress(ProcessLookupError):
                os.killpg(helper, signal.SIGKILL)
            os.waitpid(helper, 0)
        disk.take_out()
        disk.insert()
        Updating(machine.ground, "1.0.0").recover()
        assert not machine.ground.trial.exists()
        found.append((machine.starts(), machine.said() if machine.ground.said.exists() else "-"))
        disk.take_out()
    counted = {one: found.count(one) for one in sorted(set(found))}
    print(f"{len(found)} cuts, each time one whole version: {counted}")
    assert {version for version, _ in found} >= {"2.0.0", "4.0.0"}
