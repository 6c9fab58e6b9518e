"""Looking through a camera while its owner aims it: small pictures, and what the doctor says of them.

Thread: one, named ``aiming``; it alone reads the camera. The other methods only read what it has left.
"""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import numpy as np

from companion.doctor import camera as doctor
from companion.doctor.finding import Finding, State
from companion.locale import N_, Message
from companion.ports.first_start import Aim, Note
from companion.referee.spots import mat_for, spots_of
from companion.rules.registry import AnyGame
from vision.cells import STILL_FRAMES
from vision.mat import Mat, spot_outline
from vision.opencv import cv2
from vision.registration import MIN_TAGS, find_by_tags, lens_by_tags, seen_tags
from vision.sources import open_source
from vision.survey import survey
from vision.types import Frame, FrameSource, Preview, SourceError, Spot

WIDTH = 640
"""Pixels of a small picture."""
EVERY = 0.25
"""Seconds between two small pictures; the mat is looked for in each."""
SURVEY = 3.0
"""Seconds of pictures that are measured together."""
ENOUGH = 2 * STILL_FRAMES
"""Pictures at least: fewer do not tell whether the picture is calm."""
_NO_MAT: tuple[Mat | None, tuple[Spot, ...]] = (None, ())
_OPENED = N_("The camera is being opened.")


class Aiming:
    """``changed``: told, on the thread, that :attr:`aim` is a new one."""

    def __init__(self, source: str, games: Mapping[str, AnyGame], changed: Callable[[], None]) -> None:
        self.source = source
        self.aim = Aim(notes=(Note(True, Message(_OPENED)),))
        self._mats = {name: (mat_for(game), spots) for name, game in games.items() if (spots := _spots(game))}
        self._changed = changed
        self._closing = threading.Event()
        self._thread = threading.Thread(target=self._look, name="aiming", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Let go of the camera, soon. A driver that hangs is left behind."""
        self._closing.set()

    def _look(self) -> None:
        try:
            source = open_source(self.source)
            try:
                self._watch(source)
            finally:
                source.close()
        except SourceError as error:
            self._tell(Aim(notes=(Note(False, Message(error.key, error.facts)),)))

    def _watch(self, source: FrameSource) -> None:
        kept: deque[Frame] = deque(maxlen=round(SURVEY / EVERY))
        measured = time.monotonic()
        while not self._closing.wait(EVERY):
            try:
                frame = source.read(2.0)
            except EOFError:  # a recording
                if kept:
                    self._tell(replace(self.aim, notes=self._notes(list(kept), self.aim.game)))
                return
            if frame is not None:
                kept.append(frame)
                game = self._mat_in(frame)
                preview = _preview(frame, *self._mats.get(game, _NO_MAT))
                self._tell(replace(self.aim, preview=preview, game=game))
            elif source.trouble:
                self._tell(Aim(notes=(Note(False, Message(source.trouble)),)))
            if len(kept) >= ENOUGH and time.monotonic() - measured >= SURVEY:
                measured = time.monotonic()
                self._tell(replace(self.aim, notes=self._notes(list(kept), self.aim.game)))

    def _mat_in(self, frame: Frame) -> str:
        """The game of which most tags are seen, at first that of the picture before; "" if there are none."""
        if self.aim.game and len(seen_tags(frame.image, self._mats[self.aim.game][0])) >= MIN_TAGS:
            return self.aim.game
        count = {name: len(seen_tags(frame.image, mat)) for name, (mat, _) in self._mats.items()}
        best = max(count, key=lambda name: count[name], default="")
        return best if count.get(best) else ""

    def _notes(self, frames: Sequence[Frame], game: str) -> tuple[Note, ...]:
        """Of what the doctor finds: all that is not good, else that it is good enough."""
        name = game or next(iter(self._mats), "")
        mat, spots = self._mats.get(name, _NO_MAT)
        found = [*doctor.judge(survey(frames, spots, mat), name, bool(spots))]
        bad = [one for one in found if one.state is not State.GOOD]
        return tuple(map(_note, bad or found[-1:]))

    def _tell(self, aim: Aim) -> None:
        self.aim = aim
        if not self._closing.is_set():
            self._changed()


def _spots(game: AnyGame) -> tuple[Spot, ...]:
    return spots_of(game.zones(game.setup(game.seatings[-1], {})))


def _note(found: Finding) -> Note:
    return Note(found.state is State.GOOD, found.message)


def _preview(frame: Frame, mat: Mat | None, spots: Sequence[Spot]) -> Preview:
    """A small picture, with the outlines of the cells where the mat lies."""
    height, width = frame.image.shape[:2]
    scale = WIDTH / width
    small = cv2.resize(frame.image, (WIDTH, round(height * scale)), interpolation=cv2.INTER_AREA)
    _, jpeg = cv2.imencode(".jpg", small)
    place = find_by_tags(frame.image, mat, lens_by_tags(frame.image, mat)) if mat is not None else None
    outlines: dict[str, tuple[tuple[float, float], ...]] = {}
    if place is not None:
        for spot in spots:
            points = place.to_picture(np.array(spot_outline(spot))) * scale
            outlines[spot.cell] = tuple((float(x), float(y)) for x, y in points)
    return Preview(jpeg.tobytes(), WIDTH, small.shape[0], outlines)
