"""Wi-Fi from the screen: NetworkManager is asked on a thread of its own, which no ruling waits for."""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.locale import N_, Message
from companion.ports.errors import ControllerError
from companion.ports.wifi import Network, WifiNow
from companion.program.nmcli import NetworkManager

_JOINED = N_("{name}: joined.")
_FORGOTTEN = N_("{name} is forgotten.")
_OWN_NAME = "Companion"


class ManagedWifi:
    """A :class:`companion.ports.wifi.Wifi`. ``country``: the configured one; ``keep``: keeps another;
    ``tell``: there is news, called from any thread; ``there``: whether NetworkManager is installed."""

    def __init__(
        self,
        manager: NetworkManager,
        country: str,
        keep: Callable[[str], None],
        tell: Callable[[], None],
        there: Callable[[], bool] = lambda: shutil.which("nmcli") is not None,
    ) -> None:
        self._manager = manager
        self._code = country
        self._keep = keep
        self._tell = tell
        self._thread: threading.Thread | None = None
        self._now = WifiNow(there())
        if country and self._now.there:
            self._begin(partial(self._apply, country))

    def now(self) -> WifiNow:
        """As in the port."""
        return self._now

    def look(self) -> None:
        """As in the port."""
        self._begin(lambda: None)

    def join(self, name: str, password: str = "", hidden: bool = False) -> None:
        """As in the port."""
        listed = {net.name: net for net in self._now.networks}

        def act() -> Message:
            self._manager.join(listed.get(name, Network(name)), password, hidden)
            return Message(_JOINED, (("name", name),))

        self._begin(act)

    def forget(self, name: str) -> None:
        """As in the port."""

        def act() -> Message:
            self._manager.forget(name)
            return Message(_FORGOTTEN, (("name", name),))

        self._begin(act)

    def begin_own(self) -> None:
        """As in the port."""
        self._begin(partial(self._manager.begin_own, _OWN_NAME))

    def end_own(self) -> None:
        """As in the port."""
        self._begin(self._manager.end_own)

    def country(self) -> str:
        """As in the port."""
        return self._code

    def set_country(self, code: str) -> None:
        """As in the port."""
        self._code = code
        self._begin(partial(self._apply, code))
        self._keep(code)

    def _apply(self, code: str) -> None:
        self._manager.set_country(code)

    def _begin(self, act: Callable[[], Message | None]) -> None:
        """Do this on a thread, unless the one before still goes on; then look how everything is."""

        def run() -> None:
            said: Message | None
            try:
                said = act()
            except ControllerError as error:
                said = error.text
            self._now = self._looked(said)
            self._tell()

        if self._now.busy:
            return
        self._now = replace(self._now, busy=True, said=None)
        self._thread = threading.Thread(target=run, name="wifi", daemon=True)
        self._thread.start()

    def _looked(self, said: Message | None) -> WifiNow:
        """How everything is; ``said`` comes before what is wrong with the network in use."""
        manager = self._manager
        try:
            own = manager.own()
            networks = self._now.networks if own else manager.networks()
            return WifiNow(True, False, networks, own, said or manager.way_out())
        except ControllerError as error:
            return WifiNow(self._now.there, False, said=said or error.text)
