"""The C library's heap stays small when large blocks come and go."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.program.memory import _library

pytestmark = pytest.mark.outside

PLAYED = """
import ctypes, sys
from companion.program.memory import keep_heap_small

class Mallinfo(ctypes.Structure):  # of mallinfo2(3)
    _fields_ = [(name, ctypes.c_size_t) for name in "arena ordblks smblks hblks hblkhd".split()]
    _fields_ += [(name, ctypes.c_size_t) for name in "usmblks fsmblks uordblks fordblks keepcost".split()]

library = ctypes.CDLL(None)
library.malloc.restype = ctypes.c_void_p
library.free.argtypes = [ctypes.c_void_p]
library.mallinfo2.restype = Mallinfo
if sys.argv[1] == "kept":
    keep_heap_small()
library.free(library.malloc(8 << 20))
before = library.mallinfo2().hblks
block = library.malloc(4 << 20)
print(library.mallinfo2().hblks - before)
"""


@pytest.mark.skipif(_library() is None, reason="this is no glibc")
@pytest.mark.parametrize(("how", "own_pages"), [("kept", "1"), ("usual", "0")])
def test_a_picture_keeps_pages_of_its_own(how: str, own_pages: str) -> None:
    """As mallopt(3) says of the threshold that moves by itself, unless it is set."""
    done = subprocess.run([sys.executable, "-c", PLAYED, how], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == own_pages


HOLES = """
import ctypes, sys, time
from pathlib import Path
from companion.program.memory import keep_heap_small

def held():  # kB
    return int(next(line for line in Path("/proc/self/status").open() if line.startswith("VmRSS")).split()[1])

library = ctypes.CDLL(None)
library.malloc.restype = ctypes.c_void_p
library.free.argtypes = [ctypes.c_void_p]
keep_heap_small(every=1)
blocks = []
for _ in range(1000):
    blocks.append(library.malloc(100_000))
    ctypes.memset(blocks[-1], 1, 100_000)
    library.malloc(50)  # stays, so that the heap cannot shrink at its end
full = held()
for block in blocks:
    library.free(block)
until = time.monotonic() + 60
while held() > full - 80_000 and time.monotonic() < until:
    time.sleep(0.1)
print(held() <= full - 80_000)
"""


@pytest.mark.skipif(_library() is None, reason="this is no glibc")
def test_holes_between_small_blocks_go_back() -> None:
    """100 MB are freed among small blocks that stay; at least 80 MB of pages are given back."""
    done = subprocess.run([sys.executable, "-c", HOLES], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True"
