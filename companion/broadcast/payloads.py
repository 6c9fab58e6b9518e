"""Builds the messages: plain JSON values, from a public view and from nothing else. Pure."""

from __future__ import annotations

import json
from typing import Any

from companion.broadcast.outbox import Bulletin
from companion.locale import Message, Texts
from companion.referee.view import CaseView, Choice, HistoryLine, Question, Ruling, TableView, TotemView
from companion.rules.contract import Breach, Chance, Decide, Effect, Over, Pending

SCHEMA = 1
Json = dict[str, Any]


def encode(payload: Json) -> bytes:
    """UTF-8 JSON without blanks."""
    return json.dumps(payload, ensure_ascii=False, separators=(",", ":")).encode()


def head(boot: str) -> Json:
    """The fields with which every message begins."""
    return {"schema": SCHEMA, "boot": boot}


def online(boot: str, table: str, here: bool) -> Json:
    """The message that the table is connected (``here``), or is not: then it is the last will."""
    return head(boot) | {"table": table, "online": here}


def state(boot: str, view: TableView, texts: Texts) -> Json:
    """The whole table as a spectator may know it. Names of cameras and paths of files are left out."""
    return head(boot) | {
        "match": view.match,
        "entries": view.entries,
        "game": view.game,
        "edition": view.edition,
        "seats": list(view.setup.seats),
        "options": dict(view.setup.options),
        "position": view.told,
        "pending": pending(view.pending, view.setup.seats),
        "to_do": [clause(effect, texts) for effect in view.to_do],
        "ruling": None if view.ruling is None else ruling(view.ruling, texts),
        "question": None if view.question is None else question(view.question, texts),
        "decks": [
            {
                "source": d.source,
                "commitment": d.commitment,
                "salt": d.salt,
                "seed": d.seed,
                "drawn": d.drawn,
            }
            for d in view.decks
        ],
        "lamps": [{"colour": lamp.colour, "pattern": lamp.pattern, "due": lamp.due} for lamp in view.lamps],
        "camera": {"state": view.camera.state, "simulated": view.camera.simulated},
        "forecast": list(view.forecast),
        "totem": None if view.totem is None else totem(view.totem, texts),
    }


def score(boot: str, view: TableView, texts: Texts) -> Json:
    """Public points of every seat; points are exact fractions as text (``3``, ``7/2``)."""
    return head(boot) | {
        "match": view.match,
        "entries": view.entries,
        "seats": [
            {
                "seat": seat.name,
                "points": str(seat.points),
                "lines": [
                    {
                        "clause": line.clause,
                        "points": str(line.points),
                        "facts": dict(line.facts),
                        "text": texts.score_line(line),
                    }
                    for line in seat.lines
                ],
            }
            for seat in view.seats
        ],
    }


def event(boot: str, said: Bulletin, lost: int, texts: Texts) -> Json:
    """One entry or ruling with its number in this run of the program."""
    about = {"seq": said.number, "lost": lost, "match": said.match, "entries": said.entries}
    if isinstance(said.news, HistoryLine):
        return head(boot) | about | {"type": "entry", "entry": entry(said.news)}
    return head(boot) | about | {"type": "ruling", "ruling": ruling(said.news, texts)}


def entry(line: HistoryLine) -> Json:
    """One entry of the journal."""
    return {"number": line.number, "at": line.at, "kind": line.kind, "seat": line.seat, "move": line.text}


def ruling(found: Ruling, texts: Texts) -> Json:
    """One finding of the referee with the clauses it cites."""
    return {
        "number": found.number,
        "kind": found.kind,
        "at": found.at,
        "seat": found.seat,
        "move": found.move,
        "breaks": [clause(breach, texts) for breach in found.breaches],
        "cells": list(found.cells),
    }


def question(asked: Question, texts: Texts) -> Json:
    """What the referee is unsure about."""
    return {
        "number": asked.number,
        "question": message(asked.text, texts),
        "choices": [choice(one, texts) for one in asked.choices],
        "cells": list(asked.cells),
    }


def totem(seen: TotemView, texts: Texts) -> Json:
    """The device that measures at the totem, and the movement that the referee is judging."""
    return {
        "tier": seen.tier,
        "simulated": seen.simulated,
        "case": None if seen.case is None else case(seen.case, texts),
    }


def case(open_one: CaseView, texts: Texts) -> Json:
    """One movement of the totem: the finding, its evidence, and the question to the people at the table."""
    return {
        "number": open_one.number,
        "stage": open_one.stage,
        "verdict": open_one.verdict,
        "headline": message(open_one.headline, texts),
        "bound": [message(said, texts) for said in open_one.bound],
        "clause": open_one.clause,
        "evidence": [message(said, texts) for said in open_one.evidence],
        "notes": [message(said, texts) for said in open_one.notes],
        "applied": list(open_one.applied),
        "measured": open_one.measured,
        "ask": open_one.ask,
        "voters": list(open_one.voters),
        "nameable": list(open_one.nameable),
        "answers": dict(open_one.answers),
        "appeals": list(open_one.appeals),
        "may_appeal": open_one.may_appeal,
        "ways": [choice(way, texts) for way in open_one.ways],
    }


def choice(offered: Choice, texts: Texts) -> Json:
    """One answer, and what it says."""
    return {"choice": offered.key, "label": message(offered.label, texts)}


def clause(cited: Breach | Effect, texts: Texts) -> Json:
    """A clause: its id, its cells and facts, and the English sentence."""
    return {
        "clause": cited.clause,
        "cells": list(cited.cells),
        "facts": dict(cited.facts),
        "text": texts.clause(cited.clause, cited.facts),
    }


def message(said: Message, texts: Texts) -> Json:
    """A sentence: its key, its facts, and its English text."""
    return {"key": said.key, "facts": dict(said.facts), "text": texts.message(said)}


def pending(what: Pending, names: tuple[str, ...]) -> Json:
    """Who or what must act now."""
    match what:
        case Decide(seats=seats, phase=phase):
            return {"kind": "decide", "seats": [names[seat] for seat in seats], "phase": phase}
        case Chance(source=source):
            return {"kind": "chance", "source": source}
        case Over(placing=placing, clause=cited):
            return {
                "kind": "over",
                "placing": [[names[seat] for seat in place] for place in placing],
                "clause": cited,
            }
