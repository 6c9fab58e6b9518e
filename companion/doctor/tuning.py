"""The values that are tuned in this room, from ``tuning.toml``."""

from __future__ import annotations

from tuning.values import Tuning

_TUNED = Tuning("companion.doctor")
number, whole = _TUNED.number, _TUNED.whole
