"""The duel in the terminal: what is printed, and what may be typed."""

from __future__ import annotations

import pytest

from companion.locale import Texts
from companion.referee.events import Event, MoveEntered, OutcomeEntered, TotemSaid
from companion.terminal.terminal import Terminal, read_event
from hardware.records import Why
from tests.doubles.duel_table import DUEL, DuelTable, pads, sensors

CLEAR = sensors(pads(s1=420, s2=570, s3=None, s4=None))
CLOSE = sensors(pads(s1=420, s2=430, s3=None, s4=None))


def listening(table: DuelTable, language: str = "en") -> list[str]:
    """Everything that the terminal prints."""
    lines: list[str] = []
    table.session.subscribe(Terminal(Texts(language, "jungle"), lines.append))
    return lines


def told(lines: list[str], part: str) -> bool:
    return any(part in line for line in lines)


def test_a_verdict_is_printed_once_with_bound_clause_and_evidence() -> None:
    table = DuelTable(4, DUEL)
    lines = listening(table)
    table.moves(CLEAR)
    assert sum("Took the totem first, open to appeal: player 1" in line for line in lines) == 1
    assert told(lines, "Earlier by 150 ms ± 116 ms (99 times in 100)")
    assert told(lines, "jungle/verdict.31: ")
    assert told(lines, "player 2: the hand set out 570 ms after the card")
    assert told(lines, "Judged from the sensors.")
    assert told(lines, "Type: PLACE names PLACE, or PLACE appeal.")


@pytest.mark.parametrize(
    ("language", "words"),
    [("uk", "Не розрізнити: гравець 1; гравець 2"), ("ru", "Не различить: игрок 1; игрок 2")],
)
def test_in_the_chosen_language(language: str, words: str) -> None:
    table = DuelTable(4, DUEL)
    lines = listening(table, language)
    table.moves(CLOSE)
    assert told(lines, words)


VOIDED = [
    ("unplugged", "reset", "was unplugged", "від’єднано", "отключили"),
    ("silent", "reset", "stopped answering", "перестала відповідати", "перестала отвечать"),
    ("garbled", "reset", "too disturbed", "завади на лінії", "помех на линии"),
    ("garbled", "lost_events", "too disturbed", "завади на лінії", "помех на линии"),
    ("restarted", "reset", "restarted", "перезапустилася", "перезапустилась"),
    ("version", "reset", "another version", "інша версія", "другая версия"),
    ("several", "reset", "a second totem base", "другу підставку", "вторую подставку"),
    ("closed", "reset", "let go", "від’єдналася", "отключилась"),
    ("", "lost_events", "some of what the base measured", "частину виміряного", "часть измеренного"),
]


@pytest.mark.parametrize("voided", VOIDED, ids=lambda row: " ".join(row[:2]))
@pytest.mark.parametrize("language", ["en", "uk", "ru"])
def test_a_void_grab_says_why(voided: tuple[str, ...], language: str) -> None:
    cause, health, *words = voided
    table = DuelTable(4, DUEL)
    lines = listening(table, language)
    row = {"tier": "T1", "health": {health: 1 if health == "lost_events" else True}}
    table.moves(row | {"reveal": sensors()["reveal"]}, cause=cause)
    void = {"en": "Void: ", "uk": "Не рахується: ", "ru": "Не считается: "}[language]
    word = dict(zip(("en", "uk", "ru"), words, strict=True))[language]
    assert [line for line in lines if void in line and word in line], lines
    assert table.game_lines == []


def test_every_way_to_lose_a_base_has_its_own_sentence() -> None:
    said = set()
    for why in Why:
        table = DuelTable(4, DUEL)
        table.moves({"tier": "T1", "health": {"reset": True}, "reveal": sensors()["reveal"]}, cause=why.value)
        said.add(table.case.headline.key)
    assert len(said) == len(Why)
    assert "Void: the totem's base was lost." not in said  # that is for records that name no cause


def test_a_grab_said_by_people_is_not_called_measured() -> None:
    table = DuelTable(4, DUEL)
    lines = listening(table)
    table.told("grab s1")
    assert told(lines, "Said by you, not measured.")


def test_nothing_printed_tells_a_match() -> None:
    before = DUEL.replace("phase claim", "phase flip").replace("turn s3", "turn s2").replace("star-blue", "")
    printed = []
    for symbol in ("star", "star-spike"):
        table = DuelTable(4, before)
        lines = listening(table)
        table.told(f"flip s2 {symbol}-green")
        printed.append([line.replace("star-spike", "star") for line in lines])
    assert printed[0] == printed[1]


def test_simulated_players_are_named_once() -> None:
    table = DuelTable(4, DUEL)
    lines = listening(table)
    table.has_base(simulated=True)
    table.told("grab s1")
    assert sum("Simulated players and sensors" in line for line in lines) == 1


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("1", TotemSaid(1, "", "holder s1")),
        ("3", TotemSaid(1, "", "again")),
        ("4", None),
        ("s2 names s1", TotemSaid(1, "s2", "names s1")),
        ("s2 appeal", TotemSaid(1, "s2", "appeal")),
        ("what grab", TotemSaid(1, "", "what grab")),
        ("* grab s2", OutcomeEntered("grab s2")),
        ("s1 duel", MoveEntered("s1", "duel")),
        ("nonsense", None),
    ],
)
def test_what_may_be_typed_about_a_movement(line: str, event: Event | None) -> None:
    table = DuelTable(4, DUEL)
    table.moves(CLOSE)
    assert read_event(line, table.view) == event
    assert not isinstance(read_event(line, DuelTable(4, DUEL).view), TotemSaid)
