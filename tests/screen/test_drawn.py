"""A game's own pictures: paths as points, areas worked out by hand; every piece told from the others."""

from __future__ import annotations

from itertools import combinations
from math import pi
from typing import Any

import numpy as np
import pytest

from companion.locale import Texts
from companion.outlines import covered, outline, stroke
from companion.referee.sheets import printed_on
from companion.rules.contract import CellId, Look, Reading, Zone, ZoneKind
from companion.rules.drawing import drawing_of
from companion.rules.pieces import PosedPiece, stack_of
from companion.rules.registry import find_game
from companion.screen import pictures, theme
from companion.screen.board import BoardView
from companion.screen.drawn import Drawn

from .scenes import shown

SIDE = 400
GAMES = ("marso", "arctica", "atlantis", "northwest", "jungle")


def area(path: str) -> float:
    """Of what a path covers; the whole square has 4."""
    return float(covered(outline(path), SIDE).mean() * 4)


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("M-.5 -.5H.5V.5H-.5Z", 1.0),
        ("m-.5-.5h1v1h-1z", 1.0),
        ("M-.5 -.5L.5 -.5 .5 .5Z", 0.5),
        ("M-.9 0A.9 .9 0 1 1 .9 0A.9 .9 0 1 1 -.9 0Z", pi * 0.81),
        ("M-.9 0A.9 .3 0 0 1 .9 0Z", pi * 0.27 / 2),
        ("M-.9 0Q0 -.9 .9 0Z", 2 / 3 * 1.8 * 0.45),  # Archimedes: two thirds of width by height
        ("M-.9 0C-.3 -.6 .3 -.6 .9 0Z", 0.6 * 1.8 / 2),
        ("M-.8 -.8H.8V.8H-.8ZM-.4 -.4V.4H.4V-.4Z", 1.6**2 - 0.8**2),  # a hole turns the other way
        ("M-.8 -.8H.8V.8H-.8ZM-.4 -.4H.4V.4H-.4Z", 1.6**2),
    ],
)
def test_paths_cover_what_they_enclose(path: str, expected: float) -> None:
    assert area(path) == pytest.approx(expected, rel=0.03)


def test_curves_go_on_from_those_before() -> None:
    assert outline("M-1 0Q-.5 -1 0 0T1 0")[0][-5][1] < 0 < outline("M-1 0Q-.5 -1 0 0T1 0")[0][4][1]
    assert outline("M-1 0C-1 -1 0 -1 0 0S1 1 1 0")[0][-5][1] == pytest.approx(-0.75)


def test_up_in_a_path_is_up_on_the_screen() -> None:
    rows = np.asarray(covered(outline("M-.5 -.9H.5V-.5H-.5Z"), SIDE).any(axis=1))
    assert rows[int(SIDE * 0.85)]
    assert not rows[: SIDE // 2].any()


def test_a_stroke_is_as_wide_as_its_pen() -> None:
    straight = covered(stroke(outline("M-.5 0H.5"), 0.2), SIDE).mean() * 4
    assert straight == pytest.approx(0.2 + pi * 0.01, abs=0.01)


@pytest.mark.parametrize("path", ["", "L1 1", "M0", "M0 0Q1 1"])
def test_what_is_no_path_is_refused(path: str) -> None:
    with pytest.raises(ValueError, match=r"path begins|needs"):
        outline(path)


@pytest.mark.parametrize("game", GAMES)
def test_every_path_of_a_game_can_be_drawn(game: str) -> None:
    for name, parts in drawing_of(game).get("shape", {}).items():
        assert any(covered(outline(path), SIDE).any() for part in parts for path in part.values()), name


def pixels(texture: Any) -> np.ndarray[Any, Any]:
    return np.frombuffer(texture.pixels, np.uint8).astype(int)


def test_every_figure_of_a_game_is_told_from_the_others() -> None:
    """Standing and lying, too."""
    game = find_game("arctica")
    setup = game.setup(2, {})
    pieces = {
        piece
        for zone in game.zones(setup)
        for stack in zone.stacks
        for piece in stack
        if not piece.startswith(("card", "token", "back"))
    }
    drawn = Drawn("arctica", setup.seats)
    own = {piece: drawn.piece(piece) for piece in pieces}
    assert {"bear", "bear lying", "seal", "seal lying", "eskimo", "kayak", "iceberg"} <= set(own)
    assert [piece for piece, picture in own.items() if picture is None] == []
    shown = {piece: pixels(picture[0]) for piece, picture in own.items() if picture is not None}
    for one, other in combinations(sorted(shown), 2):
        assert np.abs(shown[one] - shown[other]).mean() > 10, (one, other)


def test_no_hunter_card_is_drawn_as_a_code() -> None:
    """Each shows its arrows or a picture of its own, and no two are alike."""
    game = find_game("marso")
    setup = game.setup(2, {})
    place = next(zone for zone in game.zones(setup) if zone.cell == "laid:south")
    printed, drawn = printed_on(game, setup), Drawn("marso", setup.seats)
    cards = {piece for stack in place.stacks for piece in stack}
    arrows = [printed[card] for card in cards if card in printed]
    assert len(set(arrows)) == len(arrows) == 9 * 2  # six arrow cards, three flash slippers: either way up
    own = {card: drawn.piece(card) for card in sorted(cards) if card not in printed}
    assert set(own) == {f"card {name}" for name in ("still", "skate", "dart", "jet", "teleport")}
    shown = [pixels(picture[0]) for picture in own.values() if picture is not None]
    assert len(shown) == 5
    for one, other in combinations(shown, 2):
        assert np.abs(one - other).mean() > 10


@pytest.mark.slow
@pytest.mark.parametrize(("game", "sort", "number"), [("arctica", "card ", 19), ("atlantis", "back ", 12)])
def test_no_card_or_tile_is_drawn_as_words(game: str, sort: str, number: int) -> None:
    """Six colours with one to three tokens, and the thaw; five green backs and seven red ones."""
    rules = find_game(game)
    setup = rules.setup(2, {})
    stacks = [stack for zone in rules.zones(setup) for stack in zone.stacks]
    pieces = sorted({piece for stack in stacks for piece in stack if piece.startswith(sort)})
    assert len(pieces) == number
    drawn = Drawn(game, setup.seats)
    signs = [one for one in map(drawn.piece, pieces) if one is not None]
    assert len(signs) == number
    for one, other in combinations(signs, 2):
        apart = np.abs(pixels(one[0]) - pixels(other[0])).mean()
        assert apart > 2 or one[1].word != other[1].word


@pytest.mark.parametrize(
    ("picture", "land"),
    [
        ("../..", ""),
        ("xx/xx", "north-west north-east south-west south-east north east south west middle"),
        ("x./..", "north-west"),
        ("x./.x", "north-west south-east"),
        ("xx/..", "north-west north-east north"),
        (".x/.x", "north-east south-east east"),
    ],
)
def test_land_reaches_along_a_side_only_between_two_points_of_land(picture: str, land: str) -> None:
    """By the coasts on the box's tiles; what reaches the middle is only land on all sides."""
    places = {"north": (0, -0.8), "east": (0.8, 0), "south": (0, 0.8), "west": (-0.8, 0), "middle": (0, 0)}
    for up, y in (("north", -0.8), ("south", 0.8)):
        places |= {f"{up}-west": (-0.8, y), f"{up}-east": (0.8, y)}
    texture = Drawn("northwest", ("red", "blue")).land(picture)
    side = texture.width
    rows = pixels(texture).reshape(side, side, 4)[:, :, :3]
    colours = drawing_of("northwest")["piece"]["tile"]["corners"]
    found = set()
    for place, (x, y) in places.items():
        seen = rows[round((1 - y) / 2 * (side - 1)), round((1 + x) / 2 * (side - 1))]  # bottom row first
        assert tuple(seen) in (rgb(colours["x"]), rgb(colours["."])), place
        found |= {place} if tuple(seen) == rgb(colours["x"]) else set()
    assert found == set(land.split())


def rgb(code: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(code))


@pytest.mark.parametrize(
    ("game", "tokens"),
    [
        ("arctica", ("bear", "orca", "seal", "eskimo", "plankton")),
        ("northwest", ("cairn", "inuit", "franklin", "strait")),
    ],
)
def test_tokens_are_round_and_show_what_they_stand_for(game: str, tokens: tuple[str, ...]) -> None:
    drawn = Drawn(game, ())
    seen = []
    for token in tokens:
        picture = drawn.piece(PosedPiece(f"token {token}"))
        assert picture is not None
        assert (picture[1].number, picture[1].word) == (0, ""), "no letter on it"
        side = picture[0].width
        rows = pixels(picture[0]).reshape(side, side, 4)
        assert rows[0, 0, 3] == rows[-1, -1, 3] == 0, "bare corners"
        assert tuple(rows[side // 2, round(side * 0.08)]) == tuple(round(255 * c) for c in theme.CARD)
        seen.append(rows)
    for one, other in combinations(seen, 2):
        assert np.abs(one - other).mean() > 5


def test_the_totem_stands_on_the_table_as_its_game_draws_it() -> None:
    with shown("table-jungle", "en", (800, 480)) as stage:
        board = stage.board()
        assert isinstance(board, BoardView)
        own = Drawn("jungle", ()).piece(PosedPiece("totem"))
        assert own is not None
        drawn = [getattr(part, "texture", None) for part in board._groups[CellId("totem")].children]
        assert own[0] in drawn


def test_arrows_lie_with_the_card_before_its_owner() -> None:
    """Away from the player in the north is down on the screen, away from the one in the west is right."""
    ink = theme.rgb("141414")
    for turn, seen in enumerate(("up", "right", "down", "left")):
        turned, plain = pictures.arrow("up", ink, turn), pictures.arrow(seen, ink)
        assert np.array_equal(pixels(turned), pixels(plain))
    assert not np.array_equal(pixels(pictures.arrow("up", ink)), pixels(pictures.arrow("left", ink)))


def test_a_base_fills_its_cell_and_the_name_can_be_read_on_it() -> None:
    drawn = Drawn("arctica", ("bear", "orca"))
    assert drawn.fill("floe") == theme.rgb("eaf4fb")
    assert drawn.fill("") is None
    assert Drawn("marso", ("north",)).fill("violet") is None
    assert theme.contrast(drawn.ink, drawn.ground) >= 4.5
    for base in ("floe", "pack"):
        fill = drawn.fill(base)
        assert fill is not None
        assert theme.contrast(theme.ink_on(fill), fill) >= 4.5


def test_a_board_with_pictures_is_drawn_in_its_colours() -> None:
    stacks = ((), stack_of("bear"))
    zone = Zone(CellId("a1"), 0, 0, 1, 1.15, ZoneKind.HEX, 0, ("", "floe"), stacks, Reading.FIGURES)
    board = BoardView(Texts("en", "arctica"), [zone], ("bear",), size_hint=(None, None), size=(200, 200))
    board.drawn = Drawn("arctica", ("bear",))
    seen = []
    for look in (Look(), Look("floe"), Look("floe", stack_of("bear")), Look("floe", stack_of("bear lying"))):
        board.show({CellId("a1"): look})
        board._place()
        image = board.export_as_image().texture
        seen.append(np.frombuffer(image.pixels, np.uint8).reshape(200, 200, 4)[:, :, :3].astype(int))
    sea, floe, bear, swimming = seen
    assert np.abs(sea[150, 100] - np.array([0x2C, 0x6A, 0x99])).max() < 3
    assert np.abs(floe[150, 100] - np.array([0xEA, 0xF4, 0xFB])).max() < 3
    assert (np.abs(bear - floe).max(axis=2) > 40).mean() > 0.03
    assert (np.abs(bear - swimming).max(axis=2) > 40).mean() > 0.03
