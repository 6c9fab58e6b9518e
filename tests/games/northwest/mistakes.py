"""What people write wrong in texts of this game, and what is said about it."""

from __future__ import annotations

from tests.rules.contract.hooks import Mistakes

POSITION = """edition standard
seats red blue
round 3
sun 3
phase act blue first
order red blue
display .../... 1
display x../.x.:strait 2
display xx./... 1
tile i2 j2 x../... cairn i2
tile k2 ../.x
tile l2 ../x.
crew red 4 1 0 2
ship red k2
sled red l2
owns red cairn 1
score red 2
crew blue 7 0 0 0
ship blue gl2
sled blue aboard
stock blue xx/x. 1
score blue 0
"""

LINES = (
    ("edition standard", "edition moon", 1, "option edition is one of: standard, sketch"),
    ("edition standard", "edition", 1, "after edition come 1 words"),
    ("seats red blue", "seats red red", 2, "two to four different colours"),
    ("seats red blue", "seats red blue\noption edition sketch", 3, "the edition has a line of its own"),
    ("seats red blue", "seats red blue\noption touch all", 3, "option touch is one of"),
    ("seats red blue", "option speed 3\nseats red blue", 2, "no option 'speed'"),
    ("seats red blue", "seats red blue\nseats red blue", 3, "'seats' is said twice"),
    ("seats red blue\n", "", None, "'seats ...' is missing"),
    ("round 3", "round 11", 3, "the round is 1 to 10"),
    ("sun 3", "sun 11", 4, "the place of the sun disc is 1 to 10"),
    ("phase act blue first", "phase sleep", 5, "'sleep' is no phase"),
    ("phase act blue first", "phase act blue", 5, "write it as 'phase act SEAT first|more'"),
    ("phase act blue first", "phase act blue last", 5, "none of: first, more"),
    ("phase act blue first", "phase act green first", 5, "'green' is no seat"),
    ("phase act blue first\n", "passed red blue\n", None, "no seat can act"),
    ("order red blue", "order red red", 6, "named twice"),
    ("display .../... 1", "display .../... 0", 7, "the number is 1 to 99"),
    ("display .../... 1", "display xx/xx 1", 7, "only large tiles"),
    ("display .../... 1", "display ..x/... 1", 7, "class picture: x../..."),
    ("tile k2 ../.x", "tile k2 ../.y", 11, "a tile is one or two squares"),
    ("tile k2 ../.x", "tile k2 l2 ../.x", 11, "picture of one square"),
    ("tile k2 ../.x", "tile k2 k3 .../...", 11, "side by side, west to east"),
    ("tile k2 ../.x", "tile k2 l1 .../...", 11, "side by side"),
    ("tile k2 ../.x", "tile e2 gl2 .../...", 11, "lie side by side"),
    ("tile k2 ../.x", "tile m2 ../.x", 11, "'m2' is no square"),
    ("tile k2 ../.x", "tile k2 ../.x bear k2", 11, "'bear' is no symbol"),
    ("tile k2 ../.x", "tile k2 ../.x inuit k3", 11, "the symbol lies on a square of its tile"),
    ("tile k2 ../.x", "tile k2 ../.x\ntile k2 ../.x", 12, "this tile is said twice"),
    ("crew red 4 1 0 2", "crew red 4 1 0", 13, "after crew come 5 words"),
    ("crew red 4 1 0 2", "crew red 4 1 0 x", 13, "must be a whole number"),
    ("ship red k2", "ship red aboard", 14, "'aboard' is no square"),
    ("ship red k2", "ship red k2\nship red k2", 15, "'ship red' is said twice"),
    ("owns red cairn 1", "owns red gold 1", 16, "'gold' is none of"),
    ("score blue 0", "score blue 0\ntoken cairn c3\ntoken inuit c3", 24, "a token on c3 is said twice"),
    ("score blue 0", "score blue 0\ntoken cairn gl1", 23, "where no token lies"),
    ("score blue 0", "score blue 0\nweather cold", 23, "'weather' is nothing"),
)

FAULTS = (
    ("display xx./... 1", "display xx./... 2", "2 tiles xx./... are out, but the box holds 1"),
    ("display xx./... 1", "display xxx/xxx:inuit 1", "the box holds 0"),
    ("display xx./... 1", "display xx./... 1\ndisplay x../..x 1", "more than 4 tiles lie on display"),
    ("tile k2 ../.x", "tile k2 ../.x\ntile k1 k2 ../../.x", "2 tiles lie on k2"),
    ("tile k2 ../.x", "tile k2 ../.x\ntile gl1 xx/.x", "a tile on gl1 leaves the grid"),
    ("tile k2 ../.x", "tile k2 ../..", "land and sea disagree where k2 l2 k3 l3 meet"),
    (
        "tile i2 j2 x../... cairn i2",
        "tile i2 j2 x../... cairn j2",
        "a symbol is where its tile cannot show it",
    ),
    ("score blue 0", "score blue 0\ntoken strait i2", "the strait token on i2 is not on its symbol"),
    ("score blue 0", "score blue 0\ntoken cairn c3", "the cairn token on c3 is not on its symbol"),
    ("owns red cairn 1", "owns red cairn 10", "more cairn tokens are out than the box holds"),
    ("score blue 0", "score blue 0\npassage blue 11", "a Passage token has been taken that"),
    ("score blue 0", "score blue 0\nreturned red 1 7", "a Greenland token has been taken that"),
    ("tile l2 ../x.", "tile l1 xx/xx\ntile l2 xx/x.", "land and sea disagree"),
    ("ship red k2", "ship red d4", "red: the ship on d4 is not on water"),
    ("sled red l2", "sled red aboard", "red: there is crew on a sled that is not on the board"),
    ("crew red 4 1 0 2", "crew red 4 3 0 0", "red: there is no crew on a sled that is on the board"),
    ("crew red 4 1 0 2", "crew red 4 1 0 3", "red: crew and lost crewmen are 8, not 7"),
    ("sled red l2", "sled red d4", "the sled on d4 is neither on land nor on ice"),
    ("crew red 4 1 0 2", "lost red 1\ncrew red 4 1 0 1", "crewmen are lost although the sled is not"),
    ("sun 3", "sun 4", "the sun disc of round 3 lies on place 3"),
    ("order red blue", "order blue", "red is missing in the order"),
    ("order red blue", "order red blue\npassed blue", "blue has passed or is back"),
    ("phase act blue first", "phase sun", "phase sun begins when all have passed"),
    ("phase act blue first", "phase over\npassed red blue", "the game is over exactly after the last round"),
    ("phase act blue first", "phase refill blue", "in phase refill the bag owes a tile"),
    ("phase act blue first", "phase setup", "in phase setup the bag owes a tile"),
    ("score blue 0", "score blue 0\naside xx./x.. 1", "tiles lie aside only during a refresh"),
    ("score blue 0", "score blue 0\nreturned red 2 3", "who has come back is counted 1, 2"),
)

MOVES = """
jump l2; move l2; move raft l2; move ship z31; move ship l2 l3; take ship xx/x; take ship ..x/...;
take xx/..; refresh; place ship l2; place ship l2 ../; place ship l3 l2 ../../..; place ship c4 d4 x./..;
place ship l2 ../.. cairn; place ship l2 ../.. cairn l3; place ship l2 k2 back; transfer ship 1;
transfer ship -1 0; transfer ship 1 0 l2 l3; sun; sun one; sun 01; end now; pass red; explore ship;
pick ship xx/..; place ship d4 c4 .../...
"""

OUTCOMES = """
tile; tile xx/..; tile ..x/...; tile x../.x.:bear; card x../...
"""

TABLES = (
    *((seats, {}) for seats in (1, 5, ["red"], ["red", "red"], ["red", "violet"])),
    (2, {"edition": "moon"}),
)

EDITION = (
    ("width = { value = 12", "width = { value = 1", "width: has to be a whole number from 2 to 26"),
    ("width = { value = 12", "width = { value = 11", "zones: 'x1 i-l' has to be a band"),
    ("width = { value = 12", "width = { value = true", "width: has to be a whole number"),
    ('width = { value = 12, mark = "default" }', "width = 12", "width: has to be a table"),
    ("width = { value = 12,", "width = {", "width.value: is missing"),
    ('width = { value = 12, mark = "default" }', "", "width: is missing"),
    ("[supply]", "sides = 4\n[supply]", "majority.sides: is not a key"),
    ("rounds = { value = 10", "rounds = { value = 9", "rounds: has to be 10"),
    ("crew = { value = 7", "crew = { value = 8", "crew: has to be 7"),
    ("set = { value = 6", "set = { value = 5", "points.set: has to be 6"),
    ("crew = { value = -2", "crew = { value = -3", "points.crew: has to be -2"),
    ('"green", "yellow"]', '"green"]', "colours: has to name 4"),
    ('"green", "yellow"]', '"green", "ship"]', "colours: 'ship' is no lower-case word"),
    ('start = { value = "gl2"', 'start = { value = "a1"', "start: has to be a square of Greenland"),
    ('build = { value = "greenland"', 'build = { value = "moon"', "build: has to be one of"),
    ("places = { value = 10", "places = { value = 9", "lines: has to hold 9 numbers"),
    ("[0, 0, 2, 4, 6, 8", "[0, 0, 2, 4, 6, 11", "lines: has to be a whole number from 0 to 10"),
    ('"x3 a-d", "x2 e-h"', '"x3 a-d", "x2 f-h"', "zones: 'x2 f-h' has to be a band"),
    ('"x2 e-h", "x1 i-l"', '"x2 e-h"', "zones: has to reach from column a to column l"),
    ("value = [13, 10, 7, 4]", "value = [10, 13, 7, 4]", "passage: has to be a list of values, the most"),
    ('["confirmed", "default", "default", "default"]', '["confirmed"]', "passage: needs one mark, or 4"),
    ("value = [11, 5, 2, 0]", "value = []", "majority.strait: its value has to be a list"),
    ('squares = ["gl1", "gl2"]', 'squares = ["gl1", "gl3"]', "printed.greenland.squares: has to name"),
    ('squares = ["gl1", "gl2"]', 'squares = ["nw1", "nw2"]', "printed.greenland.squares: has to name"),
    ('picture = "xx/.x/.x"', 'picture = "xx/.x"', "printed.greenland.picture: has to be 3 rows"),
    ('picture = "xx/.x/.x"', 'picture = "xx/xx/xx"', "printed: the sea way"),
    (
        'build = { value = "greenland", mark = "inferred"',
        'build = { value = "greenland", mark = "sure"',
        "build: its mark",
    ),
    ('"xx/xx" = 2', '"xx/xx" = 0', "tiles.small.xx/xx: has to be a whole number from 1"),
    ('"xx/xx" = 2', '"xxx/xxx" = 2', "tiles.small.xxx/xxx: is not the picture of a small tile"),
    ('"xx./xx." = 1', '".xx/.xx" = 1', "tiles.large..xx/.xx: has to be a class picture"),
    ('"xx./xx.:inuit" = 1', '"xx./xx.:bear" = 1', "tiles.large.xx./xx.:bear: has to be a class picture"),
    ('name = "standard"', 'name = "My Box"', "name: has to be one lower-case word"),
    ('name = "standard"', 'name = "mine"\nlike = "other"', 'like: can only be "standard"'),
    ("[supply]", "[supply", "not a TOML file"),
)

MISTAKES = Mistakes(
    position=POSITION,
    lines=LINES,
    faults=FAULTS,
    moves=MOVES,
    outcomes=OUTCOMES,
    tables=TABLES,
    edition=EDITION,
    correction=("height = { value = 10", "height = { value = 11"),
)
