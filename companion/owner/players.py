"""The people who play here: names and colours, in one small file beside the settings.

Matches know people only by a number that says nothing; who deletes a name here has deleted it everywhere.
"""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from companion.rules.files import change_file, free_beside, keep_file

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
    next one. Names that cannot be written are kept until the end, ``unwritten`` says why, and the next change
    tries to take them along. What another program has written meanwhile stays."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.unwritten = ""
        self._players, self.damaged = _read(path)
        self.kept_as = free_beside(path)
        """Where a damaged file is found as soon as another one is written."""
        self._changed: dict[str, Player | None] = {}
        """By id: what the file does not hold yet; None: nobody is called so any more."""

    def all(self) -> tuple[Player, ...]:
        """Everybody, by name."""
        return tuple(sorted(self._players.values(), key=lambda player: player.name.casefold()))

    def names(self, seats: Iterable[tuple[str, str]]) -> dict[str, str]:
        """Seats to names, for pairs of a seat and a player's id; seats without a name are left out."""
        return {seat: self._players[known].name for seat, known in seats if known in self._players}

    def keep(self, player: Player) -> Player:
        """Keep a new name, or a changed one. ValueError: no name, or somebody else has it."""
        name = cleaned(player.name)
        self._look()
        others = (other for other in self._players.values() if other.id != player.id)
        if not name or name.casefold() in {other.name.casefold() for other in others}:
            raise ValueError(name)
        known = replace(player, name=name, id=player.id or uuid.uuid4().hex[:12])
        self._write(known.id, known)
        return known

    def delete(self, player: str) -> None:
        """Nobody is called so any more, in old matches neither."""
        self._write(player, None)

    def forget(self) -> None:
        """What the file says is not known any more; for one that has been deleted."""
        self._players, self._changed, self.damaged, self.unwritten = {}, {}, False, ""

    def _write(self, known: str, player: Player | None) -> None:
        self._changed[known] = player
        try:
            if self.damaged:
                keep_file(self.kept_as, self.path.read_bytes())
            change_file(self.path, self._merged)
        except OSError as error:
            self.unwritten = error.strerror or str(error)
            self._players = self._with_changes(self._players)
        else:
            self._changed, self.damaged, self.unwritten = {}, False, ""

    def _merged(self, _: Path) -> bytes:
        self._look()
        return json.dumps([asdict(player) for player in self.all()], ensure_ascii=False).encode()

    def _look(self) -> None:
        """Know what another program has written meanwhile."""
        found, damaged = _read(self.path)
        if not damaged and not self.damaged:
            self._players = found
        self._players = self._with_changes(self._players)

    def _with_changes(self, players: Mapping[str, Player]) -> dict[str, Player]:
        known = {**players, **self._changed}
        return {each: player for each, player in known.items() if player is not None}


def _read(path: Path) -> tuple[dict[str, Player], bool]:
    """The names that can be read, and whether there is anything else in the file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return {}, False
    except (OSError, ValueError, RecursionError):
        return {}, True
    players = []
    for one in found if isinstance(found, list) else ():
        match one:
            case {"id": str(known), "name": str(name), "colour": str(colour)} if known and cleaned(name):
                players.append(Player(known, cleaned(name), colour if colour in COLOURS else COLOURS[0]))
    return {player.id: player for player in players}, not isinstance(found, list) or len(players) < len(found)
