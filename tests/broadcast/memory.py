"""What a page in Chromium holds in memory: the heap of its scripts, and all that its process can write to."""

from __future__ import annotations

import json
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import websocket
from selenium.webdriver import Chrome

PIECE = 1 << 20
"""Bytes that are read at once."""
OVERLAP = 4096
"""Bytes that are looked at with two pieces: no word that is searched for is longer."""

EMPTY = bytes(PIECE + OVERLAP)


def heap(browser: Chrome) -> bytes:
    """A snapshot of the page's heap as Chromium's own tools take it (DevTools protocol, HeapProfiler)."""
    link = websocket.create_connection(_address(browser), timeout=60, suppress_origin=True)
    pieces: list[str] = []
    try:
        link.send(json.dumps({"id": 1, "method": "HeapProfiler.takeHeapSnapshot"}))
        while (said := json.loads(link.recv())).get("id") != 1:
            if said["method"] == "HeapProfiler.addHeapSnapshotChunk":
                pieces.append(said["params"]["chunk"])
    finally:
        link.close()
    assert "error" not in said, said
    return json.dumps(json.loads("".join(pieces))["strings"], ensure_ascii=False).encode()


def process_holds(browser: Chrome, words: list[bytes]) -> set[bytes]:
    """Which of these words stand anywhere in the memory of the processes that show pages."""
    return {word for pid in _renderers(browser) for piece in _memory(pid) for word in words if word in piece}


def _address(browser: Chrome) -> str:
    where = browser.capabilities["goog:chromeOptions"]["debuggerAddress"]
    with urllib.request.build_opener(urllib.request.ProxyHandler({})).open(f"http://{where}/json") as answer:
        pages: list[dict[str, Any]] = json.load(answer)
    found: str = next(page["webSocketDebuggerUrl"] for page in pages if page["type"] == "page")
    return found


def _renderers(browser: Chrome) -> Iterator[int]:
    """Numbers of the browser's processes that show pages; a browser is known by its profile."""
    profile = browser.capabilities["chrome"]["userDataDir"].encode()
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            try:
                line = (place / "cmdline").read_bytes()
            except OSError:  # it has ended
                continue
            if b"--type=renderer" in line and profile in line:
                yield int(place.name)


def _memory(pid: int) -> Iterator[bytes]:
    """The memory that the process may write to, in pieces (proc(5): maps, mem)."""
    regions = re.findall(r"^([0-9a-f]+)-([0-9a-f]+) rw", Path(f"/proc/{pid}/maps").read_text(), re.MULTILINE)
    with Path(f"/proc/{pid}/mem").open("rb", buffering=0) as memory:
        for first, last in ((int(a, 16), int(b, 16)) for a, b in regions):
            for begin in range(first, last, PIECE):
                try:
                    memory.seek(begin)
                    piece = memory.read(min(PIECE + OVERLAP, last - begin))
                except (OSError, ValueError, OverflowError):  # reserved, never used
                    break
                if piece != EMPTY[: len(piece)]:  # most of it was never written to
                    yield piece
