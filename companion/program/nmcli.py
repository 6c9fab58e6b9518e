"""NetworkManager, asked through its own command line (nmcli(1)), which is there wherever it is.

Every call waits for its answer, so call from a thread of your own. Passwords go through the standard input,
which no other program sees; a command line all can read. They are kept by NetworkManager alone.
"""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

from companion.locale import N_, Message
from companion.ports.errors import ControllerError
from companion.ports.wifi import Lock, Network, OwnNetwork

OWN = "companion-own"
"""NetworkManager's name for the network of this machine's own."""
COUNTRY_UNIT = Path("/usr/lib/systemd/system/companion-country@.service")
"""Comes with the package: sets the rules for radio, as root."""
_COUNTRIES = re.compile("[A-Z]{2}")
_SCAN, _JOIN, _QUICK = 20, 45, 15
"""Seconds that NetworkManager gets."""
_LONGEST_NAME = 32
"""Bytes of a network's name (IEEE 802.11)."""
_NOT_RUNNING, _TIME_OUT = 8, 3
"""nmcli's exit codes."""

_NO_MANAGER = N_("Wi-Fi needs NetworkManager, which does not run here: install the package network-manager.")
_NO_WIFI = N_("This machine has no Wi-Fi that can be used: connect a cable, or plug in a Wi-Fi stick.")
_OFF = N_("The Wi-Fi is switched off: choose your country below, which switches it on.")
_BAD_PASSWORD = N_("The password has 8 to 63 letters, digits or signs of a Latin keyboard.")
_WRONG_PASSWORD = N_("{name} refuses this password: look at it again, also at large and small letters.")
_OUT_OF_REACH = N_("{name} is not in reach: is it switched on, and its name written like this?")
_SLOW = N_("{name} does not answer in time: look at its password again, go closer to it, or start it anew.")
_MUTE = N_("NetworkManager does not answer: try again, or restart the machine.")
_UNFIT = N_("{name} asks for a login with a name, or has the old lock WEP: it cannot be joined from here.")
_BAD_NAME = N_("The name of a network has 1 to 32 letters.")
_REFUSED = N_("The system refuses ({reason}).")
_NO_WAY_OUT = N_("{name} leads nowhere: games need no network, and what is on this network is reached.")
_PORTAL = N_("{name} wants a login on a web page, which this table cannot show: games go on without.")
_NO_COUNTRY = N_("The country cannot be set on this system: set it where the system sets up its Wi-Fi.")


class NetworkManager:
    """``program``: nmcli; ``country``: the unit that sets the country; tests give others."""

    def __init__(self, program: str = "nmcli", country: Path = COUNTRY_UNIT) -> None:
        self._program = program
        self._country = country

    def networks(self) -> tuple[Network, ...]:
        """The networks in reach and the kept ones, the one in use first. Raises ControllerError."""
        device, state = self._device()
        if state == "unavailable":
            raise ControllerError(Message(_OFF))
        listed = self._ask(
            "-f", "IN-USE,SIGNAL,SECURITY,SSID", "device", "wifi", "list", "ifname", device, "--rescan", "yes"
        )
        kept = self._kept()
        found: dict[str, Network] = {
            name: Network(name, kept=True) for name, (_, mode) in kept.items() if mode != "ap"
        }
        for used, strength, security, name in listed:
            old = found.get(name)
            if not name or (name in kept and kept[name][1] == "ap"):
                continue
            best = max(int(strength or 0), old.strength if old else 0)
            mark = used == "*" or bool(old and old.used)
            found[name] = Network(name, best, _lock(security), name in kept, mark)
        return tuple(sorted(found.values(), key=lambda net: (not net.used, -net.strength, net.name)))

    def way_out(self) -> Message | None:
        """What is wrong with the network in use; None if nothing is, or there is none."""
        device, _ = self._device()
        name = self._value("GENERAL.CONNECTION", "device", "show", device)
        if not name or name == OWN:
            return None
        wrong = {"limited": _NO_WAY_OUT, "none": _NO_WAY_OUT, "portal": _PORTAL}
        key = wrong.get(self._value("CONNECTIVITY", "general"))
        return Message(key, (("name", name),)) if key else None

    def join(self, net: Network, password: str, hidden: bool) -> None:
        """Join. Raises ControllerError; then the network that was used before is used again, and nothing new
        is kept."""
        device, _ = self._device()
        if not 1 <= len(net.name.encode()) <= _LONGEST_NAME:
            raise ControllerError(Message(_BAD_NAME))
        if net.lock is Lock.UNFIT:
            raise ControllerError(Message(_UNFIT, (("name", net.name),)))
        if password and not (8 <= len(password) <= 63 and all(" " <= sign <= "~" for sign in password)):
            raise ControllerError(Message(_BAD_PASSWORD))
        before = self._value("GENERAL.CON-UUID", "device", "show", device)
        old = self._kept().get(net.name)
        if old and not password:
            self._up(old[0], device, net.name, before)
            return
        new = self._added(net, device, bool(password), hidden)
        try:
            self._up(new, device, net.name, before, password)
        except ControllerError:
            self._ask("connection", "delete", new)
            raise
        if old:
            self._ask("connection", "delete", old[0])

    def forget(self, name: str) -> None:
        """Leave it, and forget its password."""
        kept = self._kept().get(name)
        if kept:
            self._ask("connection", "delete", kept[0])

    def own(self) -> OwnNetwork | None:
        """The network of this machine's own, while there is one."""
        if OWN not in {name for (name,) in self._ask("-f", "NAME", "connection", "show", "--active")}:
            return None
        fields = "802-11-wireless.ssid,802-11-wireless-security.psk"
        ((name,), (password,)) = self._ask("-s", "-g", fields, "connection", "show", OWN)
        return OwnNetwork(name, password)

    def begin_own(self, name: str) -> None:
        """Make it. NetworkManager thinks up a password, and keeps it for the next time."""
        device, _ = self._device()
        if OWN in {known for (known,) in self._ask("-f", "NAME", "connection", "show")}:
            self._ask("-w", str(_JOIN), "connection", "up", OWN, wait=_JOIN + _QUICK)
            return
        make = ("device", "wifi", "hotspot", "ifname", device, "con-name", OWN, "ssid", name)
        self._ask("-w", str(_JOIN), *make, wait=_JOIN + _QUICK)

    def end_own(self) -> None:
        """End it; the kept networks are joined again by themselves."""
        self._ask("connection", "down", OWN)

    def set_country(self, code: str) -> None:
        """Its rules for radio hold, and Wi-Fi is on. Raises ControllerError if this is not in our hands."""
        if not _COUNTRIES.fullmatch(code) or not self._country.exists():
            raise ControllerError(Message(_NO_COUNTRY))
        start = ["systemctl", "--no-ask-password", "start", f"companion-country@{code}.service"]
        _checked(start, "", _QUICK)
        self._ask("radio", "wifi", "on")

    # -- nmcli ----------------------------------------------------------------------------------------

    def _device(self) -> tuple[str, str]:
        """The first Wi-Fi device, and its state."""
        for device, kind, state in self._ask("-f", "DEVICE,TYPE,STATE", "device"):
            if kind == "wifi" and state != "unmanaged":
                return device, state
        raise ControllerError(Message(_NO_WIFI))

    def _kept(self) -> dict[str, tuple[str, str]]:
        """By their names, networks that are kept: NetworkManager's id, and ``ap`` if it is one of our own."""
        kept = {}
        for uuid, kind in self._ask("-f", "UUID,TYPE", "connection", "show"):
            if kind == "802-11-wireless":
                fields = "802-11-wireless.ssid,802-11-wireless.mode"
                (name,), (mode,) = self._ask("-g", fields, "connection", "show", uuid)
                kept[name] = (uuid, mode)
        return kept

    def _added(self, net: Network, device: str, locked: bool, hidden: bool) -> str:
        """A new connection, not joined yet: its id."""
        add = ["connection", "add", "type", "wifi", "ifname", device, "con-name", net.name, "ssid", net.name]
        add += ["802-11-wireless.hidden", "yes"] if hidden else []
        add += ["wifi-sec.key-mgmt", "wpa-psk"] if locked else []
        text = _checked([self._program, *add, "connection.autoconnect", "yes"], "", _QUICK)
        found = re.search(r"\(([0-9a-f-]{36})\)", text)
        if found is None:
            raise ControllerError(Message(_REFUSED, (("reason", text.strip()[:120]),)))
        return found[1]

    def _up(self, uuid: str, device: str, name: str, before: str, password: str = "") -> None:
        """Join it; if that fails, join again what was used before, and say why."""
        call = ["-w", str(_JOIN), "connection", "up", uuid, "ifname", device]
        call += ["passwd-file", "/proc/self/fd/0"] if password else []
        secret = f"802-11-wireless-security.psk:{password}\n" if password else ""
        try:
            self._ask(*call, stdin=secret, wait=_JOIN + _QUICK, name=name)
        except ControllerError:
            if before and before != uuid:
                self._ask("-w", "0", "connection", "up", before)
            raise

    def _value(self, field: str, *call: str) -> str:
        """The one value of a field."""
        rows = self._ask("-g", field, *call)
        return rows[0][0] if rows else ""

    def _ask(self, *call: str, stdin: str = "", wait: float = _SCAN, name: str = "") -> list[list[str]]:
        """The rows that nmcli prints, their columns. ``name``: of the network that is meant."""
        said = _checked([self._program, "-t", *call], stdin, wait, name)
        return [columns(line) for line in said.splitlines()]


def columns(line: str) -> list[str]:
    """A line of ``nmcli --terse``: a backslash stands before each colon and backslash of a value."""
    return [re.sub(r"\\(.)", r"\1", part) for part in re.findall(r"((?:\\.|[^:\\])*):", f"{line}:")]


def _lock(security: str) -> Lock:
    if not security or security in ("--", "OWE"):
        return Lock.OPEN
    return Lock.UNFIT if "802.1X" in security or "WPA" not in security else Lock.PASSWORD


def _checked(call: list[str], stdin: str, wait: float, name: str = "") -> str:
    """What a command prints. Raises ControllerError with what its failure means."""
    try:
        done = subprocess.run(
            call, input=stdin, capture_output=True, text=True, timeout=wait, check=False, env=_ENVIRONMENT
        )
    except OSError as error:
        raise ControllerError(Message(_NO_MANAGER)) from error
    except subprocess.TimeoutExpired as error:
        raise ControllerError(Message(_SLOW, (("name", name),)) if name else Message(_MUTE)) from error
    if done.returncode == 0:
        return done.stdout
    said = " ".join(done.stderr.split())
    facts = (("name", name),)
    if done.returncode == _NOT_RUNNING:
        raise ControllerError(Message(_NO_MANAGER))
    if name and re.search("ecrets were required|802-1x supplicant|supplicant disconnected", said):
        raise ControllerError(Message(_WRONG_PASSWORD, facts))
    if name and "could not be found" in said:
        raise ControllerError(Message(_OUT_OF_REACH, facts))
    if name and done.returncode == _TIME_OUT:
        raise ControllerError(Message(_SLOW, facts))
    reason = said.removeprefix("Error: ").rstrip(".") or str(done.returncode)
    raise ControllerError(Message(_REFUSED, (("reason", reason[:120]),)))


_ENVIRONMENT = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "LC_ALL": "C.UTF-8"}
