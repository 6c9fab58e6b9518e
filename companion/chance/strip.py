"""The line of the ice as light along the table's edge: lit rows are frozen, flashing ones will change."""

from __future__ import annotations

from companion.locale import N_, Message
from companion.referee.view import TableView
from hardware.ports import RowSignal, RowStrip

_TOO_FEW = N_("The board has {needed} rows that freeze, but [strip] has {count} lamps; add the others.")


def rows_of(forecast: tuple[str, ...]) -> tuple[RowSignal, ...]:
    """A signal for each row down to the last that is or will be frozen; () for a game without ice."""
    facts = dict(line.split(" ", 1) for line in forecast)
    if "now" not in facts:
        return ()
    now = int(facts["now"])
    then = int(facts["next"]) if facts["next"] != "none" else now
    signals = {
        (True, True): RowSignal.LIT,
        (True, False): RowSignal.WILL_GO_OUT,
        (False, True): RowSignal.WILL_LIGHT,
    }
    return tuple(signals[row <= now, row <= then] for row in range(1, max(now, then) + 1))


class StripReader:
    """A reader of views that shows their ice. It needs no thread: ``RowStrip.show`` returns at once."""

    def __init__(self, strip: RowStrip) -> None:
        self._strip = strip
        self.trouble: Message | None = None

    def __call__(self, view: TableView) -> None:
        """Show the line; with too few lamps nothing at all, because a wrong line misleads."""
        signals, count = rows_of(view.forecast), self._strip.count
        if len(signals) > count:
            self.trouble = Message(_TOO_FEW, (("needed", str(len(signals))), ("count", str(count))))
            self._strip.show(())
            return
        self._strip.show(signals)
        broken = self._strip.trouble
        self.trouble = None if broken is None else Message(broken.key, broken.facts)

    def close(self) -> None:
        """Switch off."""
        self._strip.close()
