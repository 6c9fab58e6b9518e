"""What a game brings to the referee beside its rules: the facet ``referee`` of its package. It may hold

- ``TOTEM``: a :class:`Totem`, for a game in which people grab a totem that a base watches,
- ``SCORE(clip, truth)``: the :class:`companion.evaluation.scoring.OwnScore` of a clip of that game.

In a game without a ``TOTEM`` nothing is grabbed, and everybody may see all of its public position."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Protocol

from companion.judge.measured import Measured
from companion.locale import Message
from companion.referee.events import TotemEvent
from companion.referee.totem_record import Judged
from companion.referee.view import CaseView, TableView, TotemView
from companion.rules.contract import Pending, RulesError
from companion.rules.facets import BrokenFacetError, facet, with_facet
from companion.rules.match import AnyMatch, Entry
from companion.rules.registry import AnyGame
from vision.seeing import Glance

log = logging.getLogger(__name__)

FACET: Final = "referee"

Shown = Mapping[int, tuple[float, float]]
"""By the number of an entry: the two times (s) between which a camera saw what it brought become visible."""

NEVER: Final[Shown] = MappingProxyType({})


class DocketPort(Protocol):
    """The cases about the totem that the referee has before it. Immutable: the session keeps the next one
    only when the journal has what it brought."""

    @property
    def zero(self) -> float:
        """The session's clock when the match began."""
        ...

    @property
    def shown(self) -> Shown:
        """When a camera saw the cards come that people grab for."""
        ...

    @property
    def measured(self) -> Measured | None:
        """What the base has measured and the match does not tell yet; None without a base."""
        ...

    def view(self, now: float) -> TotemView:
        """What people are told of it."""
        ...

    def wakes_at(self) -> float | None:
        """When, by the session's clock, the docket wants ``TimePassed``; None while it waits for nothing."""
        ...

    def watching(self, glance: Glance) -> DocketPort:
        """The docket after one more glance of the camera."""
        ...

    def agreeing(self, agrees: bool) -> DocketPort:
        """The docket with whether a camera holds that the match tells all that was done before what the base
        has measured."""
        ...

    def seeing(self, fresh: Shown, coming: Shown) -> DocketPort:
        """The docket with times at which a camera saw cards come: ``fresh``, of entries that are told;
        ``coming``, of entries that have yet to be told."""
        ...

    def hear(self, match: AnyMatch, event: TotemEvent | None, now: float) -> HeardPort:
        """What an event leads to. None: the match has changed in another way."""
        ...


class HeardPort(Protocol):
    """What an event leads to."""

    @property
    def docket(self) -> DocketPort:
        """The docket after the event."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """Comment lines for the journal. They are stored together with the entries, before anyone hears of
        them."""
        ...

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What it brings into the match. An undo takes back what the same movement brought earlier."""
        ...

    @property
    def trouble(self) -> Message | None:
        """A sentence for people."""
        ...


class Totem(Protocol):
    """How a game judges who took its totem. ``state``: a position of that game."""

    def places(self, state: Any) -> tuple[str, ...]:
        """The places at the table that may have a hand pad of their own, in their order."""
        ...

    def docket(
        self, match: AnyMatch, lines: Sequence[str], zero: float, now: float
    ) -> tuple[DocketPort, Message | None]:
        """The cases that are open according to a journal, and a sentence about lines that cannot be read."""
        ...

    def shown_state(self, game: AnyGame, state: Any) -> Any:
        """The position as if nobody saw anything to grab for, because seeing it is the game."""
        ...

    def told_position(self, game: AnyGame, state: Any) -> str:
        """The position's text for people who read it away from the table. It gives no more hint than the
        table does."""
        ...

    def entries_for(self, state: Any, entry: Entry) -> tuple[Entry, ...]:
        """The entries of what somebody enters, and of what follows from their entering it."""
        ...

    def verdict(self, evidence: Mapping[str, Any], overrides: Mapping[str, Any]) -> str:
        """The verdict on evidence under the program's error budget with these overrides. Raises ValueError
        for evidence of another form, RulesError for overrides that are wrong."""
        ...

    def judge_again(self, judged: Judged) -> str:
        """The verdict on the same evidence; "" if the record cannot carry one. Raises ValueError."""
        ...

    def same_budget(self, judged: Judged) -> bool:
        """Whether it was judged with the error budget that comes with the program."""
        ...

    def judged_view(self, judged: Judged) -> CaseView | None:
        """A verdict of a match file as people saw it; None for a movement that was not judged."""
        ...

    def open_until(self, line: str) -> int | None:
        """The number of entries in the match up to which the case of a journal's line is open; -1 if it is
        closed, None for a line about something else. Raises ValueError for a damaged line."""
        ...

    def how_known(self, view: TableView) -> Message | None:
        """How it is known what was last told about the totem; None if something else was told last."""
        ...

    def reactions(self, lines: Iterable[str]) -> Iterator[tuple[str, float]]:
        """Place and milliseconds for every hand that set out after a card whose opening was seen."""
        ...


@cache
def own(game_id: str, name: str) -> Any:
    """What the game's facet holds under a name; None when it holds nothing or cannot be used."""
    try:
        return getattr(facet(game_id, FACET), name, None)
    except BrokenFacetError as error:
        log.warning("game %r is judged by its rules alone: %s", game_id, error)
        return None


def totem_of(game_id: str) -> Totem | None:
    """How the game judges grabs; None for a game without a totem."""
    found: Totem | None = own(game_id, "TOTEM")
    return found


def any_totem() -> Totem:
    """How grabs are judged if no game is named: as in the first game with a totem. Raises RulesError if there
    is none."""
    for game_id in with_facet(FACET):
        if (totem := totem_of(game_id)) is not None:
            return totem
    raise RulesError("no game with a totem can be used")


def shown_state(game: AnyGame, state: Any) -> Any:
    """The position as if nobody saw anything to grab for. What is pending and offered comes from this one, so
    that nothing on the screen tells of a match before somebody has grabbed."""
    totem = totem_of(game.id)
    return state if totem is None else totem.shown_state(game, state)


def shown_pending(game: AnyGame, state: Any) -> Pending:
    """Who or what must act, without a hint that there is something to grab for."""
    return game.pending(shown_state(game, state))


def told_position(game: AnyGame, state: Any) -> str:
    """The position's text for people who read it away from the table."""
    totem = totem_of(game.id)
    return game.format_position(state) if totem is None else totem.told_position(game, state)


def entries_for(game: AnyGame, state: Any, entry: Entry) -> tuple[Entry, ...]:
    """The entries of what somebody enters, and of what follows from their entering it."""
    totem = totem_of(game.id)
    return (entry,) if totem is None else totem.entries_for(state, entry)
