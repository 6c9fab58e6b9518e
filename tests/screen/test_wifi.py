"""Wi-Fi by touch: networks, passwords with every sign, hidden ones, the country, a network of one's own."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from companion.locale import Message
from companion.ports.wifi import Lock, Network, OwnNetwork, WifiNow

from .stage import faults_of_layout

if TYPE_CHECKING:
    from .conftest import OpenStage
    from .house import House
    from .stage import Stage

NETWORKS = (
    Network("Home", 81, kept=True, used=True),
    Network("Neighbour", 64),
    Network("Café", 40, Lock.OPEN),
)


def wifi(house: House, open_stage: OpenStage, now: WifiNow, **window: object) -> Stage:
    """The page, reached through the settings."""
    house.set_up.wifi.shown = now
    stage = open_stage(**window)
    stage.app.go("wifi")
    stage.frames()
    return stage


def shows(stage: Stage, house: House, now: WifiNow) -> None:
    house.set_up.wifi.shown = now
    house.changed()
    stage.frames()


def test_settings_and_set_up_lead_to_it_only_where_there_is_wifi(house: House, open_stage: OpenStage) -> None:
    house.set_up.wifi.shown = WifiNow(there=True)
    stage = open_stage()
    stage.tap("Settings")
    assert stage.says("Wi-Fi")
    house.set_up.wifi.shown = WifiNow()
    stage.app.go("settings")
    assert not stage.says("Wi-Fi")


def test_a_password_of_every_kind_of_sign_is_typed_and_the_network_joined(
    house: House, open_stage: OpenStage
) -> None:
    stage = wifi(house, open_stage, WifiNow(True, networks=NETWORKS))
    assert house.set_up.wifi.asked == [("look",)]
    assert stage.says("81 %, kept")
    assert stage.says("64 %, password")
    stage.tap("Neighbour")
    for key in ("ABC", "T", "ABC", "e", "a", "123 #+=", "7", "&", "\\", "123 #+=", "x", "y", "z"):
        stage.tap(key)
    assert stage.says("Tea7&\\xyz")
    assert faults_of_layout(stage) == []
    stage.tap("Join")
    assert house.set_up.wifi.asked[-1] == ("join", "Neighbour", "Tea7&\\xyz", False)
    shows(stage, house, WifiNow(True, busy=True, networks=NETWORKS))
    assert stage.says("this takes up to a minute")
    shows(
        stage,
        house,
        WifiNow(True, networks=NETWORKS, said=Message("{name}: joined.", (("name", "Neighbour"),))),
    )
    assert stage.says("Neighbour: joined.")


def test_news_does_not_take_the_keyboard_away(house: House, open_stage: OpenStage) -> None:
    stage = wifi(house, open_stage, WifiNow(True, networks=NETWORKS))
    stage.tap("Neighbour")
    stage.tap("q")
    shows(stage, house, WifiNow(True, networks=NETWORKS[:1]))
    assert stage.has_button("q")
    assert stage.says("Password of Neighbour")


def test_an_open_network_is_joined_and_a_kept_one_forgotten(house: House, open_stage: OpenStage) -> None:
    stage = wifi(house, open_stage, WifiNow(True, networks=NETWORKS))
    stage.tap("Café")
    stage.tap("Join")
    assert house.set_up.wifi.asked[-1] == ("join", "Café", "", False)
    stage.tap("Home")
    assert not stage.has_button("Join"), "this machine is in it"
    stage.tap("Forget this network")
    assert ("forget", "Home") in house.set_up.wifi.asked


def test_a_hidden_network_is_named_then_joined(house: House, open_stage: OpenStage) -> None:
    stage = wifi(house, open_stage, WifiNow(True))
    assert stage.says("No network is in reach.")
    stage.tap("Hidden network")
    stage.tap("Next")
    assert stage.says("Name of the network"), "it has a name"
    for key in "abc":
        stage.tap(key)
    stage.tap("Next")
    for key in "password":
        stage.tap(key)
    stage.tap("Join")
    assert house.set_up.wifi.asked[-1] == ("join", "abc", "password", True)


def test_the_country_is_found_by_how_its_name_begins(house: House, open_stage: OpenStage) -> None:
    stage = wifi(house, open_stage, WifiNow(True), language="uk")
    stage.tap("Вибрати країну")
    for key in "укр":
        stage.tap(key)
    stage.tap("Україна")
    assert house.set_up.wifi.code == "UA"
    assert stage.has_button("Країна: UA")
    house.set_up.wifi.refusal = Message("The settings cannot be written.")
    stage.tap("Країна: UA")
    stage.tap("п")
    stage.tap("о")
    stage.tap("л")
    stage.tap("Польща")
    assert stage.says("The settings cannot be written.")


@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_a_network_of_its_own_is_shown_as_phones_read_it(
    house: House, open_stage: OpenStage, size: tuple[int, int]
) -> None:
    stage = wifi(house, open_stage, WifiNow(True), size=size)
    stage.tap("A network of its own")
    assert house.set_up.wifi.asked[-1] == ("begin own",)
    shows(stage, house, WifiNow(True, own=OwnNetwork("Companion", "k;9:x\\y,z")))
    code = next(widget for widget in stage.widgets() if hasattr(widget, "address"))
    assert code.address == r"WIFI:T:WPA;S:Companion;P:k\;9\:x\\y\,z;;"
    assert stage.says("Password: k;9:x\\y,z")
    assert faults_of_layout(stage) == []
    stage.tap("End this network")
    assert house.set_up.wifi.asked[-1] == ("end own",)


@pytest.mark.parametrize("language", ["en", "uk", "ru"])
@pytest.mark.parametrize("size", [(800, 480), (480, 800)])
def test_everything_fits(house: House, open_stage: OpenStage, language: str, size: tuple[int, int]) -> None:
    stage = wifi(house, open_stage, WifiNow(True, networks=NETWORKS * 4), language=language, size=size)
    assert faults_of_layout(stage) == []
    stage.tap("Neighbour")
    stage.tap("123 #+=")
    assert faults_of_layout(stage) == []
