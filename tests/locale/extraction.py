"""Finds every key in the source: what is said, marked, or given to an error or message as its text.

Read from the syntax tree, because Babel's own extraction does not look into f-strings before Python 3.12.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from string import Formatter

ROOT = Path(__file__).parents[2]
ROOMS = ("companion", "vision", "hardware")

PAIRS = ("Message", "Sentence", "JournalError", "HardwareError")
"""Made from a key and a tuple of named facts."""
WORDS = ("say", "SourceError")
"""Called with a key and facts as keyword arguments."""
SAID = ("N_", "_", *PAIRS, *WORDS)
"""Calls whose first argument is a key; ``count`` has two."""


@dataclass(frozen=True, slots=True)
class Key:
    """``forms``: the sentence, or its singular and plural."""

    forms: tuple[str, ...]
    where: str


def keys() -> Iterator[Key]:
    """Every key, in the order of the source."""
    for where, call in _calls():
        forms = tuple(_literal(argument) for argument in call.args[: 2 if _name(call) == "count" else 1])
        if forms and all(forms):
            key = Key(tuple(form for form in forms if form), where)
            if key.forms != ("{move}",):  # nothing in it to translate
                yield key


def literal_facts() -> Iterator[tuple[str, str, frozenset[str]]]:
    """Where facts are given beside a literal key: place, key, names of the facts."""
    for where, call in _calls():
        key = _literal(call.args[0]) if call.args else None
        facts = _facts(call)
        if key is not None and facts is not None:
            yield where, key, facts


def placeholders(text: str) -> frozenset[str]:
    """The names in braces. ValueError: braces that do not match."""
    return frozenset(name for _, name, _, _ in Formatter().parse(text) if name is not None)


@cache
def _calls() -> list[tuple[str, ast.Call]]:
    """The calls that say something, in the order of the source; it takes more than a second to read."""
    calls: list[tuple[str, ast.Call]] = []
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            found = [
                node
                for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
                if isinstance(node, ast.Call) and _name(node) in (*SAID, "count")
            ]
            found.sort(key=lambda node: (node.lineno, node.col_offset))
            calls += [(f"{path.relative_to(ROOT)}:{node.lineno}", node) for node in found]
    return calls


def _name(call: ast.Call) -> str:
    return str(getattr(call.func, "attr", getattr(call.func, "id", "")))


def _literal(node: ast.expr) -> str | None:
    if isinstance(node, ast.Call) and _name(node) == "N_" and node.args:
        node = node.args[0]
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def _facts(call: ast.Call) -> frozenset[str] | None:
    """The names of the facts; None when they cannot be read off the source."""
    name = _name(call)
    if name in PAIRS:
        return _names(call.args[1]) if len(call.args) > 1 else frozenset()
    if name not in (*WORDS, "count") or any(keyword.arg is None for keyword in call.keywords):
        return None
    named = frozenset(keyword.arg for keyword in call.keywords if keyword.arg)
    return named | {"n"} if name == "count" else named


def _names(node: ast.expr) -> frozenset[str] | None:
    """The names in a literal tuple of pairs; None when it is not literal."""
    if not isinstance(node, ast.Tuple):
        return None
    names = set()
    for pair in node.elts:
        if not (isinstance(pair, ast.Tuple) and pair.elts and isinstance(pair.elts[0], ast.Constant)):
            return None
        names.add(str(pair.elts[0].value))
    return frozenset(names)
