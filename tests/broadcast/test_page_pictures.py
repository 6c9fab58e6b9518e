"""What lies open on the table is drawn on the page, not written; every direction and coast as in the box."""

from __future__ import annotations

import re
from typing import Any

import pytest
from selenium.webdriver import Chrome

from companion.referee.session import Session
from companion.rules.drawing import drawing_of
from companion.rules.palette import COLOURS
from tests.broadcast.browser import browser
from tests.broadcast.pictures import played
from tests.broadcast.test_broadcaster import MakeBroadcaster
from tests.broadcast.web import Web, faults, web
from tests.doubles.waiting import until

pytestmark = pytest.mark.outside

__all__ = ["browser", "web"]

LAND, SEA, INK = "#8a9a5b", "#2f7fb5", "#1b1b1b"
FACING = {"north": 180, "east": 270, "south": 0, "west": 90}
"""Where *up* of a card points on the map for who sits there and looks at the middle: degrees clockwise."""
DIRECTIONS = {"u": 0, "r": 90, "d": 180, "l": 270}
"""Letters in the name of a hunter card."""
PIECE = "[...document.querySelectorAll('svg [data-cell]')].find((c) => c.dataset.cell === arguments[0])"


@pytest.fixture
def opened(browser: Chrome, web: Web, broadcast: MakeBroadcaster) -> Any:
    """Opens the page of a recorded game of which a part has been played."""

    def open_page(game: str, part: float) -> Session:
        session = played(game, part)
        session.subscribe(broadcast(web.broker))
        browser.get(web.address(table="kitchen", lang="uk"))
        newest = "return document.querySelector('.history li')?.value"
        until(lambda: browser.execute_script(newest) == session.view.entries, "the position")
        until(lambda: browser.execute_script("return document.querySelector('.board svg g')"), "the board")
        return session

    return open_page


def open_pieces(session: Session, kind: str) -> dict[str, str]:
    """The single pieces of a kind that everybody sees, by their cells."""
    return {
        str(cell): str(look.pieces[0])
        for cell, look in session.match.game.looks(session.view.state).items()
        if len(look.pieces) == 1 and look.pieces[0].kind == kind
    }


@pytest.mark.parametrize("part", [0.3, 0.8])
@pytest.mark.parametrize("game", ["arctica", "atlantis", "northwest", "marso", "jungle"])
def test_nothing_that_lies_on_the_table_is_a_word(
    browser: Chrome, opened: Any, game: str, part: float
) -> None:
    opened(game, part)
    written = browser.execute_script(
        "return [...document.querySelectorAll('svg [data-cell] g text')].map((t) => t.textContent)"
    )
    assert [words for words in written if not re.fullmatch(r"\w|\d+|×\d+", words)] == []
    assert faults(browser) == []


def test_hunter_cards_show_their_arrows_as_their_owner_laid_them(browser: Chrome, opened: Any) -> None:
    cards = open_pieces(opened("marso", 0.6), "card")
    laid = {cell: piece for cell, piece in cards.items() if cell.rpartition(":")[2] in FACING}
    assert len(laid) == 4
    for cell, piece in laid.items():
        letters = piece.split()[1]
        on_top = letters[::-1] if piece.endswith(" turned") else letters
        turns = browser.execute_script(
            f"return [...({PIECE}).querySelectorAll('[data-arrow]')].map((a) => a.getAttribute('transform'))",
            cell,
        )
        degrees = [int(re.sub(r"\D", "", turn)) % 360 for turn in turns]
        facing = FACING[cell.rpartition(":")[2]]
        assert degrees == [(DIRECTIONS[letter] + facing) % 360 for letter in on_top], cell


def test_tiles_show_their_coast_and_their_symbol(browser: Chrome, opened: Any) -> None:
    session = opened("northwest", 0.6)
    offered = {cell: piece for cell, piece in open_pieces(session, "tile").items() if "/" in piece}
    symbols = []
    for cell, piece in offered.items():
        picture, _, symbol = piece.split()[1].partition(":")
        rows = picture.split("/")
        assert len(rows) == 2, "tiles beside the board lie from west to east"
        squares = len(rows[0]) - 1
        for x in range(squares + 1):
            for y in (0, 1):
                at = (min(max(x, 0.1), squares - 0.1) / squares, 0.1 + 0.8 * y)
                assert fill_at(browser, cell, *at) == (LAND if rows[y][x] == "x" else SEA), (cell, x, y)
        if symbol and symbol != "strait":  # a pair of waves, which this point misses
            symbols.append(symbol)
            assert fill_at(browser, cell, 0.375 / squares, 0.625) == INK, (cell, symbol)
    assert symbols
    assert len(offered) > len(symbols)


def test_greenland_and_the_passage_are_printed_beside_the_grid(browser: Chrome, opened: Any) -> None:
    """Labels of their points as in ``rulebooks/northwest.md``: Greenland xx/.x/.x, the Passage ../../xx."""
    opened("northwest", 0.6)
    printed = {"gl1": "xx/.x", "gl2": ".x/.x", "nw9": "../..", "nw10": "../xx"}
    for cell, picture in printed.items():
        for y, row in enumerate(picture.split("/")):
            for x, point in enumerate(row):
                at = (0.3 + 0.4 * x, 0.3 + 0.4 * y)  # away from the name of the cell
                assert fill_at(browser, cell, *at) == (LAND if point == "x" else SEA), (cell, x, y)


def test_a_card_shows_its_symbol_in_its_colour(browser: Chrome, opened: Any) -> None:
    cards = open_pieces(opened("jungle", 0.6), "card")
    assert cards
    shapes = drawing_of("jungle")["shape"]
    for cell, piece in cards.items():
        symbol, _, colour = piece.split()[1].rpartition("-")
        drawn = browser.execute_script(
            f"return [...({PIECE}).querySelectorAll('path')].map((p) => [p.getAttribute('d'),"
            " p.getAttribute('fill'), p.getAttribute('stroke')])",
            cell,
        )
        paths = {path for part in shapes[symbol] for path in part.values()}
        assert {path for path, _, _ in drawn} == paths, piece
        assert any(f"#{COLOURS[colour]}" in paint for _, *paint in drawn), piece


@pytest.mark.parametrize("game", ["jungle", "marso"])
def test_piles_bear_the_sign_of_their_seat(browser: Chrome, opened: Any, game: str) -> None:
    seats = opened(game, 0.3).match.setup.seats
    signs = browser.execute_script(
        "return [...document.querySelectorAll('svg [data-seat]')].map((s) => [s.dataset.seat, s.textContent])"
    )
    assert sorted(signs) == sorted([name, str(number)] for number, name in enumerate(seats, start=1))


def test_the_edge_shows_where_ice_drifts(browser: Chrome, opened: Any) -> None:
    """Each arrow lies beside the corner to which its colour leads, at the side of the next cell, and bears
    the letter of its cards."""
    opened("arctica", 0.6)
    arrows = {
        "yellow": ("e9", "d9", "Ж"), "orange": ("i5", "h6", "П"), "red": ("i1", "i2", "Ч"),
        "violet": ("e1", "f1", "Ф"), "blue": ("a5", "b4", "Б"), "green": ("a9", "a8", "З"),
    }  # fmt: skip
    middle = centre(browser, "[data-cell=e5] polygon")
    for colour, (corner, beside, letter) in arrows.items():
        arrow, end, cell = (
            centre(browser, f"[{at}] polygon")
            for at in (f"data-direction={colour}", f"data-cell={corner}", f"data-cell={beside}")
        )
        step = ((end[0] - middle[0]) / 4, (end[1] - middle[1]) / 4)
        out = (arrow[0] - cell[0], arrow[1] - cell[1])
        pitch = step[0] ** 2 + step[1] ** 2
        assert 0.5 < (out[0] * step[0] + out[1] * step[1]) / pitch < 0.9, "beyond the side of its cell"
        assert abs(out[0] * step[1] - out[1] * step[0]) / pitch < 0.1, "in line with the cell"
        said = "return document.querySelector(arguments[0]).textContent"
        assert browser.execute_script(said, f"[data-direction={colour}] text") == letter


def centre(browser: Chrome, selector: str) -> tuple[float, float]:
    """The middle of the rectangle round a shape, in pixels."""
    x, y = browser.execute_script(
        "const box = document.querySelector(arguments[0]).getBoundingClientRect();"
        "return [box.x + box.width / 2, box.y + box.height / 2]",
        selector,
    )
    return x, y


def fill_at(browser: Chrome, cell: str, x: float, y: float) -> str:
    """The colour of a tile at a point, in parts of its width and height from the north-west."""
    found: str = browser.execute_script(
        f"const tile = ({PIECE}).querySelector('g'); tile.scrollIntoView({{ block: 'center' }});"
        "const box = tile.getBoundingClientRect();"
        "const at = [box.x + box.width * arguments[1], box.y + box.height * arguments[2]];"
        "return document.elementFromPoint(...at).getAttribute('fill')",
        cell,
        x,
        y,
    )
    return found
