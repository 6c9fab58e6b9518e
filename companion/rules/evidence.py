"""Evidence examples: TOML files with ``[evidence]`` that show people how a grab is judged.

The judge itself is no part of the rules: whoever runs the examples brings it along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from companion.rules.contract import RulesError

Judge = Callable[[Mapping[str, Any], Mapping[str, Any]], str]
"""From evidence and overrides of the error budget to the text of a verdict: line 1, ``by CLAUSE``, then notes
(``note ...``). Raises ValueError for evidence that is none, RulesError for overrides that are wrong."""

_KEYS = {"title", "clauses", "verdict", "by", "notes", "refused", "budget", "evidence"}


def evidence_fault(data: Mapping[str, Any]) -> str:
    """What is wrong with the content of a file, "" when it is an evidence example."""
    unknown = sorted(set(data) - _KEYS)
    if unknown:
        return f"unknown key {unknown[0]!r}"
    if not isinstance(data["evidence"], dict) or not isinstance(data.get("budget", {}), dict):
        return "evidence and budget must be tables"
    for key in ("clauses", "notes"):
        value = data.get(key, [])
        if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
            return f"{key} must be a list of texts"
    if data.get("refused") is True:
        said = sorted({"verdict", "by", "notes"} & set(data))
        return f"evidence that is refused has no {said[0]}" if said else ""
    if "refused" in data or not all(isinstance(data.get(key), str) for key in ("verdict", "by")):
        return "it needs a verdict and by, or refused = true"
    return ""


def evidence_differences(data: Mapping[str, Any], judge: Judge) -> Iterator[tuple[str, str]]:
    """What the judge says differently: (expected, found)."""
    refused = data.get("refused") is True
    try:
        line, by, *notes = judge(data["evidence"], data.get("budget", {})).split("\n")
    except RulesError:
        raise
    except ValueError as error:
        if not refused:
            yield f"the verdict {data['verdict']!r}", f"no evidence: {error}"
        return
    if refused:
        yield "no evidence", f"the verdict {line!r}"
        return
    expected = (data["verdict"], f"by {data['by']}", [f"note {note}" for note in data.get("notes", [])])
    for one, other in zip(expected, (line, by, notes), strict=True):
        if one != other:
            yield repr(one), repr(other)
