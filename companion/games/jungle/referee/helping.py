"""What people who know what was done say to the case of a totem."""

from __future__ import annotations

from companion.games.jungle.referee.meaning import AGAIN
from companion.referee.events import OutcomeEntered, TotemSaid
from companion.referee.view import CaseStage, CaseView

_HAPPENED = {"fall": "knocked"}
"""What happened, by the verb of the outcome; else it was taken."""


def said_of(case: CaseView, done: str, told: bool) -> TotemSaid | OutcomeEntered | None:
    """The next thing that they say; None: nothing, or they wait. ``done``: the outcome that tells what was
    done, such as ``grab s1``; ``told``: whether the match tells all cards that were opened before."""
    verb, _, seat = done.partition(" ")
    if case.stage is CaseStage.HELD:
        return TotemSaid(case.number, "", "judge") if told else None
    if case.stage is CaseStage.UNMEASURED:
        return OutcomeEntered(done)
    if case.ask == "what":
        return TotemSaid(case.number, "", f"what {_HAPPENED.get(verb, 'grab')}")
    silent = [voter for voter in case.voters if voter not in dict(case.answers)]
    if case.ask == "who" and seat in case.nameable and silent:
        return TotemSaid(case.number, silent[0], f"names {seat}")
    if case.ways:
        fitting = [way.key for way in case.ways if way.key == done]
        fitting += [way.key for way in case.ways if way.key != AGAIN and way.key.split(" ")[-1] == seat]
        return TotemSaid(case.number, "", fitting[0]) if fitting else OutcomeEntered(done)
    wrong = case.applied and case.applied[-1].split(" ")[-1] != seat
    if wrong and case.may_appeal and seat in case.voters and seat not in case.appeals:
        return TotemSaid(case.number, seat, "appeal")
    return None
