"""A package for another machine, and an installation or update that is cut off.

Debian's own dpkg on folders of their own, with the package's control file and scripts. One file stands for
the program."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.doctor.finding import State
from companion.doctor.parts import secrets
from companion.owner.configuration import Config
from tests.deploy.test_package import DEBIAN, has_python, moved

pytestmark = pytest.mark.outside

CUT = "#!/bin/sh\nkill -9 $(cat {pid})\nsleep 5\n"
"""A tool of a script that ends dpkg as a pulled plug would, in the middle of the script."""


class Machine:
    """Folders that dpkg takes for a machine. ``root``: what is installed there."""

    def __init__(self, place: Path) -> None:
        self.root = place / "root"
        self.kept = self.root / "var/lib/companion"
        self.program = self.root / "opt/companion/program"
        self._place = place
        self._database = place / "dpkg"
        self._forced: tuple[str, ...] = ("--force-depends",)
        (self._database / "updates").mkdir(parents=True)
        (self._database / "info").mkdir()
        for file in ("status", "available"):
            (self._database / file).touch()
        self.architecture = told("dpkg", "--print-architecture")
        for folder in ("usr/share/companion", "run"):
            (self.root / folder).mkdir(parents=True)
        (self.root / "usr/share/companion/companion.toml").write_text("# new\n", encoding="utf-8")

    def build(self, version: str, architecture: str = "") -> Path:
        """A package with our scripts, which see ``root`` in the place of the machine's folders."""
        tree = self._place / f"tree-{version}"
        control = tree / "DEBIAN"
        control.mkdir(parents=True)
        for folder in ("opt/companion", "etc/companion/editions", "var/lib/companion"):
            (tree / folder).mkdir(parents=True)
        (tree / "opt/companion/program").write_text(version, encoding="utf-8")
        filled = (DEBIAN / "control").read_text(encoding="utf-8").replace("@VERSION@", version)
        filled = filled.replace("@ARCHITECTURE@", architecture or self.architecture).replace("@SIZE@", "1")
        (control / "control").write_text(filled, encoding="utf-8")
        hook = tree / "usr/share/python3/runtime.d/companion.rtupdate"
        hook.parent.mkdir(parents=True)
        hook.write_text("#!/bin/sh\n", encoding="utf-8")
        hook.chmod(0o755)
        for script in ("preinst", "postinst"):
            shutil.copy(moved(script, self.root), control / script)
        package = self._place / f"{version}.deb"
        told("dpkg-deb", "--root-owner-group", "--build", str(tree), str(package))
        return package

    def has(self, *packages: str) -> None:
        """They are installed; from now on what the package depends on counts."""
        rest = "Status: install ok installed\nArchitecture: {}\nMaintainer: -\nDescription: -\n"
        stanzas = [f"Package: {package}\n{rest.format(self.architecture)}" for package in packages]
        (self._database / "status").write_text("\n".join(stanzas), encoding="utf-8")
        self._forced = ()

    def install(self, package: Path, tools: Path | None = None) -> subprocess.CompletedProcess[str]:
        """``tools``: found before all others by the scripts."""
        apart = ["--force-not-root", "--force-script-chrootless", "--force-bad-path", *self._forced]
        places = [f"--instdir={self.root}", f"--admindir={self._database}", f"--log={self._place / 'log'}"]
        path = ":".join([*([str(tools)] if tools else ()), str(self._harmless()), os.environ["PATH"]])
        process = subprocess.Popen(
            ["dpkg", *apart, *places, "--install", str(package)],
            env=os.environ | {"PATH": path},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        self.pid.write_text(str(process.pid), encoding="ascii")
        said, _ = process.communicate(timeout=60)
        return subprocess.CompletedProcess(process.args, process.returncode, said)

    def _harmless(self) -> Path:
        """In the place of what would change this machine: its users, and files outside ``root``."""
        folder = self._place / "harmless"
        folder.mkdir(exist_ok=True)
        for tool in ("systemd-sysusers", "chown", "python3"):
            (folder / tool).write_text("#!/bin/sh\n", encoding="utf-8")
            (folder / tool).chmod(0o755)
        return folder

    @property
    def pid(self) -> Path:
        """The number of the dpkg that runs."""
        return self._place / "pid"

    @property
    def state(self) -> str:
        """What dpkg says of the package: *ii* is installed, *R* wants to be installed again."""
        query = ["dpkg-query", f"--admindir={self._database}", "-W", "-f", "${db:Status-Abbrev}", "companion"]
        return subprocess.run(query, capture_output=True, text=True).stdout.strip()

    def cut(self, tool: str) -> Path:
        """A folder with this tool of the scripts, which cuts the power."""
        folder = self._place / "tools"
        folder.mkdir(exist_ok=True)
        (folder / tool).write_text(CUT.format(pid=self.pid), encoding="utf-8")
        (folder / tool).chmod(0o755)
        return folder


def told(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    if shutil.which("dpkg") is None:
        pytest.skip("dpkg is missing: this is no Debian system")
    return Machine(tmp_path)


def test_a_package_for_another_machine_is_refused(machine: Machine) -> None:
    other = {"amd64": "arm64"}.get(machine.architecture, "amd64")
    done = machine.install(machine.build("1.0", other))
    assert done.returncode != 0
    assert f"package architecture ({other}) does not match system ({machine.architecture})" in done.stdout
    assert not machine.program.exists()


SAME = [
    f"{name}\nVersion: 1"
    for name in ["libdrm2", "libegl1", "libgbm1", "libgl1", "libgl1-mesa-dri", "libgles2", "systemd", "gpgv"]
]
SYSTEMS = {
    "3.11": ("python3\nVersion: 3.11.2-1", "libc6\nVersion: 2.36-9", "libmtdev1\nVersion: 1.1.6-1"),
    "3.13": (
        "python3\nVersion: 3.13.5-1",
        "libc6\nVersion: 2.41-12",
        "libmtdev1t64\nVersion: 1.1.7-1\nProvides: libmtdev1 (= 1.1.7-1)",
    ),
}
"""By Python, what Debian 12 and 13 have that the program needs (``apt-cache show`` on each)."""


@pytest.mark.parametrize("python", SYSTEMS)
def test_debian_12_and_13_have_all_that_it_depends_on(machine: Machine, python: str) -> None:
    machine.has(*SAME, *SYSTEMS[python])
    has_python(machine.root, python)
    done = machine.install(machine.build("1.0"))
    assert done.returncode == 0, done.stdout
    assert machine.state == "ii"


@pytest.mark.parametrize("python", ["3.9", "3.12", "3.14"])
def test_a_system_for_which_nothing_is_packed_is_refused_in_one_sentence(
    machine: Machine, python: str
) -> None:
    machine.install(machine.build("1.0"))
    has_python(machine.root, python)
    (machine.root / "etc/os-release").write_text('NAME="X"\nPRETTY_NAME="Some OS 9"\n', encoding="utf-8")
    done = machine.install(machine.build("2.0"))
    assert done.returncode != 0
    sentence = f"not for Some OS 9 with Python {python}. Nothing has been changed."
    assert [line.endswith(sentence) for line in done.stdout.splitlines()].count(True) == 1
    assert (machine.program.read_text(), machine.state) == ("1.0", "ii")


def test_an_installation_that_is_cut_off_is_mended_by_installing_again(machine: Machine) -> None:
    package = machine.build("1.0")
    settings = machine.root / "etc/companion/companion.toml"
    cut = machine.install(package, machine.cut("chown"))  # the settings are there, nothing after them
    assert cut.returncode < 0, cut.stdout
    assert machine.state != "ii"
    settings.write_text('language = "uk"\n', encoding="utf-8")
    again = machine.install(package)
    assert again.returncode == 0, again.stdout
    assert machine.state == "ii"
    assert settings.read_text() == 'language = "uk"\n', "an installation never takes an owner's settings"
    assert settings.stat().st_mode & 0o777 == 0o600
    config = Config(camera="http://anna:hush@10.0.0.9/stream")
    assert [found.state for found in secrets(config, settings)] == [State.GOOD]


def test_an_update_that_is_cut_off_is_mended_by_installing_again(machine: Machine) -> None:
    old, new = machine.build("1.0"), machine.build("2.0")
    assert machine.install(old).returncode == 0
    (machine.kept / "journal.sqlite").write_text("games", encoding="utf-8")
    cut = machine.install(new, machine.cut("sync"))  # what is kept is copied, nothing is renamed yet
    assert cut.returncode < 0, cut.stdout
    assert machine.state != "ii"
    assert machine.program.read_text() == "1.0"
    assert (machine.kept / "journal.sqlite").read_text() == "games"
    again = machine.install(new)
    assert again.returncode == 0, again.stdout
    assert machine.state == "ii"
    assert machine.program.read_text() == "2.0"
    copies = machine.kept / "before-update"
    assert [copy.name for copy in copies.iterdir()] == ["1.0"]
    assert (copies / "1.0" / "journal.sqlite").read_text() == "games"


@pytest.mark.parametrize("next_one", ["1.0", "2.0"])
def test_after_a_cut_the_old_version_may_come_back_as_well(machine: Machine, next_one: str) -> None:
    packages = {version: machine.build(version) for version in ("1.0", "2.0")}
    machine.install(packages["1.0"])
    (machine.kept / "journal.sqlite").write_text("games", encoding="utf-8")
    machine.install(packages["2.0"], machine.cut("mkdir"))
    done = machine.install(packages[next_one])
    assert done.returncode == 0, done.stdout
    assert machine.program.read_text() == next_one
    assert (machine.kept / "journal.sqlite").read_text() == "games"
