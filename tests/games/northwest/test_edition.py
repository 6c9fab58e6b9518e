"""Edition files: what an owner may correct, how tiles are written, and how mistakes are named."""

from __future__ import annotations

import re
from collections import Counter
from contextlib import suppress
from importlib.resources import files
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.northwest import SKETCH, STANDARD, Edition, load_edition, make_game
from companion.games.northwest.edition import parse_edition
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


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("width = { value = 12", "width = { value = 1", "width: has to be a whole number from 2 to 26"),
        ("width = { value = 12", "width = { value = 11", "zones: 'x1 i-l' has to be a band"),
        ("width = { value = 12", "width = { value = true", "width: has to be a whole number"),
        ('width = { value = 12, mark = "default" }', "width = 12", "width: has to be a table"),
        ("width = { value = 12,", "width = {", "width.value: is missing"),
        ('width = { value = 12, mark = "default" }', "", "width: is missing"),
        ("[supply]", "sides = 4\n[supply]", "majority.sides: is not a key"),
        ("rounds = { value = 10", "rounds = { value = 9", "rounds: has to be 10"),
        ("crew = { value = 7", "crew = { value = 8", "crew: has to be 7"),
        ("set = { value = 6", "set = { value = 5", "points.set: has to be 6"),
        ("crew = { value = -2", "crew = { value = -3", "points.crew: has to be -2"),
        ('"green", "yellow"]', '"green"]', "colours: has to name 4"),
        ('"green", "yellow"]', '"green", "ship"]', "colours: 'ship' is no lower-case word"),
        ('start = { value = "gl2"', 'start = { value = "a1"', "start: has to be a square of Greenland"),
        ('build = { value = "greenland"', 'build = { value = "moon"', "build: has to be one of"),
        ("places = { value = 10", "places = { value = 9", "lines: has to hold 9 numbers"),
        ("[0, 0, 2, 4, 6, 8", "[0, 0, 2, 4, 6, 11", "lines: has to be a whole number from 0 to 10"),
        ('"x3 a-d", "x2 e-h"', '"x3 a-d", "x2 f-h"', "zones: 'x2 f-h' has to be a band"),
        ('"x2 e-h", "x1 i-l"', '"x2 e-h"', "zones: has to reach from column a to column l"),
        ("value = [13, 10, 7, 4]", "value = [10, 13, 7, 4]", "passage: has to be a list of values, the most"),
        ('["confirmed", "default", "default", "default"]', '["confirmed"]', "passage: needs one mark, or 4"),
        ("value = [11, 5, 2, 0]", "value = []", "majority.strait: its value has to be a list"),
        ('squares = ["gl1", "gl2"]', 'squares = ["gl1", "gl3"]', "printed.greenland.squares: has to name"),
        ('squares = ["gl1", "gl2"]', 'squares = ["nw1", "nw2"]', "printed.greenland.squares: has to name"),
        ('picture = "xx/.x/.x"', 'picture = "xx/.x"', "printed.greenland.picture: has to be 3 rows"),
        ('picture = "xx/.x/.x"', 'picture = "xx/xx/xx"', "printed: the sea way"),
        (
            'build = { value = "greenland", mark = "inferred"',
            'build = { value = "greenland", mark = "sure"',
            "build: its mark",
        ),
        ('"xx/xx" = 2', '"xx/xx" = 0', "tiles.small.xx/xx: has to be a whole number from 1"),
        ('"xx/xx" = 2', '"xxx/xxx" = 2', "tiles.small.xxx/xxx: is not the picture of a small tile"),
        ('"xx./xx." = 1', '".xx/.xx" = 1', "tiles.large..xx/.xx: has to be a class picture"),
        ('"xx./xx.:inuit" = 1', '"xx./xx.:bear" = 1', "tiles.large.xx./xx.:bear: has to be a class picture"),
        ('name = "standard"', 'name = "My Box"', "name: has to be one lower-case word"),
        ('name = "standard"', 'name = "mine"\nlike = "other"', 'like: can only be "standard"'),
        ("[supply]", "[supply", "not a TOML file"),
    ],
)
def test_a_mistake_is_named(old: str, new: str, reason: str) -> None:
    assert old in TEXT
    with pytest.raises(NotationError, match="^(line \\d+: )?" + re.escape(reason)):
        parse_edition(TEXT.replace(old, new, 1))


def test_a_broken_line_is_numbered() -> None:
    with pytest.raises(NotationError) as caught:
        parse_edition('name = "x"\nwidth = \n')
    assert caught.value.line == 2


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


def test_a_missing_file_says_so(tmp_path: Path) -> None:
    with pytest.raises(NotationError, match="cannot be read"):
        load_edition(tmp_path / "nothing.toml")


def test_a_name_belongs_to_one_edition(tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    for name in ("standard", "sketch"):
        head = f'name = "{name}"\nlike = "standard"\n'
        path.write_text(head + 'height = { value = 11, mark = "default" }\n', encoding="utf-8")
        with pytest.raises(NotationError, match="name: give a corrected edition"):
            load_edition(path)


ROW = '{ value = 3, mark = "default" }'
VALUES = ['"a"', "[]", "[1]", "{}", "1.5", "-1", "true", "1979-05-27", ROW, "9" * 30]


@given(data=st.data())
def test_noise_is_an_error_of_notation_only(data: st.DataObject) -> None:
    lines = TEXT.splitlines()
    for _ in range(data.draw(st.integers(1, 3))):
        number = data.draw(st.integers(0, len(lines) - 1))
        key = lines[number].partition("=")[0]
        lines[number] = data.draw(
            st.one_of(
                st.just(""), st.text(max_size=12), st.sampled_from([f"{key}= {value}" for value in VALUES])
            )
        )
    with suppress(NotationError):
        assert isinstance(parse_edition("\n".join(lines)), Edition)
