"""The owner's places: where piles, trays and hands lie, in text form and on the table."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.evaluation.clips import ClipError, ClipSpec, MatId, load_clip, save_clip_head
from companion.referee.places import NOWHERE, Places, placed, read_places
from companion.referee.spots import spots_of
from companion.rules.contract import Reading, Zone
from companion.rules.registry import find_game
from vision.types import SpotReading


def zones() -> tuple[Zone, ...]:
    game = find_game("arctica")
    return tuple(game.zones(game.setup(2, {})))


def test_a_place_moves_its_zone_and_no_other() -> None:
    before = zones()
    after = placed(before, Places({"deck": (7.0, 1.0, 0.8, 1.2)}))
    moved = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    assert [new.cell for _, new in moved] == ["deck"]
    (_, deck), *_ = moved
    assert (deck.x, deck.y, deck.width, deck.height, deck.turn) == (7.0, 1.0, 0.8, 1.2, 0)


def test_a_beginning_places_everything_that_begins_so() -> None:
    after = placed(zones(), Places({"has:bear": (6.8, -3.2, 2.6, 2.6)}))
    there = {zone.cell for zone in after if (zone.x, zone.y) == (6.8, -3.2)}
    assert there == {zone.cell for zone in zones() if zone.cell.startswith("has:bear:")}
    assert there


def test_the_longest_name_counts() -> None:
    places = Places({"has": (0.0, 9.0, 1.0, 1.0), "has:bear": (1.0, 9.0, 1.0, 1.0)})
    assert places.find("has:bear:cod") == "has:bear"
    assert places.find("has:orca:cod") == "has"
    assert places.find("deck") is None


def test_what_is_not_kept_is_not_watched() -> None:
    places = Places({"discard": None})
    assert "discard" in {spot.cell for spot in spots_of(zones())}
    assert "discard" not in {spot.cell for spot in spots_of(placed(zones(), places))}


def test_what_players_keep_is_read_where_the_owner_says_so_by_its_own_name() -> None:
    game = find_game("atlantis")
    kept = {str(zone.cell): zone for zone in game.zones(game.setup(2, {}))}
    assert (kept["hand:red"].reading, kept["supply:boat"].reading) == (Reading.SECRET, Reading.COUNTER)
    there = (13.5, -8.1, 2.4, 3.4)
    named = {spot.cell: spot for spot in spots_of(placed(kept.values(), Places({"hand:red": there})))}
    assert named["hand:red"].reading is SpotReading.WHOLE
    assert "hand:blue" not in named
    loosely = spots_of(placed(kept.values(), Places({"hand": there, "supply": there})))
    assert {spot.cell for spot in loosely} == named.keys() - {"hand:red"}


numbers = st.floats(-50, 50).map(lambda value: round(value, 3))
extents = st.floats(0.2, 20).map(lambda value: round(value, 3))
rectangles = st.tuples(numbers, numbers, extents, extents) | st.none()
names = st.text("abcdefghijklmnopqrstuvwxyz:0123456789 \"'ї", min_size=1, max_size=12)


@given(st.dictionaries(names, rectangles, max_size=5))
def test_places_of_a_clip_come_back(tmp_path_factory: pytest.TempPathFactory, of: dict[str, None]) -> None:
    folder = tmp_path_factory.mktemp("clip")
    spec = ClipSpec("arctica", ("bear", "orca"), (), 15.0, MatId("arctica"), places=Places(of))
    save_clip_head(folder, spec)
    assert load_clip(folder).spec.places == spec.places


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ('"deck" = [1, 2, 3]', "'deck'"),
        ('"deck" = [1, 2, 3, nan]', "'deck'"),
        ('"deck" = [1, 2, 0, 1]', "'deck'"),
        ('"deck" = [1e9, 2, 1, 1]', "'deck'"),
        ('"deck" = true', "'deck'"),
        ('"deck" = "there"', "'deck'"),
    ],
)
def test_a_wrong_place_is_one_sentence_with_its_name(tmp_path: Path, line: str, named: str) -> None:
    save_clip_head(tmp_path, ClipSpec("arctica", ("bear", "orca"), (), 15.0, MatId("arctica")))
    head = tmp_path / "clip.toml"
    head.write_text(head.read_text("utf-8") + f"\n[places]\n{line}\n", "utf-8")
    with pytest.raises(ClipError, match="places") as told:
        load_clip(tmp_path)
    assert named in str(told.value)
    assert "clip.toml" in str(told.value)


def test_nothing_said_is_nothing_moved() -> None:
    assert read_places({}) == NOWHERE
    assert placed(zones(), NOWHERE) == zones()
