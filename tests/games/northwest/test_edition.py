"""Edition files: what an owner may correct, how tiles are written, and how mistakes are named."""

from __future__ import annotations

from collections import Counter
from importlib.resources import files
from pathlib import Path

import pytest

from companion.games.northwest import SKETCH, STANDARD, load_edition, make_game
from companion.games.northwest.pictures import faces
from companion.games.northwest.zones import arc
from companion.rules.contract import Mark, NotationError, Seat

FOLDER = files("companion.games.northwest")
TEXT = FOLDER.joinpath("edition.toml").read_text(encoding="utf-8")


def test_the_standard_edition_is_the_specified_one() -> None:
    assert (STANDARD.board.width, STANDARD.board.height) == (12, 10)
    assert STANDARD.lines == (0, 0, 2, 4, 6, 8, 6, 4, 2, 0)
    assert STANDARD.zones == (3,) * 4 + (2,) * 4 + (1,) * 4
    assert sum(number for _, number in STANDARD.large) == 64
    assert sum(number for _, number in STANDARD.small) == 32
    symbols = Counter(dict.fromkeys(("", "inuit", "cairn", "franklin", "strait"), 0))
    for kind, number in STANDARD.large:
        symbols[kind.partition(":")[2]] += number
    assert list(symbols.values()) == [24, 9, 9, 10, 12]
    marks = {value.key: value.mark for value in STANDARD.values}
    assert marks["rounds"] is marks["passage 1"] is marks["majority franklin 2"] is Mark.CONFIRMED
    assert marks["build"] is marks["greenland 3 1"] is Mark.INFERRED
    assert marks["lines"] is marks["passage 2"] is marks["tiles large"] is Mark.DEFAULT


def test_the_small_board_takes_the_rest_from_the_standard_one() -> None:
    assert (SKETCH.board.width, SKETCH.board.height, len(SKETCH.lines)) == (6, 5, 7)
    assert SKETCH.greenland == ((4, 2),) * 3
    assert (SKETCH.large, SKETCH.supply, SKETCH.colours) == (
        STANDARD.large,
        STANDARD.supply,
        STANDARD.colours,
    )


def test_places_of_the_sun_are_the_specified_ones() -> None:
    west, east = [(-2.5, y) for y in (0, 2, 4, 6, 8)], [(14.5, y) for y in (6, 4, 2, 0)]
    assert arc(STANDARD) == ((6, -1.5), *west, *east)
    assert arc(SKETCH) == (
        (3, -1.5),
        *((-2.5, y) for y in (1, 2, 4)),
        *((8.5, y) for y in (3, 2, 1)),
    )


def test_every_labelling_of_six_points_is_a_face_of_as_many_tiles_as_there_are() -> None:
    """Each large labelling occurs once, each small one twice (specification, 1.5)."""
    plain = Counter[str]()
    for kind, number in (*STANDARD.large, *STANDARD.small):
        plain[kind.partition(":")[0]] += number
    for kind, number in plain.items():
        lying = [face for face in faces(kind) if face.picture.count("/") == 1]
        assert number == len(lying) * (1 if len(kind) == 7 else 2), kind


@pytest.mark.parametrize(
    ("kind", "shown"),
    [
        ("xx/xx", {"xx/xx"}),
        ("xx./...:inuit", {"xx./...0", ".xx/...1", ".../xx.0", ".../.xx1"}),
        ("x.x/x.x:strait", {"x.x/x.x0", "x.x/x.x1"}),
    ],
)
def test_faces_worked_out_by_hand(kind: str, shown: set[str]) -> None:
    """Lying west to east; the symbol is in the west square of the class picture and turns with the tile."""
    found = {
        f"{face.picture}{face.half if face.symbol else ''}"
        for face in faces(kind)
        if face.picture.count("/") == 1
    }
    assert found == shown


def test_an_owner_s_short_file_is_played(tmp_path: Path) -> None:
    """Other Passage tokens, another set of tiles with a symbol on a small one, two more rows."""
    path = tmp_path / "mine.toml"
    path.write_text(
        'name = "mine"\nlike = "standard"\nheight = { value = 12, mark = "confirmed" }\n'
        'passage = { value = [12, 9], mark = "confirmed" }\n'
        '[tiles.large]\nmark = "confirmed"\n"x../..." = 5\n'
        '[tiles.small]\nmark = "confirmed"\n"x./..:inuit" = 3\n',
        encoding="utf-8",
    )
    game = make_game(load_edition(path))
    assert game.edition == "mine"
    assert [option.values for option in game.options if option.id == "edition"] == [("mine", "sketch")]
    state = game.initial(game.setup(2, {}))
    for _ in range(4):
        state = game.after_chance(state, "x../...").state
    assert game.format_position(state).startswith("edition mine\nseats red blue\n")
    state = game.parse_position(game.format_position(state) + "stock red x./..:inuit 1\n")
    texts = set(map(game.format_move, game.legal_moves(state, Seat(0))))
    assert {"take ship x./..:inuit", "place ship l2 ../x. inuit l2"} <= texts
    assert state.passage_left() == (12, 9)
    for outside in ("m31", "aa1", "m0", "gl31"):
        with pytest.raises(NotationError):
            game.parse_move(f"move ship {outside}")
    assert game.parse_move("move ship l12").square > 0


def test_a_name_belongs_to_one_edition(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    head = 'name = "sketch"\nlike = "standard"\n'
    path.write_text(head + 'height = { value = 11, mark = "default" }\n', encoding="utf-8")
    with pytest.raises(NotationError, match="name: give a corrected edition"):
        load_edition(path)
