"""What is tuned in the judge, from ``tuning.toml``: the bounds of a search, and one table of priors.

Priors tell how likely things are before anybody looks, in nats (natural logarithm of a probability). Only
differences matter. 2.3 nats are a factor of 10, 4.6 of 100, 6.9 of 1000. ``companion watch --without NAME``
sets one prior to zero, to see what it is worth."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from math import inf

from vision.tuning import Tuning

_TUNED = Tuning("companion.judge")
number, whole, row = _TUNED.number, _TUNED.whole, _TUNED.row


@dataclass(frozen=True, slots=True)
class Effort:
    """The bounds of one search. What is not found within them is asked about.

    ``depth``: most acts between two views. ``detour``: nats by which acts may make an explanation worse
    before others make it better. ``hopeless``: an explanation so many nats below the best one of its history
    is given up. ``acts``: most acts that are carried out in thought to explain one view, and ``acts_each``
    after one of the histories, so that each of several equally likely histories gets its turn. ``looks``:
    most acts that are looked at."""

    depth: int
    detour: float
    hopeless: float
    acts: int
    acts_each: int
    looks: int


WATCHED = Effort(
    depth=whole("watched.depth"),
    detour=number("watched.detour"),
    hopeless=number("watched.hopeless"),
    acts=whole("watched.acts"),
    acts_each=whole("watched.acts_each"),
    looks=whole("watched.looks"),
)
"""The bounds after a view that follows the one before it. Between them people play at most about this much: a
card, three steps, four lines of the beasts' card, a step that is under way, and a pass."""
BLIND = replace(WATCHED, depth=2 * WATCHED.depth, detour=inf, hopeless=inf, acts_each=WATCHED.acts)
"""The bounds after a time in which nobody watched, if something has changed. People may have played until a
machine had to draw. Cards may have come and gone; such an act explains nothing by itself, only together with
the act after it. ``looks``: five acts unseen in the game with most legal moves take 3 s of processor; with
150000 they took 11 s, and a slow machine fell ever further behind."""
UNCHANGED = replace(WATCHED, looks=whole("unchanged.looks"))
"""The bounds for a view in which nothing has changed: only acts without a trace explain it."""


@dataclass(frozen=True, slots=True)
class Priors:
    """The table. First what people may have done, then what a camera may show without any act."""

    lawful: float = number("priors.lawful")
    """A lawful act: of two explanations the one with fewer acts is the likelier."""
    at_once: float = number("priors.at_once")
    """Added for each act after the first between two views: people mostly take their hands away after one
    act."""
    roundabout: float = number("priors.roundabout")
    """Added for each act with a trace that another explanation, which leaves the same on the table, does
    without: people go the short way."""
    silent: float = number("priors.silent")
    """A lawful act that leaves no trace, such as passing. It may not have happened yet."""
    taken_back: float = number("priors.taken_back")
    """People put back what was played: about once in a hundred acts of learners."""
    unlawful: float = number("priors.unlawful")
    """An unlawful act of the seat that is due: two or three in a game of a thousand acts and rulings."""
    other_seat: float = number("priors.other_seat")
    """Added when it is not the seat's turn."""
    other_verb: float = number("priors.other_verb")
    """Added when no act of this kind is due."""
    far_fetched: float = number("priors.far_fetched")
    """Added for every broken clause after the first: plain mistakes are likelier."""
    standing: float = number("priors.standing")
    """Somebody acts while an unlawful act has not been put right."""
    idle: float = number("priors.idle")
    """A hand comes, changes nothing and goes. Most hands come for something."""
    partial: float = number("priors.partial")
    """Hands have done an act in two or more places and have yet to do it in others, as when tiles are put
    down one by one."""
    unexplained: float = number("priors.unexplained")
    """A cell where a hand was changes into something that no act explains: something half done, a piece that
    fell over, a cup."""
    unfinished: float = number("priors.unfinished")
    """One more such cell while another one stands: people may be doing an act piece by piece."""
    otherwise: float = number("priors.otherwise")
    """Something happens that no history explains, whatever changed: once in 1000 views."""
    nudged: float = number("priors.nudged")
    """A piece is shifted in its cell so far that it looks like a change."""
    leans: float = number("priors.leans")
    """A piece that is put into a neighbouring cell, or taken from it, shows in this cell too: 44 of 406
    changes in two simulated games with boats, 2 of 331 in one with flat pieces."""
    untouched: float = number("priors.untouched")
    """A cell changes though no hand was seen there: light, a shadow, a bump."""
    unreached: float = number("priors.unreached")
    """An act for which a hand must have been in a cell, where no hand was seen."""
    reached: float = number("priors.reached")
    """A hand was where an act without a trace needs one, for example at a deck from which a card is drawn."""
    untraced: float = number("priors.untraced")
    """Added to ``reached`` or ``unreached`` for an act that changes a place of loose pieces, if the place
    looks as before."""
    done_partial: float = number("priors.done_partial")
    """Somebody presses *my turn is done* while something is half done: one press in a hundred."""
    done_pending: float = number("priors.done_pending")
    """Somebody presses while hands have yet to clear up what follows: one press in ten."""
    done_other: float = number("priors.done_other")
    """Somebody presses after an act of another seat, on a neighbour's pad or for another player: one press in
    twenty."""
    done_due: float = number("priors.done_due")
    """Somebody presses who still has to act, because a step was forgotten or nothing was done yet: one press
    in twenty."""


USUAL = Priors()


PRIORS = tuple(field.name for field in fields(Priors))
"""Their names."""


def switched_off(name: str) -> Priors:
    """The table with one prior set to zero. Raises ValueError for a name that is not in it."""
    if name not in PRIORS:
        raise ValueError(f"there is no prior {name!r}, only {', '.join(PRIORS)}")
    return replace(USUAL, **{name: 0.0})
