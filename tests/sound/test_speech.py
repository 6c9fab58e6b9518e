"""What the voice says: in recorded games of every game and language, and to what goes wrong."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from pathlib import Path

import pytest

from companion.judge.verdicts import Unclear
from companion.locale import LANGUAGES
from companion.locale.catalogue import translations
from companion.referee.events import AnywayAsked, MoveEntered, OutcomeEntered, UndoAsked
from companion.referee.view import TableView
from companion.rules.contract import Breach, CellId, ClauseKind
from companion.rules.match import EntryKind, parse_match
from companion.rules.registry import find_game, package_of
from companion.sound.speech import speech_of, turn_of
from companion.sound.spoken import Ear, fit_for_ear, spoken_of
from tests.doubles.table import move
from tests.locale.test_codes import steps
from tests.screen.house import House
from tests.screen.marso_table import refusal

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES = ("arctica", "atlantis", "jungle", "marso", "northwest")

LONGEST = {"en": 120, "uk": 150, "ru": 150}
"""Letters of a refusal: about eight seconds."""

every_game = pytest.mark.parametrize("game", GAMES)
every_language = pytest.mark.parametrize("language", LANGUAGES)


class Listener:
    """Hears every view of a house's table."""

    def __init__(self, house: House, language: str = "en") -> None:
        self.said: list[str] = []
        self._ear = Ear(house.session_now.view.game, language)
        self._before = self._decided = house.session_now.view
        house.session_now.subscribe(self.hear)

    def hear(self, view: TableView) -> None:
        said = speech_of(self._before, view, self._decided, self._ear)
        self._before = view
        if turn_of(view)[0]:
            self._decided = view
        if said:
            self.said.append(said)


@cache
def recorded(game: str) -> list[dict[str, list[str]]]:
    """What is said, by language, in every recorded game of a game, played again once."""
    return [replayed(game, path) for path in sorted((GOLDEN / game).glob("*.match"))]


def replayed(game: str, path: Path) -> dict[str, list[str]]:
    whole = parse_match(path.read_text(encoding="utf-8"), find_game(game))
    house = House(game)
    house.begin(whole.setup.seats, dict(whole.setup.options))
    if whole.start != house.session_now.match.start:
        house.begin_at(whole.start)
    session = house.session_now
    listeners = {language: Listener(house, language) for language in LANGUAGES}
    for entry in whole.entries:
        if entry.kind is EntryKind.UNDO:
            session.handle(UndoAsked(entry.count))
            continue
        session.handle(MoveEntered(entry.seat, entry.text) if entry.seat else OutcomeEntered(entry.text))
        if entry.kind is EntryKind.ANYWAY and session.view.ruling is not None:
            session.handle(AnywayAsked(session.view.ruling.number))
    return {language: listener.said for language, listener in listeners.items()}


@pytest.mark.soak
@every_game
@every_language
def test_no_notation_is_spoken_in_recorded_games(game: str, language: str) -> None:
    """``make test`` listens to a random game of each: ``tests/locale/test_random_games.py``."""
    heard = [said for languages in recorded(game) for said in languages[language]]
    assert len(heard) > 20
    assert [said for said in heard if not fit_for_ear(said)] == []
    assert [said for said in heard if "…" in said or "  " in said] == []
    assert max(map(len, heard)) < 300


@pytest.mark.parametrize(
    ("text", "fits"),
    [
        ("Player 2 wins the duel.", True),
        ("Гравець 2, ваш хід. Спіймано: Ведмідь.", True),
        ("seal e9^", False),
        ("a1, g1", False),
        ("laid:south", False),
        ("x.x/...", False),
    ],
)
def test_a_notation_is_known_as_such(text: str, fits: bool) -> None:
    assert fit_for_ear(text) is fits


@every_game
@every_language
def test_every_clause_that_can_be_broken_is_said_shortly(game: str, language: str) -> None:
    ear = Ear(game, language)
    for clause in find_game(game).clauses:
        if clause.kind in (ClauseKind.MOVE, ClauseKind.TURN):
            said = ear.refusal(Breach(clause.id, (CellId("e9"),), (("cell", "e9^"),)))
            assert 0 < len(said) <= LONGEST[language], clause.id


@every_game
@pytest.mark.parametrize("language", ["uk", "ru"])
def test_no_figure_is_read_in_a_wrong_case(game: str, language: str) -> None:
    """The voice reads every figure as a nominative: *на шаге один*. All that the worked examples refuse."""
    ear = Ear(game, language)
    broken = {breach.clause for step in steps(game) for breach in step.breaches}
    said = [ear.refusal(Breach(clause)) for clause in sorted(broken)]
    assert len(said) > 10
    assert [sentence for sentence in said if any(map(str.isdigit, sentence))] == []


@every_game
@pytest.mark.parametrize("language", ["uk", "ru"])
def test_the_texts_for_the_ear_are_translated_and_are_of_this_game(game: str, language: str) -> None:
    spoken = spoken_of(game)
    ids = {clause.id.partition("/")[2] for clause in find_game(game).clauses}
    assert {*spoken.refusals, *spoken.effects} <= ids
    keys = {*spoken.refusals.values(), *spoken.effects.values(), *spoken.moves.values()}
    catalogue = translations(package_of(game), "spoken", language)
    po = files(package_of(game)) / "locale" / language / "LC_MESSAGES" / "spoken.po"
    assert po.read_text(encoding="utf-8").count("\nmsgid ") == len(keys) + 1, "none is left over"
    for key in keys:
        said = catalogue.gettext(key)
        assert said != key, key
        assert fit_for_ear(said.format_map(_Words())), said


class _Words(dict[str, str]):
    def __missing__(self, name: str) -> str:
        return "word"


def test_a_refusal_says_who_and_why_and_what_to_do() -> None:
    house = House()
    house.begin(4)
    house.has_camera()
    house.play("* open b1", "south play still", "west play skate rr")
    listener = Listener(house)
    house.sees(refusal(house, "west", "step a1", "a1", "c4"))
    clause = house.session_now.view.ruling
    assert clause is not None
    assert listener.said == [
        f"West, that is not allowed. {Ear('marso', 'en').refusal(clause.breaches[0])} "
        "Please put back what is marked."
    ]
    house.session_now.handle(AnywayAsked(clause.number))
    assert listener.said[1].startswith("Played by agreement.")


def test_a_refusal_by_touch_has_nothing_to_put_back() -> None:
    house = House()
    house.begin(2)
    listener = Listener(house)
    house.session_now.handle(MoveEntered("south", "play still"))
    assert listener.said
    assert "not allowed" in listener.said[0]
    assert "put back" not in listener.said[0]


def test_a_question_is_announced_once_and_never_read_out() -> None:
    house = House()
    house.begin(2)
    house.has_camera()
    house.play("* open b1", "south play still", "north play skate rr")
    listener = Listener(house)
    cells = (CellId("c3"), CellId("c5"))
    unclear = Unclear(((move("north", "step c3"),), (move("north", "step c5"),)), cells)
    house.sees(unclear)
    house.sees(unclear)
    assert listener.said == ["I am not sure what happened. Please tap the answer."]


def test_the_end_names_the_winners() -> None:
    ends = [languages["en"][-1] for languages in recorded("jungle")]
    assert any("The game is over. The winner is player " in end for end in ends)
    assert any("The game is over. Shared victory: " in end for end in ends)


def test_the_sun_disc_is_said_and_a_tile_drawn_in_the_middle_of_a_turn_is_not() -> None:
    heard = recorded("northwest")[0]["en"]
    assert heard[:4] == [
        "Red, your turn.",
        "Red passes. Blue, your turn.",
        "Blue, your turn.",
        "Blue passes.",
    ]
    assert "The sun disc moves on. See what freezes and what thaws. Red, your turn." in heard
