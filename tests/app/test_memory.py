"""The C library's heap stays small when large blocks come and go."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.memory import _library

PLAYED = """
import ctypes, sys
from companion.memory import keep_heap_small

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
