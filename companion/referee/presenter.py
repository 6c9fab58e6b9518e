"""The part of the public view that follows from the match alone: position, tasks, reminders.

What takes long is worked out once for each position. Thread: the session's."""

from __future__ import annotations

from collections.abc import Mapping

from companion.referee import tuning
from companion.referee.faults import fault_of_game
from companion.referee.own import shown_pending, told_position
from companion.referee.ports import OutcomeSource
from companion.referee.publish import (
    decks_of,
    defaults_of,
    forecast_of,
    forgotten_in,
    history_of,
    lamps_of,
    seats_of,
    touch_of,
)
from companion.referee.tasks import Task, left_to_do, to_restore
from companion.referee.view import CameraView, Reminder, TableView
from companion.rules.contract import Effect
from companion.rules.match import AnyMatch, Entry

NO_CAMERA = CameraView(name="", state="none", simulated=False, message="")
REMIND_EVERY = tuning.number("presenter.remind_every")
"""People are reminded of what they forgot (``rules.optional.Reminding``) again and again after so many
seconds."""


class Presenter:
    """``table``, ``name``: the names by which others know the table and the match. ``sources``: the
    electronic decks and dice."""

    def __init__(self, table: str, name: str, sources: Mapping[str, OutcomeSource]) -> None:
        self._table = table
        self._name = name
        self._sources = sources
        self._built: tuple[AnyMatch, TableView] | None = None
        self._told_tasks: tuple[object, tuple[Task, ...]] = ((), ())

    def position(self, match: AnyMatch) -> TableView:
        """The view with everything that follows from the match alone."""
        if self._built is None or self._built[0] is not match:
            self._built = match, self._build(match)
        return self._built[1]

    def tasks(
        self, match: AnyMatch, to_do: tuple[Effect, ...], refused: tuple[Entry, ...], since: int
    ) -> tuple[Task, ...]:
        """What hands must do: put back what was ``refused``; otherwise what is still to be done of the
        entries after the first ``since``."""
        cells = frozenset(cell for effect in to_do for cell in effect.cells)
        key = (len(match.entries), cells, refused)
        if self._told_tasks[0] != key:
            tasks = to_restore(match, refused) if refused else left_to_do(match, since, cells)
            self._told_tasks = (key, tasks)
        return self._told_tasks[1]

    def _build(self, match: AnyMatch) -> TableView:
        game = match.game
        public = game.observe(match.state, None)
        sources = tuple(self._sources.values())
        return TableView(
            table=self._table,
            match=self._name,
            revision=0,
            entries=len(match.entries),
            game=game.id,
            setup=match.setup,
            edition=game.edition,
            defaults=defaults_of(game),
            state=public,
            position=game.format_position(public),
            pending=shown_pending(game, public),
            seats=seats_of(game, match.setup, public),
            ruling=None,
            question=None,
            to_do=(),
            touch=touch_of(game, match.setup, public, frozenset(self._sources)),
            history=history_of(match, sources),
            decks=decks_of(match, sources),
            lamps=lamps_of(match, public, sources),
            camera=NO_CAMERA,
            trouble=None,
            forecast=forecast_of(game, public),
            told=told_position(game, public),
        )


def reminder(match: AnyMatch, waited: float) -> Reminder | None:
    """What everybody has been waiting for, if that is so for ``REMIND_EVERY`` seconds. ``waited``: seconds
    since the last entry."""
    clause = forgotten_in(match.game, match.state)
    rounds = int(waited // REMIND_EVERY)
    return Reminder(clause, int(rounds * REMIND_EVERY)) if clause is not None and rounds else None


def next_reminder(match: AnyMatch, latest: float, now: float) -> float | None:
    """When the next reminder is due, as seconds on the clock of ``latest`` (the time of the last entry) and
    ``now``; None if nothing is waited for. If the game fails here, that is told when it is asked again."""
    try:
        waits = forgotten_in(match.game, match.state) is not None
    except BaseException as error:  # a game may even want to end the program
        if fault_of_game(error) is None:
            raise
        return None
    return latest + ((now - latest) // REMIND_EVERY + 1) * REMIND_EVERY if waits else None
