"""Simulated players: whole games, hidden cards, grabs as a base would record them."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.jungle.referee.budget import default_budget
from companion.games.jungle.referee.verdict import judge_again, verdict
from companion.games.jungle.simulator.grab import GrabMishap, grab
from companion.games.jungle.simulator.players import SimulatedPlayers
from companion.games.jungle.simulator.stacks import Stacks
from companion.games.jungle.state import State
from companion.referee.events import Event, OutcomeEntered, TotemMoved, TotemNamed
from companion.referee.totem_record import read_judged
from companion.rules.contract import Over
from companion.rules.match import format_entry, parse_match
from companion.simulator.kit import Temper
from tests.doubles.duel_table import JUNGLE, DuelTable

SEATS = ("s1", "s2", "s3", "s4")
CARD_US = 5_000_000


def play(table: DuelTable, players: SimulatedPlayers, steps: int) -> int:
    """Let them act, without waiting in real time; how often they acted."""
    for step in range(steps):
        if isinstance(table.view.pending, Over):
            return step
        seconds, events = players.act(table.view)
        table.wait(seconds)
        for event in events:
            table.send(event)
            assert table.view.trouble is None, (event, table.view.trouble)
    return steps


@pytest.mark.parametrize(("seats", "seed"), [(4, 3), (2, 0)])
def test_a_whole_game_is_played_to_its_end(seats: int, seed: int) -> None:
    table = DuelTable(seats)
    play(table, SimulatedPlayers(JUNGLE, Temper(seed=seed, mistakes=6)), 1500)
    assert isinstance(table.view.pending, Over)
    judged = list(read_judged(table.pages.stored))
    assert {row.verdict.split(" ")[0] for row in judged} >= {"provisional", "too-close"}
    assert all(judge_again(row, default_budget()) == row.verdict for row in judged)
    assert JUNGLE.format_position(parse_match(table.file(), JUNGLE).state) == table.view.position


def test_what_really_happened_is_a_match_file_with_every_wrong_ruling_in_it(tmp_path: Path) -> None:
    path = tmp_path / "truth.match"
    table = DuelTable(4)
    players = SimulatedPlayers(JUNGLE, Temper(seed=3, mistakes=6, truth=path))
    play(table, players, 200)
    players(table.view)
    players.close()
    truth = parse_match(path.read_text(encoding="utf-8"), JUNGLE)
    assert JUNGLE.format_position(truth.state) == table.view.position
    ruled = [line.partition(" ")[2] for line in table.pages.stored if line.startswith("@")]
    really = [format_entry(replace(entry, at=None)) for entry in truth.entries]
    at, wrong = 0, []
    for text in ruled:  # the journal, with pairs of a real grab and its undo in between
        while really[at] != text:
            assert really[at + 1] == "undo 1"
            wrong.append(really[at])
            at += 2
        at += 1
    assert really[at:] == []
    assert wrong
    assert all(text.split(" ")[1] in ("grab", "early", "fall") for text in wrong)
    records = {row.number for row in read_judged(table.pages.stored)}
    right = [text for text in ruled if text.split(" ")[1] in ("grab", "early", "fall")]
    assert len(wrong) < len(records) <= len(wrong) + len(right)


def test_at_a_table_too_large_for_pads_they_say_who_took_it() -> None:
    table = DuelTable(12)
    play(table, SimulatedPlayers(JUNGLE, Temper(seed=1)), 120)
    assert not any(line.startswith("# grab") for line in table.pages.stored)
    assert any(line.startswith("* grab") for line in table.game_lines)


def test_the_closed_cards_agree_with_the_position_and_come_in_their_order() -> None:
    table = DuelTable(4)
    stacks = Stacks(Random(5))
    for _ in range(60):
        state: State = table.view.state
        stacks.follow(state)
        if state.phase not in ("flip", "burst"):
            table.told("lapse")
            continue
        place = next(p for p in state.table.clockwise(state.turn) if state.closed[p] and p not in state.shown)
        top = stacks.top(place)
        assert state.unaccounted(top) > 0
        stacks.follow(state)
        assert stacks.top(place) == top
        table.told(f"flip {state.table.places[place]} {state.table.edition.names[top]}")
    flips = sum(line.startswith("* flip") for line in table.game_lines)
    assert flips > 30
    assert sum(map(len, table.view.state.opened)) == flips  # nothing was taken, so all still lie open


@given(st.integers(0, 10_000), st.sampled_from(list(GrabMishap)))
@settings(max_examples=60)
def test_a_recorded_grab_is_evidence_and_names_nobody_wrongly(seed: int, mishap: GrabMishap) -> None:
    """Two hands for it: whatever is decided or provisional names the one who was first, unless the pads
    (which time the start, not the arrival) tell another by less than three spreads of the way."""
    found = grab(Random(seed), SEATS, ("s1", "s2"), CARD_US, mishap)
    row = {"claim": "duel", "seats": list(SEATS), "entitled": ["s1", "s2"], **found.sensors}
    line = verdict(row, default_budget()).splitlines()[0].split(" ")
    if mishap is GrabMishap.RESET:
        assert line == ["void", "reset"]
    elif mishap in (GrabMishap.KNOCKED, GrabMishap.DROPPED):
        assert line[0] in ("knocked", "dropped", "ask")
    elif mishap is GrabMishap.EARLY:
        assert line[:2] == ["false-start", found.first] or line[0] in ("false-start", "ask")
    elif line[0] == "provisional" and line[1] != found.first:
        assert line[2] != "-"
        assert int(line[2]) < 3 * int(line[3])


def test_they_sit_down_send_and_leave() -> None:
    """The real thread: a base is named, a card is opened, and close ends it."""
    table = DuelTable(4)
    players = SimulatedPlayers(JUNGLE, Temper(pace=10.0))
    sent: list[Event] = []
    opened = threading.Event()

    def send(event: Event) -> None:
        sent.append(event)
        if isinstance(event, OutcomeEntered | TotemMoved):
            opened.set()

    players.start(send)
    players(table.view)
    assert opened.wait(10)
    players.close()
    players.close()
    assert sent[0] == TotemNamed("simulated base", "T1", True)
    assert isinstance(sent[1], OutcomeEntered)
    assert sent[1].text.startswith("flip s1 ")
