"""What a game brings to the referee beside its rules: the facet ``referee`` of its package. It may hold

- ``TOTEM``: a :class:`Totem`, for a game in which people grab a totem that a base watches,
- ``SCORE(clip, truth)``: the :class:`companion.referee.scoring.OwnScore` of a clip of that game.

A game without them has nothing that is grabbed: everybody may see all of its public position.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from types import MappingProxyType
from typing import Any, Final, Protocol

from companion.referee.events import TotemEvent
from companion.referee.totem_record import Judged
from companion.referee.view import CaseView, Message, TableView, TotemView
from companion.rules.contract import Pending, RulesError
from companion.rules.facets import BrokenFacetError, facet, with_facet
from companion.rules.match import AnyMatch, Entry
from companion.rules.registry import AnyGame
from vision.seeing import Glance

log = logging.getLogger(__name__)

FACET: Final = "referee"

Shown = Mapping[int, tuple[float, float]]
"""By the number of an entry: between which times (s) a camera saw what it brought become visible."""

NEVER: Final[Shown] = MappingProxyType({})


class DocketPort(Protocol):
    """What is before the referee about the totem. Immutable: the session keeps the next one only when the
    journal has what it brought."""

    @property
    def zero(self) -> float:
        """The session's clock when the match began."""
        ...

    @property
    def shown(self) -> Shown:
        """When a camera saw cards come that people grab for."""
        ...

    def view(self, now: float) -> TotemView:
        """For people."""
        ...

    def wakes_at(self) -> float | None:
        """When ``TimePassed`` is wanted, by the session's clock; None while nothing is waited for."""
        ...

    def watching(self, glance: Glance) -> DocketPort:
        """With what one more picture of the camera shows."""
        ...

    def seeing(self, fresh: Shown, coming: Shown) -> DocketPort:
        """With when a camera saw come what further entries brought, and what entries will that it has yet to
        tell."""
        ...

    def hear(self, match: AnyMatch, event: TotemEvent | None, now: float) -> HeardPort:
        """What an event leads to; None: the match has changed by something else."""
        ...


class HeardPort(Protocol):
    """What an event leads to."""

    @property
    def docket(self) -> DocketPort:
        """How it stands then."""
        ...

    @property
    def notes(self) -> tuple[str, ...]:
        """Comment lines for the journal, stored together with the entries before anyone hears of it."""
        ...

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What it brings into the match; an undo takes back what the same movement brought earlier."""
        ...

    @property
    def trouble(self) -> Message | None:
        """A sentence for people."""
        ...


class Totem(Protocol):
    """How a game judges who took its totem. ``state``: a position of that game."""

    def places(self, state: Any) -> tuple[str, ...]:
        """Who may have a hand pad of their own, in the order of the table."""
        ...

    def docket(
        self, match: AnyMatch, lines: Sequence[str], zero: float, now: float
    ) -> tuple[DocketPort, Message | None]:
        """What is open according to a journal, and what of it cannot be read."""
        ...

    def shown_state(self, game: AnyGame, state: Any) -> Any:
        """The position as if nobody saw anything to grab for: seeing it is the game."""
        ...

    def told_position(self, game: AnyGame, state: Any) -> str:
        """The position's text for whoever reads it away from the table: no more hint than the table has."""
        ...

    def entries_for(self, state: Any, entry: Entry) -> tuple[Entry, ...]:
        """What somebody enters, with what follows from their entering it."""
        ...

    def verdict(self, evidence: Mapping[str, Any], overrides: Mapping[str, Any]) -> str:
        """The verdict on evidence under the error budget that comes with the program, with overrides. Raises
        ValueError for evidence that is none, RulesError for overrides that are wrong."""
        ...

    def judge_again(self, judged: Judged) -> str:
        """The verdict on the same evidence, "" if the record carries none. Raises ValueError."""
        ...

    def same_budget(self, judged: Judged) -> bool:
        """Whether it was judged with the error budget that comes with the program."""
        ...

    def judged_view(self, judged: Judged) -> CaseView | None:
        """A verdict kept in a match file as people saw it; None for a movement that was not judged."""
        ...

    def open_until(self, line: str) -> int | None:
        """With how many entries of the match the case of a journal's line is still open; -1 when it is
        closed, None for a line about something else. ValueError for one that is damaged."""
        ...

    def how_known(self, view: TableView) -> Message | None:
        """How it is known what was last told about the totem; None when that was about something else."""
        ...

    def reactions(self, lines: Iterable[str]) -> Iterator[tuple[str, float]]:
        """Place and milliseconds, for every hand that set out after a card whose opening was seen."""
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
    """How grabs are judged that name no game: as in the first game with a totem. Raises RulesError when
    there is none."""
    for game_id in with_facet(FACET):
        if (totem := totem_of(game_id)) is not None:
            return totem
    raise RulesError("no game with a totem can be used")


def shown_state(game: AnyGame, state: Any) -> Any:
    """The position as if nobody saw anything to grab for. What is pending and offered is read off this one,
    so that nothing on the screen tells a match before somebody has grabbed."""
    totem = totem_of(game.id)
    return state if totem is None else totem.shown_state(game, state)


def shown_pending(game: AnyGame, state: Any) -> Pending:
    """Who or what must act, without a hint that there is something to grab for."""
    return game.pending(shown_state(game, state))


def told_position(game: AnyGame, state: Any) -> str:
    """The position's text for whoever reads it away from the table."""
    totem = totem_of(game.id)
    return game.format_position(state) if totem is None else totem.told_position(game, state)


def entries_for(game: AnyGame, state: Any, entry: Entry) -> tuple[Entry, ...]:
    """What somebody enters, with what follows from their entering it."""
    totem = totem_of(game.id)
    return (entry,) if totem is None else totem.entries_for(state, entry)
