"""What the package's scripts do, run as they are on folders of their own."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from companion.program.machine import MOUNTED
from companion.simulator.server import SERVICE_PORTS

pytestmark = pytest.mark.outside

DEBIAN = Path(__file__).parents[2] / "deploy" / "debian"
[PYTHONS] = re.findall(
    r'^pythons="([\d. ]+)"', (DEBIAN.parent / "make-deb.sh").read_text(encoding="utf-8"), re.MULTILINE
)
"""Those that the package has libraries for."""
OURS = "etc/mosquitto/conf.d/companion.conf"
LISTENER = "listener 1883 127.0.0.1\n"


def moved(script: str, root: Path) -> Path:
    """A copy of the script that sees ``root`` in the place of the machine's folders."""
    text = (DEBIAN / script).read_text(encoding="utf-8").replace("@PYTHONS@", PYTHONS)
    text = text.replace("/usr/bin/python3", f"{root}/python3")
    if not (root / "python3").exists():
        has_python(root, "3.11")
    copy = root / script
    copy.write_text(re.sub(r"(?<![\w/.])/(etc|var|usr/share|run)/", rf"{root}/\1/", text), encoding="utf-8")
    copy.chmod(0o755)
    return copy


def has_python(root: Path, version: str) -> None:
    """Debian's Python there: it only says its version."""
    (root / "python3").write_text(f"#!/bin/sh\necho {version}\n", encoding="utf-8")
    (root / "python3").chmod(0o755)


def run(script: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        [script, *arguments], env=os.environ | environment, capture_output=True, text=True, check=False
    )
    assert "not found" not in done.stderr
    return done


@pytest.mark.parametrize(("name", "said"), [("__main__", "Usage: "), ("__mp_main__", "")])
def test_the_camera_s_process_may_read_the_launcher_again(name: str, said: str) -> None:
    """multiprocessing's spawn does so under the second name; another referee would begin there."""
    launcher = str(DEBIAN / "companion.py")
    code = f"import runpy; runpy.run_path({launcher!r}, run_name={name!r})"
    done = subprocess.run([sys.executable, "-c", code, "--help"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(said)
    assert bool(done.stdout) is bool(said)


def test_the_launcher_starts_the_version_that_an_update_has_put_there(tmp_path: Path) -> None:
    launcher = tmp_path / "launcher"
    text = (DEBIAN / "companion.py").read_text(encoding="utf-8")
    launcher.write_text(text.replace("/var/lib/companion-versions", str(tmp_path)), encoding="utf-8")
    (tmp_path / "current").write_text("2.0.0")
    told = [sys.executable, str(launcher), "--help"]
    assert "Usage" in subprocess.run(told, capture_output=True, text=True).stdout, (
        "nothing for this Python there"
    )
    tree = tmp_path / "2.0.0"
    (tree / "lib" / "python{}.{}".format(*sys.version_info)).mkdir(parents=True)
    (tree / "bin").mkdir()
    (tree / "bin/python").symlink_to("/usr/bin/python3")
    (tree / "bin/companion").write_text("import sys\nprint('another version', *sys.argv[1:])\n")
    done = subprocess.run(told, capture_output=True, text=True)
    assert done.stdout == "another version --help\n"


def test_a_python_for_which_nothing_is_packed_is_told_in_one_sentence(tmp_path: Path) -> None:
    """As after an upgrade of the system to the next Debian."""
    launcher = str(DEBIAN / "companion.py")
    code = f"import runpy, sys; sys.prefix = {str(tmp_path)!r}; runpy.run_path({launcher!r})"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 1
    assert done.stderr.startswith("This package has nothing for python3.")
    assert len(done.stderr.splitlines()) == 1


def test_what_is_packed_for_the_system_s_python_is_compiled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    python = "python{}.{}".format(*sys.version_info)
    text = (DEBIAN / "companion.rtupdate").read_text(encoding="utf-8")
    hook = tmp_path / "hook"
    hook.write_text(text.replace("/opt/companion", str(tmp_path)), encoding="utf-8")
    hook.chmod(0o755)
    monkeypatch.setenv("PATH", f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    modules = [tmp_path / "lib" / version / "one.py" for version in (python, "python2.7")]
    for module in modules:
        module.parent.mkdir(parents=True)
        module.touch()
    assert run(hook, "rtupdate", "python2.7", python).returncode == 0
    assert [(module.parent / "__pycache__").exists() for module in modules] == [True, False]
    shutil.rmtree(tmp_path / "lib")
    assert run(hook, "rtupdate", "python2.7", python).returncode == 0, "Debian's own update goes on"


def test_the_unit_lets_the_simulated_table_serve() -> None:
    allowed = f"SocketBindAllow=ipv4:tcp:{SERVICE_PORTS[0]}-{SERVICE_PORTS[-1]}"
    lines = (DEBIAN / "companion.service").read_text(encoding="utf-8").splitlines()
    assert [line for line in lines if line.startswith("SocketBindAllow")] == [allowed]


def copies(root: Path) -> dict[str, str]:
    """What each copy says of the journal."""
    place = root / "var/lib/companion/before-update"
    return {one.name: (one / "journal.sqlite").read_text() for one in place.iterdir()}


def test_an_update_copies_what_is_kept_and_going_back_overwrites_no_copy(tmp_path: Path) -> None:
    kept = tmp_path / "var/lib/companion"
    (kept / "matches").mkdir(parents=True)
    (kept / "matches" / "a b.match").write_text("a match")
    (tmp_path / "etc/companion/editions/mine").mkdir(parents=True)
    preinst = moved("preinst", tmp_path)
    for version in ("0.2.0", "0.3.0", "0.4.0"):
        (kept / "journal.sqlite").write_text(f"of {version}")
        assert run(preinst, "upgrade", version).returncode == 0
    assert copies(tmp_path) == {"0.3.0": "of 0.3.0", "0.4.0": "of 0.4.0"}
    copy = kept / "before-update" / "0.4.0"
    assert (copy / "matches" / "a b.match").read_text() == "a match"
    assert (copy / "editions" / "mine").is_dir()
    assert copy.stat().st_mode & 0o777 == 0o700
    assert not (copy / "before-update").exists()


def test_an_update_that_cannot_copy_changes_nothing_and_says_so(tmp_path: Path) -> None:
    kept = tmp_path / "var/lib/companion"
    kept.mkdir(parents=True)
    (kept / "journal.sqlite").write_text("kept")
    preinst = moved("preinst", tmp_path)
    broken = tmp_path / "tools"
    broken.mkdir()
    (broken / "cp").write_text("#!/bin/sh\nexit 1\n")
    (broken / "cp").chmod(0o755)
    done = run(preinst, "upgrade", "0.2.0", PATH=f"{broken}:{os.environ['PATH']}")
    assert done.returncode == 1
    assert "free some space. Nothing has been changed." in done.stderr
    assert not (kept / "before-update" / "new").exists(), "half a copy takes the room that is missing"
    assert run(preinst, "upgrade", "0.2.0").returncode == 0
    assert copies(tmp_path) == {"0.2.0": "kept"}


def test_links_in_the_service_s_folders_lead_the_scripts_nowhere(tmp_path: Path) -> None:
    kept, victim = tmp_path / "var/lib/companion", tmp_path / "victim"
    kept.mkdir(parents=True)
    (kept / "journal.sqlite").write_text("kept")
    (victim / "new").mkdir(parents=True)
    (kept / "before-update").symlink_to(victim)
    assert run(moved("preinst", tmp_path), "upgrade", "0.2.0").returncode == 0
    assert [one.name for one in victim.iterdir()] == ["new"]
    assert copies(tmp_path) == {"0.2.0": "kept"}
    secret, settings = tmp_path / "shadow", tmp_path / "companion.toml"
    secret.write_text("root:hash")
    secret.chmod(0o640)
    before = secret.stat()
    settings.symlink_to(secret)
    text = moved("postinst", tmp_path).read_text(encoding="utf-8").split('case "$1" in')[0]
    script = tmp_path / "give"
    script.write_text(f"{text}give 0600 {settings}\n", encoding="utf-8")
    script.chmod(0o755)
    assert "is a link" in run(script).stderr
    assert secret.stat() == before


def test_the_service_may_dim_the_panel_and_switch_the_machine_off() -> None:
    """Shut in as it is, it needs the panel's file (a udev rule and a place that is not read-only), and
    logind's leave (a polkit rule)."""
    unit = (DEBIAN / "companion.service").read_text(encoding="utf-8")
    assert "ReadWritePaths=-/sys/devices\n" in unit
    assert 'SUBSYSTEM=="backlight"' in (DEBIAN / "60-companion.rules").read_text(encoding="utf-8")
    rule = (DEBIAN / "polkit.rules").read_text(encoding="utf-8")
    assert 'subject.user !== "companion"' in rule
    for verb in ("power-off", "reboot"):
        assert f'"org.freedesktop.login1.{verb}"' in rule
    build = (DEBIAN.parent / "make-deb.sh").read_text(encoding="utf-8")
    assert "usr/share/polkit-1/rules.d/60-companion.rules" in build


def test_a_stick_at_a_table_without_a_desktop_is_mounted_where_the_service_may_write() -> None:
    [rule] = re.findall(
        r"^ACTION.*$", (DEBIAN / "65-companion-stick.rules").read_text(encoding="utf-8"), re.MULTILINE
    )
    [place] = re.findall(r"\$devnode (/\S+)/usb-%k", rule)
    unit = (DEBIAN / "companion.service").read_text(encoding="utf-8")
    assert f"ReadWritePaths=-{place}\n" in unit
    assert Path(place) in MOUNTED
    assert "usr/lib/udev/rules.d/65-companion-stick.rules" in (DEBIAN.parent / "make-deb.sh").read_text()


def configured(root: Path) -> None:
    """Only the broker's part of the script: users and folders are the machine's."""
    text = moved("postinst", root).read_text(encoding="utf-8")
    script = root / "broker"
    script.write_text(text.split('case "$1" in')[0] + "keep_broker_at_home\n", encoding="utf-8")
    script.chmod(0o755)
    done = run(script)
    assert done.returncode == 0, done.stderr


@pytest.fixture
def broker(tmp_path: Path) -> Path:
    """A machine with Mosquitto as Debian brings it."""
    (tmp_path / "etc/mosquitto/conf.d").mkdir(parents=True)
    (tmp_path / "etc/mosquitto/mosquitto.conf").write_text("persistence true\n# listener 1\n")
    (tmp_path / "usr/share/companion").mkdir(parents=True)
    (tmp_path / "usr/share/companion/mosquitto.conf").write_text(
        (DEBIAN / "mosquitto.conf").read_text(encoding="utf-8")
    )
    return tmp_path


def test_the_broker_listens_to_this_machine(broker: Path) -> None:
    configured(broker)
    assert LISTENER in (broker / OURS).read_text()
    configured(broker)
    assert LISTENER in (broker / OURS).read_text()


@pytest.mark.parametrize("theirs", ["listener 8883 0.0.0.0\n", "  port 1884\n", LISTENER])
def test_a_listener_of_the_owner_takes_the_place_of_ours(broker: Path, theirs: str) -> None:
    """The same listener twice would end the broker."""
    configured(broker)
    (broker / "etc/mosquitto/conf.d/own.conf").write_text(theirs)
    configured(broker)
    assert not (broker / OURS).exists()


def test_without_a_broker_nothing_is_configured(tmp_path: Path) -> None:
    configured(tmp_path)
    assert not (tmp_path / "etc").exists()
