"""What a camera has learned of one box: the bare table, every flat piece, every figure. One file, its owner's
alone."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Mapping
from dataclasses import astuple, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.arrays import ArraysError, read_arrays
from vision.figures import Figure, Shape
from vision.flats import Flat
from vision.photometry import Features, Plane32
from vision.rectify import Plane
from vision.types import N_, Image

_VERSION = 3


class BoxError(Exception):
    """A box that cannot be used; the message is one sentence that says what to do (see ``SourceError``)."""

    def __init__(self, key: str, **facts: str) -> None:
        self.key = key
        self.facts = tuple(facts.items())
        super().__init__(key.format(**facts) if facts else key)


@dataclass(frozen=True, slots=True, eq=False)
class Box:
    """``ground``: the bare table's features on the raster of ``plane``; ``doubt``: 0 where it was seen bare,
    1 where it
    was only guessed; ``picture``: the same as a BGR raster, by which the board is found again. ``flats`` and
    ``figures``: pieces by name."""

    plane: Plane
    ground: Features
    doubt: Plane32
    picture: Image
    flats: Mapping[str, Flat]
    figures: Mapping[str, Figure]


def save_box(box: Box, path: Path) -> None:
    """Write the box so that only its owner may read it; an older file is replaced at once or not at all.

    Raises BoxError when the disk does not take it.
    """
    head = {
        "version": _VERSION,
        "plane": [box.plane.left, box.plane.top, box.plane.width, box.plane.height],
        "flats": list(box.flats),
        "figures": [[f.name, f.typical, astuple(f.shape)] for f in box.figures.values()],
    }
    arrays: dict[str, NDArray[Any]] = {"ground": box.ground, "doubt": box.doubt, "picture": box.picture}
    for index, flat in enumerate(box.flats.values()):
        arrays[f"patch{index}"], arrays[f"mask{index}"] = flat.patch, flat.mask
    for index, figure in enumerate(box.figures.values()):
        arrays[f"colours{index}"], arrays[f"stamp{index}"] = figure.colours, figure.stamp
        arrays[f"profile{index}"], arrays[f"portrait{index}"] = figure.profile, figure.portrait
    try:
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=".box")  # mkstemp: mode 0600
        with os.fdopen(handle, "wb") as file:
            np.savez_compressed(file, head=np.array(json.dumps(head)), **arrays)  # type: ignore[arg-type]  # numpy's stub
            file.flush()
            os.fsync(file.fileno())
        Path(name).replace(path)
    except OSError as error:
        raise BoxError(
            N_(
                "The taught box cannot be saved to {path}: {reason}. Free some space or choose another place."
            ),
            path=str(path),
            reason=error.strerror or str(error),
        ) from error


def load_box(path: Path) -> Box:
    """Read a box. Raises BoxError when there is none or the file is not one."""
    try:
        return _from_arrays(read_arrays(path))
    except FileNotFoundError as error:
        raise BoxError(
            N_("There is no taught box at {path}: teach the box first."), path=str(path)
        ) from error
    except (OSError, ArraysError, ValueError, KeyError, TypeError, OverflowError, RecursionError) as error:
        raise BoxError(
            N_("{path} is not a taught box or is damaged: teach the box again."), path=str(path)
        ) from error


def _from_arrays(arrays: Mapping[str, NDArray[Any]]) -> Box:
    head = json.loads(str(arrays["head"]))
    if head["version"] != _VERSION:
        raise ValueError("another version")
    left, top, width, height = head["plane"]
    plane = Plane(float(left), float(top), int(width), int(height))
    shape = (plane.height, plane.width)
    ground, doubt = _of(arrays["ground"], np.float32, (*shape, 4)), _of(arrays["doubt"], np.float32, shape)
    picture = _of(arrays["picture"], np.uint8, (*shape, 3))
    flats = {str(name): _flat(str(name), i, arrays) for i, name in enumerate(head["flats"])}
    figures = {str(head[0]): _figure(head, i, arrays) for i, head in enumerate(head["figures"])}
    return Box(plane, ground, doubt, picture, flats, figures)


def _flat(name: str, index: int, arrays: Mapping[str, NDArray[Any]]) -> Flat:
    mask = _of(arrays[f"mask{index}"], np.float32, (None, None))
    return Flat(name, _of(arrays[f"patch{index}"], np.float32, (*mask.shape, 4)), mask)


def _figure(head: Any, index: int, arrays: Mapping[str, NDArray[Any]]) -> Figure:
    name, typical, shape = head
    numbers = [float(typical), *(float(size) for size in shape)]
    if not np.isfinite(numbers).all():
        raise ValueError("no number")
    return Figure(
        str(name),
        _of(arrays[f"colours{index}"], np.float32, None),
        numbers[0],
        Shape(*numbers[1:]),
        _of(arrays[f"stamp{index}"], np.float32, (None, None)),
        _of(arrays[f"profile{index}"], np.float32, (None, None)),
        _of(arrays[f"portrait{index}"], np.float32, (None, None, 2)),
    )


def _of(array: NDArray[Any], kind: type, shape: tuple[int | None, ...] | None) -> NDArray[Any]:
    """The array, if it is one of this kind and shape (None: any). Raises ValueError."""
    if array.dtype != kind:
        raise ValueError("another kind of numbers")
    if shape is not None and (
        array.ndim != len(shape) or any(b not in (None, a) for a, b in zip(array.shape, shape, strict=True))
    ):
        raise ValueError("sizes differ")
    return array
