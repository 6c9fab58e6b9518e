"""What stays from one evening to the next: settings, finished matches, files, and deleting all of it."""

from __future__ import annotations

import contextlib
import shutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from companion.chance import AuditError, SealError, audit
from companion.journal import Book, Listed
from companion.journal.pictures import PictureBudget, PictureStore
from companion.locale import N_, Message
from companion.owner.configuration import (
    Config,
    ConfigError,
    data_folder,
    language_path,
    preferences_path,
)
from companion.owner.editions import game_as
from companion.owner.players import Player, Players
from companion.owner.preferences import Preferences, read_preferences, write_preferences
from companion.owner.results import Result, result_of
from companion.ports.errors import ControllerError
from companion.program.machine import sticks
from companion.referee.faults import fault_of_game
from companion.referee.ports import JournalError
from companion.rules.contract import OptionValue, RulesError
from companion.rules.files import keep_file
from companion.rules.match import read_head, replay_match
from companion.rules.registry import AnyGame, find_game
from companion.screen.keeping import KeptMatch, Stored

NOT_SAVED = N_("The file cannot be written to {path}: {reason}.")
_NOT_DELETED = N_("{path} cannot be deleted: {reason}.")
_OPEN = N_("This match is being played; leave the table first.")
_GONE = N_("There is no stick {stick} any more; plug it in again.")
_HONEST = N_("Checked: every draw is as it was sealed before the game ({n}).")
_DISHONEST = N_("Entry {entry} is not the draw that was sealed before the game.")
_DAMAGED = N_(
    "Some names of players cannot be read: {path} is damaged. Write them again; it is kept beside as {old}."
)
_UNWRITTEN = N_(
    "{path} cannot be written ({reason}): what you change is forgotten when the program ends. Free some space"
    " there, then change it again."
)
_NO_NAME = N_("This name is empty or taken: choose another one.")
_MATCHES = "matches"
_PICTURES = "pictures"
_PLAYERS = "players"
SEAT = "player "
"""Before a seat: the name under which the journal keeps who sits there; it is never exported."""
_KINDS = {
    _MATCHES: N_("All matches that are not being played"),
    _PICTURES: N_("Pictures of rulings"),
    "files": N_("Match files and pictures that you have saved"),
    "boxes": N_("What the camera has learned of your boxes"),
    "editions": N_("Your corrections of editions"),
    _PLAYERS: N_("Names of the players"),
}

Games = Callable[[], Mapping[str, AnyGame]]


class Keeper:
    """A :class:`companion.screen.keeping.Keeper`. ``playing``: the number of the open match, 0 for none;
    ``sticks``: where sticks are mounted. Raises ConfigError without a home folder."""

    def __init__(
        self,
        config: Config,
        book: Book,
        games: Games,
        playing: Callable[[], int],
        sticks: Callable[[], tuple[Path, ...]] = sticks,
    ) -> None:
        self._config = config
        self._book = book
        self._games = games
        self._playing = playing
        self._sticks = sticks
        self._file = preferences_path()
        self._preferences = read_preferences(self._file)
        self._unset = self._unsaid = ""
        self._results: dict[int, Result] = {}
        self._players = Players(data_folder() / "players.json")
        self.pictures = PictureStore(config.journal)

    def budget(self) -> PictureBudget:
        """For pictures of rulings."""
        return PictureBudget(self._preferences.pictures * 1_000_000, self._preferences.evenings)

    def preferences(self) -> Preferences:
        """As they are now."""
        return self._preferences

    def prefer(self, preferences: Preferences) -> None:
        """From now on, and next time."""
        self._preferences, self._unset = preferences, ""
        try:
            write_preferences(self._file, preferences)
        except OSError as error:
            self._unset = error.strerror or str(error)

    def remember_language(self, language: str) -> None:
        """Start with this language next time."""
        self._unsaid = ""
        try:
            keep_file(language_path(), language.encode())
        except OSError as error:
            self._unsaid = error.strerror or str(error)

    def preferences_trouble(self) -> Message | None:
        """Why the next evening will not know the preferences, or the language, of this one; None while it
        will."""
        return _unwritten(self._file, self._unset) or _unwritten(language_path(), self._unsaid)

    # -- players --------------------------------------------------------------------------------------

    def players(self) -> tuple[Player, ...]:
        """Everybody whose name is kept."""
        return self._players.all()

    def players_trouble(self) -> Message | None:
        """What is wrong with the file of the names."""
        if self._players.unwritten or not self._players.damaged:
            return _unwritten(self._players.path, self._players.unwritten)
        path, old = str(self._players.path), self._players.kept_as.name
        return Message(_DAMAGED, (("path", path), ("old", old)))

    def keep_player(self, player: Player) -> Player:
        """Keep a new name, or a changed one."""
        try:
            return self._players.keep(player)
        except ValueError as error:
            raise ControllerError(Message(_NO_NAME)) from error

    def delete_player(self, player: str) -> None:
        """Nobody is called so any more."""
        self._players.delete(player)

    def seated(self, match: str) -> Mapping[str, str]:
        """Which player sat in which seat of a match."""
        with told():
            secrets = self._book.secrets(int(match))
        return {name.removeprefix(SEAT): value for name, value in secrets.items() if name.startswith(SEAT)}

    def names(self, seated: Mapping[str, str]) -> Mapping[str, str]:
        """How these players are called now, by their seats."""
        return self._players.names(seated.items())

    def kept(self, listed: Listed) -> KeptMatch:
        """A match of the journal as the screen lists it."""
        facts, number = listed.facts, str(listed.match)
        seats = tuple(facts.get("seats", "").split())
        names = tuple(self.names(self.seated(number)).items())
        return KeptMatch(number, facts.get("game", ""), seats, listed.entries, listed.begun, names)

    # -- matches --------------------------------------------------------------------------------------

    def finished(self) -> tuple[KeptMatch, ...]:
        """Matches of installed games that are over, the newest first."""
        with told():
            closed = [listed for listed in self._book.matches() if listed.closed and listed.entries]
        return tuple(self.kept(listed) for listed in closed if listed.facts.get("game") in self._games())

    def options(self, match: str) -> Mapping[str, OptionValue]:
        """With which options a match was begun."""
        with told():
            text = self._book.head(int(match))
            return dict(read_head(text, self.game_of(match)).options)

    def match_text(self, match: str) -> str:
        """A match as a match file, without secrets."""
        with told():
            return self._book.export(int(match))

    def game_of(self, match: str) -> AnyGame:
        """The game of a match, by the edition with which it was begun."""
        with told():
            head = facts_of(self._book.head(int(match)))
            name = head.get("game", "")
            now = self._games().get(name) or find_game(name)
            return game_as(self._config, now, head.get("edition", ""))

    def audit(self, match: str) -> Message:
        """Whether the sealed decks drew what had been sealed."""
        with told():
            text, game = self._book.export(int(match)), self.game_of(match)
            try:
                draws = tuple(audit(replay_match(text, game)))
            except (AuditError, SealError) as error:
                raise ControllerError(error.text) from error
        for draw in draws:
            if not draw.honest:
                return Message(_DISHONEST, (("entry", str(draw.entry)),))
        return Message(_HONEST, (("n", str(len(draws))),))

    def delete_match(self, match: str) -> None:
        """For good, with its pictures."""
        if int(match) == self._playing():
            raise ControllerError(Message(_OPEN))
        self._delete(int(match))
        self._results.pop(int(match), None)

    def _delete(self, match: int) -> None:
        """The pictures first: if they cannot be deleted, the match is still there to try again."""
        with _deleting(self.pictures.folder):
            self.pictures.delete(match)
        with told():
            self._book.delete_match(match)

    def results(self) -> Iterator[Result]:
        """Matches that are over, of people with names, the newest first; read while they are asked for. Those
        that cannot be read (any more) are left out. May be asked from any thread."""
        with told():
            listed = self._book.matches()
        for match in listed:
            found = self._results.get(match.match) or self._result(match)
            if found is not None:
                if match.closed:
                    self._results[match.match] = found
                yield replace(found, begun=match.created.timestamp() if match.created else 0.0)

    def _result(self, listed: Listed) -> Result | None:
        number = str(listed.match)
        with contextlib.suppress(ControllerError), told():
            seated = self.seated(number)
            if seated and listed.entries and listed.facts.get("game") in self._games():
                return result_of(listed.match, self.match_text(number), self.game_of(number), seated)
        return None

    # -- files ----------------------------------------------------------------------------------------

    def sticks(self) -> tuple[str, ...]:
        """Names of USB sticks and cards that may be written to."""
        return tuple(place.name for place in self._sticks())

    def export(self, match: str, stick: str = "") -> str:
        """Write the match file; where it is."""
        text = self.match_text(match)
        return str(_written(self._folder(stick) / _name_of(match, text, "match"), text.encode()))

    def keep_picture(self, match: str, png: bytes, stick: str = "") -> str:
        """Keep a picture of the end of a match; where it is."""
        with told():
            name = _name_of(match, self._book.head(int(match)), "png")
        return str(_written(self._folder(stick) / name, png))

    def _folder(self, stick: str) -> Path:
        if not stick:
            return data_folder() / _MATCHES
        for place in self._sticks():
            if place.name == stick:
                return place
        raise ControllerError(Message(_GONE, (("stick", stick),)))

    # -- what is stored -------------------------------------------------------------------------------

    def _places(self) -> dict[str, Path]:
        return {
            _MATCHES: self._config.journal,
            _PICTURES: self.pictures.folder,
            "files": data_folder() / _MATCHES,
            "boxes": data_folder() / "boxes",
            "editions": self._config.editions_folder,
            _PLAYERS: self._players.path,
        }

    def stored(self) -> tuple[Stored, ...]:
        """What is kept on this machine, and how large it is."""
        return tuple(
            Stored(kind, Message(_KINDS[kind]), str(place), _size(place))
            for kind, place in self._places().items()
        )

    def delete_stored(self, kind: str) -> None:
        """Delete all of a kind; of the matches all but the one that is being played."""
        if kind == _MATCHES:
            with told():
                listed = self._book.matches()
            for match in (one.match for one in listed if one.match != self._playing()):
                self._delete(match)
            return
        place = self._places()[kind]
        with _deleting(place):
            if kind == _PLAYERS:
                for file in place.parent.glob(f"{place.name}*"):  # damaged ones, too
                    file.unlink(missing_ok=True)
                self._players.forget()
            elif place.exists():
                shutil.rmtree(place)


def facts_of(text: str) -> dict[str, str]:
    """The facts of a match file's head."""
    return dict(line.split(" ", 1) for line in text.split("\n\n")[0].splitlines() if " " in line)


@contextlib.contextmanager
def told() -> Iterator[None]:
    """Every foreseeable fault of the journal, and every one of a game's own code, as one sentence for the
    screen."""
    try:
        yield
    except (JournalError, ConfigError) as error:
        raise ControllerError(error.text) from error
    except RulesError as error:
        raise ControllerError(Message(BAD_RULES, (("reason", str(error).rstrip(".")),))) from error
    except BaseException as error:  # a game may even want to end the program
        fault = fault_of_game(error)
        if fault is None:
            raise
        raise ControllerError(fault) from error


@contextlib.contextmanager
def _deleting(place: Path) -> Iterator[None]:
    """What the disk says against it, as a sentence for the screen."""
    try:
        yield
    except OSError as error:
        facts = (("path", str(place)), ("reason", error.strerror or str(error)))
        raise ControllerError(Message(_NOT_DELETED, facts)) from error


BAD_RULES = N_("This table cannot be opened: {reason}.")


def _size(place: Path) -> int:
    files = place.rglob("*") if place.is_dir() else place.parent.glob(place.name + "*")
    with contextlib.suppress(OSError):
        return sum(file.stat().st_size for file in files if file.is_file())
    return 0


def _name_of(match: str, text: str, kind: str) -> str:
    """Of a file about a match. ``text``: the match file, or its head."""
    return f"{facts_of(text).get('game', 'match')}-{match}.{kind}"


def _unwritten(path: Path, reason: str) -> Message | None:
    return Message(_UNWRITTEN, (("path", str(path)), ("reason", reason))) if reason else None


def _written(path: Path, data: bytes) -> Path:
    try:
        keep_file(path, data)
    except OSError as error:
        facts = (("path", str(path)), ("reason", error.strerror or str(error)))
        raise ControllerError(Message(NOT_SAVED, facts)) from error
    return path
