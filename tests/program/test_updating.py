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
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

import pytest

from companion.program.updating import Ground, Updating

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
        self.ground = Ground(
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


OTHER = {"amd64": "arm64"}


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


_GONE = 0x8004587D
"""``EXT4_IOC_SHUTDOWN`` of Linux's uapi/linux/ext4.h."""
_NO_FLUSH = struct.pack("I", 2)


def cut(place: Path) -> None:
    """The power goes: nothing more reaches the disk, and what was not written yet is lost."""
    number = os.open(place, os.O_RDONLY)
    fcntl.ioctl(number, _GONE, _NO_FLUSH)
    os.close(number)


@pytest.mark.soak
def test_two_hundred_power_cuts_leave_one_whole_version(
    tmp_path: Path, machine: Machine, publisher: Publisher
) -> None:
    """On ext4 on a block device, which really loses what was not synchronised."""
    image, disk = tmp_path / "disk.img", machine.ground.versions
    image.write_bytes(bytes(32 << 20))
    told("mkfs.ext4", "-q", image)
    packages = [
        publisher.package("2.0.0"),
        publisher.package("3.0.0", works=False),
        publisher.package("4.0.0"),
    ]
    chance, told_of = Random(57), []
    mounted: list[str | Path] = ["mount", "-o", "loop", image, disk]
    for number in range(200):
        told(*mounted)
        try:
            machine.ground.wanted.write_text(json.dumps({"package": str(chance.choice(packages))}))
            code = (
                "from companion.program.updating import *; import sys; from pathlib import Path;"
                "Updating(Ground(*map(Path, sys.argv[1:5]), sys.argv[5]), '1.0.0').serve()"
            )
            ground = machine.ground
            words = (ground.versions, ground.wanted, ground.installed, ground.keyring, ground.systemctl)
            begun = time.monotonic()
            helper = subprocess.Popen(
                [sys.executable, "-c", code, *words], start_new_session=True, stderr=subprocess.DEVNULL
            )
            if number % 20 == 0:  # how long it takes when nothing cuts it
                helper.wait()
                whole = time.monotonic() - begun
            else:
                time.sleep(chance.uniform(0, whole))
            cut(disk)
            if helper.poll() is None:
                os.killpg(helper.pid, signal.SIGKILL)
            helper.wait()
        finally:
            told("umount", disk)
        told(*mounted)
        try:
            Updating(machine.ground, "1.0.0").recover()
            assert not machine.ground.trial.exists()
            told_of.append((machine.starts(), machine.said() if machine.ground.said.exists() else "-"))
        finally:
            told("umount", disk)
    counted = {found: told_of.count(found) for found in sorted(set(told_of))}
    print(f"{len(told_of)} cuts, each time one whole version: {counted}")
    assert {version for version, _ in told_of} == {"1.0.0", "2.0.0", "4.0.0"}
