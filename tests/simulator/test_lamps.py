"""The lamps of the electronic deck: their messages, and people who read them."""

from __future__ import annotations

import json
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance.lamps import COLOURS, lamp_signal
from companion.rules.contract import Lamp
from companion.simulator.habits import Habits
from companion.simulator.lamps import (
    LampBoard,
    LampsError,
    SimulatedLamps,
    colour_seen,
    format_lamps,
    parse_lamps,
)
from companion.simulator.live import LiveTable
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES
from companion.simulator.server import TableServer
from companion.simulator.setting import Setting, setting_of
from hardware.ports import LampSignal
from tests.simulator.tables import marso

LAMPS = st.builds(
    Lamp,
    st.sampled_from(["", "red", "blue", "yellow", "green", "orange", "violet", "white"]),
    st.sampled_from(["steady", "up", "right", "down", "left"]),
    st.booleans(),
)


@given(st.lists(LAMPS, max_size=16).map(tuple))
def test_what_is_sent_is_what_is_read(lamps: tuple[Lamp, ...]) -> None:
    assert parse_lamps(format_lamps(lamps)) == lamps


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.text(max_size=5)
    | st.sampled_from(["colour", "due", "red"]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)


@given(st.binary(max_size=200) | JSON.map(lambda value: json.dumps(value).encode()))
def test_garbage_is_refused_and_nothing_else_happens(text: bytes) -> None:
    with suppress(LampsError):
        assert parse_lamps(format_lamps(parse_lamps(text))) == parse_lamps(text)


@pytest.mark.parametrize(
    "text",
    [
        b"[[]]",
        b'{"colour": "red"}',
        b'[{"colour": "pink", "pattern": "up", "due": true}]',
        b'[{"colour": "red", "pattern": "up", "due": 1}]',
        b'[{"colour": ["red"], "pattern": "up", "due": true}]',
        b'[{"colour": "red", "pattern": "sideways", "due": true}]',
        b'[{"colour": "red", "pattern": "up"}]',
        json.dumps([{"colour": "red", "pattern": "up", "due": True}] * 17).encode(),
        b"[" * 3000,
    ],
)
def test_what_is_no_row_of_lamps_is_refused(text: bytes) -> None:
    with pytest.raises(LampsError):
        parse_lamps(text)


@pytest.mark.parametrize("colour", COLOURS)
@pytest.mark.parametrize("strength", [1.0, 0.4])
def test_people_name_the_light_as_the_app_means_it(colour: str, strength: float) -> None:
    signal = lamp_signal(Lamp(colour))
    weak = LampSignal(signal.red * strength, signal.green * strength, signal.blue * strength, "up", False)
    assert colour_seen(weak) == colour


@pytest.fixture(scope="module")
def setting() -> Setting:
    return marso(2)


def shown(setting: Setting, outcome: str) -> tuple[Lamp, ...]:
    state = setting.game.initial(setting.setup)
    return setting.game.lamps(setting.game.after_chance(state, setting.game.parse_outcome(outcome)).state)


def read(board: LampBoard, setting: Setting) -> Any:
    state = setting.game.initial(setting.setup)
    return board.read(state, [outcome for outcome, _ in setting.game.outcomes(state)])


def test_every_card_is_read_from_its_lamps(setting: Setting) -> None:
    for number in range(1, 17):
        board = LampBoard(setting.game)
        board.show(shown(setting, f"open b{number}"))
        assert setting.game.format_outcome(read(board, setting)) == f"open b{number}"


@pytest.mark.parametrize("kind", ["serpent", "shark", "whale"])
def test_a_roll_is_read_from_the_lamps_of_a_longer_row(kind: str) -> None:
    """Three of four lamps. At the beginning of *Atlantis* there are neither sharks nor whales: a roll from
    which nothing follows is read, too."""
    setting = setting_of("atlantis", 2, {})
    game, begun = setting.game, People(setting, 1, prepared=True).state
    text = game.format_position(begun).replace("phase act", "phase die").replace("moves 3\nplayed no\n", "")
    state, roll = game.parse_position(text), game.parse_outcome(f"die {kind}")
    board = LampBoard(game)
    board.show(tuple(Lamp("white" if each == kind else "") for each in ("serpent", "shark", "whale", "")))
    assert board.read(state, [outcome for outcome, _ in game.outcomes(state)]) == roll


def test_dark_lamps_and_lamps_of_no_card_say_nothing(setting: Setting) -> None:
    board = LampBoard(setting.game)
    assert read(board, setting) is None
    board.show((Lamp(),) * 4)
    assert read(board, setting) is None
    board.show((Lamp("red", "up"), Lamp("red", "up"), Lamp(), Lamp()))
    assert read(board, setting) is None


def test_a_card_that_was_read_is_not_read_again_until_it_was_another_one(setting: Setting) -> None:
    board = LampBoard(setting.game)
    card = shown(setting, "open b1")
    board.show(card)
    assert read(board, setting) is not None
    assert read(board, setting) is None
    board.show((Lamp(card[0].colour, card[0].pattern, due=True), *card[1:]))
    assert read(board, setting) is None, "only the mark of the line that is due moved on"
    board.show((Lamp(),) * 4)
    assert read(board, setting) is None
    board.show(card)
    assert read(board, setting) is not None


def test_lamps_of_a_table_that_is_not_there_say_so() -> None:
    lamps = SimulatedLamps("http://127.0.0.1:9")
    lamps.show([LampSignal(1, 0, 0, "up", False)])
    lamps.close()
    assert lamps.count == 4
    assert lamps.trouble is not None
    assert "simulated table" in str(lamps.trouble)


@pytest.mark.slow
def test_lamps_that_were_lost_are_sent_again_and_the_newest_win() -> None:
    """The table answers nobody, then the lamps of the moment stand on it though none were shown since."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    lamps = SimulatedLamps(f"http://127.0.0.1:{port}", count=1)
    lamps.show([LampSignal(1, 0, 0, "up", False)])
    lamps.show([LampSignal(0, 1, 0, "down", True)])
    assert soon(lambda: lamps.trouble is not None)
    table = TableServer(LiveTable(marso(2), PROFILES["easy"], 1, Habits(), True, 10.0), port)
    threading.Thread(target=table.serve_forever, daemon=True).start()
    try:
        assert soon(lambda: table.table.lamps.lamps == (Lamp("green", "down", True),))
        assert soon(lambda: lamps.trouble is None)
    finally:
        lamps.close()
        table.shutdown()
        table.server_close()


def soon(holds: Callable[[], bool]) -> bool:
    """Whether it holds within some seconds."""
    end = time.monotonic() + 10.0
    while not holds() and time.monotonic() < end:
        time.sleep(0.02)
    return holds()


def test_more_signals_than_lamps_are_an_error() -> None:
    lamps = SimulatedLamps("http://127.0.0.1:9", count=1)
    with pytest.raises(ValueError, match="there are 1 lamps, not 2"):
        lamps.show([LampSignal(1, 0, 0, "up", False)] * 2)
    lamps.close()
