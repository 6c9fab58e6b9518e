"""When what lies in a cell became visible, and which entry of the match brought it there.

Entries are told late: a card whose symbol is uncertain waits, and more cards may lie on it by then. So each
change of a cell is kept together with the number of acts that had changed the cell by then, according to the
likeliest explanation."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Any

from companion.rules.contract import CellId
from companion.rules.match import AnyMatch
from vision.seeing import View

Between = tuple[float, float]
"""The time of the last picture in which it was still hidden, and of the first picture in which it lay open,
in seconds."""
KEPT = 8
"""So many changes of a cell are remembered. People open fewer cards while one is uncertain."""


class Reveals:
    """The changes of one table since the judge took up the ``match``."""

    def __init__(self, match: AnyMatch) -> None:
        self._match = match
        self._acts: Counter[CellId] = Counter()
        """How many entries have changed each cell."""
        self._seen: dict[CellId, deque[tuple[int, Between | None]]] = defaultdict(lambda: deque(maxlen=KEPT))
        """For each change that was seen: the number of acts that had changed the cell by then, this one
        included, and when it was seen."""

    def follow(self, match: AnyMatch) -> None:
        """Take in what the match tells now. Entries that were taken back lose their times."""
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
        match, according to the likeliest explanation."""
        times = shown_between(view, cells)
        acts = Counter(
            cell for changed in _changed(self._match, states, len(self._match.line)) for cell in changed
        )
        for cell, between in times.items():
            self._seen[cell].append((self._acts[cell] + acts[cell], between))

    def since(self, match: AnyMatch, known: int) -> dict[int, Between]:
        """For each entry after the first ``known``, by its number: when what it brought became visible, as
        far as that was seen. ``match``: the one that was followed last, or a longer one."""
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
        """The first change of a cell that belongs to the last of so many acts. Later changes only put the
        piece straight."""
        return next((between for count, between in self._seen[cell] if count == acts), None)


def shown_between(view: View, cells: Iterable[CellId]) -> dict[CellId, Between | None]:
    """Between which times the changes in these cells became visible; None where no hand was seen. It was not
    before a hand came to any cell of the view, because people take a card somewhere else before they turn it
    over."""
    came = min((seen.between[0] for seen in view.cells.values() if seen.between is not None), default=0.0)
    left = {cell: view.cells[cell].between for cell in cells}
    return {cell: None if between is None else (came, between[1]) for cell, between in left.items()}


def _changed(match: AnyMatch, states: Sequence[Any], told: int) -> Iterator[set[CellId]]:
    """The cells of which the look changes with each of these states, which follow ``told`` acts."""
    before = match.line[told - 1].state if told else match.start
    looks = [dict(match.game.looks(state)) for state in (before, *states)]
    for old, new in pairwise(looks):
        yield {cell for cell in old.keys() | new.keys() if old.get(cell) != new.get(cell)}
