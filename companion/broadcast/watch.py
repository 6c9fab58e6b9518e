"""Builds the message from which a spectators' page shows a table, in every language. Pure.

Each view replaces the message. Like everything that is broadcast, it is built only from the public view and
the public position.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from companion.broadcast import tuning
from companion.broadcast.homeassistant import counters
from companion.broadcast.payloads import Json, head
from companion.broadcast.picture import Said, Tongues, tongues_of
from companion.locale import N_, Message
from companion.referee import sentences
from companion.referee.own import shown_state
from companion.referee.view import CaseView, HistoryLine, Ruling, SeatView, TableView
from companion.rules.contract import Certainty, Look, Over, ScoreLine
from companion.rules.registry import AnyGame

TOLD = tuning.whole("watch.told")
"""The message holds at most so many entries, the newest; the match file has all."""

_AFTER_CARD = N_("{seat}: the hand set out {ms} ms after the card")
_BEFORE_CARD = N_("{seat}: the hand set out {ms} ms before the card")
_BEFORE_LIFT = N_("{seat}: the hand set out {ms} ms before the lift")
_LIFT = N_("The totem was lifted {ms} ms after the card was seen.")
_BLOW = N_("A blow on the table {ms} ms after the lift.")


class MatchFeed:
    """Builds the messages of one match after the other; keeps the texts that it has built. ``names``:
    people's names by seat, if they may be sent."""

    def __init__(self, game: AnyGame, names: Mapping[str, str] | None = None) -> None:
        self.game = game
        self.tongues = Tongues(game.id, names) if names else tongues_of(game.id)
        self._match = ""
        self._lines: dict[HistoryLine, Json] = {}

    def message(self, boot: str, view: TableView, whole: bool = False) -> Json:
        """The whole table as a spectator may know it; ``whole``: with the whole history."""
        if view.match != self._match:
            self._match = view.match
            self._lines.clear()
        said = self.tongues.said
        return (
            head(boot)
            | {
                "match": view.match,
                "entries": view.entries,
                "looks": self._looks(view),
                "turn": said(lambda texts: sentences.actor(texts, view)),
                "expected": said(lambda texts: sentences.expected(texts, view, away=True)),
                "over": isinstance(view.pending, Over),
                "counters": counters(view),
                "ruling": None if view.ruling is None else self._ruling(view.ruling),
                "question": self._question(view),
                "to_do": [
                    {"text": said(lambda texts, e=effect: texts.effect(e)), "cells": list(effect.cells)}  # type: ignore[misc]
                    for effect in view.to_do
                ],
                "scored": said(lambda texts: sentences.scored(texts, view.game)),
                "scores": [self._score(seat) for seat in view.seats],
                "history": [self._line(line) for line in view.history[0 if whole else -TOLD :]],
                "forecast": [self.tongues.term(line) for line in view.forecast],
                "camera": said(lambda texts: texts.say(sentences.CAMERA_STATES.get(view.camera.state, ""))),
                "totem": self._case(view.totem.case) if view.totem is not None and view.totem.case else None,
            }
        )

    def brief(self, boot: str, table: str, view: TableView) -> Json:
        """A short message for a list of many tables. ``points`` are exact fractions as text."""
        names = view.setup.seats
        over = view.pending if isinstance(view.pending, Over) else None
        placing = None if over is None else [[names[seat] for seat in place] for place in over.placing]
        return head(boot) | {
            "table": table,
            "match": view.match,
            "entries": view.entries,
            "game": view.game,
            "title": self.tongues.said(lambda texts: texts.say(self.game.title)),
            "turn": self.tongues.said(lambda texts: sentences.actor(texts, view)),
            "placing": placing,
            "question": None if view.question is None else self._said(view.question.text),
            "seats": [
                {
                    "seat": seat.name,
                    "name": self.tongues.said(lambda texts, s=seat: sentences.capital(texts.seat(s.name))),  # type: ignore[misc]
                    "points": str(seat.points),
                }
                for seat in view.seats
            ],
        }

    def _looks(self, view: TableView) -> dict[str, list[Any]]:
        """For each cell that is not bare: its base, then its pieces from the bottom up."""
        found = self.game.looks(shown_state(self.game, view.state))
        return {cell: _look(look) for cell, look in found.items() if look.base or look.pieces}

    def _ruling(self, found: Ruling) -> Json:
        said = self.tongues.said
        return {
            "number": found.number,
            "kind": found.kind.value,
            "title": said(lambda texts: texts.say(sentences.RULING_TITLES[found.kind])),
            "text": said(lambda texts: "\n".join(sentences.ruling_lines(texts, found))),
            "cells": list(found.cells),
        }

    def _question(self, view: TableView) -> Json | None:
        asked = view.question
        if asked is None:
            return None
        choices = [self._said(choice.label) for choice in asked.choices]
        cells = list(asked.cells)
        return {"number": asked.number, "text": self._said(asked.text), "choices": choices, "cells": cells}

    def _score(self, seat: SeatView) -> Json:
        def text(line: ScoreLine) -> Said:
            return self.tongues.said(lambda texts: sentences.score_line(texts, line))

        lines = [[sentences.amount(line.points), text(line)] for line in seat.lines]
        return {"seat": seat.name, "points": sentences.amount(seat.points), "lines": lines}

    def _line(self, line: HistoryLine) -> Json:
        if line not in self._lines:
            text = self.tongues.said(lambda texts: sentences.history_line(texts, line))
            self._lines[line] = {"number": line.number, "at": line.at, "text": text, "undone": line.undone}
        return self._lines[line]

    def _case(self, case: CaseView) -> Json:
        return {
            "number": case.number,
            "verdict": case.verdict.split()[0] if case.verdict else "",
            "headline": self._said(case.headline),
            "lines": [self._said(one) for one in (*case.bound, *case.evidence, *case.notes)],
            "ways": [self._said(way.label) for way in case.ways],
            "axis": list(self._axis(case)),
        }

    def _axis(self, case: CaseView) -> Iterator[Json]:
        """The time axis of a case. ``ms``: milliseconds since the card; since the lift if no card was
        seen."""
        lift = next((_ms(one) for one in case.evidence if one.key == _LIFT), 0.0)
        for one in case.evidence:
            match one.key:
                case key if key == _AFTER_CARD:
                    at = _ms(one)
                case key if key == _BEFORE_CARD:
                    at = -_ms(one)
                case key if key == _BEFORE_LIFT:
                    at = lift - _ms(one)
                case key if key == _LIFT:
                    at = lift
                case key if key == _BLOW:
                    at = lift + _ms(one)
                case _:
                    continue
            seat = dict(one.facts).get("seat", "")
            yield {"ms": round(at, 1), "seat": seat, "text": self._said(one)}

    def _said(self, message: Message) -> Said:
        return self.tongues.said(lambda texts: texts.message(message))


def _look(look: Look) -> list[Any]:
    covered = ["?"] if look.certainty is Certainty.HIDDEN else []
    return [look.base, *look.pieces, *covered]


def _ms(message: Message) -> float:
    return float(dict(message.facts)["ms"])
