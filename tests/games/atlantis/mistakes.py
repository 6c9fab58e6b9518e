"""What people write wrong in texts of this game, and what is said about it."""

from __future__ import annotations

from tests.rules.contract.hooks import Mistakes

POSITION = """game atlantis
seat red red
seat blue blue
seat green green
phase act
turn red
moves 2
played no
tile e4 mountain red 1 blue 2
tile e5 mountain
boat d3 red 1 green 1
sea c4 blue 1
serpent b1 1
shark g6 2
safe nw red 3
used boat d3 red 1
hand blue forest ? 1
out beach shark 3
out beach whale 3
out beach boat 1
out beach dolphin 3
out beach wind 2
out beach move-serpent 1
out beach move-shark 1
out beach move-whale 1
out beach stop-shark 1
out forest shark 2
out forest whale 2
out forest boat 3
out forest whirlpool 2
out forest dolphin 1
out forest move-serpent 1
out forest move-shark 1
out forest move-whale 1
out forest stop-shark 1
out forest stop-whale 1
out mountain whirlpool 4
out mountain stop-shark 1
out mountain stop-whale 1
supply boat 2
supply shark 1
supply whale 0
"""

LINES = (
    ("game atlantis\n", "", None, "'game ...' is missing"),
    ("game atlantis", "game arctica", 1, "'game atlantis' stands once"),
    ("seat blue blue", "seat blue blue yellow", 3, "blue commands blue"),
    ("seat blue blue", "seat red red", 2, "two to four different colours"),
    ("seat blue blue", "seat", 3, "the seat and the colours"),
    ("seat blue blue", "seat pink pink", 2, "two to four different colours"),
    ("phase act", "option crowd maybe\nphase act", 5, "option crowd is one of: no, yes"),
    ("phase act", "option colours 2\nphase act", 2, "only two players command two colours"),
    ("phase act", "option boats 4\nphase act", 5, "only players with two colours"),
    ("phase act", "option speed 1\nphase act", 5, "no option 'speed'"),
    ("phase act", "option equal yes\noption equal yes\nphase act", 6, "is said twice"),
    ("phase act", "phase sleep", 5, "'sleep' is no phase"),
    ("phase act", "phase die", 7, "moves cannot stand in phase die"),
    ("phase act", "phase creature", 7, "moves cannot stand"),
    ("turn red", "turn yellow", 6, "'yellow' is no seat"),
    ("turn red\n", "", None, "'turn ...' is missing"),
    ("moves 2\n", "", None, "'moves ...' is missing"),
    ("moves 2", "moves 4", 7, "the number of movements is 0 to 3"),
    ("moves 2", "moves two", 7, "a whole number"),
    ("played no", "played maybe", 8, "none of: no, yes"),
    ("tile e5 mountain", "tile e4 mountain", 10, "'tile e4' is said twice"),
    ("tile e5 mountain", "tile g6 mountain", 10, "'g6' is no land cell"),
    ("tile e5 mountain", "tile e5 sand", 10, "'sand' is no terrain"),
    ("tile e5 mountain", "tile e5", 10, "2 or more words"),
    ("tile e5 mountain", "tile z5 mountain", 10, "'z5' is no land cell"),
    ("boat d3 red 1 green 1", "boat d3 red 1 green", 11, "a colour and a number"),
    ("boat d3 red 1 green 1", "boat d3 red 1 red 1", 11, "red is said twice"),
    ("boat d3 red 1 green 1", "boat d3 yellow 1", 11, "'yellow' is no colour that anybody commands"),
    ("sea c4 blue 1", "sea c4", 12, "a colour and a number"),
    ("sea c4 blue 1", "sea c4 blue 11", 12, "there are 10 explorers"),
    ("serpent b1 1", "serpent b1 0", 13, "a line for nothing"),
    ("serpent b1 1", "serpent b1", 13, "after serpent come 2 words"),
    ("safe nw red 3", "safe north red 3", 15, "'north' is no safe island"),
    ("used boat d3 red 1", "used d3 red 1", 16, "none of: boat, sea"),
    ("hand blue forest ? 1", "hand blue forest plankton 1", 17, "'plankton' is no back"),
    ("out beach shark 3", "out beach shark 100", 18, "the number is 1 to 99"),
    ("supply whale 0\n", "", None, "'supply whale ...' is missing"),
    ("supply whale 0", "supply serpent 0", 42, "no figure that is set aside"),
    ("supply whale 0", "supply whale 0\nweather cold", 43, "'weather' is nothing"),
    ("supply whale 0", "supply whale 0\ntreasure red 7 1", 43, "is 1 to 6"),
)

PHASE = "phase act\nturn red\nmoves 2\nplayed no\n"

FAULTS = (
    ("safe nw red 3", "safe nw red 9", "11 red explorers instead of 10"),
    ("sea c4 blue 1", "sea e4 blue 1", "swimmers cannot be on the land tile of e4"),
    ("boat d3", "boat e5", "a boat cannot be on the land tile of e5"),
    ("serpent b1 1", "serpent e5 1", "a serpent cannot be on the land tile"),
    ("boat d3 red 1 green 1", "boat d3 red 2 green 2", "carries more than 3"),
    ("serpent b1 1", "serpent d3 1", "a boat with passengers and a serpent cannot both be on d3"),
    ("serpent b1 1", "serpent c4 1", "swimmers and a serpent cannot both be on c4"),
    ("shark g6 2", "shark c4 2", "swimmers and a shark cannot both be on c4"),
    ("used boat d3 red 1", "used boat d3 red 2", "have made a sea movement than are there"),
    ("used boat d3 red 1", "used sea a1 red 1", "in the water of a1"),
    ("out beach wind 2", "out beach wind 1", "there are 15 beach tiles instead of 16"),
    ("out beach wind 2", "out beach wind 3", "2 beach tiles with the back wind, not 3"),
    ("hand blue forest ? 1", "hand blue mountain ? 1", "more unknown mountain tiles are in hands"),
    ("hand blue forest ? 1", "hand blue forest whale 1", "a green back is never in a hand"),
    ("out mountain stop-whale 1", "out mountain ? 1", "only the last tile of ending sunk"),
    ("out mountain stop-whale 1", "out mountain volcano 1", "the game is over, with ending volcano"),
    ("supply shark 1", "supply shark 2", "2 shark figures are set aside instead of 1"),
    ("supply boat 2", "supply boat 3", "3 boat figures are set aside instead of 2"),
    ("shark g6 2", "shark g6 6", "6 shark figures in play, but only 5"),
    ("serpent b1 1", "serpent b1 6", "more than 5 serpents"),
    ("serpent b1 1", "serpent b1 1\nreserve red 1", "in reserve although all are placed"),
    ("serpent b1 1", "serpent b1 1\nboats red 1", "to be launched although the game has begun"),
    ("supply whale 0", "supply whale 0\ntreasure red 6 1", "turned up only after the game"),
    (PHASE, "phase island\n", "the island is laid already"),
    (PHASE, "phase place\nturn red\n", "none can be lost before the first turn"),
    (PHASE, "phase launch\nturn red\n", "no boat to launch"),
    (PHASE, "phase back\nturn red\ntaken e5 mountain\n", "the tile just taken is not gone"),
    (PHASE, "phase fill\nturn red\nfill d3\n", "nobody has to choose who goes aboard"),
    (PHASE, "phase creature\nturn red\ndie whale\n", "no creature of the kind rolled can move"),
    (PHASE, "phase defend\nturn red\nattack shark c4\nasked blue\n", "no shark attacks there"),
    (PHASE, "phase treasure\n", "explorers are on safe islands only"),
    (PHASE, "phase over\n", "the game is over when every saved explorer"),
    (PHASE, "phase die\nturn red\n", "sea movements are not remembered in phase die"),
)

MOVES = """
jump e5; place red; place pink d4; place red z31; launch; launch d4 d5; play dolphin beach red c4;
play shark beach; play ? beach; play wind sand c4 c5; play stop-shark; play stop-shark ?;
move red tile d4 tile; move red ship d4 sea d4; move red boat b1 safe b1; move red safe d4 sea d4;
sail c4; take; take d4 now; creature bear c4 c5; end now; pass red
"""

OUTCOMES = """
lay d4; lay d4 sea; lay z4 beach; tile d4 bear; die bear; die; treasure red 0; roll shark
"""

TABLES = (
    *((seats, {}) for seats in (1, 5, ["red"], ["red", "red"], ["red", "white"])),
    *((2, options) for options in ({"colours": 3}, {"ending": "never"}, {"equal": "si"}, {"tide": 1})),
)

EDITION = (
    ("explorers = 10", "explorers = 9", "explorers: has to be 10"),
    ("explorers = 10", "", "explorers: is missing"),
    ("explorers = 10", "explorers = 10\nsides = 6", "sides: is not a key"),
    ("passengers = 3 ", "passengers = 4 ", "passengers: has to be 3"),
    ("[1, 1, 1,", "[1, 1,", "treasures: has to list 10 numbers"),
    ("[1, 1, 1,", "[7, 1, 1,", "treasures: has to be a list of whole numbers from 1 to 6"),
    ('["red",', '["Red",', "colours: 'Red' is not one lower-case word"),
    ('["red",', '["blue",', "colours: has to name 4 different colours"),
    ("L L L S L L L", "L L L . L L L", "map: has to show 5 serpent marks"),
    ("L L L S L L L", "L L S S L L L", "map: has to show 40 land cells"),
    ("L L L S L L L", "L L L ? L L L", "map: '?' is none of"),
    ('"  . . . L L L L . . .  "', '" . . . L L L L . . .  "', "map: cells of neighbouring rows"),
    ('nw = ["b1", "c1"]', 'nw = ["b1", "z1"]', "islands.nw: has to name sea cells"),
    ('nw = ["b1", "c1"]', 'nw = ["b1", "d4"]', "islands.nw: has to name sea cells"),
    ('nw = ["b1", "c1"]', "nw = []", "islands.nw: has to name sea cells"),
    ("serpent = 5", "serpent = 6", "figures.serpent: has to be 5"),
    ("serpent = 2", "serpent = 0", "die.serpent: has to be a whole number from 1"),
    ("whirlpool = 4", "whirlpool = 3", "mountain: has to hold 8 tiles, not 7"),
    ("whirlpool = 4", "kraken = 4", "mountain.kraken: is no back"),
    ("whirlpool = 4\nvolcano = 1", "whirlpool = 5", "volcano: has to be on one mountain"),
    ("shark = 3\nwhale = 3", "shark = 4\nwhale = 2", "shark: appears on more tiles"),
    ('map = "confirmed"', 'map = "sure"', "marks.map: has to be one of"),
    ('name = "default"', 'name = "My Box"', "name: has to be one lower-case word"),
    ("[figures]", "[figures", "not a TOML file"),
)

MISTAKES = Mistakes(
    position=POSITION,
    lines=LINES,
    faults=FAULTS,
    moves=MOVES,
    outcomes=OUTCOMES,
    tables=TABLES,
    edition=EDITION,
    correction=("serpent = 2", "serpent = 3"),
    seats_first=True,
)
