"""Pieces as looks name them: a name and a pose, in one word of the table."""

from __future__ import annotations

from enum import StrEnum
from typing import Final


class Pose(StrEnum):
    """How a piece rests: upright, on its side, or (a flat one) turned half round."""

    UPRIGHT = "upright"
    LYING = "lying"
    TURNED = "turned"


_WRITTEN: Final = {pose.value: pose for pose in (Pose.LYING, Pose.TURNED)}
"""The poses that stand in a text."""


class PosedPiece(str):
    """A piece as a look shows it: ``bear lying``, or ``bear`` when it is upright.

    It is its own text form: ``PosedPiece(text)`` reads one, and files, keys and comparisons take it as it is.
    """

    __slots__ = ()

    @property
    def pose(self) -> Pose:
        """The pose that the last word says; UPRIGHT when it says none."""
        name, _, last = self.rpartition(" ")
        return _WRITTEN.get(last, Pose.UPRIGHT) if name else Pose.UPRIGHT

    @property
    def name(self) -> str:
        """The text without the pose: a kind and mostly whose or which (``hunter south``)."""
        return str(self) if self.pose is Pose.UPRIGHT else self.rpartition(" ")[0]

    @property
    def kind(self) -> str:
        """The first word of the name."""
        return self.name.partition(" ")[0]

    @property
    def which(self) -> str:
        """The name without its kind; "" where that is all."""
        return self.name.partition(" ")[2]

    @property
    def lying(self) -> PosedPiece:
        """The same piece on its side."""
        return PosedPiece(f"{self.name} {Pose.LYING}")

    @property
    def turned(self) -> PosedPiece:
        """The same flat piece, turned half round."""
        return PosedPiece(f"{self.name} {Pose.TURNED}")

    @property
    def standing(self) -> PosedPiece:
        """The same piece as it stands; a flat one stays turned."""
        return PosedPiece(self.name) if self.pose is Pose.LYING else self


Stack = tuple[PosedPiece, ...]
"""Pieces on each other, or side by side, from bottom to top."""


def stack_of(*texts: str) -> Stack:
    """A stack from the text forms of its pieces."""
    return tuple(map(PosedPiece, texts))
