"""Which changes were told: counted on truth that is made up here, and how truth is read."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.referee.share import Share
from tests.bench.made_up_photos import CORNERS, photo
from tests.bench.seeing.changes import CellFigures, Said, score
from tests.bench.seeing.truth import Photo, TruthError, hand_of, read_mathable, read_real


def told(*rows: str) -> list[Said]:
    return [Said(dict.fromkeys(row.split(), 0.5)) for row in rows]


def counted(photos: list[Photo], said: list[Said]) -> tuple[str, str, int, int, str]:
    figures = score(photos, said)
    return figures.exact.short, figures.cells.short, figures.late, figures.false, figures.quiet.short


def test_what_is_told_in_its_own_photo_is_exact() -> None:
    photos = [photo(0), photo(1, "a1 b1"), photo(2)]
    assert counted(photos, told("", "a1 b1", "")) == ("1/1", "2/2", 0, 0, "0/1")


def test_a_cell_too_few_or_too_many_is_not_exact() -> None:
    photos = [photo(0), photo(1, "a1 b1"), photo(2, "c1")]
    assert counted(photos, told("", "a1", "c1 d1")) == ("0/2", "2/3", 0, 1, "-")


def test_a_change_that_is_told_later_is_late_once_and_then_false() -> None:
    photos = [photo(0), photo(1, "a1"), photo(2), photo(3)]
    assert counted(photos, told("", "", "a1", "")) == ("0/1", "0/1", 1, 0, "0/2")
    assert counted(photos, told("", "", "a1", "a1")) == ("0/1", "0/1", 1, 1, "1/2")


def test_a_change_under_a_hand_is_due_when_its_cell_is_seen_again() -> None:
    photos = [photo(0), photo(1, "a1", "a1", True), photo(2)]
    for said in (told("", "a1", ""), told("", "", "a1")):
        assert counted(photos, said) == ("1/1", "1/1", 0, 0, "-")
    assert counted(photos, told("", "", "")) == ("0/1", "0/1", 0, 0, "-")


def test_what_the_photos_never_show_need_not_be_told() -> None:
    overtaken = [photo(0), photo(1, "a1", "a1", True), photo(2, "a1")]
    assert counted(overtaken, told("", "", "a1")) == ("1/1", "1/1", 0, 0, "-")
    covered = [photo(0), photo(1, "a1", "a1", True)]
    assert counted(covered, told("", "")) == ("-", "-", 0, 0, "-")


def test_a_covered_cell_is_never_false() -> None:
    photos = [photo(0), photo(1, "", "a1", True), photo(2), photo(3)]
    assert counted(photos, told("", "a1", "a1", "")) == ("-", "-", 0, 0, "0/1")
    assert counted(photos, told("", "", "", "a1")) == ("-", "-", 0, 1, "1/1")


def test_hands_are_counted_where_somebody_knows() -> None:
    photos = [
        photo(0),
        photo(1, "", "a1", True),
        photo(2, "", "b1", None),
        photo(3),
        photo(4, "", "a1", True),
    ]
    said = [Said(hand=hand) for hand in (False, True, True, True, False)]
    figures = score(photos, said)
    assert (figures.seen, figures.ghosts) == (Share(1, 2), Share(1, 2))
    assert score(photos, told(*[""] * 5)).seen == Share()


def test_figures_of_several_sets_add_up() -> None:
    one = CellFigures(exact=Share(1, 2), false=3, delays=(0.5,), minutes=1.0)
    total = one + CellFigures(exact=Share(2, 2), false=1, delays=(0.25,), minutes=0.5)
    assert (total.exact, total.false, total.delays, total.minutes) == (Share(3, 4), 4, (0.5, 0.25), 1.5)


CELLS = st.sets(st.sampled_from(["a1", "a2", "a3"])).map(frozenset)


@given(st.lists(CELLS, min_size=1, max_size=6))
def test_who_tells_every_change_in_its_photo_is_right(changed: list[frozenset[str]]) -> None:
    photos = [photo(0), *(Photo(n, CORNERS, cells) for n, cells in enumerate(changed, 1))]
    figures = score(photos, [Said(dict.fromkeys(one.changed, 0.0)) for one in photos])
    total, busy = sum(map(len, changed)), sum(map(bool, changed))
    assert (figures.exact, figures.cells, figures.false) == (Share(busy, busy), Share(total, total), 0)


@pytest.mark.parametrize(
    ("what", "hidden", "hand"),
    [
        ("white e4", "", False),
        ("white e4; hand or arm", "a1", True),
        ("hand, grips the yellow man", "", None),
        ("white A18; shadow of a hand", "", False),
        ("light only; hand beside the board", "", False),
        ("the die rolls; hand beside the board", "a1", None),
    ],
)
def test_hands_are_read_from_the_words(what: str, hidden: str, hand: bool | None) -> None:
    assert hand_of(what, frozenset(hidden.split())) is hand


def write_set(folder: Path, rows: list[str], corners: str = "") -> Path:
    (folder / "frames").mkdir(parents=True)
    (folder / "grid.toml").write_text(
        "columns = 2\nrows = 2\ncorners = [[10, 10], [90, 10], [90, 90], [10, 90]]\n"
        'column_names = ["1", "2"]\nrow_names = ["A", "B"]\nname = "{row}{column}"\n',
        encoding="utf-8",
    )
    head = "frame,changed,what,hidden,source\n"
    (folder / "truth.csv").write_text(head + "\n".join(rows) + "\n", encoding="utf-8")
    if corners:
        (folder / "corners.csv").write_text(corners, encoding="utf-8")
    return folder


def test_a_set_is_read_with_its_grid(tmp_path: Path) -> None:
    rows = ["0000,,start,B2,x", '0001,A1 A2,"laid; hand or arm",A1 B2,x', "0002,,light only,B2,x"]
    photos = read_real(write_set(tmp_path / "set", rows))
    assert {spot.cell: (spot.x, spot.y) for spot in photos.spots} == {
        "A1": (0, 1), "A2": (1, 1), "B1": (0, 0), "B2": (1, 0),
    }  # fmt: skip
    assert [one.hand for one in photos.photos] == [False, True, False]  # B2 is hidden in all of them
    assert photos.photos[1].changed == {"A1", "A2"}
    assert photos.anchor(photos.photos[0]).plane == ((-0.5, 1.5), (1.5, 1.5), (1.5, -0.5), (-0.5, -0.5))
    assert len(photos.cut(2).photos) == 2
    assert photos.cut(0) == photos


def test_each_photo_may_have_its_own_corners(tmp_path: Path) -> None:
    corners = "frame,ax,ay,bx,by,cx,cy,dx,dy\n0,10,10,90,10,90,90,10,90\n1,12,11,92,11,92,91,12,91\n"
    photos = read_real(write_set(tmp_path / "set", ["0000,,a,,x", "0001,,b,,x"], corners))
    assert photos.photos[1].corners == ((12, 11), (92, 11), (92, 91), (12, 91))
    with pytest.raises(TruthError, match=r"corners\.csv has 2 photos, but truth\.csv has 1"):
        read_real(write_set(tmp_path / "short", ["0000,,a,,x"], corners))


def test_truth_about_a_cell_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(TruthError, match="photo 1: C7 is no cell"):
        read_real(write_set(tmp_path / "set", ["0000,,a,,x", "0001,C7,b,,x"]))
    photos = read_real(write_set(tmp_path / "empty", ["0000,,a,,x"]))
    with pytest.raises(TruthError, match="is no picture that can be read"):
        photos.picture(0)


def test_a_game_of_tiles_brings_one_cell_a_photo(tmp_path: Path) -> None:
    grid = {"rows": 3, "columns": 2, "grid_corners": [[0, 0], [90, 0], [90, 90], [0, 90]]}
    (tmp_path / "grid.json").write_text(json.dumps(grid), encoding="utf-8")
    (tmp_path / "truth.csv").write_text("photo,cell\n1,3A\n2,1B\n", encoding="utf-8")
    photos = read_mathable(tmp_path)
    assert [one.changed for one in photos.photos] == [set(), {"3A"}, {"1B"}]
    assert [(spot.x, spot.y) for spot in photos.spots if spot.cell == "3A"] == [(0, 0)]
