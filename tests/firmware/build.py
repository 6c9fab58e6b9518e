"""Builds what the tests of the totem base need, once, in ``firmware/build``."""

from __future__ import annotations

import fcntl
import shutil
import subprocess
from pathlib import Path

import pytest

FIRMWARE = Path(__file__).parents[2] / "firmware"
BUILD = FIRMWARE / "build"
TOOLS = {"gcc": "gcc", "avr-gcc": "gcc-avr avr-libc", "make": "make"}
"""Program, and Debian's packages with it."""


def built(*targets: str) -> Path:
    """The folder with these targets of ``firmware/Makefile``. Skips, and says so, without the tool chain."""
    for program, packages in TOOLS.items():
        if shutil.which(program) is None:
            pytest.skip(f"{program} is missing: install {packages}")
    BUILD.mkdir(exist_ok=True)
    with (BUILD / ".lock").open("w") as lock:  # test processes run side by side
        fcntl.flock(lock, fcntl.LOCK_EX)
        names = [str(Path("build") / target) for target in targets]
        done = subprocess.run(["make", "-C", str(FIRMWARE), *names], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return BUILD
