"""What people ask before they act, answered from what everybody may know. Pure."""

from __future__ import annotations

from companion.locale import N_, Texts
from companion.referee import sentences
from companion.referee.own import shown_state
from companion.referee.view import TableView
from companion.rules.contract import Decide, Seat
from companion.rules.may import Permission
from companion.rules.registry import AnyGame
from companion.rules.text import verb_of

_YES = N_("Yes, that is allowed: {move}")
_NO = N_("No, that is not allowed: {move}")
NO_MOVE = N_("“{text}” is no move: {reason}.")
"""Said when :func:`may` raises."""


def may(game: AnyGame, view: TableView, seat: str, text: str) -> Permission:
    """Whether a move in its text form is allowed now. ``seat`` "": for anybody who may act. Raises RulesError
    for a text that is no move."""
    state, move, names = shown_state(game, view.state), game.parse_move(text), view.setup.seats
    pending = game.pending(state)
    acting = pending.seats if isinstance(pending, Decide) else tuple(map(Seat, range(len(names))))
    seats = (Seat(names.index(seat)),) if seat else acting
    found = (Permission(names[one], text, game.why_illegal(state, one, move)) for one in seats)
    return min(found, key=lambda asked: len(asked.breaches))


def kinds(view: TableView) -> dict[str, tuple[str, ...]]:
    """For each seat that may act the first words of its legal moves."""
    found: dict[str, dict[str, None]] = {}
    for move in view.touch:
        if move.seat:
            found.setdefault(move.seat, {})[verb_of(move.text)] = None
    return {seat: tuple(verbs) for seat, verbs in found.items()}


def kind_lines(texts: Texts, view: TableView) -> tuple[str, ...]:
    """What may be done now, in plain words: a line for each seat that may act, or what everybody waits
    for."""
    return tuple(
        f"{sentences.capital(texts.seat(seat))}: {'; '.join(map(texts.kind, verbs))}"
        for seat, verbs in kinds(view).items()
    ) or (waited_for(texts, view),)


def waited_for(texts: Texts, view: TableView) -> str:
    """What everybody waits for while nobody may act."""
    return f"{sentences.actor(texts, view)}: {sentences.expected(texts, view)}"


def answer_lines(texts: Texts, asked: Permission) -> tuple[str, ...]:
    """Yes, or no and a sentence for each clause that forbids it."""
    said = texts.say(_NO if asked.breaches else _YES, move=sentences.move(texts, asked.seat, asked.text))
    return (said, *(sentences.capital(texts.breach(breach)) for breach in asked.breaches))
