"""Which broker the table is broadcast to, from the owner's ``[broadcast]`` section."""

from __future__ import annotations

import errno
import os
import re
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from companion.broadcast import tuning
from companion.locale import N_, Message
from companion.rules.contract import Facts, NotationError
from companion.rules.fields import MISSED, UNKNOWN, FieldError, Rule, read, span
from companion.rules.files import home_path

PASSWORD_VARIABLE = "COMPANION_MQTT_PASSWORD"
PLAIN_PORT, TLS_PORT = 1883, 8883  # as registered with IANA

LONGEST = 65535
"""Largest size in bytes of a text in MQTT (version 3.1.1, section 1.5.3)."""

_TOO_LONG = N_("{key} in [broadcast] is too long, or has a character in it that no text can have.")
_BAD_KEY = N_("[broadcast] has no key {key}; it knows {known}.")
_NOT_TEXT = N_("{key} in [broadcast] must be a text in quotes.")
_NO_HOME = N_("{key} in [broadcast] begins with ~ and a name that no user here has.")
_NOT_NUMBER = N_("{key} in [broadcast] must be a whole number from {least} to {most}.")
_NOT_YES_NO = N_("{key} in [broadcast] must be true or false.")
_REPLAYS_ALONE = N_("replays in [broadcast] needs page, the address under which its folder is served.")
_NO_PAGE = N_("page in [broadcast] must be an address that begins with http:// or https://.")
_PAGE = re.compile(r"https?://[^\s\"'<>#]{1,300}")
_NO_HOST = N_("[broadcast] needs host, the broker's name or address.")
_KEY_ALONE = N_("cert_file and key_file in [broadcast] belong together; give both or neither.")
_NO_USER = N_("[broadcast] has a password but no user; add user.")


class BroadcastError(Exception):
    """A section that cannot be used; ``text`` is one sentence that says what to do."""

    def __init__(self, key: str, facts: Facts = ()) -> None:
        self.text = Message(key, facts)
        super().__init__(key.format(**dict(facts)))


class LostError(Exception):
    """There is no connection, or it is lost; ``text`` is one sentence that says why."""

    def __init__(self, key: str, facts: Facts) -> None:
        self.text = Message(key, facts)
        super().__init__(key.format(**dict(facts)))


@dataclass(frozen=True, slots=True)
class BrokerConfig:
    """A broker and how to log in. ``outbox``: how many unsent events are kept while the broker cannot be
    reached.

    Files are read anew for every connection, so a corrected file is used without a restart. The password
    itself is never part of this value. ``home_assistant``: the table appears in Home Assistant as a device.
    ``commands``: the table takes commands. ``names``: names of players may be sent.
    ``page``: the address of the spectators' page. ``replays``: a folder inside the page's own folder,
    for pages that replay matches.
    """

    host: str
    port: int = PLAIN_PORT
    tls: bool = False
    ca_file: Path | None = None
    cert_file: Path | None = None
    key_file: Path | None = None
    user: str = ""
    password_file: Path | None = None
    outbox: int = tuning.whole("config.outbox")
    home_assistant: bool = False
    commands: bool = False
    names: bool = False
    page: str = ""
    replays: Path | None = None

    def password(self) -> str | None:
        """The password from the file, else from the environment variable; None without both. Raises OSError
        or ValueError."""
        if self.password_file is not None:
            with regular(self.password_file).open(encoding="utf-8") as file:
                return file.read(LONGEST + 2).rstrip("\r\n")
        return os.environ.get(PASSWORD_VARIABLE)


def regular(path: Path) -> Path:
    """The same path. Raises OSError if it is no ordinary file: to read a pipe, for example, may never end."""
    if not stat.S_ISREG(path.stat().st_mode):
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(path))
    return path


def _fits(text: str) -> bool:
    return "\0" not in text and len(text.encode(errors="replace")) <= LONGEST


_Text = Annotated[str, Rule(_NOT_TEXT, bool), Rule(_TOO_LONG, _fits)]
_Switch = Annotated[bool, Rule(_NOT_YES_NO)]


@dataclass(frozen=True, slots=True)
class _Section:
    """What may stand in the file."""

    host: _Text
    user: _Text = ""
    page: Annotated[_Text, Rule(_NO_PAGE, _PAGE.fullmatch)] = ""
    ca_file: _Text = ""
    cert_file: _Text = ""
    key_file: _Text = ""
    password_file: _Text = ""
    replays: _Text = ""
    port: Annotated[int, span(1, 65535, _NOT_NUMBER)] = 0
    outbox: Annotated[int, span(1, 100_000, _NOT_NUMBER)] = tuning.whole("config.outbox")
    tls: _Switch = False
    home_assistant: _Switch = False
    commands: _Switch = False
    names: _Switch = False


_FILES = ("ca_file", "cert_file", "key_file", "password_file", "replays")


def broadcast_from(section: Mapping[str, Any]) -> BrokerConfig:
    """Check a parsed ``[broadcast]`` section. ``ca_file`` turns TLS on. Raises BroadcastError."""
    try:
        read(_Section, section)
    except FieldError as error:
        said = {UNKNOWN: _BAD_KEY, MISSED: _NO_HOST}.get(error.said, error.said)
        raise BroadcastError(said, (("key", error.key), *error.facts)) from error
    files = {key: _path(key, section[key]) for key in _FILES if key in section}
    values: dict[str, Any] = {**section, **files}
    if ("cert_file" in values) != ("key_file" in values):
        raise BroadcastError(_KEY_ALONE)
    if "password_file" in values and "user" not in values:
        raise BroadcastError(_NO_USER)
    if "replays" in values and "page" not in values:
        raise BroadcastError(_REPLAYS_ALONE)
    values.setdefault("tls", "ca_file" in values)
    values.setdefault("port", TLS_PORT if values["tls"] else PLAIN_PORT)
    return BrokerConfig(**values)


def _path(key: str, value: str) -> Path:
    try:
        return home_path(value)
    except NotationError as error:
        raise BroadcastError(_NO_HOME, (("key", key),)) from error
