"""``companion simulate``."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import pytest
from click.testing import CliRunner

from companion.commands.simulate import simulate
from companion.evaluation.clips import load_clip
from companion.rules.match import parse_match
from companion.simulator.profiles import PROFILES
from tests.doubles.waiting import until
from vision.sources import open_source

PATIENCE = 60.0


def run(*words: str) -> tuple[int, str]:
    result = CliRunner().invoke(simulate, words)
    return result.exit_code, result.output


@pytest.mark.slow
def test_a_picture(tmp_path: Path) -> None:
    code, _ = run("frame", str(tmp_path / "look.png"), "--seats", "south north", "--at", "4")
    assert code == 0
    image = cv2.imread(str(tmp_path / "look.png"))
    assert image is not None
    assert image.shape == (720, 1280, 3)


@pytest.mark.slow
def test_a_sheet_shows_every_profile(tmp_path: Path) -> None:
    code, _ = run("frame", str(tmp_path / "sheet.png"), "--sheet", "--seats", "2")
    assert code == 0
    image = cv2.imread(str(tmp_path / "sheet.png"))
    assert image is not None
    assert image.shape == (720 * len(PROFILES), 1280, 3)


@pytest.mark.slow
def test_a_clip(tmp_path: Path) -> None:
    out = tmp_path / "clip"
    words = ("--seats", "2", "--limit", "3", "--fps", "2", "--pace", "fast", "--option", "young=yes")
    code, said = run("clip", str(out), *words)
    assert code == 0
    assert "3 entries" in said or "4 entries" in said
    clip = load_clip(out)
    assert dict(clip.spec.options) == {"target": 0, "young": True}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (("frame", "x.png", "--game", "chess"), "there is no game 'chess'"),
        (("frame", "x.png", "--seats", "9"), "2 to 4"),
        (("frame", "x.png", "--seats", "south south"), "named twice"),
        (("frame", "x.png", "--option", "young"), "NAME=VALUE"),
        (("frame", "x.png", "--option", "young=perhaps"), "young"),
        (("frame", "x.png", "--profile", "dark"), "dark"),
        (("clip", "x", "--pace", "hurried"), "slow, normal, fast"),
        (("clip", "x", "--pace", "nan"), "slow, normal, fast"),
        (("clip", "x", "--mistake", "sneeze"), "sneeze"),
        (("clip", "/proc/nowhere"), "cannot be written"),
        (("frame", "/proc/nowhere/x.png"), "cannot be written"),
        (("serve", "--port", "70000"), "70000"),
    ],
)
def test_what_cannot_be_is_told_in_a_sentence(
    words: tuple[str, ...], sentence: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    code, said = run(*words)
    assert code in (1, 2)
    assert sentence in said
    assert "Traceback" not in said
    assert list(tmp_path.iterdir()) == []


@pytest.fixture
def table(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], str, Path]]:
    truth = tmp_path / "truth.match"
    command = [sys.executable, "-m", "companion", "simulate", "serve", "--port", "0", "--seats", "2"]
    command += ["--truth", str(truth), "--pace", "4", "--with-parent"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    yield process, process.stdout.readline().strip(), truth
    process.kill()
    process.wait(PATIENCE)
    process.stdout.close()


@pytest.mark.outside
def test_a_table_in_another_process_is_a_camera_until_it_is_told_to_end(
    table: tuple[subprocess.Popen[str], str, Path],
) -> None:
    process, url, truth = table
    source = open_source(url)
    try:
        frames = [frame for frame in (source.read(2.0) for _ in range(30)) if frame]
        assert len(frames) >= 3
        assert source.simulated
    finally:
        source.close()
    process.send_signal(signal.SIGTERM)
    assert process.wait(PATIENCE) == 0
    assert parse_match(truth.read_text()).game.id == "marso"


@pytest.mark.outside
def test_what_really_happened_is_told_while_the_game_goes_on(
    table: tuple[subprocess.Popen[str], str, Path],
) -> None:
    process, _, truth = table
    until(truth.exists, "what really happened")
    assert parse_match(truth.read_text()).game.id == "marso"
    assert process.poll() is None


@pytest.mark.outside
def test_a_truth_that_cannot_be_written_ends_the_table_with_a_sentence(tmp_path: Path) -> None:
    gone = tmp_path / "gone" / "truth.match"
    command = [sys.executable, "-m", "companion", "simulate", "serve", "--port", "0", "--seats", "2"]
    done = subprocess.run(
        [*command, "--truth", str(gone)], capture_output=True, text=True, timeout=PATIENCE, check=False
    )
    assert done.returncode == 1
    assert str(gone) in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.outside
def test_it_ends_with_the_program_that_started_it() -> None:
    """That program is killed without a chance to say anything; then its standard output is closed at last."""
    starter = (
        "import subprocess, sys; subprocess.run([sys.executable, '-m', 'companion', 'simulate',"
        " 'serve', '--port', '0', '--seats', '2', '--with-parent'])"
    )
    program = subprocess.Popen([sys.executable, "-c", starter], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    assert program.stdout.readline().startswith("http://127.0.0.1:")
    program.kill()
    program.wait(PATIENCE)
    assert program.stdout.read() == ""
    program.stdout.close()


def test_a_taken_port_is_told() -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = str(other.getsockname()[1])
        code, said = run("serve", "--port", port, "--seats", "2")
    assert code == 1
    assert f"Port {port} of this computer is taken" in said


@pytest.mark.parametrize("name", ["table", "table.txt", "table.", ".png", "nowhere/table.png"])
def test_a_picture_that_cannot_be_written_is_told(tmp_path: Path, name: str) -> None:
    done = CliRunner().invoke(simulate, ["frame", str(tmp_path / name), "--lang", "ru"])
    assert isinstance(done.exception, SystemExit)
    assert done.exit_code == 1
    assert len(done.stderr.strip().splitlines()) == 1
