"""Moves to cells that the board does not have.

Where the line is, the specifications say. *northwest*: the grammar knows words, not the board. *marso* (an
owner's board may be larger: letters and numbers go on) and *atlantis* are read so too: a letter and a number
are a cell; clauses such as "a step leads to a neighbour cell" or "a land tile of the island" are what a
move off the board breaks. *arctica* draws it at the board: a word that names no cell of the edition is an
error of notation. *jungle* has no cells; it reads every place of every table, and giving cards to one that
does not play breaks ``take.5``. Positions and outcomes name cells of the board everywhere.
"""

from __future__ import annotations

from random import Random

import pytest

from companion.rules.contract import (
    Chance,
    Decide,
    IllegalMoveError,
    NotationError,
    RulesError,
    Seat,
    apply,
    resolve,
)
from companion.rules.registry import AnyGame, find_game, games

NOWHERE = ("z9", "a30", "a4")
"""Well-formed; the first two are on no board of these games, the last one is not on that of *arctica*."""


def position(game: AnyGame, phase: str, *more: str) -> str:
    """A position of *marso* or *atlantis* in this phase."""
    text: str = game.format_position(game.initial(game.setup(2, {})))
    lines = [line for line in text.splitlines() if not line.startswith("phase ")]
    return "\n".join([lines[0], f"phase {phase}", *more, *lines[1:]])


MARSO = [
    ("walk south r", "step {}", ["walk.1", "walk.2"]),
    ("fly south", "fly {}", ["jet.1"]),
    ("teleport south", "jump {}", ["teleport.2"]),
    ("portal south", "jump {}", ["portal.2"]),
    ("card south", "jump {}", ["turn.5", "portal.1", "portal.2"]),
    ("card south", "step {}", ["turn.5"]),
    ("shift south red -", "shift red {}", ["shift.2"]),
    ("shift south red -", "shift blue {}", ["shift.1", "shift.2"]),
    ("beasts 1", "run red {}", ["beasts.1", "beasts.4"]),
    ("beasts 2", "run red {}", ["turn.4"]),
]


@pytest.mark.parametrize("where", ["z9", "h1", "a8", "g30"])
@pytest.mark.parametrize(("phase", "move", "clauses"), MARSO)
def test_marso(phase: str, move: str, clauses: list[str], where: str) -> None:
    game = find_game("marso")
    text = position(game, phase, "open b1")
    if phase.startswith("beasts"):
        text = text.replace("beast red a7", "beast red g6")
    state = game.parse_position(text)
    seat, attempt = Seat(0), game.parse_move(move.format(where))
    assert game.format_move(attempt) == move.format(where)
    breaches = game.why_illegal(state, seat, attempt)
    assert [breach.clause for breach in breaches] == [f"marso/{clause}" for clause in clauses]
    assert not any(where in breach.cells for breach in breaches)
    check_refused(game, state, seat, attempt)


ACT = (
    "turn red\nmoves 3\nplayed no\ntile e4 beach red 1\ntile e5 mountain\n"
    "boat d3 red 1\nsea c4 red 1\nshark g6 1"
)
LEFT = "boats red 2\nboats blue 2"
ATLANTIS = [
    ("place\nturn red\nreserve red 10\nreserve blue 10\n" + LEFT, "place red {}", ["place.4"]),
    ("launch\nturn red\ntile e4 beach\n" + LEFT, "launch {}", ["launch.2"]),
    (f"act\n{ACT}", "move red tile e4 tile {}", ["dry.1"]),
    (f"act\n{ACT}", "move red tile e4 boat {}", ["dry.2"]),
    (f"act\n{ACT}", "move red boat d3 boat {}", ["dry.3"]),
    (f"act\n{ACT}", "move red tile e4 sea {}", ["wet.1"]),
    (f"act\n{ACT}", "move red boat d3 sea {}", ["wet.3"]),
    (f"act\n{ACT}", "move red sea c4 sea {}", ["wet.5"]),
    (f"act\n{ACT}", "move red sea c4 boat {}", ["wet.6"]),
    (f"act\n{ACT}", "move red sea c4 tile {}", ["dry.6"]),
    (f"act\n{ACT}", "move red boat {} safe nw", ["piece.1", "safe.1"]),
    (f"act\n{ACT}", "move red sea {} sea c5", ["piece.1", "wet.5"]),
    (f"act\n{ACT}", "sail d3 {}", ["boat.1"]),
    (f"act\n{ACT}", "sail {} d3", ["piece.1", "boat.1", "boat.3"]),
    (f"act\n{ACT}", "take {}", ["take.2"]),
    (f"act\n{ACT}\nhand red beach ? 1", "play dolphin beach red c4 {}", ["dolphin.2"]),
    (f"act\n{ACT}\nhand red beach ? 1", "play wind beach d3 {}", ["wind.2"]),
    (f"act\n{ACT}\nhand red beach ? 1", "play move-shark beach g6 {}", ["lure.1"]),
    (f"act\n{ACT}\nhand red beach ? 1", "play move-shark beach {} c5", ["piece.1"]),
    ("creature\nturn red\ndie shark\nshark g6 1", "creature shark g6 {}", ["shark.1"]),
    ("creature\nturn red\ndie whale\nwhale g6 1", "creature whale g6 {}", ["whale.1"]),
    ("creature\nturn red\ndie serpent\nserpent g6 1", "creature serpent g6 {}", ["serpent.1"]),
    ("fill\nturn red\nfill c4\nboat c4\nsea c4 red 4", "move red sea c4 boat {}", ["green.5"]),
]


def read_atlantis(text: str) -> tuple[AnyGame, object]:
    game = find_game("atlantis")
    head = "game atlantis\nseat red red\nseat blue blue\nphase "
    supply = "\nsupply boat 8\nsupply shark 6\nsupply whale 5\n"
    return game, game.parse_position(head + text + supply)


@pytest.mark.parametrize("where", ["z9", "a8", "m8", "b30"])
@pytest.mark.parametrize(("text", "move", "clauses"), ATLANTIS)
def test_atlantis(text: str, move: str, clauses: list[str], where: str) -> None:
    game, state = read_atlantis(text)
    attempt = game.parse_move(move.format(where))
    assert game.format_move(attempt) == move.format(where)
    breaches = game.why_illegal(state, Seat(0), attempt)
    assert [breach.clause for breach in breaches] == [f"atlantis/{clause}" for clause in clauses]
    assert not any(where in breach.cells for breach in breaches)
    check_refused(game, state, Seat(0), attempt)


def check_refused(game: AnyGame, state: object, seat: Seat, attempt: object) -> None:
    """It is refused, cannot be agreed to, and hands do nothing to a place that there is not."""
    with pytest.raises(IllegalMoveError):
        apply(game, state, seat, attempt)
    with pytest.raises(RulesError):
        game.after_anyway(state, seat, attempt)
    places = {zone.cell for zone in game.zones(game.setup_of(state))}
    assert set(game.handled(state, seat, attempt)) <= places


@pytest.mark.parametrize("name", ["marso", "atlantis", "northwest"])
def test_a_legal_move_led_off_the_board_is_an_attempt_in_every_position(name: str) -> None:
    game, chooser = games()[name], Random(31)
    state = game.initial(game.setup(2, {}))
    tried = 0
    for _ in range(400):
        match game.pending(state):
            case Chance():
                state = resolve(game, state, chooser.choice(game.outcomes(state))[0]).state
            case Decide(seats):
                seat = chooser.choice(seats)
                legal = game.legal_moves(state, seat)
                for text in map(game.format_move, chooser.sample(legal, min(3, len(legal)))):
                    cells = {zone.cell for zone in game.zones(game.setup_of(state))}
                    words = text.split(" ")
                    for place, word in enumerate(words):
                        if word not in cells or word.isalpha():
                            continue
                        nowhere = chooser.choice(("z9", "a30", "z30"))
                        led = " ".join([*words[:place], nowhere, *words[place + 1 :]])
                        try:
                            attempt = game.parse_move(led)
                        except NotationError:  # two squares of one tile must be neighbours in reading order
                            assert name == "northwest"
                            continue
                        assert game.why_illegal(state, seat, attempt), led
                        check_refused(game, state, seat, attempt)
                        tried += 1
                state = apply(game, state, seat, chooser.choice(legal)).state
            case _:
                state = game.initial(game.setup(2, {}))
    assert tried > 100


@pytest.mark.parametrize("word", ["z31", "aa1", "m0", "m01", "M1", "1m", "m", "z999999999", "d4"])
def test_what_is_no_cell_is_no_notation(word: str) -> None:
    with pytest.raises(NotationError):
        find_game("marso").parse_move(f"step {word}")  # the middle is written "trap": there is no d4
    if word != "d4":
        with pytest.raises(NotationError):
            find_game("atlantis").parse_move(f"take {word}")
    with pytest.raises(NotationError):
        find_game("atlantis").parse_move(f"move red sea c4 safe {word}")


@pytest.mark.parametrize("where", NOWHERE[:2])
def test_positions_name_cells_of_the_board_only(where: str) -> None:
    game = find_game("marso")
    with pytest.raises(NotationError):
        game.parse_position(position(game, "open").replace("beast red a7", f"beast red {where}"))
    with pytest.raises(NotationError):
        read_atlantis(f"act\nturn red\nmoves 3\nplayed no\ntile {where} beach")
    with pytest.raises(NotationError):
        find_game("atlantis").parse_outcome(f"lay {where} beach")


@pytest.mark.parametrize("where", NOWHERE)
def test_arctica_names_cells_of_its_edition_only(where: str) -> None:
    game = find_game("arctica")
    for move in ("melt {}", "drift violet {}", "move bear e9^ {}", "move bear e9^ {}^", "return bear {}"):
        with pytest.raises(NotationError, match=r"no (cell|spot)"):
            game.parse_move(move.format(where))


def test_jungle_gives_nothing_to_a_place_that_does_not_play() -> None:
    game = find_game("jungle")
    state = game.initial(game.setup(3, {}))
    assert game.why_illegal(state, Seat(0), game.parse_move("give pot s15"))
