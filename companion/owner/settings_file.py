"""Writes single settings into the owner's configuration; every other line of the file stays as it is.

A file that is written in a way that this cannot follow (a list over several lines, say) is left alone: what
the new text means is compared with what was wanted before anything is replaced.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from companion.locale import N_
from companion.owner.configuration import ConfigError, parse_config
from companion.rules.contract import NotationError
from companion.rules.files import change_file, read_text
from companion.rules.toml import read_toml

Value = str | int | bool | list[int]
Changes = Mapping[str, Mapping[str, Value] | None]
"""Sections to keys to values; the section "" is the file's head. None: the section is commented out."""

_HEADER = re.compile(r"\s*\[\s*([\w-]+)\s*\]\s*(#.*)?")
_SECTION_OR_ITS_SAMPLE = re.compile(r"\s*#?\s*\[")
_NOT_FOLLOWED = N_("This file cannot be changed by the program: write {settings} into it yourself.")
_NOT_WRITTEN = N_("This file cannot be written ({reason}): write {settings} into it yourself.")


def write_settings(path: Path, changes: Changes) -> None:
    """Change the file as a whole or not at all; it is on the disk when this returns. Raises ConfigError."""
    facts = (("settings", _shown(changes)),)

    def change(path: Path) -> bytes:
        before = read_text(path) if path.exists() else ""
        after = changed(before, changes)
        meant, got = _merged(read_toml(before), changes), read_toml(after)
        parse_config(got)
        if got != meant:
            raise NotationError(f"{path} is written in another way")
        return after.encode()

    path = path.resolve()
    try:
        change_file(path, change, private=True)  # it may hold the login of a camera
    except (NotationError, ConfigError, UnicodeDecodeError) as error:
        raise ConfigError(_NOT_FOLLOWED, facts, path) from error
    except OSError as error:
        raise ConfigError(_NOT_WRITTEN, (("reason", error.strerror or str(error)), *facts), path) from error


def changed(text: str, changes: Changes) -> str:
    """The text with other values."""
    lines = text.splitlines()
    for section, values in changes.items():
        begin, end = _place(lines, section)
        if values is None:
            lines[begin:end] = [f"# {line}" if line.strip() else line for line in lines[begin:end]]
            continue
        if section and begin == end:
            lines += ["", f"[{section}]"]
            begin, end = len(lines) - 1, len(lines)
        for key, value in values.items():
            line = f"{key} = {_written(value)}"
            spoken = re.compile(rf"\s*{re.escape(key)}\s*=")
            found = [number for number in range(begin, end) if spoken.match(lines[number])]
            if found:
                lines[found[0]] = line
                continue
            at = begin + 1 if section else _end_of_head(lines, end)
            lines.insert(at, line)
            end += 1
    return "\n".join(lines) + "\n"


def _place(lines: list[str], section: str) -> tuple[int, int]:
    """From the section's header to the next one; of the head from the first line. Empty: there is none."""
    headers = [(number, _HEADER.fullmatch(line)) for number, line in enumerate(lines)]
    begins = [(number, found[1]) for number, found in headers if found]
    stops = [number for number, _ in begins] + [len(lines)]
    if not section:
        return 0, stops[0]
    begin = next((number for number, name in begins if name == section), len(lines))
    return begin, next((stop for stop in stops if stop > begin), len(lines))


def _end_of_head(lines: list[str], end: int) -> int:
    """After the head's last setting, above what is only a sample of a section."""
    found = (number for number in range(end) if _SECTION_OR_ITS_SAMPLE.match(lines[number]))
    at = next(found, end)
    while at and not lines[at - 1].strip():
        at -= 1
    return at


def _written(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False)


def _merged(data: dict[str, Any], changes: Changes) -> dict[str, Any]:
    merged = dict(data)
    for section, values in changes.items():
        if values is None:
            merged.pop(section, None)
        elif section:
            merged[section] = {**merged.get(section, {}), **values}
        else:
            merged |= values
    return merged


def _shown(changes: Changes) -> str:
    shown = []
    for section, values in changes.items():
        head = f"[{section}] " if section else ""
        shown += [f"{head}{key} = {_written(value)}" for key, value in (values or {}).items()]
        shown += [f"# [{section}]"] if values is None else []
        shown += [f"[{section}]"] if values == {} else []
    return ", ".join(shown)
