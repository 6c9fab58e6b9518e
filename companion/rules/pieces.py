"""Pieces as looks name them: a name and a pose, and how the two make up a text."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache


class Pose(StrEnum):
    """How a piece rests: upright, on its side, or (a flat one) turned half round."""

    UPRIGHT = "upright"
    LYING = "lying"
    TURNED = "turned"


@dataclass(frozen=True, slots=True)
class PosedPiece:
    """A piece as a look shows it; its text form (``str``) is ``bear lying``, or ``bear`` when it is upright.

    ``name``: what the box is taught by, a kind and mostly whose or which (``hunter south``).
    """

    name: str
    pose: Pose = Pose.UPRIGHT

    @property
    def kind(self) -> str:
        """The first word of the name."""
        return self.name.partition(" ")[0]

    @property
    def which(self) -> str:
        """The name without its kind; "" where that is all."""
        return self.name.partition(" ")[2]

    def __str__(self) -> str:
        return self.name if self.pose is Pose.UPRIGHT else f"{self.name} {self.pose}"


@lru_cache(maxsize=4096)
def read_piece(text: str) -> PosedPiece:
    """A piece from its text form."""
    name, _, last = text.rpartition(" ")
    posed = name and last in (Pose.LYING, Pose.TURNED)
    return PosedPiece(name, Pose(last)) if posed else PosedPiece(text)


def lying(name: str) -> str:
    """The text form of a piece on its side."""
    return str(PosedPiece(name, Pose.LYING))


def turned(name: str) -> str:
    """The text form of a flat piece that is turned half round."""
    return str(PosedPiece(name, Pose.TURNED))


def upright(text: str) -> str:
    """The text form of the same piece as it stands; a flat one stays turned."""
    piece = read_piece(text)
    return piece.name if piece.pose is Pose.LYING else text


def plain(text: str) -> str:
    """The name without any pose."""
    return read_piece(text).name
