"""Texts: keys and facts to sentences, words of a game, plural forms, what happens without a translation."""

from __future__ import annotations

from fractions import Fraction

import pytest

from companion.locale import LANGUAGES, LanguageError, Message, Texts
from companion.referee.sentences import amount, moment
from companion.rules.contract import Breach, ClauseId, Effect, ScoreLine
from companion.rules.registry import UnknownGameError, find_game


def test_english_is_the_key_itself() -> None:
    assert Texts("en").say("Camera: {camera}", camera="usb:0") == "Camera: usb:0"


def test_half_a_point_has_the_comma_of_the_language() -> None:
    half = Fraction(23, 2)
    assert [amount(half, language) for language in ("en", "uk", "ru")] == ["11.5", "11,5", "11,5"]
    assert amount(Fraction(1, 3), "uk") == "1/3"
    assert amount(Fraction(1000), "uk") == "1000"


def test_a_date_has_the_order_of_the_language() -> None:
    said = [moment("2026-11-26 14:05", language) for language in ("en", "uk", "ru")]
    assert said == ["2026-11-26 14:05", "26.11.2026, 14:05", "26.11.2026, 14:05"]
    assert moment("?", "uk") == "?"


@pytest.mark.parametrize(("language", "expected"), [("uk", "Назад"), ("ru", "Назад"), ("en", "Back")])
def test_a_sentence_of_each_language(language: str, expected: str) -> None:
    assert Texts(language).say("Back") == expected


@pytest.mark.parametrize(
    ("language", "forms"),
    [
        ("en", {1: "1 card drawn so far", 2: "2 cards drawn so far", 5: "5 cards drawn so far"}),
        ("uk", {1: "Відкрито 1 карту", 2: "Відкрито 2 карти", 5: "Відкрито 5 карт", 21: "Відкрито 21 карту"}),
        ("ru", {1: "Открыта 1 карта", 3: "Открыто 3 карты", 11: "Открыто 11 карт", 22: "Открыто 22 карты"}),
    ],
)
def test_plural_forms(language: str, forms: dict[int, str]) -> None:
    texts = Texts(language)
    said = {n: texts.count("{n} card drawn so far", "{n} cards drawn so far", n) for n in forms}
    assert said == forms


def test_facts_of_a_message_are_words_of_the_game() -> None:
    message = Message("{seat}: {move}", (("seat", "south"), ("move", "d4")))
    assert Texts("en").message(message) == "south: d4"
    ukrainian = Texts("uk", "marso")
    assert ukrainian.message(message) == f"{ukrainian.term('south')}: d4"
    assert ukrainian.term("south") != "south"


def test_a_sentence_as_a_fact_is_not_translated_word_by_word() -> None:
    texts = Texts("uk", "marso")
    reason = "no colour red stands anywhere"
    assert texts.term(reason) == reason


def test_a_compound_cell_is_translated_part_by_part() -> None:
    texts = Texts("uk", "marso")
    assert texts.term("trap:south") == f"{texts.term('trap')} {texts.term('south')}"


def test_the_longest_known_part_of_a_phrase_is_one_word() -> None:
    texts = Texts("uk", "marso")
    assert texts.term("run red trap") != f"{texts.term('run')} {texts.term('red')} {texts.term('trap')}"
    assert texts.term("card ur turned") == f"{texts.term('card ur')} {texts.term('turned')}"
    assert texts.term("run red b7; stay") == f"{texts.term('run red')} b7; {texts.term('stay')}"


def test_who_does_what_is_translated_part_by_part() -> None:
    texts = Texts("uk", "marso")
    said = texts.term("south: play jet; north: step d4")
    assert said == "; ".join(
        f"{texts.term(who)}: {texts.term(what)}"
        for who, what in (("south", "play jet"), ("north", "step d4"))
    )


def test_facts_without_a_place_in_the_sentence_follow_in_brackets() -> None:
    texts = Texts("uk", "marso")
    bare = texts.clause(ClauseId("marso/score.1"))
    line = ScoreLine(ClauseId("marso/score.1"), Fraction(3), (("beast", "red"), ("cell", "d4")))
    assert texts.score_line(line) == f"{bare} (червоний, d4)"


def test_a_missing_fact_shows_as_a_gap() -> None:
    assert Texts("en").message(Message("Camera: {camera}")) == "Camera: …"


def test_clauses_breaches_effects_and_points() -> None:
    game = find_game("marso")
    for language in LANGUAGES:
        texts = Texts(language, "marso")
        for clause in game.clauses:
            assert texts.clause(clause.id) == texts.clause(clause)
            assert texts.breach(Breach(clause.id)) == texts.effect(Effect(clause.id)) == texts.clause(clause)
            assert texts.score_line(ScoreLine(clause.id, Fraction(1))) == texts.clause(clause)
            assert (texts.clause(clause) == clause.text) == (language == "en"), clause.id


def test_an_unknown_language_says_which_there_are() -> None:
    with pytest.raises(LanguageError, match="choose one of en, uk, ru"):
        Texts("xx")


def test_an_unknown_game() -> None:
    with pytest.raises(UnknownGameError):
        Texts("en", "tiddlywinks")


def test_seats_are_called_by_the_names_of_their_people_where_seats_are_meant() -> None:
    texts = Texts("uk", "jungle", {"s1": "Анна", "s10": "Іван"})
    assert texts.seat("s1; s10; s2") == "Анна; Іван; гравець 2"
    assert texts.outcome("flip s1") == "Анна відкриває"
    assert texts.outcome("flip s10") == "Іван відкриває"
    assert texts.outcome("flip s2") == Texts("uk", "jungle").outcome("flip s2") == "гравець 2 відкриває"
    assert texts.message(Message("{seat} appeals.", (("seat", "s1"),))) == "Анна оскаржує рішення."
    assert texts.term("s1") == "гравець 1", "a word of the game stays one"


def test_a_colour_is_a_piece_and_a_name_is_put_in_as_it_is() -> None:
    texts = Texts("en", "atlantis", {"red": "Anna"})
    assert texts.seat("red") == "Anna"
    assert texts.outcome("treasure red 1") == Texts("en", "atlantis").term("treasure red 1")
    assert Texts("en", "jungle", {"s1": r"A\1 {x}"}).outcome("flip s1").startswith(r"A\1 {x}")


@pytest.mark.parametrize(
    ("game", "code", "ukrainian", "russian"),
    [
        ("arctica", "displace bear f8 e9", "відсунути Ведмедя з f8 на e9", "отодвинуть Медведя с f8 на e9"),
        ("arctica", "move orca e1 e4", "Косатка пливе з e1 на e4", "Косатка плывёт с e1 на e4"),
        (
            "arctica",
            "attack bear f8 eskimo f8",
            "Ведмідь нападає з f8 на Ескімоса, що на f8",
            "Медведь нападает с f8 на Эскимоса на f8",
        ),
        ("atlantis", "lay d6 mountain", "покласти гору на d6", "положить гору на d6"),
        (
            "atlantis",
            "move red tile i6 sea i7",
            "червоний мандрівник переміщується з тайла i6 у воду на i7",
            "красный путешественник перемещается с тайла i6 в воду на i7",
        ),
        (
            "atlantis",
            "move blue boat b1 safe nw",
            "синій мандрівник переміщується із човна на b1 на північно-західний безпечний острів",
            "синий путешественник перемещается из лодки на b1 на северо-западный безопасный остров",
        ),
        ("arctica", "play yellow3", "картка льоду «жовта 3»", "карточка льда «жёлтая 3»"),
        ("marso", "fly trap", "політ у Пастку", "полёт в Ловушку"),
        (
            "jungle",
            "tie s1 s2",
            "не розрізнити: гравець 1 і гравець 2",
            "не различить: игрок 1 и игрок 2",
        ),
        (
            "jungle",
            "give pot s10 2",
            "карти з-під тотема отримує гравець 10, карт: 2",
            "карты из-под тотема получает игрок 10, карт: 2",
        ),
        (
            "marso",
            "discard teleport teleport jet",
            "скинути всі картки: «Телепорт», «Телепорт», «Реактивний ранець»",
            "сбросить все карты: «Телепорт», «Телепорт», «Реактивный ранец»",
        ),
        (
            "northwest",
            "place ship c1 ../xx",
            "корабель викладає плитку на c1 (мала; суша: південний захід, південний схід)",
            "корабль выкладывает плитку на c1 (малая; суша: юго-запад, юго-восток)",
        ),
    ],
)
def test_a_move_is_a_sentence(game: str, code: str, ukrainian: str, russian: str) -> None:
    assert Texts("uk", game).term(code) == ukrainian
    assert Texts("ru", game).term(code) == russian


@pytest.mark.parametrize(
    ("game", "code", "ukrainian", "russian"),
    [
        ("arctica", "has:bear:cod", "здобуток (Ведмідь): Тріска", "добытое (Медведь): Треска"),
        ("arctica", "has:supply:seal", "у запасі: Тюлень", "в запасе: Тюлень"),
        ("atlantis", "hand:red", "тайли в руці (червоний)", "тайлы в руке (красный)"),
        ("northwest", "red:tokens", "жетони (червоний)", "жетоны (красный)"),
        ("northwest", "blue:sled:rest", "на відпочинку на санях (синій)", "на отдыхе на санях (синий)"),
    ],
)
def test_a_place_beside_the_board_has_a_name(game: str, code: str, ukrainian: str, russian: str) -> None:
    assert Texts("uk", game).term(code) == ukrainian
    assert Texts("ru", game).term(code) == russian


def test_the_gaps_of_a_sentence_are_words_of_the_game() -> None:
    texts = Texts("uk", "arctica")
    assert texts.term("move bear e8^ f8") == "Ведмідь рухається з e8 (на льоду) на f8"
    assert texts.term("move bear e8^ f8; end") == "Ведмідь рухається з e8 (на льоду) на f8; кінець ходу"
    assert texts.term("bear: melt f2") == "Ведмідь: лід на f2 тане"
    assert Texts("uk", "jungle").term("grab s1").endswith("хапає тотем"), "s1 is no number"
