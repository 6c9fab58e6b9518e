"""Clips as files: written, read again, and wrong in every way that people manage."""

from __future__ import annotations

import json
import pickle
import struct
import zlib
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.evaluation.clips import (
    HANDED_AFTER,
    Clip,
    ClipError,
    ClipSpec,
    Lens,
    MatId,
    Outline,
    Teach,
    load_clip,
    save_clip_head,
)
from companion.evaluation.mistakes import Mistake, mistakes_of
from companion.evaluation.truth import Tried, format_truth, parse_truth
from companion.rules.contract import Seat
from companion.rules.match import Match, format_match, parse_entry, parse_match
from companion.rules.registry import find_game
from vision.types import SourceError

SPEC = ClipSpec("marso", ("south", "north"), (("target", 0), ("young", False)), 10.0, MatId("marso"))
numbers = st.floats(-1e6, 1e6)
points = st.tuples(numbers, numbers)
quads = st.tuples(points, points, points, points)
rows = st.tuples(numbers, numbers, numbers)
names = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=20)


@settings(deadline=None)
@given(
    st.builds(
        ClipSpec,
        game=st.just("marso"),
        seats=st.sampled_from([("south", "north"), ("south", "west", "east")]),
        options=st.sampled_from([(("target", 12), ("young", True)), (("target", 0), ("young", False))]),
        fps=st.floats(0.1, 1000),
        anchor=st.builds(MatId, names) | st.builds(Outline, quads, quads),
        camera=st.none() | st.builds(Lens, st.tuples(rows, rows, rows), st.lists(numbers).map(tuple)),
        teach=st.lists(st.builds(Teach, names, names)).map(tuple),
        sheets=st.lists(names).map(tuple),
        electronic=st.sampled_from([(), ("beast-card",)]),
    )
)
def test_a_head_is_read_as_it_was_written(tmp_path_factory: pytest.TempPathFactory, spec: ClipSpec) -> None:
    folder = tmp_path_factory.mktemp("clip")
    save_clip_head(folder, spec)
    assert load_clip(folder).spec == spec


def test_pictures_come_with_the_times_of_the_clip(tmp_path: Path) -> None:
    save_clip_head(tmp_path, SPEC)
    (tmp_path / "frames").mkdir()
    for number in range(3):
        picture = np.full((48, 64, 3), 60 * number, np.uint8)
        cv2.imwrite(str(tmp_path / "frames" / f"{number:06}.jpg"), picture)
    frames = list(load_clip(tmp_path).frames())
    assert [(frame.number, frame.time) for frame in frames] == [(0, 0.0), (1, 0.1), (2, 0.2)]
    assert [round(float(frame.image.mean()) / 60) for frame in frames] == [0, 1, 2]


def test_the_truth_is_replayed(tmp_path: Path) -> None:
    game = find_game("marso")
    match = Match.begin(game, game.setup(("south", "north"), {}))
    match = match.add(parse_entry("@1.5 * open b1")).add(parse_entry("@4 south play still"))
    save_clip_head(tmp_path, SPEC)
    assert load_clip(tmp_path).truth is None
    (tmp_path / "truth.match").write_text(format_match(match), encoding="utf-8")
    assert load_clip(tmp_path).truth == match


def head(tmp_path: Path) -> str:
    save_clip_head(tmp_path, SPEC)
    return (tmp_path / "clip.toml").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ('game = "marso"', 'game = "chess"', "chess"),
        ('game = "marso"', "", "game"),
        ('game = "marso"', "game = 7", "7"),
        ('"south", "north"', '"south", "attic"', "attic"),
        ("fps = 10.0", "fps = 0", "fps"),
        ("fps = 10.0", "fps = nan", "fps"),
        ('mat = "marso"', "outline = [[0, 0]]\ncells = [[0, 0]]", "clip.toml"),
        ('mat = "marso"', "", "outline"),
        ("target = 0", "target = -1", "target"),
        ("[table]", "[table", "clip.toml"),
        ("[table]", "[camera]\nk = [[1, 2], [3, 4]]\n[table]", "clip.toml"),
    ],
)
def test_a_wrong_head_is_told_in_one_sentence(tmp_path: Path, old: str, new: str, reason: str) -> None:
    text = head(tmp_path)
    assert old in text
    (tmp_path / "clip.toml").write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(ClipError) as caught:
        load_clip(tmp_path)
    assert reason in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_folder_that_is_no_clip(tmp_path: Path) -> None:
    with pytest.raises(ClipError, match=r"clip\.toml"):
        load_clip(tmp_path)


@pytest.mark.parametrize("truth", [b"nonsense", b"\xff\xfe", b"match 1\ngame marso\n"])
def test_a_wrong_truth(tmp_path: Path, truth: bytes) -> None:
    head(tmp_path)
    (tmp_path / "truth.match").write_bytes(truth)
    with pytest.raises(ClipError, match=r"truth\.match"):
        load_clip(tmp_path)


def test_a_clip_without_pictures(tmp_path: Path) -> None:
    head(tmp_path)
    with pytest.raises(SourceError):
        next(load_clip(tmp_path).frames())


def chunk(kind: bytes, data: bytes) -> bytes:
    """A piece of a PNG."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


HUGE = (
    b"\x89PNG\r\n\x1a\n"
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 60_000, 60_000, 8, 0, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress(b""))
    + chunk(b"IEND", b"")
)
"""A PNG that claims 60000x60000."""


@pytest.mark.parametrize(
    ("image", "position"), [(b"no picture", None), (b"", None), (HUGE, None), (None, "hunter nowhere")]
)
def test_a_wrong_lesson(tmp_path: Path, image: bytes | None, position: str | None) -> None:
    game = find_game("marso")
    save_clip_head(
        tmp_path,
        ClipSpec(SPEC.game, SPEC.seats, SPEC.options, 10.0, SPEC.anchor, None, (Teach("0.jpg", "0.txt"),)),
    )
    picture = cv2.imencode(".jpg", np.zeros((8, 8, 3), np.uint8))[1].tobytes()
    (tmp_path / "0.jpg").write_bytes(picture if image is None else image)
    text = game.format_position(game.initial(game.setup(SPEC.seats, {})))
    (tmp_path / "0.txt").write_text(position or text, encoding="utf-8")
    with pytest.raises(ClipError, match=r"0\.(jpg|txt)"):
        list(load_clip(tmp_path).teaching())


def test_an_error_survives_the_way_from_another_process(tmp_path: Path) -> None:
    with pytest.raises(ClipError) as caught:
        load_clip(tmp_path)
    again = pickle.loads(pickle.dumps(caught.value))
    assert again.text == caught.value.text


# -- what no position can hold ---------------------------------------------------------------------------

HEAD_OF_TRUTH = "match 1\ngame marso\nrules 1\nedition rulebook\nseats south north\n\n"
TRAPPED = "@5 anyway south step trap\n@9.5 undo 1\n"
"""A hunter is put into the Trap, where only beasts go."""


def clip_with(folder: Path, entries: str) -> Clip:
    save_clip_head(folder, ClipSpec("marso", ("south", "north"), (), 10.0, MatId("marso")))
    (folder / "truth.match").write_text(HEAD_OF_TRUTH + entries, encoding="utf-8")
    return load_clip(folder)


def test_an_act_that_no_position_can_hold_was_tried(tmp_path: Path) -> None:
    entries = "@1.5 * open b1\n@4 south play still\n"
    clip = clip_with(tmp_path, f"{entries}# the Trap\n\n{TRAPPED}@12 anyway north step e4\n@14 undo 1\n")
    match = parse_match(HEAD_OF_TRUTH + entries)
    assert clip.truth is not None
    assert [entry.at for entry in clip.truth.entries] == [1.5, 4.0, 12.0, 14.0]
    assert clip.truth.state == match.state
    breaches = match.game.why_illegal(match.state, Seat(0), match.game.parse_move("step trap"))
    (tried,) = clip.tried
    assert tried == Tried("south", "step trap", 5.0, 9.5, frozenset(each.clause for each in breaches))
    assert parse_truth(format_truth(clip.truth, clip.tried)) == (clip.truth, clip.tried)


@pytest.mark.parametrize(
    ("entries", "line"),
    [
        ("@5 anyway south step trap\n", 9),  # it was never put right
        ("@5 anyway south step trap\n@6 anyway south step e4\n@7 undo 1\n", 9),
        ("@5 anyway south step trap\n@6 undo 2\n", 9),
        ("@5 south step trap\n@6 undo 1\n", 9),  # it is not even said to be illegal
        ("@5 anyway attic step trap\n@6 undo 1\n", 9),
        ("@5 anyway south step nowhere\n@6 undo 1\n", 9),
        ("@5 anyway south step trap\n@6 undo one\n", 9),
        (TRAPPED + "@10 south step trap\n", 11),
        (TRAPPED + "@10 undo 7\n", 11),
    ],
)
def test_other_faults_of_a_truth_are_told_with_their_line(tmp_path: Path, entries: str, line: int) -> None:
    with pytest.raises(ClipError, match=rf"truth\.match is not right: line {line}: "):
        clip_with(tmp_path, f"@1.5 * open b1\n@4 south play still\n{entries}")


def test_what_is_allowed_is_not_tried(tmp_path: Path) -> None:
    with pytest.raises(ClipError, match=r"line 8: .* is allowed here"):
        clip_with(tmp_path, "@1.5 * open b1\n@4 anyway south play still\n@5 undo 1\n")


@pytest.mark.parametrize("listed", ["", '[{"kind": "wrong-cell", "at": 5.0, "until": 9.5}]'])
def test_it_is_scored_as_any_other_mistake(tmp_path: Path, listed: str) -> None:
    if listed:
        (tmp_path / "mistakes.json").write_text(listed, encoding="utf-8")
    clip = clip_with(tmp_path, f"@1.5 * open b1\n@4 south play still\n{TRAPPED}")
    (mistake,) = mistakes_of(clip)
    kind = "wrong-cell" if listed else "illegal"
    assert mistake == Mistake(kind, 5.0, 9.5, clip.tried[0].clauses)
    assert mistake.clauses


def test_older_clips_tell_it_in_the_list_alone(tmp_path: Path) -> None:
    row = {"kind": "wrong-cell", "at": 5.0, "until": 9.5, "seat": "south", "move": "step trap"}
    (tmp_path / "mistakes.json").write_text(json.dumps([row]), encoding="utf-8")
    entries = "@1.5 * open b1\n@4 south play still\n"
    (before,) = mistakes_of(clip_with(tmp_path, entries))
    (now,) = mistakes_of(clip_with(tmp_path, entries + TRAPPED))
    assert before == now


RACE: dict[str, Any] = {
    "at": 16.0,
    "tier": "T1",
    "pads": {"s1": {"rest": True, "release": [0, 4]}, "s2": {"rest": True}, "s3": {"rest": False}},
    "base": {"lift": [400_000, 1], "spread_us": 5_000, "tilt": 0.2, "impact": [700_000, 50]},
}


def test_what_a_base_measured_comes_when_it_hands_it_over(tmp_path: Path) -> None:
    save_clip_head(tmp_path, SPEC)
    assert load_clip(tmp_path).races() == ()
    (tmp_path / "races.json").write_text(json.dumps([{**RACE, "at": 50}, RACE]))
    (handed, moved), (later, _) = load_clip(tmp_path).races()
    assert handed == pytest.approx(16.4 + HANDED_AFTER)
    assert later == pytest.approx(50.4 + HANDED_AFTER)
    record = moved.record
    assert record.number == 1
    assert record.sensors["base"] == {**RACE["base"], "lift": [16_400_000, 1], "impact": [16_700_000, 50]}
    assert record.sensors["pads"]["s1"] == {"rest": True, "release": [16_000_000, 4]}
    at_lift = {"s1": {"rest": False, "release": [16_000_000, 4]}, "s2": {"rest": True}, "s3": {"rest": False}}
    assert record.hands == at_lift
    assert record.host is not None
    assert record.host.latest_us(16.0) == 16_000_000


@pytest.mark.parametrize(
    "text",
    ["[{}]", "{", '[{"at": "soon"}]', '[{"at": 1, "tier": "T1", "pads": 3, "base": {"lift": [0, 1]}}]'],
)
def test_races_that_cannot_be_read_are_named(tmp_path: Path, text: str) -> None:
    save_clip_head(tmp_path, SPEC)
    (tmp_path / "races.json").write_text(text)
    with pytest.raises(ClipError) as raised:
        load_clip(tmp_path).races()
    assert "races.json" in str(raised.value)
