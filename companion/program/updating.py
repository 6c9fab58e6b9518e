"""Puts an update beside the version that runs, and goes back if the table does not come up with it.

Run by root (``companion-update.service``), from what dpkg has installed; why so: decision 0031. Below
``/var/lib/companion-versions`` each version is a folder, synchronised before it gets its name, and the file
``current`` names the one that ``/usr/bin/companion`` starts; without it that is the one that dpkg installed.
While the file ``trial`` is there, the version is not proven. Both files are replaced as a whole: whenever the
power goes, the next start has one whole version.
"""

from __future__ import annotations

import errno
import json
import os
import re
import shutil
import stat
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPException
from importlib.metadata import version as version_of
from pathlib import Path
from typing import IO, Any

from companion.rules.files import keep_file, keep_names

SIGNATURE = ".sig"
"""What the name of a package's detached signature ends with."""
VERSION = r"[0-9][0-9A-Za-z.+~-]{0,60}"
_LARGEST = 1 << 30
"""Bytes of a package; today's have a tenth of that."""
_REQUEST = 4096
"""Bytes of what the table asks for."""
_UP = 150.0
"""Seconds for systemd to say whether the table is up; ``TimeoutStartSec`` of its service is two minutes."""
_PATIENCE = 30.0
"""Seconds for a server to answer."""


@dataclass(frozen=True, slots=True)
class UpdatePlaces:
    """Where things are. ``wanted``: what the table asks for. ``installed``: what dpkg has installed."""

    versions: Path = Path("/var/lib/companion-versions")
    wanted: Path = Path("/var/lib/companion/update/wanted.json")
    installed: Path = Path("/opt/companion")
    keyring: Path = Path("/usr/share/companion/release.pgp")
    systemctl: str = "systemctl"

    @property
    def current(self) -> Path:
        """Names the version that is started."""
        return self.versions / "current"

    @property
    def trial(self) -> Path:
        """Is there while a version is not proven."""
        return self.versions / "trial"

    @property
    def said(self) -> Path:
        """What became of the last request."""
        return self.versions / "said.json"


class UpdateRefusedError(Exception):
    """``code``: a key of :data:`companion.app.updates.SENTENCES`, with its facts."""

    def __init__(self, code: str, **facts: str) -> None:
        super().__init__(code)
        self.code, self.facts = code, facts


class Updating:
    """One request, or what a power cut has left of one. ``number``: of the version that dpkg installed."""

    def __init__(self, ground: UpdatePlaces, number: str) -> None:
        self._ground = ground
        self._number = number
        self._incoming = ground.versions / "incoming"

    def serve(self) -> None:
        """Do what the table asks for, and write down what became of it."""
        try:
            request = self._request()
            if request is None:
                return
            self.recover()
            with _told():
                self._incoming.mkdir(mode=0o700)
                self._say("begun")
                back = "version" in request
                self._try(self._known(request["version"]) if back else self._installed(request))
        except UpdateRefusedError as refusal:
            self._say(refusal.code, **refusal.facts)
        finally:
            self._clear()

    def recover(self) -> None:
        """After a cut: away with what was not unpacked in full, and back from what was not proven."""
        if '"begun"' in _text(self._ground.said):
            self._say("stopped")
        self.go_back("interrupted")
        self._clear()

    def go_back(self, code: str) -> None:
        """To the version before the one that is not proven, if there is one; ``code`` says why."""
        if not self._ground.trial.exists():
            return
        trial = json.loads(self._ground.trial.read_text(encoding="utf-8"))
        self._start_with(trial["old"])
        self._say(code, version=trial["new"] or self._number, old=trial["old"] or self._number)
        self._proven()

    # -- what is asked for

    def _request(self) -> dict[str, Any] | None:
        """It is read once. Its folder is the table's own: nothing of it is trusted."""
        try:
            place = os.open(self._ground.wanted, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        except OSError:
            return None
        try:
            self._ground.wanted.unlink()
            found = json.loads(os.read(place, _REQUEST))
        except (OSError, ValueError, RecursionError):
            return None
        finally:
            os.close(place)
        right = isinstance(found, dict) and all(isinstance(value, str) for value in found.values())
        return found if right else None

    def _known(self, wanted: str) -> str:
        """A version that is there already; "" is the one that dpkg installed."""
        if wanted and not (re.fullmatch(VERSION, wanted) and (self._ground.versions / wanted).is_dir()):
            raise UpdateRefusedError("gone", file=wanted)
        if wanted == self._current():
            raise UpdateRefusedError("same", version=self._now())
        return wanted

    def _installed(self, request: dict[str, str]) -> str:
        """Put the version of a package beside the others; its number."""
        package = self._incoming / "new.deb"
        if address := request.get("address", ""):
            name = self._newest(address)
            for end in ("", SIGNATURE):
                with _answered(f"{address}/{name}{end}") as source:
                    _copy(source, Path(f"{package}{end}"))
        else:
            file = request.get("package", "")
            name = Path(file).name
            for end in ("", SIGNATURE):
                with _opened(file + end) as source:
                    _copy(source, Path(f"{package}{end}"))
        self._check_signature(package, name)
        number = self._number_of(package, name)
        if number == self._now():
            raise UpdateRefusedError("same", version=number)
        self._unpack(package, number, name)
        return number

    def _newest(self, address: str) -> str:
        """The name of the package that is offered there, if it is newer than the one that is started."""
        here = _architecture()
        with _answered(f"{address}/latest_{here}") as answer:
            name = answer.read(_REQUEST).decode("utf-8", "replace").strip()
        number = re.fullmatch(rf"companion_({VERSION})_{here}\.deb", name)
        if number is None:
            raise UpdateRefusedError("unreached", address=address, reason=f"latest_{here}")
        if not _does("dpkg", "--compare-versions", number[1], "gt", self._now()):
            raise UpdateRefusedError("newest", version=self._now())
        return name

    def _check_signature(self, package: Path, name: str) -> None:
        if not self._ground.keyring.exists():
            raise UpdateRefusedError("keyless")
        if not _does("gpgv", "--keyring", self._ground.keyring, f"{package}{SIGNATURE}", package):
            raise UpdateRefusedError("unsigned", file=name)

    def _number_of(self, package: Path, name: str) -> str:
        show = "${Package} ${Version} ${Architecture}"
        said = _answer("dpkg-deb", "--showformat", show, "--show", str(package)).split()
        if said[:1] + said[2:] != ["companion", _architecture()] or not re.fullmatch(VERSION, said[1]):
            raise UpdateRefusedError("other", file=name)
        return said[1]

    def _unpack(self, package: Path, number: str, name: str) -> None:
        if not _does("dpkg-deb", "--extract", package, self._incoming / "root"):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))  # the signature was right
        tree = self._incoming / "root/opt/companion"
        libraries = tree / "lib/python{}.{}".format(*sys.version_info)
        if not libraries.is_dir():
            raise UpdateRefusedError("other", file=name)
        if _text(tree / "system") != _text(self._ground.installed / "system"):
            raise UpdateRefusedError("apt", version=number, file=name)
        _does(sys.executable, "-m", "compileall", "-q", "-j", "0", libraries)
        if not _does("sync", "--file-system", libraries):  # all is on the disk before it has its name
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        place = self._ground.versions / number
        shutil.rmtree(place, ignore_errors=True)
        tree.rename(place)
        keep_names(self._ground.versions)

    # -- what is started

    def _current(self) -> str:
        return _text(self._ground.current)

    def _now(self) -> str:
        return self._current() or self._number

    def _start_with(self, number: str) -> None:
        if number:
            keep_file(self._ground.current, number.encode())
        else:
            self._ground.current.unlink(missing_ok=True)
            keep_names(self._ground.versions)

    def _try(self, number: str) -> None:
        """Start the table with this version; with the one before if it does not come up."""
        old = self._current()
        keep_file(self._ground.trial, json.dumps({"old": old, "new": number}).encode())
        self._start_with(number)
        if self._comes_up():
            self._say("done", version=number or self._number)
            self._proven()
            for place in self._ground.versions.iterdir():  # the one before stays, to go back to
                if place.is_dir() and place.name not in (number, old):
                    shutil.rmtree(place, ignore_errors=True)
        else:
            self.go_back("failed")
            self._comes_up()

    def _comes_up(self) -> bool:
        """Whether the table says that it works (``Type=notify``), within its service's two minutes."""
        _does(self._ground.systemctl, "reset-failed", "companion.service")
        return _does(self._ground.systemctl, "restart", "companion.service", seconds=_UP)

    def _clear(self) -> None:
        shutil.rmtree(self._incoming, ignore_errors=True)

    def _proven(self) -> None:
        self._ground.trial.unlink()
        keep_names(self._ground.versions)

    def _say(self, code: str, **facts: str) -> None:
        keep_file(self._ground.said, json.dumps({"code": code, "facts": facts}).encode())


def _does(*command: str | Path, seconds: float | None = None) -> bool:
    try:
        return subprocess.run(command, capture_output=True, timeout=seconds).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _architecture() -> str:
    return _answer("dpkg", "--print-architecture")


def _answer(*command: str) -> str:
    return subprocess.run(command, capture_output=True, text=True).stdout.strip()


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8").strip()
    except FileNotFoundError:
        return ""


@contextmanager
def _opened(place: str) -> Iterator[IO[bytes]]:
    """A file on a stick. Raises OSError for anything that is no plain file."""
    try:
        number = os.open(place, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError as error:
        missing = "unsigned" if place.endswith(SIGNATURE) else "gone"
        raise UpdateRefusedError(missing, file=Path(place).name) from error
    with os.fdopen(number, "rb") as file:
        if not stat.S_ISREG(os.fstat(number).st_mode):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        yield file


@contextmanager
def _answered(url: str) -> Iterator[IO[bytes]]:
    """What a server has under an address of the settings."""
    try:
        if not url.startswith(("https://", "http://")):
            raise ValueError("https://")
        with urllib.request.urlopen(url, timeout=_PATIENCE) as answer:
            yield answer
    except (urllib.error.URLError, HTTPException, TimeoutError, ConnectionError, ValueError) as error:
        raise UpdateRefusedError("unreached", address=url, reason=str(error)) from error


def _copy(source: IO[bytes], place: Path) -> None:
    left = _LARGEST
    with place.open("wb") as copy:
        while data := source.read(1 << 20):
            left -= len(data)
            if left < 0:
                raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
            copy.write(data)


@contextmanager
def _told() -> Iterator[None]:
    """What a disk says, as a refusal."""
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise UpdateRefusedError("full") from error
        raise UpdateRefusedError("unread", reason=error.strerror or str(error)) from error


def main(words: list[str]) -> None:
    """``boot``: before the table starts; else serve a request."""
    updating = Updating(UpdatePlaces(), version_of("companion"))
    if words == ["boot"]:
        updating.recover()
    else:
        updating.serve()


if __name__ == "__main__":
    main(sys.argv[1:])
