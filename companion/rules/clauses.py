"""Clause lists: ``clauses.toml`` of a game, in the order in which broken clauses are told."""

from __future__ import annotations

from companion.rules.contract import Clause, ClauseId, ClauseKind, ClauseSource, NotationError
from companion.rules.toml import read_toml

_KEYS = {"id", "kind", "source", "text"}


def read_clauses(game_id: str, text: str) -> tuple[Clause, ...]:
    """The ``[[clause]]`` tables of a TOML text; ids are written without the game's name.

    Raises NotationError naming the clause.
    """
    try:
        rows = read_toml(text)["clause"]
    except (NotationError, KeyError) as error:
        raise NotationError(f"the clause list of {game_id} cannot be read: {error}") from error
    clauses = tuple(_clause(game_id, row) for row in rows)
    if len({clause.id for clause in clauses}) < len(clauses):
        raise NotationError(f"the clause list of {game_id} uses an id twice")
    return clauses


def _clause(game_id: str, row: dict[str, str]) -> Clause:
    if set(row) != _KEYS:
        raise NotationError(f"clause {row.get('id')!r} of {game_id} needs exactly {', '.join(sorted(_KEYS))}")
    try:
        kind, source = ClauseKind(row["kind"]), ClauseSource(row["source"])
    except ValueError as error:
        raise NotationError(f"clause {row['id']!r} of {game_id}: {error}") from error
    return Clause(ClauseId(f"{game_id}/{row['id']}"), kind, source, row["text"])
