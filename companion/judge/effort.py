"""How far one view is searched for what explains it."""

from __future__ import annotations

from dataclasses import dataclass

from companion.judge.tuning import number, whole


@dataclass(frozen=True, slots=True)
class Effort:
    """The bounds of one search. All of them are chosen: what is not found within them is asked about.

    ``depth``: acts between two views at most. ``detour``: nats by which acts may make an explanation worse
    before others make it better. ``hopeless``: nats below the best explanation of a history at which another
    one is given up. ``acts``: carried out in thought to explain one view, and ``acts_each`` after one of the
    histories, so that a few that are as likely all get their turn. ``looks``: acts that are looked at."""

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
"""Somebody watched: a card, three steps, the beasts' four lines; a piece on its way, somebody passes."""
BLIND = Effort(
    depth=whole("blind.depth"),
    detour=number("blind.detour"),
    hopeless=number("blind.hopeless"),
    acts=whole("blind.acts"),
    acts_each=whole("blind.acts_each"),
    looks=whole("blind.looks"),
)
"""Nobody watched for a while, and something has changed: people may have played until a machine had to draw.
Cards came and went, which explains nothing until the act after them does."""
