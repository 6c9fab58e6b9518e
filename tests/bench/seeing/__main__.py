"""``python -m tests.bench.seeing [SOURCE...]``: measures and prints the table; ``--help`` says more."""

from __future__ import annotations

import json
import multiprocessing
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path
from typing import Any

import click

from companion.commands.numbers import MOST, Real, WholeNumber
from companion.simulator.profiles import PROFILES
from tests.bench.figures import circumstances
from tests.bench.seeing.clips import AT_ONCE, ways_to_answer
from tests.bench.seeing.film import Timing
from tests.bench.seeing.jobs import Job, Plan, chosen, digest, jobs, one_thread, row_or_error
from tests.bench.seeing.making import ROOT
from tests.bench.seeing.rows import Row, to_json
from tests.bench.seeing.table import page

CACHE = ROOT / ".seeing"
SHARED = ROOT.parent / "shared"


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("sources", metavar="[SOURCE]...", nargs=-1)
@click.option("--quick", is_flag=True, help="Twelve photos of each set, one ray-traced clip, a short game.")
@click.option("--list", "only_list", is_flag=True, help="Name the sources and ways, measure nothing.")
@click.option("--kept", is_flag=True, help="Measure nothing: show what this state of the code has measured.")
@click.option(
    "--answers",
    multiple=True,
    type=click.Choice(ways_to_answer()),
    default=(AT_ONCE,),
    show_default=True,
    help="When people answer questions; may be repeated.",
)
@click.option(
    "--fps", type=Real(1, 60), default=15.0, show_default=True, help="Frames a second of held photos."
)
@click.option("--hold", type=Real(0.1, 60), default=1.0, show_default=True, help="Seconds of each photo.")
@click.option("--seed", "seeds", multiple=True, type=WholeNumber(-MOST), default=(901,), show_default=True,
              help="Of the simulated games; may be repeated.")  # fmt: skip
@click.option("--entries", type=WholeNumber(), default=0, help="Of each simulated game; 0: whole games.")
@click.option(
    "--mistakes", type=WholeNumber(0, 100), default=3, show_default=True, help="In each simulated game."
)
@click.option("--seats", type=WholeNumber(1, 8), default=2, show_default=True, help="Of the simulated games.")
@click.option("--profile", type=click.Choice(list(PROFILES)), default="easy", show_default=True)
@click.option(
    "--write", type=click.Path(dir_okay=False, path_type=Path), help="Also as FILE.md, with FILE.json."
)
@click.option(
    "--shared", type=click.Path(path_type=Path), default=SHARED, help="The folder with private pictures."
)
@click.option(
    "--cache", type=click.Path(path_type=Path), default=CACHE, help="For clips and rows that are made."
)
@click.option(
    "--jobs", "at_once", type=WholeNumber(1, 64), default=1, show_default=True, help="Measured at once."
)
def main(
    sources: tuple[str, ...], only_list: bool, kept: bool, write: Path | None, at_once: int, **wanted: Any
) -> None:
    """Measure each SOURCE (all without one) and print the table.

    A SOURCE is a name as --list shows it, what stands before its stroke (real, raytraced ...), or a pattern
    such as 'harsh-*/marso-4'. What was measured with this state of the code is not measured again.
    """
    plan, place = _plan(**wanted), wanted["cache"] / "rows" / digest()
    try:
        some = chosen(jobs(plan), sources)
    except ValueError as error:
        raise click.ClickException(f"There is no source {error}: --list names all of them.") from error
    if only_list:
        click.echo("\n".join(f"{job.source}, {job.way}{_note(job)}" for job in some))
        return
    absent = {job.source: job.absent for job in some if job.absent}
    here = [job for job in some if not job.absent]
    if kept:
        absent |= {f"{job.source}, {job.way}": "not yet." for job in here if not job.file(place).exists()}
        here = [job for job in here if job.file(place).exists()]
    rows, failed = measured(here, place, at_once)
    _tell(rows, absent | failed, write)
    if failed:
        raise SystemExit(1)


def _plan(answers: tuple[str, ...], seeds: tuple[int, ...], fps: float, hold: float, **others: Any) -> Plan:
    """What the command line says."""
    once = tuple(dict.fromkeys(answers)), tuple(dict.fromkeys(seeds))
    return Plan(timing=Timing(fps=fps, hold=hold), answers=once[0], seeds=once[1], **others)


def _tell(rows: Sequence[Row], absent: Mapping[str, str], write: Path | None) -> None:
    """Print the page, and write it where wanted."""
    lines = list(page(rows, absent, list(circumstances())))
    click.echo("\n".join(lines))
    if write is not None:
        write.write_text("\n".join(lines) + "\n", encoding="utf-8")
        told = {"rows": [to_json(row) for row in rows], "absent": absent}
        write.with_suffix(".json").write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")


def _note(job: Job) -> str:
    return f" (not here: {job.absent})" if job.absent else ""


def measured(wanted: Sequence[Job], place: Path, at_once: int) -> tuple[list[Row], dict[str, str]]:
    """The rows in the order of the jobs, and why some failed. Each is kept as soon as it is there."""
    done: dict[int, Row] = {}
    failed: dict[str, str] = {}
    for number, row in _finished(wanted, place, at_once):
        job = wanted[number]
        if isinstance(row, Row):
            done[number] = row
        else:
            failed[f"{job.source}, {job.way}"] = f"{type(row).__name__}: {row}"
        click.echo(f"{len(done) + len(failed)} of {len(wanted)}: {job.source}, {job.way}", err=True)
    return [done[number] for number in sorted(done)], failed


def _finished(wanted: Sequence[Job], place: Path, at_once: int) -> Iterator[tuple[int, Row | Exception]]:
    """Each job's number with its row, or with what it raised."""
    if at_once == 1:
        one_thread()
        yield from ((number, row_or_error(job, place)) for number, job in enumerate(wanted))
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(at_once, mp_context=context, initializer=one_thread) as pool:
        running = {pool.submit(row_or_error, job, place): number for number, job in enumerate(wanted)}
        for future in as_completed(running):
            yield running[future], future.result()


if __name__ == "__main__":
    main()
