"""Where an owner keeps what lies beside the board, remembered with the box: a TOML file beside its portraits.

A file that cannot be used is never written over: it is kept beside the new one.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from companion.locale import N_, Message
from companion.ports.errors import ControllerError
from companion.referee.places import NOWHERE, Places, PlacesError, placed, read_places, write_places
from companion.referee.spots import spots_of
from companion.rules.contract import Zone
from companion.rules.files import free_beside, keep_file, read_bytes
from companion.rules.toml import read_toml
from vision.types import Spot

VERSION = 1
_HEAD = "# Where this box's owner keeps what lies beside the board (docs/formats.md)"
_UNUSABLE = N_(
    "{path} cannot be used ({reason}): the game's own places count until you set yours anew on the camera"
    " page; this file is kept."
)
_UNWRITTEN = N_("The places cannot be saved to {path} ({reason}): they count for this table only.")
_NOTHING_LEFT = N_("Keep one place at least: otherwise there is nothing for the camera to watch.")


class OwnerPlaces:
    """The places of one box. ``path`` None: they are forgotten when the table is closed."""

    def __init__(self, path: Path | None, zones: Sequence[Zone]) -> None:
        self.trouble: Message | None = None
        self._path = path
        self._zones = tuple(zones)
        self._spoilt = False
        self.places = self._read()

    @property
    def spots(self) -> tuple[Spot, ...]:
        """What the camera watches."""
        return spots_of(placed(self._zones, self.places))

    def keep(self, places: Places) -> None:
        """They count from now on, and are written down. Raises ControllerError, and changes nothing, when
        nothing would be left to watch; when the disk does not take them, that is a ``trouble``."""
        if not spots_of(placed(self._zones, places)):
            raise ControllerError(Message(_NOTHING_LEFT))
        self.places = places
        self.trouble = None
        if self._path is None:
            return
        try:
            self._write(self._path)
        except OSError as error:
            facts = (("path", str(self._path)), ("reason", error.strerror or str(error)))
            self.trouble = Message(_UNWRITTEN, facts)

    def _read(self) -> Places:
        if self._path is None:
            return NOWHERE
        try:
            raw = read_toml(read_bytes(self._path).decode("utf-8-sig"))
            if raw.get("version") != VERSION:
                raise PlacesError(f"version {raw.get('version')}, not {VERSION}")
            places = read_places(raw.get("places"))
            if not spots_of(placed(self._zones, places)):
                raise PlacesError("no place is left to watch")
        except FileNotFoundError:
            return NOWHERE
        except (OSError, ValueError) as error:
            self._spoilt = True
            reason = getattr(error, "strerror", None) or " ".join(str(error).split())
            self.trouble = Message(_UNUSABLE, (("path", str(self._path)), ("reason", reason.rstrip("."))))
            return NOWHERE
        return places

    def _write(self, path: Path) -> None:
        lines = [_HEAD, f"version = {VERSION}", "", "[places]", *write_places(self.places), ""]
        if self._spoilt:
            keep_file(free_beside(path), path.read_bytes())
            self._spoilt = False
        keep_file(path, "\n".join(lines).encode())
