"""Whole games, recorded and random, compared entry by entry with a second referee (``oracle.py``)."""

from __future__ import annotations

from copy import deepcopy
from pathlib import Path
from random import Random

import pytest

from companion.games.marso import game
from companion.games.marso.state import State
from companion.rules.contract import Over, Seat, apply, resolve
from companion.rules.match import EntryKind, Match, replay_match

from .oracle import CLOCKWISE, COLOURS, COPIES, LINES, WORTH, Table
from .oracle_beasts import TRAP, around

GAMES = 20
"""Random games from the start in one run; the other tests play more, as theirs are shorter."""

FILES = sorted((Path(__file__).parents[2] / "golden" / "marso").glob("*.match"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_a_recorded_game_is_right_by_the_oracle(path: Path) -> None:
    """The oracle plays the file by itself: every entry must be allowed and lead to the same position.

    Only a move played anyway, which no rule describes, is taken over from the program.
    """
    replay = replay_match(path.read_text(encoding="utf-8"), game)
    match = next(replay)
    begin = Table.read(text_of(match))
    if match.start == game.initial(match.setup):
        begin = Table(list(match.setup.seats), target=begin.target, young=begin.young)
    line = [begin]
    for match in replay:
        entry, table = match.entries[-1], deepcopy(line[-1])
        match entry.kind:
            case EntryKind.MOVE:
                assert entry.text in table.legal(entry.seat)
                table.do(entry.seat, entry.text)
                line.append(table)
            case EntryKind.CHANCE:
                assert entry.text in outcomes(table)
                table.happen(entry.text)
                line.append(table)
            case EntryKind.ANYWAY:
                assert entry.text not in table.legal(entry.seat)
                line.append(Table.read(text_of(match)))
            case EntryKind.UNDO:
                del line[-entry.count :]
        assert line[-1].text() == text_of(match)
        check_points(line[-1], match.state)
    over = match.game.pending(match.state)
    assert isinstance(over, Over) == (line[-1].phase == ["over"])
    if isinstance(over, Over):
        assert [match.setup.seats[seat] for seat in over.placing[0]] == line[-1].winners()


def text_of(match: Match[object, object, object]) -> str:
    return match.game.format_position(match.state)


def outcomes(table: Table) -> set[str]:
    if table.phase == ["open"]:
        return table.openable()
    if table.phase != ["scores"]:
        return set()
    left = set(WORTH) - set(table.secret.values())
    return {f"score {seat} {card}" for seat in table.seats if table.secret[seat] == "?" for card in left}


def check_points(table: Table, state: object) -> None:
    assert isinstance(state, State)
    for number, seat in enumerate(table.seats):
        assert sum(line.points for line in game.score(state, Seat(number))) == table.points(seat)


LIKED = {"jump": 4.0, "shift": 2.0, "discard": 0.3, "fly": 0.2}
LIKED_CARDS = {"dart": 3.0, "teleport": 8.0, "jet": 4.0, "still": 0.5}


def weight(text: str) -> float:
    verb, *words = text.split()
    return LIKED_CARDS.get(words[0], 1.0) if verb == "play" else LIKED.get(verb, 1.0)


def play_on(table: Table, chooser: Random, longest: int) -> set[str]:
    """A random game from here: the same moves, positions and points in both; returns what happened."""
    state, seen = game.parse_position(table.text()), set[str]()
    assert not game.faults(state)
    for _ in range(longest):
        chances = outcomes(table)
        if chances:
            assert {game.format_outcome(outcome) for outcome, _ in game.outcomes(state)} == chances
            text = chooser.choice(sorted(chances))
            table.happen(text)
            state = resolve(game, state, game.parse_outcome(text)).state
        elif table.phase == ["over"]:
            seen.add(f"{len(table.winners())} first after game {min(table.game, 2)}")
            break
        else:
            seat = chooser.choice(table.seats) if table.phase[0] == "beasts" else table.phase[1]
            number = Seat(table.seats.index(seat))
            legal = table.legal(seat)
            assert {game.format_move(move) for move in game.legal_moves(state, number)} == legal
            text = chooser.choices(sorted(legal), list(map(weight, sorted(legal))))[0]
            before = deepcopy(table)
            table.do(seat, text)
            seen |= what_happened(before, table, text)
            state = apply(game, state, number, game.parse_move(text)).state
        assert game.format_position(state) == table.text()
        check_points(table, state)
        assert not game.faults(state)
    return seen


def what_happened(before: Table, after: Table, text: str) -> set[str]:
    """What is remarkable about a move, so that a test can prove that it occurred."""
    verb = text.split()[0]
    if verb == "run":
        seen = before.chain(*before.line()).seen
        return {*seen, f"pushes {seen.count('pushes')} in a row"}
    found = {verb}
    gone = [colour for colour in COLOURS if (before.beast[colour] == TRAP) != (after.beast[colour] == TRAP)]
    if gone and verb != "shift" and not before.young:
        found.add("encircled")
    if after.discard.total() < before.discard.total():
        found.add("deck used up")
    if verb == "jump" and after.phase[0] == "shift":
        found.add("jumped onto a beast")
    return found


def some_seats(chooser: Random) -> list[str]:
    """Two to four sides, clockwise from any of them."""
    turned = chooser.randrange(4)
    chosen = set(chooser.sample(CLOCKWISE, chooser.choice((2, 3, 4, 4))))
    return [seat for seat in CLOCKWISE[turned:] + CLOCKWISE[:turned] if seat in chosen]


@pytest.mark.slow
def test_random_games_from_the_start() -> None:
    """Complete games, single and in matches, for two to four, with and without the young variant."""
    seen: set[str] = set()
    for seed in range(GAMES):
        chooser = Random(seed)
        table = Table(some_seats(chooser), target=chooser.choice((0, 1, 9)), young=chooser.random() < 0.4)
        seen |= play_on(table, chooser, 2000)
    assert {"stay", "jump", "sleep", "fly", "dodges", "pushes", "deck used up"} <= seen
    assert {"1 first after game 1", "1 first after game 2"} <= seen


@pytest.mark.slow
def test_random_games_from_crowded_boards() -> None:
    """Figures and tokens close together, so that rings, long chains and blocked tokens are common."""
    seen: set[str] = set()
    for seed in range(8 * GAMES):
        chooser = Random(seed)
        seen |= play_on(ring(chooser) if seed % 3 else crowded(chooser), chooser, 30)
    assert {"encircled", "jumped onto a beast", "discard", "does not enter", "trapped"} <= seen


def test_every_line_of_a_card_on_random_boards() -> None:
    """Where all beasts end, and who gets the point, for lines run on boards full of figures."""
    chooser, seen = Random(1), set[str]()
    for _ in range(60 * GAMES):
        table = crowded(chooser)
        table.open = chooser.choice(list(LINES))
        table.spent.discard(table.open)
        table.phase = ["beasts", str(chooser.randint(1, len(LINES[table.open])))]
        seen |= play_on(table, chooser, 1)
    assert {"afraid", "dodges", "stays between hunters", "does not enter", "trapped"} <= seen
    assert {"pushes 2 in a row", "pushes 3 in a row"} <= seen


def crowded(chooser: Random) -> Table:
    """Hunters, beasts and tokens on few cells round a corner, an edge or the Trap, decks nearly used up."""
    table = Table(some_seats(chooser), young=chooser.random() < 0.15)
    middle = chooser.choice(((0, 0), (0, 3), (3, 2), (5, 6), (3, 3), (4, 4)))
    near = [((middle[0] + x) % 7, (middle[1] + y) % 7) for x in range(-1, 2) for y in range(-1, 3)]
    cells = [cell for cell in near if cell != TRAP]
    tokens = chooser.sample(cells, 4)
    chooser.shuffle(cells)
    table.hunter = {seat: cells.pop() for seat in table.seats}
    table.beast = {colour: cells.pop() for colour in COLOURS}
    table.portal = {cell: chooser.choice(("turquoise", "violet")) for cell in tokens}
    table.spent = set(chooser.sample(list(LINES), chooser.choice((3, 15, 16))))
    played = [
        card for card in ("ur", "ud", "ul", "rd", "rl", "dl", "still", "jet") for _ in range(COPIES[card])
    ]
    for card in chooser.sample(played, chooser.randrange(len(played))):
        table.discard[card] += 1
        table.deck -= 1
    return table


def ring(chooser: Random) -> Table:
    """Three hunters round a beast that stands anywhere, the fourth one step from the open side."""
    table = Table(list(CLOCKWISE[chooser.randrange(4) :] + CLOCKWISE)[:4])
    table.spent = set(chooser.sample(list(LINES), 9))
    cells = [(x, y) for x in range(7) for y in range(7) if TRAP not in ((x, y), *around((x, y)))]
    beast = chooser.choice(cells)
    sides = around(beast)
    chooser.shuffle(sides)
    waiting = [cell for cell in around(sides[0]) if cell not in (beast, TRAP)]
    table.hunter = dict(
        zip(chooser.sample(table.seats, 4), [chooser.choice(waiting), *sides[1:]], strict=True)
    )
    free = [cell for cell in cells if cell not in (beast, *table.hunter.values())]
    others = chooser.sample(free, 3)
    table.beast = dict(zip(chooser.sample(COLOURS, 4), [beast, *others], strict=True))
    return table
