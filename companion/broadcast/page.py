"""Writes the spectators' page into a folder: files that any web server, or the broker itself, can serve.

The page's own sentences stand here, so that they are translated like all others.
"""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlencode

from companion.locale import LANGUAGES, N_, Texts
from companion.rules.files import keep_file

SENTENCES = (
    N_("Live"),
    N_("Language"),
    N_("Waiting for the broker ..."),
    N_("The broker cannot be reached at {address}; it needs a websockets listener."),
    N_("The connection is lost; it is being made again."),
    N_("This table has not said anything yet; the page waits for it."),
    N_("Nobody plays at this table any more; this is what it said last."),
    N_("The table is newer than this page: load the page anew from where it came from."),
    N_("No table has said anything here yet."),
    N_("All tables"),
    N_("{tables} tables, {waiting} wait for an answer"),
    N_("Waits for an answer"),
    N_("left"),
    N_("League"),
    N_("Knock-out"),
    N_("Place"),
    N_("Player"),
    N_("Wins"),
    N_("Matches"),
    N_("out"),
    N_("The first {shown} of {all} players"),
    N_("Table"),
    N_("Game"),
    N_("Turn"),
    N_("Round"),
    N_("Sun disc"),
    N_("Points"),
    N_("Board"),
    N_("The board in words"),
    N_("History"),
    N_("Latest ruling"),
    N_("The referee asks"),
    N_("To be done by hand"),
    N_("Totem verdict"),
    N_("Time axis in milliseconds"),
    N_("May I?"),
    N_("What may I do?"),
    N_("Your seat"),
    N_("Say first where you sit."),
    N_("Asked ..."),
    N_("Nothing now"),
    N_("The table does not answer; perhaps it lets nobody ask from here."),
)
FILES = (
    "index.html",
    "page.css",
    "drawing.js",
    "parts.js",
    "asking.js",
    "live.js",
    "mqtt.min.js",
    "mqtt.LICENSE.md",
)


def page_file(name: str) -> str:
    """The text of one of the page's files."""
    return files("companion.broadcast").joinpath("page", name).read_text(encoding="utf-8")


def texts_script(sentences: tuple[str, ...] = SENTENCES) -> str:
    """The script with the page's sentences in every language."""
    said = {lang: {key: _raw(Texts(lang), key) for key in sentences} for lang in LANGUAGES}
    return f'"use strict";\nconst COMPANION_TEXTS = {as_script(said)};\n'


def as_script(value: object) -> str:
    """The value as JSON for a script in a page: no text in it can end the script early."""
    data = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return data.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def page_address(page: str, table: str) -> str:
    """The address at which people can watch the table; "" without a page."""
    return f"{page}{'&' if '?' in page else '?'}{urlencode({'table': table})}" if page else ""


def write_page(folder: Path, broker: str = "") -> None:
    """Write the page's files; ``broker``: its address (``ws://HOST:PORT``), "" if the server of the page is
    the broker.

    Raises OSError.
    """
    for name in FILES:
        keep_file(folder / name, page_file(name).encode())
    script = f"{texts_script()}window.COMPANION_BROKER = {as_script(broker)};\n"
    keep_file(folder / "texts.js", script.encode())


def _raw(texts: Texts, key: str) -> str:
    """A translated sentence; its placeholders stay, and the page fills them."""
    names = {part.partition("}")[0] for part in key.split("{")[1:]}
    return texts.say(key, **{name: f"{{{name}}}" for name in names})
