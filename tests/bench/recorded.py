"""Record once, judge many times: what vision says about clips, and the score of the referee on it.

``python -m tests.bench.recorded record OUT CLIP...`` watches each clip and writes ``OUT/SOURCE/CLIP.views``;
``python -m tests.bench.recorded score FILE...`` judges the files without vision, and prints the tables of
``companion watch --score --table``. Files are pickles: read only those that you have written yourself."""

from __future__ import annotations

import gzip
import pickle
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import click

from companion.evaluation.clips import load_clip
from companion.evaluation.people import Answers
from companion.evaluation.playback import CUES, RecordedGlances, recorded
from companion.evaluation.scorer import score_clip
from companion.evaluation.scoring import Group, Score, reliability_of, rows_of
from companion.judge.tuning import PRIORS, USUAL, switched_off

Row = tuple[Group, Score]
SWITCHES = (*PRIORS, *CUES)


def record(out: Path, clip: Path) -> Path:
    """Write what vision says about a clip. Raises ClipError or SourceError if the clip cannot be used."""
    clip = clip.absolute()
    file = out / clip.parent.name / f"{clip.name}.views"
    file.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(file, "wb", compresslevel=1) as stream:
        pickle.dump((clip, recorded(load_clip(clip))), stream)
    return file


def read(file: Path) -> tuple[Path, RecordedGlances]:
    """The clip, and what vision said about it."""
    with gzip.open(file, "rb") as stream:
        clip, recording = pickle.load(stream)
    return clip, recording


def score(file: Path, answers: Sequence[Answers], without: str) -> list[Row]:
    """The scores of one file, ``without`` one of the priors or cues."""
    clip, recording = read(file)
    priors, cue = (switched_off(without), "") if without in PRIORS else (USUAL, without)
    game = load_clip(clip).spec.game
    return [
        (
            (clip.parent.name, game, f"{people.value} without {without}" if without else people.value),
            score_clip(clip, priors, cue, answers=people, recording=recording),
        )
        for people in answers
    ]


@click.group()
def main() -> None:
    """Record once, judge many times."""


@main.command("record")
@click.argument("out", type=click.Path(path_type=Path))
@click.argument("clips", metavar="CLIP...", nargs=-1, required=True, type=click.Path(path_type=Path))
def record_command(out: Path, clips: tuple[Path, ...]) -> None:
    """Watch each CLIP and write what vision says about it into OUT."""
    for clip in clips:
        click.echo(record(out, clip))


@main.command("score")
@click.argument("files", metavar="FILE...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--answers", type=click.Choice([each.value for each in Answers]), multiple=True)
@click.option(
    "--without", type=click.Choice(SWITCHES), multiple=True, help="Then leave this prior or cue out."
)
@click.option("--worth", is_flag=True, help="Then leave each prior and each cue out, one after another.")
@click.option("--jobs", type=int, default=1, show_default=True)
def score_command(
    files: tuple[Path, ...], answers: tuple[str, ...], without: tuple[str, ...], worth: bool, jobs: int
) -> None:
    """Judge each FILE with all priors and cues, once for each way to answer (else for all three). Print the
    tables."""
    people = [Answers(each) for each in answers] or list(Answers)
    left_out = ("", *(SWITCHES if worth else without))
    scores: dict[Group, list[Score]] = defaultdict(list)
    with ProcessPoolExecutor(jobs) as pool:
        each = [pool.submit(score, file, people, name) for name in left_out for file in files]
        for group, one in (row for future in each for row in future.result()):
            scores[group].append(one)
    for table in (rows_of(scores), reliability_of(scores)):
        for row in table:
            click.echo(f"| {' | '.join(row)} |")
        click.echo()


if __name__ == "__main__":
    main()
