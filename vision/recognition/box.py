"""What a camera has learned of one box: portraits of its pieces, tiles and cards. It is one file that only
its owner can read."""

from __future__ import annotations

import io
import json
import math
import zipfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

from vision.objects import CARD, COARSE, FINE, SPUN, Cutting, spread_shape
from vision.types import N_

# -- Reading the arrays of an ``.npz`` file that may be damaged, or was made to do harm

LARGEST = 256_000_000
"""Bytes of all arrays together; a box of 300 pieces at the finest raster takes a tenth of that."""
MOST = 10_000
_HEADER = 10_000
_KINDS = "biufU"


class ArraysError(Exception):
    """The file is damaged, too large, or none of its kind."""


def read_arrays(path: Path) -> dict[str, NDArray[Any]]:
    """All arrays of the file by name: numbers, all finite, and texts. Never takes more memory than LARGEST
    and its copy, whatever the file claims. Raises ArraysError, and OSError when the file cannot be opened."""
    if not path.is_file() and path.exists():
        raise ArraysError("no ordinary file")
    with path.open("rb") as file:
        try:
            with zipfile.ZipFile(file) as archive:
                members = archive.infolist()
                if len(members) > MOST or sum(member.file_size for member in members) > LARGEST:
                    raise ArraysError("too large")
                return {m.filename.removesuffix(".npy"): _array(archive.read(m)) for m in members}
        except ArraysError:
            raise
        except Exception as error:  # zipfile, zlib and numpy raise many kinds of errors for damaged bytes
            raise ArraysError(str(error)) from error


def _array(data: bytes) -> NDArray[Any]:
    stream = io.BytesIO(data)
    if npy.read_magic(stream) != (1, 0):
        raise ArraysError("another format")
    shape, fortran, dtype = npy.read_array_header_1_0(stream, max_header_size=_HEADER)
    if dtype.kind not in _KINDS or math.prod(shape) * dtype.itemsize != len(data) - stream.tell():
        raise ArraysError("sizes differ")
    array = np.frombuffer(data, dtype, offset=stream.tell()).reshape(shape, order="F" if fortran else "C")
    if dtype.kind == "f" and not np.isfinite(array).all():
        raise ArraysError("no number")
    return array.copy()


# -- What a camera has learned of one box

VERSION = 4
"""Files of version 3 and earlier hold looks that were taught from given positions. Nothing of them can be
used."""


class BoxError(Exception):
    """A box that cannot be used; the message is one sentence that says what to do (see ``SourceError``)."""

    def __init__(self, key: str, **facts: str) -> None:
        self.key = key
        self.facts = tuple(facts.items())
        super().__init__(key.format(**facts) if facts else key)


def pack_portraits(portraits: Mapping[str, Sequence[Cutting]]) -> bytes:
    """The content of a box's file; :func:`load_portraits` reads it."""
    names = {name: len(some) for name, some in portraits.items() if some}
    arrays: dict[str, NDArray[Any]] = {}
    for index, cutting in enumerate(each for name in names for each in portraits[name]):
        arrays[f"pixels{index}"], arrays[f"mask{index}"] = cutting.pixels, cutting.mask
        arrays[f"colours{index}"] = cutting.colours
    arrays["head"] = np.array(json.dumps({"version": VERSION, "portraits": names}))
    file = io.BytesIO()
    np.savez_compressed(file, **arrays)  # type: ignore[arg-type]  # numpy's stub
    return file.getvalue()


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
