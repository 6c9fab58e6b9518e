"""Numbers on the command line: however long or odd they are, one short sentence says what is wanted."""

from __future__ import annotations

import math
import re
from typing import Any

import click

from companion.rules.text import number_in

MOST = 10**9 - 1
_REAL = re.compile(r"[+-]?(\d{1,20}\.?\d{0,20}|\.\d{1,20})([eE][+-]?\d{1,3})?", re.ASCII)
_SHOWN = 20


class WholeNumber(click.ParamType[int, Any]):
    """A whole number from ``least`` to ``most``."""

    name = "whole number"

    def __init__(self, least: int = 0, most: int = MOST) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        said = str(value)
        number = number_in(said.removeprefix("-"))
        if number is not None and said.startswith("-"):
            number = -number
        if number is None or not self.least <= number <= self.most:
            self.fail(f"{_short(said)!r} is not a whole number from {self.least} to {self.most}.", param, ctx)
        return number


class Real(click.ParamType[float, Any]):
    """A number from ``least`` to ``most``; ``words`` say some of them."""

    name = "number"

    def __init__(self, least: float, most: float, words: dict[str, float] | None = None) -> None:
        self.least, self.most, self.words = least, most, words or {}

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        said = str(value)
        if said in self.words:
            return self.words[said]
        number = float(said) if _REAL.fullmatch(said) else math.nan
        if not self.least <= number <= self.most:
            known = f", or one of {', '.join(self.words)}" if self.words else ""
            sentence = f"{_short(said)!r} is not a number from {self.least:g} to {self.most:g}{known}."
            self.fail(sentence, param, ctx)
        return number


def _short(said: str) -> str:
    return said if len(said) <= _SHOWN else f"{said[:_SHOWN]}..."
