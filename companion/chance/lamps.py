"""What the rules say a lamp shows, as light: the one place that knows colours by name and by mixture."""

from __future__ import annotations

import threading

from companion.locale import N_, Message
from companion.referee.view import TableView
from companion.rules.contract import Lamp
from hardware.ports import Lamps, LampSignal

COLOURS = {
    "red": (1.0, 0.0, 0.0),
    "blue": (0.0, 0.0, 1.0),
    "yellow": (1.0, 0.6, 0.0),  # equal parts look green: the green die is the brighter one
    "green": (0.0, 1.0, 0.0),
    "orange": (1.0, 0.3, 0.0),
    "violet": (0.5, 0.0, 1.0),
    "white": (1.0, 1.0, 1.0),
    "": (0.0, 0.0, 0.0),
}
DARK = 0.6
"""Seconds without light that people notice in passing."""
_OFF = LampSignal(0.0, 0.0, 0.0, "steady", False)
_TOO_FEW = N_("The game needs {needed} lamps, but {count} are wired; add the others to [lamps].")


def lamp_signal(lamp: Lamp) -> LampSignal:
    """The light of one lamp; a lamp without colour is off. Raises KeyError for a colour without a mixture."""
    if not lamp.colour:
        return _OFF
    return LampSignal(*COLOURS[lamp.colour], lamp.pattern, lamp.due)


class LampReader:
    """A reader of views that shows their lamps.

    When something was drawn they go out for ``dark`` seconds first (0: they do not): the same card may come
    twice in a row, and people must see that it is a new one. A timer lights them again, on a thread of its
    own.
    """

    def __init__(self, lamps: Lamps, dark: float = DARK) -> None:
        self._lamps = lamps
        self._dark = dark
        self._drawn: int | None = None
        self._lock = threading.Lock()
        self._signals: list[LampSignal] = []
        self._timer: threading.Timer | None = None
        self.trouble: Message | None = None

    def __call__(self, view: TableView) -> None:
        """Show the view's lamps; with too few lamps none at all, because half a card misleads."""
        needed, count = len(view.lamps), self._lamps.count
        enough = needed <= count
        drawn = sum(deck.drawn for deck in view.decks)
        with self._lock:
            self._signals = [lamp_signal(lamp) for lamp in view.lamps] if enough else []
            new = self._drawn is not None and drawn > self._drawn
            if new and self._dark and self._timer is None:
                self._lamps.show(())
                self._timer = threading.Timer(self._dark, self._light)
                self._timer.daemon = True
                self._timer.start()
            elif self._timer is None:
                self._lamps.show(self._signals)
            self._drawn = drawn
        broken = self._lamps.trouble
        self.trouble = None if broken is None else Message(broken.key, broken.facts)
        if not enough:
            self.trouble = Message(_TOO_FEW, (("needed", str(needed)), ("count", str(count))))

    def _light(self) -> None:
        with self._lock:
            if self._timer is not None:
                self._timer = None
                self._lamps.show(self._signals)

    def close(self) -> None:
        """Switch off."""
        with self._lock:
            if self._timer is not None:
                self._timer.cancel()
                self._timer = None
        self._lamps.close()
