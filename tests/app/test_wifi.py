"""Wi-Fi behind the screen: nothing waits for it, one thing at a time, and what became of it is told."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.app.wifi import ManagedWifi
from companion.locale import Message
from companion.ports.errors import ControllerError
from companion.ports.wifi import Network, OwnNetwork, WifiNow
from companion.program.nmcli import NetworkManager

HOME = Network("Home", 80, kept=True, used=True)


class Slow(NetworkManager):
    """A NetworkManager that answers when ``gate`` is open."""

    def __init__(self) -> None:
        super().__init__("no-nmcli-here", Path("/nowhere"))
        self.gate = threading.Event()
        self.done: list[object] = []
        self.wrong: Message | None = None
        self.made: OwnNetwork | None = None

    def _do(self, *what: object) -> None:
        self.gate.wait(10)
        self.done.append(what)
        if self.wrong is not None:
            raise ControllerError(self.wrong)

    def networks(self) -> tuple[Network, ...]:
        return (HOME,)

    def own(self) -> OwnNetwork | None:
        return self.made

    def way_out(self) -> Message | None:
        return None

    def join(self, net: Network, password: str, hidden: bool) -> None:
        self._do("join", net.name, password, hidden)

    def set_country(self, code: str) -> None:
        self._do("country", code)

    def begin_own(self, name: str) -> None:
        self._do("own", name)
        self.made = OwnNetwork(name, "12345678")


def wifi_of(
    manager: NetworkManager, country: str = "", keep: Callable[[str], None] = lambda _: None
) -> ManagedWifi:
    return ManagedWifi(manager, country, keep, lambda: None, there=lambda: True)


def rested(wifi: ManagedWifi) -> WifiNow:
    end = time.monotonic() + 10
    while wifi.now().busy:
        assert time.monotonic() < end
        time.sleep(0.005)
    return wifi.now()


def test_nobody_waits_and_a_second_tap_is_left_aside() -> None:
    manager = Slow()
    wifi = wifi_of(manager)
    begun = time.monotonic()
    wifi.join("Tea", "12345678")
    wifi.join("Milk", "12345678")
    assert time.monotonic() - begun < 1.0
    assert wifi.now().busy
    manager.gate.set()
    now = rested(wifi)
    assert manager.done == [("join", "Tea", "12345678", False)]
    assert now.networks == (HOME,)
    assert now.said == Message("{name}: joined.", (("name", "Tea"),))


def test_why_a_network_was_not_joined_is_told_beside_the_networks() -> None:
    manager = Slow()
    manager.gate.set()
    manager.wrong = Message("{name} is not in reach.", (("name", "Tea"),))
    wifi = wifi_of(manager)
    wifi.join("Tea", "12345678")
    assert rested(wifi) == WifiNow(True, networks=(HOME,), said=manager.wrong)


def test_a_network_of_its_own_is_shown_with_its_password() -> None:
    manager = Slow()
    manager.gate.set()
    wifi = wifi_of(manager)
    wifi.begin_own()
    assert rested(wifi).own == OwnNetwork("Companion", "12345678")


def test_the_country_is_kept_and_holds_again_at_the_next_start() -> None:
    manager, kept = Slow(), list[str]()
    manager.gate.set()
    wifi_of(manager, keep=kept.append).set_country("UA")
    assert kept == ["UA"]
    rested(wifi_of(manager, country="UA"))
    assert manager.done == [("country", "UA"), ("country", "UA")]


@pytest.mark.outside
@pytest.mark.parametrize("act", ["look", "begin_own", "end_own"])
def test_without_networkmanager_that_is_said(act: str) -> None:
    wifi = wifi_of(NetworkManager("no-nmcli-here"))
    getattr(wifi, act)()
    said = rested(wifi).said
    assert said is not None
    assert "install the package network-manager" in said.key
