"""What a camera has learned of one box: portraits of its pieces, tiles and cards. It is one file that only
its owner can read."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.arrays import ArraysError, read_arrays
from vision.objects import CARD, COARSE, FINE, SPUN, Cutting, spread_shape
from vision.types import N_

VERSION = 4
"""Files of version 3 and earlier hold looks that were taught from given positions. Nothing of them can be
used."""


class BoxError(Exception):
    """A box that cannot be used; the message is one sentence that says what to do (see ``SourceError``)."""

    def __init__(self, key: str, **facts: str) -> None:
        self.key = key
        self.facts = tuple(facts.items())
        super().__init__(key.format(**facts) if facts else key)


def save_portraits(portraits: Mapping[str, Sequence[Cutting]], path: Path) -> None:
    """Write them so that only their owner may read them; an older file is replaced at once or not at all.

    Raises BoxError when the disk does not take it.
    """
    names = {name: len(some) for name, some in portraits.items() if some}
    arrays: dict[str, NDArray[Any]] = {}
    for index, cutting in enumerate(each for name in names for each in portraits[name]):
        arrays[f"pixels{index}"], arrays[f"mask{index}"] = cutting.pixels, cutting.mask
        arrays[f"colours{index}"] = cutting.colours
    arrays["head"] = np.array(json.dumps({"version": VERSION, "portraits": names}))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _write(arrays, path)
    except OSError as error:
        raise BoxError(
            N_("What the camera has learned cannot be saved to {path}: {reason}. Free some space there."),
            path=str(path),
            reason=error.strerror or str(error),
        ) from error


def _write(arrays: Mapping[str, NDArray[Any]], path: Path) -> None:
    """Write the whole file or nothing. Nothing is left behind if it fails."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=".box")  # mkstemp: mode 0600
    try:
        with os.fdopen(handle, "wb") as file:
            np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # numpy's stub
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise


def load_portraits(path: Path) -> dict[str, list[Cutting]]:
    """Read them; empty when there is no such file yet. Raises BoxError for a file that is not one."""
    try:
        return _from_arrays(read_arrays(path))
    except FileNotFoundError:
        return {}
    except _OtherVersionError as error:
        raise BoxError(error.key, path=str(path)) from error
    except (
        OSError,
        ArraysError,
        ValueError,
        KeyError,
        TypeError,
        AttributeError,
        OverflowError,
        RecursionError,
    ) as error:
        raise BoxError(
            N_(
                "{path} does not hold what a camera has learned, or is damaged: take it away, and the camera"
                " learns the pieces anew."
            ),
            path=str(path),
        ) from error


_DAMAGED = (LookupError, TypeError, AttributeError, ValueError, OverflowError, RecursionError)
"""What reading raises if the head is damaged, or if the arrays do not fit together."""


_OLDER = N_(
    "{path} was written by an older version of this program: take it away, and the camera learns the"
    " pieces anew."
)
_NEWER = N_(
    "{path} was written by a newer version of this program: use that version, or take the file"
    " away, and the camera learns the pieces anew."
)


class _OtherVersionError(Exception):
    """The file is of another version; ``key``: what to say."""

    def __init__(self, key: str) -> None:
        self.key = key
        super().__init__(key)


def _from_arrays(arrays: Mapping[str, NDArray[Any]]) -> dict[str, list[Cutting]]:
    head = json.loads(str(arrays["head"]))
    if (version := int(head["version"])) != VERSION:
        raise _OtherVersionError(_NEWER if version > VERSION else _OLDER)
    portraits: dict[str, list[Cutting]] = {}
    index = 0
    for name, count in head["portraits"].items():
        portraits[str(name)] = [_cutting(arrays, number) for number in range(index, index + int(count))]
        index += int(count)
    return portraits


def _cutting(arrays: Mapping[str, NDArray[Any]], number: int) -> Cutting:
    pixels, mask = arrays[f"pixels{number}"], arrays[f"mask{number}"]
    colours = arrays[f"colours{number}"]
    size = mask.shape[0] if mask.ndim else 0
    if (
        size not in (CARD, FINE, COARSE, SPUN)
        or mask.shape != (size, size)
        or pixels.shape != (size, size, 3)
    ):
        raise ValueError("sizes differ")
    kinds = [array.dtype.name for array in (pixels, mask, colours)]
    if colours.shape != spread_shape() or kinds != ["uint8", "uint8", "float32"]:
        raise ValueError("another kind of numbers")
    return Cutting(pixels, mask, colours)
