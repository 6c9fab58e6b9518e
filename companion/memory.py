"""The C library's heap, kept from growing over hours of pictures and games.

glibc gives a large block pages of its own, which go back to the system with it; but with the first such block
that is freed it raises the size from which on it does so, up to 32 MB. From then on pictures lie among small
blocks in the heap, and the holes between them stay. Elsewhere than under glibc nothing is done.
"""

from __future__ import annotations

import ctypes

M_TRIM_THRESHOLD, M_MMAP_THRESHOLD, M_ARENA_MAX = -1, -3, -8
"""Of mallopt(3), as in malloc.h."""
LARGE = 256 << 10
"""Bytes from which on a block gets pages of its own: a picture does, a name does not."""
ARENAS = 2
"""Heaps that threads share: each of them has its own holes."""


def keep_heap_small() -> None:
    """Once, when the program starts."""
    if (library := _library()) is not None:
        library.mallopt(M_MMAP_THRESHOLD, LARGE)
        library.mallopt(M_TRIM_THRESHOLD, LARGE)
        library.mallopt(M_ARENA_MAX, ARENAS)


def give_back() -> None:
    """Give free pages back to the system, those in the middle as well; takes some milliseconds."""
    if (library := _library()) is not None:
        library.malloc_trim(0)


def _library() -> ctypes.CDLL | None:
    library = ctypes.CDLL(None)
    return library if hasattr(library, "malloc_trim") else None
