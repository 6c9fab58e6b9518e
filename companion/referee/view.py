"""What the session publishes: one immutable view of the table, replaced as a whole.

Everything here is public (what a spectator at the table could know): readers may show or send all of it.
Texts are keys with facts; :mod:`companion.locale` turns them into a sentence of a language.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from companion.locale import N_, Message
from companion.referee.tasks import Task
from companion.rules.contract import (
    Breach,
    CellId,
    ClauseId,
    EditionValue,
    Effect,
    Facts,
    Lamp,
    Look,
    Pending,
    ScoreLine,
    Setup,
)

SETTING_UP = N_("The simulated table is being set up; this may take a minute.")
BEHIND = N_("I am behind your hands: please wait a moment until I have caught up.")
PATIENCE = (SETTING_UP, BEHIND)
"""Messages that only ask for patience: nothing is wrong."""


class RulingKind(StrEnum):
    """What the referee found. ``RESTORED``: a refused attempt was put back; ``CORRECTED``: an earlier entry
    was put right."""

    PLAYED = "played"
    REFUSED = "refused"
    UNCLEAR = "unclear"
    UNKNOWN = "unknown"
    UNDONE = "undone"
    ANYWAY = "anyway"
    RESTORED = "restored"
    CORRECTED = "corrected"


@dataclass(frozen=True, slots=True)
class Ruling:
    """The latest finding. ``seat`` is "" when nobody in particular acted (chance, unknown), or several.

    ``move`` is the text form of the move or outcome, several joined by "; " when seen at once, each with its
    seat before it when they are of several seats; of a correction: its edits (``rules.entry``).
    ``cells`` are those to look at or to restore. ``at``: seconds since the match began.
    """

    number: int
    kind: RulingKind
    at: float
    seat: str
    move: str
    breaches: tuple[Breach, ...]
    cells: tuple[CellId, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """One large answer. ``key`` goes back with :class:`companion.referee.events.Answered`; ``look``: what
    lies in the question's only cell if this answer is right, None if the question is about something else."""

    key: str
    label: Message
    look: Look | None = None


@dataclass(frozen=True, slots=True)
class Question:
    """The referee is unsure and asks. Play may go on, and what is played may answer the question.

    If a correction has made an entry unlawful: ``edits`` is the correction so far, to which another edit may
    be added, ``entry`` what people call that entry, ``breaches`` what it breaks."""

    number: int
    text: Message
    choices: tuple[Choice, ...]
    cells: tuple[CellId, ...]
    edits: str = ""
    entry: str = ""
    breaches: tuple[Breach, ...] = ()


class LineKind(StrEnum):
    """The kinds of entries of the journal."""

    MOVE = "move"
    CHANCE = "chance"
    UNDO = "undo"
    ANYWAY = "anyway"
    CORRECTION = "correction"


@dataclass(frozen=True, slots=True)
class HistoryLine:
    """One entry of the journal. ``undone``: a later undo or correction took it back; ``instead``: seat and
    text of what stands in its place, if it was put right; ``drawn``: by a machine."""

    number: int
    at: float
    kind: LineKind
    seat: str
    text: str
    undone: bool
    instead: tuple[str, str] | None = None
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class SeatView:
    """One seat: its public points and how they came about."""

    name: str
    points: Fraction
    lines: tuple[ScoreLine, ...]


@dataclass(frozen=True, slots=True)
class DeckView:
    """An electronic deck or die. ``seed`` is "" until the game is over; ``source`` as in ``Chance``; ``salt``
    of the players' words, "" for none."""

    source: str
    commitment: str
    seed: str
    drawn: int
    salt: str = ""

    @property
    def notes(self) -> tuple[tuple[str, str], ...]:
        """What the head of a match file says about it, so that anybody can check its draws."""
        said = (("seal", self.commitment), ("salt", self.salt), ("seed", self.seed))
        return tuple((key, f"{self.source} {value}") for key, value in said if value)


@dataclass(frozen=True, slots=True)
class CameraView:
    """What people should know about the camera. ``state``: ``none`` without a camera, else as in vision.
    ``message`` and ``facts``: as in vision's evidence."""

    name: str
    state: str
    simulated: bool
    message: str
    facts: Facts = ()


@dataclass(frozen=True, slots=True)
class TouchMove:
    """A legal move or possible outcome that can be entered by touch; ``seat`` is "" for an outcome."""

    seat: str
    text: str


class CaseStage(StrEnum):
    """How far the case of one movement of the totem has come."""

    HELD = "held"
    """It waits for the card that was opened before the movement."""
    JUDGED = "judged"
    UNMEASURED = "unmeasured"
    """The record cannot carry a verdict at all."""


@dataclass(frozen=True, slots=True)
class CaseView:
    """One movement of the totem before the referee.

    ``verdict``: its text (see ``verdict.verdict``), "" unless judged; ``headline``, ``bound`` (by how much,
    and how sure), ``evidence``, ``notes``: the same for people. ``clause``: the one that it cites, or "".
    ``applied``: the outcomes that it brought into the game, ``measured``: whether sensors bear them out.
    ``ask``: what the table is asked, ``who`` or ``what``, or "". ``voters``: who may answer or appeal;
    ``nameable``: whom they may name; ``answers``: who named whom. ``may_appeal``: while an appeal still
    counts. ``ways``: how the table can settle it.
    """

    number: int
    stage: CaseStage
    verdict: str
    headline: Message
    bound: tuple[Message, ...]
    clause: str
    evidence: tuple[Message, ...]
    notes: tuple[Message, ...]
    applied: tuple[str, ...]
    measured: bool
    ask: str
    voters: tuple[str, ...]
    nameable: tuple[str, ...]
    answers: tuple[tuple[str, str], ...]
    appeals: tuple[str, ...]
    may_appeal: bool
    ways: tuple[Choice, ...]


@dataclass(frozen=True, slots=True)
class TotemView:
    """The totem of a game that has one. ``name``: the base, "" when nothing measures; ``tier``: what it can
    tell; ``journaled``: the number of the newest movement in the journal, 0 for none."""

    name: str = ""
    tier: str = ""
    simulated: bool = False
    journaled: int = 0
    case: CaseView | None = None


@dataclass(frozen=True, slots=True)
class Reminder:
    """What everybody waits for: the clause that says so, and for how many seconds already (in tens)."""

    clause: ClauseId
    seconds: int


class DoneStage(StrEnum):
    """What has become of a press of *my turn is done*."""

    HEARD = "heard"
    """It will count when hands have left and the camera has looked."""
    RULED = "ruled"
    """It has been ruled."""
    ASKED = "asked"
    """A question waits."""
    STOPPED = "stopped"
    """Something must be put right first."""
    NOTHING = "nothing"
    """Nothing has been seen of the seat since the last ruling."""
    MORE = "more"
    """All that was seen is ruled, but by the rules the seat still has to act."""
    NOT_DUE = "not due"
    """It is another seat's turn, and nothing new was seen."""
    BY_TOUCH = "by touch"
    """No camera follows."""


@dataclass(frozen=True, slots=True)
class DoneView:
    """Press ``number`` (from 1) of *my turn is done*. ``seat``: whose turn, "" when that was not said."""

    number: int
    seat: str
    stage: DoneStage


@dataclass(frozen=True, slots=True)
class TableView:
    """The whole table at one moment. ``state`` is ``Game.observe(state, None)``, ``position`` its text.

    ``revision`` grows with every publication, ``entries`` with every journal entry. ``to_do``: effects of
    the latest entries that hands at the table must still carry out. ``trouble``: why something cannot be
    done or saved, and what to do; None while all is well. ``totem``: None for a game without one.
    ``forecast``: see ``rules.optional.Forecasting``. ``reminder``: what was forgotten, if anything.
    ``doubtful``: cells that do not look as the set-up says; play waits until they are mended, or people say
    that they are right. ``seen``: what was probably done last and is not final yet. ``done``: the latest
    press of *my turn is done*, as long as it says something.
    ``tasks``: what hands must put back after a refusal, or do for ``to_do``, piece by piece.
    ``told``: the position for readers away from the table, without a hint that there is something to grab
    for.
    """

    table: str
    match: str
    revision: int
    entries: int
    game: str
    setup: Setup
    edition: str
    defaults: tuple[EditionValue, ...]
    state: Any
    position: str
    pending: Pending
    seats: tuple[SeatView, ...]
    ruling: Ruling | None
    question: Question | None
    to_do: tuple[Effect, ...]
    touch: tuple[TouchMove, ...]
    history: tuple[HistoryLine, ...]
    decks: tuple[DeckView, ...]
    lamps: tuple[Lamp, ...]
    camera: CameraView
    trouble: Message | None
    totem: TotemView | None = None
    forecast: tuple[str, ...] = ()
    told: str = ""
    reminder: Reminder | None = None
    done: DoneView | None = None
    doubtful: tuple[CellId, ...] = ()
    seen: Message | None = None
    tasks: tuple[Task, ...] = ()
