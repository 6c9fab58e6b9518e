"""OpenCV, loaded when something of it is first used.

A referee without a camera uses nothing of it, so the library need not be installed there. Code that opens a
camera asks ``companion.program.extras`` for it first. Using it where it is missing raises
ModuleNotFoundError."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import cv2 as cv2
else:

    class _OpenCV:
        """Looks like the module ``cv2``: each name is that of the module at the moment."""

        def __getattr__(self, name: str) -> Any:
            import cv2 as library

            return getattr(library, name)

    cv2 = _OpenCV()
