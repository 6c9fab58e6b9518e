"""A complete game of *Jungle* on the simulated base: grabs at exact cycles, verdicts against the truth, and
the confusion table. ``make bench-firmware`` prints it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from random import Random

from companion.commands.rules import random_entry
from companion.referee.duel_claim import claim_of
from companion.referee.duel_meaning import meaning_of, read_verdict
from companion.rules.contract import Over
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.registry import find_game
from tests.firmware.hands import Kind
from tests.firmware.virtual import Heard, VirtualTable, after_silence, outcome

SEATS = 3
MOST_GRABS = 60


def test_a_whole_game(tmp_path: Path) -> None:
    random = Random(3)
    game = find_game("jungle")
    match = Match.begin(game, game.setup(SEATS, {}))
    table = VirtualTable(tmp_path, match.state.table.places, 17)
    confusion: Counter[tuple[str, str]] = Counter()
    judged: Counter[str] = Counter()
    while not isinstance(game.pending(match.state), Over):
        entry = random_entry(match, random)
        assert entry is not None
        grabbing = match.state.phase == "claim" and sum(judged.values()) < MOST_GRABS
        if grabbing:
            heard, entry = _grab(table, match, random)
            confusion[heard.scene.kind.value, after_silence(heard).split()[0]] += 1
            judged[outcome(heard)] += 1
        match = match.add(entry)
    table.close()
    words = sorted({word for _, word in confusion})
    print(f"\n{len(match.entries)} entries, {sum(judged.values())} grabs: {dict(judged)}")
    print(f"{'':14}" + "".join(f"{word:>14}" for word in words))
    for kind in Kind:
        row = [confusion[kind.value, word] for word in words]
        print(f"{kind.value:14}" + "".join(f"{count or '.':>14}" for count in row))
    assert judged["wrong"] == 0


def _grab(table: VirtualTable, match: Match, random: Random) -> tuple[Heard, Entry]:  # type: ignore[type-arg]
    claim = claim_of(match.state)
    hands = list(claim.entitled) if len(claim.entitled) >= 2 else list(claim.seats[:2])
    kind = random.choice(list(Kind))
    heard = table.grab(kind, random.sample(hands, 2), claim.kind)
    told = read_verdict(heard.text)
    outcomes = meaning_of(told, match.state).outcomes
    text = outcomes[0] if outcomes else f"grab {heard.scene.first}"  # the table says who it was
    return heard, Entry(EntryKind.CHANCE, text=text)
