"""Simulated people at the jungle game: cards turned by hand, arms that race for the totem, a base below."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import numpy as np
import pytest

from companion.evaluation.clips import RACES, REVEALS, load_clip
from companion.games.jungle.referee.claim import claim_of
from companion.games.jungle.zones import BACK, TOTEM
from companion.rules.contract import Certainty, Look
from companion.rules.match import EntryKind
from companion.rules.pieces import Pose
from companion.simulator.clips import Recording, Taught, write_clip
from companion.simulator.habits import Habits
from companion.simulator.hands import LOOKS, Span
from companion.simulator.kit import MistakeKind, mistakes_of
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES
from companion.simulator.setting import Setting, setting_of

SEED = 5
"""Of a game in which somebody grabs among the first entries."""


def jungle(seats: int = 4) -> Setting:
    return setting_of("jungle", seats, {})


def people(seats: int = 4, limit: int = 16) -> People:
    return People(jungle(seats), SEED, Habits(pace=4.0, limit=limit))


def shown(players: People, of_table: bool) -> Counter[tuple[str, str]]:
    """What a camera must be able to see for certain: as it lies on the table, or as the rules say."""
    wanted = players.game.looks(players.state)
    found: Counter[tuple[str, str]] = Counter()
    for zone in players.setting.zones:
        look = wanted.get(zone.cell, Look())
        if look.certainty is Certainty.SEEN:
            labels = players.table.labels(zone.cell) if of_table else look.pieces
            found.update((zone.cell, label) for label in labels)
    return found


@pytest.mark.parametrize("seats", [4, 6, 8])
def test_a_game_lies_on_the_table_as_the_rules_say(seats: int) -> None:
    players = people(seats, limit=60)
    for _ in players.play():
        pass
    assert shown(players, True) == shown(players, False)
    assert {entry.text.split()[0] for entry in players.match.entries} >= {"flip", "grab"}


SLIPS = (MistakeKind.WRONG_GRAB, MistakeKind.DROPPED, MistakeKind.TWO_HANDS, MistakeKind.TOWARDS_SELF)


def erring(kind: MistakeKind) -> tuple[People, list[Span]]:
    """A game in which people go wrong in this way, once, and all that moved in it."""
    players = People(jungle(), SEED, Habits(pace=4.0, limit=60, mistakes=(kind,)))
    spans = list(players.play())
    assert players.slips == (kind,)
    assert shown(players, True) == shown(players, False)
    return players, spans


def test_who_drops_the_totem_pays_and_it_lies_there_meanwhile() -> None:
    players, spans = erring(MistakeKind.DROPPED)
    (raced,) = (one for one in players.races if one.race.falls)
    (fall,) = (entry for entry in players.match.entries if entry.text.startswith("fall"))
    assert fall.text == f"fall {players.match.setup.seats[raced.race.seats[0]]}"
    base = raced.race.sensors["base"]
    assert base["blows"] >= 2
    assert 0 < base["impact"][0] - base["lift"][0] <= 500_000  # a blow of this movement (verdict, section 3)
    lying = [span for span in spans if any(p.pose is Pose.LYING for p in span.still.pieces)]
    assert sum(span.seconds for span in lying) >= 1.0


def test_who_grabs_without_a_right_pays() -> None:
    players, _ = erring(MistakeKind.WRONG_GRAB)
    line, before = players.match.line, players.match.start
    wrong = 0
    for played in line:
        verb, *places = played.entry.text.split(" ")
        wrong += verb == "grab" and places[0] not in claim_of(before).entitled
        before = played.state
    assert wrong >= 1


def test_somebody_uses_both_hands() -> None:
    players, spans = erring(MistakeKind.TWO_HANDS)
    (seats,) = (race.race.seats for race in players.races if len(set(race.race.seats)) < len(race.race.seats))
    assert seats[0] == seats[1]
    assert any({hand.sleeve for hand, _ in span.others} >= {int(seats[0])} for span in spans if span.others)


def test_who_looks_first_shows_the_card_later() -> None:
    """The hand stays over the table with the back of the card towards everybody else."""
    _, spans = erring(MistakeKind.TOWARDS_SELF)
    held = [
        span
        for span in spans
        if span.seconds == LOOKS and span.end is not None and span.end.holding is not None
    ]
    assert [span.end.holding.name for span in held if span.end and span.end.holding] == [BACK]


def test_every_mistake_of_the_game_is_one_of_these() -> None:
    assert mistakes_of(jungle().kit) == SLIPS


def test_a_card_shows_its_back_until_a_hand_has_turned_it_halfway() -> None:
    players = people(limit=6)
    turned = [span for span in players.play() if span.turned]
    flips = [entry for entry in players.match.entries if entry.text.startswith("flip")]
    assert [piece for _, piece in players.reveals] == [f"card {entry.text.split()[2]}" for entry in flips]
    for span, (at, piece), entry in zip(turned, players.reveals, flips, strict=True):
        assert entry.at is not None
        assert at < entry.at
        before, after = (span.scene(part).hand for part in (0.49, 0.51))
        assert before is not None
        assert before.holding is not None
        assert before.holding.name == BACK
        assert after is not None
        assert after.holding is not None
        assert after.holding.name == piece


def test_the_first_of_several_arms_lifts_the_totem_when_the_base_says() -> None:
    players = people()
    lifted, racing, clock, gone = [], 0, 0.0, False
    for span in players.play():
        racing = max(racing, len(span.scene(0.9).others))
        there = any(piece.name == TOTEM for piece in span.still.pieces)
        if not there and not gone:
            lifted.append(clock)
        gone = not there
        clock = players.now
    assert racing >= 1
    grabs = [entry.text for entry in players.match.entries if entry.text.startswith("grab")]
    assert [f"grab {players.setting.setup.seats[raced.race.seats[0]]}" for raced in players.races] == grabs
    told = [raced.at + raced.race.sensors["base"]["lift"][0] / 1e6 for raced in players.races]
    assert lifted == pytest.approx(told, abs=1e-6)
    for raced in players.races:
        releases = [pad["release"][0] for pad in raced.race.sensors["pads"].values() if "release" in pad]
        assert min(releases) == 0


@pytest.mark.slow
def test_every_card_of_both_prints_looks_different() -> None:
    kit = jungle().kit
    names = [piece for zone in jungle().zones for stack in zone.stacks for piece in stack]
    cards = sorted({name for name in names if name.startswith("card ")})
    assert len(cards) == 75
    for style in ("classic", "neon"):
        art = kit.art(style)
        pictures = [sheet.painting for sheet in map(art.sheet, cards) if sheet is not None]
        assert len({np.ascontiguousarray(picture).tobytes() for picture in pictures}) == len(cards)
        assert art.solid(TOTEM) is not None
        with pytest.raises(KeyError):
            art.solid("meeple")


@pytest.mark.slow
def test_a_clip_tells_when_cards_were_seen_and_what_the_base_measured(tmp_path: Path) -> None:
    habits = Habits(pace=4.0, limit=8)
    recording = Recording(jungle(), PROFILES["easy"], SEED, habits, 2.0, shown=Taught.NOTHING)
    write_clip(tmp_path / "clip", recording)
    truth = load_clip(tmp_path / "clip").truth
    assert truth is not None
    flips = [e for e in truth.entries if e.kind is EntryKind.CHANCE and e.text.startswith("flip")]
    reveals = json.loads((tmp_path / "clip" / REVEALS).read_text(encoding="utf-8"))
    assert [row["piece"].split()[1] for row in reveals] == [entry.text.split()[2] for entry in flips]
    races = json.loads((tmp_path / "clip" / RACES).read_text(encoding="utf-8"))
    assert {"at", "tier", "pads", "base"} <= races[0].keys()
