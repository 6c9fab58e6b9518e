"""The table as a device of Home Assistant: the discovery message, and the values of its entities. Pure.

Discovery has the device form, which Home Assistant reads since 2024.11: one retained message below
``homeassistant/device/`` names every entity. A second retained message, below the table's own topic and in
the table's language, holds the values of all entities; each entity reads its part of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import version
from typing import Any

from companion.broadcast.payloads import Json, head
from companion.locale import N_, Texts
from companion.referee import sentences
from companion.referee.view import CaseStage, CaseView, SeatView, TableView
from companion.rules.contract import Chance, Decide, Over
from companion.rules.registry import games

PREFIX = "homeassistant"
"""The topic below which Home Assistant looks for discovery messages, if its owner has not changed it."""
LONGEST_STATE = 255
"""Largest number of characters that Home Assistant takes as the state of an entity."""
VERDICTS = (
    "decided", "provisional", "too-close", "two-hands", "false-start", "not-set", "knocked", "dropped",
    "void", "ask",
)  # fmt: skip
"""The first words of a verdict's text, as the judge of grabs writes them."""
COUNTERS = ("round", "sun")
"""Lines of a game's text form that count something: ``round 3``."""

_VALUE = "{{ value_json['%s'].value }}"
_TEXT = "{%% set said = value_json['%s'].value %%}{{ 'unknown' if said is none else said }}"
"""Template of a sensor that shows words. Without it Home Assistant would show the word None for no value."""
_ATTRIBUTES = "{{ value_json['%s'].attributes | tojson }}"
_HERE = "{{ 'online' if value_json.online else 'offline' }}"
_NAMES: Mapping[str, str] = {
    "game": N_("Game"),
    "turn": N_("Turn"),
    "round": N_("Round"),
    "ruling": N_("Latest ruling"),
    "question": N_("Question waiting"),
    "sun": N_("Sun disc"),
    "camera": N_("Camera"),
}
_POINTS = N_("Points: {seat}")
_ICONS: Mapping[str, str] = {
    "game": "mdi:checkerboard",
    "turn": "mdi:account-clock",
    "round": "mdi:counter",
    "ruling": "mdi:gavel",
    "question": "mdi:help-circle",
    "sun": "mdi:white-balance-sunny",
    "camera": "mdi:cctv",
    "score": "mdi:scoreboard",
    "verdict": "mdi:gavel",
}


def node_of(table: str) -> str:
    """The table's name in letters that Home Assistant allows; other letters become their Unicode numbers."""
    plain = "".join(letter if letter.isascii() else f"-{ord(letter):x}-" for letter in table)
    return f"companion_{plain}"


def _slug(name: str) -> str:
    """The name as Home Assistant writes it in the second half of an entity's id."""
    return re.sub("[-_]+", "_", name.lower()).strip("_")


def discovery_topic(table: str) -> str:
    """The topic of the discovery message."""
    return f"{PREFIX}/device/{node_of(table)}/config"


def counters(view: TableView) -> dict[str, int]:
    """The numbers that the game counts, by their word in its text form: ``{"round": 3}``."""
    lines = (line.split() for line in view.told.splitlines())
    return {
        line[0]: int(line[1])
        for line in lines
        if len(line) == 2 and line[0] in COUNTERS and line[1].isdecimal()
    }


# -- discovery -----------------------------------------------------------------------------------------


def discovery(table: str, view: TableView, texts: Texts, commands: bool) -> Json:
    """The discovery message: the device and its entities. An entity of an earlier game that this game does
    not have stands there with its platform only; Home Assistant then removes it."""
    node = node_of(table)
    parts = _entities(table, view, texts) | (_controls(table, texts) if commands else {})
    for key, part in parts.items():
        part["unique_id"] = f"{node}_{key}"
        part["default_entity_id"] = f"{part['platform']}.{_slug(f'{node}_{key}')}"
    retired = {key: {"platform": platform} for key, platform in _ever() if key not in parts}
    return {
        "device": {
            "identifiers": [node],
            "name": texts.say("Game table: {table}", table=table),
            "manufacturer": "Companion",
            "sw_version": _version(),
        },
        "origin": {"name": "Companion", "sw_version": _version()},
        "availability": [{"topic": f"companion/{table}/online", "value_template": _HERE}],
        "state_topic": f"companion/{table}/home",
        "components": parts | retired,
    }


@cache
def _version() -> str:
    """The program's version. It is looked up once, because a look-up takes milliseconds and each view needs
    it."""
    return version("companion")


def _entities(table: str, view: TableView, texts: Texts) -> dict[str, Json]:
    counted = counters(view)
    shown = [key for key in _NAMES if key not in COUNTERS or key in counted]
    parts: dict[str, Json] = {key: _sensor(table, key, key, texts.say(_NAMES[key])) for key in shown}
    parts["question"] |= {"platform": "binary_sensor", "payload_on": "ON", "payload_off": "OFF"}
    parts["question"]["value_template"] = _VALUE % "question"
    parts["camera"]["entity_category"] = "diagnostic"
    for seat in view.setup.seats:
        key, name = f"score-{seat}", texts.say(_POINTS, seat=sentences.capital(texts.term(seat)))
        parts[key] = _sensor(table, key, "score", name) | {
            "state_class": "measurement",
            "value_template": _VALUE % key,
        }
    if view.totem is not None:
        parts["verdict"] = {
            "platform": "event",
            "name": texts.say("Totem verdict"),
            "icon": _ICONS["verdict"],
            "state_topic": f"companion/{table}/verdict",
            "event_types": list(VERDICTS),
        }
    return parts


def _sensor(table: str, key: str, kind: str, name: str) -> Json:
    return {
        "platform": "sensor",
        "name": name,
        "icon": _ICONS[kind],
        "value_template": _TEXT % key,
        "json_attributes_topic": f"companion/{table}/home",
        "json_attributes_template": _ATTRIBUTES % key,
    }


def _controls(table: str, texts: Texts) -> dict[str, Json]:
    topic = f"companion/{table}/command"
    return {
        "undo": {
            "platform": "button",
            "name": texts.say("Take back"),
            "icon": "mdi:undo",
            "command_topic": topic,
            "payload_press": '{"command":"undo","source":"Home Assistant"}',
        },
        "done": {
            "platform": "button",
            "name": texts.say("My turn is done"),
            "icon": "mdi:check",
            "command_topic": topic,
            "payload_press": '{"command":"done","source":"Home Assistant"}',
        },
        "broadcast": {
            "platform": "switch",
            "name": texts.say("Broadcast"),
            "icon": "mdi:broadcast",
            "entity_category": "config",
            "command_topic": topic,
            "payload_on": '{"command":"broadcast","on":true,"source":"Home Assistant"}',
            "payload_off": '{"command":"broadcast","on":false,"source":"Home Assistant"}',
            "state_topic": f"companion/{table}/broadcast",
            "value_template": "{{ 'on' if value_json.on else 'off' }}",
            "state_on": "on",
            "state_off": "off",
        },
    }


def _ever() -> Iterable[tuple[str, str]]:
    """Every entity that a table may have had before, with any of the installed games."""
    yield from ((key, "sensor") for key in COUNTERS)
    yield "verdict", "event"
    yield from (("undo", "button"), ("done", "button"), ("broadcast", "switch"))
    names = {seat: None for game in games().values() for seating in game.seatings for seat in seating}
    yield from ((f"score-{seat}", "sensor") for seat in names)


# -- values of the entities ----------------------------------------------------------------------------


def home(boot: str, view: TableView | None, texts: Texts, seats: Iterable[str] = ()) -> Json:
    """The ``value`` (None: unknown) and ``attributes`` of every entity. Without a view all values are
    unknown, also those of ``seats``."""
    if view is None:
        keys = (*_NAMES, *(f"score-{seat}" for seat in seats))
        return head(boot) | {key: _shown(None) for key in keys}
    counted = counters(view)
    return head(boot) | {
        "game": _shown(texts.say(_title(view)), id=view.game, match=view.match, entries=view.entries),
        "turn": _turn(view, texts),
        "ruling": _ruling(view, texts),
        "question": _question(view, texts),
        "camera": _shown(
            texts.say(sentences.CAMERA_STATES.get(view.camera.state, view.camera.state)),
            state=view.camera.state,
            simulated=view.camera.simulated,
        ),
        **{key: _shown(counted.get(key)) for key in COUNTERS},
        **{f"score-{seat.name}": _score(seat, texts) for seat in view.seats},
    }


def verdict_of(view: TableView) -> CaseView | None:
    """The referee's open case, if it has been judged; else None."""
    case = view.totem.case if view.totem is not None else None
    return case if case is not None and case.stage is CaseStage.JUDGED and case.verdict else None


def verdict(boot: str, case: CaseView, texts: Texts) -> Json:
    """A verdict as an event of Home Assistant."""
    return head(boot) | {
        "event_type": case.verdict.split()[0],
        "number": case.number,
        "text": texts.message(case.headline),
        "details": [texts.message(said) for said in (*case.bound, *case.evidence, *case.notes)],
        "clause": case.clause,
    }


def _shown(value: object, **attributes: Any) -> Json:
    said = (
        value[: LONGEST_STATE - 1] + "…" if isinstance(value, str) and len(value) > LONGEST_STATE else value
    )
    return {"value": said, "attributes": attributes}


def _title(view: TableView) -> str:
    found = games().get(view.game)
    return found.title if found is not None else view.game


def _turn(view: TableView, texts: Texts) -> Json:
    names = view.setup.seats
    match view.pending:
        case Decide(seats=seats, phase=phase):
            facts: Json = {"seats": [names[seat] for seat in seats], "phase": phase}
        case Chance(source=source):
            facts = {"seats": [], "phase": source}
        case Over(placing=placing):
            facts = {"seats": [names[seat] for seat in placing[0]], "phase": "over"}
    return _shown(
        sentences.actor(texts, view),
        **facts,
        over=isinstance(view.pending, Over),
        expected=sentences.expected(texts, view, away=True),
    )


def _ruling(view: TableView, texts: Texts) -> Json:
    found = view.ruling
    if found is None:
        return _shown(None)
    said = ". ".join((texts.say(sentences.RULING_TITLES[found.kind]), *sentences.ruling_lines(texts, found)))
    clauses = [breach.clause for breach in found.breaches]
    return _shown(
        said, kind=found.kind.value, number=found.number, seat=found.seat, clauses=clauses, text=said
    )


def _question(view: TableView, texts: Texts) -> Json:
    asked = view.question
    if asked is None:
        return _shown("OFF")
    choices = [{"choice": one.key, "label": texts.message(one.label)} for one in asked.choices]
    return _shown("ON", number=asked.number, text=texts.message(asked.text), choices=choices)


def _score(seat: SeatView, texts: Texts) -> Json:
    lines = [f"{points}: {text}" for points, text in sentences.score_lines(texts, seat)]
    return _shown(float(seat.points), exact=str(seat.points), lines=lines)
