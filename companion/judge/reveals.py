"""When what lies in a cell became visible, as views saw it, and which entry of the match brought it.

Entries are told late: a card of which the symbol is not certain waits, and more cards may lie on it by then.
So each change of a cell is kept with how many acts had changed that cell by then, as the likeliest
explanation has it."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from companion.rules.contract import CellId
from companion.rules.match import AnyMatch
from vision.seeing import View

Between = tuple[float, float]
"""Times of the last picture in which it was still hidden, and of the first one in which it lay open (s)."""
KEPT = 8
"""Changes of a cell that are remembered: more cards than people open while one is not certain."""


class Reveals:
    """Of one table, since the judge took up the ``match``."""

    def __init__(self, match: AnyMatch) -> None:
        self._match = match
        self._acts: Counter[CellId] = Counter()
        """How many entries have changed each cell."""
        self._seen: dict[CellId, deque[tuple[int, Between | None]]] = defaultdict(lambda: deque(maxlen=KEPT))
        """For each change that was seen: how many acts had changed the cell with it, and when."""

    def follow(self, match: AnyMatch) -> None:
        """Take in what the match tells now; what was taken back has no time."""
        line, told = self._match.line, len(self._match.line)
        if any(one is not other for one, other in zip(line, match.line, strict=False)) or told > len(
            match.line
        ):
            self._acts.clear()
            self._seen.clear()
        else:
            for cells in _changed(match, [played.state for played in match.line[told:]], told):
                self._acts.update(cells)
        self._match = match

    def see(self, view: View, cells: Iterable[CellId], states: Sequence[Any]) -> None:
        """Take in a view in which these cells changed. ``states``: the position after each act since the
        match, as the likeliest explanation has it."""
        times = shown_between(view, cells)
        acts = Counter(
            cell for changed in _changed(self._match, states, len(self._match.line)) for cell in changed
        )
        for cell, between in times.items():
            self._seen[cell].append((self._acts[cell] + acts[cell], between))

    def since(self, match: AnyMatch, known: int) -> dict[int, Between]:
        """By the number of each entry after the first ``known`` when what it brought became visible, as far
        as that was seen. ``match``: the one that was followed last, or a longer one."""
        found: dict[int, Between] = {}
        told, acts = len(self._match.line), Counter[CellId]()
        fresh = match.line[told:]
        changes = _changed(match, [played.state for played in fresh], told)
        for played, changed in zip(fresh, changes, strict=True):
            acts.update(changed)
            looks = match.game.looks(played.state)
            brought = [cell for cell in changed if cell in looks and looks[cell].pieces]
            times = [self._at(cell, self._acts[cell] + acts[cell]) for cell in brought]
            seen = [between for between in times if between is not None]
            if seen and played.number > known:
                found[played.number] = max(seen, key=lambda between: between[1])
        return found

    def _at(self, cell: CellId, acts: int) -> Between | None:
        """The first change of a cell that the last of so many acts explains: later ones put it straight."""
        return next((between for count, between in self._seen[cell] if count == acts), None)


def shown_between(view: View, cells: Iterable[CellId]) -> dict[CellId, Between | None]:
    """Between which times what changed in these cells became visible; None where no hand was seen.
    Who turns a card over takes it somewhere else first: so not before a hand came to any cell of the view."""
    came = min((seen.between[0] for seen in view.cells.values() if seen.between is not None), default=0.0)
    left = {cell: view.cells[cell].between for cell in cells}
    return {cell: None if between is None else (came, between[1]) for cell, between in left.items()}


def _changed(match: AnyMatch, states: Sequence[Any], told: int) -> Iterator[set[CellId]]:
    """The cells of which the look changes with each of these states, which follow ``told`` acts."""
    before = match.line[told - 1].state if told else match.start
    looks = [dict(match.game.looks(state)) for state in (before, *states)]
    for old, new in pairwise(looks):
        yield {cell for cell in old.keys() | new.keys() if old.get(cell) != new.get(cell)}
