"""Runs a process under ``recorder.c`` and reads what it wrote down."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.power.disk import Kind, Operation

ROOT = Path(__file__).parents[2]
SOURCE = Path(__file__).with_name("recorder.c")
HEAD = struct.Struct("=cHQQ")


def recorder(place: Path) -> Path:
    """The library, built in ``place``. Skips, and says so, without a compiler."""
    compiler = shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        pytest.skip("gcc is missing: install gcc libc6-dev")
    library = place / "recorder.so"
    command = [
        compiler,
        "-shared",
        "-fPIC",
        "-O2",
        "-Wall",
        "-Wextra",
        "-o",
        str(library),
        str(SOURCE),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return library


def record(library: Path, command: Sequence[str], root: Path) -> list[Operation]:
    """All that a process did to the files below ``root``, and said, in order; it must end well."""
    place = library.with_name("record")
    place.unlink(missing_ok=True)
    environment = {
        **os.environ,
        "LD_PRELOAD": str(library),
        "RECORD_TO": str(place),
        "RECORD_UNDER": str(root),
    }
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return operations(place.read_bytes())


def operations(data: bytes) -> list[Operation]:
    """Read a record."""
    found = []
    at = 0
    while at < len(data):
        kind, named, offset, length = HEAD.unpack_from(data, at)
        at += HEAD.size
        path, at = data[at : at + named], at + named
        content, at = data[at : at + length], at + length
        found.append(Operation(Kind(kind.decode()), Path(os.fsdecode(path)), offset, content))
    return found
