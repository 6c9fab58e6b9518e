"""The lamps of an electronic deck on the simulated table: what the app sends, and how people read it."""

from __future__ import annotations

import json
import threading
from collections.abc import Sequence
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from typing import Annotated, Any, TypeVar
from urllib.parse import urlsplit

from companion.locale import N_
from companion.rules.contract import Lamp, resolve
from companion.rules.fields import FieldError, one_of, read
from companion.rules.optional import drawn_lamps
from companion.rules.registry import AnyGame
from hardware.ports import HardwareError, LampSignal

READ_OFF = frozenset({"beast-card", "die"})
"""Electronic sources whose draws lamps show, so that simulated people can read them; the app
names the tile of an electronic bag only on its screen, which simulated people cannot see."""
MOST = 16
"""The largest number of lamps in one message."""
PATTERNS = ("steady", "up", "right", "down", "left")
_SEEN_AS = {
    "red": (1.0, 0.0, 0.0),
    "yellow": (0.75, 0.66, 0.0),
    "green": (0.0, 1.0, 0.0),
    "blue": (0.0, 0.0, 1.0),
    "orange": (0.96, 0.28, 0.0),
    "violet": (0.45, 0.0, 0.9),
    "white": (0.58, 0.58, 0.58),
}
AGAIN = 1.0
"""Seconds after which lamps that did not arrive are sent again."""
_UNREACHABLE = N_("The lamps of the simulated table cannot be reached: start it again.")


T = TypeVar("T")


class LampsError(ValueError):
    """A message that does not describe lamps."""


def read_json(kind: type[T], text: bytes) -> T:
    """The value of a JSON text, by this declaration. Raises LampsError, also for one nested too deeply."""
    try:
        return read(kind, json.loads(text))
    except FieldError as error:
        raise LampsError(str(error).removeprefix(": ")) from error
    except (ValueError, RecursionError) as error:
        raise LampsError("this is not JSON") from error


@dataclass(frozen=True, slots=True)
class _Sent:
    """A lamp in a message."""

    colour: Annotated[str, one_of("", *_SEEN_AS)]
    pattern: Annotated[str, one_of(*PATTERNS)]
    due: bool


def parse_lamps(text: bytes) -> tuple[Lamp, ...]:
    """Lamps from JSON ``[{"colour", "pattern", "due"} ...]``. Raises LampsError."""
    sent = read_json(tuple[_Sent, ...], text)
    if len(sent) > MOST:
        raise LampsError(f"lamps are a list of at most {MOST}")
    return tuple(Lamp(one.colour, one.pattern, one.due) for one in sent)


def format_lamps(lamps: Sequence[Lamp]) -> bytes:
    """The lamps as the JSON that :func:`parse_lamps` reads."""
    items = [{"colour": lamp.colour, "pattern": lamp.pattern, "due": lamp.due} for lamp in lamps]
    return json.dumps(items).encode()


def colour_seen(signal: LampSignal) -> str:
    """The name that people give to a lamp's light: that of the nearest plain colour, "" when it is off."""
    light = (signal.red, signal.green, signal.blue)
    strength = sum(part * part for part in light) ** 0.5
    if strength < 0.05:
        return ""
    likeness = {
        name: sum(a * b for a, b in zip(light, plain, strict=True)) / strength
        for name, plain in _SEEN_AS.items()
    }
    return max(likeness, key=lambda name: likeness[name])


class LampBoard:
    """What the lamps on the table show now. Shared by the HTTP threads (``show``) and the people's thread."""

    def __init__(self, game: AnyGame) -> None:
        self._game = game
        self._lock = threading.Lock()
        self._lamps: tuple[Lamp, ...] = ()
        self._read: tuple[Lamp, ...] | None = None

    @property
    def lamps(self) -> tuple[Lamp, ...]:
        with self._lock:
            return self._lamps

    def show(self, lamps: tuple[Lamp, ...]) -> None:
        """Called when the app has sent new lamps."""
        with self._lock:
            self._lamps = lamps
            if self._read is not None and _card(lamps) != self._read:
                self._read = None

    def read(self, state: Any, possible: Sequence[Any]) -> Any | None:
        """The outcome that the lamps show. None while they are dark, still show the outcome that was read
        last, or show one that is not possible now."""
        with self._lock:
            shown = _card(self._lamps)
            if self._read is not None or not any(lamp.colour for lamp in shown):
                return None
            for outcome in possible:
                after = resolve(self._game, state, outcome).state
                if _card(drawn_lamps(self._game, after, outcome)) == shown:
                    self._read = shown
                    return outcome
        return None


def _card(lamps: Sequence[Lamp]) -> tuple[Lamp, ...]:
    """The card that the lamps show: without the mark of the lamp that is due, and without the dark lamps at
    the end (a row may have more lamps than the game needs)."""
    lit = [number for number, lamp in enumerate(lamps, 1) if lamp.colour]
    return tuple(Lamp(lamp.colour, lamp.pattern) for lamp in lamps[: max(lit, default=0)])


class SimulatedLamps:
    """The app's end: implements :class:`hardware.ports.Lamps` by sending to a simulated table at ``url``
    (its address up to the port). A thread of its own sends the newest lamps, until they have arrived."""

    def __init__(self, url: str, count: int = 4) -> None:
        parts = urlsplit(url)
        self._host, self._port = parts.hostname or "127.0.0.1", parts.port or 80
        self._count = count
        self._news = threading.Condition()
        self._waiting: bytes | None = None
        self._closed = False
        self._trouble: HardwareError | None = None
        self._thread = threading.Thread(target=self._send_all, name="simulated lamps", daemon=True)
        self._thread.start()

    @property
    def count(self) -> int:
        return self._count

    @property
    def trouble(self) -> HardwareError | None:
        return self._trouble

    def show(self, signals: Sequence[LampSignal]) -> None:
        """Raises ValueError for more signals than lamps."""
        if len(signals) > self._count:
            raise ValueError(f"there are {self._count} lamps, not {len(signals)}")
        lit = [Lamp(colour_seen(signal), signal.pattern, signal.due) for signal in signals]
        dark = [Lamp()] * (self._count - len(lit))
        with self._news:
            self._waiting = format_lamps([*lit, *dark])
            self._news.notify()

    def close(self) -> None:
        """Send what is waiting, and stop."""
        with self._news:
            self._closed = True
            self._news.notify()
        self._thread.join(timeout=5)

    def _send_all(self) -> None:
        lost: bytes | None = None
        while True:
            with self._news:
                self._news.wait_for(
                    lambda: self._waiting is not None or self._closed, None if lost is None else AGAIN
                )
                body, self._waiting = self._waiting, None
                if body is None and not self._closed:
                    body = lost
            if body is None:
                return
            lost = None if self._send(body) else body
            self._trouble = None if lost is None else HardwareError(_UNREACHABLE)

    def _send(self, body: bytes) -> bool:
        connection = HTTPConnection(self._host, self._port, timeout=3)
        try:
            connection.request("POST", "/lamps", body, {"Content-Type": "application/json"})
            return connection.getresponse().status == 204
        except (OSError, HTTPException):
            return False
        finally:
            connection.close()
