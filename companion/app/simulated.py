"""A simulated table in a process of its own, for a machine without a camera.

The app cannot tell it from a network camera, except that its stream says that it is one; it serves pictures
of given positions, as an owner may take them of a box.
"""

from __future__ import annotations

import subprocess
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.locale import N_, Message
from companion.ports.choices import CameraOption
from companion.ports.errors import ControllerError
from companion.referee.events import Photographed
from companion.referee.ports import TotemSource
from companion.referee.spots import mat_for, spots_of, taught_looks
from companion.rules.contract import Facts, Setup
from companion.rules.facets import facet
from companion.rules.registry import AnyGame
from companion.rules.text import option_word
from companion.simulator.kit import Seated, Temper
from companion.simulator.lamps import SimulatedLamps
from companion.simulator.presses import SimulatedPresses
from companion.simulator.setting import FACET
from companion.simulator.truth_file import not_written
from hardware.ports import HardwareError, LampSignal
from vision.photographs import photographed
from vision.sources.picture import PictureError, decode

SIMULATED = CameraOption("simulated", Message(N_("Simulated table")), simulated=True)
"""In the list of cameras: a new table with its own people for each match."""

_PATIENCE = 180.0
"""Seconds for a request: the first teaching picture has to be drawn first."""
_FAREWELL = 2.0
"""Seconds for it to write down what really happened; then it is killed."""
_ENDED = N_("The simulated table ended at once ({reason}); play goes on by touch, or begin again.")
_NO_PICTURE = N_("The simulated table sent a picture that is none; play goes on by touch, or begin again.")
_SILENT = N_("The simulated table does not answer ({reason}); play goes on by touch, or begin again.")


class SimulatedTableError(ControllerError):
    """The simulated table did not start; ``text`` is one sentence that says what to do."""

    def __init__(self, key: str, facts: Facts = ()) -> None:
        super().__init__(Message(key, facts))


@dataclass(frozen=True, slots=True)
class Company:
    """The simulated people and their light. ``mistakes``: how many they make. ``pace``: 1 is unhurried.
    ``limit``: they stop after so many entries, 0 = never. ``truth``: when they leave they write the match
    file of what really happened here. ``done``: they say when their turn is done."""

    seed: int = 7
    mistakes: int = 3
    profile: str = "easy"
    pace: float = 1.0
    limit: int = 0
    truth: Path | None = None
    done: bool = False


USUAL = Company()


def simulated_players(company: Company, game: AnyGame) -> TotemSource | None:
    """Players of a game with a totem, who need no camera; None for another game. Raises
    SimulatedTableError for a place where they cannot write the truth."""
    box = facet(game.id, FACET)
    if not isinstance(box, Seated):
        return None
    if company.truth is not None:
        try:
            company.truth.touch()
        except OSError as error:
            told = not_written(company.truth, error)
            raise SimulatedTableError(told.key, told.facts) from error
    temper = Temper(company.seed, company.pace, company.mistakes, company.limit, company.truth)
    players: TotemSource = box.PLAYERS(game, temper)
    return players


class LateLamps:
    """Lamps on a table that is still being set up: the newest signals wait until they can be shown."""

    def __init__(self, count: int = 4) -> None:
        self.count = count
        self._lock = threading.Lock()
        self._closed = False
        self._signals: tuple[LampSignal, ...] = ()
        self._lamps: SimulatedLamps | None = None

    @property
    def trouble(self) -> HardwareError | None:
        """That of the lamps themselves."""
        return self._lamps.trouble if self._lamps is not None else None

    def show(self, signals: Sequence[LampSignal]) -> None:
        """As ``hardware.ports.Lamps``."""
        with self._lock:
            self._signals = tuple(signals)
            if self._lamps is not None:
                self._lamps.show(self._signals)

    def connect(self, address: str) -> None:
        """The table is there."""
        with self._lock:
            if not self._closed:
                self._lamps = SimulatedLamps(address, self.count)
                self._lamps.show(self._signals)

    def close(self) -> None:
        """Send what is waiting, and stop. Safe to call twice."""
        with self._lock:
            self._closed = True
            if self._lamps is not None:
                self._lamps.close()


class SimulatedTable:
    """The other process, for one match. ``lamps``: stand on it. ``electronic``: whether the lamps show the
    cards."""

    def __init__(self, company: Company, game: AnyGame, setup: Setup, electronic: bool) -> None:
        self._company = company
        self._game = game
        self._setup = setup
        self._electronic = electronic
        self._lock = threading.Lock()
        self._starting = False
        self._process: subprocess.Popen[str] | None = None
        self._stopped = False
        self._address = ""
        self.lamps = LateLamps()
        self.presses = SimulatedPresses()

    @property
    def pid(self) -> int:
        """Of the other process; 0 while there is none."""
        return self._process.pid if self._process is not None else 0

    def start(self) -> str:
        """Start it, which takes seconds; the source of its camera.

        Raises SimulatedTableError, also when it is stopped meanwhile.
        """
        with self._lock:
            if self._stopped:
                raise SimulatedTableError(_ENDED, (("reason", "stopped"),))
            try:
                self._process = subprocess.Popen(
                    self._command(),
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE,
                    encoding="utf-8",
                    errors="replace",
                    start_new_session=True,  # a terminal's Ctrl-C is for us, who then end it
                )
            except OSError as error:
                raise SimulatedTableError(_ENDED, (("reason", str(error)),)) from error
            self._starting = True
        try:
            self._address = self._read_address(self._process)
        finally:
            with self._lock:
                self._starting = False
                if self._stopped:
                    self._close_pipes()
        self.lamps.connect(self._address)
        self.presses.connect(self._address)
        return f"{self._address}/stream"

    def stop(self) -> None:
        """End it. Safe to call twice."""
        with self._lock:
            self._stopped = True
            if self._process is not None:
                self._end(self._process)
            if not self._starting:  # else the starting thread does it, which reads from them
                self._close_pipes()
        self.lamps.close()

    def _end(self, process: subprocess.Popen[str]) -> None:
        process.terminate()
        try:
            process.wait(_FAREWELL)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()

    def _close_pipes(self) -> None:
        for pipe in (self._process.stdout, self._process.stderr) if self._process is not None else ():
            if pipe is not None:
                pipe.close()

    def _command(self) -> list[str]:
        company = self._company
        command = [sys.executable, "-m", "companion", "simulate", "serve", "--port", "0", "--with-parent"]
        command += ["--game", self._game.id, "--seats", " ".join(self._setup.seats)]
        command += ["--seed", str(company.seed), "--mistakes", str(company.mistakes)]
        command += ["--profile", company.profile, "--pace", str(company.pace), "--limit", str(company.limit)]
        command += ["--deck", "electronic" if self._electronic else "physical"]
        if company.done:
            command.append("--done")
        if company.truth is not None:
            command += ["--truth", str(company.truth)]
        for key, value in self._setup.options:
            command += ["--option", f"{key}={option_word(value)}"]
        return command

    def _read_address(self, process: subprocess.Popen[str]) -> str:
        assert process.stdout is not None
        assert process.stderr is not None
        for line in process.stdout:
            if line.startswith("http://"):
                return line.split()[0].removesuffix("/stream")
        said = process.stderr.read().split("\n")
        reason = next((line for line in reversed(said) if line.strip()), "without a word")
        raise SimulatedTableError(_ENDED, (("reason", reason.removeprefix("Error: ").rstrip(".")),))

    def photographs(self) -> Iterator[Photographed]:
        """Pictures of the positions that ``Game.teaching`` asks for. Raises SimulatedTableError."""
        game, setup = self._game, self._setup
        spots, mat = spots_of(game.zones(setup)), mat_for(game)
        for step in range(len(game.teaching(setup))):
            try:
                picture = decode(self._get(f"teach/{step}.jpg"))
            except PictureError as error:
                raise SimulatedTableError(_NO_PICTURE) from error
            view = photographed(picture, spots, mat, None)
            if view is None:
                raise SimulatedTableError(_NO_PICTURE)
            position = game.parse_position(self._get(f"teach/{step}.txt").decode())
            yield Photographed(view, taught_looks(game, setup, position))

    def _get(self, path: str) -> bytes:
        try:
            with urllib.request.urlopen(f"{self._address}/{path}", timeout=_PATIENCE) as answer:
                body: bytes = answer.read()
                return body
        except (urllib.error.URLError, OSError) as error:
            raise SimulatedTableError(_SILENT, (("reason", str(error)),)) from error
