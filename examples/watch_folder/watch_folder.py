"""Watch a folder of pictures as a table, and print what the referee says, in the words of the terminal."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from companion.evaluation.clips import ClipError, load_clip
from companion.evaluation.playback import Playback
from companion.locale import LANGUAGES, Texts
from companion.terminal.terminal import Terminal
from vision.types import SourceError


def watch(folder: Path, language: str) -> None:
    """Print what the referee says about the pictures of a clip. Raises ClipError and SourceError."""
    clip = load_clip(folder)
    watching = Playback(clip)
    watching.session.subscribe(
        Terminal(Texts(language, clip.game.id))
    )  # names and clauses are the game's own
    for _ in watching.steps():  # one picture each; the session tells the terminal whatever has changed
        pass


def main() -> None:
    """Read the command line; a folder that cannot be used is told of in one sentence."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, metavar="FOLDER", help="clip.toml, and the pictures in frames/")
    parser.add_argument("--lang", choices=LANGUAGES, default="en")
    arguments = parser.parse_args()
    texts = Texts(arguments.lang)
    try:
        watch(arguments.folder, arguments.lang)
    except ClipError as error:
        sys.exit(texts.message(error.text))
    except SourceError as error:
        sys.exit(texts.say(error.key, **dict(error.facts)))


if __name__ == "__main__":
    main()
