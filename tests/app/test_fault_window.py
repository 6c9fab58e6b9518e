"""A program that cannot start says why in a window that is drawn, and tells systemd that it lives."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = pytest.mark.outside

PATIENCE = 60.0


@pytest.mark.parametrize("kind", ["configuration", "second start", "read-only home"])
def test_why_it_cannot_start_is_drawn(kind: str, tmp_path: Path) -> None:
    config = tmp_path / "companion.toml"
    config.write_text("camera = 5\n" if kind == "configuration" else "", encoding="utf-8")
    data = tmp_path / "data"
    first = None
    ear = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    ear.bind(str(tmp_path / "systemd"))
    ear.settimeout(PATIENCE)
    environment = os.environ | {
        "DISPLAY": ":0",
        "SDL_VIDEODRIVER": "offscreen",
        "XDG_DATA_HOME": str(data),
        "XDG_CONFIG_HOME": str(tmp_path),
        "KIVY_HOME": str(tmp_path / "kivy"),
        "NOTIFY_SOCKET": str(tmp_path / "systemd"),
    }
    command = [sys.executable, "-m", "companion", "run", "--home", "--config", str(config)]
    if kind == "second start":
        first = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE)
        assert b"READY=1" in ear.recv(1000)
    if kind == "read-only home":
        data.write_text("a file where a folder should be", encoding="utf-8")
    program = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
    try:
        assert b"READY=1" in ear.recv(1000), "a picture was drawn"
        assert program.poll() is None, "the window stays until people have read it"
    finally:
        for process in (program, first):
            if process is not None:
                process.terminate()
    _, told = program.communicate(timeout=PATIENCE)
    if first is not None:
        first.communicate(timeout=PATIENCE)
    expected = {"configuration": "camera", "second start": "Another program", "read-only home": str(data)}
    assert expected[kind] in told
    assert "Traceback" not in told
