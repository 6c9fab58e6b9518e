"""Builds the parts and joins them: what the screen and the terminal are given to work with."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path

from companion.app.backups import Backups
from companion.app.cameras import NO_CAMERA, cameras_of, check_camera
from companion.app.decks import Words, no_words, resumed, sealed
from companion.app.first_start import SetUp
from companion.app.keeper import SEAT, Keeper, facts_of, told
from companion.app.kept import Kept, OpenTable
from companion.app.lamps import lamps_of
from companion.app.lesson import LessonInPlay
from companion.app.portraits import box_path
from companion.app.replays import page_of, replay_of, replays_for
from companion.app.simulated import SIMULATED, USUAL, Company, SimulatedTable, simulated_players
from companion.app.table import Place, ReaderWithTrouble, TableInPlay
from companion.app.trials import Trials
from companion.app.updates import Updates
from companion.app.witness import Witness
from companion.broadcast import BroadcastError, broadcast_from
from companion.chance import ElectronicDeck, LampReader
from companion.devices.buttons import presses_from
from companion.devices.totem import base_from
from companion.journal import Book, open_journal
from companion.locale import N_, Message
from companion.owner.configuration import DEFAULT_GAME, Config, config_path, remembered_language
from companion.owner.editions import game_as, games_of, owner_draft, save_edition
from companion.ports.choices import CameraOption, Lessons, Point, TableChoice
from companion.ports.errors import ControllerError
from companion.program.extras import lacking
from companion.program.machine import Machine
from companion.referee.events import Event
from companion.referee.exhibit import Exhibit
from companion.referee.guard import MissingPart
from companion.referee.own import totem_of
from companion.referee.places import NOWHERE, Places
from companion.referee.ports import Reader, TotemSource
from companion.referee.view import TableView
from companion.rules.draft import Draft
from companion.rules.match import AnyMatch, Match, format_match, parse_match
from companion.rules.registry import AnyGame, find_game
from companion.screen.keeping import KeptMatch
from companion.simulator.lamps import READ_OFF
from companion.sound.player import SoundPlayer
from companion.sound.sound import Sound
from hardware.ports import HardwareError
from vision.types import Preview

_ENDING = N_("The program is ending; no table can be opened.")
_OPENING = 1.0
"""Seconds for a table that is being opened when the program ends."""


class Companion:
    """The app as a :class:`companion.screen.controller.Controller`.

    The configured camera can be chosen; without one a simulated table with ``company`` as its people.
    ``file``: where ``config`` was read from. Raises ControllerError when an edition file or the journal
    cannot be used.
    """

    def __init__(self, config: Config, company: Company = USUAL, file: Path | None = None) -> None:
        self._config = config
        self._company = company
        self._games = games_of(config)
        with told():
            self._book: Book = open_journal(config.journal)
            self.keeper = Keeper(config, self._book, self.games, self._playing)
        self.machine = Machine()
        self.sound = Sound(
            self.keeper.preferences, self._tell, self.names, SoundPlayer(lead_in=config.lead_in / 1000)
        )
        self._cameras = cameras_of(config)
        self._kept = Kept(config.journal)
        self._table: TableInPlay | None = None
        self._seated: Mapping[str, str] = {}
        self._outside_now: tuple[ReaderWithTrouble, ...] = ()
        self._joining = threading.RLock()
        self._closed = False
        self.left: tuple[Message, ...] = ()
        """What did not end in time when a table was left."""
        self._changed: Callable[[], None] = lambda: None
        settings = file or config_path()
        self.backups = Backups(self._book, lambda: self._config, settings, self._tell)
        self.updates = Updates(lambda: self._config)
        self.trials = Trials(
            lambda: self._config,
            lambda: self.game(DEFAULT_GAME),
            lambda: self._table is not None,
            self.sound.sample,
            self._tell,
        )
        self._set_up = SetUp(config, settings, self.games, self._take, self._tell)

    # -- what can be chosen ---------------------------------------------------------------------------

    def games(self) -> Mapping[str, AnyGame]:
        """Installed games by their id, in the owner's edition."""
        return self._games

    def game(self, name: str) -> AnyGame:
        """A game in the owner's edition. Raises UnknownGameError."""
        return self._games[name] if name in self._games else find_game(name)

    def owner_draft(self, game: str) -> Draft:
        """The edition of a game as far as its owner has confirmed and corrected it."""
        return owner_draft(self._config, game)

    def save_edition(self, game: str, draft: Draft) -> str:
        """Write the owner's edition and play by it from now on; where it is. An open table keeps its own."""
        path = save_edition(self._config, game, draft)
        self._games = games_of(self._config)
        return str(path)

    def electronic_sources(self, game: str) -> tuple[str, ...]:
        """Chance sources of a game that the machine can draw."""
        return self.game(game).electronic

    def cameras(self) -> tuple[CameraOption, ...]:
        """Cameras to choose from; the configured one first, no camera last."""
        return self._cameras

    def broker(self) -> str:
        """Where the table would be broadcast to; "" if nowhere."""
        return str(self._config.broadcast.get("host", "")) if self._config.broadcast else ""

    def page(self) -> str:
        """Where the open table can be watched; "" if nowhere."""
        return page_of(self._outside_now, self._config.table)

    def replay(self) -> str:
        """Where the match that is over can be replayed; "" unless its owner keeps replays."""
        return replay_of(self._outside_now)

    def unfinished(self) -> tuple[KeptMatch, ...]:
        """Matches that can be resumed, the newest first; not those of which nobody knows the game."""
        return tuple(match for match in self._unfinished() if match.game in self._games)

    def unknown(self) -> int:
        """How many matches there are that could be resumed if their game were installed."""
        return sum(match.game not in self._games for match in self._unfinished())

    def _unfinished(self) -> tuple[KeptMatch, ...]:
        with told():
            return tuple(map(self.keeper.kept, self._book.unfinished()))

    def first_start(self) -> SetUp:
        """The set-up of a new installation."""
        return self._set_up

    def _take(self, config: Config) -> None:
        self._config = config
        self._cameras = cameras_of(config)

    def remember_language(self, language: str) -> None:
        """Start with this language next time, and speak it from now on."""
        self.sound.speak_in(language)
        self.keeper.remember_language(language)

    # -- one table at a time --------------------------------------------------------------------------

    def open_table(
        self, choice: TableChoice, readers: Sequence[Reader] = (), words: Words = no_words
    ) -> None:
        """Begin a match. ``words``: asks the players for words, once they have seen the seal of a deck."""
        self.leave_table()
        check_camera(choice.camera)
        with told():
            game = self.game(choice.game)
            sources = choice.electronic & READ_OFF if choice.camera == SIMULATED.source else choice.electronic
            decks = tuple(sealed(game, source, words) for source in sorted(sources))
            notes = tuple(note for deck in decks for note in deck.head_notes())
            match: AnyMatch = Match.begin(game, game.setup(choice.seats, choice.options), notes=notes)
            secrets = {deck.source: deck.seed.hex() for deck in decks}
            if choice.camera != SIMULATED.source:  # the people of a simulated table are nobody
                secrets |= {f"{SEAT}{seat}": player for seat, player in choice.players.items()}
            simulated, totem, camera = None, None, choice.camera
            with self._opening():
                number = self._book.create(format_match(match), secrets).match
                if camera == SIMULATED.source:
                    totem = simulated_players(self._company, game)
                    if totem is not None:
                        camera = NO_CAMERA.source  # their cards are told, not seen
                    else:
                        simulated = SimulatedTable(self._company, game, match.setup, bool(decks))
                self._open(number, match, decks, camera, choice.broadcast, readers, simulated, totem)

    def open_lesson(self, game: str, camera: str) -> None:
        """Begin the lesson of a game at the table, before this camera."""
        self.leave_table()
        check_camera(camera)
        with told(), self._opening():
            name, budget = self._config.table, self.keeper.budget
            self._table = LessonInPlay(self.game(game), camera, name, self._tell, budget)
            self._table.start((self.sound,))
        self._tell()

    def resume_table(self, match: str, camera: str, broadcast: bool, readers: Sequence[Reader] = ()) -> None:
        """Take up an unfinished match exactly where it was. The people of a simulated table have gone."""
        self.leave_table()
        check_camera(camera)
        with told():
            number = int(match)
            text = self._book.export(number)
            head = facts_of(text)
            game = self.game(head.get("game", ""))
            found = parse_match(text, game_as(self._config, game, head.get("edition", "")))
            source = "" if camera == SIMULATED.source else camera
            decks = resumed(number, found, self._book.secrets(number))
            with self._opening():
                self._open(number, found, decks, source, broadcast, readers)

    def restore_table(self, readers: Callable[[str], Sequence[Reader]] = lambda _game: ()) -> bool:
        """Take up the table that was open when the program ended; False when none was. ``readers``: those of
        its game. Raises ControllerError when it cannot be taken up; it is not tried again then."""
        kept = self._kept.read()
        found = [match for match in self.unfinished() if kept is not None and match.match == kept.match]
        self._kept.forget()
        if kept is None or not found:
            return False
        self.resume_table(kept.match, kept.camera, kept.broadcast, readers(found[0].game))
        return True

    def leave_table(self) -> None:
        """Close what is open; a match that is over is not offered again."""
        self._kept.forget()
        self._let_go()

    def _let_go(self) -> None:
        table, self._table = self._table, None
        self._outside_now, self._seated = (), {}
        if table is None:
            return
        self.left = table.close()
        if table.over:
            self._kept.forget()
            with told():
                self._book.close_match(table.place.number)

    def close(self) -> None:
        """Let go of the table and the journal; may be called from any thread. A table that is being opened
        meanwhile is waited for, and none is opened after this. :meth:`restore_table` finds it next time."""
        self._closed = True
        free = self._joining.acquire(timeout=_OPENING)
        try:
            self.sound.close()
            self._let_go()
            self._book.close()
        finally:
            if free:
                self._joining.release()

    def send(self, event: Event) -> None:
        """Put an event on the session's queue."""
        if self._table is not None:
            self._table.send(event)

    def view(self) -> TableView | None:
        """The newest view."""
        return self._table.view if self._table is not None else None

    def names(self) -> Mapping[str, str]:
        """The names of the people at the open table."""
        return self.keeper.names(self._seated)

    def troubles(self) -> tuple[Message, ...]:
        """What is wrong outside the session."""
        if self._table is None:
            return ()
        return (*self._table.troubles(), *((self.sound.trouble,) if self.sound.trouble else ()))

    def stuck(self) -> Message | None:
        """What of the open table does not work any more; for the watchdog."""
        table = self._table
        return table.stuck() if table is not None else None

    def subscribe(self, changed: Callable[[], None]) -> None:
        """Whom to tell that something is new."""
        self._changed = changed

    def _playing(self) -> int:
        """The number of the open match; 0 for none and for a lesson, which is kept nowhere."""
        table = self._table
        return 0 if table is None or isinstance(table, LessonInPlay) else table.place.number

    # -- the camera of the open table -----------------------------------------------------------------

    def ask_preview(self, on: bool) -> None:
        """Start or stop small pictures."""
        if self._table is not None:
            self._table.ask_preview(on)

    def preview(self) -> Preview | None:
        """The newest small picture."""
        return self._table.preview if self._table is not None else None

    def set_corners(self, corners: tuple[Point, Point, Point, Point]) -> None:
        """The board's corners in pixels of the newest preview."""
        if self._table is not None:
            self._table.set_corners(corners)

    def places(self) -> Places:
        """Where the owner of the open table's box keeps what lies beside the board."""
        return self._table.places if self._table is not None else NOWHERE

    def set_places(self, places: Places) -> None:
        """Keep it there from now on, and remember it with the box."""
        if self._table is not None:
            self._table.set_places(places)

    def show_sheets(self) -> None:
        """What lies on the table from now on are contact sheets."""
        if self._table is not None:
            self._table.show_sheets()

    def take_sheet(self, number: int) -> None:
        """Take the picture of the cleared board (0) or of a sheet."""
        if self._table is not None:
            self._table.take_sheet(number)

    def end_sheets(self, ready: bool) -> None:
        """The game lies on the table again; ``ready``: as the screen shows it."""
        if self._table is not None:
            self._table.end_sheets(ready)

    def lessons(self) -> Lessons:
        """What the camera was shown of the box."""
        return self._table.lessons if self._table is not None else Lessons()

    def exhibits(self) -> tuple[Exhibit, ...]:
        """The rulings of the open table of which pictures are kept, the oldest first."""
        return self._table.witness.exhibits() if self._table is not None else ()

    def kept_picture(self, digest: str) -> bytes | None:
        """A picture of an exhibit; None if it is gone or damaged."""
        return self._table.witness.picture(digest) if self._table is not None else None

    def save_match(self) -> str:
        """Write the match file of the open table into the data folder; its path."""
        return self.keeper.export(str(number)) if (number := self._playing()) else ""

    # -- joining --------------------------------------------------------------------------------------

    @contextlib.contextmanager
    def _opening(self) -> Iterator[None]:
        """Nothing is made here that :meth:`close` would not find, and nothing after it."""
        with self._joining:
            if self._closed:
                raise ControllerError(Message(_ENDING))
            yield

    def _open(
        self,
        number: int,
        match: AnyMatch,
        decks: tuple[ElectronicDeck, ...],
        camera: str,
        broadcast: bool,
        guests: Sequence[Reader],
        simulated: SimulatedTable | None = None,
        totem: TotemSource | None = None,
    ) -> None:
        self._seated = self.keeper.seated(str(number))
        box = box_path(match.game) if camera and simulated is None else None
        outside = self._outside(broadcast, match.game, simulated)
        if broadcast:
            export = partial(self._book.export, number)
            outside += replays_for(self._config, f"{match.game.id}-{number}", export, match.game, self._tell)
        if totem is None:
            totem, missing = self._totem(match)
            outside += missing
        presses: tuple[TotemSource, ...] = ()
        if totem_of(match.game.id) is None:
            config = self._config
            presses, missing = presses_from(config.buttons, config.totem, match.setup.seats)
            outside += missing
        if simulated is not None:
            presses += (simulated.presses,)
        place = Place(self._config.table, number, match, decks, camera, box, simulated, totem, presses)
        self._outside_now = outside
        witness = Witness(self.keeper.pictures, number, self.keeper.budget, self._tell)
        self._table = TableInPlay(place, self._book, outside, self._tell, witness)
        self._table.start((*guests, self.sound))
        self._kept.keep(OpenTable(str(number), camera, broadcast))
        self._tell()

    def _totem(self, match: AnyMatch) -> tuple[TotemSource | None, tuple[MissingPart, ...]]:
        """The configured base, for a game with a totem; or why it cannot be used."""
        totem = totem_of(match.game.id)
        if totem is None or self._config.totem is None:
            return None, ()
        try:
            return base_from(self._config.totem, totem.places(match.state)), ()
        except HardwareError as error:
            return None, (MissingPart(Message(error.key, error.facts)),)

    def _outside(
        self, broadcast: bool, game: AnyGame, simulated: SimulatedTable | None
    ) -> tuple[ReaderWithTrouble, ...]:
        """Lamps and broadcast. What cannot be used is a trouble on the screen, and play goes on without."""
        config = self._config
        readers: list[ReaderWithTrouble] = []
        if simulated is not None:
            readers.append(LampReader(simulated.lamps))
        readers += lamps_of(config)
        if broadcast and config.broadcast is not None:
            try:
                readers.append(self._broadcaster(config.broadcast, game))
            except BroadcastError as error:
                readers.append(MissingPart(error.text))
        return tuple(readers)

    def _broadcaster(self, section: Mapping[str, object], game: AnyGame) -> ReaderWithTrouble:
        lacks = lacking("mqtt")
        if lacks is not None:
            return MissingPart(lacks)
        from companion.broadcast.broadcaster import USUAL, Broadcaster  # needs the extra mqtt

        options = (USUAL, remembered_language(self._config), self.send, game, self.names())
        return Broadcaster(broadcast_from(section), self._config.table, self._tell, *options)

    def _tell(self) -> None:
        self._changed()
