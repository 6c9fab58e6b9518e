"""A package of somebody else, installed for the time of a test only.

It is found as every installed package is: by the metadata and the entry points beside it on the path. Nothing
is written into the environment of the tests, so nothing has to be taken out of it, and ``uv sync`` cannot.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.referee import own as referee_own
from companion.rules import drawing, facets, registry
from companion.screen import own

CHESS = Path(__file__).parents[2] / "examples" / "chess"


def install(project: Path, site: Path) -> None:
    """Write into ``site`` what pip would write there about a project, beside the code itself."""
    about = tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    info = site / f"{about['name'].replace('-', '_')}-{about['version']}.dist-info"
    info.mkdir()
    head = f"Metadata-Version: 2.1\nName: {about['name']}\nVersion: {about['version']}\n"
    (info / "METADATA").write_text(head, encoding="utf-8")
    lines = [
        line
        for group, points in about["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in points.items()))
    ]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def forget_games() -> None:
    """Which games there are and what they offer is looked up once; look again."""
    registry._points.cache_clear()
    registry._found.cache_clear()
    facets.facet.cache_clear()
    own.own.cache_clear()
    referee_own.own.cache_clear()
    drawing.drawing_of.cache_clear()


@contextmanager
def installed(project: Path, site: Path) -> Iterator[None]:
    """The project's package is there, also for processes that are started meanwhile."""
    install(project, site)
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(project)
        patch.syspath_prepend(site)
        before = os.environ.get("PYTHONPATH", "")
        patch.setenv("PYTHONPATH", os.pathsep.join(filter(None, (str(site), str(project), before))))
        forget_games()
        try:
            yield
        finally:
            forget_games()
    forget_games()
