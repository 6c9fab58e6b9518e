"""Whole games at random, and moves that are not allowed: nothing shown or said holds a notation."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from companion.locale import LANGUAGES, Texts
from companion.referee import sentences
from companion.referee.view import TableView
from companion.rules.contract import Chance, Decide, Seat, ZoneKind
from companion.rules.touch import taps_of
from companion.sound.speech import speech_of
from companion.sound.spoken import Ear, fit_for_ear

from ..screen.house import House
from .test_codes import GAMES, codes_in

SEATS = {"jungle": ("s1", "s2", "s3")}
TRIED = 3
"""Moves that are not allowed, and moves on buttons, that are looked at in each position."""
MOST = 2000
"""Entries of a game that does not end."""


def shown(texts: Texts, house: House, rng: Random) -> Iterator[str]:
    """Every sentence about what has just happened and what may be done now."""
    view, game = house.session_now.view, house.session_now.match.game
    yield sentences.actor(texts, view)
    yield sentences.expected(texts, view)
    yield from map(texts.outcome, view.forecast)
    if view.ruling is not None:
        yield from sentences.ruling_lines(texts, view.ruling, view.tasks)
    for effect in view.to_do:
        yield sentences.effect_line(texts, effect)
    if view.history:
        yield sentences.history_line(texts, view.history[-1])
    for seat in view.seats:
        yield from (line for _, line in sentences.score_lines(texts, seat))
    cells = {str(zone.cell) for zone in game.zones(view.setup)}
    for move in rng.sample(view.touch, min(TRIED, len(view.touch))):
        yield sentences.move(texts, move.seat, move.text)
        for tap in taps_of(game, view.state, move.seat, move.text, cells):
            yield texts.term(tap.phrase)


def refused(texts: Texts, house: House, rng: Random) -> Iterator[str]:
    """Why some moves are not allowed."""
    match = house.session_now.match
    pending = match.game.pending(match.state)
    for seat in pending.seats if isinstance(pending, Decide) else ():
        attempts = list(match.game.attempts(match.state, seat))
        for move in rng.sample(attempts, min(TRIED, len(attempts))):
            for breach in match.game.why_illegal(match.state, seat, move):
                yield texts.breach(breach)


def play_on(house: House, rng: Random) -> bool:
    """One more entry; False once the game is over."""
    match = house.session_now.match
    pending = match.game.pending(match.state)
    if isinstance(pending, Chance):
        outcome = rng.choice([outcome for outcome, _ in match.game.outcomes(match.state)])
        house.play(f"* {match.game.format_outcome(outcome)}")
        return True
    if not isinstance(pending, Decide):
        return False
    seat: Seat = rng.choice(pending.seats)
    move = rng.choice(list(match.game.legal_moves(match.state, seat)))
    house.play(f"{match.setup.seats[seat]} {match.game.format_move(move)}")
    return True


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_nothing_that_is_shown_or_said_holds_a_notation(name: str) -> None:
    rng, house = Random(34), House(name)
    house.begin(SEATS.get(name, 3))
    texts = {language: Texts(language, name) for language in LANGUAGES}
    ears = {language: Ear(name, language) for language in LANGUAGES}
    zones = house.session_now.match.game.zones(house.session_now.view.setup)
    cells = {str(zone.cell) for zone in zones if zone.kind is not ZoneKind.SLOT}
    wrong: dict[str, str] = {}
    heard = played = 0
    before = decided = house.session_now.view
    while played < MOST and play_on(house, rng):
        played += 1
        now: TableView = house.session_now.view
        for language in LANGUAGES:
            entry, sample = now.history[-1].text, Random(played)
            for line in (*shown(texts[language], house, sample), *refused(texts[language], house, sample)):
                if codes_in(line, cells, language):
                    wrong.setdefault(line, entry)
            said = speech_of(before, now, decided, ears[language])
            heard += bool(said)
            if not fit_for_ear(said) or "…" in said or "  " in said or len(said) > 300:
                wrong.setdefault(said, entry)
        before, decided = now, now if isinstance(now.pending, Decide) else decided
    assert played < MOST, "the game does not end"
    assert heard > 20
    assert not wrong, "\n".join(f"{line} <- {entry}" for line, entry in sorted(wrong.items())[:40])
