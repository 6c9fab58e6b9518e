"""A page that replays a match move by move: one file that any browser opens without a network.

The page shows only what the public could know, also after the match is over.
"""

from __future__ import annotations

from collections.abc import Iterator

from companion.broadcast.page import as_script, page_file, texts_script
from companion.broadcast.payloads import Json
from companion.broadcast.picture import picture
from companion.broadcast.watch import MatchFeed
from companion.locale import N_
from companion.referee.moments import views_of
from companion.referee.view import TableView
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


def replay_page(text: str, game: AnyGame | None = None) -> str:
    """A match file as a page. Raises RulesError as ``parse_match`` does, and for a match of no known game."""
    views = list(views_of(text, game))
    game = game or find_game(views[0].game)
    watch = MatchFeed(game)
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


_SHOWN = ("looks", "turn", "expected", "over", "counters", "ruling", "to_do", "scores", "forecast", "totem")


def _frame(watch: MatchFeed, view: TableView) -> Json:
    message = watch.message("", view)
    return {"entry": view.entries} | {key: message[key] for key in _SHOWN}


def _changes(frames: Iterator[Json]) -> Iterator[Json]:
    """For each frame, the fields that differ from the frame before. Of ``looks``, only the cells that differ
    (None: the cell is bare)."""
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
