"""Evidence examples: TOML files with ``[evidence]`` that show people how a grab is judged.

The judge itself is no part of the rules: whoever runs the examples brings it along.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from companion.rules.contract import RulesError
from companion.rules.fields import FieldError, read

Judge = Callable[[Mapping[str, Any], Mapping[str, Any]], str]
"""From evidence and overrides of the error budget to the text of a verdict: line 1, ``by CLAUSE``, then notes
(``note ...``). Raises ValueError for evidence that is none, RulesError for overrides that are wrong."""


@dataclass(frozen=True, slots=True)
class _Example:
    """A file with ``[evidence]``."""

    evidence: Mapping[str, Any]
    title: str = ""
    clauses: tuple[str, ...] = ()
    verdict: str = ""
    by: str = ""
    notes: tuple[str, ...] = ()
    refused: bool = False
    budget: Mapping[str, Any] | None = None


def check_evidence(data: Mapping[str, Any]) -> None:
    """Raises FieldError for what is no evidence example."""
    refused = read(_Example, data).refused
    for key in sorted({"verdict", "by", "notes"} & set(data)) if refused else ():
        raise FieldError(key, "is not said of evidence that is refused")
    if not refused and ("refused" in data or not {"verdict", "by"} <= set(data)):
        raise FieldError("verdict", "has to be there with by, or refused = true")


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
