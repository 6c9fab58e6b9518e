"""What a machine has measured that no camera sees, as evidence for the belief."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from companion.rules.match import Entry


class Measured(Protocol):
    """Measured, and not told by the match yet. Immutable; two that hold the same are equal."""

    @property
    def verbs(self) -> frozenset[str]:
        """The first words of the outcomes that the machine will tell; none while it has none to tell."""
        ...

    def nats(self, before: Any, entries: Sequence[Entry], states: Sequence[Any], /) -> float:
        """ln of how well it fits what may have happened: ``entries`` after the position ``before``, with the
        position after each. At most 0."""
        ...
