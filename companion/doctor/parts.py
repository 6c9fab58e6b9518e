"""Screen, pins, totem base, journal, broker, secrets: is each there, and can it be used."""

from __future__ import annotations

import socket
import stat
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path

from companion.broadcast.config import BroadcastError, BrokerConfig, LostError, broadcast_from
from companion.doctor import base as base_room
from companion.doctor.finding import Finding, State, finding
from companion.journal import open_journal
from companion.locale import LANGUAGE_NAMES, N_, Message, Texts
from companion.owner.configuration import Config
from companion.owner.preferences import Preferences
from companion.program.extras import lacking
from companion.referee.ports import JournalError
from companion.rules.registry import broken_games, games
from companion.screen.pages.start import BARE_SCREEN, has_display
from companion.sound.player import SoundError, SoundPlayer
from companion.sound.tones import Signal, wav
from companion.sound.voice import Voice
from hardware.gpio import close_chip, open_chip
from hardware.ports import HardwareError
from hardware.serial_base import SerialBase, likely_ports

_MULTITOUCH = 0x35
"""The axis by which the kernel tells a touchscreen (ABS_MT_POSITION_X in linux/input-event-codes.h)."""
_PIN_SECTIONS = ("lamps", "strip", "buttons")


def screen(root: Path, environment: Mapping[str, str]) -> Iterator[Finding]:
    """A desktop to draw on, what is connected, and whether it can be touched."""
    connected = [
        file.parent.name
        for file in sorted(root.glob("sys/class/drm/card*-*/status"))
        if _says(file, "connected")
    ]
    lacks = lacking("screen")
    if lacks is not None:
        yield Finding("screen", State.ABSENT if not connected else State.DOUBT, lacks)
    elif not has_display(environment):
        key = N_("There is no desktop here: the referee speaks in the terminal.")
        yield finding("screen", State.ABSENT if not connected else State.DOUBT, key)
    elif connected:
        yield finding("screen", State.GOOD, N_("Connected: {names}."), names=", ".join(connected))
    elif environment.get("SDL_VIDEODRIVER") == BARE_SCREEN:
        key = N_("No screen is connected: check its cable, then start again.")
        yield finding("screen", State.BROKEN, key)
    else:
        yield finding("screen", State.GOOD, N_("There is a desktop; which screen shows it is not told."))
    if connected and not _has_touch(root):
        yield finding(
            "screen", State.DOUBT, N_("No touchscreen was found: check its USB cable, or use a mouse.")
        )


def sound(preferences: Preferences, language: str, voice: Voice | None = None) -> Iterator[Finding]:
    """Whether what is switched on could be heard, and whether there is a better voice; a sound of no
    volume is played, and nothing is spoken."""
    if not (preferences.sounds or preferences.voice):
        yield finding("sound", State.ABSENT, N_("Sounds and voice are off in the settings of the screen."))
        return
    over = threading.Event()
    try:
        SoundPlayer().play(wav(Signal.ACCEPTED, 0), over)
        yield finding(
            "sound", State.GOOD, N_("The sound card plays. Whether it is loud enough you must hear.")
        )
        if preferences.voice:
            voice = voice or Voice()
            voice.wav("1", language, preferences.volume, over)
            yield finding(
                "sound", State.GOOD, N_("The voice speaks {language}."), language=LANGUAGE_NAMES[language]
            )
            if (better := voice.advice(language)) is not None:
                yield Finding("sound", State.DOUBT, better)
    except SoundError as error:
        yield Finding("sound", State.DOUBT, error.text)


def _says(file: Path, word: str) -> bool:
    try:
        return file.read_text(encoding="ascii").strip() == word
    except (OSError, UnicodeDecodeError):
        return False


def _has_touch(root: Path) -> bool:
    try:
        lines = (root / "proc/bus/input/devices").read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return False
    return any(_bits(line[7:]) >> _MULTITOUCH & 1 for line in lines if line.startswith("B: ABS="))


def _bits(words: str) -> int:
    """The kernel writes words of 64 bits, the highest first."""
    number = 0
    for word in words.split():
        number = number << 64 | int(word, 16)
    return number


def gpio(config: Config) -> Finding:
    """The chip, if something of the configuration hangs on it."""
    wanted = [name for name in _PIN_SECTIONS if getattr(config, name) is not None]
    wanted += ["totem"] if config.totem and "switch" in config.totem else []
    if not wanted:
        return finding("gpio", State.ABSENT, N_("Nothing is configured on pins."))
    try:
        open_chip()
    except HardwareError as error:
        return Finding("gpio", State.BROKEN, Message(error.key, error.facts))
    close_chip()
    return finding("gpio", State.GOOD, N_("GPIO can be used, for: {sections}."), sections=", ".join(wanted))


_PERHAPS = N_(
    'No totem base is configured. If yours hangs on {ports}, write [totem] with port = "{port}" into'
    " companion.toml and ask again: nothing was sent to that port, as it may belong to another device."
)


def base(config: Config, texts: Texts, ports: Callable[[], list[str]] = likely_ports) -> Iterator[Finding]:
    """The totem base, if one is configured. Nothing is sent to a port that nobody has named for it."""
    section = config.totem or {}
    port = section.get("port")
    found = ports() if config.totem is None else []
    if found:  # it may be anything with such an adapter, and opening its port restarts it
        yield finding("base", State.ABSENT, _PERHAPS, ports=", ".join(found), port=found[0])
        return
    if "switch" in section or config.totem is None:
        yield finding("base", State.ABSENT, N_("No totem base is configured or plugged in."))
        return
    lines: list[str] = []
    link = SerialBase(port if isinstance(port, str) else None)
    try:
        base_room.Doctor(base_room.BaseListener(link), texts, lines.append, lines.append).look()
    except HardwareError as error:
        yield Finding("base", State.BROKEN, Message(error.key, error.facts))
        return
    finally:
        link.close()
    for line in lines:
        yield Finding("base", State.GOOD, Message(line))


def journal(config: Config) -> Finding:
    """Whether it opens; a running table has it to itself."""
    if not config.journal.exists():
        key = N_("There is no journal yet; the first table begins it in {path}.")
        return finding("journal", State.ABSENT, key, path=config.journal)
    try:
        with closing(open_journal(config.journal)) as book:
            matches = len(book.matches())
            unfinished = len(book.unfinished())
    except JournalError as error:
        return Finding("journal", State.DOUBT, error.text)
    key = N_("The journal opens: {matches} matches, {unfinished} of them unfinished.")
    return finding("journal", State.GOOD, key, matches=matches, unfinished=unfinished)


def broker(config: Config) -> Finding:
    """Whether the broker takes this table's login."""
    if config.broadcast is None:
        return finding("broker", State.ABSENT, N_("Nothing is broadcast."))
    lacks = lacking("mqtt")
    if lacks is not None:
        return Finding("broker", State.BROKEN, lacks)
    try:
        settings = broadcast_from(config.broadcast)
        _log_in(settings)
    except (BroadcastError, LostError) as error:
        return Finding("broker", State.BROKEN, error.text)
    facts = {"host": settings.host, "port": settings.port}
    return finding("broker", State.GOOD, N_("The broker {host}:{port} takes the login."), **facts)


def _log_in(settings: BrokerConfig) -> None:
    """Raises LostError. The will is published by nobody: the connection is closed in order."""
    from companion.broadcast.connection import CONNECT_SECONDS, Connection  # of the extra mqtt

    here, there = socket.socketpair()
    with here, there:
        connection = Connection(settings, "", ("companion/doctor", b""), here)
        try:
            end = time.monotonic() + CONNECT_SECONDS
            while not connection.ready:
                if time.monotonic() > end:
                    facts = (("host", settings.host), ("port", str(settings.port)), ("reason", "-"))
                    raise LostError(_SILENT, facts)
                connection.step(0.2)
        finally:
            connection.close()


_SILENT = N_("The broker {host}:{port} takes the connection and says nothing; look into its log.")


def installed_games() -> Iterator[Finding]:
    """Those that can be played; each that cannot, with its package and the reason."""
    yield finding("games", State.GOOD, N_("They can be played: {games}."), games=", ".join(games()))
    unusable = N_("The game {game} cannot be used ({reason}); install another version of its package.")
    for game, reason in broken_games().items():
        yield finding("games", State.DOUBT, unusable, game=game, reason=reason)


def secrets(config: Config, file: Path) -> Iterator[Finding]:
    """Whether only the owner can read the files that hold them. ``file``: the configuration, which may hold
    the login of a camera."""
    broadcast = config.broadcast or {}
    named = [broadcast.get("password_file"), broadcast.get("key_file")]
    files = [Path(name).expanduser() for name in named if isinstance(name, str)]
    files += [config.journal] if config.journal.exists() else []
    files += [file] if "@" in config.camera and file.exists() else []
    open_ones = [path for path in files if _others_read(path)]
    for path in open_ones:
        key = N_("Others can read {path}, which holds a secret: chmod 600 {path}")
        yield finding("secrets", State.BROKEN, key, path=path)
    if not open_ones:
        key = N_("Nobody else can read what holds secrets ({count} files).")
        yield finding("secrets", State.GOOD, key, count=len(files))


def _others_read(path: Path) -> bool:
    try:
        return bool(path.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))
    except OSError:
        return False  # what cannot be found is told by the part that needs it
