"""A guided first game: the ``lesson.toml`` in a game's folder, a worked example whose steps say something.

``say`` is what people read before a step; ``shown = true``: the program carries it out, else the finger does.
``lay`` is what they read instead at a real table before a camera, where hands carry out every step.
A step that ``breaks`` clauses is tried and refused. A step without ``say`` follows the one before by itself;
one without a move is only read. The rules check every step, so a lesson cannot drift from them.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from companion.rules.contract import ClauseId, RulesError
from companion.rules.examples import ExampleError, begin_example, check_example, run_step
from companion.rules.files import read_text
from companion.rules.match import AnyMatch, Entry, EntryKind, Match
from companion.rules.registry import AnyGame, package_of
from companion.rules.toml import read_toml

FILE = "lesson.toml"


@dataclass(frozen=True, slots=True)
class LessonStep:
    """``entries``: what is done, () to read only. ``breaks``: clauses that refuse it, () for an allowed step.
    ``shown``: whether the program does it. ``lay``: what is said at a real table."""

    say: str
    entries: tuple[Entry, ...] = ()
    breaks: tuple[ClauseId, ...] = ()
    shown: bool = False
    lay: str = ""


@dataclass(frozen=True, slots=True)
class Lesson:
    """``start``: the match before the first step."""

    start: AnyMatch
    steps: tuple[LessonStep, ...]

    @property
    def at_table(self) -> bool:
        """Whether it can be given at a real table."""
        return any(step.lay for step in self.steps)


def has_lesson(game: str) -> bool:
    """Whether a game comes with one."""
    return _file(game).is_file()


@lru_cache(maxsize=8)
def lesson_of(game: str) -> Lesson:
    """The lesson of a game. Raises ExampleError for a file that is none, and for a step that the rules see
    otherwise."""
    data = read_toml(read_text(_file(game)))
    told = [_told(step) for step in data.get("step", ())]
    match = start = begin_example(check_example(data))
    found: list[LessonStep] = []
    for number, ((say, shown, lay), step) in enumerate(zip(told, data["step"], strict=True), 1):
        trial, differences = run_step(match, step)
        for expected, seen in differences:
            raise ExampleError(f"step {number} of the lesson: expected {expected}; found {seen}")
        match = trial.match
        entries, breaks = tuple(_entries(step)), tuple(map(ClauseId, step.get("breaks", ())))
        if say:
            found.append(LessonStep(say, entries, breaks, shown, lay))
        elif found and not breaks and not found[-1].breaks and found[-1].entries:
            before = found[-1]
            found[-1] = replace(before, entries=before.entries + entries)
        else:
            raise ExampleError(f"step {number} of the lesson says nothing and follows nothing")
    return Lesson(start, tuple(found))


def stages_of(lesson: Lesson, game: AnyGame) -> tuple[tuple[AnyMatch, ...], ...]:
    """For each step the match before it and after each of its entries, by the rules of an owner's box. Raises
    RulesError if the lesson cannot be given with that box."""
    start = lesson.start
    position = game.parse_position(start.game.format_position(start.state))
    match: AnyMatch = Match.begin(game, start.setup, position)
    found = []
    for step in lesson.steps:
        stages = [match]
        if step.breaks and not match.why_illegal(step.entries[0]):
            raise RulesError(f"{step.entries[0].text!r} is allowed with this box")
        for entry in () if step.breaks else step.entries:
            stages.append(stages[-1].add(entry))
        match = stages[-1]
        found.append(tuple(stages))
    return tuple(found)


def _file(game: str) -> Path:
    return Path(str(files(package_of(game)))) / FILE


def _told(step: dict[str, Any]) -> tuple[str, bool, str]:
    """What a lesson says beside an example."""
    return str(step.pop("say", "")), bool(step.pop("shown", False)), str(step.pop("lay", ""))


def _entries(step: dict[str, Any]) -> Iterator[Entry]:
    if "move" in step:
        yield Entry(EntryKind.MOVE, seat=step["seat"], text=step["move"])
    elif "outcome" in step:
        yield Entry(EntryKind.CHANCE, text=step["outcome"])
