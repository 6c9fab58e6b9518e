"""The one place where TOML is read: whatever is wrong with a text is one kind of error, short, with its line.

What a parser takes but no file of ours holds is refused here, so that nobody behind it has to be afraid of
it: nests deeper than any reader goes, numbers longer than 64 bits, NUL in a text.
"""

from __future__ import annotations

import re
import tomllib
from typing import Any

from companion.rules.contract import NotationError

LONGEST = 1 << 18
"""Characters of a file; the longest of ours has 23 000."""
LONGEST_LINE = 2000
"""Characters: what it takes to read the parts of a key grows with their square."""
DEEPEST = 16
_LONGEST_REASON = 120
_LARGEST = 1 << 63


def read_toml(text: str) -> dict[str, Any]:
    """The tables of a TOML text. Raises NotationError with the line, where the parser tells it."""
    if len(text) > LONGEST:
        raise NotationError(f"not a TOML file of ours: longer than {LONGEST} characters")
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > LONGEST_LINE:
            raise NotationError(
                f"not a TOML file of ours: a line longer than {LONGEST_LINE} characters", number
            )
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        place = re.search(r"at line (\d+)", str(error))
        raise NotationError(f"not a TOML file: {_short(error)}", int(place[1]) if place else None) from error
    except RecursionError as error:
        raise NotationError("not a TOML file of ours: it nests too deeply") from error
    except ValueError as error:  # a number with more digits than Python reads
        raise NotationError(f"not a TOML file of ours: {_short(error)}") from error
    _check(data, DEEPEST)
    return data


def _check(value: object, deeper: int) -> None:
    if isinstance(value, dict | list):
        if not deeper:
            raise NotationError("not a TOML file of ours: it nests too deeply")
        for item in (*value, *value.values()) if isinstance(value, dict) else value:
            _check(item, deeper - 1)
    elif isinstance(value, int) and not -_LARGEST <= value < _LARGEST:
        raise NotationError("not a TOML file of ours: a whole number of more than 64 bits")
    elif isinstance(value, str) and "\0" in value:
        raise NotationError("not a TOML file of ours: the character NUL in a text")


def _short(error: Exception) -> str:
    said, half = " ".join(str(error).split()), _LONGEST_REASON // 2
    return said if len(said) <= _LONGEST_REASON else f"{said[:half]} ... {said[-half:]}"
