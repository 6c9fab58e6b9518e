"""What people write wrong in texts of this game, and what is said about it."""

from __future__ import annotations

from tests.rules.contract.hooks import Mistakes

POSITION = """\
seats s1 s2 s3
option hands no
option trio yes
option share own
option tie holder
phase flip
turn s1
colours off
closed s1 26
closed s2 26
closed s3 26
open s1
open s2
open s3
pot
"""

LINES = (
    ("", "phase flip", None, "begins with the line 'seats"),
    ("", "seats s1 s3\nphase flip", 1, "without a gap"),
    ("", "seats s1 s2\nseats s1 s2\nphase flip", 2, "'seats' is said twice"),
    ("", "seats s1 s2", None, "'phase ...' is missing"),
    ("", "seats s1 s2\nphase rest", 2, "'rest' is no phase"),
    ("", "seats s1 s2\nphase tie s1", 2, "write it as 'phase tie PLACE PLACE ...'"),
    ("", "seats s1 s2\nphase over s3", 2, "'s3' is no seat"),
    ("", "seats s1 s2\nphase flip\nphase flip", 3, "'phase' is said twice"),
    ("", "seats s1 s2\noption trio maybe\nphase flip", 2, "yes or no"),
    ("", "seats s1 s2\noption speed fast\nphase flip", 2, "no option 'speed'"),
    ("", "seats s1 s2 s3\noption hands both\nphase flip", 1, "only two players"),
    ("", "seats s1 s2\nphase flip\nturn s3", 3, "no place of this match"),
    ("", "seats s1 s2\nphase flip\ncolours maybe", 3, "none of: off, on"),
    ("", "seats s1 s2\nphase flip\nclosed s1", 3, "after closed come 2 words"),
    ("", "seats s1 s2\nphase flip\nclosed s1 01", 3, "whole number"),
    ("", "seats s1 s2\nphase flip\nclosed s1 1\nclosed s1 2", 4, "'closed s1' is said twice"),
    ("", "seats s1 s2\nphase flip\nopen s1 star-violet", 3, "no card of this edition"),
    ("", "seats s1 s2\nphase flip\nshown", 3, "come 1 or more words"),
    ("", "seats s1 s2\nphase claim\ninward", 3, "come 1 or more words"),
    ("", "seats s1 s2\nphase flip\nignored s1", 3, "come 2 or more words"),
    ("", "seats s1 s2\nphase give s1\npiles pot", None, "'losers ...' is missing"),
    ("", "seats s1 s2\nphase give s1\nlosers s2", None, "'piles ...' is missing"),
    ("", "seats s1 s2\nphase give s1\nlosers s2\npiles", 4, "come 1 or more words"),
    ("", "seats s1 s2\nphase flip\nturn s1 s2", 3, "come 1 words, not 2"),
    ("", "seats s1 s2\nphase flip\nhand s1", 3, "nothing a position says"),
)

FOUR = "seats s1 s2 s3 s4\n"

FAULTS = tuple(
    ("", FOUR + text, said)
    for text, said in (
        ("phase flip\nclosed s1 20\nclosed s2 20\nclosed s3 20\nclosed s4 19", "79 cards instead of 80"),
        ("phase flip\nopen s1 star-red\nopen s2 star-red", "star-red lies open more often"),
        ("phase flip\nclosed s4 0", "s4 has no card left"),
        ("phase flip\nturn s2\nclosed s2 0\nopen s2 star-red", "s2 has no closed card to open"),
        ("phase flip\nshown s1", "the line shown cannot stand in phase flip"),
        ("phase flip\ninward s1", "the line inward cannot stand"),
        ("phase flip\noutward s1", "the line outward cannot stand"),
        ("phase flip\ndue s1", "the line due cannot stand"),
        ("phase flip\nlosers s1", "the line losers cannot stand"),
        ("phase claim\ninward trio", "claim nothing in this match"),
        ("phase claim", "nothing to claim"),
        ("phase claim\ninward s1 s1", "names a place twice"),
        ("phase burst\nshown s2 s1\nopen s1 star-red\nopen s2 string-red", "in the right order"),
        ("phase burst\nshown s1", "has none open"),
        ("phase tie s2 s1\ninward s3", "in the right order"),
        ("phase tie s1 s2", "have a right to the totem"),
        ("phase choose s1\ninward s3", "only a place in a duel"),
        ("phase give s1\nlosers s2\npiles s1", "an empty pile"),
        ("phase flip\nignored s2 s1\nopen s1 star-red\nopen s2 star-blue", "in the right order"),
        ("phase flip\nignored s1 s2", "without open cards"),
        ("phase deal", "still to be told"),
    )
)

MOVES = """
duel s1; give; give pot; give pot pot; give pot s1 0; give pot s1 01; give s0 s1; grab
"""

OUTCOMES = """
roll 6; grab; grab s16; grab s01; holder; early star-red; tie s2 s1; tie s1; tie s1 s1; tie s1 s1r;
fall s1 s2; lapse s1; pot; flip s1; flip s1 joker
"""

TABLES = (
    *((seats, {}) for seats in (1, 16, -1, ["s2", "s1"])),
    *((4, {name: value}) for name, value in (("hands", "both"), ("trio", "maybe"), ("trio", 1))),
    *((4, {name: value}) for name, value in (("share", "none"), ("speed", 3))),
)

EDITION = (
    ('name = "rulebook"', 'name = "Old Box"', "name: has to be one lower-case word"),
    ('name = "rulebook"\n', "", "name: is missing"),
    ("cards = {", "card = {", "card: is not a key"),
    ("cards = { value = 80", "cards = { value = 79", "cards: has to be 80"),
    ("cards = { value = 80", "cards = { value = true", "cards: has to be 80"),
    ("seats = { value = 15", "seats = { value = 16", "seats: has to be a whole number from 2 to 15"),
    ('first = { value = "s1"', 'first = { value = "s2"', "first: has to be s1"),
    ('value = "one, of wood', 'value = 1, x = "one, of wood', "totem.x: is not a key"),
    ('"blue", "green"]', '"blue"]', "colours: has to be a list of 4 different"),
    ('"blue", "green"]', '"blue", "Blue"]', "colours: has to be a list of 4 different lower-case words"),
    ('["string", "string-close"]', '["string"]', "symbols: has to name 18"),
    ('["string", "string-close"]', '["star", "string-close"]', "symbols: has to name 18"),
    (
        '["string", "string-close"]',
        '["string", "string close"]',
        "symbols.bows: has to be a list of lower-case words",
    ),
    ('["string", "string-close"]', "[]", "symbols.bows: has to be a list"),
    ("bows =", "the-bows =", "symbols.the-bows: has to be one lower-case word"),
    ("outward = { value = 3", "outward = { value = 4", "special: has to hold 8"),
    (
        "coloured = { value = 2",
        "coloured = { value = -2",
        "special.coloured: has to be a whole number from 0",
    ),
    (
        'outward = { value = 3, mark = "default" }',
        "outward = 3",
        "special.outward: has to be a table such as",
    ),
    (
        'outward = { value = 3, mark = "default" }',
        'outward = { value = 3, mark = "sure" }',
        "special.outward: its mark has to be one of",
    ),
    ("[special]", "[special", "not a TOML file"),
)

MISTAKES = Mistakes(
    position=POSITION,
    lines=LINES,
    faults=FAULTS,
    moves=MOVES,
    outcomes=OUTCOMES,
    tables=TABLES,
    edition=EDITION,
    correction=('"red", "yellow"', '"orange", "yellow"'),
    seats_first=True,
)
