"""The lamps that an owner has configured, as readers of a table."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.app.table import ReaderWithTrouble
from companion.chance import LampReader, StripReader
from companion.locale import Message
from companion.owner.configuration import Config
from companion.referee.guard import MissingPart
from hardware.lamps import lamps_from
from hardware.ports import HardwareError
from hardware.strip import strip_from


def lamps_of(config: Config) -> Iterator[ReaderWithTrouble]:
    """What cannot be used is a trouble on the screen, and play goes on without."""
    for section, build in ((config.lamps, _lamps), (config.strip, _strip)):
        if section is not None:
            try:
                yield build(section)
            except HardwareError as error:
                yield MissingPart(Message(error.key, error.facts))


def _lamps(section: Mapping[str, Any]) -> ReaderWithTrouble:
    return LampReader(lamps_from(section))


def _strip(section: Mapping[str, Any]) -> ReaderWithTrouble:
    return StripReader(strip_from(section))
