"""The machine under the screen: only what it has is offered."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.program.machine import Machine, sticks

BUSCTL = """#!/bin/sh
echo "$@" >> {log}
case "$*" in *CanPowerOff*) echo 's "{answer}"';; esac
"""


def logind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, answer: str) -> Path:
    """A busctl that says so, and writes down what it is asked."""
    log = tmp_path / "asked"
    program = tmp_path / "bin" / "busctl"
    program.parent.mkdir()
    program.write_text(BUSCTL.format(log=log, answer=answer), encoding="utf-8")
    program.chmod(0o755)
    monkeypatch.setenv("PATH", f"{program.parent}:{os.environ['PATH']}")
    return log


def pi(tmp_path: Path) -> Path:
    model = tmp_path / "model"
    model.write_bytes(b"Raspberry Pi 4 Model B Rev 1.4\0")
    return model


@pytest.mark.outside
def test_a_pi_is_shut_down_when_logind_lets_us(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log = logind(tmp_path, monkeypatch, "yes")
    machine = Machine(tmp_path, pi(tmp_path))
    assert machine.may_end()
    assert machine.shut_down()
    assert machine.restart()
    calls = [line.rpartition(".Manager ")[2] for line in log.read_text(encoding="utf-8").splitlines()]
    assert calls == ["CanPowerOff", "PowerOff b false", "Reboot b false"]


@pytest.mark.outside
@pytest.mark.parametrize("answer", ["no", "challenge"])
def test_what_would_be_refused_is_not_offered(
    answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    logind(tmp_path, monkeypatch, answer)
    assert not Machine(tmp_path, pi(tmp_path)).may_end()


@pytest.mark.outside
def test_a_refusal_of_the_system_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """busctl exits with 1 when logind answers with an error."""
    logind(tmp_path, monkeypatch, "yes")
    machine = Machine(tmp_path, pi(tmp_path))
    program = tmp_path / "bin" / "busctl"
    program.write_text("#!/bin/sh\necho 'Call failed: Access denied' >&2\nexit 1\n", encoding="utf-8")
    assert not machine.shut_down()
    assert not machine.restart()
    assert not machine.may_end()


def test_a_pc_is_not_shut_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    logind(tmp_path, monkeypatch, "yes")
    assert not Machine(tmp_path, tmp_path / "no-model").may_end()


def test_brightness_is_a_share_of_what_the_panel_can(tmp_path: Path) -> None:
    panel = tmp_path / "10-0045"
    panel.mkdir()
    (panel / "max_brightness").write_text("255\n", encoding="ascii")
    (panel / "brightness").write_text("255\n", encoding="ascii")
    machine = Machine(tmp_path)
    assert machine.dims()
    machine.dim(20)
    assert (panel / "brightness").read_text(encoding="ascii") == "51\n"
    assert not Machine(tmp_path / "none").dims()


def test_only_mounted_places_are_sticks(tmp_path: Path) -> None:
    (tmp_path / "pi" / "folder").mkdir(parents=True)
    assert sticks((tmp_path,)) == ()
    assert Path("/proc") not in sticks((Path("/proc").parent,)) or os.access("/proc", os.W_OK)


def test_versions_name_a_licence_for_every_part() -> None:
    versions = Machine().versions()
    assert versions[0][0] == "companion"
    assert len(versions) > 10
    assert all(name and version and licence for name, version, licence in versions)
