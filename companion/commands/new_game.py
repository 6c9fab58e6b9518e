"""``companion new-game``: the package of a game, with everything that the contract asks for."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import click

from companion.rules.registry import broken_games, games

_NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")
FILES = {
    "pyproject.toml": "pyproject.toml.txt",
    "{name}/__init__.py": "package.py.txt",
    "{name}/rules.py": "rules.py.txt",
    "{name}/clauses.toml": "clauses.toml.txt",
    "{name}/picture.toml": "picture.toml.txt",
    "tests/test_rules.py": "test_rules.py.txt",
}
"""Where each file of ``companion/skeleton`` goes."""


@click.command("new-game")
@click.argument("name")
def new_game_command(name: str) -> None:
    """Write the package of a game called NAME into a folder NAME: a small game that works, to be replaced."""
    _check(name)
    words = {"name": name, "title": name.replace("_", " ").capitalize(), "class": _class_of(name)}
    try:
        for place, source in FILES.items():
            path = Path(name, place.format(name=name))
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(filled(source, words), encoding="utf-8")
    except OSError as error:
        raise click.ClickException(f"{error.filename} cannot be written: {error.strerror}") from error
    click.echo(f"{name}: install it with  python -m pip install --no-deps -e {name}")


def _check(name: str) -> None:
    """Raises ClickException for a name that cannot be a game's, or that is taken."""
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        raise click.ClickException(
            f"{name!r} is no name such as ludo: small letters, digits and _, no Python word"
        )
    if name in games() or name in broken_games():
        raise click.ClickException(f"there is a game {name!r} already")
    if Path(name).exists():
        raise click.ClickException(f"{name} is there already: choose another name or another place")
    if find_spec(name) is not None:
        raise click.ClickException(f"there is a Python module {name!r} already: choose another name")


def _class_of(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def filled(source: str, words: dict[str, str]) -> str:
    """A file of the skeleton with its words put in."""
    text = files("companion").joinpath("skeleton", source).read_text(encoding="utf-8")
    for key, word in words.items():
        text = text.replace("{{" + key + "}}", word)
    return text
