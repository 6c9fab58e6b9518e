"""Writes the results of an evening to disk: one JSON file, one CSV file, and a match file for each match."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Any

from companion.broadcast.hall import HallResult, SeatResult
from companion.broadcast.standings import Evening, Standing, told

FORMAT = 1
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell for a formula if it begins with one of these."""


def write_results(
    folder: Path,
    evening: Evening,
    results: Iterable[HallResult],
    table: Iterable[Standing],
    files: Mapping[tuple[str, str], str],
) -> None:
    """Write ``results.json``, ``results.csv`` and ``matches/TABLE-MATCH.match``. Raises OSError."""
    ordered = sorted(results, key=lambda one: one.order)
    (folder / "matches").mkdir(parents=True, exist_ok=True)
    for result in ordered:
        text = files.get((result.table, result.match))
        if text is not None:
            _write(folder / "matches" / f"{result.table}-{result.match}.match", text)
    _write(folder / "results.json", _json(evening, ordered, table))
    _write(folder / "results.csv", _csv(evening, ordered))


def read_results(folder: Path) -> list[HallResult]:
    """The results that an earlier run wrote; none if there is no file. Raises OSError, and ValueError for a
    file of another kind."""
    place = folder / "results.json"
    if not place.exists():
        return []
    try:
        data = json.loads(place.read_text(encoding="utf-8"))
        return [_result(index, match) for index, match in enumerate(data["matches"], 1)]
    except (KeyError, TypeError, AttributeError, ZeroDivisionError) as error:
        raise ValueError(f"{place} is not a file of results") from error


def _write(place: Path, text: str) -> None:
    """Write the file whole or not at all, also if the program is ended meanwhile."""
    fresh = place.with_name(f"{place.name}.new")
    fresh.write_text(text, encoding="utf-8")
    fresh.replace(place)


def _json(evening: Evening, results: list[HallResult], table: Iterable[Standing]) -> str:
    data = {
        "format": FORMAT,
        "kind": evening.kind.value,
        "standings": told(table),
        "matches": [
            {
                "table": result.table,
                "match": result.match,
                "game": result.game,
                "seats": [
                    {
                        "seat": seat.seat,
                        "player": evening.name(result.table, seat.seat),
                        "place": seat.place,
                        "points": str(seat.points),
                    }
                    for seat in result.seats
                ],
            }
            for result in results
        ],
    }
    return json.dumps(data, ensure_ascii=False, indent=1) + "\n"


def _csv(evening: Evening, results: list[HallResult]) -> str:
    out = io.StringIO()
    rows = csv.writer(out)
    rows.writerow(("table", "match", "game", "seat", "player", "place", "points"))
    for result in results:
        for seat in result.seats:
            player = evening.name(result.table, seat.seat)
            cells = (result.table, result.match, result.game, seat.seat, player)
            rows.writerow((*map(_plain, cells), seat.place, str(seat.points)))
    return out.getvalue()


def _plain(cell: str) -> str:
    return f"'{cell}" if cell.startswith(_FORMULA) else cell


def _result(order: int, match: Any) -> HallResult:
    seats = tuple(
        SeatResult(str(seat["seat"]), Fraction(str(seat["points"])), int(seat["place"]))
        for seat in match["seats"]
    )
    return HallResult(order, str(match["table"]), str(match["match"]), str(match["game"]), seats)
