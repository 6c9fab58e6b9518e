"""NetworkManager through nmcli: what its answers mean, what it is told, and where a password is seen.

The answers are of the form that nmcli(1) describes; 1.42 was tried with simulated radios (mac80211_hwsim).
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.ports.errors import ControllerError
from companion.ports.wifi import Lock, Network, OwnNetwork
from companion.program.nmcli import OWN, NetworkManager, columns

pytestmark = pytest.mark.outside
HOME = "6d27cdd2-43d4-47a1-91b5-ae46ea2f3c4f"
NEW = "11111111-2222-3333-4444-555555555555"
PROGRAM = """#!/bin/sh
echo "$*" >>"{folder}/asked"
case "$*" in *passwd-file*) cat >"{folder}/secret" ;; esac
{answers}
exit 0
"""


class Radio:
    """An nmcli with these answers, by shell patterns of what is asked: ``pattern: (printed, exit code)``."""

    def __init__(self, folder: Path, answers: dict[str, tuple[str, int]]) -> None:
        self.folder = folder
        lines = []
        for number, (pattern, (text, code)) in enumerate([*answers.items(), *USUAL.items()]):
            (folder / f"answer{number}").write_text(text, encoding="utf-8")
            where, pattern = ">&2" if code else "", pattern.replace(" ", r"\ ")
            lines.append(
                f'case "$*" in {pattern}) cat "{folder}/answer{number}" {where}; exit {code} ;; esac'
            )
        program = folder / "nmcli"
        program.write_text(PROGRAM.format(folder=folder, answers="\n".join(lines)), encoding="utf-8")
        program.chmod(0o755)
        self.manager = NetworkManager(str(program), folder / "unit")

    def asked(self) -> list[str]:
        return (self.folder / "asked").read_text(encoding="utf-8").splitlines()


USUAL: dict[str, tuple[str, int]] = {
    "*DEVICE,TYPE,STATE*": ("eth0:ethernet:connected\nwlan0:wifi:connected\nlo:loopback:unmanaged\n", 0),
    "*UUID,TYPE*": (f"{HOME}:802-11-wireless\n{NEW[::-1]}:802-3-ethernet\n", 0),
    f"*802-11-wireless.mode*{HOME}": ("Home\ninfrastructure\n", 0),
    "*IN-USE*": (
        "*:81:WPA2:Home\n :64:WPA1 WPA2:My\\:net\\\\x\n :30:WPA2:Home\n :55::Café\n :20:WPA2 802.1X:Firm\n"
        " :9:WEP:Old\n :70:WPA3:\n",
        0,
    ),
    "*GENERAL.CON-UUID*": (HOME + "\n", 0),
    "*GENERAL.CONNECTION*": ("Home\n", 0),
    "*connection add*": (f"Connection 'Tea' ({NEW}) successfully added.\n", 0),
    "*NAME connection show --active*": ("Home\nlo\n", 0),
}


def refused(radio: Radio, name: str = "Tea", password: str = "12345678") -> str:
    with pytest.raises(ControllerError) as caught:
        radio.manager.join(Network(name), password, hidden=False)
    return str(caught.value)


def test_a_line_of_nmcli_is_read_whatever_is_in_a_name() -> None:
    assert columns(r"*:74:a\:b\\c:") == ["*", "74", r"a:b\c", ""]


def test_networks_are_listed_once_each_the_one_in_use_first(tmp_path: Path) -> None:
    assert Radio(tmp_path, {}).manager.networks() == (
        Network("Home", 81, kept=True, used=True),
        Network(r"My:net\x", 64),
        Network("Café", 55, Lock.OPEN),
        Network("Firm", 20, Lock.UNFIT),
        Network("Old", 9, Lock.UNFIT),
    )


def test_a_password_is_on_no_command_line(tmp_path: Path) -> None:
    radio = Radio(tmp_path, {})
    radio.manager.join(Network("Tea"), "s3cret: \\word", hidden=True)
    assert not any("s3cret" in line for line in radio.asked())
    secret = (tmp_path / "secret").read_text(encoding="utf-8")
    assert secret == "802-11-wireless-security.psk:s3cret: \\word\n"
    (added,) = (line for line in radio.asked() if "connection add" in line)
    assert "802-11-wireless.hidden yes wifi-sec.key-mgmt wpa-psk" in added


def test_after_a_wrong_password_nothing_is_kept_and_the_old_network_is_used_again(tmp_path: Path) -> None:
    wrong = "Error: Connection activation failed: Secrets were required, but not provided\n"
    radio = Radio(tmp_path, {f"*up {NEW}*": (wrong, 4)})
    assert "Tea refuses this password" in refused(radio)
    assert radio.asked()[-2:] == [f"-t -w 0 connection up {HOME}", f"-t connection delete {NEW}"]


@pytest.mark.parametrize(
    ("said", "code", "sentence"),
    [
        ("Error: Connection activation failed: The Wi-Fi network could not be found\n", 4, "is not in reach"),
        ("Error: Timeout expired (45 seconds)\n", 3, "does not answer in time"),
        (
            "Error: Not authorized to control networking.\n",
            4,
            "refuses (Not authorized to control networking)",
        ),
    ],
)
def test_why_a_network_cannot_be_joined(tmp_path: Path, said: str, code: int, sentence: str) -> None:
    assert sentence in refused(Radio(tmp_path, {f"*up {NEW}*": (said, code)}))


@pytest.mark.parametrize("password", ["short", "x" * 64, "пароль-пароль"])
def test_what_can_be_no_password_is_not_tried(tmp_path: Path, password: str) -> None:
    radio = Radio(tmp_path, {})
    assert "8 to 63" in refused(radio, password=password)
    assert not any("add" in line for line in radio.asked())


def test_a_kept_network_is_joined_as_it_is_kept(tmp_path: Path) -> None:
    radio = Radio(tmp_path, {})
    radio.manager.join(Network("Home"), "", hidden=False)
    assert radio.asked()[-1] == f"-t -w 45 connection up {HOME} ifname wlan0"


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        ({"*DEVICE,TYPE,STATE*": ("eth0:ethernet:connected\n", 0)}, "no Wi-Fi that can be used"),
        ({"*DEVICE,TYPE,STATE*": ("wlan0:wifi:unavailable\n", 0)}, "is switched off"),
        ({"*DEVICE,TYPE,STATE*": ("Error: NetworkManager is not running.\n", 8)}, "needs NetworkManager"),
    ],
)
def test_why_there_is_no_wifi(tmp_path: Path, answers: dict[str, tuple[str, int]], sentence: str) -> None:
    with pytest.raises(ControllerError, match=sentence):
        Radio(tmp_path, answers).manager.networks()


@pytest.mark.parametrize(
    ("way", "sentence"), [("portal", "a login on a web page"), ("limited", "leads nowhere"), ("full", "")]
)
def test_a_network_without_a_way_out_is_said(tmp_path: Path, way: str, sentence: str) -> None:
    said = Radio(tmp_path, {"*CONNECTIVITY*": (way + "\n", 0)}).manager.way_out()
    assert sentence in (said.key if said else "")
    assert bool(said) is bool(sentence)


def test_a_network_of_its_own_has_a_password_that_networkmanager_thought_up(tmp_path: Path) -> None:
    radio = Radio(tmp_path, {})
    assert radio.manager.own() is None
    radio.manager.begin_own("Companion")
    assert radio.asked()[-1].endswith(f"wifi hotspot ifname wlan0 con-name {OWN} ssid Companion")
    there = {"*--active*": (f"{OWN}\n", 0), f"*psk*{OWN}": ("Companion\nk\\:9\n", 0)}
    assert Radio(tmp_path, there).manager.own() == OwnNetwork("Companion", "k:9")


def test_a_country_is_two_letters_and_needs_the_unit_of_the_package(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    radio = Radio(tmp_path, {})
    for code in ("UA", "ua", "../"):
        with pytest.raises(ControllerError, match="cannot be set on this system"):
            radio.manager.set_country(code)
        (tmp_path / "unit").touch()
        if code == "UA":
            systemctl = tmp_path / "systemctl"
            systemctl.write_text(f'#!/bin/sh\necho "$*" >>"{tmp_path}/asked"\n', encoding="utf-8")
            systemctl.chmod(0o755)
            monkeypatch.setattr(
                "companion.program.nmcli._ENVIRONMENT", {"PATH": f"{tmp_path}:{os.environ['PATH']}"}
            )
            radio.manager.set_country(code)
    assert radio.asked() == ["--no-ask-password start companion-country@UA.service", "-t radio wifi on"]
