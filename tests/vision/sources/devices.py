"""A USB camera that writes down what it is told."""

from __future__ import annotations

from typing import Any

import cv2

from tests.vision.sources.pictures import picture

AUTOMATIC = {
    cv2.CAP_PROP_AUTO_EXPOSURE: 3.0,
    cv2.CAP_PROP_EXPOSURE: 156.0,
    cv2.CAP_PROP_AUTO_WB: 1.0,
    cv2.CAP_PROP_WB_TEMPERATURE: 4321.0,
    cv2.CAP_PROP_AUTOFOCUS: 1.0,
    cv2.CAP_PROP_FOCUS: 55.0,
}


class Device:
    """A device with the controls it is given; ``deaf`` ones do not exist, ``idle`` ones agree and do nothing.
    ``now`` is its clock."""

    def __init__(self, deaf: frozenset[int] = frozenset(), idle: frozenset[int] = frozenset()) -> None:
        self._idle = idle
        self.controls = {name: value for name, value in AUTOMATIC.items() if name not in deaf}
        self.now = 100.0
        self.stamp = 99.96
        self.broken = False
        self.released = False
        self.shown = picture(4)

    def read(self) -> tuple[bool, Any]:
        return (False, None) if self.broken else (True, self.shown)

    def get(self, propId: int) -> float:
        return self.stamp * 1000 if propId == cv2.CAP_PROP_POS_MSEC else self.controls.get(propId, 0.0)

    def set(self, propId: int, value: float) -> bool:
        if propId not in self.controls:
            return False
        if propId not in self._idle:
            self.controls[propId] = value
        return True

    def release(self) -> None:
        self.released = True
