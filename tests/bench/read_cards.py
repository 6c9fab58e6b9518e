"""``python -m tests.bench.read_cards CLIP...``: the confusion table of cards that were opened, as Markdown.

Each card is read once, by itself, in the first settled picture in which its place has changed: neither the
rules nor a later picture help. For clips of the game with the totem that have contact sheets."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path

import click

from companion.evaluation.clips import ClipError, load_clip
from companion.evaluation.playback import Playback
from companion.games.jungle.edition import DEFAULT
from vision.recognition.cards import MARGIN_SURE, colour_of, symbol_of
from vision.recognition.spun import deck_of, shares
from vision.types import SourceError

BEFORE, AFTER = 0.5, 2.5
"""Seconds before and after the hand has left in which its card must be seen."""
CHANGED = 0.08
"""Share of a place's pixels of which colour or brightness changes when a card comes."""
COLUMNS = ("right", "unsure", "other colour", "look-alike", "other card", "not seen")
"""What came of a card. *Unsure*: below the margin from which on a card counts as read."""


def first_pictures(folder: Path) -> Iterator[tuple[str, str, float]]:
    """The name of each card that was opened, what it was read as ("": not seen) and how surely. Raises
    ClipError or SourceError for a clip that cannot be used."""
    clip = load_clip(folder)
    watching = Playback(clip)
    deck = deck_of(watching.likeness.album.portraits if watching.likeness is not None else {})
    opened: dict[int, tuple[float, str, str]] = {}
    for played in clip.truth.line if clip.truth is not None else ():
        if played.entry.text.startswith("flip "):
            _, place, card = played.entry.text.split(" ")
            opened[played.number] = (played.entry.at or 0.0, place, card)
    read: dict[int, tuple[str, float]] = {}
    for glance in watching.glances():
        for number, (at, place, _) in opened.items():
            if number not in read and at - BEFORE <= glance.time < at + AFTER:
                seen = glance.view.cells.get(f"open:{place}") if glance.view is not None else None
                if seen is not None and max(seen.change, seen.shade) >= CHANGED:
                    found = shares(deck, seen.now)
                    best = max(found, key=lambda name: found[name], default="")
                    read[number] = best.removeprefix("card "), found.get(best, 0.0)
    for number, (_, _, card) in opened.items():
        yield card, *read.get(number, ("", 0.0))


def outcome_of(card: str, read: str, sure: float) -> str:
    """The column of a card that was read as another one, or as itself."""
    if not read:
        return "not seen"
    if sure < MARGIN_SURE:
        return "unsure"
    if read == card:
        return "right"
    if symbol_of(read) == symbol_of(card) and colour_of(card):
        return "other colour"
    edition = DEFAULT
    families = [edition.family[edition.index[name]] for name in (read, card)]
    return "look-alike" if families[0] == families[1] and colour_of(card) else "other card"


def row_of(card: str) -> str:
    """The row of a card: its family of look-alikes by the first of them, or a special card by its name."""
    edition = DEFAULT
    family = edition.family[edition.index[card]]
    if not colour_of(card):
        return card
    return symbol_of(
        next(name for name, one in zip(edition.names, edition.family, strict=True) if one == family)
    )


def table_of(counts: Mapping[str, Counter[str]]) -> Iterator[str]:
    """The confusion table as Markdown, its last row the sum."""
    yield f"| what lay there | {' | '.join(COLUMNS)} |"
    yield "|---" * (1 + len(COLUMNS)) + "|"
    total = sum(counts.values(), Counter[str]())
    for name, row in [*sorted(counts.items()), ("all", total)]:
        yield f"| {name} | {' | '.join(str(row[column]) for column in COLUMNS)} |"


@click.command()
@click.argument("clips", metavar="CLIP...", nargs=-1, required=True, type=click.Path(path_type=Path))
def main(clips: tuple[Path, ...]) -> None:
    """Read every card of each CLIP once; print what it was taken for, then each that was not read right."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    wrong = []
    try:
        for clip in clips:
            for card, read, sure in first_pictures(clip):
                outcome = outcome_of(card, read, sure)
                counts[row_of(card)][outcome] += 1
                if outcome not in ("right", "not seen"):
                    wrong.append(f"{card}: {read} ({sure:.3f}, {outcome})")
    except (ClipError, SourceError) as error:
        raise click.ClickException(str(error)) from error
    click.echo("\n".join([*table_of(counts), "", *wrong]))


if __name__ == "__main__":
    main()
