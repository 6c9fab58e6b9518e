"""Whole games of simulated people: what lies on the table is what the rules say, hands come and go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence, Set
from itertools import pairwise
from math import hypot

import pytest

from companion.games.marso import DEFAULT
from companion.games.marso.simulator.kit import MarsoSecrets
from companion.rules.contract import CellId, Certainty, Look, OptionValue, Over, Seat, apply
from companion.rules.match import EntryKind, Match, format_match, parse_match
from companion.simulator.hands import HOVER
from companion.simulator.kit import USUAL_MISTAKES, MistakeKind
from companion.simulator.people import LEAST_REST, TOLD_AFTER, People
from companion.simulator.profiles import PROFILES
from companion.simulator.scene import Slide
from companion.simulator.setting import setting_of
from tests.simulator.tables import marso, people

GAMES: list[tuple[int, int, Mapping[str, OptionValue]]] = [
    (2, 1, {}),
    (3, 2, {}),
    (4, 3, {"young": True}),
    (2, 4, {"young": True, "target": 8}),
]
BARE = Look()


def at_rest(players: People) -> bool:
    """Whether everything that the rules want has been carried out."""
    return not players.table.plan(
        {
            cell: look
            for cell, look in (
                (cell, players.game.looks(players.state).get(cell, BARE))
                for cell in players.table.placer.zones
            )
            if look.certainty is not Certainty.HIDDEN
        }
    )


@pytest.mark.parametrize(("seats", "seed", "options"), GAMES)
def test_a_whole_game_is_legal_and_lies_on_the_table_as_the_rules_say(
    seats: int, seed: int, options: Mapping[str, OptionValue]
) -> None:
    players = people(marso(seats, options), seed)
    checked = 0
    entries = 0
    for span in players.play():
        if span.start is None and len(players.match.entries) > entries and at_rest(players):
            entries, checked = len(players.match.entries), checked + 1
    assert isinstance(players.game.pending(players.state), Over)
    assert checked > len(players.match.entries) / 6
    assert at_rest(players)
    replayed = parse_match(format_match(players.match))
    assert replayed.state == players.state
    assert {entry.kind for entry in players.match.entries} == {EntryKind.MOVE, EntryKind.CHANCE}


@pytest.mark.parametrize("seed", range(2))
def test_nothing_appears_or_vanishes(seed: int) -> None:
    """The figures, tokens and the Start card on the table are always those of the box."""
    players = people(marso(3), seed, limit=80)
    for span in players.play():
        seen = Counter(
            piece.name
            for scene in (span.scene(0.5),)
            for piece in (*scene.pieces, *([scene.hand.holding] if scene.hand and scene.hand.holding else []))
        )
        figures = {name: n for name, n in seen.items() if name.split()[0] in ("hunter", "beast", "start")}
        assert figures == dict.fromkeys(
            ["hunter south", "hunter west", "hunter north", "start card"]
            + [f"beast {colour}" for colour in ("red", "blue", "yellow", "green")],
            1,
        )
        assert sum(n for name, n in seen.items() if name.startswith("base ")) == 4


@pytest.mark.parametrize("seed", range(3))
def test_cards_are_real(seed: int) -> None:
    """All 50 hunter cards exist once each at any time, and hands are as large as the rules count them."""
    players = people(marso(2 + seed % 3), seed, limit=120)
    secrets = players.secrets
    assert isinstance(secrets, MarsoSecrets)
    box = Counter({card.name: card.copies for card in DEFAULT.cards if card.copies})
    for span in players.play():
        if span.start is None:
            held = Counter(card for hand in secrets.hands for card in hand)
            assert held + Counter(secrets.deck) + Counter(secrets.pile) + Counter(secrets.laid) == box
            assert [len(hand) for hand in secrets.hands] == [len(hand) for hand in players.state.hands]
            assert len(secrets.deck) == players.state.deck


@pytest.mark.parametrize("seed", range(3))
def test_the_hand_has_left_when_an_entry_counts_and_stays_away_for_a_while(seed: int) -> None:
    """So that a camera can see every position: after each entry at least LEAST_REST without a hand."""
    players = people(marso(2), seed, limit=60, mistakes=(MistakeKind.WRONG_CELL, MistakeKind.TWO_PIECES))
    busy: list[tuple[float, float]] = []
    for span in players.play():
        if span.start is not None:
            busy.append((players.now - span.seconds, players.now))
    times = [entry.at for entry in players.match.entries if entry.at is not None]
    assert times == sorted(times)
    for at in times:
        assert not [b for b in busy if b[0] < at - 1e-3 + LEAST_REST - 1e-2 and b[1] > at + 1e-2]


@pytest.mark.parametrize("seed", range(8))
def test_every_mistake_asked_for_is_made_told_and_put_right(seed: int) -> None:
    kinds = (*USUAL_MISTAKES, MistakeKind.BUMP)
    players = people(marso(2 + seed % 3), seed, mistakes=kinds)
    for _ in players.play():
        pass
    assert sorted(mishap.kind for mishap in players.mishaps) == sorted(kinds)
    match = Match.begin(players.game, players.setting.setup)
    found = []
    for entry in players.match.entries:
        if entry.kind is EntryKind.ANYWAY:
            seat = Seat(players.setting.setup.seats.index(entry.seat))
            move = players.game.parse_move(entry.text)
            assert players.game.why_illegal(match.state, seat, move)
            before = match.state
            found.append(entry.at)
        match = match.add(entry)
        if entry.kind is EntryKind.UNDO:
            assert match.state == before
            assert entry.count == 1
            assert found[-1] is not None
            assert entry.at is not None
            assert entry.at - found[-1] >= TOLD_AFTER
    illegal = [mishap for mishap in players.mishaps if mishap.kind is not MistakeKind.BUMP]
    assert [round(mishap.at, 3) for mishap in illegal] == found


def test_no_mistake_looks_as_if_the_skates_had_been_meant_to_go_another_way() -> None:
    """The card lies face down and nobody saw which way was meant: a step the other way is not to be seen."""
    checked = 0
    for seed in (115, 119, 126):
        players = people(marso(4), seed, mistakes=(MistakeKind.WRONG_CELL,) * 6, limit=60)
        for _ in players.play():
            pass
        game, match = players.game, Match.begin(players.game, players.setting.setup)
        for skates, wrong in pairwise(players.match.entries):
            if skates.text.startswith("play skate") and wrong.kind is EntryKind.ANYWAY:
                seat = Seat(players.setting.setup.seats.index(skates.seat))
                ways = {way * count for way in "udlr" for count in (1, 2)} & {
                    game.format_move(move).removeprefix("play skate ")
                    for move in game.legal_moves(match.state, seat)
                }
                for way in ways:
                    state = apply(game, match.state, seat, game.parse_move(f"play skate {way}")).state
                    steps = [game.format_move(move) for move in game.legal_moves(state, seat)]
                    if len(steps) == 1:
                        second = apply(game, state, seat, game.parse_move(steps[0])).state
                        steps += [game.format_move(move) for move in game.legal_moves(second, seat)]
                    assert wrong.text not in steps
                    checked += 1
            match = match.add(skates)
    assert checked >= 3


def test_a_bump_moves_the_mat_and_nothing_else() -> None:
    players = people(marso(2), 5, mistakes=(MistakeKind.BUMP,), limit=40)
    stills = [span.still for span in players.play()]
    first = next(i for i, still in enumerate(stills) if still.slide != Slide())
    assert stills[first - 1].pieces == stills[first].pieces
    end = stills[-1].slide
    assert 0.12 <= abs(end.dx) <= 0.35
    assert 0.12 <= abs(end.dy) <= 0.35
    assert abs(end.angle) <= 1.8
    assert all(entry.kind is not EntryKind.ANYWAY for entry in players.match.entries)


def test_the_same_seed_is_the_same_match() -> None:
    a, b, c = (people(marso(2), seed, limit=50, mistakes=(MistakeKind.WRONG_BEAST,)) for seed in (3, 3, 4))
    for players in (a, b, c):
        for _ in players.play():
            pass
    assert format_match(a.match) == format_match(b.match)
    assert a.match.entries != c.match.entries


def test_with_an_electronic_deck_the_lamps_show_the_card_and_its_slots_stay_bare() -> None:
    setting = marso(2)
    players = People(setting, 1, people(setting, 1, limit=30).habits, electronic=("beast-card",))
    for span in players.play():
        assert all(not piece.name.startswith("card b") for piece in span.still.pieces)
        if span.start is None and players.state.open:
            card = [(lamp.colour, lamp.pattern) for lamp in span.still.lamps if lamp.colour]
            shown = setting.game.lamps(players.state)
            assert card == [(lamp.colour, lamp.pattern) for lamp in shown if lamp.colour]


def test_people_wait_for_lamps_that_they_can_read() -> None:
    """Without a reading the round does not begin; then it begins with the card that was read."""
    setting = marso(2)
    readings: list[str | None] = [None] * 20 + ["open b7"]

    def read(possible: Sequence[object]) -> object:
        assert len(possible) == 16
        said = readings.pop(0)
        return None if said is None else setting.game.parse_outcome(said)

    players = People(setting, 1, people(setting, 1, limit=1).habits, ("beast-card",), read)
    for _ in players.play():
        pass
    (entry,) = players.match.entries
    assert entry.text == "open b7"
    assert entry.at is not None
    assert entry.at >= 20 * 0.2


def test_a_hand_is_gone_from_the_picture_at_the_time_of_each_entry() -> None:
    setting = marso(2)
    camera = setting.renderer(PROFILES["easy"], 1)
    players = People(setting, 2, people(setting, 2, limit=25, rests=0.5).habits, sees=camera.sees)
    left = [
        (players.now, span.end) for span in players.play() if span.end is not None and span.end.z == HOVER
    ]
    gone = {round(at, 3) for at, hand in left if not camera.sees(hand)}
    moves = {entry.at for entry in players.match.entries if entry.kind is EntryKind.MOVE}
    assert len(moves) > 10
    assert moves <= gone


FAR = 15.0
"""Pitches from the middle of the table: a hand there is in no picture."""
A_MOMENT = 0.3
"""Seconds in which a hand that has left is gone."""


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_what_lies_on_the_table_while_no_hand_is_there_has_been_entered(seed: int) -> None:
    """A hand that does several moves at once leaves the picture with what it takes away: the moves that can
    be seen by then count from then on, not from the hand's last leaving."""
    setting = setting_of("arctica", 2, {})
    players = people(setting, seed, together=1.0, limit=40)
    bare = []
    for span in players.play():
        if span.end is not None and hypot(span.end.x, span.end.y) > FAR:
            bare.append((players.now, lying(players)))
    line = players.match.line
    asked = 0
    for now, table in bare:
        done = sum(played.entry.at is not None and played.entry.at <= now + A_MOMENT for played in line)
        if 0 < done < len(line) and line[done].entry.kind is EntryKind.MOVE:
            touched = {cell for effect in line[done].effects for cell in effect.cells}
            looks = [players.game.looks(played.state) for played in line[done - 1 : done + 1]]
            shown = [shows(table, look, touched) for look in looks]
            assert shown != [False, True], f"{now}: {line[done].entry}"
            asked += 1
    assert asked > 10


def lying(players: People) -> dict[CellId, tuple[str, Counter[str]]]:
    """The base and the pieces that can be seen in each cell."""
    table = players.table
    return {cell: (table.base(cell), Counter(table.labels(cell))) for cell in table.placer.zones}


def shows(table: Mapping[CellId, object], looks: Mapping[CellId, Look], but: Set[CellId]) -> bool:
    """Whether a table looks like a position, where it matters and apart from some cells."""
    told = {cell: looks.get(cell, BARE) for cell in table if cell not in but}
    return all(
        table[cell] == (look.base, Counter(look.pieces))
        for cell, look in told.items()
        if look.certainty is Certainty.SEEN
    )
