"""A match to keep: one file that any browser opens, without a network, and that plays the match move by move.

It shows what the public could know, also of a match that is over.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

from companion.broadcast.page import as_script, page_file, texts_script
from companion.broadcast.payloads import Json
from companion.broadcast.picture import picture
from companion.broadcast.watch import Watch
from companion.locale import N_
from companion.referee.duel_claim import shown_pending, told_position
from companion.referee.duel_record import read_judged
from companion.referee.duel_report import judged_view
from companion.referee.duel_store import open_until
from companion.referee.publish import AnyMatch, forecast_of, history_of, seats_of
from companion.referee.refusal import read_refusal
from companion.referee.session import NO_CAMERA
from companion.referee.verdict_budget import default_budget
from companion.referee.view import CaseView, Ruling, RulingKind, TableView, TotemView
from companion.rules.contract import Breach, Seat
from companion.rules.match import EntryKind, entry_lines, replay_match
from companion.rules.registry import AnyGame, find_game

SENTENCES = (
    N_("Language"),
    N_("Turn"),
    N_("Round"),
    N_("Sun disc"),
    N_("Points"),
    N_("Board"),
    N_("The board in words"),
    N_("History"),
    N_("Latest ruling"),
    N_("To be done by hand"),
    N_("Entry {number} of {all}"),
    N_("Replay"),
    N_("First"),
    N_("Back"),
    N_("On"),
    N_("Last"),
    N_("Play"),
    N_("Pause"),
    N_("Totem verdict"),
    N_("Time axis in milliseconds"),
)
_KINDS = {EntryKind.UNDO: RulingKind.UNDONE, EntryKind.ANYWAY: RulingKind.ANYWAY}


def replay_page(text: str, game: AnyGame | None = None) -> str:
    """A match file as a page. Raises RulesError as ``parse_match`` does, and for a match of no known game."""
    views = list(views_of(text, game))
    game = game or find_game(views[0].game)
    watch = Watch(game)
    lines = watch.message("", views[-1], whole=True)["history"]
    data = {
        "picture": picture("", views[-1], game),
        "history": lines,
        "frames": list(_changes(_frame(watch, view) for view in views)),
    }
    scripts = (
        texts_script(SENTENCES),
        page_file("drawing.js"),
        page_file("parts.js"),
        f"const COMPANION_MATCH = {as_script(data)};\n",
        page_file("replay.js"),
    )
    return _PAGE.format(style=page_file("page.css"), scripts="\n".join(scripts))


def views_of(text: str, game: AnyGame | None = None) -> Iterator[TableView]:
    """The moments of a match file: its begin, then each entry, each refusal and each verdict about the totem.

    A comment that should hold one of these and is damaged is a comment like others.
    """
    steps = replay_match(text, game)
    match: AnyMatch = next(steps)
    clauses = {clause.id for clause in match.game.clauses}
    entries = {number for number, _ in entry_lines(text)}
    case, until = None, 0
    yield view_of(match)
    for number, line in enumerate(text.split("\n"), 1):
        if number in entries:
            match = next(steps)
            case = case if len(match.entries) <= until else None
            yield view_of(match, case)
            continue
        with suppress(ValueError):
            refused = read_refusal(line, number)
            if refused is not None and clauses.issuperset(breach.clause for breach in refused.breaches):
                yield replace(view_of(match, case), ruling=refused)
            for judged in read_judged([line]):
                case, until = judged_view(judged, default_budget()), len(match.entries)
                yield view_of(match, case)
            length = open_until(line)
            until = until if length is None else length


def view_of(match: AnyMatch, case: CaseView | None = None) -> TableView:
    """A moment of a match as its public saw it. ``case``: the movement of the totem that was before the
    referee."""
    game = match.game
    public = game.observe(match.state, None)
    empty: dict[str, Any] = {"defaults": (), "touch": (), "decks": (), "lamps": ()}
    return TableView(
        table="",
        match="",
        revision=len(match.entries),
        entries=len(match.entries),
        game=game.id,
        setup=match.setup,
        edition=game.edition,
        state=public,
        position=game.format_position(public),
        pending=shown_pending(game, public),
        seats=seats_of(game, match.setup, public),
        ruling=_ruling(match),
        question=None,
        to_do=match.line[-1].effects if match.line else (),
        history=history_of(match),
        camera=NO_CAMERA,
        trouble=None,
        forecast=forecast_of(game, public),
        told=told_position(game, public),
        totem=None if case is None else TotemView(case=case),
        **empty,
    )


def _ruling(match: AnyMatch) -> Ruling | None:
    if not match.entries:
        return None
    entry = match.entries[-1]
    kind = _KINDS.get(entry.kind, RulingKind.PLAYED)
    breaches = _agreed(match) if kind is RulingKind.ANYWAY else ()
    return Ruling(len(match.entries), kind, entry.at or 0.0, entry.seat, entry.text, breaches, ())


def _agreed(match: AnyMatch) -> tuple[Breach, ...]:
    """What the latest move broke, to which the table agreed."""
    entry, game = match.entries[-1], match.game
    before = match.line[-2].state if len(match.line) > 1 else match.start
    seat = Seat(match.setup.seats.index(entry.seat))
    return game.why_illegal(before, seat, game.parse_move(entry.text))


_SHOWN = ("looks", "turn", "expected", "over", "counters", "ruling", "to_do", "scores", "forecast", "totem")


def _frame(watch: Watch, view: TableView) -> Json:
    message = watch.message("", view)
    return {"entry": view.entries} | {key: message[key] for key in _SHOWN}


def _changes(frames: Iterator[Json]) -> Iterator[Json]:
    """Of each frame what differs from the one before; of the looks the cells that do (None: bare)."""
    before: Json = {"looks": {}}
    for frame in frames:
        looks, earlier = frame["looks"], before["looks"]
        cells = {cell: looks.get(cell) for cell in (*looks, *earlier) if looks.get(cell) != earlier.get(cell)}
        rest = {key: said for key, said in frame.items() if key != "looks" and before.get(key) != said}
        yield rest | {"looks": cells}
        before = frame


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src 'unsafe-inline'; \
style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<title>Companion</title>
<style>
{style}</style>
</head>
<body>
<script>
{scripts}</script>
</body>
</html>
"""
