"""``companion new-game``: the package of a game, with everything that the contract asks for."""

from __future__ import annotations

import keyword
import re
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

import click

from companion.locale import LANGUAGES, N_, Texts
from companion.rules.files import keep_file
from companion.rules.registry import broken_games, games

_NAME = re.compile(r"[a-z][a-z0-9_]{1,29}")
_NO_NAME = N_("{name} is no name such as ludo: use small letters, digits and _, and no word of Python.")
_A_GAME = N_("There is a game {name} already: choose another name.")
_A_FOLDER = N_("{name} is there already: choose another name or another place.")
_A_MODULE = N_("There is a Python module {name} already: choose another name.")
_NOT_WRITTEN = N_("{path} could not be written: {error}")
_WRITTEN = N_("{name}: install it with  {command}")
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
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def new_game_command(name: str, lang: str) -> None:
    """Write the package of a game called NAME into a folder NAME: a small game that works, to be replaced."""
    texts = Texts(lang)
    _check(name, texts)
    words = {"name": name, "title": name.replace("_", " ").capitalize(), "class": _class_of(name)}
    try:
        for place, source in FILES.items():
            path = Path(name, place.format(name=name))
            keep_file(path, filled(source, words).encode())
    except OSError as error:
        reason = texts.say(_NOT_WRITTEN, path=path, error=error.strerror or str(error))
        raise click.ClickException(reason) from error
    click.echo(texts.say(_WRITTEN, name=name, command=f"python -m pip install --no-deps -e {name}"))


def _check(name: str, texts: Texts) -> None:
    """Raises ClickException for a name that cannot be a game's, or that is taken."""
    if not _NAME.fullmatch(name) or keyword.iskeyword(name):
        fault = _NO_NAME
    elif name in games() or name in broken_games():
        fault = _A_GAME
    elif Path(name).exists():
        fault = _A_FOLDER
    elif find_spec(name) is not None:
        fault = _A_MODULE
    else:
        return
    raise click.ClickException(texts.say(fault, name=name))


def _class_of(name: str) -> str:
    return "".join(word.capitalize() for word in name.split("_"))


def filled(source: str, words: dict[str, str]) -> str:
    """A file of the skeleton with its words put in."""
    text = files("companion").joinpath("skeleton", source).read_text(encoding="utf-8")
    for key, word in words.items():
        text = text.replace("{{" + key + "}}", word)
    return text
