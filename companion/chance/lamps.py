"""What the rules say a lamp shows, as light: the one place that knows colours by name and by mixture."""

from __future__ import annotations

from companion.locale import N_
from companion.referee.view import Message, TableView
from companion.rules.contract import Lamp
from hardware.ports import Lamps, LampSignal

COLOURS = {
    "red": (1.0, 0.0, 0.0),
    "blue": (0.0, 0.0, 1.0),
    "yellow": (1.0, 0.6, 0.0),  # equal parts look green: the green die is the brighter one
    "green": (0.0, 1.0, 0.0),
    "white": (1.0, 1.0, 1.0),
    "": (0.0, 0.0, 0.0),
}
_OFF = LampSignal(0.0, 0.0, 0.0, "steady", False)
_TOO_FEW = N_("The game needs {needed} lamps, but {count} are wired; add the others to [lamps].")


def lamp_signal(lamp: Lamp) -> LampSignal:
    """The light of one lamp; a lamp without colour is off. Raises KeyError for a colour without a mixture."""
    if not lamp.colour:
        return _OFF
    return LampSignal(*COLOURS[lamp.colour], lamp.pattern, lamp.due)


class LampReader:
    """A reader of views that shows their lamps. It needs no thread: ``Lamps.show`` returns at once."""

    def __init__(self, lamps: Lamps) -> None:
        self._lamps = lamps
        self.trouble: Message | None = None

    def __call__(self, view: TableView) -> None:
        """Show the view's lamps; with too few lamps none at all, because half a card misleads."""
        needed, count = len(view.lamps), self._lamps.count
        if needed > count:
            self.trouble = Message(_TOO_FEW, (("needed", str(needed)), ("count", str(count))))
            self._lamps.show(())
            return
        self._lamps.show([lamp_signal(lamp) for lamp in view.lamps])
        broken = self._lamps.trouble
        self.trouble = None if broken is None else Message(broken.key, broken.facts)

    def close(self) -> None:
        """Switch off."""
        self._lamps.close()
