"""``python -m tests.bench.worth CLIP...``: what each prior and each cue is worth, as Markdown.

Every clip is scored with all, then with each prior counted as nothing and each cue left out; rows are per
source and game. ``--only NAME``, which may be repeated, leaves out the others. It takes as long as watching
the clips that often: hours for a whole set."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from companion.evaluation.clips import ClipError, load_clip
from companion.evaluation.playback import CUES
from companion.evaluation.scorer import score_clip
from companion.evaluation.scoring import KIND, Score
from companion.judge.tuning import PRIORS, USUAL, switched_off
from companion.referee.share import Share
from vision.types import SourceError

COLUMNS = (
    "source", "game", "switched off", "moves understood", "mistakes told", "false accusations",
    "wrong commits",
)  # fmt: skip


SWITCHES = (*PRIORS, *CUES)


def worths(clips: Sequence[Path], names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The table. Raises ClipError or SourceError for a clip that cannot be scored."""
    groups: dict[tuple[str, str], list[Path]] = defaultdict(list)
    for clip in clips:
        groups[clip.absolute().parent.name, load_clip(clip).spec.game].append(clip)
    yield COLUMNS
    yield ("---",) * len(COLUMNS)
    for (source, game), some in sorted(groups.items()):
        for name in ("", *names):
            priors, cue = (switched_off(name), "") if name in PRIORS else (USUAL, name)
            total = sum((score_clip(clip, priors, cue) for clip in some), Score())
            told = sum((s for kind, s in total.shares.items() if kind.startswith(KIND)), Share())
            yield (
                source, game, name or "nothing", total.shares.get("moves", Share()).short, told.short,
                total.told("false alarms"), total.told("wrong commits"),
            )  # fmt: skip


@click.command()
@click.argument("clips", metavar="CLIP...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--only", multiple=True, type=click.Choice(SWITCHES), help="Only this one; may be repeated.")
def main(clips: tuple[Path, ...], only: tuple[str, ...]) -> None:
    """Switch each prior and cue off once over each CLIP and print what happens."""
    try:
        for row in worths(clips, only or SWITCHES):
            click.echo(f"| {' | '.join(row)} |")
    except (ClipError, SourceError) as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
