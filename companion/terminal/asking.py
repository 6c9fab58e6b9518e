"""What people ask in the terminal: ``may [SEAT] MOVE`` or ``may`` alone before they act; ``seal``: how decks
and dice are sealed. The session hears nothing of it."""

from __future__ import annotations

from companion.locale import N_, Texts
from companion.referee import asked
from companion.referee.faults import fault_of_game
from companion.referee.view import TableView
from companion.rules.contract import RulesError
from companion.rules.may import Permission
from companion.rules.registry import AnyGame
from companion.rules.text import brief

MAY, SEAL = "may", "seal"
_NOTHING_SEALED = N_("No deck or die of this table is sealed.")


def answer(line: str, view: TableView, game: AnyGame, texts: Texts) -> tuple[str, ...] | None:
    """The lines that answer what was typed; None if it asks nothing."""
    if line == SEAL:
        told = N_("sealed deck {source}: {commitment}")
        decks = (texts.say(told, source=deck.source, commitment=deck.commitment) for deck in view.decks)
        return tuple(decks) or (texts.say(_NOTHING_SEALED),)
    word, _, rest = line.partition(" ")
    if word != MAY:
        return None
    if not rest:
        return asked.kind_lines(texts, view)
    first, _, move = rest.partition(" ")
    seat, text = (first, move) if first in view.setup.seats and move else ("", rest)
    try:
        found = asked.may(game, view, seat, text)
    except RulesError as error:
        return (texts.say(asked.NO_MOVE, text=brief(text), reason=brief(str(error))),)
    except BaseException as error:  # a game may even want to end the program
        if (fault := fault_of_game(error)) is None:
            raise
        return (texts.message(fault),)
    return _cited(texts, found)


def _cited(texts: Texts, found: Permission) -> tuple[str, ...]:
    """The answer; each clause with its number, as with refusals."""
    said, *clauses = asked.answer_lines(texts, found)
    numbers = (breach.clause for breach in found.breaches)
    return (said, *(f"{number}: {clause}" for number, clause in zip(numbers, clauses, strict=True)))
