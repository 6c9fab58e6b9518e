"""The sixth game comes from elsewhere: what chess is, and that every part of Companion takes it.

Counts of moves are those that the chess programming community publishes for these positions.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import chess
import pytest

from companion.rules.contract import Over, RulesError, SetupError
from companion.rules.match import Match, format_match, parse_match
from companion.rules.optional import cells_of
from companion.rules.registry import broken_games, find_game, games, package_of

from .installing import CHESS

ROOT = Path(__file__).parents[2]

pytestmark = pytest.mark.usefixtures("chess_package")


def companion(*arguments: str, home: Path | None = None) -> str:
    """What the program prints."""
    own = {} if home is None else {"XDG_DATA_HOME": str(home), "XDG_CONFIG_HOME": str(home)}
    done = subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        cwd=ROOT,
        env=os.environ | own,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def at(fen: str) -> Any:
    """The position of a text in Forsyth-Edwards notation."""
    state = import_module("companion_chess.state").State
    return state(chess.Board(fen).fen())


def broken(state: Any, seat: int, text: str) -> list[str]:
    """The clauses that a move breaks."""
    game: Any = find_game("chess")
    return [breach.clause for breach in game.why_illegal(state, seat, game.parse_move(text))]


# -- what it is ----------------------------------------------------------------------------------------


def test_it_is_one_of_the_games() -> None:
    assert "chess" in games()
    assert not broken_games()
    assert package_of("chess") == "companion_chess"
    assert find_game("chess").seatings == (("white", "black"),)


@pytest.mark.outside
def test_twenty_moves_and_what_follows_from_them() -> None:
    assert companion("rules", "perft", "chess", "--depth", "4").strip() == "197281"


@pytest.mark.parametrize(
    ("fen", "depth", "count"),
    [
        ("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 2, 2039),
        ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 3, 2812),
        ("r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 2, 264),
        ("rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 2, 1486),
    ],
)
def test_castling_promotion_and_capture_in_passing_are_counted(fen: str, depth: int, count: int) -> None:
    from companion.commands.rules import count_sequences

    assert count_sequences(find_game("chess"), at(fen), depth) == count


@pytest.mark.parametrize(
    ("fen", "seat", "text", "clauses"),
    [
        (chess.STARTING_FEN, 1, "move e7 e5", ["turn.1"]),
        (chess.STARTING_FEN, 0, "move e7 e5", ["turn.2"]),
        (chess.STARTING_FEN, 0, "move e4 e5", ["turn.2"]),
        (chess.STARTING_FEN, 0, "move d1 d2", ["move.1"]),
        (chess.STARTING_FEN, 0, "move g1 g3", ["move.2"]),
        (chess.STARTING_FEN, 0, "move a1 a5", ["move.3"]),
        (chess.STARTING_FEN, 0, "move e2 e5", ["pawn.1"]),
        (chess.STARTING_FEN, 0, "move e2 d3", ["pawn.2"]),
        (chess.STARTING_FEN, 0, "castle e1 g1", ["move.1", "castle.2"]),
        ("4k3/P7/8/8/8/8/8/4K3 w - - 0 1", 0, "move a7 a8", ["pawn.3"]),
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", 0, "castle e1 g1", ["castle.1"]),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", 0, "castle e1 g1", ["castle.3"]),
        ("4r1k1/8/8/8/8/8/4B3/4K3 w - - 0 1", 0, "move e2 d3", ["check.1"]),
    ],
)
def test_every_refusal_says_why(fen: str, seat: int, text: str, clauses: Sequence[str]) -> None:
    found = broken(at(fen), seat, text)
    assert [clause.removeprefix("chess/") for clause in found][: len(clauses)] == list(clauses)


@pytest.mark.parametrize(
    ("fen", "clause", "points"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "end.1", [0, 1]),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "end.2", [0.5, 0.5]),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", "end.3", [0.5, 0.5]),
        ("4k3/8/8/8/8/8/8/4K2R w - - 150 90", "end.4", [0.5, 0.5]),
    ],
)
def test_every_end(fen: str, clause: str, points: Sequence[float]) -> None:
    game: Any = find_game("chess")
    state = at(fen)
    pending = game.pending(state)
    assert isinstance(pending, Over)
    assert pending.clause == f"chess/{clause}"
    assert [float(game.score(state, seat)[0].points) for seat in range(2)] == list(points)
    assert game.legal_moves(state, state.turn) == ()


def test_a_position_that_comes_for_the_fifth_time_is_a_draw() -> None:
    game: Any = find_game("chess")
    match: Match[Any, Any, Any] = Match.begin(game, game.setup(2, {}))
    there_and_back = ("white move g1 f3", "black move g8 f6", "white move f3 g1", "black move f6 g8")
    text = format_match(match)
    for times in range(1, 5):
        text += "".join(f"{line}\n" for line in there_and_back)
        pending = game.pending(parse_match(text).state)
        assert isinstance(pending, Over) == (times == 4)
    assert pending.clause == "chess/end.5"


def test_other_seats_and_options_are_refused() -> None:
    game = find_game("chess")
    for seats, options in ((3, {}), (("white", "red"), {}), (2, {"clock": 5})):
        with pytest.raises(SetupError, match="chess"):
            game.setup(seats, options)
    with pytest.raises(RulesError, match="nothing in chess is left to chance"):
        game.parse_outcome("heads")


# -- every part of Companion takes it ------------------------------------------------------------------


@pytest.mark.soak
def test_the_shared_tests_of_all_games_pass() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "no:xdist", "-m", "not soak",
         "tests/rules/contract", "-k", "chess and not plug_in"],
        cwd=ROOT, env=os.environ, capture_output=True, text=True, timeout=600, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    assert int(done.stdout.rpartition(" passed")[0].split()[-1]) > 15


@pytest.mark.outside
def test_the_commands_take_it(tmp_path: Path) -> None:
    played = companion("rules", "play", "chess", "--seed", "3")
    (tmp_path / "game.match").write_text(played, encoding="utf-8")
    assert "white king" in companion("replay", str(tmp_path / "game.match"))
    mat = tmp_path / "chess.pdf"
    companion("print", "mat", "chess", "--pitch-mm", "40", "-o", str(mat))
    assert mat.read_bytes().startswith(b"%PDF")


@pytest.mark.outside
@pytest.mark.skipif(shutil.which("pdftotext") is None, reason="needs pdftotext of Debian's poppler-utils")
def test_its_help_is_printed_with_its_pieces_and_clauses(tmp_path: Path) -> None:
    file = tmp_path / "chess.pdf"
    companion("print", "help", "chess", "-o", str(file))
    done = subprocess.run(["pdftotext", "-raw", file, "-"], check=True, capture_output=True, text=True)
    said = " ".join(done.stdout.split())
    for man in ("Pawn", "Knight", "Bishop", "Rook", "Queen", "King"):
        assert f" {man} " in said
    for clause in find_game("chess").clauses:
        assert clause.id.removeprefix("chess/") in said
        assert clause.text in said


@pytest.mark.outside
@pytest.mark.parametrize(
    ("picture", "reason"),
    [
        (None, "The game chess has no pictures"),
        ("[piece.pawn]\nshape = 'pawn'\n", "'pawn'"),
        ("[piece.pawn]\nshape = 'disc'\ncolour = 'plaid'\n", "'plaid' is no colour"),
        ("[piece.pawn]\nshape = 'odd'\n[shape]\nodd = [{ fill = 'L1 1' }]\n", "a path begins with M"),
        ("[piece.pawn]\nshape = 'odd'\n[shape]\nodd = 7\n", "picture.toml of chess"),
        ("[piece]\npawn = 7\n", "what stands for 'pawn' is no table"),
        ("piece = 7\n", "The game chess has no pictures"),
        ("[[[", "picture.toml"),
    ],
)
def test_pictures_that_are_none_are_named(
    picture: str | None, reason: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(CHESS / "companion_chess", tmp_path / "companion_chess")
    drawn = tmp_path / "companion_chess" / "picture.toml"
    drawn.unlink()
    if picture is not None:
        drawn.write_text(picture, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(tmp_path), os.environ["PYTHONPATH"])))
    done = subprocess.run(
        [sys.executable, "-m", "companion", "print", "help", "chess", "-o", str(tmp_path / "chess.pdf")],
        cwd=ROOT, env=os.environ, capture_output=True, text=True, check=False, timeout=120,
    )  # fmt: skip
    assert done.returncode == 1
    assert reason in done.stderr
    assert len(done.stderr.splitlines()) == 1
    assert not (tmp_path / "chess.pdf").exists()


@pytest.mark.outside
def test_the_simulated_table_draws_it(tmp_path: Path) -> None:
    """White men at the south of the picture are brighter than black ones at the north."""
    import cv2

    path = tmp_path / "table.png"
    companion("simulate", "frame", str(path), "--game", "chess", "--seed", "7")
    picture = cv2.imread(str(path), cv2.IMREAD_GRAYSCALE)
    assert picture is not None
    height, width = picture.shape
    middle = picture[:, width // 3 : 2 * width // 3]
    assert middle[int(0.85 * height) : int(0.92 * height)].max() > 200
    assert middle[int(0.1 * height) : int(0.16 * height)].min() < 50


@pytest.mark.soak
def test_the_camera_follows_a_simulated_game(tmp_path: Path) -> None:
    clip = tmp_path / "clip"
    companion(
        "simulate", "clip", "--game", "chess", "--seed", "5", "--pace", "1.5", "--limit", "6",
        "--mistake", "wrong-cell", str(clip),
    )  # fmt: skip
    rows = [json.loads(line) for line in companion("watch", str(clip)).splitlines()]
    truth = (clip / "truth.match").read_text(encoding="utf-8")
    told = [f"{row['seat']} {row['move']}" for row in rows if row["kind"] == "played"]
    refused = [f"{row['seat']} {row['move']}" for row in rows if row["kind"] == "refused" and row["breaks"]]
    assert told == re.findall(r"^@\S+ ((?:white|black) \w.*)$", truth, re.MULTILINE)
    assert refused == re.findall(r"^@\S+ anyway (.*)$", truth, re.MULTILINE)
    assert (len(told), len(refused)) == (4, 1)


def test_spectators_get_its_picture_and_its_moves() -> None:
    from companion.broadcast.picture import picture
    from companion.referee.moments import view_of

    game: Any = find_game("chess")
    match: Match[Any, Any, Any] = Match.begin(game, game.setup(2, {}))
    shown = picture("boot", view_of(match), game)
    assert len(shown["cells"]) == 64
    assert [seat["seat"] for seat in shown["seats"]] == ["white", "black"]
    assert set(shown["drawing"]["shape"]) == set(chess.PIECE_NAMES[1:])


@pytest.mark.parametrize(
    ("text", "cells"), [("move e2 e4", ("e2", "e4")), ("promote e7 e8 queen", ("e7", "e8"))]
)
def test_moves_offer_their_cells(text: str, cells: tuple[str, ...]) -> None:
    game = find_game("chess")
    places = frozenset(zone.cell for zone in game.zones(game.setup(2, {})))
    assert cells_of(game, game.parse_move(text), places) == cells
