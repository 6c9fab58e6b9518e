"""What the printed help of a game holds: its pieces with their names, and its clauses. Knows no paper."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

from companion.locale import Texts
from companion.referee.sentences import capital
from companion.rules.clauses import read_clauses
from companion.rules.contract import Clause, ClauseKind, NotationError, RulesError, Setup, Zone, ZoneKind
from companion.rules.drawing import drawing_of, rule_of
from companion.rules.palette import COLOURS
from companion.rules.pieces import PosedPiece
from companion.rules.registry import AnyGame, package_of

_NUMBERS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Depicted:
    """Pieces, or a base, that stand together under one name. ``key``: what their names have in common;
    ``six``: a base of cells with six corners."""

    key: str
    name: str
    pieces: tuple[PosedPiece, ...] = ()
    base: str = ""
    six: bool = False


@dataclass(frozen=True, slots=True)
class Contents:
    """``clauses``: by their kinds, in order; with each what it speaks of."""

    title: str
    setup: Setup
    depicted: tuple[Depicted, ...]
    clauses: Mapping[ClauseKind, tuple[tuple[Clause, tuple[Depicted, ...]], ...]]


def contents_of(game: AnyGame, texts: Texts) -> Contents:
    """The help of a game in a language, for as many players as it takes. Raises RulesError for a game without
    pictures."""
    drawing = _checked(game.id)
    setup = game.setup(game.seatings[-1], {})
    zones = game.zones(setup)
    depicted = (*_bases(drawing, zones, texts), *_pieces(drawing, zones, setup, texts))
    spoken = _patterns(game.id, depicted)
    clauses: dict[ClauseKind, tuple[tuple[Clause, tuple[Depicted, ...]], ...]] = {}
    for kind in ClauseKind:
        of_kind = [clause for clause in told_clauses(game) if clause.kind is kind]
        if of_kind:
            clauses[kind] = tuple(
                (clause, tuple(one for one, pattern in spoken.items() if pattern.search(clause.text)))
                for clause in of_kind
            )
    return Contents(texts.say(game.title), setup, depicted, clauses)


def _checked(game: str) -> Mapping[str, Any]:
    """The game's ``picture.toml``, whose rules are tables."""
    drawing = drawing_of(game)
    if not (drawing.get("piece") and isinstance(drawing["piece"], Mapping)):
        raise RulesError(f"The game {game} has no pictures: its folder holds no picture.toml with pieces.")
    rules = (*drawing["piece"].items(), *dict(drawing.get("base", {})).items())
    for name, rule in rules:
        if not isinstance(rule, Mapping):
            raise NotationError(f"picture.toml of {game}: what stands for {name!r} is no table")
    return drawing


def told_clauses(game: AnyGame) -> tuple[Clause, ...]:
    """The rules that people play by: the clauses of ``clauses.toml``. What a game tells beside them (how a
    movement of its totem is judged) is for the referee. All clauses of a game without that file."""
    place = files(package_of(game.id)).joinpath("clauses.toml")
    if not place.is_file():
        return game.clauses
    known = {clause.id for clause in read_clauses(game.id, place.read_text(encoding="utf-8"))}
    return tuple(clause for clause in game.clauses if clause.id in known)


def _bases(drawing: Mapping[str, Any], zones: Sequence[Zone], texts: Texts) -> Iterable[Depicted]:
    """What may lie under pieces, unless it is a piece itself."""
    kinds: dict[str, ZoneKind] = {}
    for zone in zones:
        for base in filter(None, zone.bases):
            kinds.setdefault(base, zone.kind)
    pieces = {piece for zone in zones for stack in zone.stacks for piece in stack}
    known = {piece.which for piece in pieces} | {piece.kind for piece in pieces}
    for base in sorted(kinds, key=lambda base: _order(drawing, "base", PosedPiece(base))):
        if base not in known and PosedPiece(base).kind not in known:
            name = _name(texts, f"base {base}", base)
            yield Depicted(base, name, base=base, six=kinds[base] is ZoneKind.HEX)


def _pieces(
    drawing: Mapping[str, Any], zones: Sequence[Zone], setup: Setup, texts: Texts
) -> Iterable[Depicted]:
    """All that can ever lie anywhere; what differs only in colour or seat stands together, and so do tiles
    whose picture tells all that their name tells."""
    rules = drawing["piece"]
    groups: dict[str, dict[PosedPiece, None]] = {}
    all_pieces = {piece for zone in zones for stack in zone.stacks for piece in stack}
    told_apart = (*setup.seats, *COLOURS)
    for posed in sorted(all_pieces, key=lambda piece: _order(drawing, "piece", piece, told_apart)):
        piece = posed if posed in rules else PosedPiece(posed.name)
        rule = rule_of(drawing, "piece", piece) or {}
        if "corners" not in rule:
            groups.setdefault(_common(piece, rule, setup.seats), {})[piece] = None
        elif piece.which:
            groups.setdefault(piece.kind, {})[piece] = None
    for key, pieces in groups.items():
        whole = next(iter(pieces)) if len(pieces) == 1 else key
        yield Depicted(key, _name(texts, whole, PosedPiece(key).which), tuple(pieces))


def _common(piece: PosedPiece, rule: Mapping[str, Any], seats: Sequence[str]) -> str:
    """The name of a piece without its seat or colour."""
    first, _, last = piece.rpartition(" ")
    if first and (last in seats or last in COLOURS):
        return first
    symbol, _, colour = piece.rpartition("-")
    return symbol if rule.get("symbol") and colour in COLOURS else str(piece)


def _order(
    drawing: Mapping[str, Any], kind: str, piece: PosedPiece, told_apart: Sequence[str] = ()
) -> tuple[Any, ...]:
    """As the rules of ``picture.toml`` stand; then by name, numbers by their size; then by the seat or colour
    in which pieces of one name are ``told_apart``."""
    rules = list(drawing.get(kind, {}))
    found = next((name for name in (piece, piece.name, piece.kind) if name in rules), None)
    common, _, last = piece.replace("-", " ").rpartition(" ")
    at, common = (told_apart.index(last), common) if last in told_apart else (0, str(piece))
    by_name = [(int(part), "") if part.isdigit() else (0, part) for part in _NUMBERS.split(common)]
    return rules.index(found) if found is not None else len(rules), by_name, at


def _name(texts: Texts, whole: str, rest: str) -> str:
    """How something is called: as a whole, or what is left without its kind; without the article that it has
    in a sentence."""
    said = texts.term(whole)
    if said == whole and rest:
        said = texts.term(rest)
    return capital(said.removeprefix("the "))


def _patterns(game: str, depicted: Iterable[Depicted]) -> Mapping[Depicted, re.Pattern[str]]:
    """By which words the English clauses speak of each; where two have the same word, they mean the first.
    Backs of cards are not spoken of."""
    english, drawing = Texts("en", game), drawing_of(game)
    found: dict[str, Depicted] = {}
    for one in depicted:
        if any((rule_of(drawing, "piece", piece) or {}).get("shape") == "back" for piece in one.pieces):
            continue
        whole, rest = (f"base {one.base}", one.base) if one.base else (one.key, PosedPiece(one.key).which)
        word = _name(english, whole, rest).rpartition(": ")[2].casefold()
        found.setdefault(word, one)
    return {one: re.compile(rf"\b{re.escape(word)}s?\b", re.IGNORECASE) for word, one in found.items()}
