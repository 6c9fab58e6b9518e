"""``make figures``: measures, and writes what was measured into ``companion/docs/measurements.md``.

Clips are scored by ``companion watch --score --table``: those below the folder ``CLIPS``, or else a few short
ones that ``companion simulate clip`` draws. Speed is measured by ``tests/bench``. ``FIGURES=quick`` takes two
clips of a dozen entries and two of the measurements of speed. What stands outside the page's marks is written
by hand, and stays.
"""

from __future__ import annotations

import json
import os
import platform
import shlex
import subprocess
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "companion" / "docs" / "measurements.md"
BEGIN, END = "<!-- written by make figures -->", "<!-- end -->"


class FiguresError(Exception):
    """Why nothing was written, in one sentence."""


@dataclass(frozen=True, slots=True)
class Plan:
    """``clips``: game and profile of each clip to draw. ``select``: which benches, as for pytest's ``-k``."""

    clips: tuple[tuple[str, str], ...]
    entries: int
    mistakes: int
    select: str


WHOLE = Plan(
    (
        *((game, "easy") for game in ("marso", "arctica", "atlantis", "northwest", "jungle")),
        ("marso", "evening"),
        ("marso", "slanted"),
    ),
    40,
    3,
    "",
)
QUICK = Plan((("marso", "easy"), ("arctica", "easy")), 12, 1, "entries or legal_moves and bench_rules")
PLANS = {"": WHOLE, "quick": QUICK}
SEED = 901
LONGEST = 200
"""Characters of a cell that can still be read at a glance."""
COMPANION = (sys.executable, "-m", "companion")


def main() -> None:
    """Measure, then write; nothing is written when a part fails."""
    plan = PLANS.get(os.environ.get("FIGURES", ""))
    if plan is None:
        raise FiguresError("FIGURES is quick, or left out.")
    page = PAGE.read_text(encoding="utf-8")
    with_figures(page, "")  # before minutes are spent on a page that cannot be filled
    head = list(circumstances())
    with TemporaryDirectory() as place:
        given = os.environ.get("CLIPS", "")
        clips = clips_below(Path(given)) if given else drawn(plan, Path(place))
        scored = run(*COMPANION, "watch", "--score", "--table", *map(str, clips))
        speeds = measured(plan, Path(place) / "bench.json")
    made = () if given else [shown(plan, game, profile) for game, profile in plan.clips]
    lines = [*head, "", *clip_section(scored, made), "", *speed_section(speeds, plan)]
    PAGE.write_text(with_figures(page, "\n".join(lines)), encoding="utf-8")


def run(*command: str) -> str:
    """What the command prints. Raises FiguresError when it fails."""
    line = shlex.join(command)
    print(line, file=sys.stderr)
    try:
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False)
    except OSError as error:
        raise FiguresError(f"Nothing was written, because {command[0]} cannot be run: {error}") from error
    if done.returncode:
        raise FiguresError(f"Nothing was written, because this failed: {line}\n{done.stdout}")
    return done.stdout


def circumstances() -> Iterator[str]:
    """Commit, date and machine."""
    commit = run("git", "describe", "--always", "--dirty=, with changes").strip()
    load = f"{os.getloadavg()[0]:.1f}"
    yield f"- Commit: {commit}"
    yield f"- Date: {datetime.now(UTC):%Y-%m-%d}"
    yield f"- Machine: {model()}, {os.cpu_count()} cores, {platform.machine()}; processes waiting: {load}"
    yield f"- Python {platform.python_version()}"


def model() -> str:
    """The board's name where the system tells one, else the processor's."""
    board, processors = Path("/proc/device-tree/model"), Path("/proc/cpuinfo")
    if board.exists():
        return board.read_text(encoding="utf-8").strip("\0\n")
    if processors.exists():
        for line in processors.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    return platform.processor() or "unknown processor"


# -- clips ---------------------------------------------------------------------------------------------


def clips_below(folder: Path) -> list[Path]:
    """Every clip in the folder, however deep. Raises FiguresError when there is none."""
    found = sorted(head.parent.absolute() for head in folder.rglob("clip.toml"))
    if not found:
        raise FiguresError(f"There is no clip below {folder}: name a folder that holds some.")
    return found


def drawn(plan: Plan, place: Path) -> list[Path]:
    """Simulated clips in folders that are named after their light."""
    folders = []
    for game, profile in plan.clips:
        folder = place / profile / f"{game}-{SEED}"
        run(*COMPANION, *order(plan, game, profile), str(folder))
        folders.append(folder)
    return folders


def order(plan: Plan, game: str, profile: str) -> tuple[str, ...]:
    """How a clip is drawn, but for the folder."""
    counts = ("--seed", str(SEED), "--limit", str(plan.entries), "--mistakes", str(plan.mistakes))
    what = ("--game", game, "--profile", profile)
    return ("simulate", "clip", *what, "--seats", "2", "--deck", "electronic", *counts)


def shown(plan: Plan, game: str, profile: str) -> str:
    """The same as people would type it."""
    return f"companion {' '.join(order(plan, game, profile))} {profile}/{game}-{SEED}"


def clip_section(table: str, made: Sequence[str]) -> Iterator[str]:
    """The scorer's table, and how its clips can be drawn again."""
    yield "## Clips"
    yield ""
    yield "`companion watch --score --table CLIP...`"
    yield ""
    yield from table.splitlines()
    if made:
        yield ""
        yield "The clips are simulated. Each was drawn by one of these commands:"
        yield ""
        yield "```"
        yield from made
        yield "```"


# -- speed ---------------------------------------------------------------------------------------------


def measured(plan: Plan, file: Path) -> dict[str, Any]:
    """What pytest-benchmark wrote."""
    options = ("-o", "python_files=bench_*.py", "--benchmark-only", "--benchmark-disable-gc")
    select = ("-k", plan.select) if plan.select else ()
    command = (sys.executable, "-m", "pytest", "-q", "tests/bench", *options, *select)
    run(*command, "-s", f"--benchmark-json={file}")
    found: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return found


def speed_section(found: dict[str, Any], plan: Plan) -> Iterator[str]:
    """A row for every line that a measurement prints."""
    yield "## Speed"
    yield ""
    yield f"`make bench` with `-k '{plan.select}'`" if plan.select else "`make bench`"
    yield ""
    yield "| measurement | figure |"
    yield "|---|---|"
    for bench in found["benchmarks"]:
        name = bench["name"].removeprefix("test_").replace("_", " ")
        usual = f"median {1e6 * bench['stats']['median']:,.1f} us of {bench['stats']['rounds']} rounds"
        for line in bench["extra_info"].get("told") or [usual]:
            yield from (f"| {name} | {part} |" for part in cells(line.replace("|", "/")))


def cells(line: str) -> list[str]:
    """A line that a bench printed, as cells that can be read at a glance."""
    return line.split("; ") if len(line) > LONGEST else [line]


def with_figures(page: str, figures: str) -> str:
    """The page with other figures between its marks. Raises FiguresError without marks."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise FiguresError(f"{PAGE.name} has lost its marks {BEGIN} and {END}.")
    return f"{before}{begin}\n{figures}\n{end}{after}"


if __name__ == "__main__":
    try:
        main()
    except FiguresError as error:
        sys.exit(str(error))
