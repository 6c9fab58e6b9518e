"""Runs a clip through the real watcher and the real session, frame by frame, as fast as it goes."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from companion.evaluation.clips import Clip, ClipError, Outline
from companion.judge.judge import Judge
from companion.judge.tuning import USUAL, Priors
from companion.judge.verdicts import Verdict
from companion.locale import N_
from companion.referee.events import (
    CameraNamed,
    Event,
    Photographed,
    Seen,
    SheetShown,
    TimePassed,
    TotemNamed,
)
from companion.referee.own_cards import cards_for
from companion.referee.places import placed
from companion.referee.publish import drawn_from
from companion.referee.session import Session
from companion.referee.sheets import sheets_of
from companion.referee.spots import mat_for, spots_of, taught_looks
from companion.referee.view import DeckView, Ruling
from companion.rules.contract import Setup
from companion.rules.match import AnyMatch, Match
from vision.camera import CameraModel
from vision.mat import Mat
from vision.objects import Cutting
from vision.photographs import photographed
from vision.recognition.cards import CardBox
from vision.recognition.likeness import Likeness
from vision.recognition.sheets import read_sheet
from vision.registration import Corners
from vision.seeing import Glance, View
from vision.sight import Sight
from vision.types import Image, Spot
from vision.watching import TableWatcher

LIKENESS, CAME, BARE_LOOK, EXTENT, TRACES, SIDES = CUES = (
    "likeness",
    "came or left",
    "bare look",
    "extent",
    "faint traces",
    "whose side",
)
"""What the judge asks of the pictures besides which cells changed. Portraits: all of likeness, whether a
piece came or left, whether a cell is bare again, how much of it has changed. And cells that changed so little
that it may be nothing, and over which edge of the picture an arm came."""


class MemoryJournal:
    """A Journal that lasts as long as the process, because a clip is watched, not played."""

    def __init__(self) -> None:
        self._lines: list[str] = []

    def append(self, *lines: str) -> int:
        self._lines += lines
        return len(self._lines)

    def lines(self) -> Sequence[str]:
        return tuple(self._lines)

    def close(self) -> None:
        pass


class TruthDeck:
    """The electronic deck of a recorded game. It draws what it drew then.

    If the referee has left the truth it may ask for more draws; it gets any outcome that is possible."""

    def __init__(self, source: str, outcomes: Sequence[str]) -> None:
        self.source = source
        self._outcomes = tuple(outcomes)

    def draw(self, outcomes: Sequence[str], drawn: Sequence[str]) -> str:
        then = self._outcomes[len(drawn)] if len(drawn) < len(self._outcomes) else ""
        return then if then in outcomes else outcomes[0]

    def view(self, drawn: int, over: bool) -> DeckView:
        del over  # nothing was sealed, so there is no seed to show
        return DeckView(self.source, "", "", drawn)


@dataclass(frozen=True, slots=True)
class RecordedGlances:
    """What vision says about a clip: of the pictures that are shown to it first, and of every frame. With it
    the referee can watch the clip again without vision."""

    lessons: tuple[Photographed | SheetShown, ...]
    glances: tuple[Glance, ...]


@dataclass(frozen=True, slots=True)
class WatchedFrame:
    """One frame: what vision said, the new ruling if there is one, the judge's verdict, and how long each
    part took (s)."""

    glance: Glance
    ruling: Ruling | None
    verdict: Verdict
    read_seconds: float
    rule_seconds: float


class Playback:
    """A clip that runs through watcher and referee. ``session``: the referee so far; ``judge``: its belief.

    ``without``: one of ``CUES``, which is left out to see what it is worth. ``taught``: whether the clip's
    labelled pictures and contact sheets are looked at first, for portraits. ``portraits``: what is known of
    the box already; ``cards``: a box of the owner's cards; ``recording``: what vision said about the clip, if
    that is known. Raises ClipError or SourceError if the clip cannot be used, OwnCardsError if the box
    cannot."""

    def __init__(
        self,
        clip: Clip,
        taught: bool = True,
        priors: Priors = USUAL,
        without: str = "",
        portraits: Mapping[str, Sequence[Cutting]] | None = None,
        cards: Path | None = None,
        recording: RecordedGlances | None = None,
    ) -> None:
        self.clip, self._now, self._heard = clip, 0.0, 0
        setup = clip.game.setup(clip.spec.seats, dict(clip.spec.options))
        spots = spots_of(placed(clip.game.zones(setup), clip.spec.places))
        electronic, match = frozenset(clip.spec.electronic), match_of(clip)
        learned = None if cards is None else cards_for(clip.game, cards)
        self.likeness = _likeness(spots, portraits or {}, without, learned)
        asked = {"traces": without != TRACES, "sides": without != SIDES}
        self.judge = Judge(match, electronic, self.likeness, priors, **asked)
        decks = [_deck(clip, source) for source in sorted(electronic)]
        self.session = Session(
            "clip", clip.folder.name, match, MemoryJournal(), self.judge, decks, clock=lambda: self._now
        )
        self._recording, self._eye = recording, _Eye(clip, spots)
        for lesson in (
            (self._eye.lessons(setup) if recording is None else recording.lessons) if taught else ()
        ):
            self.session.handle(lesson)

    def steps(self) -> Iterator[WatchedFrame]:
        """Every frame in order. Raises SourceError for a picture that cannot be read."""
        self.session.handle(CameraNamed(self.clip.folder.name, simulated=False))
        races = self.clip.races()
        if races:
            self.session.handle(
                TotemNamed("clip", races[0][1].record.sensors.get("tier", ""), simulated=False)
            )
        heard: deque[tuple[float, Event]] = deque(
            sorted([*self.clip.presses(), *races], key=lambda event: event[0])
        )
        begin = time.perf_counter()
        for glance in self.glances():
            read = time.perf_counter()
            while heard and heard[0][0] <= glance.time:
                self._now, event = heard.popleft()
                self.session.handle(event)
            self._now = glance.time
            wakes = self.session.wakes_at()
            if wakes is not None and wakes <= glance.time:
                self.session.handle(TimePassed())
            seen = time.perf_counter()
            self.session.handle(Seen(glance))
            done = time.perf_counter()
            ruling = self.session.view.ruling
            new = ruling if ruling is not None and ruling.number != self._heard else None
            self.heard()
            yield WatchedFrame(glance, new, self.judge.verdict, read - begin, done - seen)
            begin = time.perf_counter()

    def glances(self) -> Iterator[Glance]:
        """What is seen in every frame in order, without a referee. Raises SourceError as :meth:`steps`."""
        return self._eye.glances() if self._recording is None else iter(self._recording.glances)

    def heard(self) -> None:
        """Mark the latest ruling as known: it came of something that the caller did."""
        ruling = self.session.view.ruling
        self._heard = ruling.number if ruling is not None else 0


class _Eye:
    """The vision of a clip. Raises ClipError."""

    def __init__(self, clip: Clip, spots: Sequence[Spot]) -> None:
        self._clip = clip
        self._spots = spots
        self._anchor, self._camera = _anchor(clip), _camera(clip)

    def lessons(self, setup: Setup) -> Iterator[Photographed | SheetShown]:
        """The clip's labelled pictures and its contact sheets."""
        game = self._clip.game
        for name, image, position in self._clip.teaching():
            yield Photographed(self._view(name, image, self._spots), taught_looks(game, setup, position))
        pictures = list(self._clip.sheets())
        for (name, image), sheet in zip(pictures[1:], sheets_of(game, setup), strict=False):
            faces = spots_of(sheet)
            bare, shown = (self._view(*one, faces) for one in (pictures[0], (name, image)))
            yield SheetShown(read_sheet(shown, bare, faces).portraits)

    def glances(self) -> Iterator[Glance]:
        """What is seen in every frame in order. Raises SourceError for a picture that cannot be read."""
        watcher, sight = TableWatcher(self._spots, self._anchor, self._camera), Sight()
        for frame in self._clip.frames():
            yield sight.read(frame, watcher)

    def _view(self, name: str, image: Image, spots: Sequence[Spot]) -> View:
        """How these places look in a single picture."""
        view = photographed(image, spots, self._anchor, self._camera)
        if view is None:
            raise ClipError(
                N_("The table cannot be found in {file}: leave that picture out, or take it again."),
                (("file", str(self._clip.folder / name)),),
            )
        return view


def recorded(clip: Clip) -> RecordedGlances:
    """What vision says about a clip. Raises ClipError or SourceError if the clip cannot be used."""
    setup = clip.game.setup(clip.spec.seats, dict(clip.spec.options))
    eye = _Eye(clip, spots_of(placed(clip.game.zones(setup), clip.spec.places)))
    return RecordedGlances(tuple(eye.lessons(setup)), tuple(eye.glances()))


def _likeness(
    spots: Sequence[Spot], portraits: Mapping[str, Sequence[Cutting]], without: str, cards: CardBox | None
) -> Likeness | None:
    if without == LIKENESS:
        return None
    asked = {"came": without != CAME, "bare": without != BARE_LOOK, "extent": without != EXTENT}
    return Likeness(spots, portraits, cards=cards, **asked)


def match_of(clip: Clip) -> AnyMatch:
    """The match that the clip begins with."""
    setup = clip.game.setup(clip.spec.seats, dict(clip.spec.options))
    return Match.begin(clip.game, setup, clip.truth.start if clip.truth else None)


def _anchor(clip: Clip) -> Mat | Corners:
    if isinstance(clip.spec.anchor, Outline):
        try:
            return Corners(clip.spec.anchor.picture, clip.spec.anchor.cells)
        except ValueError as error:
            raise _wrong_table(clip, error) from error
    mat = mat_for(clip.game)
    if clip.spec.anchor.name != mat.name:
        raise ClipError(
            N_("The clip {clip} is played on the mat {mat}, but the mat of its game is {own}."),
            (("clip", str(clip.folder)), ("mat", clip.spec.anchor.name), ("own", mat.name)),
        )
    return mat


def _camera(clip: Clip) -> CameraModel | None:
    lens = clip.spec.camera
    if lens is None:
        return None
    try:
        return CameraModel(np.array(lens.k, np.float64), np.array(lens.dist, np.float64))
    except ValueError as error:
        raise _wrong_table(clip, error) from error


def _wrong_table(clip: Clip, error: ValueError) -> ClipError:
    return ClipError(
        N_("The table or camera in {clip} is not right: {reason}. Correct its clip.toml."),
        (("clip", str(clip.folder)), ("reason", str(error))),
    )


def _deck(clip: Clip, source: str) -> TruthDeck:
    if clip.truth is None:
        raise ClipError(
            N_("The clip {clip} has an electronic deck: it needs {file}, which says what was drawn."),
            (("clip", str(clip.folder)), ("file", "truth.match")),
        )
    return TruthDeck(source, drawn_from(clip.truth, source))
