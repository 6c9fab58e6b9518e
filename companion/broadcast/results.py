"""Writes the results of an evening to disk: one JSON file, one CSV file, and a match file for each match."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from companion.broadcast.hall import HallResult, SeatResult, points_of
from companion.broadcast.standings import Evening, Standing, told
from companion.rules.files import keep_file, name_apart, read_bytes

FORMAT = 1
_MARK = "\ufeff"
"""By this mark Excel knows that a table is in UTF-8."""
_LARGEST = 1 << 28
"""Bytes of a file of results."""
_PLAIN_TABLE = re.compile(r"[a-z0-9_-]{1,60}")
_PLAIN_MATCH = re.compile(r"[a-z0-9_]{1,60}")
"""No hyphen: the last one of a plain name stands between table and match."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""A spreadsheet takes a cell for a formula if it begins with one of these."""


def write_results(
    folder: Path,
    evening: Evening,
    results: Iterable[HallResult],
    table: Iterable[Standing],
    files: Mapping[tuple[str, str], str],
) -> None:
    """Write ``results.json``, ``results.csv`` and ``matches/TABLE-MATCH.match`` (:func:`match_name`), as
    far as they have changed. A file that the disk does not take stops no other one. Raises OSError, last."""
    ordered = sorted(results, key=lambda one: one.order)
    texts = {"results.json": _json(evening, ordered, table), "results.csv": _MARK + _csv(evening, ordered)}
    for result in ordered:
        text = files.get((result.table, result.match))
        if text is not None:
            texts[f"matches/{match_name(result.table, result.match)}"] = text
    failed: list[OSError] = []
    for name, text in texts.items():
        try:
            _write(folder / name, text.encode("utf-8", "replace"))
        except OSError as error:
            failed.append(error)
    if failed:
        raise failed[0]


def match_name(table: str, match: str) -> str:
    """The name of the file of a match: two matches never share one, on a disk that ignores capitals neither,
    and it is short enough for every file system. Plain where that says which match it is; else it is
    shortened, and the digest of both names parts it from all others."""
    plain = f"{table}-{match}"
    if _PLAIN_TABLE.fullmatch(table) and _PLAIN_MATCH.fullmatch(match):
        return f"{plain}.match"
    return f"{name_apart(plain, f'{table}/{match}')}.match"


def read_results(folder: Path) -> list[HallResult]:
    """The results that an earlier run wrote; none if there is no file. Raises OSError, and ValueError for a
    file of another kind."""
    place = folder / "results.json"
    if not place.exists():
        return []
    try:
        data = json.loads(read_bytes(place, _LARGEST))
        return [_result(index, match) for index, match in enumerate(data["matches"], 1)]
    except (KeyError, TypeError, AttributeError, ZeroDivisionError, RecursionError) as error:
        raise ValueError(f"{place} is not a file of results") from error


def _write(place: Path, data: bytes) -> None:
    if not (place.is_file() and place.stat().st_size == len(data) and place.read_bytes() == data):
        keep_file(place, data)


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
        SeatResult(str(seat["seat"]), points_of(seat["points"]), int(str(seat["place"])[:9]))
        for seat in match["seats"]
    )
    return HallResult(order, str(match["table"]), str(match["match"]), str(match["game"]), seats)
