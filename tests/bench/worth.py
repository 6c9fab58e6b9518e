"""``python -m tests.bench.worth CLIP...``: what each prior is worth, per source and game, as Markdown.

Every clip is scored with all priors, then with each of them counted as nothing. ``--only NAME``, which may be
repeated, leaves out the others. It takes as long as watching the clips that often: hours for a whole set."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from companion.judge.priors import PRIORS, USUAL, switched_off
from companion.referee.clip import ClipError, load_clip
from companion.referee.scorer import score_clip
from companion.referee.scoring import KIND, Score
from companion.referee.share import Share
from vision.types import SourceError

COLUMNS = (
    "source", "game", "switched off", "moves understood", "mistakes told", "false accusations",
    "wrong commits",
)  # fmt: skip


def worths(clips: Sequence[Path], names: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """The table. Raises ClipError or SourceError for a clip that cannot be scored."""
    groups: dict[tuple[str, str], list[Path]] = defaultdict(list)
    for clip in clips:
        groups[clip.absolute().parent.name, load_clip(clip).spec.game].append(clip)
    yield COLUMNS
    yield ("---",) * len(COLUMNS)
    for (source, game), some in sorted(groups.items()):
        for name in ("", *names):
            priors = switched_off(name) if name else USUAL
            total = sum((score_clip(clip, priors) for clip in some), Score())
            told = sum((s for kind, s in total.shares.items() if kind.startswith(KIND)), Share())
            yield (
                source, game, name or "nothing", total.shares.get("moves", Share()).short, told.short,
                total.told("false alarms"), total.told("wrong commits"),
            )  # fmt: skip


@click.command()
@click.argument("clips", metavar="CLIP...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("--only", multiple=True, type=click.Choice(PRIORS), help="Only this one; may be repeated.")
def main(clips: tuple[Path, ...], only: tuple[str, ...]) -> None:
    """Switch each prior off once over each CLIP and print what happens."""
    try:
        for row in worths(clips, only or PRIORS):
            click.echo(f"| {' | '.join(row)} |")
    except (ClipError, SourceError) as error:
        raise click.ClickException(str(error)) from error


if __name__ == "__main__":
    main()
