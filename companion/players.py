"""The people who play here: names and colours, in one small file beside the settings.

Matches know people only by a number that says nothing; who deletes a name here has deleted it everywhere.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from companion.preferences import write_json

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
    """The file. One that cannot be read is as none; one that cannot be written is kept until the end."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._players = {player.id: player for player in _read(path)}

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
        self._players = {}

    def _write(self) -> None:
        write_json(self.path, [asdict(player) for player in self.all()])


def _read(path: Path) -> Iterable[Player]:
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return
    for one in found if isinstance(found, list) else ():
        match one:
            case {"id": str(known), "name": str(name), "colour": str(colour)} if known and cleaned(name):
                yield Player(known, cleaned(name), colour if colour in COLOURS else COLOURS[0])
