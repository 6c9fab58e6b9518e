"""Pieces in text form: a name, and a pose unless it is upright."""

from __future__ import annotations

import pytest

from companion.rules.pieces import Pose, PosedPiece, plain, read_piece, upright


@pytest.mark.parametrize(
    ("text", "name", "pose", "kind", "which"),
    [
        ("boat", "boat", Pose.UPRIGHT, "boat", ""),
        ("hunter south", "hunter south", Pose.UPRIGHT, "hunter", "south"),
        ("bear lying", "bear", Pose.LYING, "bear", ""),
        ("explorer red lying", "explorer red", Pose.LYING, "explorer", "red"),
        ("card ur turned", "card ur", Pose.TURNED, "card", "ur"),
        ("card rest of it", "card rest of it", Pose.UPRIGHT, "card", "rest of it"),
        ("card lying on", "card lying on", Pose.UPRIGHT, "card", "lying on"),
        ("card upright", "card upright", Pose.UPRIGHT, "card", "upright"),
        ("turned", "turned", Pose.UPRIGHT, "turned", ""),
    ],
)
def test_a_piece_is_read_and_written(text: str, name: str, pose: Pose, kind: str, which: str) -> None:
    piece = read_piece(text)
    assert piece == PosedPiece(name, pose)
    assert (piece.kind, piece.which) == (kind, which)
    assert str(piece) == text
    assert plain(text) == name


def test_a_figure_that_stands_up_is_the_same_but_a_card_that_is_turned_means_something_else() -> None:
    assert upright("bear lying") == "bear"
    assert upright("card ur turned") == "card ur turned"
