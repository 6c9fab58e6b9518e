"""A second, slow referee of the whole game, written from the rulebook alone.

A position goes in and comes out as text; every explorer is a thing of its own, and every way over the sea is
walked cell by cell. It shares no code with the game; board and backs are typed again in ``sheet.py``.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from .sheet import (
    COLOURS,
    FRAME,
    GREEN,
    KINDS,
    LANDING,
    LANDS,
    NEXT,
    PLACE,
    REACH,
    RED,
    STOCK,
    TREASURE,
    Explorer,
    Sheet,
)


class Table(Sheet):
    """A table that plays by the book."""

    # what may be done

    def decides(self) -> list[str]:
        if self.phase in ("place", "launch", "act", "fill", "creature"):
            return [self.turn]
        return list(self.asked) if self.phase == "defend" else []

    def legal(self, seat: str) -> set[str]:
        if seat not in self.decides():
            return set()
        found: dict[str, Iterable[str]] = {
            "place": self.placings(seat),
            "launch": self.launches(),
            "act": self.actions(seat),
            "fill": self.boardings(),
            "creature": self.swims(),
            "defend": self.defences(seat),
        }
        return set(found[self.phase])

    def placings(self, seat: str) -> Iterator[str]:
        for colour in self.colours[seat]:
            for cell in self.land if self.at("reserve", "", [colour]) else ():
                crowd = self.options["crowd"] == "yes" and not self.coast(cell)
                if len(self.at("tile", cell)) < (2 if crowd else 1):
                    yield f"place {colour} {cell}"

    def launches(self) -> Iterator[str]:
        for cell in PLACE:
            by_land = any(near in self.land for near in NEXT[cell])
            if self.is_sea(cell) and by_land and cell not in self.boats and not self.has("serpent", cell):
                yield f"launch {cell}"

    def actions(self, seat: str) -> Iterator[str]:
        if self.moves == 3 and not self.played:
            yield from self.tiles_played(seat)
        if self.moves and self.outside(seat):
            for one in self.outside(seat):
                yield from (f"move {one.colour} {one.kind} {one.where} {to}" for to in self.steps_of(one))
            for cell in self.boats:
                if self.controls(seat, cell):
                    free = [near for near in NEXT[cell] if self.is_sea(near) and near not in self.boats]
                    yield from (f"sail {cell} {near}" for near in free)
        if not self.land:
            yield "end"
        for terrain in LANDS:
            tiles = [cell for cell, land in self.land.items() if land == terrain]
            if tiles:
                yield from (f"take {cell}" for cell in [c for c in tiles if self.coast(c)] or tiles)
                return

    def steps_of(self, one: Explorer) -> Iterator[str]:
        room = [cell for cell in self.boats if len(self.at("boat", cell)) < 3]
        here, near = one.where, NEXT[one.where]
        if one.kind == "tile":
            yield from (f"tile {cell}" for cell in near if cell in self.land)
            yield from (f"sea {cell}" for cell in near if self.is_sea(cell))
        if one.kind in ("tile", "boat"):
            yield from (f"boat {cell}" for cell in near if cell in room)
        if one.kind == "boat" and not one.used:
            yield f"sea {here}"
        if one.kind == "sea" and not one.used:
            yield from (f"sea {cell}" for cell in near if self.is_sea(cell))
            yield from (f"boat {cell}" for cell in room if cell == here)
        wades = one.kind == "sea" and not one.used and self.options["ashore"] == "yes"
        if one.kind == "boat" or wades:
            yield from (f"safe {isle}" for isle, cells in LANDING.items() if here in cells)

    def tiles_played(self, seat: str) -> Iterator[str]:
        for land in LANDS:
            for back in RED[:5]:
                if self.can_have(seat, land, back):
                    yield from (f"play {back} {land} {rest}" for rest in self.carried(seat, back))

    def carried(self, seat: str, back: str) -> Iterator[str]:
        if back == "dolphin":
            teeth = [cell for kind, cell in self.creatures if kind != "whale"]
            for one in self.outside(seat):
                if one.kind == "sea":
                    yield from (f"{one.colour} {one.where} {end}" for end in self.ends(one.where, 3, teeth))
        elif back == "wind":
            for boat in self.boats:
                if self.controls(seat, boat):
                    enemies = [cell for kind, cell in self.creatures if kind != "shark"]
                    stops = [*self.boats, *(enemies if self.at("boat", boat) else [])]
                    ends = self.ends(boat, 3, stops) - set(self.boats)
                    yield from (f"{boat} {end}" for end in ends)
        else:
            full = {one.where for one in self.people if one.kind == "sea"}
            full |= {*self.boats, *(cell for _, cell in self.creatures)}
            for kind, start in self.creatures:
                if back == f"move-{kind}":
                    yield from (f"{start} {end}" for end in PLACE if self.is_sea(end) and end not in full)

    def boardings(self) -> Iterator[str]:
        cell = self.due[0]
        yield from (f"move {one.colour} sea {cell} boat {cell}" for one in self.at("sea", cell))

    def swims(self) -> Iterator[str]:
        (rolled,) = self.due
        met = {"shark": "sea", "whale": "boat"}.get(rolled)
        prey = {one.where for one in self.people if one.kind == met}
        for kind, start in self.creatures:
            if kind == rolled:
                for end in self.ends(start, REACH[kind], prey):
                    yield f"creature {kind} {start} {end}"
        yield "end"

    def defences(self, seat: str) -> Iterator[str]:
        kind, cell = self.due
        yield "pass"
        if self.at("sea" if kind == "shark" else "boat", cell, self.colours[seat]):
            for land in LANDS:
                if self.can_have(seat, land, f"stop-{kind}"):
                    yield f"play stop-{kind} {land}"

    # what chance may bring

    def possible(self) -> set[str]:
        if self.phase == "island":
            left = Counter({"beach": 16, "forest": 16, "mountain": 8}) - Counter(self.land.values())
            return {f"lay {cell} {land}" for cell in FRAME if cell not in self.land for land in left}
        if self.phase == "back":
            cell, land = self.due
            backs = [back for back in GREEN if self.unaccounted(land)[back] > 0]
            return {f"tile {cell} {back}" for back in [*backs, *["?"][: self.red_left(land)]]}
        if self.phase == "die":
            return {f"die {kind}" for kind in KINDS}
        if self.phase == "treasure":
            return {
                f"treasure {colour} {value}"
                for colour in COLOURS
                if self.covered(colour)
                for value in TREASURE
                if self.shown[colour, value] < TREASURE.count(value)
            }
        return set()

    def told(self) -> set[str]:
        """The red backs that the owner may tell the program instead of keeping the tile unseen."""
        if self.phase != "back" or self.red_left(self.due[1]) < 1:
            return set()
        cell, land = self.due
        return {f"tile {cell} {back}" for back in RED if self.unaccounted(land)[back] > 0}

    def covered(self, colour: str) -> int:
        saved = sum(1 for one in self.people if one.kind == "safe" and one.colour == colour)
        return saved - sum(n for (whose, _), n in self.shown.items() if whose == colour)

    # doing it

    def show(self, text: str) -> None:
        """An outcome."""
        verb, *words = text.split()
        if verb == "lay":
            self.land[words[0]] = words[1]
            if len(self.land) == len(FRAME):
                self.phase, self.turn = "place", self.seats[0]
        elif verb == "tile":
            self.turn_over(words[1])
        elif verb == "die":
            able = [cell for kind, cell in self.creatures if kind == words[0] and self.coast(cell)]
            if able:
                self.phase, self.due = "creature", words
            else:
                self.next_turn()
        else:
            self.shown[words[0], int(words[1])] += 1
            if not any(map(self.covered, COLOURS)):
                self.phase = "over"
        self.check_end()

    def do(self, seat: str, text: str) -> None:
        """A move."""
        verb, *words = text.split()
        getattr(self, f"do_{verb}")(seat, words)
        self.check_end()

    def do_place(self, seat: str, words: list[str]) -> None:
        one = self.at("reserve", "", [words[0]])[0]
        one.kind, one.where = "tile", words[1]
        self.turn = self.after(seat)
        if not self.at("reserve", ""):
            self.phase, self.turn = "launch", self.seats[0]

    def do_launch(self, seat: str, words: list[str]) -> None:
        self.boats.append(words[0])
        self.waiting[seat] -= 1
        self.turn = self.after(seat)
        if not any(self.waiting.values()):
            self.turn = self.seats[-1]
            self.next_turn()

    def do_move(self, _: str, words: list[str]) -> None:
        colour, kind, where, to_kind, to = words
        here = self.at(kind, where, [colour])
        wet = "sea" in (kind, to_kind) and self.phase == "act"
        one = min(here, key=lambda e: e.used if wet else not e.used)
        one.kind, one.where, one.used = to_kind, to, (wet or one.used) and to_kind != "safe"
        if self.phase == "fill":
            if len(self.at("boat", to)) == 3:
                self.phase = "die"
            return
        self.moves -= 1
        if to_kind in ("boat", "sea"):
            self.settle(to)

    def do_sail(self, _: str, words: list[str]) -> None:
        self.moves -= 1
        self.carry_boat(*words)

    def carry_boat(self, start: str, end: str) -> None:
        self.boats[self.boats.index(start)] = end
        for one in self.at("boat", start):
            one.where = end
        self.settle(end)

    def do_play(self, seat: str, words: list[str]) -> None:
        back, land, *rest = words
        self.hand[(seat, land, back) if self.hand[seat, land, back] else (seat, land, "?")] -= 1
        self.out[land, back] += 1
        self.played = True
        if back == "dolphin":
            self.at("sea", rest[1], [rest[0]])[0].where = rest[2]
            self.settle(rest[2])
        elif back == "wind":
            self.carry_boat(*rest)
        elif back.startswith("move"):
            self.creatures.remove((back[5:], rest[0]))
            self.creatures.append((back[5:], rest[1]))
        else:
            self.creatures.remove((self.due[0], self.due[1]))
            self.next_turn()

    def do_take(self, _: str, words: list[str]) -> None:
        cell = words[0]
        land = self.land.pop(cell)
        for one in self.people:
            one.used = False
            if (one.kind, one.where) == ("tile", cell):
                one.kind = "sea"
        self.phase, self.due = "back", [cell, land]
        if self.options["ending"] == "sunk" and not self.land:
            self.out[land, "?"] += 1
            self.finish()

    def do_end(self, _: str, __: list[str]) -> None:
        if self.phase == "creature":
            self.next_turn()
        else:
            self.phase = "die"
            for one in self.people:
                one.used = False

    def do_creature(self, seat: str, words: list[str]) -> None:
        kind, start, end = words
        self.creatures.remove((kind, start))
        self.creatures.append((kind, end))
        prey = self.at({"shark": "sea", "whale": "boat"}.get(kind, "none"), end)
        victims = {one.colour for one in prey}
        self.asked = [
            other
            for other in self.seats
            if other != seat
            and victims & set(self.colours[other])
            and any(self.known_to_all(other, land, f"stop-{kind}") for land in LANDS)
        ]
        if self.asked:
            self.phase, self.due = "defend", [kind, end]
        else:
            self.settle(end)
            self.next_turn()

    def known_to_all(self, seat: str, land: str, back: str) -> bool:
        has = any(n and (who, what) == (seat, land) for (who, what, _), n in self.hand.items())
        return has and STOCK[land][back] > self.out[land, back]

    def do_pass(self, seat: str, _: list[str]) -> None:
        self.asked.remove(seat)
        if not self.asked:
            self.settle(self.due[1])
            self.next_turn()

    def settle(self, cell: str) -> None:
        if self.at("boat", cell) and (self.has("serpent", cell) or self.has("whale", cell)):
            self.boats.remove(cell)
            for one in self.at("boat", cell):
                one.kind = "sea"
        if self.has("serpent", cell) or self.has("shark", cell):
            self.remove(self.at("sea", cell))

    def remove(self, gone: list[Explorer]) -> None:
        self.people = [one for one in self.people if not any(one is other for other in gone)]

    def turn_over(self, back: str) -> None:
        cell, land = self.due
        self.phase = "die"
        if back not in GREEN:
            self.hand[self.turn, land, back] += 1
            return
        self.out[land, back] += 1
        if back in ("shark", "whale"):
            self.supply[back] -= 1
            self.creatures.append((back, cell))
            self.settle(cell)
        elif back == "boat":
            self.supply[back] -= 1
            self.boats.append(cell)
            swimmers = self.at("sea", cell)
            if len(swimmers) > 3:
                self.phase, self.due = "fill", [cell]
            else:
                for one in swimmers:
                    one.kind = "boat"
        elif back == "volcano" and self.options["ending"] == "volcano":
            self.finish()
        else:
            sea = [near for near in (cell, *NEXT[cell]) if self.is_sea(near)]
            self.remove([one for one in self.people if one.kind in ("boat", "sea") and one.where in sea])
            self.boats = [boat for boat in self.boats if boat not in sea]
            self.creatures = [(kind, where) for kind, where in self.creatures if where not in sea]

    def after(self, seat: str) -> str:
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def next_turn(self) -> None:
        self.phase, self.turn = "act", self.after(self.turn)
        self.moves, self.played = 3, False
        for one in self.people:
            one.used = False

    def check_end(self) -> None:
        early = ("island", "place", "launch", "treasure", "over")
        if self.options["ending"] != "rescue" or self.phase in early:
            return
        left = [one for one in self.people if one.kind in ("tile", "boat", "sea")]
        teeth = [kind for kind, _ in self.creatures if kind != "whale"]
        hopeless = self.options["ashore"] == "no" and self.phase not in ("back", "fill")
        dry = any(one.kind != "sea" for one in left)
        if not left or (hopeless and not dry and not self.land and not self.boats and not teeth):
            self.finish()

    def finish(self) -> None:
        self.people = [one for one in self.people if one.kind == "safe"]
        self.phase = "treasure" if self.people and self.options["equal"] == "no" else "over"

    # counting

    def points(self, seat: str) -> int:
        mine = self.colours[seat]
        if self.options["equal"] == "yes":
            return sum(1 for one in self.people if one.kind == "safe" and one.colour in mine)
        return sum(value * n for (colour, value), n in self.shown.items() if colour in mine)

    def winners(self) -> list[str]:
        best = max(map(self.points, self.seats))
        return [seat for seat in self.seats if self.points(seat) == best]
