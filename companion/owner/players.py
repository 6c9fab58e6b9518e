"""The people who play here: names and colours, in one small file beside the settings.

Matches know people only by a number that says nothing; who deletes a name here has deleted it everywhere.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from companion.owner.preferences import write_json

COLOURS = ("red", "blue", "green", "yellow", "violet", "turquoise", "orange", "pink")
"""Colours that a person can have, by the names of :data:`companion.rules.palette.COLOURS`."""
LONGEST = 14
"""Letters of a name."""


@dataclass(frozen=True, slots=True)
class Player:
    """``id``: "" until the name is kept."""

    id: str
    name: str
    colour: str


def cleaned(name: str) -> str:
    """A name in one line, without blanks at its ends; "" when nothing is left."""
    return " ".join("".join(letter if letter.isprintable() else " " for letter in name).split())[:LONGEST]


class Players:
    """The file. Of a damaged one what can be read is known, ``damaged`` says so, and it is kept beside the
    next one; names that cannot be written are kept until the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        found, self.damaged = _read(path)
        self._players = {player.id: player for player in found}

    @property
    def kept_as(self) -> Path:
        """Where a damaged file is found as soon as another one is written."""
        return self.path.with_name(f"{self.path.name}.old")

    def all(self) -> tuple[Player, ...]:
        """Everybody, by name."""
        return tuple(sorted(self._players.values(), key=lambda player: player.name.casefold()))

    def names(self, seats: Iterable[tuple[str, str]]) -> dict[str, str]:
        """Seats to names, for pairs of a seat and a player's id; seats without a name are left out."""
        return {seat: self._players[known].name for seat, known in seats if known in self._players}

    def keep(self, player: Player) -> Player:
        """Keep a new name, or a changed one. ValueError: no name, or somebody else has it."""
        name = cleaned(player.name)
        others = (other for other in self._players.values() if other.id != player.id)
        if not name or name.casefold() in {other.name.casefold() for other in others}:
            raise ValueError(name)
        known = replace(player, name=name, id=player.id or uuid.uuid4().hex[:12])
        self._players[known.id] = known
        self._write()
        return known

    def delete(self, player: str) -> None:
        """Nobody is called so any more, in old matches neither."""
        self._players.pop(player, None)
        self._write()

    def forget(self) -> None:
        """What the file says is not known any more; for one that has been deleted."""
        self._players, self.damaged = {}, False

    def _write(self) -> None:
        if self.damaged:
            with suppress(OSError):
                self.path.replace(self.kept_as)
            self.damaged = False
        write_json(self.path, [asdict(player) for player in self.all()])


def _read(path: Path) -> tuple[tuple[Player, ...], bool]:
    """The names that can be read, and whether there is anything else in the file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return (), False
    except (OSError, ValueError, RecursionError):
        return (), True
    players = []
    for one in found if isinstance(found, list) else ():
        match one:
            case {"id": str(known), "name": str(name), "colour": str(colour)} if known and cleaned(name):
                players.append(Player(known, cleaned(name), colour if colour in COLOURS else COLOURS[0]))
    return tuple(players), not isinstance(found, list) or len(players) < len(found)
