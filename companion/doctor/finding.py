"""What the doctor found about one thing: a state and a sentence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from companion.locale import N_, Message, Texts


class State(StrEnum):
    """How a part is. ``ABSENT``: not there and not needed."""

    GOOD = "good"
    ABSENT = "absent"
    DOUBT = "doubt"
    BROKEN = "broken"


WORDS = {
    State.GOOD: N_("good"),
    State.ABSENT: N_("none"),
    State.DOUBT: N_("look at"),
    State.BROKEN: N_("broken"),
}

PARTS = {
    "camera": N_("Camera"),
    "screen": N_("Screen"),
    "sound": N_("Sounds"),
    "gpio": N_("GPIO"),
    "base": N_("Totem base"),
    "disk": N_("Disk"),
    "journal": N_("Journal"),
    "power": N_("Power and heat"),
    "clock": N_("Clock"),
    "broker": N_("Broker"),
    "secrets": N_("Secrets"),
    "games": N_("Games"),
    "system": N_("System"),
    "versions": N_("Versions"),
}
"""In the order of the report."""


@dataclass(frozen=True, slots=True)
class Finding:
    """``part``: a key of ``PARTS``. ``message``: one sentence, with what to do where it is not good."""

    part: str
    state: State
    message: Message


def finding(part: str, state: State, key: str, **facts: object) -> Finding:
    """Facts are shown as texts."""
    return Finding(part, state, Message(key, tuple((name, str(fact)) for name, fact in facts.items())))


def report(findings: Sequence[Finding], texts: Texts) -> list[str]:
    """Lines for people: each part with its state, one sentence a line."""
    names = {part: texts.say(key) for part, key in PARTS.items()}
    words = {state: texts.say(key) for state, key in WORDS.items()}
    wide, long = max(map(len, names.values())), max(map(len, words.values()))
    return [
        f"{names[found.part]:{wide}}  {words[found.state]:{long}}  {texts.message(found.message)}"
        for found in findings
    ]


def as_json(findings: Sequence[Finding], texts: Texts) -> list[dict[str, object]]:
    """The same for programs: ``part``, ``state``, ``key`` (the English sentence), ``facts``, ``text``."""
    return [
        {
            "part": found.part,
            "state": found.state.value,
            "key": found.message.key,
            "facts": dict(found.message.facts),
            "text": texts.message(found.message),
        }
        for found in findings
    ]
