"""A second, slow referee of the game, written from the rulebook alone, to compare the rules with.

A position goes in and comes out as text; cells are pairs (column, row) counted from 0. Nothing is shared
with the game: cards, scores and start places are typed here again from section 1 of the specification.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import combinations_with_replacement

from .oracle_beasts import TRAP, Chain, Place, around, beyond, name, place

CLOCKWISE = ("south", "west", "north", "east")
COLOURS = ("red", "blue", "yellow", "green")
COPIES = {"u": 0, "r": 0, "d": 0, "l": 0}
COPIES |= {"ur": 5, "ud": 5, "ul": 5, "rd": 5, "rl": 5, "dl": 5}
COPIES |= {"still": 4, "teleport": 4, "skate": 4, "dart": 3, "jet": 2, "flash1": 1, "flash2": 1, "flash3": 1}
CARDS = tuple(COPIES)
WAYS = {"skate": ("uu", "rr", "dd", "ll"), "flash1": ("uur", "ddl"), "flash2": ("uul", "ddr")}
WAYS |= {"flash3": ("uru", "dld")}
WORTH = {"s1": (1, 3, 4, 2), "s2": (3, 4, 2, 1), "s3": (4, 2, 1, 3), "s4": (2, 1, 3, 4)}
BEAST_CARDS = {
    "b1": "red right, blue left, yellow down, green up",
    "b2": "green up, blue right, red down, yellow right",
    "b3": "yellow left, blue down, green right, red up",
    "b4": "blue up, red up, green left, yellow left",
    "b5": "yellow right, green left, red left, blue up",
    "b6": "green down, yellow down, red down, blue right",
    "b7": "yellow up, red down, blue down, green right",
    "b8": "blue up, yellow down, green left, red up",
    "b9": "red right, green down, blue right, yellow left",
    "b10": "red left, yellow up, blue down, green down",
    "b11": "blue left, green up, yellow up, red left",
    "b12": "green right, red right, yellow right, blue left",
    "b13": "green left, yellow down, blue left",
    "b14": "green right, yellow right, red left",
    "b15": "red up, green up, blue down",
    "b16": "blue up, yellow up, red down",
}
LINES = {
    card: [(line.split()[0], line.split()[1]) for line in text.split(", ")]
    for card, text in BEAST_CARDS.items()
}
"""Of every beast card the lines: (colour, direction)."""

ON_BOARD = {
    "south": {"u": "up", "r": "right", "d": "down", "l": "left"},
    "west": {"u": "right", "r": "down", "d": "left", "l": "up"},
    "north": {"u": "down", "r": "left", "d": "up", "l": "right"},
    "east": {"u": "left", "r": "up", "d": "right", "l": "down"},
}
"""How a card that lies before its owner reads on the board."""


def flipped(colour: str) -> str:
    return {"turquoise": "violet", "violet": "turquoise"}[colour]


class Table:
    """A table that plays by the book. Phases are kept as the words of their line."""

    def __init__(self, seats: list[str], *, target: int = 0, young: bool = False) -> None:
        self.seats, self.target, self.young = seats, target, young
        self.game = 1
        self.start = seats[0]
        self.total = dict.fromkeys(seats, (0, 0))
        self.set_up()

    def set_up(self) -> None:
        """A fresh game, as the specification draws it (setup.1 to setup.8)."""
        self.round = 1
        self.phase = ["open"]
        self.open = ""
        starts = {"south": "d3", "west": "c4", "north": "d5", "east": "e4"}
        self.hunter = {seat: place(starts[seat]) for seat in self.seats}
        corners = {"red": "a7", "blue": "g7", "yellow": "g1", "green": "a1"}
        self.beast = {colour: place(corner) for colour, corner in corners.items()}
        tokens = {"d1": "turquoise", "d7": "turquoise", "a4": "violet", "g4": "violet"}
        self.portal = {place(cell): colour for cell, colour in tokens.items()}
        self.asleep: set[str] = set()
        self.stayed: set[str] = set()
        self.laid: dict[str, list[str]] = {}
        self.hand = {seat: ["?", "?", "?"] for seat in self.seats}
        self.deck = 50 - 3 * len(self.seats)
        self.discard: Counter[str] = Counter()
        self.spent: set[str] = set()
        self.bonus = dict.fromkeys(self.seats, 0)
        self.secret = dict.fromkeys(self.seats, "?")

    @staticmethod
    def read(position: str) -> Table:
        """From a position in canonical form, every line said."""
        facts = [line.split() for line in position.splitlines()]
        one = {fact[0]: fact[1:] for fact in facts}
        options = {fact[1]: fact[2] for fact in facts if fact[0] == "option"}
        table = Table(one["seats"], target=int(options["target"]), young=options["young"] == "yes")
        table.game, table.round = int(one["game"][0]), int(one["round"][0])
        table.start, table.phase = one["start"][0], one["phase"]
        table.open = one.get("open", [""])[0]
        table.deck = int(one["deck"][0])
        table.asleep = {fact[1] for fact in facts if fact[0] == "asleep"}
        table.stayed = {fact[1] for fact in facts if fact[0] == "stayed"}
        table.spent = {fact[1] for fact in facts if fact[0] == "spent"}
        table.portal = {place(fact[1]): fact[2] for fact in facts if fact[0] == "portal"}
        for key, who, *rest in (fact for fact in facts if len(fact) > 2):
            match key:
                case "hunter":
                    table.hunter[who] = place(rest[0])
                case "beast":
                    table.beast[who] = place(rest[0])
                case "laid":
                    table.laid[who] = rest
                case "hand":
                    table.hand[who] = rest
                case "discard":
                    table.discard[who] = int(rest[0])
                case "bonus":
                    table.bonus[who] = int(rest[0])
                case "total":
                    table.total[who] = int(rest[0]), int(rest[1])
                case "secret":
                    table.secret[who] = rest[0]
        return table

    def text(self) -> str:
        """The position in canonical form (section 6)."""
        seats = self.seats
        lines = [
            f"seats {' '.join(seats)}",
            f"option target {self.target}",
            f"option young {'yes' if self.young else 'no'}",
            f"game {self.game}",
            f"round {self.round}",
            f"start {self.start}",
            f"phase {' '.join(self.phase)}",
            *([f"open {self.open}"] if self.open else []),
            *(f"hunter {seat} {name(self.hunter[seat])}" for seat in seats),
            *(f"beast {colour} {name(self.beast[colour])}" for colour in COLOURS),
            *(f"asleep {colour}" for colour in COLOURS if colour in self.asleep),
            *sorted(f"portal {name(cell)} {colour}" for cell, colour in self.portal.items()),
            *(f"stayed {seat}" for seat in seats if seat in self.stayed),
            *(f"laid {seat} {' '.join(self.laid[seat])}" for seat in seats if seat in self.laid),
            *(f"hand {seat} {' '.join(self.hand[seat])}" for seat in seats),
            f"deck {self.deck}",
            *(f"discard {card} {self.discard[card]}" for card in CARDS if self.discard[card]),
            *(f"spent {card}" for card in LINES if card in self.spent),
            *(f"bonus {seat} {self.bonus[seat]}" for seat in seats),
            *(f"total {seat} {self.total[seat][0]} {self.total[seat][1]}" for seat in seats),
            *(f"secret {seat} {self.secret[seat]}" for seat in seats),
        ]
        return "\n".join(lines) + "\n"

    # what may be done

    def legal(self, seat: str) -> set[str]:
        """Everything the seat may do now."""
        stage = self.phase[0]
        if stage == "beasts":
            colour, way = self.line()
            return {f"run {colour} {name(self.chain(colour, way).beasts[colour])}"}
        if stage in ("open", "scores", "over") or self.phase[1] != seat:
            return set()
        here = self.hunter[seat]
        match stage:
            case "card":
                return set(self.plays(seat)) | set(self.thrown(seat))
            case "walk":
                return {f"step {name(beyond(here, ON_BOARD[seat][self.phase[2][0]]))}"}
            case "fly":
                free = {(x, y) for x in range(7) for y in range(7)} - {TRAP, *self.figures()}
                return {f"fly {name(cell)}" for cell in free}
            case "sleep":
                return {f"sleep {colour}" for colour in self.awake()}
            case "shift":
                ways = {near for near in around(here) if near == TRAP or near not in self.figures()}
                return {f"shift {self.phase[2]} {name(near)}" for near in ways}
            case "teleport":
                return {f"jump {name(cell)}" for cell in self.reach(seat, same=False)}
        return {"stay"} | {f"jump {name(cell)}" for cell in self.reach(seat, same=True)}

    def figures(self) -> list[Place]:
        return [*self.hunter.values(), *self.beast.values()]

    def awake(self) -> list[str]:
        return [c for c in COLOURS if self.beast[c] != TRAP and c not in self.asleep]

    def reach(self, seat: str, *, same: bool) -> set[Place]:
        """Tokens to which the hunter can jump: of its colour, or of any."""
        here = self.hunter[seat]
        colour = self.portal.get(here)
        free = {cell for cell in self.portal if cell not in self.hunter.values()}
        if same:
            free = {cell for cell in free if self.portal[cell] == colour}
        return {cell for cell in free if colour and self.can_land(cell, seat)}

    def can_land(self, cell: Place, seat: str) -> bool:
        if self.young or cell not in self.beast.values():
            return True
        others = {where for who, where in self.hunter.items() if who != seat}
        taken = (others | set(self.beast.values())) - {TRAP}
        return any(near not in taken for near in around(cell))

    def ways(self, seat: str, card: str) -> Iterator[str]:
        """How a card can be laid so that it can be carried out."""
        match card:
            case "still" | "jet":
                yield f"play {card}"
            case "dart":
                yield from [f"play {card}"] if self.awake() else []
            case "teleport":
                yield from [f"play {card}"] if self.reach(seat, same=False) else []
            case _:
                paths = WAYS.get(card, tuple(card))
                yield from (f"play {card} {path}" for path in paths if self.can_walk(seat, path))

    def can_walk(self, seat: str, path: str) -> bool:
        cell = self.hunter[seat]
        others = {where for who, where in self.hunter.items() if who != seat}
        for letter in path:
            cell = beyond(cell, ON_BOARD[seat][letter])
            if cell == TRAP or cell in others:
                return False
        return True

    def unseen(self, card: str) -> int:
        """Copies that nobody has laid, thrown away or written down."""
        seen = self.discard[card] + sum(laid[0] == card for laid in self.laid.values())
        return COPIES[card] - seen - sum(hand.count(card) for hand in self.hand.values())

    def plays(self, seat: str) -> Iterator[str]:
        for card in CARDS:
            if card in self.hand[seat] or ("?" in self.hand[seat] and self.unseen(card) > 0):
                yield from self.ways(seat, card)

    def thrown(self, seat: str) -> Iterator[str]:
        stuck = [card for card in CARDS if not list(self.ways(seat, card))]
        named = Counter(card for card in self.hand[seat] if card != "?")
        for cards in combinations_with_replacement(stuck, 3):
            drawn = Counter(cards) - named
            if named <= Counter(cards) and all(n <= self.unseen(card) for card, n in drawn.items()):
                yield f"discard {' '.join(cards)}"

    def openable(self) -> set[str]:
        return {f"open {card}" for card in LINES if len(self.spent) == len(LINES) or card not in self.spent}

    # what follows

    def do(self, seat: str, move: str) -> None:
        """Carry out a legal move and everything that follows by itself."""
        verb, *words = move.split()
        match verb:
            case "play":
                self.lay(seat, words)
            case "discard":
                self.discard.update(words)
                self.hand[seat] = []
                self.fill(seat)
            case "step":
                rest = self.phase[2][1:]
                self.come(seat, place(words[0]), rest or "-")
            case "fly":
                self.come(seat, place(words[0]), "-")
            case "jump":
                left = self.hunter[seat]
                self.portal[left] = flipped(self.portal[left])
                self.come(seat, place(words[0]), "jump")
            case "shift":
                self.move_beast(seat, words[0], place(words[1]))
                self.go_on(seat, self.phase[3])
            case "sleep":
                self.asleep.add(words[0])
                self.close(seat)
            case "stay":
                self.stayed.add(seat)
                self.close(seat)
            case "run":
                self.run()

    def lay(self, seat: str, words: list[str]) -> None:
        card = words[0]
        self.hand[seat].remove(card if card in self.hand[seat] else "?")
        self.laid[seat] = words
        if card == "still":
            self.close(seat)
            return
        stage = {"jet": "fly", "dart": "sleep", "teleport": "teleport"}.get(card, "walk")
        self.phase = [stage, seat, *words[1:]]

    def come(self, seat: str, cell: Place, rest: str) -> None:
        """The hunter arrives; ``rest`` as in the line of phase shift."""
        self.hunter[seat] = cell
        self.stayed.discard(seat)
        met = [colour for colour in COLOURS if self.beast[colour] == cell]
        if met and not self.young:
            self.phase = ["shift", seat, met[0], rest]
            return
        if met:
            self.move_beast(seat, met[0], TRAP)
        self.go_on(seat, rest)

    def move_beast(self, seat: str, colour: str, cell: Place) -> None:
        self.beast[colour] = cell
        self.bonus[seat] += cell == TRAP

    def go_on(self, seat: str, rest: str) -> None:
        if rest not in ("-", "jump"):
            self.phase = ["walk", seat, rest]
        elif rest == "-" and self.reach(seat, same=True):
            self.phase = ["portal", seat]
        else:
            self.close(seat)

    def close(self, seat: str) -> None:
        for colour in COLOURS:
            near = around(self.beast[colour])
            if self.beast[colour] != TRAP and all(cell in self.hunter.values() for cell in near):
                self.move_beast(seat, colour, TRAP)
        turns = self.turns()
        if seat != turns[-1]:
            self.phase = ["card", turns[turns.index(seat) + 1]]
            return
        self.discard.update(laid[0] for laid in self.laid.values())
        self.laid = {}
        for each in turns:
            self.fill(each)
        self.from_line(1)

    def turns(self) -> list[str]:
        """The seats from the holder of the Start card clockwise."""
        first = self.seats.index(self.start)
        return self.seats[first:] + self.seats[:first]

    def fill(self, seat: str) -> None:
        while len(self.hand[seat]) < 3:
            if self.deck == 0:
                self.deck, self.discard = self.discard.total(), Counter()
            self.deck -= 1
            self.hand[seat].append("?")

    def line(self) -> tuple[str, str]:
        return LINES[self.open][int(self.phase[1]) - 1]

    def chain(self, colour: str, way: str) -> Chain:
        chain = Chain(self.hunter, self.beast)
        chain.go(colour, way)
        return chain

    def run(self) -> None:
        chain = self.chain(*self.line())
        self.beast = chain.beasts
        for seat in chain.driven:
            self.bonus[seat] += 1
        self.from_line(int(self.phase[1]) + 1)

    def from_line(self, number: int) -> None:
        for k, (colour, _) in enumerate(LINES[self.open], 1):
            if k >= number and colour in self.awake():
                self.phase = ["beasts", str(k)]
                return
        self.spent.add(self.open)
        self.open, self.asleep = "", set()
        if list(self.beast.values()).count(TRAP) >= 2:
            self.phase = ["scores"]
            self.count()
        else:
            self.phase = ["open"]
            self.round += 1
            self.start = self.turns()[1]

    def happen(self, outcome: str) -> None:
        """Enter a possible outcome."""
        match outcome.split():
            case ["open", card]:
                if len(self.spent) == len(LINES):
                    self.spent = set()
                self.open, self.phase = card, ["card", self.start]
            case ["score", seat, card]:
                self.secret[seat] = card
                self.count()

    def points(self, seat: str) -> int:
        values = dict(zip(COLOURS, WORTH.get(self.secret[seat], (0, 0, 0, 0)), strict=True))
        trapped = sum(values[colour] for colour in COLOURS if self.beast[colour] == TRAP)
        return self.total[seat][0] + self.bonus[seat] + trapped

    def driving(self, seat: str) -> int:
        return self.total[seat][1] + self.bonus[seat]

    def winners(self) -> list[str]:
        best = max((self.points(seat), self.driving(seat)) for seat in self.seats)
        return [seat for seat in self.seats if (self.points(seat), self.driving(seat)) == best]

    def count(self) -> None:
        """Once all score cards are shown the match is over, or the next game is set up."""
        if "?" in self.secret.values():
            return
        if self.target == 0 or max(map(self.points, self.seats)) >= self.target:
            self.phase = ["over"]
            return
        self.total = {seat: (self.points(seat), self.driving(seat)) for seat in self.seats}
        self.start = self.turns()[1]
        self.game += 1
        self.set_up()
