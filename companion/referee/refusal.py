"""The comment line by which the journal remembers a refusal. The match replays without it."""

from __future__ import annotations

import json

from companion.referee.json_line import damaged, read_row
from companion.referee.view import Ruling, RulingKind
from companion.rules.contract import Breach, CellId, ClauseId

_MARK = "# refused "


def refusal_note(ruling: Ruling) -> str:
    """``# refused`` and JSON: ``at``, ``seat``, ``move``, ``cells``, ``breaks`` (clause, cells, facts)."""
    row = {
        "at": ruling.at,
        "seat": ruling.seat,
        "move": ruling.move,
        "cells": ruling.cells,
        "breaks": [[breach.clause, breach.cells, breach.facts] for breach in ruling.breaches],
    }
    return _MARK + json.dumps(row, separators=(",", ":"))


def puts_back(ruling: Ruling | None, cells: tuple[CellId, ...]) -> bool:
    """Whether a refusal has already told people to put these cells right. It stands while an arm reaches
    in."""
    return ruling is not None and ruling.kind is RulingKind.REFUSED and set(cells) <= set(ruling.cells)


def read_refusal(line: str, number: int) -> Ruling | None:
    """The ruling of a line, as ``number`` of its match; None for a line about something else. Raises
    ValueError for a damaged line."""
    if not line.startswith(_MARK):
        return None
    text = line.removeprefix(_MARK)
    row = read_row(text, "a refusal")
    try:
        at, seat, move = float(row["at"]), str(row["seat"]), str(row["move"])
        breaches = tuple(
            Breach(ClauseId(str(clause)), _cells(cells), tuple((str(key), str(said)) for key, said in facts))
            for clause, cells, facts in row["breaks"]
        )
        return Ruling(number, RulingKind.REFUSED, at, seat, move, breaches, _cells(row["cells"]))
    except (KeyError, TypeError, ValueError) as error:
        raise damaged(text, "a refusal") from error


def _cells(said: list[object]) -> tuple[CellId, ...]:
    return tuple(CellId(str(cell)) for cell in said)
