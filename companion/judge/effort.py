"""How far one view is searched for what explains it."""

from __future__ import annotations

from dataclasses import dataclass


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


WATCHED = Effort(depth=8, detour=4.5, hopeless=9.0, acts=3000, acts_each=400, looks=25_000)
"""Somebody watched: a card, three steps, the beasts' four lines; a piece on its way, somebody passes."""
BLIND = Effort(depth=16, detour=40.0, hopeless=200.0, acts=8000, acts_each=6000, looks=150_000)
"""Nobody watched for a while: people may have played until a machine had to draw. Cards came and went, which
explains nothing until the act after them does."""
