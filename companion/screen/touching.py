"""Entering a move by touch: which touches may come next, and which move they are. Pure.

A choice is a line of taps (``rules.touch``). What may come next is read off the options that begin with the
taps so far. If only one touch is possible it counts as done, except for the last one: nothing is entered
without a finger."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.rules.touch import Tap


@dataclass(frozen=True, slots=True)
class TouchOption:
    """A move of ``seat`` ("": an outcome of chance) in its text form, and its touches."""

    seat: str
    text: str
    taps: tuple[Tap, ...]


@dataclass(frozen=True, slots=True)
class Touching:
    """``options``: all that may be done; ``done``: the touches so far, including those that followed without
    a finger."""

    options: tuple[TouchOption, ...]
    done: tuple[Tap, ...] = ()

    @staticmethod
    def begin(options: Iterable[TouchOption]) -> Touching:
        """The start, before any touch. What several seats may do alike is done by the first of them."""
        found: dict[str, TouchOption] = {}
        for option in options:
            found.setdefault(option.text, option)
        return Touching(tuple(found.values()))._run_on(first=True)

    @property
    def fitting(self) -> tuple[TouchOption, ...]:
        """The options that begin with the touches so far."""
        count = len(self.done)
        return tuple(option for option in self.options if option.taps[:count] == self.done)

    @property
    def next(self) -> tuple[Tap, ...]:
        """What may be touched next, in the order of the options."""
        count = len(self.done)
        return tuple(dict.fromkeys(o.taps[count] for o in self.fitting if len(o.taps) > count))

    @property
    def said(self) -> tuple[TouchOption, ...]:
        """The options that the touches so far say: one, or several that only words can tell apart."""
        return tuple(option for option in self.fitting if len(option.taps) == len(self.done))

    @property
    def chosen(self) -> TouchOption | None:
        """The one option that is said, if no other option begins so."""
        return self.said[0] if len(self.fitting) == 1 and self.said else None

    @property
    def at(self) -> str:
        """The place touched last, "" for none."""
        return next((tap.cell for tap in reversed(self.done) if tap.cell), "")

    def choose(self, tap: Tap) -> Touching:
        """The touches after one more, and all that follow without a finger."""
        return replace(self, done=(*self.done, tap))._run_on(first=False)

    def back(self) -> Touching:
        """Before the last touch that was a choice."""
        start = replace(self, done=())._run_on(first=True)
        earlier = start
        while earlier.done != self.done:
            following = earlier.choose(self.done[len(earlier.done)])
            if len(following.done) >= len(self.done):
                break
            earlier = following
        return earlier

    def ends_here(self, tap: Tap) -> bool:
        """Whether a move is complete with this touch."""
        return self.choose(tap).chosen is not None

    def _run_on(self, first: bool) -> Touching:
        now = self
        while len(now.next) == 1 and not now.said:
            (tap,) = now.next
            last = all(len(option.taps) == len(now.done) + 1 for option in now.fitting)
            if last and (first or tap.cell):
                break
            now = replace(now, done=(*now.done, tap))
        return now
