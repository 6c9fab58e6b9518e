"""What people write wrong in texts of this game, and what is said about it."""

from __future__ import annotations

from companion.games.arctica import game
from tests.rules.contract.hooks import Mistakes

POSITION = game.format_position(game.initial(game.setup(["bear", "orca"], {})))

LINES = (
    ("seats bear orca", "seats bear bear", 1, "two to four different hunters"),
    ("seats bear orca", "seats bear cod", 1, "two to four different hunters"),
    ("seats bear orca", "seats bear orca\noption speed 3", 2, "no option 'speed'"),
    ("seats bear orca\n", "", None, "'seats ...' is missing"),
    ("phase turn\n", "", None, "'phase ...' is missing"),
    ("phase turn", "phase drift yellow", 2, "write it as 'phase drift COLOUR LEFT'"),
    ("phase turn", "phase sleep", 2, "'sleep' is no phase"),
    ("phase turn", "phase flee a9", 2, "only when four play"),
    ("turn bear", "turn seal", 3, "'seal' is no seat"),
    ("card todo", "card later", 4, "none of: todo, done"),
    ("hunt none", "hunt neutral orca", 5, "orca is not neutral"),
    ("ice a7 pack", "ice a7 snow", 6, "'snow' is no ice"),
    ("ice a7 pack", "ice a1 pack", 6, "'a1' is no cell"),
    ("ice a7 pack", "ice c5 pack", 7, "'ice c5' is said twice"),
    ("igloo i5", "igloo i5\nigloo g2", 19, "'igloo' is said twice"),
    ("seal a9 1", "seal a9", 21, "2 or more words"),
    ("seal a9 1", "seal a9 0", 21, "number of figures is 1 to"),
    ("seal a9 1", "seal a9 1 fed moved", 21, "in this order"),
    ("has bear bear 2", "has bear bear 0", 33, "a line for nothing is left out"),
    ("has bear bear 2", "has bear gold 2", 33, "'gold' is none of"),
    ("hand bear ? ? ?", "hand bear melt", 38, "one ? for each card"),
    ("hand bear ? ? ?\n", "", None, "'hand bear ...' is missing"),
    ("deck 30", "deck thirty", 40, "must be a whole number"),
    ("deck 30", "deck 30\nlocked z9", 41, "'z9' is no cell"),
    ("deck 30", "deck 30\nweather cold", 41, "'weather' is nothing"),
)

FAULTS = (
    ("deck 30", "deck 29", "add up to 36"),
    ("deck 30", "deck 23\ndiscard melt 7", "7 cards melt lie in the discard"),
    ("igloo i5", "igloo h4", "does not lie on a floe"),
    ("bear e9^", "bear e9", "bear cannot be in the water of e9"),
    ("orca e1", "orca c5", "orca cannot be in the water of c5"),
    ("has bear bear 2", "has bear bear 1", "1 tokens of bear instead of 2"),
    ("seal i1 1\n", "", "figures of seal on the board and away"),
    ("cod b7 1\n", "", "cod on the board and captured cod are not 9"),
    ("has supply plankton 9", "has supply plankton 8", "8 plankton tokens instead of 9"),
    ("phase turn", "phase over", "the game is over exactly when"),
    ("phase turn", "phase return", "nobody comes back now"),
    ("phase turn", "phase displace yellow 0 e4", "nobody has to give way"),
    ("phase turn", "phase drift yellow 0", "no ice is left to drift"),
    ("phase turn", "phase igloo", "there is no igloo to lay"),
    ("deck 30", "deck 30\nlocked g2", "no drift card is in play"),
)

MOVES = """
jump e5; move bear e5; move whale e5 e6; play yellow9; drift pink e5; lay cod e5; lay floe e5^;
return cod a5; attack bear e5 plankton e5; end now; move bear e5 z1
"""

OUTCOMES = ""

TABLES = (
    *((seats, {}) for seats in (1, 5, ["bear"], ["bear", "bear"], ["bear", "whale"])),
    (2, {"pack_push": "all"}),
)

EDITION = (
    ("radius = 4", "radius = 1", "radius: has to be a whole number from 2 to 12"),
    ("radius = 4", "radius = true", "radius: has to be a whole number"),
    ("radius = 4", "", "radius: is missing"),
    ("radius = 4", "radius = 4\nsides = 6", "sides: is not a key"),
    ("radius = 4", "radius = 3", "layout.floe: c8 is no cell"),
    ("ice_tokens = 12", "ice_tokens = 11", "ice_tokens: has to be 12"),
    ("hand = 3", "hand = 4", "hand: has to be 3"),
    ("plankton = 9", "plankton = 0", "plankton: has to be a whole number from 1"),
    ("yellow = [1, 0]", "yellow = [2, 0]", "directions.yellow: has to be a step"),
    ("yellow = [1, 0]", "yellow = [0, 1]", "directions: has to give each"),
    ("yellow = [1, 0]", "melt = [1, 0]", "directions.melt: a colour is"),
    ("melt = 6", "melt = 7", "deck: has to hold 36"),
    ("melt = 6", "melt = 0", "deck.melt: has to be a number"),
    ("yellow1 = 2", "brown1 = 2", "deck.brown1: has to be melt"),
    ("bear = 2", "bear = 3", "lives.bear: has to be 2"),
    ('bear = "3"', 'bear = "3.25"', "points.bear: has to be a number"),
    ('bear = "3"', "bear = 3", 'points.bear: has to be a number of points such as "3"'),
    ('igloo = "i5"', 'igloo = "h4"', "layout.igloo: has to lie on a floe"),
    ('bear = "e9^"', 'bear = "e9"', "layout.bear: a figure of this kind cannot be at e9"),
    ('orca = "e1"', 'orca = "c5"', "layout.orca: a figure of this kind cannot be at c5"),
    ('seal = ["a9", "i1"]', 'seal = ["a9"]', "layout.seal: has to name 2"),
    ('seal = ["a9", "i1"]', 'seal = "a9"', "layout.seal: has to be a list"),
    ('iceberg = ["c5", "g5"]', 'iceberg = ["c5", "c8"]', "layout.iceberg: c8 has ice already"),
    ('pack = ["a7", "e3", "f6", "h4"]', 'pack = ["a7"]', "layout: has to use 12 ice tokens"),
    ('radius = "default"', 'radius = "sure"', "marks.radius: has to be one of"),
    ('name = "default"', 'name = "My Box"', "name: has to be one lower-case word"),
    ("[lives]", "[lives", "not a TOML file"),
)

MISTAKES = Mistakes(
    position=POSITION,
    lines=LINES,
    faults=FAULTS,
    moves=MOVES,
    outcomes=OUTCOMES,
    tables=TABLES,
    edition=EDITION,
    correction=("plankton = 9", "plankton = 8"),
)
