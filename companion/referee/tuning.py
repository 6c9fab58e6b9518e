"""The tuned values of this folder, from ``tuning.toml``."""

from __future__ import annotations

from vision.tuning import Tuning

_TUNED = Tuning("companion.referee")
number, whole, row = _TUNED.number, _TUNED.whole, _TUNED.row
