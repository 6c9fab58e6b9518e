"""What a machine measures that no camera sees: it counts for and against what may have happened, and its
outcomes are left to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.judge.verdicts import Played, Refused, Unclear, Waiting
from companion.rules.match import Entry
from tests.judge.matches import begun, due, watching
from tests.judge.test_flips import BARE_PLACE, watched
from tests.judge.views import CLEARLY, glance, of_act, view
from vision.seeing import Glance
from vision.types import CameraState


@dataclass(frozen=True)
class Device:
    """It has measured acts with these first words; ``against``: what it makes less likely, in nats."""

    verbs: frozenset[str] = frozenset()
    against: tuple[tuple[str, float], ...] = ()

    def nats(self, _before: Any, entries: Sequence[Entry], states: Sequence[Any]) -> float:
        assert len(entries) == len(states)
        return sum(nats for entry in entries for text, nats in self.against if entry.text.startswith(text))


def test_people_are_asked_at_once_about_what_a_machine_waits_for() -> None:
    """A movement of a totem is judged by the card before it. Else people are asked when waiting was dear."""
    match = begun("arctica")
    judge = watching(match)
    seen = of_act(match.game, match.state, due(match), match.game.parse_move("move seal a9 a7"))
    assert seen is not None
    assert isinstance(judge.see(match, glance(seen)), Waiting)
    judge.measure(Device(verbs=frozenset({"grab"})))
    asked = judge.see(match, Glance(1, seen.time + 0.1, CameraState.READY))
    assert isinstance(asked, Unclear)
    assert {entries[-1].text for entries in asked.candidates} == {"move seal a9 a7", "move seal a9 a7^"}
    judge.measure(None)
    assert isinstance(judge.see(match, Glance(2, seen.time + 0.2, CameraState.READY)), Waiting)


def test_what_is_measured_tells_apart_what_looks_the_same() -> None:
    match = begun("arctica")
    judge = watching(match)
    judge.measure(Device(against=(("move seal a9 a7^", -9.0),)))
    seen = of_act(match.game, match.state, due(match), match.game.parse_move("move seal a9 a7"))
    assert seen is not None
    judge.see(match, glance(seen))
    told = [one.entries[-1].text for one in judge.belief.histories if one.entries]
    assert told[0] == "move seal a9 a7"
    judge.measure(Device(against=(("move seal a9 a7", -9.0), ("move seal a9 a7^", 9.0))))
    told = [one.entries[-1].text for one in judge.belief.histories if one.entries]
    assert told[0] == "move seal a9 a7^", "what was measured before counts no more"


def test_outcomes_that_a_machine_tells_are_left_to_it() -> None:
    """Both cards of a duel have gone, so somebody took the totem. The cards before are certain, and told; who
    took it the base will say."""
    match, judge, eyes = watched({"open:s1": "star-red", "open:s2": "star-blue"})
    piles = dict.fromkeys(("open:s1", "open:s2"), CLEARLY)
    judge.measure(Device(verbs=frozenset({"grab", "early", "fall", "tie"})))
    judge.see(match, glance(view(1.0, piles, visited=["closed:s1", "closed:s2"])))
    eyes.truth |= dict.fromkeys(piles, BARE_PLACE)
    verdict = judge.see(match, glance(view(4.0, piles, visited=["closed:s1"])))
    assert isinstance(verdict, Played)
    assert [entry.text for entry in verdict.entries] == ["flip s1 star-red", "flip s2 star-blue"]


def test_a_card_turned_out_of_turn_is_told_though_a_grab_would_make_it_lawful() -> None:
    """s1 begins (jungle/turn.1). After a grab by s2 it would be the turn of s2; but the base felt nothing."""
    match, judge, _ = watched({"open:s2": "star-red"})
    judge.measure(Device(against=tuple((verb, -6.9) for verb in ("grab", "early", "fall", "tie"))))
    judge.see(match, glance(view(1.0, {"open:s2": CLEARLY}, visited=["closed:s2"])))
    verdict = judge.see(match, Glance(1, 8.0, CameraState.READY))
    assert isinstance(verdict, Refused)
    assert verdict.attempts[-1].text == "flip s2 star-red"
    assert [breach.clause for breach in verdict.breaches] == ["jungle/turn.1"]
