"""A second, slow referee of the whole game, written from the rulebook alone, on top of ``oracle.Board``.

A position goes in and comes out as text. It shares no code with the game; the deck and the lives are typed
here again from section 1 of the specification.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from .oracle import STEPS, Place, around, beyond, name, on_board, place
from .position import COPIES, GOODS, HUNTERS, KINDS, Figure, Position, Spot, said, spot

WORTH = {"bear": 3.0, "orca": 3.0, "seal": 2.0, "eskimo": 2.0, "cod": 1.0, "plankton": 0.5, "igloo": 2.0}
LIVES = {"bear": 2, "orca": 2, "seal": 3, "eskimo": 2}
CORNERS = ("a5", "a9", "e1", "e9", "i1", "i5")
PREY = {
    "bear": {"orca", "seal", "eskimo", "cod", "igloo"},
    "orca": {"bear", "seal", "eskimo", "cod"},
    "eskimo": {"bear", "orca", "seal", "cod"},
    "seal": {"cod", "igloo"},
    "cod": set[str](),
}


class Table(Position):
    """A table that plays by the book."""

    # what may be done

    def decides(self) -> str:
        match self.phase[0]:
            case "flee" | "land":
                return "seal"
            case "igloo":
                return "eskimo" if "eskimo" in self.seats else self.seats[0]
        return self.turn

    def legal(self, seat: str) -> set[str]:
        """Everything the seat may do now."""
        if self.phase[0] == "over" or seat != self.decides():
            return set()
        ways: dict[str, Callable[[], Iterable[str]]] = {
            "lay": self.lays,
            "igloo": lambda: (f"igloo {name(cell)}" for cell in self.nearest_floes()),
            "return": self.returns,
            "turn": self.in_turn,
            "drift": lambda: (
                f"drift {self.phase[1]} {name(cell)}" for cell in self.driftable(self.phase[1])
            ),
            "displace": self.displacements,
            "melt": lambda: (f"melt {name(cell)}" for cell in self.ice),
            "flee": self.flights,
            "answer": lambda: ["pass", *(f"answer {card}" for card in self.cards(self.phase[2]))],
            "land": lambda: (f"land {self.phase[2]}{top}" for top in ("", "^")),
            "drop": lambda: [f"drop {card}" for card in self.cards()] or ["end"],
        }
        return set(ways[self.phase[0]]())

    def cards(self, colour: str = "") -> list[str]:
        """What the one who decides may name out of a hidden hand (card.1)."""
        if not self.hand[self.decides()]:
            return []
        return [card for card in COPIES if card.startswith(colour) and self.discard[card] < COPIES[card]]

    def poses(self, kind: str, cell: Place) -> list[Spot]:
        board = self.board()
        return [(cell, top) for top in (False, True) if board.may_be(kind, cell, top)]

    def lays(self) -> Iterator[str]:
        cells = {(q, r) for q in range(-4, 5) for r in range(-4, 5) if on_board((q, r))}
        if len(self.ice) < 12:
            for cell in cells - set(self.ice):
                yield from (f"lay {side} {name(cell)}" for side in ("floe", "pack"))
        elif self.berg_cells():
            yield from (f"lay iceberg {name(cell)}" for cell in self.berg_cells())
        else:
            hunters = [figure for figure in self.figures if figure.kind != "cod"]
            free = set(CORNERS) - {name(figure.spot[0]) for figure in hunters}
            for kind in HUNTERS:
                if sum(figure.kind == kind for figure in hunters) < (2 if kind == "seal" else 1):
                    spots = [one for corner in free for one in self.poses(kind, place(corner))]
                    yield from (f"lay {kind} {said(one)}" for one in spots)

    def berg_cells(self) -> list[Place]:
        if list(self.ice.values()).count("iceberg") == 2:
            return []
        cod = {figure.spot[0] for figure in self.figures if figure.kind == "cod"}
        floes = [cell for cell, kind in self.ice.items() if kind == "floe" and cell not in cod]
        return [cell for cell in floes if name(cell) not in CORNERS]

    def nearest_floes(self) -> list[Place]:
        home = next(figure.spot[0] for figure in self.figures if figure.kind == "eskimo")
        far = {cell: steps(home, cell) for cell, kind in self.ice.items() if kind == "floe"}
        return [cell for cell in far if far[cell] == min(far.values())]

    def neutral(self, kind: str) -> bool:
        return kind not in self.seats

    def due(self) -> list[str]:
        return [kind for kind in self.away if kind == self.turn or self.neutral(kind)]

    def returns(self) -> Iterator[str]:
        for kind in self.due():
            for corner in CORNERS:
                yield from (f"return {kind} {said(one)}" for one in self.poses(kind, place(corner)))

    def in_turn(self) -> Iterator[str]:
        if not self.done:
            yield from (f"play {card}" for card in self.cards())
        else:
            yield from (f"drop {card}" for card in self.cards())
        if self.done or not self.hand[self.turn]:
            yield "end"
        board = self.board()
        for figure in self.figures:
            if self.usable(figure.kind):
                if not figure.marks & {"moved", "fed"}:
                    ends = board.reach(figure.kind, *figure.spot)
                    yield from (f"move {figure.kind} {said(figure.spot)} {said(end)}" for end in ends)
                if self.may_attack(figure):
                    yield from self.attacks(figure)

    def usable(self, kind: str) -> bool:
        """Whose turn it is to be used (hunt.1 to hunt.3)."""
        if self.hunt == ["done"] or (kind != self.turn and not self.neutral(kind)):
            return False
        match self.hunt:
            case ["none"]:
                return True
            case ["own"]:
                return kind == self.turn or len(self.seats) < 4
        return kind == self.hunt[1]

    def may_attack(self, figure: Figure) -> bool:
        """Marks allow it (return.5, attack.7, attack.8); of two on a spot the one that can attack does."""
        if figure.kind == "seal" and self.options.get("seal_attacks") == "each":
            return not figure.marks & {"fed", "new"}
        fed = any("fed" in other.marks for other in self.figures if other.kind == figure.kind)
        return not fed and "new" not in figure.marks

    def attacks(self, hunter: Figure) -> Iterator[str]:
        start = f"attack {hunter.kind} {said(hunter.spot)}"
        if "igloo" in PREY[hunter.kind] and hunter.spot == (self.igloo, True):
            yield f"{start} igloo {said(hunter.spot)}"
        for prey in self.figures:
            below = hunter.kind == "eskimo" and prey.kind == "cod" and hunter.spot == (prey.spot[0], True)
            robs_himself = hunter.kind != self.turn and prey.kind == self.turn
            if prey.kind in PREY[hunter.kind] and (prey.spot == hunter.spot or below) and not robs_himself:
                yield f"{start} {prey.kind} {said(prey.spot)}"

    def driftable(self, colour: str) -> list[Place]:
        board, found = self.board(), []
        for cell in self.ice:
            idle = self.options.get("pack_push") == "none" and self.ice[cell] == "pack"
            pushes = beyond(cell, colour) in self.ice
            if board.may_drift(cell, colour, self.locked) and not (idle and pushes):
                found.append(cell)
        return found

    def waiting(self) -> list[Figure]:
        board = self.board()
        return [figure for figure in self.figures if not board.may_be(figure.kind, *figure.spot)]

    def displacements(self) -> Iterator[str]:
        for figure in self.waiting():
            ends = self.board().ways_out(figure.kind, figure.spot[0], place(self.phase[3]))
            yield from (f"displace {figure.kind} {said(figure.spot)} {said(end)}" for end in ends)

    def flights(self) -> Iterator[str]:
        yield "stay"
        for colour in STEPS:
            goal = beyond(spot(self.phase[1])[0], colour)
            if on_board(goal) and self.ice.get(goal) != "iceberg":
                yield from (f"flee {card}" for card in self.cards(colour))

    # what follows

    def do(self, move: str) -> None:
        """Carry out a legal move and everything that follows by itself."""
        verb, *words = move.split()
        getattr(self, f"do_{verb}")(*words)

    def do_lay(self, piece: str, where: str) -> None:
        if piece in KINDS:
            self.figures.append(Figure(piece, spot(where), set()))
        else:
            self.ice[place(where)] = piece
        self.turn = self.next_seat()
        if sum(figure.kind != "cod" for figure in self.figures) < 5:
            return
        self.turn = self.seats[0]
        floes = self.nearest_floes()
        self.phase = ["igloo"] if len(floes) > 1 else ["turn"]
        self.igloo = floes[0] if len(floes) == 1 else None

    def do_igloo(self, cell: str) -> None:
        self.igloo, self.phase = place(cell), ["turn"]

    def do_return(self, kind: str, where: str) -> None:
        self.away.remove(kind)
        self.figures.append(Figure(kind, spot(where), {"new"}))
        self.phase = ["return" if self.due() else "turn"]

    def do_play(self, card: str) -> None:
        self.spend(self.turn, card)
        self.hunt = self.hunt if self.hunt == ["none"] else ["done"]
        if card == "melt":
            self.phase, self.done = (["melt"], False) if self.ice else (["turn"], True)
        else:
            self.go_on_drifting(card[:-1], int(card[-1]))

    def spend(self, seat: str, card: str) -> None:
        self.hand[seat] -= 1
        self.discard[card] += 1

    def go_on_drifting(self, colour: str, left: int) -> None:
        if left and self.driftable(colour):
            self.phase = ["drift", colour, str(left)]
        else:
            self.phase, self.done, self.locked = ["turn"], True, set()

    def do_drift(self, colour: str, cell: str) -> None:
        board, left = self.board(), int(self.phase[2]) - 1
        self.locked |= board.drift(place(cell), colour)
        self.ice, self.igloo = board.ice, board.igloo
        for figure, (_, where, top) in zip(self.figures, board.figures, strict=True):
            figure.spot = where, top
        if self.waiting():
            self.phase = ["displace", colour, str(left), cell]
        else:
            self.go_on_drifting(colour, left)

    def do_displace(self, kind: str, start: str, end: str) -> None:
        self.least(kind, start).spot = spot(end)
        if not self.waiting():
            self.go_on_drifting(self.phase[1], int(self.phase[2]))

    def least(self, kind: str, where: str) -> Figure:
        return min((f for f in self.figures if (f.kind, f.spot) == (kind, spot(where))), key=Figure.rank)

    def do_melt(self, where: str) -> None:
        cell = place(where)
        match self.ice.pop(cell):
            case "iceberg":
                self.ice[cell] = "floe"
            case "floe":
                self.ice[cell] = "pack"
                self.igloo = None if self.igloo == cell else self.igloo
            case "pack":
                for figure in self.figures:
                    if figure.spot[0] == cell:
                        figure.spot = cell, False
        self.phase, self.done = ["turn"], True

    def use(self, kind: str) -> None:
        self.hunt = ["own"] if kind == self.turn else ["neutral", kind]

    def do_move(self, kind: str, start: str, end: str) -> None:
        figure = self.least(kind, start)
        figure.spot = spot(end)
        figure.marks.add("moved")
        if kind == "cod" and self.hunt != ["neutral", "cod"]:
            self.give("plankton", "supply", self.turn)
        self.use(kind)
        self.look_for_the_end()

    def give(self, good: str, giver: str, taker: str) -> None:
        self.has[giver, good] -= 1
        self.has[taker, good] += 1

    def look_for_the_end(self) -> None:
        cod = any(figure.kind == "cod" for figure in self.figures)
        if not cod or not self.has["supply", "plankton"]:
            self.phase = ["over"]

    def do_attack(self, kind: str, start: str, prey: str, where: str) -> None:
        same_spot = [f for f in self.figures if (f.kind, f.spot) == (kind, spot(start))]
        min(same_spot, key=Figure.attack_rank).marks.add("fed")
        self.use(kind)
        if prey == "igloo":
            self.igloo = None
            self.has[self.turn, "igloo"] += 1
        elif prey == "seal" and len(self.seats) == 4:
            self.phase = ["flee", where]
        else:
            self.catch(prey, where)

    def catch(self, prey: str, where: str) -> None:
        self.figures.remove(self.least(prey, where))
        if prey == "cod":
            self.has[self.turn, "cod"] += 1
        else:
            owner = "supply" if self.neutral(prey) else prey
            if self.has[owner, prey] == LIVES[prey]:
                self.away.append(prey)
            self.give(prey, owner, self.turn)
        self.look_for_the_end()

    def do_flee(self, card: str) -> None:
        self.spend("seal", card)
        self.draw(self.turn)
        self.phase = ["answer", self.phase[1], card[:-1]]

    def do_stay(self) -> None:
        where, self.phase = self.phase[1], ["turn"]
        self.catch("seal", where)

    def do_answer(self, card: str) -> None:
        self.spend(self.turn, card)
        self.do_stay()
        self.draw_after_defence()

    def do_pass(self) -> None:
        self.draw_after_defence()
        goal = beyond(spot(self.phase[1])[0], self.phase[2])
        if goal in self.ice:
            self.phase = ["land", self.phase[1], name(goal)]
        else:
            self.do_land(name(goal))

    def draw_after_defence(self) -> None:
        if self.hand[self.turn] < 3:
            self.draw(self.turn)

    def do_land(self, where: str) -> None:
        self.least("seal", self.phase[1]).spot = spot(where)
        self.phase = ["turn"]

    def do_drop(self, card: str) -> None:
        self.spend(self.turn, card)
        self.phase = ["drop"]

    def do_end(self) -> None:
        while self.hand[self.turn] < 3:
            self.draw(self.turn)
        self.turn = self.next_seat()
        self.done, self.hunt = False, ["none"]
        for figure in self.figures:
            figure.marks = set()
        self.phase = ["return" if self.due() else "turn"]

    def draw(self, seat: str) -> None:
        self.hand[seat] += 1
        self.deck -= 1
        if not self.deck:
            self.deck, self.discard = self.discard.total(), Counter()

    def next_seat(self) -> str:
        return self.seats[(self.seats.index(self.turn) + 1) % len(self.seats)]

    def points(self, seat: str) -> float:
        home = 2.0 if seat == "eskimo" and self.igloo is not None else 0.0
        return home + sum(self.has[seat, good] * WORTH[good] for good in GOODS)

    def winners(self) -> list[str]:
        best = max((self.points(seat), self.has[seat, "cod"]) for seat in self.seats)
        return [seat for seat in self.seats if (self.points(seat), self.has[seat, "cod"]) == best]


def steps(one: Place, other: Place) -> int:
    """Distance by walking outwards ring by ring."""
    ring, seen, count = {one}, {one}, 0
    while other not in ring:
        ring = {near for cell in ring for near in around(cell)} - seen
        seen |= ring
        count += 1
    return count
