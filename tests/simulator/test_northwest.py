"""Simulated people at the *Northwest Passage*: the table is what the rules say, and so are its mistakes."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path

import pytest

from companion.evaluation.clips import load_clip
from companion.evaluation.scorer import score_clip
from companion.games.northwest import game
from companion.games.northwest.state import State
from companion.rules.contract import Certainty, Look, Seat
from companion.rules.match import EntryKind
from companion.simulator.clips import Recording, write_clip
from companion.simulator.habits import Habits
from companion.simulator.kit import MistakeKind
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES
from companion.simulator.setting import Setting, setting_of

DISC = (MistakeKind.SUN_FAR, MistakeKind.SUN_BACK, MistakeKind.SUN_EARLY, MistakeKind.SUN_FORGOTTEN)


def passage(seats: int = 2, edition: str = "sketch") -> Setting:
    return setting_of("northwest", seats, {"edition": edition})


def people(setting: Setting, seed: int, **habits: object) -> People:
    return People(setting, seed, Habits(**{"pace": 4.0, **habits}), prepared=True)  # type: ignore[arg-type]


def shown(players: People, looks: dict[str, Look] | None = None) -> Counter[tuple[str, str]]:
    """Everything that a camera must be able to see, by place: on the table, or as the looks say."""
    wanted = players.game.looks(players.state)
    found: Counter[tuple[str, str]] = Counter()
    for zone in players.setting.zones:
        look = wanted.get(zone.cell, Look())
        if look.certainty is Certainty.SEEN:
            labels = players.table.labels(zone.cell) if looks is None else look.pieces
            base = players.table.base(zone.cell) if looks is None else look.base
            found.update((zone.cell, label) for label in (base, *labels) if label)
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_a_game_lies_on_the_table_as_the_rules_say(seats: int) -> None:
    players = people(passage(seats), seats, limit=60)
    for _ in players.play():
        pass
    assert shown(players) == shown(players, {})
    assert {entry.text.split()[0] for entry in players.match.entries} >= {"take", "tile", "sun", "pass"}


def test_play_begins_with_an_archipelago_and_shortly_before_the_disc_moves() -> None:
    for seed in range(4):
        state = people(passage(3, "standard"), seed).state
        assert isinstance(state, State)
        assert game.faults(state) == ()
        if state.round > 1:  # else everybody was home again
            assert state.chart.tiles
            waiting = [p for seat, p in enumerate(state.players) if not state.is_out(seat)]
            assert sum(player.crew.ready for player in waiting) <= 5


@pytest.mark.parametrize("seed", range(3))
def test_every_mistake_with_the_disc_is_one_and_is_put_right(seed: int) -> None:
    players = people(passage(2), seed, mistakes=DISC, limit=150)
    for span in players.play():
        discs = [piece for piece in span.scene(0.5).pieces if piece.name == "disc"]
        assert len(discs) <= 1
    made = [mishap for mishap in players.mishaps if mishap.kind in DISC]
    assert {mishap.kind for mishap in made} >= {MistakeKind.SUN_FAR, MistakeKind.SUN_BACK}
    for mishap in made:
        assert (mishap.move != "") == (mishap.kind is not MistakeKind.SUN_FORGOTTEN)
    assert shown(players) == shown(players, {})


def test_what_no_match_file_can_tell_is_told_beside_it() -> None:
    """Two places or more too far breaks sun.2 alone, one place back sun.3 alone (it is one place)."""
    wanted = {MistakeKind.SUN_FAR: {"northwest/sun.2"}, MistakeKind.SUN_BACK: {"northwest/sun.3"}}
    players = people(passage(2), 5, mistakes=tuple(wanted), limit=80)
    for _ in players.play():
        pass
    assert not [entry for entry in players.match.entries if entry.kind is EntryKind.ANYWAY]
    assert {act.kind for act in players.mishaps} == set(wanted)
    for act in players.mishaps:
        before = [played for played in players.match.line if (played.entry.at or 0.0) <= act.at]
        seat, move = Seat(players.setting.setup.seats.index(act.seat)), game.parse_move(act.move)
        state = before[-1].state if before else players.match.start
        assert {breach.clause for breach in game.why_illegal(state, seat, move)} == wanted[act.kind]


@pytest.mark.soak
def test_a_short_clip_is_read_and_followed(tmp_path: Path) -> None:
    """The disc is read right in nearly every quiet picture, and who moves it too far is told so."""
    habits = Habits(pace=2.0, mistakes=(MistakeKind.SUN_FAR,), limit=14)
    folder = tmp_path / "clip"
    write_clip(folder, Recording(passage(2), PROFILES["easy"], 5, habits, 8.0))
    listed = json.loads((folder / "mistakes.json").read_text(encoding="utf-8"))
    assert [set(act) for act in listed] == [{"kind", "at", "until"}]
    (tried,) = load_clip(folder).tried
    assert listed[0]["kind"] == "sun-too-far"
    assert set(tried.clauses) == {"northwest/sun.2"}
    score = score_clip(folder)
    assert score.shares["disc"].trials
    assert score.shares["disc"].hits >= 0.9 * score.shares["disc"].trials
    assert not score.counts.get("false alarms about the disc")
