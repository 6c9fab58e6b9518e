"""Pairs of views of one made-up board: what came, went, was exchanged, turned, moved or stacked, and
everything that is no change."""

from __future__ import annotations

from dataclasses import dataclass, field, replace

import numpy as np

from vision.opencv import cv2
from vision.training.boards import Board, printed_board, table_top
from vision.training.cameras import any_camera, wandered
from vision.training.lighting import MadeRoom, any_room, render, stirred
from vision.training.pieces import MadePiece, any_eye, any_piece, cover
from vision.training.shapes import Picture, Points, Random, chance, fill, rectangle, turned
from vision.training.store import Sample, packed
from vision.training.textures import Bank

SIZE = 192
_PITCHES = (20, 60)
ACTS = {"came or went": 0.45, "moved": 0.23, "exchanged": 0.12, "turned round": 0.05, "stacked": 0.15}
"""What happens on a table, and how often."""
LIGHT, CROWD = "light only", "in a crowd"
SOURCES = (*ACTS, CROWD, LIGHT)
"""Kinds of pairs that are checked apart."""
_JUMPS = (0.3, 0.8, 1.6, 2.6)
"""How far the second view lies beside the first, in pixels."""


@dataclass(slots=True)
class _Table:
    """What lies there before and after. ``came`` and ``gone`` are what must be found; ``kept`` stood there
    from the start."""

    board: Board
    free: Points
    kept: list[MadePiece]
    crowded: bool
    before: list[MadePiece] = field(default_factory=list)
    after: list[MadePiece] = field(default_factory=list)
    came: list[MadePiece] = field(default_factory=list)
    gone: list[MadePiece] = field(default_factory=list)

    def new(self, random: Random, bank_middle: Points) -> MadePiece:
        """A piece on a cell; in a crowd a small one beside others."""
        pitch, picture = self.board.pitch, self.board.picture
        spread = 0.22 if self.crowded else 0.1
        place = bank_middle + random.normal(0, spread, 2) * pitch
        x, y = np.clip(place, 0, len(picture) - 1).astype(int)
        return any_piece(
            random, place, pitch * (random.uniform(0.3, 0.6) if self.crowded else 1), picture[y, x]
        )

    def somewhere(self, random: Random) -> Points:
        """A cell where little lies; in a crowd any."""
        if self.crowded and self.kept and chance(random, 0.6):
            return self.kept[random.integers(len(self.kept))].middle
        return np.asarray(self.free[random.integers(len(self.free))])

    def exchange(self, old: MadePiece | None, new: MadePiece | None) -> None:
        """Put ``new`` where ``old`` was; one of them may be None."""
        if old is not None:
            self.after = [piece for piece in self.after if piece is not old]
            self.gone.append(old)
        if new is not None:
            self.after.append(new)
            self.came.append(new)


def _set_out(random: Random, board: Board, size: int, crowded: bool) -> _Table:
    pitch = board.pitch
    inside = board.middles[np.all((board.middles > -pitch / 4) & (board.middles < size + pitch / 4), axis=1)]
    inside = random.permutation(inside)
    count = int(len(inside) * random.choice([0.05, 0.2, 0.5, 0.8]))
    table = _Table(board, inside[count:] if count < len(inside) else inside[:1], [], crowded)
    for middle in inside[:count]:
        for _ in range(int(random.integers(1, 5)) if table.crowded else 1):
            table.kept.append(table.new(random, middle))
    if table.kept and chance(random, 0.5):
        _make_alike(random, table)
    table.before, table.after = list(table.kept), list(table.kept)
    return table


def _make_alike(random: Random, table: _Table) -> None:
    """Many pieces of few kinds, as in a real box."""
    models = [table.kept[i] for i in random.integers(len(table.kept), size=4)]
    for i, piece in enumerate(table.kept):
        if chance(random, 0.7):
            table.kept[i] = replace(models[random.integers(4)], x=piece.x, y=piece.y, turn=piece.turn)


def _like_others(random: Random, table: _Table, piece: MadePiece) -> MadePiece:
    """The piece, or one of a kind that is on the table already."""
    if not table.kept or chance(random, 0.5):
        return piece
    model = table.kept[random.integers(len(table.kept))]
    return replace(model, x=piece.x, y=piece.y, turn=piece.turn, low=0.0)


def _act(random: Random, table: _Table, kind: str) -> None:
    """One change of the table."""
    if kind == "came or went" or not table.kept:
        _come_or_go(random, table)
        return
    old = table.kept[random.integers(len(table.kept))]
    if not any(piece is old for piece in table.after) or any(
        piece.low and np.hypot(*(piece.middle - old.middle)) < old.radius for piece in table.came
    ):
        return
    if kind == "moved":
        x, y = table.somewhere(random) + random.normal(0, 0.1, 2) * table.board.pitch
        table.exchange(old, replace(old, x=float(x), y=float(y), turn=old.turn + random.normal(0, 0.5)))
    elif kind == "stacked":
        table.exchange(None, _on_top(random, table, old))
    elif kind == "turned round" and old.face:
        table.exchange(old, replace(old, turn=old.turn + random.choice([1, 2, 3]) * np.pi / 2))
    elif old.face and chance(random, 0.6):
        table.exchange(old, replace(old, seed=int(random.integers(1 << 30))))
    else:
        table.exchange(old, _like_others(random, table, table.new(random, old.middle)))


def _come_or_go(random: Random, table: _Table) -> None:
    piece = _like_others(random, table, table.new(random, table.somewhere(random)))
    if chance(random, 0.5):
        table.exchange(None, piece)
    else:
        table.before.append(piece)
        table.gone.append(piece)


def _on_top(random: Random, table: _Table, old: MadePiece) -> MadePiece:
    """A stack grows by one: of the same kind, or by any piece."""
    if chance(random, 0.5):
        piece = replace(old, turn=old.turn + random.normal(0, 0.06))
    else:
        piece = table.new(random, old.middle)
    x, y = old.middle + random.normal(0, 0.05, 2) * table.board.pitch
    return replace(piece, x=float(x), y=float(y), low=old.low + old.height)


def _jostle(random: Random, table: _Table) -> None:
    """Pieces that are pushed a little inside their cells: no change."""
    share, far = random.choice([0.03, 0.15]), random.choice([0.03, 0.08]) * table.board.pitch
    untouched = {id(piece) for piece in table.kept}
    for i, piece in enumerate(table.after):
        if id(piece) in untouched and chance(random, share):
            x, y = piece.middle + random.normal(0, far, 2)
            table.after[i] = replace(piece, x=float(x), y=float(y), turn=piece.turn + random.normal(0, 0.04))


def _ending(random: Random, bank: Bank, picture: Picture) -> Picture:
    """The board ends inside the picture, and the table begins."""
    size = len(picture)
    mask = np.zeros((size, size), np.uint8)
    fill(
        mask,
        turned(rectangle(0.84, 0.84) * size, random.normal(0, 0.05))
        + size / 2
        + random.uniform(-0.3, 0.3, 2) * size,
    )
    return np.where(mask[..., None] > 127, picture, table_top(random, bank, size, size))


def _bumped(random: Random, picture: Picture) -> Picture:
    """Registration is never exact."""
    size, far = len(picture), float(random.choice(_JUMPS))
    turn = cv2.getRotationMatrix2D(
        (size / 2, size / 2), random.normal(0, 0.2) * far, 1 + random.normal(0, 0.002) * far
    )
    way = np.asarray(turn, np.float64)
    way[:, 2] += random.normal(0, far * 0.8, 2)
    return np.asarray(
        cv2.warpAffine(picture, way, (size, size), flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REFLECT),
        np.float32,
    )


def _later(random: Random, room: MadeRoom, size: int, pitch: float) -> MadeRoom:
    kind = random.random()
    if kind < 0.3:
        return any_room(random, size, size, pitch)
    return stirred(random, room, (size, size), pitch) if kind < 0.75 else room


def _acts(random: Random, source: str) -> list[str]:
    """What happens between the two views."""
    if source == LIGHT or (not source and chance(random, 0.28)):
        return []
    count = int(random.choice([1, 1, 1, 2, 3, 5]))
    return (
        [source] * count
        if source in ACTS
        else [str(act) for act in random.choice(list(ACTS), count, p=list(ACTS.values()))]
    )


def change_pair(random: Random, bank: Bank, source: str = "", size: int = SIZE) -> Sample:
    """Two views of one board, and masks of the bases and silhouettes of what changed. ``source``: one of
    SOURCES, or any."""
    pitch = float(np.exp(random.uniform(*np.log(_PITCHES))))
    board = printed_board(random, bank, size, size, pitch)
    if chance(random, 0.4):
        board = replace(board, picture=_ending(random, bank, board.picture))
    table = _set_out(random, board, size, source == CROWD or (not source and chance(random, 0.25)))
    eye, room = any_eye(random, size, size), any_room(random, size, size, pitch)
    for act in _acts(random, source):
        _act(random, table, act)
    _jostle(random, table)
    masks = np.stack(cover(table.came + table.gone, eye, size, size))
    first = render(bank, board.picture, table.before, eye, room)
    moved = replace(eye, under=eye.under + random.normal(0, 0.02, 2) * size)
    second = render(bank, board.picture, table.after, moved, _later(random, room, size, pitch))
    if chance(random, 0.8):
        second = _bumped(random, second)
    camera = any_camera(random)
    again = wandered(random, camera) if chance(random, 0.6) else camera
    before, now = camera.take(random, first, 0.05), again.take(random, second, random.choice([0.05, 0.3]))
    return packed(now, before, masks, pitch, board.middles)
