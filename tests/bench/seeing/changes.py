"""Counts what was told about a set of photos against its truth.

A change is *due* in the first photo that shows its cell uncovered; it may be told from its own photo on. Told
later it is missed and *late*, not false. A change that the photos never show uncovered, or that another
change of the cell overtakes first, need not be told. What is told of a cell that something covers in this
photo or in the one before is never false. *Light only* are photos in which nothing is due and no hand was
near, now or in the photo before."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields

from companion.referee.share import Share
from tests.bench.seeing.truth import Photo

NONE = Share()


@dataclass(frozen=True, slots=True)
class Said:
    """What was said while one photo was shown. ``cells``: those told as changed, with the seconds until then;
    ``hand``: whether a hand was seen over some cell, None where that was not asked."""

    cells: Mapping[str, float] = field(default_factory=dict)
    hand: bool | None = None


@dataclass(frozen=True, slots=True)
class Change:
    """One true change: its cell, the photo since which it is there, the one in which it is due (None: it need
    not be told), and the last one before the cell changes again."""

    cell: str
    since: int
    due: int | None
    until: int


@dataclass(frozen=True, slots=True)
class CellFigures:
    """The counts of one set, or of several of one source. ``exact``: photos with something due in which all
    of it and nothing false was told; ``cells``: due ones told in time; ``quiet``: photos of light only with a
    false cell; ``seen``: photos with a hand in which one was seen; ``ghosts``: photos without one in which
    one was seen. ``delays``: seconds until a change was told in time; ``minutes``: how long the photos were
    shown; ``idle``, ``settled``: processor time (ms) of a frame without and with a settled view."""

    exact: Share = NONE
    cells: Share = NONE
    late: int = 0
    false: int = 0
    quiet: Share = NONE
    seen: Share = NONE
    ghosts: Share = NONE
    minutes: float = 0.0
    delays: tuple[float, ...] = ()
    idle: tuple[float, ...] = ()
    settled: tuple[float, ...] = ()

    def __add__(self, other: CellFigures) -> CellFigures:
        return CellFigures(*(getattr(self, f.name) + getattr(other, f.name) for f in fields(self)))


def changes_of(photos: Sequence[Photo]) -> Iterator[Change]:
    """All changes of a set, in order."""
    count = len(photos)
    for since, photo in enumerate(photos):
        for cell in sorted(photo.changed):
            again = next((n for n in range(since + 1, count) if cell in photos[n].changed), count)
            due = next((n for n in range(since, again) if cell not in photos[n].hidden), None)
            yield Change(cell, since, due, again - 1)


def score(photos: Sequence[Photo], said: Sequence[Said]) -> CellFigures:
    """Count. ``said``: one for each photo. Raises ValueError unless they are as many."""
    told, false, late = _told(photos, said)
    changes = [change for change in changes_of(photos) if change.due]
    due: dict[int, list[Change]] = {}
    for change in changes:
        due.setdefault(change.due or 0, []).append(change)
    quiet = [n for n in range(1, len(photos)) if n not in due and not _is_stirred(photos, n)]
    hands = [(photo.hand, one.hand) for photo, one in zip(photos, said, strict=True) if one.hand is not None]
    return CellFigures(
        exact=Share(sum(n not in false and told.keys() >= set(some) for n, some in due.items()), len(due)),
        cells=Share(len(told), len(changes)),
        late=late,
        false=sum(map(len, false.values())),
        quiet=Share(sum(n in false for n in quiet), len(quiet)),
        seen=_share(seen for there, seen in hands if there is True),
        ghosts=_share(seen for there, seen in hands if there is False),
        delays=tuple(told.values()),
    )


def _share(said: Iterator[bool | None]) -> Share:
    hits = [bool(one) for one in said]
    return Share(sum(hits), len(hits))


def _is_stirred(photos: Sequence[Photo], number: int) -> bool:
    return any(photo.hand is not False for photo in photos[number - 1 : number + 1])


def _told(
    photos: Sequence[Photo], said: Sequence[Said]
) -> tuple[dict[Change, float], dict[int, set[str]], int]:
    """The due changes that were told in time, with their delays; false cells by photo; how many came late."""
    by_cell: dict[str, list[Change]] = {}
    for change in changes_of(photos):
        by_cell.setdefault(change.cell, []).append(change)
    told: dict[Change, float] = {}
    false: dict[int, set[str]] = {}
    late = set[Change]()
    for number, (photo, one) in enumerate(zip(photos, said, strict=True)):
        covered = photo.hidden | photos[max(0, number - 1)].hidden
        for cell, seconds in one.cells.items():
            here = next((c for c in by_cell.get(cell, ()) if c.since <= number <= c.until), None)
            if here is not None and (here.due is None or number <= here.due):
                if here.due:
                    told.setdefault(here, seconds)
            elif here is not None and here not in told and here not in late:
                late.add(here)
            elif cell not in covered:
                false.setdefault(number, set()).add(cell)
    return told, false, len(late)
