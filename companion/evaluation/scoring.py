"""How well the referee did: shares, counts and times of watched clips, and the table that shows them."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from companion.evaluation.clips import Clip
from companion.evaluation.reliability import BINS, Statement, bins_of, brier, json_of, lines_of
from companion.referee.events import OutcomeEntered, TotemSaid
from companion.referee.own import own
from companion.referee.session import Session
from companion.referee.share import Share
from companion.rules.match import AnyMatch, PlayedEntry

KIND = "caught: "
"""The beginning of the names under which the shares of refused mistakes are kept by kind."""


class OwnScore:
    """What a game scores a clip by besides its moves. This one scores nothing. ``shares`` and ``times`` (s)
    as in :class:`Score`; ``delay``: seconds by which people answer later than those who look at once."""

    def __init__(self) -> None:
        self.delay = 0.0
        self.shares: dict[str, Share] = {}
        self.times: dict[str, list[float]] = {}

    def note(self, session: Session, now: float) -> None:
        """Take in one more glance."""

    def say(
        self, _session: Session, _lawful: Sequence[PlayedEntry[Any]], _now: float, /
    ) -> tuple[TotemSaid | OutcomeEntered | None, set[int]]:
        """What people say when they are asked something, and the numbers of the true entries that this tells.
        It comes from the truth up to ``now`` (s), without what was refused."""
        return None, set()

    def finish(
        self, lawful: Sequence[PlayedEntry[Any]], known: Mapping[int, float], helped: Collection[int]
    ) -> None:
        """Work out the sums. ``known``: when each true entry was understood, by its number; ``helped``: the
        numbers of those that were entered by touch or told by an answer."""


def own_score(clip: Clip, truth: AnyMatch, delay: float) -> OwnScore:
    """The measures of the clip's own game. ``truth``: everything that was done; ``delay``: as there."""
    make = own(clip.game.id, "SCORE")
    score: OwnScore = OwnScore() if make is None else make(clip, truth)
    score.delay = delay
    return score


@dataclass(frozen=True, slots=True)
class Score:
    """What one clip showed, or several added up.

    ``shares``: ``cells`` and ``boards`` read right without rules at quiet moments, ``decoded`` positions of
    the referee right then, ``moves`` understood without help, ``final`` ones among them, ``moves or asked``:
    those, and what a right answer to a question told, ``games`` without a repair, ``named`` refusals that
    cite a right clause, those of each marker (``disc``: cells where it lies, read right), and under ``caught:
    KIND`` the mistakes refused. Of a game with a totem also those of the
    ``moves``: ``flips`` of cards, ``duels`` (cards after which somebody may grab, before somebody did),
    ``grabs`` and ``penalties``; ``verdicts named``: movements of which the first verdict said who did what,
    ``verdicts right``, and as ``grab told as decided`` what was said first of each kind of movement;
    ``reveals``: intervals of the camera in which the card really became visible.
    ``counts``: ``false alarms`` (and those about each marker, as ``false alarms about the disc``), ``wrong
    commits``, ``questions``, ``unknowns``, ``answers``, ``repairs``, ``taps`` (an answer, an undo, an entry,
    "all lies as shown"), ``rulings`` of the camera, ``frames``. Without any ruling there is nothing that the
    error counts tell.
    ``times`` (seconds): ``frame read``, ``frame judged``, ``view judged`` (frames that bring a view),
    ``move ruled``, ``mistake refused``, these two
    from the moment when the hand had left; ``reveal width``; ``flip shown`` and ``flip told``,
    from the same moment until a card was at least shown as seen, and until it was told, without help.
    ``stated``: certainty and whether it was so: ``certain of position`` (what lies on the table, at views
    with something that is not final) and ``certain of commit``.
    """

    shares: Mapping[str, Share] = field(default_factory=dict)
    counts: Mapping[str, int] = field(default_factory=dict)
    times: Mapping[str, tuple[float, ...]] = field(default_factory=dict)
    stated: Mapping[str, tuple[Statement, ...]] = field(default_factory=dict)

    def __add__(self, other: Score) -> Score:
        return Score(
            _added(self.shares, other.shares, Share()),
            _added(self.counts, other.counts, 0),
            _added(self.times, other.times, ()),
            _added(self.stated, other.stated, ()),
        )

    def told(self, name: str) -> str:
        """The count; "-" if the referee never said anything, because then having no errors is no merit."""
        return str(self.counts.get(name, 0)) if self.counts.get("rulings") else "-"

    def table(self) -> Iterator[str]:
        """The figures for people, one a line."""
        for name, share in self.shares.items():
            yield f"{name:24} {share}"
        for name, count in self.counts.items():
            yield f"{name:24} {self.told(name) if name in SAID else count}"
        for name, seconds in self.times.items():
            if seconds:
                yield (
                    f"{name:24} p50 {1000 * quantile(seconds, 0.5):.1f} ms, "
                    f"p95 {1000 * quantile(seconds, 0.95):.1f} ms, "
                    f"p99 {1000 * quantile(seconds, 0.99):.1f} ms (n = {len(seconds)})"
                )
        for name, statements in self.stated.items():
            yield from lines_of(name, statements)

    def as_json(self) -> dict[str, Any]:
        """The figures for programs; times in seconds."""
        return {
            "shares": {
                name: {"hits": s.hits, "trials": s.trials, "interval": list(s.interval)}
                for name, s in self.shares.items()
            },
            "counts": dict(self.counts),
            "times": {
                name: {"n": len(t)} | {f"p{n}": quantile(t, n / 100) for n in (50, 95, 99)}
                for name, t in self.times.items()
                if t
            },
            "reliability": {name: json_of(statements) for name, statements in self.stated.items()},
        }


Group = tuple[str, str, str]
"""Source, game, and when people answered: a row of the tables."""
SAID = ("false alarms", "wrong commits", "questions", "unknowns")
"""Counts of what the referee says."""
COUNTS = (*SAID, "answers", "repairs", "taps", "rulings", "frames")
"""All counts of a score, in the order in which they are shown."""
COLUMNS = (
    "source", "game", "answered", "clips", "moves understood", "final", "understood or asked",
    "mistakes told", "right clause",
    "false accusations", "wrong commits", "questions and taps per 100 moves",
    "hand out to ruling p50 / p95 (s)", "a view judged p50 / p99 (ms)",
)  # fmt: skip
"""Columns of the table of :func:`rows_of`."""


def rows_of(scores: Mapping[Group, Sequence[Score]]) -> Iterator[tuple[str, ...]]:
    """The table of figures, a row for each group; never pooled over them."""
    yield COLUMNS
    yield ("---",) * len(COLUMNS)
    for group, some in sorted(scores.items()):
        total = sum(some, Score())
        counts, moves = total.counts, total.shares.get("moves", Share())
        told = sum((s for name, s in total.shares.items() if name.startswith(KIND)), Share())
        asked = counts.get("questions", 0) + counts.get("unknowns", 0)
        taps = counts.get("taps", 0)
        seconds = total.times.get("move ruled", ())
        per_100 = (
            f"{_per_100(asked, moves) if counts.get('rulings') else '-'} / {_per_100(taps, moves)}"
            if moves.trials
            else "-"
        )
        times = (
            f"{quantile(seconds, 0.5):.2f} / {quantile(seconds, 0.95):.2f} (n = {len(seconds)})"
            if seconds
            else "-"
        )
        yield (
            *group, str(len(some)), moves.short, total.shares.get("final", Share()).short,
            total.shares.get("moves or asked", Share()).short, told.short,
            total.shares.get("named", Share()).short, total.told("false alarms"),
            total.told("wrong commits"), per_100, times, _milliseconds(total.times.get("view judged", ())),
        )  # fmt: skip


def _milliseconds(seconds: tuple[float, ...]) -> str:
    if not seconds:
        return "-"
    return f"{1000 * quantile(seconds, 0.5):.0f} / {1000 * quantile(seconds, 0.99):.0f} (n = {len(seconds)})"


def _per_100(count: int, moves: Share) -> str:
    return f"{100 * count / moves.trials:.1f}"


RELIABILITY = (
    "source",
    "game",
    "answered",
    "stated",
    *(f"{name}: right (mean stated)" for name in BINS),
    "Brier score",
)
"""Columns of the table of :func:`reliability_of`."""


def reliability_of(scores: Mapping[Group, Sequence[Score]]) -> Iterator[tuple[str, ...]]:
    """The second table: how far stated certainty can be trusted, by group."""
    yield RELIABILITY
    yield ("---",) * len(RELIABILITY)
    for group, some in sorted(scores.items()):
        for name, statements in sum(some, Score()).stated.items():
            value = brier(statements)
            told = "-" if value is None else f"{value:.4f}"
            yield (*group, name, *(one.short for one in bins_of(statements)), told)


def _added(one: Mapping[str, Any], other: Mapping[str, Any], nothing: Any) -> dict[str, Any]:
    return {key: one.get(key, nothing) + other.get(key, nothing) for key in dict.fromkeys((*one, *other))}


def quantile(values: tuple[float, ...], share: float) -> float:
    """The nearest-rank quantile of a non-empty sample."""
    ordered = sorted(values)
    return ordered[max(0, math.ceil(share * len(ordered)) - 1)]
