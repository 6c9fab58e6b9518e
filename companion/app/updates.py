"""Other versions of the program, as the screen offers them; root's helper puts them in place
(:mod:`companion.program.updating`)."""

from __future__ import annotations

import json
import platform
import re
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.metadata import version as version_of
from pathlib import Path

from companion.locale import N_, Message
from companion.owner.configuration import Config, data_folder
from companion.ports.errors import ControllerError
from companion.program.machine import sticks
from companion.program.updating import VERSION, UpdatePlaces
from companion.rules.files import keep_file
from companion.screen.keeping import Offer

_FROM_STICK = N_("Update to version {version} from the stick")
_BACK_FROM_STICK = N_("Go back to version {version} from the stick")
_UPDATE, _BACK = N_("Update to version {version}"), N_("Go back to version {version}")
_FROM_ADDRESS = N_("Look for an update at {address}")
_NOT_ASKED = N_("The update cannot be begun: {path} cannot be written ({reason}).")

SENTENCES = {
    "begun": N_(
        "The update is being put beside the version that runs. Then the table starts anew by itself."
    ),
    "done": N_("Version {version} runs."),
    "failed": N_(
        "Version {version} did not come up within two minutes: version {old} runs again. Nothing was lost."
    ),
    "interrupted": N_("The update to version {version} was interrupted: version {old} runs. Begin it again."),
    "stopped": N_("The update was interrupted and nothing was changed: begin it again."),
    "unsigned": N_(
        "{file} is not signed by the publisher of Companion, or it is damaged; nothing was changed: copy it"
        " to the stick again, with the file {file}.sig."
    ),
    "keyless": N_("This installation knows no publisher's key: install updates with apt."),
    "other": N_("{file} is for another system or machine; nothing was changed: take another package."),
    "apt": N_(
        "Version {version} needs more than the program itself; nothing was changed: install {file} with apt."
    ),
    "same": N_("Version {version} runs already."),
    "newest": N_("There is nothing newer than version {version}."),
    "gone": N_("{file} is not there any more: plug the stick in again."),
    "full": N_("There is no room for the update; nothing was changed: free some space."),
    "unread": N_("The update cannot be read ({reason}); nothing was changed: plug the stick in again."),
    "unreached": N_("{address} gives no update ({reason}); nothing was changed: look at the network."),
}
"""By the codes of the helper."""
_BAD_NEWS = ("failed", "interrupted")
_NEWS_SECONDS = 86_400.0
"""So long is it said at home that the version before runs again."""
_MACHINES = {"x86_64": "amd64", "aarch64": "arm64"}
"""Debian's names of architectures."""


class Updates:
    """A :class:`companion.screen.keeping.UpdatesPort`. ``sticks``: where sticks are mounted."""

    def __init__(
        self,
        config: Callable[[], Config],
        ground: UpdatePlaces | None = None,
        sticks: Callable[[], tuple[Path, ...]] = sticks,
        now: str = "",
    ) -> None:
        self._config = config
        self._ground = ground or UpdatePlaces()
        self._sticks = sticks
        self._now = now or version_of("companion")

    def offers(self) -> tuple[Offer, ...]:
        """As in the port. None where the program is not the package's service."""
        wanted = data_folder() / "update" / "wanted.json"
        if wanted != self._ground.wanted or not self._ground.versions.is_dir():
            return ()
        with suppress(OSError):  # a stick that has just been pulled
            return (*self._on_sticks(), *self._on_disk(), *self._at_address())
        return ()

    def _on_sticks(self) -> Iterator[Offer]:
        ours = re.compile(rf"companion_({VERSION})_{_MACHINES.get(platform.machine(), '-')}\.deb")
        for file in (file for stick in self._sticks() for file in sorted(stick.iterdir())):
            if (found := ours.fullmatch(file.name)) is not None and found[1] != self._now:
                newer = _order(found[1]) > _order(self._now)
                yield _offer(_FROM_STICK if newer else _BACK_FROM_STICK, newer, found[1], package=str(file))

    def _on_disk(self) -> Iterator[Offer]:
        """Versions that are there, to go back to (or forth again)."""
        found = {place.name: place.name for place in self._ground.versions.iterdir() if place.is_dir()}
        for place in self._ground.installed.glob("lib/*/site-packages/companion-*.dist-info"):
            found[place.name.removeprefix("companion-").removesuffix(".dist-info")] = ""
        for number, name in sorted(found.items()):
            if number != self._now and re.fullmatch(VERSION, number):
                newer = _order(number) > _order(self._now)
                yield _offer(_UPDATE if newer else _BACK, False, number, version=name)

    def _at_address(self) -> Iterator[Offer]:
        if address := (self._config().updates or ""):
            yield Offer(Message(_FROM_ADDRESS, (("address", address),)), {"address": address})

    def begin(self, offer: Offer) -> None:
        """As in the port."""
        wanted = self._ground.wanted
        try:
            keep_file(wanted, json.dumps(dict(offer.request)).encode())
        except OSError as error:
            facts = (("path", str(wanted)), ("reason", error.strerror or str(error)))
            raise ControllerError(Message(_NOT_ASKED, facts)) from error

    @property
    def said(self) -> Message | None:
        """As in the port."""
        return self._told()[1]

    @property
    def trouble(self) -> Message | None:
        """As in the port."""
        code, message = self._told()
        with suppress(OSError):
            if code in _BAD_NEWS and time.time() - self._ground.said.stat().st_mtime < _NEWS_SECONDS:
                return message
        return None

    def _told(self) -> tuple[str, Message | None]:
        try:
            said = json.loads(self._ground.said.read_text(encoding="utf-8"))
            code, facts = said["code"], said["facts"]
            return code, Message(SENTENCES[code], tuple((name, str(fact)) for name, fact in facts.items()))
        except (OSError, ValueError, KeyError, TypeError, AttributeError):
            return "", None


def _offer(key: str, newer: bool, number: str, **request: str) -> Offer:
    return Offer(Message(key, (("version", number),)), request, newer)


def _order(number: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", number)))
