"""The set-up of a new installation, as :class:`companion.ports.first_start.FirstStart`.

What it finds out is written into the owner's configuration, and counts at once.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path

from companion.app.aiming import Aiming
from companion.app.base_visit import BaseVisit
from companion.app.wifi import ManagedWifi
from companion.doctor.finding import State
from companion.doctor.parts import screen
from companion.locale import Message, Texts
from companion.owner.configuration import Config, ConfigError
from companion.owner.settings_file import Changes, write_settings
from companion.ports.errors import ControllerError
from companion.ports.first_start import Aim, BaseNow, Configured
from companion.program.nmcli import NetworkManager
from companion.rules.registry import AnyGame
from vision.sources.found import FoundCamera, found_cameras


class SetUp:
    """``file``: the configuration's. ``take``: the app plays by this configuration from now on. ``tell``:
    something that is shown is new; called from any thread. ``root``: of the file system, another in tests."""

    def __init__(
        self,
        config: Config,
        file: Path,
        games: Callable[[], Mapping[str, AnyGame]],
        take: Callable[[Config], None],
        tell: Callable[[], None],
        root: Path = Path("/"),
    ) -> None:
        self._config = config
        self._file = file
        self._games = games
        self._take = take
        self._tell = tell
        self._root = root
        self._aiming: Aiming | None = None
        self._visit: BaseVisit | None = None
        self.wifi = ManagedWifi(NetworkManager(), config.country, self._keep_country, tell)

    def wanted(self) -> bool:
        """Not once a camera is configured: then its owner knows how."""
        return not (self._config.set_up or self._config.camera)

    def known(self) -> Configured:
        """As configured now."""
        config = self._config
        broker = str((config.broadcast or {}).get("host", ""))
        return Configured(config.camera, config.turn, config.totem is not None, broker)

    def set_turn(self, turn: int) -> None:
        """As in the port."""
        self._keep(replace(self._config, turn=turn), {"": {"turn": turn}})

    def set_camera(self, source: str) -> None:
        """As in the port."""
        self._keep(replace(self._config, camera=source), {"": {"camera": source}})

    def set_broker(self, host: str) -> None:
        """As in the port. Login and port of a section that is there stay in the file."""
        if host == self.known().broker:
            return
        section = {**(self._config.broadcast or {}), "host": host} if host else None
        self._keep(replace(self._config, broadcast=section), {"broadcast": {"host": host} if host else None})

    def _keep_country(self, code: str) -> None:
        self._keep(replace(self._config, country=code), {"": {"country": code}})

    def end(self) -> None:
        """As in the port."""
        self._keep(replace(self._config, set_up=True), {"": {"set_up": True}})

    def screen_notes(self) -> tuple[Message, ...]:
        """As in the port."""
        found = screen(self._root, os.environ)
        return tuple(one.message for one in found if one.state in (State.DOUBT, State.BROKEN))

    # -- the camera -----------------------------------------------------------------------------------

    def cameras(self) -> tuple[FoundCamera, ...]:
        """As in the port."""
        return found_cameras(self._root)

    def aim(self, source: str) -> None:
        """As in the port."""
        if self._aiming is not None:
            if self._aiming.source == source:
                return
            self._aiming.close()
        self._aiming = Aiming(source, self._games(), self._tell)

    def aimed(self) -> Aim:
        """As in the port."""
        return self._aiming.aim if self._aiming is not None else Aim()

    # -- the totem base -------------------------------------------------------------------------------

    def visit_base(self, texts: Texts) -> None:
        """As in the port."""
        if self._visit is None:
            self._visit = BaseVisit(texts, self._tell, self._use, asks_first=True)

    def base(self) -> BaseNow:
        """As in the port."""
        return self._visit.now if self._visit is not None else BaseNow()

    def write_firmware(self) -> None:
        """As in the port."""
        if self._visit is not None:
            self._visit.write_firmware()

    def calibrate(self, seats: int) -> None:
        """As in the port."""
        if self._visit is not None:
            self._visit.calibrate(seats)

    def use_base(self) -> None:
        """As in the port."""
        if self._config.totem is None:
            self._keep(replace(self._config, totem={}), {"totem": {}})

    def answer(self) -> None:
        """As in the port."""
        if self._visit is not None:
            self._visit.answer()

    def rest(self) -> None:
        """As in the port."""
        if self._aiming is not None:
            self._aiming.close()
        if self._visit is not None:
            self._visit.close()
        self._aiming = self._visit = None

    # -- keeping --------------------------------------------------------------------------------------

    def _use(self, pads: list[int]) -> Message | None:
        """A base with these pads, in turn order; why that could not be written."""
        totem = {**(self._config.totem or {}), "pads": pads}
        try:
            self._keep(replace(self._config, totem=totem), {"totem": {"pads": pads}})
        except ControllerError as error:
            return error.text
        return None

    def _keep(self, config: Config, changes: Changes) -> None:
        """Count it, then write it down. Raises ControllerError."""
        self._config = config
        self._take(config)
        try:
            write_settings(self._file, changes)
        except ConfigError as error:
            raise ControllerError(error.text) from error
