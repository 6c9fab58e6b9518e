"""Paths in words: where a hunter goes, step by step, as its owner sees it."""

from __future__ import annotations

_STEPS = frozenset("udlr")


def in_words(word: str) -> str:
    """``ddu`` as ``d, d, u``, the letters being terms; "" for what is no path of several steps."""
    return ", ".join(word) if len(word) > 1 and _STEPS.issuperset(word) else ""
