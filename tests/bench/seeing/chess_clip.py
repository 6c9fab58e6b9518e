"""Photos of a whole game of chess as a clip with its rules: each photo held, an arm drawn in between."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import chess
import cv2

from companion.evaluation.clips import TRUTH, ClipSpec, Outline, Quad, save_clip_head
from companion.rules.match import Entry, EntryKind, Match, format_match
from companion.rules.registry import find_game
from tests.bench.seeing.film import GRAINS, Timing, film
from tests.bench.seeing.truth import Photo, PhotoSet, TruthError

QUALITY = 92
"""Of the JPEG pictures."""
WORDS = re.compile(r"(white|black) (\S+)")


def moves_of(photos: PhotoSet) -> list[tuple[int, str, str]]:
    """All half-moves: the place of the photo that shows it first, who moved, and the move in the words of the
    game. Raises TruthError where words and changed cells disagree."""
    board = chess.Board()
    found = []
    for place, photo in enumerate(photos.photos):
        before = board.copy(stack=False)
        for side, text in WORDS.findall(photo.what.partition(";")[0]):
            if (side == "white") != board.turn:
                raise TruthError(f"{photos.name}, photo {photo.number}: it is not {side}'s turn.")
            try:
                move = board.parse_san(text)
            except ValueError as error:
                raise TruthError(f"{photos.name}, photo {photo.number}: {error}") from error
            found.append((place, side, _words(board, move)))
            board.push(move)
        _check(photos, photo, before, board)
    return found


def _words(board: chess.Board, move: chess.Move) -> str:
    """A move as the game writes it."""
    start, end = chess.square_name(move.from_square), chess.square_name(move.to_square)
    if move.promotion is not None:
        return f"promote {start} {end} {chess.piece_name(move.promotion)}"
    return f"{'castle' if board.is_castling(move) else 'move'} {start} {end}"


def _check(photos: PhotoSet, photo: Photo, before: chess.Board, now: chess.Board) -> None:
    changed = {chess.square_name(s) for s in chess.SQUARES if before.piece_at(s) != now.piece_at(s)}
    if changed != photo.changed:
        raise TruthError(
            f"{photos.name}, photo {photo.number}: the move changes {' '.join(sorted(changed))}."
        )


def write_clip(photos: PhotoSet, timing: Timing, folder: Path) -> None:
    """The clip in ``folder``, which must not exist. The game of chess must be installed
    (:mod:`tests.plugins.installing`). Raises TruthError."""
    moves, frames = moves_of(photos), folder / "frames"
    frames.mkdir(parents=True)
    free: dict[int, float] = {}
    written: dict[tuple[int, int], Path] = {}
    for shown in film(photos, timing):
        path = frames / f"{shown.frame.number:06d}.jpg"
        key = shown.photo, shown.frame.number % GRAINS
        if shown.free:
            free.setdefault(shown.photo, shown.frame.time)
        if shown.free and key in written:  # the same photo with the same noise
            os.link(written[key], path)
            continue
        cv2.imwrite(str(path), shown.frame.image, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if shown.free:
            written[key] = path
    anchor = photos.anchor(photos.photos[0])
    outline = Outline(_quad(anchor.picture), _quad(anchor.plane))
    save_clip_head(folder, ClipSpec("chess", ("white", "black"), (), timing.fps, outline))
    (folder / TRUTH).write_text(_truth(moves, free), encoding="utf-8")


def _quad(points: tuple[tuple[float, float], ...]) -> Quad:
    a, b, c, d = points
    return a, b, c, d


def _truth(moves: list[tuple[int, str, str]], free: Mapping[int, float]) -> str:
    game = find_game("chess")
    match = Match.begin(game, game.setup(2, {}))
    for entry in _entries(moves, free):
        match = match.add(entry)
    return format_match(match)


def _entries(moves: list[tuple[int, str, str]], free: Mapping[int, float]) -> Iterator[Entry]:
    for place, side, text in moves:
        yield Entry(EntryKind.MOVE, seat=side, text=text, at=free[place])
