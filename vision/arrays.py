"""Reading the arrays of an ``.npz`` file that may be damaged, or was made to do harm."""

from __future__ import annotations

import io
import math
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray

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
