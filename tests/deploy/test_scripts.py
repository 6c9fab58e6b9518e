"""The scripts that set the project up and start it, run as they are on copies in a folder of their own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from packaging.markers import Marker
from packaging.tags import compatible_tags, cpython_tags
from packaging.utils import parse_wheel_filename

pytestmark = pytest.mark.outside

ROOT = Path(__file__).parents[2]
SYSTEM_PYTHON = Path("/usr/bin/python3")

UV = """#!/bin/sh
echo "$@" >> uv.log
if [ "$1" = venv ]; then
    mkdir -p .venv
    echo "include-system-site-packages = true" > .venv/pyvenv.cfg
fi
"""
"""In the place of uv: writes down what it was asked for."""


def is_usable(python: Path) -> bool:
    question = "import sys; raise SystemExit(sys.version_info < (3, 11))"
    return python.exists() and subprocess.run([python, "-c", question], check=False).returncode == 0


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A copy of ``deploy`` with a uv that only says what it was asked."""
    folder = tmp_path / "my project"
    shutil.copytree(ROOT / "deploy", folder / "deploy")
    uv = folder / ".tools" / "bin" / "uv"
    uv.parent.mkdir(parents=True)
    uv.write_text(UV, encoding="utf-8")
    uv.chmod(0o755)
    shutil.copy(folder / "deploy" / "uv.txt", folder / ".tools" / "uv.txt")
    return folder


def run(script: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [script, *arguments], env=os.environ | environment, capture_output=True, text=True, check=False
    )


def asked(project: Path) -> list[str]:
    return (project / "uv.log").read_text(encoding="utf-8").splitlines()


def make_environment(project: Path, model: str) -> None:
    said = project / "model"
    said.write_text(model, encoding="utf-8")
    done = run(project / "deploy" / "make-environment.sh", DEVICE_MODEL=str(said))
    assert done.returncode == 0, done.stderr


def test_elsewhere_only_the_lock_file_counts(project: Path) -> None:
    make_environment(project, "Some Other Board\0")
    [sync] = asked(project)
    assert sync.startswith("sync --frozen")
    assert sync.endswith("--extra all")


@pytest.mark.skipif(not is_usable(SYSTEM_PYTHON), reason="the system's own Python is older than 3.11")
def test_a_raspberry_pi_sees_the_packages_of_the_system(project: Path) -> None:
    make_environment(project, "Raspberry Pi 5 Model B Rev 1.0\0")
    venv, sync = asked(project)
    assert venv.startswith("venv ")
    assert "--system-site-packages" in venv
    assert f"--python {SYSTEM_PYTHON}" in venv
    assert sync.endswith("--extra all --extra pi")
    make_environment(project, "Raspberry Pi 5 Model B Rev 1.0\0")
    assert [line.split()[0] for line in asked(project)] == ["venv", "sync", "sync"]


def shipped(place: Mapping[str, str]) -> dict[str, Any]:
    """By name, what ``uv.lock`` puts beside the program on ``place``, which markers ask for."""
    locked = tomllib.loads((ROOT / "uv.lock").read_text(encoding="utf-8"))["package"]
    found: dict[str, Any] = {}
    ahead: list[dict[str, Any]] = [{"name": "companion", "extra": ["all", "pi"]}]
    while ahead:
        need = ahead.pop()
        name, version = need["name"], need.get("version")
        [package] = [one for one in locked if one["name"] == name and version in (None, one["version"])]
        if name not in found or need.get("extra"):
            found[name] = package
            extras = package.get("optional-dependencies", {})
            needs = [
                *package.get("dependencies", ()),
                *(one for extra in need.get("extra", ()) for one in extras[extra]),
            ]
            ahead += [one for one in needs if "marker" not in one or Marker(one["marker"]).evaluate(place)]
    return found


@pytest.mark.parametrize("processor", ["x86_64", "aarch64"])
@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_each_package_has_a_wheel_for_both_systems(python: str, processor: str) -> None:
    """Nobody who only plays has a compiler. glibc is 2.36 on Debian 12, and newer on 13."""
    place = {"python_full_version": f"{python}.2", "sys_platform": "linux", "platform_machine": processor}
    number = tuple(map(int, python.split(".")))
    platforms = [f"manylinux_2_{minor}_{processor}" for minor in range(36, 16, -1)]
    platforms += [f"manylinux2014_{processor}", f"linux_{processor}"]
    tags = {
        *cpython_tags(number, platforms=platforms),
        *compatible_tags(number, f"cp{number[0]}{number[1]}", platforms),
    }
    packages = shipped(place)
    assert {"numpy", "kivy", "opencv-python-headless", "gpiozero", "simplejpeg"} <= set(packages)
    assert ("lgpio" in packages) == (python == "3.11")
    for name in set(packages) - {"companion"}:
        files = [wheel["url"].rpartition("/")[2] for wheel in packages[name].get("wheels", ())]
        assert any(tags & parse_wheel_filename(file)[3] for file in files), name


def installed(project: Path, home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return run(
        project / "deploy" / "install-service.sh",
        *arguments,
        HOME=str(home),
        XDG_CONFIG_HOME=str(home / ".config"),
    )


def test_the_service_is_installed_and_removed(project: Path, tmp_path: Path) -> None:
    program = project / ".venv" / "bin" / "companion"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    unit = tmp_path / ".config" / "systemd" / "user" / "companion.service"
    entry = tmp_path / ".config" / "autostart" / "companion.desktop"
    assert installed(project, tmp_path).returncode == 0
    assert f'ExecStart="{program}" run' in unit.read_text(encoding="utf-8")
    assert "systemctl --user start companion" in entry.read_text(encoding="utf-8")
    assert installed(project, tmp_path, "--remove").returncode == 0
    assert not unit.exists()
    assert not entry.exists()


def test_before_set_up_nothing_is_installed(project: Path, tmp_path: Path) -> None:
    done = installed(project, tmp_path)
    assert done.returncode == 1
    assert "make setup" in done.stderr
    assert not (tmp_path / ".config").exists()


def test_a_folder_that_systemd_cannot_name_is_refused(project: Path, tmp_path: Path) -> None:
    odd = project.rename(tmp_path / "100% mine")
    program = odd / ".venv" / "bin" / "companion"
    program.parent.mkdir(parents=True)
    program.write_text("#!/bin/sh\n", encoding="utf-8")
    program.chmod(0o755)
    done = installed(odd, tmp_path)
    assert done.returncode == 1
    assert "move the project" in done.stderr


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd-analyze is not installed")
def test_systemd_understands_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "companion.service"
    text = (ROOT / "deploy" / "companion.service").read_text(encoding="utf-8")
    unit.write_text(text.replace("@PROJECT@/.venv/bin/companion", "/bin/true"), encoding="utf-8")
    done = run(Path("/usr/bin/systemd-analyze"), "verify", str(unit))
    assert str(unit) not in done.stderr
    assert "Unknown" not in done.stderr


def with_python(project: Path) -> None:
    python = project / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to(sys.executable)


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="it is tried with Python 3.11 only")
def test_home_assistant_s_code_gets_an_environment_of_its_own(project: Path) -> None:
    with_python(project)
    done = run(project / "deploy" / "make-homeassistant.sh")
    assert (done.returncode, done.stderr) == (0, "")
    venv, install = asked(project)
    assert venv.startswith("venv ")
    assert "deploy/homeassistant.txt" in install
    assert (project / ".tools" / "homeassistant" / ".ready").exists()


def test_where_it_cannot_be_installed_the_tests_go_on_without(project: Path) -> None:
    with_python(project)
    uv = project / ".tools" / "bin" / "uv"
    uv.write_text("#!/bin/sh\nexit 2\n", encoding="utf-8")
    done = run(project / "deploy" / "make-homeassistant.sh")
    assert done.returncode == 0
    assert "are skipped" in done.stderr
    assert [path.name for path in (project / ".tools" / "homeassistant").iterdir()] == [".ready"]


APT = """#!/bin/sh
echo "$(basename "$0") $*" >> "$CALLS"
[ "$(basename "$0")" != dpkg-query ] || printf '%b' "$INSTALLED"
"""
"""In the place of Debian's tools: writes down what it was asked for. ``INSTALLED``: what dpkg-query says."""


def apt(project: Path, place: Path, *arguments: str, installed: str = "") -> list[str]:
    """What apt-get was asked for."""
    tools, calls = place / "tools", place / "calls"
    tools.mkdir(exist_ok=True)
    for name in ("dpkg-query", "apt-get"):
        (tools / name).write_text(APT, encoding="utf-8")
        (tools / name).chmod(0o755)
    calls.write_text("")
    path = f"{tools}:{os.environ['PATH']}"
    script = project / "deploy" / "install-system-packages.sh"
    done = run(script, *arguments, PATH=path, CALLS=str(calls), INSTALLED=installed)
    assert done.returncode == 0, done.stderr
    return [line for line in calls.read_text().splitlines() if line.startswith("apt-get")]


@pytest.mark.skipif(os.getuid() != 0, reason="anybody but root is asked first")
def test_who_only_plays_needs_no_browser_and_no_compiler(project: Path, tmp_path: Path) -> None:
    installed = []
    for arguments in ((), ("test-packages.txt",)):
        install = apt(project, tmp_path, *arguments)[-1]
        assert install.startswith("apt-get install -y")
        installed.append(set(install.split()[4:]))
    run_needs, tests_need = installed
    assert {"libgles2", "mosquitto"} <= run_needs
    assert {"chromium", "gcc", "gcc-avr"} <= tests_need
    assert run_needs & tests_need == set()


@pytest.mark.skipif(os.getuid() != 0, reason="anybody but root is asked first")
def test_a_package_that_stands_for_another_is_enough(project: Path, tmp_path: Path) -> None:
    """Debian 13 has libmtdev1t64 in the place of libmtdev1."""
    listed = (project / "deploy" / "system-packages.txt").read_text(encoding="utf-8").splitlines()
    names = [line.split()[0] for line in listed if not line.startswith("#")]
    has = "".join(rf"installed {name}, \n" for name in names if name != "libmtdev1")
    removed = r"not-installed libmtdev1t64, libmtdev1 (= 1.1.7-1)\n"
    [_, install] = apt(project, tmp_path, installed=has + removed)
    assert install.split()[4:] == ["libmtdev1"]
    stands_for = r"installed libmtdev1t64, other (= 2), libmtdev1 (= 1.1.7-1)\n"
    assert apt(project, tmp_path, installed=has + stands_for) == []
