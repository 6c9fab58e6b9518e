"""Complete games of *Jungle* on the simulated base: cards told by touch, grabs at exact cycles, and the
shipped session from the record to the end of the game; verdicts against the truth, and the confusion table.
``make bench-firmware`` prints it. ``GAMES``: how many (6).
"""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any

from companion.commands.rules import random_entry
from companion.games.jungle.referee.claim import claim_of
from companion.referee.events import MoveEntered, OutcomeEntered, TotemMoved
from companion.referee.totem_record import TotemRecord
from companion.rules.contract import Over
from companion.rules.match import EntryKind
from hardware import movement, shape
from tests.doubles.duel_table import DuelTable
from tests.firmware import hands, virtual
from tests.firmware.build import built
from tests.firmware.hands import Kind, Scene
from tests.firmware.pieces import in_pieces
from tests.firmware.virtual import VirtualTable, against_the_truth

GAMES = int(os.environ.get("GAMES", "6"))
SEATS = (3, 4, 2)
MOST = 2000
"""Entries of a game; none of these takes a tenth of it."""
AGAIN = "again"


class Game:
    """A game from the first card to its end; every chance to grab is taken, the eight kinds in turn."""

    def __init__(self, folder: Path, number: int) -> None:
        self.random = Random(number)
        self.table = DuelTable(SEATS[number % len(SEATS)])
        self.base = VirtualTable(folder, self.table.match.state.table.places, 17 + number)
        self._kinds: list[Kind] = []
        self.grabs: list[tuple[str, str, str]] = []

    def play(self) -> None:
        """To its end."""
        for _ in range(MOST):
            match = self.table.session.match
            if isinstance(match.game.pending(match.state), Over):
                return
            if match.state.phase == "claim":
                self._grab()
                continue
            entry = random_entry(match, self.random)
            assert entry is not None
            if entry.kind is EntryKind.CHANCE:
                self.table.send(OutcomeEntered(entry.text))
            else:
                self.table.send(MoveEntered(entry.seat, entry.text))
            assert self.table.view.trouble is None
        raise AssertionError("this game does not end")

    def _grab(self) -> None:
        if not self._kinds:
            self._kinds = self.random.sample(list(Kind), len(Kind))
        claim = claim_of(self.table.session.match.state)
        able = list(claim.entitled) if len(claim.entitled) >= 2 else list(claim.seats[:2])
        heard = self.base.grab(self._kinds.pop(), self.random.sample(able, 2), claim.kind)
        moved = heard.movement
        row = moved.sensors(self.base.pads, None if claim.kind == "none" else heard.reveal)
        self.table.send(TotemMoved(TotemRecord(len(self.grabs) + 1, row, moved.now_us)))
        self.table.wait(11)  # nobody appeals
        line = self.table.case.verdict.split("\n")[0]
        self.grabs.append((heard.scene.kind.value, line.split()[0], against_the_truth(heard.scene, line)))
        self._settle(heard.scene)

    def _settle(self, scene: Scene) -> None:
        """Where the verdict leaves it to the table, people choose the first way, or say who it was."""
        case = self.table.case
        if case.applied:
            return
        ways = [way.key for way in case.ways if way.key != AGAIN]
        if ways:
            self.table.says(ways[0])
        elif case.ask or case.verdict.startswith("void"):
            self.table.told(f"grab {scene.first}")
        else:
            self.table.says(AGAIN)

    def close(self) -> None:
        self.base.close()


def game(number: int) -> Any:
    with TemporaryDirectory() as folder:
        played = Game(Path(folder), number)
        played.play()
        played.close()
    return {"entries": len(played.table.session.match.entries), "grabs": played.grabs}


def test_whole_games() -> None:
    place = built("base_sim", "base.elf")
    rooms = (__file__, virtual.__file__, hands.__file__, movement.__file__, shape.__file__)
    programs = [place / "base.elf", place / "base_sim", *map(Path, rooms)]
    pieces = in_pieces("games", GAMES, game, programs)
    grabs = [grab for found in pieces.results for grab in found["grabs"]]
    confusion = Counter((kind, word) for kind, word, _ in grabs)
    judged = Counter((kind, how) for kind, _, how in grabs)
    words = sorted({word for _, word, _ in grabs})
    hows = ("right", "abstains", "wrong")
    entries = sum(found["entries"] for found in pieces.results)
    print(f"\n{GAMES} whole games, {entries} entries, {len(grabs)} grabs in {pieces.cost(len(grabs))}")
    print(f"{'what happened':14}" + "".join(f"{word:>12}" for word in (*words, "|", *hows)))
    for kind in Kind:
        row = [confusion[kind.value, word] for word in words]
        sums = [judged[kind.value, how] for how in hows]
        cells = [*(f"{count or '.'}" for count in row), "|", *(f"{count or '.'}" for count in sums)]
        print(f"{kind.value:14}" + "".join(f"{cell:>12}" for cell in cells))
    assert {kind for kind, _, _ in grabs} == {kind.value for kind in Kind}
    assert not [grab for grab in grabs if grab[2] == "wrong"]
