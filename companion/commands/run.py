"""``companion run`` and ``companion referee``: the referee with a touchscreen, or in the terminal."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any, NoReturn

import click

from companion.app.companion import Companion
from companion.app.decks import no_words
from companion.app.simulated import USUAL, Company
from companion.commands.chosen import why_no_game
from companion.commands.numbers import MOST, Real, WholeNumber
from companion.locale import LANGUAGES, N_, Message, Texts
from companion.owner.configuration import DEFAULT_GAME, Config, ConfigError, load_config, remembered_language
from companion.owner.restore import finish_restore
from companion.ports.choices import TableChoice
from companion.ports.errors import ControllerError
from companion.program.ending import ENDING
from companion.program.extras import lacking
from companion.program.watchdog import Watchdog
from companion.referee.ports import Reader
from companion.referee.view import DeckView, TableView
from companion.rules.contract import Over, RulesError
from companion.rules.registry import UnknownGameError
from companion.rules.text import brief, number_in
from companion.screen.pages.start import has_display, open_window, run_screen, show_fault
from companion.simulator.live import FASTEST, SLOWEST
from companion.simulator.profiles import PROFILES
from companion.terminal.asking import answer
from companion.terminal.terminal import Terminal, read_event

_NO_DISPLAY = N_("There is no display here; the referee speaks in the terminal.")
_NO_SCREEN = N_(
    "There is no screen here to choose a game on. Connect one and start again; without one the referee is "
    "started by: companion referee"
)
_BAD_SIZE = N_("--size must be WIDTHxHEIGHT, at least 800x480.")
_LARGEST_SIDE = 10_000
_BAD_BROKER = N_("--broker must be HOST or HOST:PORT, the port a number from 1 to 65535.")
_BROKER = re.compile(r"(?:\[(?P<six>[0-9A-Fa-f:.%\w]+)\]|(?P<host>[^:\[\]\s]+))(?::(?P<port>.*))?")
"""An address of IPv6 stands in brackets."""
_LONGEST_LINE = 1000
"""Characters that are taken as one line of the keyboard."""
_LATE = N_("Not everything could be closed in time; a match is kept: go on with --resume.")
_NOTHING_LEFT = N_("There is no unfinished match to go on with; leave out --resume.")
_TYPE = N_(
    "Type: SEAT MOVE, * OUTCOME, undo [N], correct ENTRY ..., insert ENTRY ..., delete ENTRY, anyway, shown, "
    "done [SEAT], or the number of an answer."
)
_ASK = N_("Ask before you act: may MOVE, or may alone. The seals of decks and dice: seal.")
_SAY_WORDS = N_("The deck {source} is sealed as {commitment}. Type some words to stir it, or just Enter:")


ReadersOf = Callable[[str], tuple[Reader, ...]]
"""Those who read the rulings of a game."""


@dataclass(frozen=True, slots=True)
class Wanted:
    """The options of the command line. ``players``: None for as few as can play. ``company``: of a simulated
    table. ``home``: begin with the choice of a game. ``resume``: go on with the newest unfinished match.
    ``restore``: with the table that was open. ``words``: ask the players for words."""

    game: str
    players: int | None
    company: Company
    home: bool
    resume: bool
    restore: bool
    words: bool


def _options(command: Any) -> Any:
    for option in reversed(
        (
            click.option("--config", type=click.Path(path_type=Path), help="Your companion.toml."),
            click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else the one used last."),
            click.option(
                "--camera",
                help="usb:0, pi, http://HOST/PATH, rtsp://HOST/PATH, file:PATH, folder:PATH, none.",
            ),
            click.option("--broker", help="Broadcast over MQTT to this HOST or HOST:PORT."),
            click.option("--game", default=DEFAULT_GAME, show_default=True),
            click.option(
                "--players", type=WholeNumber(1, 99), help="How many; else as few as the game has seats for."
            ),
            click.option("--resume", is_flag=True, help="Go on with the newest unfinished match."),
            click.option(
                "--restore", is_flag=True, help="Take up the table that was open, if there was one."
            ),
            *_company_options(),
        )
    ):
        command = option(command)
    return command


def _company_options() -> tuple[Any, ...]:
    return (
        click.option(
            "--seed",
            type=WholeNumber(-MOST),
            default=USUAL.seed,
            show_default=True,
            help="Of the simulated people.",
        ),
        click.option(
            "--mistakes",
            type=WholeNumber(0, 100),
            default=USUAL.mistakes,
            show_default=True,
            help="Of the simulated people.",
        ),
        click.option(
            "--profile",
            type=click.Choice(list(PROFILES)),
            default=USUAL.profile,
            show_default=True,
            help="Simulated light and camera.",
        ),
        click.option(
            "--pace",
            type=Real(SLOWEST, FASTEST),
            default=USUAL.pace,
            show_default=True,
            help="Simulated people: 2 is twice as fast.",
        ),
        click.option(
            "--limit",
            type=WholeNumber(),
            default=USUAL.limit,
            help="Simulated people stop after so many entries.",
        ),
        click.option("--done", is_flag=True, help="Simulated people say when their turn is done."),
        click.option(
            "--truth", type=click.Path(path_type=Path), help="Simulated people write the real match here."
        ),
    )


@click.command("run")
@_options
@click.option("--home", is_flag=True, help="Begin with the choice of a game, not with the simulated table.")
@click.option("--size", default="800x480", show_default=True, help="Window size, WIDTHxHEIGHT.")
@click.option("--fullscreen", is_flag=True)
def run_command(size: str, fullscreen: bool, **options: Any) -> None:
    """The touchscreen; without a display the same in the terminal. No camera: a simulated table."""
    width, height = (number_in(side) or 0 for side in (*size.split("x", 1), "")[:2])
    if not (800 <= width <= _LARGEST_SIDE and 480 <= height <= _LARGEST_SIDE):
        _stop(Texts(options["lang"] or "en").say(_BAD_SIZE))
    show = (width, height, fullscreen) if has_display(os.environ) else None
    _main(show, words=False, **options)


@click.command("referee")
@_options
@click.option("--words", is_flag=True, help="Ask the players for words that stir the sealed deck.")
def referee_command(**options: Any) -> None:
    """The referee without a screen: rulings as lines of text, commands typed."""
    _main(None, home=False, terminal=True, **options)


def _main(
    show: tuple[int, int, bool] | None,
    config: Path | None,
    lang: str | None,
    camera: str | None,
    broker: str | None,
    *,
    game: str,
    players: int | None,
    home: bool,
    resume: bool,
    restore: bool,
    words: bool,
    terminal: bool = False,
    **company: Any,
) -> None:
    """Every foreseeable fault ends here, as one sentence."""
    texts = Texts(lang or "en")
    try:
        finish_restore()
        settings = _settings(load_config(config), camera, broker)
        texts = Texts(lang or remembered_language(settings))
        show = _window(show, terminal or home, settings.camera, texts)
        wanted = Wanted(game, players, Company(**company), home, resume, restore, words)
        app = Companion(settings, wanted.company, config)
        app.sound.speak_in(texts.language)
        watchdog = Watchdog(app.stuck, lambda what: ENDING.fail(texts.message(what)), os.environ)
        with ENDING.in_order(partial(_close, app, texts), texts.say(_LATE)):
            if show is None:
                _in_terminal(app, settings, wanted, texts.language, watchdog)
            else:
                _on_screen(app, settings, wanted, texts.language, show, watchdog)
        if app.backups.restored:
            _begin_anew()
    except ControllerError as error:
        _stop_shown(texts.message(error.text), texts, show)
    except ConfigError as error:
        _stop_shown((f"{error.place}: " if error.place else "") + texts.message(error.text), texts, show)
    except UnknownGameError as error:
        _stop_shown(why_no_game(error, texts), texts, show)
    except RulesError as error:
        _stop_shown(brief(str(error)), texts, show)


def _window(
    show: tuple[int, int, bool] | None, quiet: bool, camera: str, texts: Texts
) -> tuple[int, int, bool] | None:
    """The window to open, None for the terminal; why something that is usual is missing is told. ``quiet``:
    nothing is told of a missing display."""
    lacks = lacking("screen") if show is not None else None
    if lacks is not None:
        click.echo(texts.message(lacks))
    elif show is None and not quiet:
        click.echo(texts.say(_NO_DISPLAY))
    blind = lacking("camera") if not camera else None
    if blind is not None:
        click.echo(texts.message(blind))
    return show if lacks is None else None


def _stop_shown(sentence: str, texts: Texts, show: tuple[int, int, bool] | None) -> NoReturn:
    """Say why the program ends; where there is a screen also there, until people have read it."""
    _tell(sentence, err=True)
    if show is not None and _opens_window(show):
        watchdog = Watchdog(lambda: None, lambda _what: None, os.environ)
        if show_fault(sentence, texts, watchdog.drawn):
            _begin_anew()
    raise SystemExit(1)


def _begin_anew() -> NoReturn:
    os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])


def _opens_window(show: tuple[int, int, bool]) -> bool:
    with ENDING.loading():
        return open_window(show[:2], show[2])


def _settings(config: Config, camera: str | None, broker: str | None) -> Config:
    if camera is not None:
        config = replace(config, camera=camera)
    return config if broker is None else broadcast_to(config, broker)


def broadcast_to(config: Config, broker: str) -> Config:
    """With the broker that ``--broker`` names. Raises ConfigError."""
    form = _BROKER.fullmatch(broker)
    number = number_in(form["port"]) if form and form["port"] else None
    if form is None or (form["port"] is not None and not 1 <= (number or 0) <= 65535):
        raise ConfigError(_BAD_BROKER)
    section: dict[str, object] = dict(config.broadcast or {}) | {"host": form["six"] or form["host"]}
    if number is not None:
        section["port"] = number
    return replace(config, broadcast=section)


def _on_screen(
    app: Companion,
    config: Config,
    wanted: Wanted,
    language: str,
    show: tuple[int, int, bool],
    watchdog: Watchdog,
) -> None:
    if not _opens_window(show):
        if not wanted.home:
            click.echo(Texts(language).say(_NO_DISPLAY))
        _in_terminal(app, config, wanted, language, watchdog)
        return
    restored = _restore(app, wanted, Texts(language), lambda _game: ())
    if not restored and (wanted.resume or not (wanted.home or config.camera)):
        _open(app, config, wanted, language, lambda _game: ())
    run_screen(app, language, show[:2], show[2], watchdog.drawn)


def _restore(app: Companion, wanted: Wanted, texts: Texts, readers: ReadersOf) -> bool:
    """Whether the table that was open has been taken up; why it cannot be is told, and it stands under the
    unfinished ones."""
    if not wanted.restore:
        return False
    try:
        return app.restore_table(readers)
    except ControllerError as error:
        _tell(texts.message(error.text), err=True)
        return False


def _open(app: Companion, config: Config, wanted: Wanted, language: str, readers: ReadersOf) -> None:
    """Begin the match of the command line, or go on with an unfinished one."""
    camera = app.cameras()[0].source
    if wanted.resume:
        _resume(app, camera, bool(config.broadcast), Texts(language), readers)
        return
    game = app.game(wanted.game)
    setup = game.setup(wanted.players or game.seatings[0], {})
    electronic = frozenset(app.electronic_sources(wanted.game))
    choice = TableChoice(
        game.id, setup.seats, dict(setup.options), camera, electronic, bool(config.broadcast)
    )

    def ask(deck: DeckView) -> str:
        question = Texts(language, game.id).say(_SAY_WORDS, source=deck.source, commitment=deck.commitment)
        return str(click.prompt(question, default="", show_default=False, prompt_suffix=" "))

    app.open_table(choice, readers(game.id), ask if wanted.words else no_words)


def _resume(app: Companion, camera: str, broadcast: bool, texts: Texts, readers: ReadersOf) -> None:
    """Go on with the newest unfinished match that can be taken up; why a newer one cannot is told."""
    for match in app.unfinished():
        try:
            app.resume_table(match.match, camera, broadcast, readers(match.game))
        except ControllerError as error:
            _tell(texts.message(error.text), err=True)
        else:
            return
    raise ControllerError(Message(_NOTHING_LEFT))


def _in_terminal(app: Companion, config: Config, wanted: Wanted, language: str, watchdog: Watchdog) -> None:
    """Play until the game is over, or Ctrl-C; whatever is typed goes to the session. Raises ControllerError
    if people should have chosen the game on a screen: nobody asked for one here."""
    if wanted.home:
        raise ControllerError(Message(_NO_SCREEN))
    over = threading.Event()

    def write(line: str) -> None:
        try:
            click.echo(line)
        except OSError:  # nobody reads any more
            over.set()

    def watch_end(view: TableView) -> None:
        if isinstance(view.pending, Over):
            over.set()

    def readers(game: str) -> tuple[Reader, ...]:
        return Terminal(Texts(language, game), write), watch_end

    if not _restore(app, wanted, Texts(language), readers):
        _open(app, config, wanted, language, readers)
    watchdog.start()
    view = app.view()
    texts = Texts(language, view.game if view else None)
    threading.Thread(target=_listen, args=(app, texts), name="keyboard", daemon=True).start()
    standing: frozenset[Message] = frozenset()
    ended = False
    while not ended:
        ended = over.wait(0.5)  # what is wrong is told even when the game is over sooner
        troubles = app.troubles()
        for trouble in troubles:
            if trouble not in standing:
                click.echo(f"!! {texts.message(trouble)}", err=True)
        standing = frozenset(troubles)


def _close(app: Companion, texts: Texts) -> None:
    """Write the match file of an open table, then let go of everything."""
    try:
        if path := app.save_match():
            _tell(texts.say(N_("The match file: {path}"), path=path))
    except ControllerError as error:
        _tell(texts.message(error.text), err=True)
    try:
        app.close()
    except ControllerError as error:
        _tell(texts.message(error.text), err=True)
    for message in app.left:
        _tell(texts.message(message), err=True)


def _tell(line: str, err: bool = False) -> None:
    with suppress(OSError):  # nobody reads any more
        click.echo(line, err=err)


def _listen(app: Companion, texts: Texts) -> None:
    for line in _typed():
        view = app.view()
        if view is None or not line.strip():
            continue
        said = answer(line.strip(), view, app.game(view.game), texts)
        event = read_event(line.strip(), view) if said is None else None
        if said is not None:
            _tell("\n".join(said))
        elif event is None:
            click.echo(f"{texts.say(_TYPE)}\n{texts.say(_ASK)}", err=True)
        else:
            app.send(event)


def _typed() -> Iterator[str]:
    """The lines of the keyboard; of one that is too long only the beginning."""
    while line := sys.stdin.readline(_LONGEST_LINE):
        yield line
        while line and not line.endswith("\n"):
            line = sys.stdin.readline(_LONGEST_LINE)


def _stop(sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    raise SystemExit(1)
