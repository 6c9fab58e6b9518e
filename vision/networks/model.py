"""A network's file: is it there, whole, and the one that this program was made with? Then it runs, by OpenCV
on the processor."""

from __future__ import annotations

import hashlib
import time
import tomllib
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.networks.inputs import Tensor, padded
from vision.opencv import cv2
from vision.types import N_, SourceError

FOLDER = Path(str(files("vision.networks")))
VERSION = 1
"""What goes into the networks and comes out of them. A file of another version is refused."""

_MISSING = N_(
    "The file {file} of the camera's networks is missing: install Companion again. Playing by touch goes on."
)
_DAMAGED = N_(
    "The file {file} of the camera's networks is damaged: install Companion again. Playing by touch goes on."
)
_OTHER = N_(
    "The file {file} of the camera's networks has version {found}, this program needs {needed}: install "
    "Companion again. Playing by touch goes on."
)
_SLOW = N_(
    "This computer takes {measured} ms to look at a picture, {allowed} ms are needed: use a faster one, or "
    "close other programs. Playing by touch goes on."
)


class NetworkError(SourceError):
    """A network that cannot be used; the message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class Facts:
    """What ``NAME.toml`` says of ``NAME.onnx``. ``scale`` and ``offset`` turn the network's raw output into
    log-odds, a pair for each of its maps."""

    version: int
    sha256: str
    scale: tuple[float, ...]
    offset: tuple[float, ...]


def read_facts(path: Path) -> Facts:
    """The facts beside a network's file. Raises NetworkError if they are missing, cut, or of another
    version."""
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError:
        raise NetworkError(_MISSING, file=path.name) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        raise NetworkError(_DAMAGED, file=path.name) from None
    if found.get("version") != VERSION:
        raise NetworkError(_OTHER, file=path.name, found=str(found.get("version")), needed=str(VERSION))
    try:
        scale, offset = (tuple(map(float, found.pop(name))) for name in ("scale", "offset"))
        return Facts(scale=scale, offset=offset, **found)
    except (KeyError, TypeError, ValueError):
        raise NetworkError(_DAMAGED, file=path.name) from None


class Model:
    """One network, ready to run. Not for use by two threads at once."""

    def __init__(self, name: str, folder: Path = FOLDER) -> None:
        """``name``: ``change`` or ``hands``. Raises NetworkError with one sentence if it cannot be used."""
        self.facts = read_facts(folder / f"{name}.toml")
        path = folder / f"{name}.onnx"
        try:
            content = path.read_bytes()
        except OSError:
            raise NetworkError(_MISSING, file=path.name) from None
        if hashlib.sha256(content).hexdigest() != self.facts.sha256:
            raise NetworkError(_DAMAGED, file=path.name)
        try:
            self._net: Any = cv2.dnn.readNetFromONNX(np.frombuffer(content, np.uint8))
        except cv2.error:
            raise NetworkError(_DAMAGED, file=path.name) from None

    def run(self, values: Tensor) -> NDArray[np.float32]:
        """Log-odds, maps x half height x half width (rounded up), of an input of 6 x height x width."""
        height, width = values.shape[1:]
        self._net.setInput(padded(values)[None])
        raw = self._net.forward()[0, :, : -(-height // 2), : -(-width // 2)]
        scale = np.array(self.facts.scale, np.float32)[:, None, None]
        offset = np.array(self.facts.offset, np.float32)[:, None, None]
        return np.asarray(raw * scale + offset, np.float32)

    def milliseconds(self, height: int, width: int, runs: int = 5) -> float:
        """How long one run takes on this machine: the quickest of several, in time of its processor, so that
        other programs do not count."""
        values = np.zeros((6, height, width), np.float32)
        self.run(values)
        times = []
        for _ in range(runs):
            start = time.thread_time()
            self.run(values)
            times.append(time.thread_time() - start)
        return min(times) * 1000

    def demand(self, height: int, width: int, allowed: float) -> None:
        """Raise NetworkError if a run on this machine takes longer than ``allowed`` milliseconds."""
        measured = self.milliseconds(height, width)
        if measured > allowed:
            raise NetworkError(_SLOW, measured=f"{measured:.0f}", allowed=f"{allowed:.0f}")
