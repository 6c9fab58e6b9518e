"""Pieces: a name and a pose, and the text that is made of both."""

from __future__ import annotations

import json
import pickle

import pytest

from companion.rules.pieces import Pose, PosedPiece, stack_of


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
def test_a_piece_is_its_text_form(text: str, name: str, pose: Pose, kind: str, which: str) -> None:
    piece = PosedPiece(text)
    assert (piece.name, piece.pose, piece.kind, piece.which) == (name, pose, kind, which)
    assert piece == text
    assert {piece: 1}[PosedPiece(text)] == 1
    assert json.dumps({piece: [piece]}) == json.dumps({text: [text]})


def test_a_figure_that_stands_up_is_the_same_but_a_card_that_is_turned_means_something_else() -> None:
    assert PosedPiece("bear lying").standing == "bear"
    assert PosedPiece("bear").standing == "bear"
    assert PosedPiece("card ur turned").standing == "card ur turned"


def test_a_piece_takes_another_pose_and_keeps_its_name() -> None:
    assert PosedPiece("beast red").lying == "beast red lying"
    assert PosedPiece("beast red lying").lying == "beast red lying"
    assert PosedPiece("card ur").turned == "card ur turned"
    assert PosedPiece("beast red").lying.pose is Pose.LYING


def test_a_piece_cannot_be_changed() -> None:
    piece = PosedPiece("beast red")
    for attribute in ("name", "pose", "note"):
        with pytest.raises(AttributeError):
            setattr(piece, attribute, "beast blue")


def test_a_piece_stays_one_on_its_way_to_another_process() -> None:
    there = pickle.loads(pickle.dumps(stack_of("beast red lying", "hunter south")))
    assert [piece.pose for piece in there] == [Pose.LYING, Pose.UPRIGHT]
