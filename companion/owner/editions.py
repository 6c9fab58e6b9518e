"""The owner's editions: which file a game is loaded from, and writing what an owner has answered."""

from __future__ import annotations

import re
import tempfile
from collections.abc import Mapping
from pathlib import Path

from companion.locale import N_, Message
from companion.owner.configuration import Config, edition_path
from companion.ports.errors import ControllerError
from companion.rules.contract import NotationError, RulesError
from companion.rules.draft import Draft, read_draft
from companion.rules.files import keep_file, make_folder, read_file
from companion.rules.registry import AnyGame, edition_text, game_of_edition, games

_BAD_FILE = N_("The edition of {game} cannot be used: {reason}. Correct the file {path} or take it away.")
_NONE = N_("{game} has no edition that could be corrected.")
_DOES_NOT_FIT = N_("These values do not go together yet: {reason}.")
_NOT_WRITTEN = N_("The edition file {path} cannot be written: {reason}.")
_OWN = re.compile(r"owner(\d+)")
_FILE_NAME = re.compile(r"[\w-]{1,50}")


def games_of(config: Config) -> Mapping[str, AnyGame]:
    """Installed games; those with an owner's edition file as it says. Raises ControllerError."""
    found = dict(games())
    for name in sorted({*found, *config.editions}):
        path = edition_path(config, name)
        if name in config.editions or path.exists():
            try:
                found[name] = game_of_edition(name, path)
            except RulesError as error:
                facts = (("path", str(path)), ("game", name), ("reason", _reason(error)))
                raise ControllerError(Message(_BAD_FILE, facts)) from error
    return found


def owner_draft(config: Config, game: str) -> Draft:
    """What the owner has answered so far, else the edition that comes with the game. Raises
    ControllerError."""
    path = edition_path(config, game)
    try:
        text = read_file(path) if path.exists() else edition_text(game)
        draft = read_draft(text)
        if "like" in draft.data:  # what it leaves out is asked for, too
            draft = Draft({**read_draft(edition_text(game)).data, **draft.data})
            draft = Draft({key: value for key, value in draft.data.items() if key != "like"})
    except RulesError as error:
        facts = (("path", str(path)), ("game", game), ("reason", _reason(error)))
        raise ControllerError(Message(_BAD_FILE, facts)) from error
    if not text:
        raise ControllerError(Message(_NONE, (("game", game),)))
    return draft


def game_as(config: Config, now: AnyGame, edition: str) -> AnyGame:
    """The game by the edition with which a match was begun: the one of today, the one that comes with the
    game, or one that was kept; where there is none such, the game of today. Raises RulesError for a damaged
    file."""
    for game in (now, games().get(now.id, now)):
        if game.edition == edition:
            return game
    if not _FILE_NAME.fullmatch(edition):
        return now
    path = _kept(edition_path(config, now.id), edition)
    return game_of_edition(now.id, path) if path.exists() else now


def save_edition(config: Config, game: str, draft: Draft) -> Path:
    """Write the draft under a name of its own, if the game can use it; else nothing is changed. The edition
    before is kept beside it, for matches that were begun with it. Raises ControllerError."""
    path = edition_path(config, game)
    named = draft.named(_free_name(path, str(draft.data.get("name"))))
    try:
        make_folder(path.parent)
        with tempfile.TemporaryDirectory(dir=path.parent) as place:
            trial = Path(place) / path.name
            trial.write_text(named.text(), encoding="utf-8")
            game_of_edition(game, trial)
            _keep(path, read_draft(read_file(path)).data.get("name") if path.exists() else None)
            keep_file(path, named.text().encode())
    except NotationError as error:
        raise ControllerError(Message(_DOES_NOT_FIT, (("reason", _reason(error)),))) from error
    except OSError as error:
        facts = (("path", str(path)), ("reason", error.strerror or str(error)))
        raise ControllerError(Message(_NOT_WRITTEN, facts)) from error
    return path


def _free_name(path: Path, before: str) -> str:
    """The next of the names ``owner1``, ``owner2`` ... under which nothing is kept."""
    own = _OWN.fullmatch(before)
    number = int(own[1]) + 1 if own else 1
    while _kept(path, f"owner{number}").exists():
        number += 1
    return f"owner{number}"


def _kept(path: Path, name: str) -> Path:
    """Where an edition of that name is kept, beside the owner's file of today."""
    return path.with_name(f"{path.stem}-{name}{path.suffix}")


def _keep(path: Path, name: object) -> None:
    if isinstance(name, str) and _FILE_NAME.fullmatch(name):
        keep_file(_kept(path, name), path.read_bytes())


def _reason(error: RulesError) -> str:
    return str(error).rstrip(".")
