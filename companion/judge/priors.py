"""How likely things are before anybody looks, in nats (natural logarithm of a probability): one table.

Only differences matter. 2.3 nats are a factor of 10, 4.6 of 100, 6.9 of 1000. ``companion watch --without
NAME`` sets one of them to zero, to see what it is worth."""

from __future__ import annotations

from dataclasses import dataclass, fields, replace

from companion.judge.tuning import number


@dataclass(frozen=True, slots=True)
class Priors:
    """The table. What people may have done, then what a camera may show by itself."""

    lawful: float = number("priors.lawful")
    """A lawful act: of two explanations the one with fewer acts is the likelier."""
    at_once: float = number("priors.at_once")
    """On top of that for each act after the first between two views: people mostly take their hands away."""
    roundabout: float = number("priors.roundabout")
    """For each act with a trace beyond those of another explanation that leaves the same on the table: people
    take the short way."""
    silent: float = number("priors.silent")
    """A lawful act that leaves no trace, as passing: it may as well not have happened yet."""
    chance: float = number("priors.chance")
    """An outcome of a die or card that the table shows; its odds come on top."""
    undrawn: float = number("priors.undrawn")
    """On top of that when a machine draws, and has not: people cannot play on, unless in a recording."""
    taken_back: float = number("priors.taken_back")
    """People put back what was played: about once in a hundred acts of learners."""
    unlawful: float = number("priors.unlawful")
    """An unlawful act of the seat that is due: two or three in a game of a thousand acts and rulings."""
    other_seat: float = number("priors.other_seat")
    """On top of that when the seat is not due."""
    other_verb: float = number("priors.other_verb")
    """On top of that when nothing of the kind is to be done now."""
    far_fetched: float = number("priors.far_fetched")
    """On top of that for every clause broken beyond the first: plain mistakes are the likelier ones."""
    standing: float = number("priors.standing")
    """Somebody acts while an unlawful act has not been put right."""
    idle: float = number("priors.idle")
    """A hand comes, changes nothing and goes: most of them come for something."""
    half_done: float = number("priors.half_done")
    """Hands have done an act in two places or more and have yet to do it in others: tiles, one by one."""
    half_fades: float = number("priors.half_fades")
    """On top of that for every second without a hand: who is in the middle of something goes on."""
    put_right: float = number("priors.put_right")
    """Something that lay wrong is put as it should be: people are asked to do just that."""
    strange: float = number("priors.strange")
    """A cell changes into something that no act explains where a hand was: half done, toppled, a cup."""
    unfinished: float = number("priors.unfinished")
    """One more such cell while another one stands: an act that is done piece by piece."""
    otherwise: float = number("priors.otherwise")
    """Something happens that none of the histories tells, whatever changed: once in 1000 views."""
    nudged: float = number("priors.nudged")
    """A piece is shifted in its cell so far that it looks like a change."""
    leans: float = number("priors.leans")
    """A piece put into a neighbouring cell, or taken from it, shows in this one too: 44 of 406 changes in two
    simulated games with boats, 2 of 331 in one with flat pieces."""
    untouched: float = number("priors.untouched")
    """A cell changes though no hand was seen there: light, a shadow, a bump."""
    unreached: float = number("priors.unreached")
    """An act for which a hand must have been in a cell where none was seen."""
    reached: float = number("priors.reached")
    """A hand was where an act without a trace needs one: a card drawn from a deck."""
    untraced: float = number("priors.untraced")
    """On top of ``reached`` or ``unreached``, for an act that changes a place where things lie loosely, if
    the place looks as before. Chosen, as what hides in a crowd."""
    owed: float = number("priors.owed")
    """Hands have not yet done what follows from an act by itself, or act before they have."""
    done_half: float = number("priors.done_half")
    """Somebody says that a turn is done while something is half done: one press in a hundred."""
    done_owed: float = number("priors.done_owed")
    """Somebody says so while hands have yet to clear up what follows: one press in ten."""
    done_other: float = number("priors.done_other")
    """Somebody says so after an act of another seat: a neighbour's pad, or one player presses for another;
    one press in twenty."""
    done_due: float = number("priors.done_due")
    """Somebody says so who still has to act: a step forgotten, or nothing done yet; one press in twenty."""


USUAL = Priors()


PRIORS = tuple(field.name for field in fields(Priors))
"""Their names."""


def switched_off(name: str) -> Priors:
    """The table with one prior counted as nothing. Raises ValueError for a name that is not in it."""
    if name not in PRIORS:
        raise ValueError(f"there is no prior {name!r}, only {', '.join(PRIORS)}")
    return replace(USUAL, **{name: 0.0})
