"""``companion hall``: all tables of a broker, who waits for an answer, and the standings of an evening."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from companion.broadcast import BroadcastError, broadcast_from
from companion.broadcast.config import LostError
from companion.broadcast.hall import Hall, TableLine
from companion.broadcast.results import read_results, write_results
from companion.broadcast.standings import TOPIC, Evening, Kind, Standing, message, read_evening, standings
from companion.commands.numbers import Real
from companion.commands.run import broadcast_to
from companion.locale import LANGUAGES, N_, Texts
from companion.owner.configuration import ConfigError, load_config, remembered_language
from companion.program.ending import ENDING
from companion.referee.sentences import amount, capital
from companion.rules.contract import RulesError
from companion.rules.files import read_text

if TYPE_CHECKING:
    from companion.broadcast.listener import Listener

_FILE = click.Path(dir_okay=False, path_type=Path)
_NO_BROKER = N_("No broker is named: give --broker HOST, or write [broadcast] in companion.toml.")
_NO_EVENING = N_("{path} cannot be used as an evening ({reason}).")
_NO_FOLDER = N_("The results in {path} cannot be read or written ({reason}).")
_NEWER = N_("One of the tables runs a newer version than this program: update this program.")
_CROWDED = N_(
    "Table {table} sends more matches than an evening can have: its later ones are not kept."
    " Look who publishes under its name."
)
_LOOK = 0.5
"""Seconds between two looks at what has come."""
_AGAIN = 10.0
"""Seconds until a disk that did not take the results is tried again."""


@click.command("hall")
@click.option("--broker", help="HOST or HOST:PORT; else the one of [broadcast] in companion.toml.")
@click.option("--config", type=_FILE, help="The owner's companion.toml.")
@click.option("--evening", "plan", type=_FILE, help="League or knock-out, and who sits where.")
@click.option("--results", type=click.Path(file_okay=False, path_type=Path), help="Keep the results here.")
@click.option("--publish", is_flag=True, help="Show the standings on the spectators' page, too.")
@click.option("--seconds", type=Real(0, 1e6), default=None, help="End after so long; else with Ctrl-C.")
@click.option("--lang", type=click.Choice(LANGUAGES))
def hall_command(
    broker: str | None,
    config: Path | None,
    plan: Path | None,
    results: Path | None,
    publish: bool,
    seconds: float | None,
    lang: str | None,
) -> None:
    """Follow all tables of a broker, and keep the standings of an evening."""
    texts = Texts(lang or "en")
    with _one_sentence(texts):
        settings = load_config(config)
        texts = Texts(lang or remembered_language(settings))
    with _one_sentence(texts):
        settings = settings if broker is None else broadcast_to(settings, broker)
        if settings.broadcast is None:
            raise click.ClickException(texts.say(_NO_BROKER))
        evening = Evening() if plan is None else _evening(plan, texts)
        hall = Hall()
        if results is not None:
            _remember(hall, results, texts)
        from companion.broadcast.listener import Listener  # of the extra mqtt

        listener = Listener(broadcast_from(settings.broadcast))
    with ENDING.in_order(listener.close, texts.say(N_("The broker did not close the connection in time."))):
        _follow(listener, hall, evening, results, publish, seconds, texts)


def _follow(
    listener: Listener,
    hall: Hall,
    evening: Evening,
    folder: Path | None,
    publish: bool,
    seconds: float | None,
    texts: Texts,
) -> None:
    deadline = None if seconds is None else time.monotonic() + seconds
    shown, kept, again, trouble, told = "", -1, 0.0, "", b""
    while deadline is None or time.monotonic() < deadline:
        for topic, data in listener.take(_LOOK):
            hall.take(topic, data)
        if folder is not None and (kept != hall.changes or (trouble and time.monotonic() >= again)):
            kept, again = hall.changes, time.monotonic() + _AGAIN
            trouble = _keep(folder, evening, hall, texts)
        said = message(evening, standings(evening, hall.results.values())) if publish else b""
        if said != told:
            listener.keep(TOPIC, said)
            told = said
        page = "\n".join((*_lines(hall, evening, texts), *_troubles(listener, hall, trouble, texts)))
        if page != shown:
            click.clear()
            click.echo(page)
            shown = page


def _troubles(listener: Listener, hall: Hall, trouble: str, texts: Texts) -> Iterator[str]:
    if listener.trouble is not None:
        yield texts.message(listener.trouble)
    if hall.newer:
        yield texts.say(_NEWER)
    if hall.crowded:
        yield texts.say(_CROWDED, table=hall.crowded)
    if trouble:
        yield trouble


def _lines(hall: Hall, evening: Evening, texts: Texts) -> Iterator[str]:
    tables = {name: line for name, line in hall.tables.items() if line.match}
    waiting = sum(line.question is not None for line in tables.values())
    key = N_("{tables} tables, {waiting} wait for an answer")
    yield texts.say(key, tables=len(tables), waiting=waiting)
    for name in sorted(tables, key=lambda name: (tables[name].question is None, name)):
        yield f"  {name}: {_line(tables[name], evening, name, texts)}"
    table = standings(evening, hall.results.values())
    if table:
        yield ""
        yield texts.say(N_("League") if evening.kind is Kind.LEAGUE else N_("Knock-out"))
        yield from (f"  {_standing(one, texts)}" for one in table)


def _line(line: TableLine, evening: Evening, name: str, texts: Texts) -> str:
    points = ", ".join(
        f"{_player(evening, name, seat)} {amount(said, texts.language)}" for seat, said in line.points
    )
    parts = [line.title.get(texts.language, ""), line.turn.get(texts.language, ""), points]
    if line.question is not None:
        parts.append(f"{texts.say('Waits for an answer')}: {line.question.get(texts.language, '')}")
    if not line.online:
        parts.append(texts.say("left"))
    return " · ".join(filter(None, parts))


def _player(evening: Evening, table: str, seat: str) -> str:
    return (evening.players or {}).get((table, seat), capital(seat))


def _standing(one: Standing, texts: Texts) -> str:
    out = f" ({texts.say(N_('out'))})" if one.out else ""
    facts = {"matches": one.matches, "wins": one.wins, "points": amount(one.points, texts.language)}
    return f"{one.place}. {one.player}{out}: {texts.say(_COUNTED, **facts)}"


_COUNTED = N_("points {points}, wins {wins}, matches {matches}")


def _evening(plan: Path, texts: Texts) -> Evening:
    try:
        return read_evening(read_text(plan))
    except (RulesError, OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise click.ClickException(texts.say(_NO_EVENING, path=plan, reason=reason)) from error


def _remember(hall: Hall, folder: Path, texts: Texts) -> None:
    """Go on with what an earlier run kept."""
    try:
        hall.remember(read_results(folder))
    except (OSError, ValueError) as error:
        raise click.ClickException(_unusable(folder, error, texts)) from error


def _keep(folder: Path, evening: Evening, hall: Hall, texts: Texts) -> str:
    """What went wrong, "" when all is kept."""
    results = tuple(hall.results.values())
    try:
        write_results(folder, evening, results, standings(evening, results), hall.files)
    except OSError as error:
        return _unusable(folder, error, texts)
    return ""


def _unusable(folder: Path, error: Exception, texts: Texts) -> str:
    reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return texts.say(_NO_FOLDER, path=folder, reason=reason)


@contextmanager
def _one_sentence(texts: Texts) -> Iterator[None]:
    try:
        yield
    except ConfigError as error:
        place = f"{error.place}: " if error.place else ""
        raise click.ClickException(place + texts.message(error.text)) from error
    except (BroadcastError, LostError) as error:
        raise click.ClickException(texts.message(error.text)) from error
    except (OSError, ValueError) as error:
        raise click.ClickException(str(error)) from error
