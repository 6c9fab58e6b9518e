"""A game's own pictures on paper: its ``picture.toml`` as vectors in a PDF."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from math import pi
from typing import TYPE_CHECKING, Any

from companion.locale import Texts
from companion.outlines import outline
from companion.paper.contents import Depicted
from companion.rules.contract import Lamp, NotationError, RulesError
from companion.rules.drawing import ON_TOKEN, QUARTER, drawing_of, rule_of
from companion.rules.palette import BACK, CARD, COLOURS, is_light, seat_mark
from companion.rules.pieces import Pose, PosedPiece

if TYPE_CHECKING:
    from fpdf import FPDF

Box = tuple[float, float, float]
"""Middle and half a side, in millimetres: a picture's own coordinates go from -1 to 1, y down."""
Part = Mapping[str, str]

INK, PALE = "1b1b1b", "f5f3ec"
_SPECIAL = "f0a02c"
"""The paper of a card whose symbol has no colour."""
_CELL = "e5d9bd"
_EDGE, _PEN, _RING = 0.06, 0.15, 0.24
"""Widths of an edge, of a line and of the ring on a cell, in parts of half a side."""
_LEAST = 3.5
"""Smaller letters on a picture, in points, are left out; its name stands below it."""
_CODE = re.compile(r"[0-9a-f]{6}")

_PLAIN: Mapping[str, str] = {
    "circle": "M-.9 0A.9 .9 0 1 1 .9 0A.9 .9 0 1 1 -.9 0Z",
    "disc": "M-.8 0A.8 .8 0 1 1 .8 0A.8 .8 0 1 1 -.8 0Z",
    "square": "M-.8 -.8H.8V.8H-.8Z",
    "triangle": "M0 -.95L.95 .8H-.95Z",
    "diamond": "M0 -.98L.98 0L0 .98L-.98 0Z",
    "hexagon": "M0 -.98L.85 -.49V.49L0 .98L-.85 .49V-.49Z",
    "star": "M0 -1L.29 -.4L.95 -.31L.48 .15L.59 .81L0 .5L-.59 .81L-.48 .15L-.95 -.31L-.29 -.4Z",
}
_SHEET = "M-.66 -.95H.66V.95H-.66Z"
_TILE = "M-.95 -.95H.95V.95H-.95Z"
_ARROWS: Mapping[str, str] = {
    "up": "M0 -.85L.75 -.05H.3V.85H-.3V-.05H-.75Z",
    "right": "M.85 0L.05 .75V.3H-.85V-.3H.05V-.75Z",
    "down": "M0 .85L.75 .05H.3V-.85H-.3V.05H-.75Z",
    "left": "M-.85 0L-.05 .75V.3H.85V-.3H-.05V-.75Z",
}


class Pictures:
    """Draws the pieces and bases of one game. ``printed``: what is printed on some cards, as lamps."""

    def __init__(
        self, pdf: FPDF, texts: Texts, seats: Sequence[str], printed: Mapping[str, Sequence[Lamp]]
    ) -> None:
        assert texts.game is not None, "pictures are a game's"
        self._pdf, self._texts, self._seats, self._printed = pdf, texts, tuple(seats), printed
        self._game = texts.game
        self._drawing = drawing_of(texts.game)
        self._lettered = True

    def draw(self, one: Depicted, number: int, box: Box) -> None:
        """One of several pictures that stand under one name. Raises RulesError for a description that is
        none."""
        self._lettered = True
        self._draw(one, number, box)

    def draw_any(self, one: Depicted, box: Box) -> None:
        """A picture that stands for all under one name: without what tells them apart. Raises as draw."""
        self._lettered = len(one.pieces) == 1
        self._draw(one, 0, box)

    def _draw(self, one: Depicted, number: int, box: Box) -> None:
        try:
            if one.base:
                self._base(one.base, one.six, box)
            else:
                self._piece(one.pieces[number], box)
        except RulesError:
            raise
        except (AttributeError, KeyError, TypeError, ValueError) as error:
            raise NotationError(f"{one.key!r} in picture.toml of {self._game}: {error}") from error

    # -- what is drawn ------------------------------------------------------------------------------------

    def _base(self, base: str, six: bool, box: Box) -> None:
        rule = rule_of(self._drawing, "base", base) or {"ring": base}
        ground = rule.get("fill", self._drawing.get("ground", _CELL))
        self._path(_PLAIN["hexagon"] if six else _TILE, box, _code(ground))
        for part in self._parts(rule["shape"]) if "shape" in rule else ():
            self._part(part, _code(rule.get("colour", CARD)), box)
        if "ring" in rule:
            dash = 0.3 if rule.get("broken") else 0.0
            self._path(
                "M-.7 0A.7 .7 0 1 1 .7 0A.7 .7 0 1 1 -.7 0Z", box, None, _code(rule["ring"]), _RING, dash
            )

    def _piece(self, piece: PosedPiece, box: Box) -> None:
        rule = rule_of(self._drawing, "piece", piece) or {}
        shape, last = rule.get("shape", ""), piece.name.split()[-1]
        seated = last in self._seats and piece.which
        if piece in self._printed:
            self._arrows(self._printed[piece], box)
        elif "corners" in rule:
            self._corners(piece.which, rule["corners"], box)
        elif shape == "back":
            self._card(BACK, self._said(piece) if rule.get("label") else "", box)
        elif rule.get("symbol"):
            self._symbol(last, box)
        elif shape == "card" or not (shape or seated):
            self._card(CARD, self._said(piece), box)
        else:
            self._figure(rule, piece, last, box)

    def _figure(self, rule: Mapping[str, Any], piece: PosedPiece, last: str, box: Box) -> None:
        """A shape in a colour, with a number or a letter."""
        shape, code = rule.get("shape", "seat"), rule.get("colour", "word")
        mark = seat_mark(last, self._seats) if last in self._seats else None
        if shape == "seat":
            shape, code = (mark.shape, mark.colour) if mark is not None else ("circle", CARD)
        elif code == "word":
            code = COLOURS.get(last) or (mark.colour if mark is not None else CARD)
        paint = _code(code)
        if rule.get("token"):
            self._path(_PLAIN["circle"], box, CARD)
            box = (*box[:2], ON_TOKEN * box[2])
        for part in self._parts(shape):
            self._part(part, paint, box)
        label = rule.get("label", "" if rule else "number")
        if label == "number" and mark is not None:
            x, y, half = box
            low = (x, y + 0.4 * half, 0.8 * half) if rule.get("low") else box
            self._letters((str(mark.number),), paint, low, 0.9)
        elif label == "initial":
            self._letters((self._texts.term(last)[:1].upper(),), paint, box, 0.9)
        elif label == "word":
            self._letters(self._said(piece).split(), paint, box, 0.9)

    def _symbol(self, card: str, box: Box) -> None:
        """A card with a symbol, in a colour or as it is."""
        shapes = self._drawing.get("shape", {})
        name, tint = (card, "grey") if card in shapes else card.rpartition("-")[::2]
        self._path(_TILE, box, _SPECIAL if card in shapes else CARD)
        x, y, half = box
        for part in shapes[name]:
            self._part(part, _code(tint), (x, y, 0.8 * half))

    def _card(self, paper: str, words: str, box: Box) -> None:
        self._path(_SHEET, box, paper)
        self._letters(re.split(r"[ /]", words) if words else (), paper, box, 1.2)

    def _arrows(self, lamps: Sequence[Lamp], box: Box) -> None:
        """A card with an arrow for each lamp, from top to bottom."""
        self._path(_SHEET, box, CARD)
        x, y, half = box
        small = min(0.5, 0.86 / len(lamps)) * half
        for number, lamp in enumerate(lamps):
            at = (x, y + (2 * number + 1 - len(lamps)) * small, small)
            paper = COLOURS.get(lamp.colour, CARD)
            if lamp.colour:
                self._path("M-1 -1H1V1H-1Z", at, paper, None)
            if lamp.pattern.isdigit():
                self._letters((lamp.pattern,), paper, at, 1.6)
            else:
                self._path(_ARROWS.get(lamp.pattern, _PLAIN["disc"]), at, _ink_on(paper), None)

    def _corners(self, word: str, colours: Mapping[str, str], box: Box) -> None:
        """A tile of one square, or of two side by side or one above the other; its symbol, if it has one, in
        the first."""
        picture, _, symbol = word.partition(":")
        rows = picture.split("/")
        columns, lines = len(rows[0]) - 1, len(rows) - 1
        x, y, half = box
        small = 0.95 * half / max(columns, lines)
        for line in range(lines):
            for column in range(columns):
                at = (x + (2 * column + 1 - columns) * small, y + (2 * line + 1 - lines) * small, small)
                self._square(
                    rows[line][column : column + 2], rows[line + 1][column : column + 2], colours, at
                )
        self._pdf.set_draw_color(f"#{INK}")
        self._pdf.set_line_width(_EDGE * half)
        wide, high = 2 * columns * small, 2 * lines * small
        self._pdf.rect(x - wide / 2, y - high / 2, wide, high)
        for part in self._parts(symbol) if symbol else ():
            self._part(part, INK, (x - (columns - 1) * small, y - (lines - 1) * small, 0.55 * small))

    def _square(self, north: str, south: str, colours: Mapping[str, str], box: Box) -> None:
        """Land and sea by the points at the corners of a square."""
        clockwise = north[1] + south[1] + south[0] + north[0]
        alike = len(set(clockwise)) == 1
        self._path("M-1 -1H1V1H-1Z", box, _code(colours[north[0] if alike else "."]), None)
        coast = self._drawing.get("coast", {})
        for quarter, point in enumerate(clockwise):
            if point == "." or alike:
                continue
            paths = [coast.get("corner", QUARTER)]
            paths += [coast["side"]] if "side" in coast and point == clockwise[(quarter + 1) % 4] else []
            for path in paths:
                self._path(path, box, _code(colours[point]), None, quarter=quarter)

    # -- how it is drawn ----------------------------------------------------------------------------------

    def _said(self, piece: PosedPiece) -> str:
        """The words on a card: its name without what every card is called."""
        said = self._texts.term(piece.which) if piece.which else self._texts.term(piece)
        return said if piece.pose is Pose.UPRIGHT else f"{said} {self._texts.term(piece.pose)}"

    def _parts(self, shape: str) -> Sequence[Part]:
        own: Sequence[Part] | None = self._drawing.get("shape", {}).get(shape)
        return own if own is not None else ({"fill": _PLAIN[shape]},)

    def _part(self, part: Part, paint: str, box: Box) -> None:
        for how, path in part.items():
            if how == "line":
                self._path(path, box, None, INK, _PEN + 1.5 * _EDGE)
                self._path(path, box, None, paint, _PEN)
            elif how == "paper":
                self._path(path, box, CARD, INK if path == _SHEET else None)
            else:
                self._path(path, box, paint if how == "fill" else _code(how))

    def _path(
        self, path: str, box: Box, fill: str | None, stroke: str | None = INK, width: float = _EDGE,
        dash: float = 0.0, quarter: int = 0,
    ) -> None:  # fmt: skip
        """``width`` and ``dash`` in parts of half a side; ``quarter``: turns clockwise."""
        from fpdf.drawing import PaintedPath
        from fpdf.drawing_primitives import Transform
        from fpdf.svg import svg_path_converter

        outline(path)  # says what is wrong with one that is none
        x, y, half = box
        painted = PaintedPath()
        svg_path_converter(painted, path)
        painted.style.auto_close = False
        painted.style.fill_color = f"#{fill}" if fill else None
        painted.style.stroke_color = f"#{stroke}" if stroke else None
        painted.style.stroke_width = width
        painted.style.stroke_join_style = "round"
        painted.style.stroke_dash_pattern = [dash] if dash else None
        painted.style.intersection_rule = "nonzero"
        painted.transform = Transform.rotation(quarter * pi / 2).scale(half, half).translate(x, y)
        with self._pdf.drawing_context() as drawing:
            drawing.add_item(painted)

    def _letters(self, lines: Sequence[str], paper: str, box: Box, room: float) -> None:
        """Short lines in the middle of a picture, as large as they fit into so many halves of a side."""
        from fpdf.enums import TextMode

        lines = [line for line in lines if line]
        if not (lines and self._lettered):
            return
        x, y, half = box
        self._pdf.set_font("words", "B", 10)
        widest = max(self._pdf.get_string_width(line) for line in lines)
        points = min(10 * room * half / widest, room * half / len(lines) / 0.3528 / 1.1)
        if points < _LEAST:
            return
        self._pdf.set_font_size(points)
        self._pdf.set_text_color(f"#{_ink_on(paper)}")
        step = points * 0.3528 * 1.1
        for number, line in enumerate(lines):
            at = (x - self._pdf.get_string_width(line) / 2, y + (number + 0.82 - len(lines) / 2) * step)
            halo = {"text_mode": TextMode.STROKE, "draw_color": f"#{paper}", "line_width": 0.12 * step}
            with self._pdf.local_context(**halo):
                self._pdf.text(*at, line)
            self._pdf.text(*at, line)


def _code(colour: object) -> str:
    """``rrggbb``, from the same or from the name of a colour. Raises NotationError for what is neither."""
    code = COLOURS.get(colour, colour) if isinstance(colour, str) else colour
    if not (isinstance(code, str) and _CODE.fullmatch(code)):
        raise NotationError(
            f"{colour!r} is no colour: write it as rrggbb, or name one of {', '.join(COLOURS)}"
        )
    return code


def _ink_on(code: str) -> str:
    return INK if is_light([int(code[at : at + 2], 16) / 255 for at in (0, 2, 4)]) else PALE
