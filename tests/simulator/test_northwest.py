"""Simulated people at the *Northwest Passage*: the table is what the rules say, and so are its mistakes."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from companion.referee.reading import HOPELESS
from vision.evidence import Scorer
from vision.rectify import Rectifier
from vision.standing import Scores
from vision.teaching import Lesson, teach
from vision.view import View

from companion.referee.clip import load_clip
from companion.referee.scorer import score_clip
from companion.referee.spots import lesson_looks, spots_of
from companion.rules.contract import Certainty, Look, Seat
from companion.rules.match import EntryKind
from companion.rules.northwest import game
from companion.rules.northwest.state import State
from companion.simulator.clips import Recording, write_clip
from companion.simulator.kit import MistakeKind
from companion.simulator.people import Habits, People
from companion.simulator.profiles import PROFILES
from companion.simulator.scene import scene_of
from companion.simulator.setting import Setting, setting_of
from vision.camera import CameraModel
from vision.registration import find_by_tags

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
def test_a_short_clip_is_taught_read_and_followed(tmp_path: Path) -> None:
    """The disc is read right in nearly every quiet picture, and who moves it too far is told so."""
    habits = Habits(pace=2.0, mistakes=(MistakeKind.SUN_FAR,), limit=14)
    folder = tmp_path / "clip"
    write_clip(folder, Recording(passage(2), PROFILES["easy"], 5, habits, 8.0))
    listed = json.loads((folder / "mistakes.json").read_text(encoding="utf-8"))
    assert [set(act) for act in listed] == [{"kind", "at", "until"}]
    (tried,) = load_clip(folder).tried
    assert (listed[0]["kind"], tried.clauses) == ("sun-too-far", {"northwest/sun.2"})
    score = score_clip(folder)
    assert score.shares["disc"].trials
    assert score.shares["disc"].hits >= 0.9 * score.shares["disc"].trials
    assert not score.counts.get("false alarms about the disc")


Read = Callable[[State, int, Iterable[str]], dict[str, Scores]]


def camera(setting: Setting, profile: str) -> Read:
    """A camera that was taught the box: what it makes of some cells in single pictures of a position, without
    rules; the number says how the pieces lie in their places."""
    renderer = setting.renderer(PROFILES[profile], 100)
    lens = CameraModel(np.array(renderer.camera.k), np.array(renderer.camera.dist))
    spots = spots_of(setting.zones)
    lessons = [
        Lesson(image, lesson_looks(setting.game, setting.setup, setting.game.parse_position(text)))
        for image, text in setting.lessons(renderer, 101)
    ]
    box = teach(spots, setting.mat, lessons, lens)

    def read(state: State, number: int, cells: Iterable[str]) -> dict[str, Scores]:
        image = renderer.frame(scene_of(setting.game.looks(state), setting.placer(Random(number))))
        registration = find_by_tags(image, setting.mat, lens)
        assert registration is not None
        rectifier = Rectifier(box.plane, registration)
        scorer = Scorer(box, spots, registration.place)
        view = View([rectifier(image)], rectifier.inside, box)
        return {cell: scorer.score(cell, view) for cell in scorer.order(cells)}

    return read


def likeliest(values: Mapping[Any, float]) -> Any:
    return max(values, key=values.__getitem__)


def misread(read: Read, state: State, number: int, keep: Callable[[Look], bool]) -> tuple[int, list[str]]:
    """Of the squares and places beside the board that look so: how many there are, and which are not read."""
    looks = {str(cell): look for cell, look in game.looks(state).items() if ":" not in cell and keep(look)}
    scores = read(state, number, looks)
    wrong = [
        cell
        for cell, look in looks.items()
        if likeliest(scores[cell].stacks) != look.pieces
        or scores[cell].stacks[look.pieces] < HOPELESS
        or not (look.pieces or likeliest(scores[cell].bases) == look.base)
    ]
    return len(looks), wrong


def has_vehicle(look: Look) -> bool:
    return any(piece.startswith(("ship", "sled")) for piece in look.pieces)


def elsewhere(state: State, number: int) -> State:
    """Ships and sleds on any squares of laid tiles, also together."""
    squares = [square for tile in state.chart.tiles for square in tile.squares]
    at = iter(Random(number).sample(squares, 2 * len(state.players)))
    players = tuple(player._replace(ship=next(at), sled=next(at)) for player in state.players)
    return replace(state, players=players)


@pytest.fixture(scope="module")
def lamp() -> Read:
    """Three players' box under a lamp."""
    return camera(passage(3), "evening")


def test_a_table_under_a_lamp_is_read_without_rules(lamp: Read) -> None:
    """Tiles that were taught in another light, ships and sleds on them and beside each other, tokens, plain
    tiles: of all that hardly anything is read wrong, and no ship for a sled of its colour."""
    states = [people(passage(3), seed).state for seed in range(4)]
    all_of = [
        misread(lamp, state, number, lambda look: look.certainty is Certainty.SEEN)
        for number, state in enumerate(states)
    ]
    vehicles = [
        misread(lamp, elsewhere(states[number % 4], number), number, has_vehicle) for number in range(12)
    ]
    assert sum(cells for cells, _ in all_of) > 60
    assert sum(len(wrong) for _, wrong in all_of) <= 2, all_of
    assert sum(cells for cells, _ in vehicles) > 40
    assert sum(len(wrong) for _, wrong in vehicles) <= 1, vehicles


def test_ships_that_hide_each_other_at_the_edge_of_the_board_are_not_read_as_sleds(lamp: Read) -> None:
    """Three in one berth by the light mat: of one or two only a half is seen, and the mat's rim beside it."""
    state = people(passage(3), 1).state
    assert isinstance(state, State)
    berth = next(player.ship for player in state.players)
    home = tuple(player._replace(ship=berth) for player in state.players)
    wrong = [
        number
        for number in range(20)
        if misread(lamp, replace(state, players=home), number, lambda look: len(look.pieces) > 2)[1]
    ]
    assert len(wrong) <= 2, wrong


@pytest.mark.soak
@pytest.mark.parametrize("profile", PROFILES)
def test_the_disc_is_read_at_every_place(profile: str) -> None:
    """It lies at each place of its arc once; all places are read, without rules. Prints how many right."""
    setting = passage(2)
    read = camera(setting, profile)
    state = people(setting, 5).state
    assert isinstance(state, State)
    places = [str(zone.cell) for zone in setting.zones if zone.cell.startswith("sun")]
    right = 0
    for number, place in enumerate(places, 1):
        scores = read(replace(state, sun=number), number, places)
        right += [cell for cell in places if likeliest(scores[cell].stacks) == ("disc",)] == [place]
    print(f"{profile}: {right} of {len(places)} arcs read right")
    assert right == len(places)
