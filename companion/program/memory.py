"""Keeps memory from growing over hours of pictures and games: the C library's heap, and what Python collects.

glibc gives a large block pages of its own, which go back to the system with it; but with the first such block
that is freed it raises the size from which on it does so, up to 32 MB. From then on pictures lie among small
blocks in the heap, and the holes between them stay. Holes that smaller blocks leave go back once a minute:
in 45 minutes of games 37 MB of them had gathered, while what was in use did not grow. Elsewhere than under
glibc nothing is done.
"""

from __future__ import annotations

import ctypes
import gc
import threading
import time

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Of mallopt(3), as in malloc.h."""
LARGE = 256 << 10
"""Bytes from which on a block gets pages of its own: a picture does, a name does not."""
ARENAS = 2
"""Heaps that threads share: each of them has its own holes."""
EVERY = 60
"""Seconds after which holes are given back again."""


def keep_heap_small(every: int = EVERY) -> None:
    """Once, when the program starts. ``every``: seconds between two times at which holes are given back."""
    if (library := _library()) is not None:
        library.mallopt(M_MMAP_THRESHOLD, LARGE)
        library.mallopt(M_TRIM_THRESHOLD, LARGE)
        library.mallopt(M_ARENA_MAX, ARENAS)
        threading.Thread(target=_give_back_again, args=(every,), name="heap", daemon=True).start()


def give_back() -> None:
    """Give free pages back to the system, those in the middle as well; takes some milliseconds."""
    if (library := _library()) is not None:
        library.malloc_trim(0)


def keep_loaded() -> None:
    """Tell the garbage collector that everything loaded so far stays, so that it looks only at newer objects.
    A full collection of the app's some 70 000 objects stopped the referee for 29 ms now and then (x86;
    `gc.collect()` after Kivy, OpenCV and the games were imported). A table that was closed before leaves
    nothing behind."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()
    give_back()


def _give_back_again(every: int) -> None:
    while True:
        time.sleep(every)
        give_back()


def _library() -> ctypes.CDLL | None:
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") else None
