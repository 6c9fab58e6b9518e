"""A camera over a drawn table, and what the process that watches it is told to do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.vision.sources.servers import serving
from tests.vision.sources.table import MAT, SPOTS, TableCamera
from vision.process.messages import WorkerSpec


@pytest.fixture
def camera() -> TableCamera:
    return TableCamera({})


@pytest.fixture
def spec(camera: TableCamera) -> Iterator[WorkerSpec]:
    with serving(camera) as server:
        yield WorkerSpec(server.url, SPOTS, MAT)
