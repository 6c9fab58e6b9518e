"""``may`` in the terminal: yes, or the clause; alone, what may be done. In every language."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.locale import LANGUAGES, Texts
from companion.locale.catalogue import translations
from companion.referee.events import OutcomeEntered
from companion.referee.view import DeckView, TableView
from companion.rules.contract import Seat
from companion.rules.registry import find_game, package_of
from companion.rules.text import verb_of
from companion.terminal.asking import answer
from tests.referee.session_table import Table

MARSO = find_game("marso")


@pytest.fixture
def view() -> TableView:
    """South has to lay a card."""
    table = Table()
    table.session.handle(OutcomeEntered("open b1"))
    return table.view


def ask(line: str, view: TableView, language: str = "en") -> tuple[str, ...]:
    said = answer(line, view, MARSO, Texts(language, "marso"))
    assert said is not None
    return said


@pytest.mark.parametrize(
    ("language", "yes", "no"),
    [
        ("en", "Yes, that is allowed", "No, that is not allowed"),
        ("uk", "Так, це дозволено", "Ні, це не дозволено"),
        ("ru", "Да, это разрешено", "Нет, это не разрешено"),
    ],
)
def test_a_move_is_allowed_or_its_clauses_are_told(view: TableView, language: str, yes: str, no: str) -> None:
    (allowed,) = ask("may play ur r", view, language)
    assert allowed.startswith(yes)
    said, *clauses = ask("may step e3", view, language)
    assert said.startswith(no)
    texts = Texts(language, "marso")
    broken = MARSO.why_illegal(view.state, Seat(0), MARSO.parse_move("step e3"))
    assert broken
    assert clauses == [f"{one.clause}: {texts.breach(one)}" for one in broken]


def test_another_seat_can_ask(view: TableView) -> None:
    assert ask("may south play ur r", view)[0].startswith("Yes")
    assert ask("may north play ur r", view)[0].startswith("No, that is not allowed: North")


def test_alone_it_lists_what_may_be_done(view: TableView) -> None:
    kinds = {verb_of(move.text) for move in view.touch}
    assert kinds == {"play", "discard"}
    assert ask("may", view) == ("South: lay a card; discard the whole hand",)
    assert ask("may", Table().view)[0].startswith("Beast cards: ")


@pytest.mark.parametrize("line", ["may fly to the moon", "may x", "may " + "9" * 900, "may step é"])
def test_what_is_no_move_is_said(view: TableView, line: str) -> None:
    (said,) = ask(line, view)
    assert "is no move" in said


@pytest.mark.parametrize("line", ["south play ur r", "maybe", "undo", "1"])
def test_other_lines_ask_nothing(view: TableView, line: str) -> None:
    assert answer(line, view, MARSO, Texts("en", "marso")) is None


@pytest.mark.parametrize("game", ["marso", "arctica", "atlantis", "northwest", "jungle"])
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_of_move_has_plain_words(game: str, language: str) -> None:
    found, words = find_game(game), translations(package_of(game), game, language)
    state = found.initial(found.setup(found.seatings[-1], {}))
    keys = {f"may {verb_of(found.format_move(move))}" for move in found.attempts(state, Seat(0))}
    assert keys
    assert [key for key in sorted(keys) if words.pgettext("term", key) == key] == []


def test_the_seals_are_told_when_they_are_asked_for(view: TableView) -> None:
    sealed = replace(view, decks=(DeckView("beast-card", "10a5fedc", "", 0),))
    assert ask("seal", sealed) == ("sealed deck beast-card: 10a5fedc",)
    assert ask("seal", view) == ("No deck or die of this table is sealed.",)


def test_a_move_of_the_seat_that_is_called_seal_asks_nothing(view: TableView) -> None:
    """In arctica for three the third seat is ``seal``."""
    assert answer("seal move cod f4 g2", view, MARSO, Texts("en", "arctica")) is None
