"""Keeps two pictures beside each ruling of an open table: as it lay at the last entry, and as it lay then.

The pictures are made of the settled views that the judge is given, so they show the watched places only, and
nothing is asked of the camera's process.

Threads: the judge tells of views and the session of rulings, both on the session's thread, where a picture is
only copied. A thread named ``pictures`` encodes and writes. When it falls behind, pictures are dropped and
counted; a ruling never waits for it."""

from __future__ import annotations

import logging
import queue
import threading
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial

from companion.journal.pictures import PictureBudget, PictureStore
from companion.judge.judge import Judge
from companion.judge.readings import changed_by, likeliest
from companion.judge.verdicts import FirstSeen, Played, Refused, TakenBack, Unclear, Unknown, Verdict
from companion.locale import N_, Message
from companion.referee.asking import answer
from companion.referee.exhibit import Exhibit, ToldReading, digest_of, exhibit_note
from companion.referee.guard import failed
from companion.referee.publish import joined, told_as_one
from companion.referee.view import Ruling, RulingKind, TableView
from companion.rules.contract import CellId
from companion.rules.match import AnyMatch, Entry, format_entry
from vision.board_picture import BoardPicture, jpeg
from vision.seeing import Glance, View
from vision.types import Image, Spot
from vision.watching import clearly_changed

_logger = logging.getLogger(__name__)

_NOT_KEPT = N_("Pictures of rulings cannot be kept in {path} ({reason}); play goes on without them.")
WAITING = 8
"""So many pairs of pictures wait to be written at most; each takes 3 MB of memory."""
_BY_CAMERA: Mapping[RulingKind, tuple[type, ...]] = {
    RulingKind.UNCLEAR: (Unclear, FirstSeen),
    RulingKind.UNKNOWN: (Unknown,),
    RulingKind.UNDONE: (TakenBack,),
}
NOTHING = Message(N_("Nothing was done"))
_OPEN = (RulingKind.REFUSED, RulingKind.UNCLEAR, RulingKind.UNKNOWN)
"""After these the table is still compared with how it lay at the last entry."""


@dataclass(frozen=True, slots=True, eq=False)
class _Shot:
    """A ruling whose pictures are to be written. ``exhibit`` lacks their SHA-256."""

    exhibit: Exhibit
    before: Image
    after: Image


class WatchingJudge(Judge):
    """A judge whose views are shown to a witness, too."""

    witness: Witness

    def see(self, match: AnyMatch, glance: Glance) -> Verdict:
        """As :meth:`Judge.see`."""
        verdict = super().see(match, glance)
        self.witness.see(glance.view, match)
        return verdict

    def place(self, spots: Sequence[Spot]) -> None:
        """As :meth:`Judge.place`."""
        super().place(spots)
        self.witness.place(spots)


class Witness:
    """A reader that keeps pictures of match ``number``. ``budget`` is asked before each is kept; ``changed``
    is called when one has been. ``trouble``: the first reason why one could not be kept; it stays.
    ``dropped``: how many were not kept because the writer was behind, ``failed``: because it could not
    write."""

    def __init__(
        self,
        store: PictureStore,
        number: int,
        budget: Callable[[], PictureBudget],
        changed: Callable[[], None],
    ) -> None:
        self.trouble: Message | None = None
        self.dropped = self.failed = 0
        self._store = store
        self._number = number
        self._budget = budget
        self._changed = changed
        self._exhibits: dict[str, Exhibit] = {}
        # the session's thread
        self._views: list[View] = []
        self._match: AnyMatch | None = None
        self._told = 0
        self._spots: Sequence[Spot] = ()
        self._board: BoardPicture | None = None
        self._before: Image | None = None
        self._cells: set[str] = set()
        self._closed = True
        """Whether nothing has been seen since the last entry."""
        # between the threads
        self._shots: queue.Queue[_Shot | None] = queue.Queue(WAITING)
        self._thread = threading.Thread(target=self._run, name="pictures", daemon=True)

    def join(
        self,
        judge: WatchingJudge,
        spots: Sequence[Spot],
        note: Callable[[str], None],
        answers: Callable[[], Mapping[str, tuple[Entry, ...]]],
    ) -> None:
        """Watch what this judge is shown; call once, before anything is shown. ``note`` stores a line with
        the next entry of the journal; ``answers``: what each answer to the standing question would enter."""
        self._judge, self._note, self._answers = judge, note, answers
        judge.witness = self
        self.place(spots)

    def start(self) -> None:
        """Begin to write."""
        self._thread.start()

    def close(self) -> None:
        """Write what waits."""
        if self._thread.is_alive():
            self._shots.put(None)
            self._thread.join()
            if self.dropped or self.failed:
                _logger.warning("%d pictures were dropped, %d failed", self.dropped, self.failed)

    def exhibits(self) -> tuple[Exhibit, ...]:
        """What is kept of this match, the oldest ruling first."""
        return tuple(self._exhibits.copy().values())

    def picture(self, digest: str) -> bytes | None:
        """A kept picture; None if it is gone or damaged."""
        return self._store.picture(self._number, digest)

    # -- the session's thread -------------------------------------------------------------------------

    def place(self, spots: Sequence[Spot]) -> None:
        """The camera watches these places from now on; a first view of them follows."""
        self._views.clear()
        self._spots, self._board, self._before, self._closed = spots, None, None, True

    def see(self, view: View | None, match: AnyMatch) -> None:
        """Take note of what the judge was shown, and by which match it judged."""
        self._match = match
        if view is not None:
            self._views.append(view)

    def __call__(self, view: TableView) -> None:
        """Copy the pictures of a new ruling for the thread that writes them."""
        board, ruling = self._drawn(), view.ruling
        if ruling is None or ruling.number == self._told:
            return
        self._told = ruling.number
        if board is not None and self._match is not None and self._before is not None:
            seen = _is_of(self._judge.verdict, ruling)
            grabbed = view.totem is not None and view.totem.case is not None
            if (seen or grabbed or not self._closed) and self._budget().bytes:
                exhibit = self._exhibit(view, ruling, self._match, board)
                self._put(_Shot(exhibit, self._before, board.pixels.copy()))
        self._closed = self._closed or ruling.kind not in _OPEN

    def _drawn(self) -> BoardPicture | None:
        """The picture with the newest views taken in; None before the first."""
        views, self._views = self._views, []
        for view in views:
            self._board = self._board or BoardPicture(self._spots)
            if self._closed and self._before is not None and not view.first:
                self._before, self._closed = self._board.pixels.copy(), False
                self._cells.clear()
            self._board.lay(view)
            if self._before is None:
                self._before = self._board.pixels.copy()
            self._cells.update(cell for cell, seen in view.cells.items() if clearly_changed(seen))
        return self._board

    def _exhibit(self, view: TableView, ruling: Ruling, match: AnyMatch, board: BoardPicture) -> Exhibit:
        """The exhibit of a ruling, without its pictures."""
        readings, apart = self._readings(ruling, match)
        asked = self._answers() if ruling.kind is RulingKind.UNCLEAR else {}
        answers = {key: tuple(sorted(changed_by(match, one))) for key, one in asked.items() if one}
        changed = tuple(sorted(self._cells.union(ruling.cells)))
        outlined = {*changed, *apart, *(cell for cells in answers.values() for cell in cells)}
        return Exhibit(
            ruling.kind, ruling.at, ruling.seat, ruling.move, view.entries, "", "", changed, apart,
            readings, answers, board.outlines(sorted(outlined)),
        )  # fmt: skip

    def _readings(
        self, ruling: Ruling, match: AnyMatch
    ) -> tuple[tuple[ToldReading, ...], tuple[CellId, ...]]:
        """How the judge read it, and which cells tell its readings apart; nothing for what people entered
        without having been asked."""
        verdict = self._judge.verdict
        if not (_is_of(verdict, ruling) or isinstance(verdict, Unclear | FirstSeen)):
            return (), ()
        held, apart = likeliest(self._judge.belief, verdict)
        what = (answer(one.entries, match) if one.entries else NOTHING for one in held)
        pairs = zip(what, held, strict=True)
        return (
            tuple(
                ToldReading(w, round(one.probability, 4), one.breaks, tuple(map(format_entry, one.entries)))
                for w, one in pairs
            ),
            apart,
        )

    def _put(self, shot: _Shot) -> None:
        try:
            self._shots.put_nowait(shot)
        except queue.Full:
            self.dropped += 1

    # -- the thread that writes -----------------------------------------------------------------------

    def _run(self) -> None:
        used = self._guarded(self._begin, 0)
        while (shot := self._shots.get()) is not None:
            used += self._guarded(partial(self._keep, shot, used), 0)

    def _guarded(self, work: Callable[[], int], otherwise: int) -> int:
        """What the work gives. If it fails, people are told once, and the thread goes on."""
        try:
            return work()
        except OSError as error:
            facts = (("path", str(self._store.folder)), ("reason", error.strerror or str(error)))
            self.trouble = self.trouble or Message(_NOT_KEPT, facts)
        except BaseException as error:  # noqa: BLE001 - a game may even want to end the program
            self.trouble = self.trouble or failed(error)
        self.failed += 1
        self._changed()
        return otherwise

    def _begin(self) -> int:
        """Read what is kept of this match, and make room; how many bytes are in use."""
        self._exhibits.update(self._store.exhibits(self._number))
        return self._store.prune(self._budget())

    def _keep(self, shot: _Shot, used: int) -> int:
        """Write a shot; how many bytes more are in use now. Raises OSError."""
        pictures = [jpeg(shot.before), jpeg(shot.after)]
        before, after = map(digest_of, pictures)
        exhibit = replace(shot.exhibit, before=before, after=after)
        budget, size = self._budget(), sum(map(len, pictures))
        pruned = 0
        if used + size > budget.bytes:
            pruned = used - self._store.prune(budget, size)
        digest = self._store.keep(self._number, exhibit, pictures)
        self._exhibits[digest] = exhibit
        self._note(exhibit_note(digest))
        self._changed()
        return size - pruned


def _is_of(verdict: Verdict, ruling: Ruling) -> bool:
    """Whether the judge's verdict is what has been ruled, so that it was not entered by touch."""
    match verdict:
        case Played(entries=entries):
            return ruling.kind is RulingKind.PLAYED and told_as_one(entries) == (ruling.seat, ruling.move)
        case Refused(attempts=attempts):
            return ruling.kind is RulingKind.REFUSED and joined(attempts) == ruling.move
        case _:
            return isinstance(verdict, _BY_CAMERA.get(ruling.kind, ()))
