"""What people write wrong in texts of this game, and what is said about it."""

from __future__ import annotations

from tests.rules.contract.hooks import Mistakes

POSITION = """seats south west
phase card south
open b1
hunter south d3
hunter west c4
beast red a7
beast blue g7
beast yellow g1
beast green a1
"""

LINES = (
    ("seats south west", "seats south", 1, ""),
    ("seats south west", "seats south south", 1, ""),
    ("seats south west", "seats south up", 1, ""),
    ("seats south west", "round 2", 1, ""),
    ("phase card south", "phase card north", 2, ""),
    ("phase card south", "phase card", 2, ""),
    ("phase card south", "phase dance south", 2, ""),
    ("phase card south", "phase walk south", 2, ""),
    ("phase card south", "phase walk south uuuu", 2, ""),
    ("phase card south", "phase shift south pink -", 2, ""),
    ("phase card south", "phase shift south red x", 2, ""),
    ("phase card south", "phase beasts one", 2, ""),
    ("phase card south", "phase open", 3, ""),
    ("open b1", "open b17", 3, ""),
    ("open b1", "", None, ""),
    ("hunter south d3", "hunter south d4", 4, ""),
    ("hunter south d3", "hunter south trap", 4, ""),
    ("hunter south d3", "hunter north d3", 4, ""),
    ("hunter south d3", "hunter south", 4, ""),
    ("hunter south d3", "", None, ""),
    ("hunter west c4", "hunter south c4", 5, ""),
    ("beast green a1", "beast green a1 a2", 9, ""),
    ("beast green a1", "beast green a1\nportal a4 violet", 10, ""),
    ("beast green a1", "beast green a1\nlaid west ur d", 10, ""),
    ("beast green a1", "beast green a1\nlaid west still u", 10, ""),
    ("beast green a1", "beast green a1\nhand west joker", 10, ""),
    ("beast green a1", "beast green a1\nhand west ? ? ? ?", 10, ""),
    ("beast green a1", "beast green a1\ndiscard still 0", 10, ""),
    ("beast green a1", "beast green a1\nround 0", 10, ""),
    ("beast green a1", "beast green a1\nsecret west s5", 10, ""),
    ("beast green a1", "beast green a1\noption young maybe", 10, ""),
    ("beast green a1", "beast green a1\nmood happy", 10, ""),
)

FAULTS = (
    ("hunter west c4", "hunter west d3", "two hunters"),
    ("beast red a7", "beast red g7", "two beasts"),
    ("beast red a7", "beast red d3", "red beast and a hunter"),
    ("phase card south", "phase shift south red -", "no hunter has stepped"),
    ("phase card south", "deck 43\nphase card south", "49 hunter cards"),
    ("phase card south", "discard still 5\nphase card south", "more still cards"),
    ("phase card south", "hand south ? ?\nphase card south", "south has not 3 cards"),
    ("phase card south", "spent b1\nphase card south", "open and spent"),
    ("phase card south", "secret south s1\nsecret west s1\nphase card south", "same score card"),
    ("phase card south", "stayed south\nphase card south", "stands on no token"),
    ("phase card south", "laid south still\nphase card south", "before its turn"),
    ("phase card south", "phase walk south u", "not the end of a path"),
    ("phase card south", "laid south ud d\nphase walk south u", "not the end of a path"),
    ("phase card south", "phase beasts 5", "no line 5"),
    ("phase card south", "asleep red\nphase beasts 1", "passed over"),
)

MOVES = ""

OUTCOMES = ""

TABLES = (
    *(
        (seats, {})
        for seats in (1, 5, 0, ["south"], ["south", "north", "west"], ["up", "down"], ["south", "south"], [])
    ),
    *((2, options) for options in ({"target": -1}, {"target": True}, {"young": 1}, {"yong": True})),
)

EDITION = (
    ('name = "rulebook"', "", "name: is missing"),
    ('name = "rulebook"', 'name = "My Box"', "name: has to be one word"),
    ("value = 7", "value = 8", "size: has to be an odd number"),
    ("value = 7", 'value = "7"', "size: has to be an odd number"),
    ("value = 7", "value = true", "size: has to be an odd number"),
    ('value = 7, mark = "default"', 'value = 7, mark = "sure"', "size: its mark has to be one of"),
    ('value = 7, mark = "default"', "value = 7", "size.mark: is missing"),
    ('"d3"', '"d4"', "hunters.south: 'd4' is no cell"),
    ('"d3"', '"trap"', "hunters.south"),
    ('"d3"', '"a7"', "hunters, beasts: two figures start on one cell"),
    ("[beasts]", "[beest]", "beest: is not a key; known are name, size"),
    ('a4 = { value = "violet"', 'a4 = { value = "pink"', "portals.a4"),
    ('a4 = { value = "violet", mark = "default" }', "", "portals: has to name four cells"),
    ('kind = "still", copies = 4', 'kind = "still", copies = -1', "hunter_cards.still.copies"),
    ('kind = "still"', 'kind = "rest"', "hunter_cards.still.kind"),
    ('kind = "still", copies = 4', 'kind = "still", copies = 4, paths = ["u"]', "hunter_cards.still.paths"),
    ('paths = ["u", "r"]', 'paths = ["u", "u"]', "hunter_cards.ur.paths"),
    ('paths = ["u", "r"]', 'paths = ["u", "x"]', "hunter_cards.ur.paths"),
    ('paths = ["u", "r"]', 'paths = ["u", "rr"]', "hunter_cards.ur.paths"),
    ('["red right", ', '["red aside", ', "beast_cards.b1"),
    ('["red right", ', '["blue right", ', "beast_cards.b1: each beast"),
    ("b16 = ", "b17 = ", "beast_cards: has to hold"),
    ("s4 = ", "s5 = ", "score_cards: has to hold"),
    ("red = 2, ", "", "score_cards.s4.red: is missing"),
    ("red = 2, ", "red = -2, ", "score_cards.s4"),
    ("red = 2, ", "red = 2, pink = 2, ", "score_cards.s4.pink: is not a key"),
    ("[hunters]", "[hunters", "not a TOML file"),
)

MISTAKES = Mistakes(
    position=POSITION,
    lines=LINES,
    faults=FAULTS,
    moves=MOVES,
    outcomes=OUTCOMES,
    tables=TABLES,
    edition=EDITION,
    correction=("value = 7", "value = 9"),
    seats_first=True,
    short=True,
)
