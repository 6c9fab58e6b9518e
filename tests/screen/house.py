"""A controller whose table is a real session of a real game; only the camera and the disk are made up.

What the camera would have seen is put in as a verdict (:meth:`House.sees`), since the screen's business
begins where the session publishes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np

from companion.chance import ElectronicDeck, Subject
from companion.judge.verdicts import Same, Verdict
from companion.locale import Message
from companion.ports.choices import CameraOption, Lessons, Point, TableChoice
from companion.ports.errors import ControllerError
from companion.referee.events import AnywayAsked, CameraNamed, Event, MoveEntered, OutcomeEntered, Seen
from companion.referee.exhibit import Exhibit
from companion.referee.places import NOWHERE, Places
from companion.referee.session import Session
from companion.referee.view import TableView
from companion.rules.draft import Draft, read_draft
from companion.rules.lesson import lesson_of
from companion.rules.match import AnyMatch, Match
from companion.rules.registry import AnyGame, edition_text, find_game
from companion.screen.keeping import KeptMatch
from tests.doubles.judge import ScriptedJudge
from tests.doubles.table import SessionTable
from vision.seeing import Glance
from vision.types import CameraState, Preview

from .first_start import ToldSetUp
from .keeping import MemoryKeeper, ToldBackups, ToldMachine, ToldSound, ToldTrials, ToldUpdates


class House:
    """Implements ``companion.screen.controller.Controller``; remembers what it was asked for."""

    def __init__(self, game: str = "marso") -> None:
        self._game = find_game(game)
        self.shelf: Mapping[str, AnyGame] = {game: self._game}
        """The games at home."""
        self.keeper = MemoryKeeper()
        self.machine = ToldMachine()
        self.sound = ToldSound(self.keeper)
        self.backups = ToldBackups()
        self.updates = ToldUpdates()
        self.trials = ToldTrials()
        self.session: Session | None = None
        self.judge = ScriptedJudge()
        self.saved: list[Draft] = []
        self.sent: list[Event] = []
        self.thinking = False
        """Whether the session still works on something else: what it is sent comes later."""
        self.choices: list[TableChoice] = []
        self.lessons_begun: list[tuple[str, str]] = []
        self.resumed: list[tuple[str, str, bool]] = []
        self.languages: list[str] = []
        self.corners: tuple[Point, ...] = ()
        self.taught: list[int] = []
        self.places_now: Places = NOWHERE
        self.lessons_now = Lessons()
        self.next_lessons: Lessons | None = None
        self.ended: list[bool] = []
        self.preview_on = False
        self.picture: Preview | None = None
        self.kept: tuple[Exhibit, ...] = ()
        self.kept_pictures: dict[str, bytes] = {}
        self.waiting: tuple[KeptMatch, ...] = ()
        self.left_out = 0
        self.trouble: tuple[Message, ...] = ()
        self.refusal: Message | None = None
        self.broker_now = ""
        self.page_now = ""
        self.replay_now = ""
        self.set_up = ToldSetUp()
        self.time = 0.0
        self.seated_now: dict[str, str] = {}
        """The names of the people at the open table, by their seats."""
        self.changed: Callable[[], None] = lambda: None

    # -- what tests do --------------------------------------------------------------------------------

    def begin(
        self,
        seats: int | Sequence[str] = 2,
        options: Mapping[str, int | bool | str] | None = None,
        electronic: bool = False,
    ) -> None:
        """Open a table without the screen."""
        setup = self._game.setup(seats, options or {})
        self.open_table(
            TableChoice(
                self._game.id,
                setup.seats,
                dict(setup.options),
                electronic=frozenset(self._game.electronic if electronic else ()),
            )
        )

    def begin_at(self, state: Any) -> None:
        """Open a table at a position."""
        match = Match.begin(self._game, self._game.setup_of(state), state)
        self._sit_down(match)

    def play(self, *lines: str) -> None:
        """Entries in the match file's form: ``south play ur r``, ``* open b1``."""
        session = self.session_now
        for line in lines:
            who, text = line.split(maxsplit=1)
            before = len(session.match.entries)
            session.handle(OutcomeEntered(text) if who == "*" else MoveEntered(who, text))
            assert len(session.match.entries) > before, f"{line} was not accepted: {session.view.ruling}"
        self.changed()

    def sees(self, verdict: Verdict, state: CameraState = CameraState.READY, message: str = "") -> None:
        """The camera shows this."""
        self.judge.verdict = verdict
        self.session_now.handle(Seen(Glance(0, self.time, state, message=message)))
        self.changed()

    def has_camera(self, name: str = "USB 0", simulated: bool = False) -> None:
        """A camera was opened and sees the table."""
        self.session_now.handle(CameraNamed(name, simulated))
        self.sees(Same())

    @property
    def session_now(self) -> Session:
        assert self.session is not None
        return self.session

    # -- the port -------------------------------------------------------------------------------------

    def games(self) -> Mapping[str, AnyGame]:
        return self.shelf

    def owner_draft(self, game: str) -> Draft:
        if self.refusal is not None:
            raise ControllerError(self.refusal)
        return read_draft(edition_text(game))

    def save_edition(self, game: str, draft: Draft) -> str:
        if self.refusal is not None:
            raise ControllerError(self.refusal)
        self.saved.append(draft)
        return f"/home/pi/{game}.toml"

    def electronic_sources(self, game: str) -> tuple[str, ...]:
        return self.shelf[game].electronic if game in self.shelf else ()

    def cameras(self) -> tuple[CameraOption, ...]:
        return (
            CameraOption("", Message("No camera: everything by touch")),
            CameraOption("usb:0", Message("Camera: {camera}", (("camera", "USB 0"),))),
        )

    def broker(self) -> str:
        return self.broker_now

    def page(self) -> str:
        return self.page_now

    def replay(self) -> str:
        return self.replay_now

    def unfinished(self) -> tuple[KeptMatch, ...]:
        return self.waiting

    def unknown(self) -> int:
        return self.left_out

    def first_start(self) -> ToldSetUp:
        return self.set_up

    def remember_language(self, language: str) -> None:
        self.languages.append(language)

    def open_table(self, choice: TableChoice) -> None:
        if self.refusal is not None:
            raise ControllerError(self.refusal)
        self.choices.append(choice)
        self.seated_now = dict(self.keeper.names(choice.players))
        self._game = self.shelf[choice.game]
        setup = self._game.setup(choice.seats, choice.options)
        decks = [
            ElectronicDeck(Subject.of(self._game, source), bytes(range(32))) for source in choice.electronic
        ]
        self._sit_down(Match.begin(self._game, setup), decks)

    def _sit_down(self, match: AnyMatch, decks: Sequence[ElectronicDeck] = ()) -> None:
        self.session = SessionTable(match, self.judge, decks, name="17", clock=lambda: self.time).session

    def open_lesson(self, game: str, camera: str) -> None:
        if self.refusal is not None:
            raise ControllerError(self.refusal)
        self.lessons_begun.append((game, camera))
        self._sit_down(lesson_of(game).start)

    def resume_table(self, match: str, camera: str, broadcast: bool) -> None:
        self.resumed.append((match, camera, broadcast))
        self.begin()

    def leave_table(self) -> None:
        self.session = None

    def names(self) -> Mapping[str, str]:
        return self.seated_now

    def send(self, event: Event) -> None:
        self.sent.append(event)
        if self.session is not None and not self.thinking:
            if not isinstance(event, AnywayAsked):
                self.judge.verdict = Same()
            self.session.handle(event)
            self.changed()

    def view(self) -> TableView | None:
        return self.session.view if self.session is not None else None

    def troubles(self) -> tuple[Message, ...]:
        return self.trouble

    def subscribe(self, changed: Callable[[], None]) -> None:
        self.changed = changed

    def exhibits(self) -> tuple[Exhibit, ...]:
        return self.kept

    def kept_picture(self, digest: str) -> bytes | None:
        return self.kept_pictures.get(digest)

    def ask_preview(self, on: bool) -> None:
        self.preview_on = on

    def preview(self) -> Preview | None:
        return self.picture if self.preview_on else None

    def set_corners(self, corners: tuple[Point, Point, Point, Point]) -> None:
        self.corners = corners

    def places(self) -> Places:
        return self.places_now

    def set_places(self, places: Places) -> None:
        if self.refusal is not None:
            raise ControllerError(self.refusal)
        self.places_now = places

    def show_sheets(self) -> None:
        self.lessons_now = replace(self.lessons_now, on=True, taken=frozenset())

    def take_sheet(self, number: int) -> None:
        self.taught.append(number)
        taken = self.lessons_now.taken | {number}
        self.lessons_now = self.next_lessons or replace(self.lessons_now, taken=taken, known=number > 0)
        self.changed()

    def end_sheets(self, ready: bool) -> None:
        self.ended.append(ready)
        self.lessons_now = replace(self.lessons_now, on=False)
        self.changed()

    def lessons(self) -> Lessons:
        return self.lessons_now

    def save_match(self) -> str:
        if self.refusal is not None:
            raise ControllerError(self.refusal)
        return "/home/pi/17.match"


def preview(width: int = 640, height: int = 360) -> Preview:
    """A picture with one outline."""
    image = np.full((height, width, 3), (60, 90, 120), np.uint8)
    cv2.rectangle(image, (160, 40), (480, 320), (220, 220, 200), -1)
    done, jpeg = cv2.imencode(".jpg", image)
    assert done
    cell = ((170.0, 50.0), (210.0, 50.0), (210.0, 90.0), (170.0, 90.0))
    return Preview(jpeg.tobytes(), width, height, {"a7": cell})
