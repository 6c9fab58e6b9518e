"""The owner's configuration: one TOML file, all of it optional, checked before anything starts.

Default place: ``$XDG_CONFIG_HOME/companion/companion.toml`` (``~/.config/...``). What the program itself
keeps (journal, taught boxes) goes to ``$XDG_DATA_HOME/companion`` (``~/.local/share/...``).
"""

from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from companion.locale import LANGUAGES, N_, Message
from companion.rules.contract import Facts, NotationError
from companion.rules.files import home_path, read_text
from companion.rules.toml import read_toml

DEFAULT_GAME = "marso"
"""What a command is about that names no game."""

EXAMPLE = """\
language = "uk"                     # en, uk or ru
table    = "kitchen"                # the table's name in the broadcast
camera   = "usb:0"                  # usb:N, pi, http://HOST:PORT/stream, rtsp://HOST/PATH, file:PATH
# lead_in = 500                     # ms of silence before each sound, for HDMI and Bluetooth
# turn   = 180                      # degrees: a screen that hangs upside down
# country = "UA"                    # the country whose rules for radio hold (Wi-Fi)
# journal = "/home/pi/journal.sqlite"
# updates = "https://example.org/companion"  # offers newer versions, when its owner looks for them

# [editions]                        # your corrected edition of a game, if it is not where companion edition
# marso = "/home/pi/marso.toml"     # writes it (editions/GAME.toml beside this file)

# [lamps]                           # four RGB lamps; pins are GPIO numbers, see hardware/README.md
# pins = [[17, 27, 22], [23, 24, 25], [16, 20, 21], [12, 13, 26]]

# [strip]                           # one LED for each row of the board, from the north: where the ice ends
# rows = [17, 18, 27, 22, 23, 24, 25, 12, 13, 19]

# [totem]                           # the base under the totem, see hardware/README.md
# port = "/dev/ttyUSB0"             # else it is looked for
# pads = [1, 2, 3, 4]               # the pad of each place, in turn order; companion doctor finds them
# switch = 17                       # or a mere switch on this GPIO number: it says when, not who

# [buttons]                         # "my turn is done": a button a seat in turn order, or one for all
# pins = [5, 6, 4, 18]
# lamps = [9, 10, 11, 19]           # a LED a seat, or one for all: lit when the ruling is in

# [broadcast]                       # off unless this section is here
# host = "127.0.0.1"
# port = 1883
"""


TURNS = (0, 90, 180, 270)
MOST_LEAD_IN = 3000
"""Milliseconds."""
_TEXTS = ("language", "table", "camera", "country", "updates")
_NAME = re.compile(r"[\w-]+")
_UNKNOWN = N_("There is no setting {key}; known are {known}.")
_LEAD_IN = N_("The setting lead_in must be a whole number of milliseconds, from 0 to {most}.")
_LANGUAGE = N_("The setting language must be one of {known}.")
_TABLE = N_("The setting table must be a word of letters, digits, - and _ (it names an MQTT topic).")
_TURN = N_("The setting turn must be 0, 90, 180 or 270.")
_COUNTRY = N_("The setting country must be two capital letters, such as UA.")
_SET_UP = N_("The setting set_up must be true or false.")
_SECTION = N_("[{key}] must be a section of its own, not a value.")
_TEXT = N_("The setting {key} must be a text in quotes.")
_NO_FILE = N_("There is no such file; write it or leave out --config.")
_NO_TEXT = N_("This is not a text file; save it as text in UTF-8.")
_UNREADABLE = N_("This file cannot be read ({reason}); check its owner and contents.")
_HOMELESS = N_("There is no home folder: set HOME, or set {variable} to a folder that may be written to.")
_NOBODY = N_("The setting {key} names the home folder of an unknown user: {path}.")
_NOT_TOML = N_("This is not TOML ({reason}); correct that line.")


class ConfigError(Exception):
    """A configuration that cannot be used; ``text`` is one sentence that says what to do, about the file
    ``place`` if there is one."""

    def __init__(self, key: str, facts: Facts = (), place: Path | None = None) -> None:
        self.text = Message(key, facts)
        self.place = place
        sentence = key.format(**dict(facts))
        super().__init__(f"{place}: {sentence}" if place else sentence)


@dataclass(frozen=True, slots=True)
class Config:
    """What the owner chose. ``camera`` is "" when none is configured: then the table is simulated;
    ``none`` plays without one.

    ``lead_in``: milliseconds of silence before each sound. ``turn``: of the screen, degrees clockwise.
    ``set_up``: its owner has been led through the set-up. ``country``: whose rules for radio hold (ISO 3166).
    ``editions``: editions that are elsewhere than in ``editions_folder``.
    ``lamps``, ``strip``, ``totem``, ``buttons``, ``broadcast``: the raw sections (None when absent), checked
    by their own rooms. ``updates``: an address that offers newer versions.
    """

    language: str = "en"
    lead_in: int = 0
    table: str = "table"
    camera: str = ""
    turn: int = 0
    set_up: bool = False
    country: str = ""
    journal: Path = field(default_factory=lambda: data_folder() / "journal.sqlite")
    editions: Mapping[str, Path] = field(default_factory=dict)
    editions_folder: Path = field(default_factory=lambda: config_path().parent / "editions")
    lamps: Mapping[str, Any] | None = None
    strip: Mapping[str, Any] | None = None
    totem: Mapping[str, Any] | None = None
    buttons: Mapping[str, Any] | None = None
    broadcast: Mapping[str, Any] | None = None
    updates: str = ""


def data_folder() -> Path:
    """Where the program keeps what must not be lost. Raises ConfigError without a home folder."""
    return _base("XDG_DATA_HOME", ".local/share") / "companion"


def config_path() -> Path:
    """Where the owner's file is looked for when none is named. Raises ConfigError without a home folder."""
    return _base("XDG_CONFIG_HOME", ".config") / "companion" / "companion.toml"


def _base(variable: str, usual: str) -> Path:
    if place := os.environ.get(variable):
        return Path(place)
    try:
        return Path.home() / usual
    except RuntimeError as error:  # a user without an entry in /etc/passwd
        raise ConfigError(_HOMELESS, (("variable", variable),)) from error


def restore_folders() -> tuple[Path, Path]:
    """Where a backup is ready to be put in place, and where it is while that is done
    (:mod:`companion.owner.restore`)."""
    return data_folder() / "restore.ready", data_folder() / "restore.placing"


def restore_waits() -> bool:
    """Whether a restore was begun and is not finished."""
    with contextlib.suppress(ConfigError):
        return any(folder.is_dir() for folder in restore_folders())
    return False


def language_path() -> Path:
    """Where the language chosen last is remembered."""
    return data_folder() / "language"


def preferences_path() -> Path:
    """Where settings of the screen are kept."""
    return data_folder() / "preferences.json"


def trials_path() -> Path:
    """Where it is kept which devices work."""
    return data_folder() / "trials.json"


def remembered_language(config: Config) -> str:
    """The language chosen last on the screen, else the configured one."""
    with contextlib.suppress(OSError, UnicodeDecodeError):
        language = language_path().read_text(encoding="utf-8").strip()
        return language if language in LANGUAGES else config.language
    return config.language


def edition_path(config: Config, game: str) -> Path:
    """Where the owner's edition of a game is, or would be written."""
    return config.editions.get(game, config.editions_folder / f"{game}.toml")


def load_config(path: Path | None = None) -> Config:
    """Read the file. A file that was not named and is not there means defaults. Raises ConfigError."""
    place = path or config_path()
    try:
        return parse_config(read_toml(read_text(place)))
    except FileNotFoundError:
        if path is None:
            return Config()
        raise ConfigError(_NO_FILE, place=place) from None
    except OSError as error:
        raise ConfigError(_UNREADABLE, (("reason", error.strerror or str(error)),), place) from error
    except UnicodeDecodeError as error:
        raise ConfigError(_NO_TEXT, place=place) from error
    except NotationError as error:
        raise ConfigError(_NOT_TOML, (("reason", str(error)),), place) from error
    except ConfigError as error:
        raise ConfigError(error.text.key, error.text.facts, place) from error


def parse_config(data: Mapping[str, Any]) -> Config:
    """Check a parsed file. Raises ConfigError naming the first key that is wrong."""
    sections = ("lamps", "strip", "totem", "buttons", "broadcast", "editions")
    known = {*_TEXTS, "lead_in", "turn", "set_up", "journal", *sections}
    if unknown := sorted(set(data) - known):
        raise ConfigError(_UNKNOWN, (("key", unknown[0]), ("known", ", ".join(sorted(known)))))
    values: dict[str, Any] = {key: _text(data, key) for key in _TEXTS if key in data}
    values["lead_in"] = _lead_in(data.get("lead_in", 0))
    if values.get("language", "en") not in LANGUAGES:
        raise ConfigError(_LANGUAGE, (("known", ", ".join(LANGUAGES)),))
    if "table" in values and not _NAME.fullmatch(values["table"]):
        raise ConfigError(_TABLE)
    if not re.fullmatch("([A-Z]{2})?", values.get("country", "")):
        raise ConfigError(_COUNTRY)
    for key, may_be, wrong in (("turn", TURNS, _TURN), ("set_up", (False, True), _SET_UP)):
        if key in data:
            values[key] = _one_of(data[key], may_be, wrong)
    if "journal" in data:
        values["journal"] = _path(data, "journal")
    for section in sections:
        if section in data:
            if not isinstance(data[section], Mapping):
                raise ConfigError(_SECTION, (("key", section),))
            values[section] = data[section]
    if "editions" in values:
        files = values["editions"]
        values["editions"] = {game: _path(files, game) for game in files}
    return Config(**values)


def _one_of(value: object, known: tuple[int, ...], wrong: str) -> int:
    """Raises ConfigError. A truth value is no number here."""
    if not any(type(value) is type(one) and value == one for one in known):
        raise ConfigError(wrong)
    assert isinstance(value, int)
    return value


def _lead_in(value: object) -> int:
    if type(value) is not int or not 0 <= value <= MOST_LEAD_IN:
        raise ConfigError(_LEAD_IN, (("most", str(MOST_LEAD_IN)),))
    return value


def _path(data: Mapping[str, Any], key: str) -> Path:
    text = _text(data, key)
    try:
        return home_path(text)
    except NotationError as error:
        raise ConfigError(_NOBODY, (("key", key), ("path", text))) from error


def _text(data: Mapping[str, Any], key: str) -> str:
    value = data[key]
    if not isinstance(value, str) or not value:
        raise ConfigError(_TEXT, (("key", key),))
    return value
