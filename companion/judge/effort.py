"""The bounds of the search for what explains one view."""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.judge.tuning import number, whole


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
BLIND = Effort(
    depth=whole("blind.depth"),
    detour=number("blind.detour"),
    hopeless=number("blind.hopeless"),
    acts=whole("blind.acts"),
    acts_each=whole("blind.acts_each"),
    looks=whole("blind.looks"),
)
"""The bounds after a time in which nobody watched, if something has changed. People may have played until a
machine had to draw. Cards may have come and gone; such an act explains nothing by itself, only together with
the act after it."""
UNCHANGED = replace(WATCHED, looks=whole("unchanged.looks"))
"""The bounds for a view in which nothing has changed: only acts without a trace explain it."""
