"""A blow on the table after a clean lift: did a hand strike it, did the totem fall, or was it knocked over?

No single cue decides. What people usually do (``[blow]`` of the error budget, base rates and how often each
story leaves each sign, all with their origin) is weighed by Bayes' rule against the signs that were seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from companion.games.jungle.referee.budget import BlowBudget, Budget
from companion.games.jungle.referee.evidence import Base, CameraEvidence


class Story(StrEnum):
    """What may have made the blow."""

    STRUCK = "struck"
    """The totem was taken, and a hand that came too late struck the table."""
    DROPPED = "dropped"
    KNOCKED = "knocked"


CERTAIN: Final = 1.0


def stories(base: Base, camera: CameraEvidence | None, budget: Budget) -> Mapping[Story, float]:
    """The probability of each story; they add to 1. ``camera``: None when it may not be used. ``base`` has a
    lift and a blow after it."""
    weights = {
        story: _rate(story, budget.blow) * _signs(story, base, budget) * _lying(story, camera, budget.blow)
        for story in Story
    }
    whole = sum(weights.values())
    return {story: weight / whole for story, weight in weights.items()}


def _rate(story: Story, blow: BlowBudget) -> float:
    """How often, of all movements of a totem, this one is followed by a blow."""
    return {Story.STRUCK: blow.struck, Story.DROPPED: blow.dropped, Story.KNOCKED: blow.knocked}[story]


def _signs(story: Story, base: Base, budget: Budget) -> float:
    """How likely the story leaves just these signs; a sign that nobody looked for counts nothing."""
    assert base.lift is not None, "stories are told of a lift"
    assert base.impact is not None, "stories are told of a blow"
    blow = budget.blow
    tips, soon, clatters = {
        Story.STRUCK: (blow.struck_tips, blow.struck_soon, blow.struck_clatters),
        Story.DROPPED: (blow.struck_tips, blow.dropped_soon, blow.dropped_clatters),
        Story.KNOCKED: (blow.knocked_tips, blow.knocked_soon, blow.knocked_clatters),
    }[story]
    seen = [
        (base.lean >= blow.lean or base.eased >= blow.eased, tips),
        (base.impact.t - base.lift.t < blow.soon_us, soon),
    ]
    if base.blows is not None:
        seen.append((base.blows > 1, clatters))
    likelihood = CERTAIN
    for sign, share in seen:
        likelihood *= share if sign else CERTAIN - share
    return likelihood


def _lying(story: Story, camera: CameraEvidence | None, blow: BlowBudget) -> float:
    """A totem seen lying was not taken, whoever struck the table; the camera may be grossly wrong."""
    if camera is None or camera.lying is None:
        return CERTAIN
    lies = (CERTAIN - blow.gross_lying) * camera.lying + blow.gross_lying / 2
    return CERTAIN - lies if story is Story.STRUCK else lies
