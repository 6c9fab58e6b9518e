"""The PDF, drawn by Poppler and measured: tags, ruler and marks at the right millimetre."""

from __future__ import annotations

import shutil
import subprocess
from importlib.util import find_spec
from pathlib import Path

import cv2
import numpy as np
import pytest
from click.testing import CliRunner
from numpy.typing import NDArray

from companion.commands.printing import print_group
from tests.vision.sources.test_mat import BOARD, CARDS, detect
from vision.curtain import with_curtain
from vision.mat import Mat, mat_of
from vision.mat_pdf import FOOTER, MARGIN, OVERLAP, PAPERS, MatWords, Sheets, mat_pdf, plan_sheets
from vision.types import SourceError

DPI = 200
MM = DPI / 25.4
"""Pixels a millimetre."""

GAME = mat_of("game", BOARD + CARDS)

poppler = pytest.mark.skipif(
    shutil.which("pdftoppm") is None, reason="needs pdftoppm and pdftotext of Debian's package poppler-utils"
)


def font() -> Path:
    kivy = find_spec("kivy")
    assert kivy is not None
    assert kivy.submodule_search_locations is not None
    return Path(kivy.submodule_search_locations[0]) / "data" / "fonts" / "Roboto-Regular.ttf"


def words() -> MatWords:
    labels = {spot.cell: spot.cell for spot in BOARD} | {"deck": "Колода Марсозвірів"}
    return MatWords(
        "Килимок", "Рівно 100 мм", lambda n, of, row, column: f"Аркуш {n}/{of} {row}.{column}", labels, font()
    )


def pages_of(document: bytes, folder: Path) -> list[NDArray[np.uint8]]:
    """Every page as a grey picture."""
    (folder / "mat.pdf").write_bytes(document)
    subprocess.run(
        ["pdftoppm", "-r", str(DPI), "-gray", "mat.pdf", "page"], cwd=folder, check=True, capture_output=True
    )
    files = sorted(folder.glob("page-*.pgm"))
    return [np.asarray(cv2.imread(str(file), cv2.IMREAD_GRAYSCALE), np.uint8) for file in files]


def sheet_position(
    mat: Mat, sheets: Sheets, index: int, point: tuple[float, float], pitch: float
) -> NDArray[np.float64]:
    """Where a point of the plane must be on a sheet, in millimetres from its top left corner."""
    row, column = divmod(index, sheets.columns)
    (left, top) = mat.outline[0]
    on_mat = np.array([(point[0] - left) * pitch, (top - point[1]) * pitch])
    return on_mat - np.array([column, row]) * sheets.share + MARGIN + OVERLAP / 2


@pytest.mark.outside
@poppler
@pytest.mark.parametrize(("paper", "pitch"), [("a4", 40.0), ("a3", 53.5), ("a4", 12.0)])
def test_tags_are_where_they_belong(tmp_path: Path, paper: str, pitch: float) -> None:
    sheets = plan_sheets(GAME, pitch, paper)
    pages = pages_of(mat_pdf(GAME, BOARD + CARDS, pitch, paper, words()), tmp_path)
    assert len(pages) == sheets.columns * sheets.rows
    expected = {tag.id: tag.corners for tag in GAME.tags}
    seen: set[int] = set()
    for index, page in enumerate(pages):
        assert np.array(page.shape[::-1]) == pytest.approx(np.array(sheets.paper) * MM, abs=1.5)
        for number, corners in detect(cv2.cvtColor(page, cv2.COLOR_GRAY2BGR)).items():
            seen.add(number)
            where = [sheet_position(GAME, sheets, index, point, pitch) for point in expected[number]]
            found = (corners + 0.5) / MM
            assert np.abs(found - where).max() < 0.15, "millimetres; a pixel here is 0.127"
    assert seen == set(expected)


@pytest.mark.outside
@poppler
def test_the_ruler_is_a_hundred_millimetres_long(tmp_path: Path) -> None:
    for page in pages_of(mat_pdf(GAME, BOARD + CARDS, 40, "a4", words()), tmp_path):
        # the ruler is the longest black run of the footer
        footer = page[-round((MARGIN + FOOTER) * MM) :] < 128
        runs = [run_length(line) for line in footer]
        assert max(runs) / MM == pytest.approx(100.0, abs=0.4)


def run_length(line: NDArray[np.bool_]) -> int:
    edges = np.flatnonzero(np.diff(np.concatenate([[0], line.astype(np.int8), [0]])))
    return int(max(edges[1::2] - edges[::2], default=0))


@pytest.mark.outside
@poppler
def test_neighbouring_sheets_show_the_same_strip(tmp_path: Path) -> None:
    sheets = plan_sheets(GAME, 40, "a4")
    assert sheets.columns >= 2
    pages = pages_of(mat_pdf(GAME, BOARD + CARDS, 40, "a4", words()), tmp_path)
    top = round((MARGIN + OVERLAP) * MM)
    height = round((sheets.share[1] - OVERLAP) * MM)
    strip = round(OVERLAP * MM)
    end = round((MARGIN + sheets.share[0]) * MM)
    start = round(MARGIN * MM)
    left = pages[0][top : top + height, end : end + strip]
    right = pages[1][top : top + height, start : start + strip]
    assert (left < 200).any(), "there is something to see in this strip"
    # positions on paper are continuous, so edges may differ by the rounding of a pixel
    assert np.abs(cv2.blur(left, (5, 5)).astype(int) - cv2.blur(right, (5, 5))).mean() < 3


@pytest.mark.outside
@poppler
def test_letters_are_letters(tmp_path: Path) -> None:
    (tmp_path / "mat.pdf").write_bytes(mat_pdf(GAME, BOARD + CARDS, 40, "a3", words()))
    text = subprocess.run(
        ["pdftotext", "mat.pdf", "-"], cwd=tmp_path, check=True, capture_output=True
    ).stdout.decode()
    for phrase in ("Рівно 100 мм", "Килимок", "Колода Марсозвірів", "c3"):
        assert phrase in text


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("pitch", [5.0, 25.0, 40.0, 60.0])
def test_no_cut_goes_through_a_tag_and_all_fits(paper: str, pitch: float) -> None:
    sheets = plan_sheets(GAME, pitch, paper)
    assert sheets.share[0] + OVERLAP + 2 * MARGIN <= sheets.paper[0] + 1e-9
    assert sheets.share[1] + OVERLAP + 2 * MARGIN + FOOTER <= sheets.paper[1] + 1e-9
    assert np.array(sheets.share) * (sheets.columns, sheets.rows) == pytest.approx(
        np.array(GAME.size) * pitch
    )
    left, top = GAME.outline[0]
    for tag in GAME.tags:
        quiet = (tag.corners[1][0] - tag.corners[0][0]) / 8
        (x0, y0), (x1, y1) = tag.corners[0], tag.corners[2]
        columns = [(x - left) * pitch / sheets.share[0] for x in (x0 - quiet, x1 + quiet)]
        rows = [(top - y) * pitch / sheets.share[1] for y in (y0 + quiet, y1 - quiet)]
        assert int(columns[0]) == int(columns[1])
        assert int(rows[0]) == int(rows[1])


@pytest.mark.outside
@poppler
def test_a_curtain_is_printed_where_it_is_read(tmp_path: Path) -> None:
    mat, pitch = with_curtain(GAME), 30.0
    sheets = plan_sheets(mat, pitch, "a3")
    pages = pages_of(mat_pdf(mat, BOARD + CARDS, pitch, "a3", words()), tmp_path)
    seen = 0
    for segment in mat.curtain:
        rows, columns = len(segment.code), len(segment.code[0])
        for row, column in np.ndindex(rows, columns):
            x = segment.left + (column + 0.5) / columns * (segment.right - segment.left)
            y = segment.top - (row + 0.5) / rows * (segment.top - segment.bottom)
            for index, page in enumerate(pages):
                where = sheet_position(mat, sheets, index, (x, y), pitch)
                share = np.array(sheets.share) + MARGIN + OVERLAP / 2
                if (where > MARGIN + OVERLAP / 2).all() and (where < share).all():
                    across, down = np.round(where * MM - 0.5).astype(int)
                    assert (page[down, across] < 128) == segment.code[row][column]
                    seen += 1
    fields = sum(len(one.code) * len(one.code[0]) for one in mat.curtain)
    assert seen > 0.95 * fields, "the rest is under cuts"


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("pitch", [5.0, 25.0, 40.0, 60.0])
def test_no_cut_goes_through_a_tag_within_a_curtain(paper: str, pitch: float) -> None:
    mat = with_curtain(GAME)
    sheets = plan_sheets(mat, pitch, paper)
    for tag in mat.tags:
        (x0, y0), (x1, y1) = tag.corners[0], tag.corners[2]
        (left, top) = mat.outline[0]
        columns = [int((x - left) * pitch / sheets.share[0]) for x in (x0, x1)]
        rows = [int((top - y) * pitch / sheets.share[1]) for y in (y0, y1)]
        assert columns[0] == columns[1]
        assert rows[0] == rows[1]


def test_what_cannot_be_printed_is_said() -> None:
    with pytest.raises(SourceError, match="too large for this paper"):
        plan_sheets(GAME, 400, "a4")
    with pytest.raises(SourceError, match="a4, a3"):
        plan_sheets(GAME, 40, "letter")


@pytest.mark.outside
@poppler
@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_the_command_prints_the_mat_of_a_game(tmp_path: Path, language: str) -> None:
    file = tmp_path / "mat.pdf"
    arguments = ["mat", "marso", "--pitch-mm", "30", "--lang", language, "-o", str(file)]
    result = CliRunner().invoke(print_group, arguments)
    assert result.exit_code == 0, result.output
    assert str(file) in result.output
    text = subprocess.run(["pdftotext", str(file), "-"], check=True, capture_output=True).stdout.decode()
    assert "a7" in text
    assert {"en": "Sheet 1 of", "uk": "Аркуш 1 з", "ru": "Лист 1 из"}[language] in text


def test_the_command_prints_a_curtain_only_where_one_is_wanted(tmp_path: Path) -> None:
    """Its rectangles are most of the drawing."""
    sizes = []
    for number, wanted in enumerate(([], ["--curtain"])):
        file = tmp_path / f"{number}.pdf"
        order = ["mat", "marso", "--pitch-mm", "30", "--paper", "a3", "-o", str(file), *wanted]
        assert CliRunner().invoke(print_group, order).exit_code == 0
        sizes.append(len(file.read_bytes()))
    assert sizes[1] > sizes[0] + 1000


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["marso"], "--pitch-mm"),
        (["marso", "--pitch-mm", "0"], "--pitch-mm"),
        (["marso", "--pitch-mm", "499"], "too large"),
        (["chess", "--pitch-mm", "40"], "chess"),
        (["marso", "--pitch-mm", "40", "-o", "/nowhere/mat.pdf"], "/nowhere/mat.pdf"),
    ],
)
def test_a_command_that_cannot_be_carried_out_says_why_in_one_sentence(
    arguments: list[str], words: str
) -> None:
    result = CliRunner().invoke(print_group, ["mat", *arguments])
    assert result.exit_code == 1
    assert words in result.output
    assert len(result.output.strip().splitlines()) == 1
