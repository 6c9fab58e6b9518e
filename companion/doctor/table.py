"""The whole table, part after part; a part that fails in a way nobody foresaw is said and ends nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.doctor import camera, machine, parts
from companion.doctor.finding import Finding, State, finding
from companion.locale import N_, Texts
from companion.owner.configuration import Config, preferences_path
from companion.owner.preferences import read_preferences
from companion.rules.registry import AnyGame
from vision.types import Frame

_FAULT = N_("This could not be looked at because of a fault of this program ({fault}).")
_NO_CAMERA = N_("No camera is configured.")


@dataclass(frozen=True, slots=True)
class CheckedTable:
    """``file``: the configuration's. ``camera``: as in the configuration, "" or ``none`` without one."""

    config: Config
    file: Path
    camera: str
    game: AnyGame
    texts: Texts


def look(
    table: CheckedTable, root: Path, environment: Mapping[str, str]
) -> tuple[list[Finding], Frame | None]:
    """All findings in the order of the report, and the newest picture. Takes as long as camera and base."""
    found: list[Finding] = []
    frame: Frame | None = None

    def see() -> Iterable[Finding]:
        nonlocal frame
        if table.camera in ("", "none"):
            return [finding("camera", State.ABSENT, _NO_CAMERA)]
        seen, frame = camera.look(table.camera, table.game)
        return seen

    config = table.config
    looks: dict[str, Callable[[], Iterable[Finding]]] = {
        "camera": see,
        "screen": lambda: parts.screen(root, environment),
        "sound": lambda: parts.sound(read_preferences(preferences_path()), table.texts.language),
        "gpio": lambda: [parts.gpio(config)],
        "base": lambda: parts.base(config, table.texts),
        "disk": lambda: machine.disk(config.journal.parent),
        "journal": lambda: [parts.journal(config)],
        "power": lambda: machine.power(root),
        "clock": lambda: [machine.clock(root, datetime.now(UTC), machine.installed())],
        "broker": lambda: [parts.broker(config)],
        "secrets": lambda: parts.secrets(config, table.file),
        "games": parts.installed_games,
        "system": lambda: [machine.system(root)],
        "versions": lambda: [machine.versions()],
    }
    for part, one in looks.items():
        try:
            found += one()
        except Exception as error:  # noqa: BLE001 - the others are to be looked at all the same
            fault = " ".join(f"{type(error).__name__}: {error}".split())[:200]
            found.append(finding(part, State.BROKEN, _FAULT, fault=fault))
    return found, frame
