"""The only part of the judge that remembers: the last frames, and what hands still owe the table."""

from __future__ import annotations

from dataclasses import replace

from companion.judge.history import BARE, differing
from companion.judge.verdicts import (
    Beginning,
    Played,
    Reason,
    Same,
    TakenBack,
    Unclear,
    Unknown,
    Verdict,
    Waiting,
)
from companion.referee.case import ACCUSE_FRAMES, ASK_AFTER, COMMIT_FRAMES, UNKNOWN_AFTER
from companion.referee.ground import AnyMatch, Ground, Looks, begin, follow
from companion.referee.judge import judge
from companion.referee.reading import DOUBT, CellReading, Reading, Window
from companion.rules.contract import CellId, Certainty, Look
from companion.rules.registry import AnyGame
from vision.types import CameraState, Evidence

_REASONS = {
    CameraState.HAND: Reason.HAND,
    CameraState.LIGHT: Reason.LIGHT,
    CameraState.MOVED: Reason.MOVED,
    CameraState.LOST: Reason.LOST,
    CameraState.TROUBLE: Reason.TROUBLE,
}
FRESH = ACCUSE_FRAMES
"""Hand-free frames during which each one is judged anew; by then the window holds only such frames."""
A_WHILE = 0.5
"""Seconds that a table may seem not to make sense until the picture is still."""
AGAIN = 16
"""Later a table that looks the same is judged anew only after so many frames."""


class Watcher:
    """Watches one table. One for each match; the session's thread only.

    ``electronic``: chance sources that no camera sees, as in ``Chance.source``. After a ``Played`` or
    ``TakenBack`` that the caller has taken in, it calls :meth:`see` with the longer (or shorter) match. The
    match may also change otherwise (touch, an electronic draw): then the cells concerned may look as before
    until hands have followed. The same verdict comes with every frame for as long as the table shows it.
    """

    def __init__(self, game: AnyGame, electronic: frozenset[str] = frozenset()) -> None:
        self._game = game
        self._electronic = electronic
        self._window = Window()
        self._match: AnyMatch | None = None
        self._looks: Looks = {}
        self._ground = Ground({})
        self._said: Verdict | None = None
        self._alarm: Unknown | None = None
        self._waited = 0.0
        """Hand-free seconds, before the present quiet, in which the table made no sense ..."""
        self._puzzled = 0.0
        """... and in the present quiet so far."""
        self._puzzle: dict[CellId, tuple[str, tuple[str, ...]] | None] = {}
        """The cells that look otherwise than they should, in the last frame without hands."""
        self._before: Reading | None = None
        """That frame, and those before it."""
        self._key: tuple[object, ...] = ()
        self._errand = False
        """Whether hands still have to do something where the referee does not look."""
        self._otherwise = False
        """Whether the table has shown something else since it last showed the position."""
        self._begun = False
        """Whether enough was seen for that: of the first picture a camera does not read every cell."""
        self._settled = False
        """Whether the table has shown the position since an entry; what hands covered later may have been
        moved there and back in several visits."""

    def owed(self) -> tuple[CellId, ...]:
        """Cells where hands have not yet carried out what followed, in the order of their names."""
        return tuple(sorted(self._ground.owed))

    def vouch(self) -> None:
        """People say that the table shows the position, though it did not look so when it was last quiet:
        nothing is concluded from the cells that looked otherwise, as long as they look just so."""
        told = {
            cell: look
            for cell, look in self._puzzle.items()
            if look is None
            or Look(*look) not in (self._looks.get(cell, BARE), *self._ground.owed.get(cell, ()))
        }
        strange = {**self._ground.strange, **told}
        self._ground = replace(self._ground, strange=strange, open=(), puzzling={})
        self._puzzle, self._said, self._alarm = {}, None, None

    def see(self, match: AnyMatch, evidence: Evidence) -> Verdict:
        """Take in one frame and say what the table shows. ``match``: as it stands now."""
        if match is not self._match:
            self._follow(match)
        reading = self._window.take(evidence, self._waited)
        if reading is None:
            if self._said is not None and self._before is not None:
                self._ground = replace(self._ground, agreed=self._agreeing(self._before))
            if isinstance(self._said, Waiting | Unclear):
                opened = self._said.open or self._ground.open
                self._ground = replace(self._ground, open=opened, puzzling=self._puzzle)
            self._waited, self._puzzled, self._said = self._waited + self._puzzled, 0.0, None
            return Waiting(_REASONS[evidence.state])
        self._settle(reading)
        quiet = self._said is not None  # since the last hand
        lost = {cell: look for cell, look in self._puzzle.items() if quiet and cell in reading.covered}
        self._puzzle = lost | {
            CellId(name): cell.look
            for name, cell in reading.cells.items()
            if not cell.agrees(self._looks.get(CellId(name), BARE))
        }
        self._before = reading
        key = self._appearance(reading)
        if lost and reading.waited < ASK_AFTER:  # a part of what was done must not pass for all of it
            opened = self._said.open if isinstance(self._said, Waiting | Unclear) else ()
            self._said, self._key = Waiting(Reason.SETTLING, opened), ()
        elif self._said is None or key != self._key or reading.frames <= FRESH or not reading.frames % AGAIN:
            self._said, self._key = self._told(judge(match, reading, self._ground), reading), key
            if isinstance(self._said, Same):
                if reading.frames >= COMMIT_FRAMES and not reading.covered:
                    self._ground = replace(self._ground, open=(), puzzling={})
                self._remember(match, reading)
        if isinstance(self._said, Waiting | Unclear):
            self._puzzled = reading.quiet
        else:
            long = self._waited + self._puzzled > A_WHILE
            self._waited = self._puzzled = 0.0
            self._begun = self._begun or reading.frames > FRESH
            if self._begun and reading.frames >= COMMIT_FRAMES:
                self._leave(otherwise=long or not isinstance(self._said, Same))
        return self._said

    def _agreeing(self, reading: Reading) -> frozenset[CellId]:
        """The cells where nothing is likelier than what should stand there."""
        return frozenset(
            CellId(name)
            for name, cell in reading.cells.items()
            if cell.best[1] == self._looks.get(CellId(name), BARE).pieces
        )

    def _leave(self, *, otherwise: bool) -> None:
        """The table makes sense after a visit; ``otherwise``: it showed something else than the position."""
        self._otherwise = otherwise or self._otherwise
        if not self._settled:
            self._settled = True
            self._window.settle()
        elif isinstance(self._said, Same):
            came = self._window.leave(changed=self._otherwise or self._errand)
            self._otherwise, self._errand = False, self._errand and not came

    def _told(self, verdict: Verdict, reading: Reading) -> Verdict:
        """Tell of something odd once, and go on without it when the game goes on."""
        if isinstance(verdict, Unknown):
            self._alarm = verdict
            told = {cell: reading.cells[cell].look for cell in verdict.cells}
            self._ground = replace(self._ground, strange={**self._ground.strange, **told})
        if self._alarm is not None and self._ground.strange.keys().isdisjoint(self._alarm.cells):
            self._alarm = None
        return self._alarm if isinstance(verdict, Same) and self._alarm is not None else verdict

    def _follow(self, match: AnyMatch) -> None:
        if self._match is None:
            self._ground = begin(match, self._electronic)
        else:
            self._ground = follow(self._ground, self._match, match, self._said)
        self._errand = self._match is not None and self._sends_aside(self._match, match)
        seen = isinstance(self._said, Played | TakenBack)
        puzzling = {} if seen else self._ground.puzzling
        agreed = frozenset[CellId]() if seen else self._ground.agreed
        self._ground = replace(self._ground, open=self._still_open(match), puzzling=puzzling, agreed=agreed)
        looks = self._ground.looks(self._game, match.state)
        if not seen:
            self._ground = replace(self._ground, strange={**self._ground.strange, **self._misread(looks)})
        self._window.forget_visits()
        self._match, self._said, self._alarm = match, None, None
        self._settled = self._otherwise = False
        self._looks = looks

    def _misread(self, looks: Looks) -> dict[CellId, tuple[str, tuple[str, ...]]]:
        """The cells that people have entered anew, and that look neither as before nor so: people know what
        lies there, and what they have said is not asked about again."""
        seen = {cell: look for cell in differing(self._looks, looks) if (look := self._puzzle.get(cell))}
        return {cell: look for cell, look in seen.items() if Look(*look) != looks.get(cell, BARE)}

    def _still_open(self, match: AnyMatch) -> tuple[Beginning, ...]:
        """What may have happened, before the last hand came, after what people entered, if that was the first
        part of it; nothing if it was all of it."""
        if self._match is None or isinstance(self._said, Played | TakenBack):
            return ()
        stood = len(self._match.line)
        if match.line[:stood] != self._match.line:
            return ()
        entered = tuple(replace(played.entry, at=None) for played in match.line[stood:])
        left = tuple(beginning.after(entered) for beginning in self._ground.open)
        rest = tuple(beginning for beginning in left if beginning is not None)
        return rest if all(beginning.entries for beginning in rest) else ()

    def _sends_aside(self, before: AnyMatch, now: AnyMatch) -> bool:
        """Whether from new entries something follows where anything may lie."""
        looks = self._game.looks(now.state)
        new = now.line[len(before.line) :]
        cells = {cell for played in new for effect in played.effects for cell in effect.cells}
        return any(looks.get(cell, BARE).certainty is Certainty.ANY for cell in cells)

    def _settle(self, reading: Reading) -> None:
        """Nothing is owed any more where the new look was seen, or something odd that is not how it looked
        before; nor is odd what looks otherwise now: as it should, or a hand was there. (What is hard to read
        looks now so, now so.)"""
        owed = {
            cell: old
            for cell, old in self._ground.owed.items()
            if cell not in self._ground.strange
            and not _done(reading.cells.get(cell), self._looks.get(cell, BARE), old)
        }
        strange = {
            cell: look
            for cell, look in self._ground.strange.items()
            if cell not in reading.cells
            or not _plain(reading.cells[cell])
            or reading.cells[cell].look == look
            or (cell in reading.untouched and not reading.cells[cell].agrees(self._looks.get(cell, BARE)))
        }
        if len(owed) < len(self._ground.owed) or len(strange) < len(self._ground.strange):
            self._ground = replace(self._ground, owed=owed, strange=strange)

    def _remember(self, match: AnyMatch, reading: Reading) -> None:
        """Note what lies on piles, where the position does not say it. What is covered now keeps what lay
        there last: a change will be news when it can be seen."""
        piles = {
            cell for cell, look in self._game.looks(match.state).items() if look.certainty is Certainty.ANY
        }
        kept = {cell: look for cell, look in self._ground.remembered.items() if cell in piles}
        seen = {
            CellId(name): Look(*cell.best)
            for name, cell in reading.cells.items()
            if name in piles and _known(cell)
        }
        self._ground = replace(self._ground, remembered=kept | seen)

    def _appearance(self, reading: Reading) -> tuple[object, ...]:
        """Everything by which a later reading could lead to another verdict, but for small differences."""
        odd = tuple(
            (name, cell.best, cell.unknown)
            for name, cell in reading.cells.items()
            if cell.unknown or not cell.agrees(self._looks.get(CellId(name), BARE))
        )
        stage = (reading.quiet >= UNKNOWN_AFTER, reading.waited >= ASK_AFTER, reading.healthy)
        youngest = min((cell.frames for cell in reading.cells.values()), default=0)
        ripe = (youngest >= COMMIT_FRAMES, youngest >= ACCUSE_FRAMES)
        return (odd, reading.covered, stage, ripe)


def _plain(cell: CellReading) -> bool:
    return cell.frames >= COMMIT_FRAMES and cell.steady


def _known(cell: CellReading) -> bool:
    return _plain(cell) and not cell.unknown


def _done(cell: CellReading | None, new: Look, old: tuple[Look, ...]) -> bool:
    return (
        cell is not None
        and _known(cell)
        and cell.doubt(new) <= DOUBT
        and all(cell.doubt(look) > DOUBT for look in old if look.certainty is Certainty.SEEN)
    )
