"""A second, slow referee of the whole game on top of ``sheet.Sheet``; positions come and go as text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .position import TOKENS, Player, Position
from .sheet import COPIES, SYMBOLS, Place, kind_that_shows, large, shapes, shared

SUPPLY = dict(zip(TOKENS, (9, 9, 10, 12, 20), strict=True))
COSTS = {"take": 1, "refresh": 2, "place": 1, "move": 1, "transfer": 1, "explore": 3, "discover": 2}


class Table(Position):
    """A table that plays by the book."""

    # what lies where

    def left(self) -> Counter[str]:
        """Tiles in the bag and in the piles."""
        out = self.display + self.aside
        for player in self.players.values():
            out += player.stock
        out += Counter(kind_that_shows(picture, symbol) for _, picture, symbol, _ in self.sheet.tiles)
        return Counter(COPIES) - out

    def bag(self) -> list[str]:
        return sorted(kind for kind in self.left() if large(kind))

    def on_offer(self) -> set[str]:
        return {*self.display, *(kind for kind in self.left() if not large(kind))}

    def tokens_left(self, token: str) -> int:
        lying = list(self.tokens.values()).count(token)
        return SUPPLY[token] - lying - sum(player.owns[token] for player in self.players.values())

    def frozen(self, square: Place) -> bool:
        return square[1] < self.box.lines[self.sun - 1]

    def land(self, square: Place) -> bool:
        return self.has(square, "x")

    def has(self, square: Place, label: str) -> bool:
        known = self.sheet.labels()
        x, y = square
        return label in {known.get((x + dx, y + dy)) for dx in (0, 1) for dy in (0, 1)}

    def edge(self, one: Place, other: Place) -> set[str | None]:
        known = self.sheet.labels()
        return {known.get(point) for point in shared(one, other)}

    def passes(self, vehicle: str, one: Place, other: Place) -> bool:
        if vehicle == "ship":
            return "." in self.edge(one, other) and not self.frozen(one) and not self.frozen(other)
        return "x" in self.edge(one, other) or (self.frozen(one) and self.frozen(other))

    def inside(self, vehicle: str, one: Place, other: Place) -> bool:
        """From a square of a tile to one of the same tile (all tiles have one or two)."""
        return one == other or self.passes(vehicle, one, other)

    # legal moves

    def legal(self, seat: str) -> set[str]:
        kind = self.phase[0]
        if kind == "sun":
            return {f"sun {self.sun % len(self.box.lines) + 1}"}
        if len(self.phase) < 2 or self.phase[1] != seat or kind in ("refill", "refresh"):
            return set()
        if kind == "pick":
            return {f"pick {tile}" for tile in self.on_offer()}
        return set(self.turn(seat))

    def turn(self, seat: str) -> Iterator[str]:
        player, more = self.players[seat], self.phase[2] == "more"
        yield "pass"
        if more:
            yield "end"
        for vehicle in ("ship", "sled"):
            here = player.at(vehicle)
            if here is not None:
                yield from (f"shift {vehicle} {self.sheet.name(s)}" for s in self.shifts(vehicle, here))
            for verb, cost in COSTS.items():
                if player.crew[vehicle, "ready"] >= cost + more:
                    yield from self.action(player, verb, vehicle, cost + more)

    def action(self, player: Player, verb: str, vehicle: str, cost: int) -> Iterator[str]:
        here = player.at(vehicle)
        tile = self.sheet.tile(here) if here is not None else ()
        match verb:
            case "take":
                yield from (f"take {vehicle} {kind}" for kind in self.on_offer())
            case "refresh" if self.display or self.bag():
                yield f"refresh {vehicle}"
            case "place":
                yield from (f"place {vehicle} {words}" for words in self.placings(player, vehicle))
            case "move" if here is not None:
                yield from (f"move {vehicle} {self.sheet.name(s)}" for s in self.targets(vehicle, here))
            case "transfer":
                yield from (f"transfer {vehicle} {words}" for words in self.transfers(player, vehicle, cost))
            case "explore" | "discover":
                kinds = SYMBOLS[2:] if verb == "explore" else SYMBOLS[:2]
                for square, token in self.tokens.items():
                    if token in kinds and square in tile:
                        yield f"{verb} {vehicle} {self.sheet.name(square)}"

    def shifts(self, vehicle: str, here: Place) -> Iterator[Place]:
        for other in self.sheet.tile(here):
            if other != here and self.can_be(vehicle, other):
                icy = vehicle == "ship" and self.frozen(here)
                free = vehicle == "ship" and self.sheet.joined
                if not icy and (free or self.passes(vehicle, here, other)):
                    yield other

    def can_be(self, vehicle: str, square: Place) -> bool:
        if vehicle == "sled":
            return self.frozen(square) or self.land(square)
        return self.has(square, ".") and not self.frozen(square)

    def targets(self, vehicle: str, here: Place) -> Iterator[Place]:
        if vehicle == "ship" and self.frozen(here):
            return
        free = vehicle == "ship" and self.sheet.joined
        mine = self.sheet.tile(here)
        for near in mine:
            for beyond in self.sheet.beside(near):
                if beyond in mine or not self.sheet.tile(beyond) or not self.passes(vehicle, near, beyond):
                    continue
                for stop in self.sheet.tile(beyond):
                    way = self.inside(vehicle, here, near) and self.inside(vehicle, beyond, stop)
                    if self.can_be(vehicle, stop) and (free or way):
                        yield stop

    def placings(self, player: Player, vehicle: str) -> Iterator[str]:
        anchors = [self.sheet.printed("greenland"), self.sheet.tile(player.ship)]
        anchors += [self.sheet.tile(player.sled)] if player.sled else []
        here = player.at(vehicle)
        reach = {near for tile in anchors for square in tile for near in self.sheet.beside(square)}
        reach |= {(x - dx, y - dy) for x, y in reach for dx, dy in ((1, 0), (0, 1))}
        for kind in player.stock:
            symbol = kind.partition(":")[2]
            for picture, half in shapes(kind):
                for first in reach:
                    squares = self.squares_for(first, picture)
                    if any(s not in self.sheet.grid() or self.sheet.tile(s) for s in squares):
                        continue
                    near = {self.sheet.tile(n) for s in squares for n in self.sheet.beside(s)}
                    if not near & set(anchors) or not self.sheet.agrees(squares, picture):
                        continue
                    if self.options.get("touch") == "acting" and here and self.sheet.tile(here) not in near:
                        continue
                    self.sheet.tiles.append((squares, picture, symbol, None))
                    keeps_open = self.sheet.way_is_open()
                    self.sheet.tiles.pop()
                    if keeps_open:
                        words = [*map(self.sheet.name, squares), picture]
                        yield " ".join([*words, symbol, words[half]] if symbol else words)

    def squares_for(self, first: Place, picture: str) -> tuple[Place, ...]:
        x, y = first
        rows = picture.split("/")
        if len(rows) == 3:
            return first, (x, y + 1)
        return (first, (x + 1, y)) if len(rows[0]) == 3 else (first,)

    def transfers(self, player: Player, vehicle: str, cost: int) -> Iterator[str]:
        aboard = player.sled is None
        if player.sled_lost or (player.sled and player.sled not in self.sheet.tile(player.ship)):
            return
        ready = player.ready() - cost
        resting = sum(player.crew.values()) - ready
        sled = (player.crew["sled", "ready"], player.crew["sled", "rest"])
        now = (sled[0] - cost, sled[1] + cost) if vehicle == "sled" else sled
        for r in range(ready + 1):
            for q in range(resting + 1):
                if (r, q) == now:
                    continue
                if not aboard:
                    yield f"{r} {q}"
                elif r + q:
                    for square in self.sheet.tile(player.ship):
                        if self.can_be("sled", square):
                            yield f"{r} {q} {self.sheet.name(square)}"

    # carrying out

    def do(self, seat: str, text: str) -> None:
        verb, *words = text.split()
        player = self.players[seat]
        if verb in COSTS:
            player.swap(words[0], "ready", "rest", COSTS[verb] + (self.phase[2] == "more"))
        match verb:
            case "take" | "pick":
                self.take(seat, words[-1])
            case "refresh":
                self.aside, self.display, self.phase = self.aside + self.display, Counter(), ["refresh", seat]
                self.return_old()
            case "sun":
                self.new_round()
            case "pass":
                self.rest(seat)
                self.next_turn(seat)
            case "end":
                self.next_turn(seat)
            case "shift":
                self.put(player, words)
            case _:
                self.act(seat, verb, words)

    def act(self, seat: str, verb: str, words: list[str]) -> None:
        player = self.players[seat]
        match verb:
            case "place":
                self.place(player, words[1:])
            case "move":
                self.put(player, words)
                if self.arrive(player, self.sheet.place(words[1])):
                    self.next_turn(seat)
                    return
            case "transfer":
                self.transfer(player, words[1:])
            case "explore" | "discover":
                square = self.sheet.place(words[1])
                player.owns[self.tokens.pop(square)] += 1
                player.score += (2 if verb == "discover" else 1) * int(self.box.zones[square[0]])
        self.complete(seat)

    def put(self, player: Player, words: list[str]) -> None:
        if words[0] == "ship":
            player.ship = self.sheet.place(words[1])
        else:
            player.sled = self.sheet.place(words[1])

    def take(self, seat: str, kind: str) -> None:
        self.players[seat].stock[kind] += 1
        if large(kind):
            self.display -= Counter([kind])
            if self.bag() and self.display.total() < 4:
                self.phase = ["refill", seat]
                return
        self.complete(seat)

    def place(self, player: Player, words: list[str]) -> None:
        self.lay(words)
        last = self.sheet.place(words[0])
        squares, picture, symbol, at = next(tile for tile in self.sheet.tiles if tile[0][0] == last)
        player.stock -= Counter([kind_that_shows(picture, symbol)])
        if at is not None and self.tokens_left(symbol):
            self.tokens[at] = symbol
        for size in self.sheet.islands(squares, picture):
            player.owns["mapping"] += self.tokens_left("mapping") > 0
            player.score += size

    def arrive(self, player: Player, square: Place) -> bool:
        """Whether the player has come home."""
        if square in self.sheet.printed("passage") and not player.passage:
            left = Counter(self.box.passage) - Counter(other.passage for other in self.players.values())
            player.passage = max(left, default=0)
            player.score += player.passage
        if square not in self.sheet.printed("greenland"):
            return False
        tokens = Counter(self.box.greenland[len(self.seats)])
        left = tokens - Counter(other.home for other in self.players.values())
        player.back = 1 + max(other.back for other in self.players.values())
        player.home = max(left, default=0)
        player.score += player.home
        return True

    def transfer(self, player: Player, words: list[str]) -> None:
        all_ready, all_resting = player.ready(), sum(player.crew.values()) - player.ready()
        ready, resting = int(words[0]), int(words[1])
        player.crew = {("ship", "ready"): all_ready - ready, ("ship", "rest"): all_resting - resting}
        player.crew |= {("sled", "ready"): ready, ("sled", "rest"): resting}
        if words[2:]:
            player.sled = self.sheet.place(words[2])
        if not ready + resting:
            player.sled = None

    def rest(self, seat: str) -> None:
        player = self.players[seat]
        for vehicle in ("ship", "sled"):
            player.swap(vehicle, "ready", "rest", player.crew[vehicle, "ready"])
        self.passed = [*self.passed, seat]

    def complete(self, seat: str) -> None:
        if self.players[seat].ready() or self.options.get("lastcrew") == "wait":
            self.phase = ["act", seat, "more"]
        else:
            self.rest(seat)
            self.next_turn(seat)

    def next_turn(self, seat: str) -> None:
        out = {name for name in self.seats if name in self.passed or self.players[name].back}
        if len(out) == len(self.seats):
            ended = self.round == 10 or all(player.back for player in self.players.values())
            self.phase = ["over" if ended else "sun"]
            return
        here = self.order.index(seat)
        ring = self.order[here + 1 :] + self.order[: here + 1]
        self.phase = ["act", next(name for name in ring if name not in out), "first"]

    def return_old(self) -> None:
        if not self.bag():
            self.aside = Counter()

    def draw(self, kind: str) -> None:
        """A tile came out of the bag."""
        self.display[kind] += 1
        full = self.display.total() == 4
        if self.phase[0] == "refresh":
            if not full:
                self.return_old()
            if full or not self.bag():
                self.aside, self.phase = Counter(), ["pick", self.phase[1]]
        elif full or not self.bag():
            if self.phase[0] == "setup":
                self.phase = ["act", self.order[0], "first"]
            else:
                self.complete(self.phase[1])

    def new_round(self) -> None:
        self.sun = self.sun % len(self.box.lines) + 1
        self.round += 1
        for player in self.players.values():
            for square in sorted(self.sheet.tile(player.ship), key=self.sheet.order):
                if self.frozen(player.ship) and not self.frozen(square) and self.has(square, "."):
                    player.ship = square
            if player.sled is not None and not self.can_be("sled", player.sled):
                self.thaw(player, player.sled)
            for vehicle in ("ship", "sled"):
                player.swap(vehicle, "rest", "ready", player.crew[vehicle, "rest"])
        self.order, self.passed = [seat for seat in self.passed if not self.players[seat].back], []
        self.phase = ["act", self.order[0], "first"]

    def thaw(self, player: Player, here: Place) -> None:
        player.sled = next((s for s in self.sheet.tile(here) if self.can_be("sled", s)), None)
        if player.sled is None:
            player.sled_lost = True
            player.lost += player.men("sled")
            player.crew["sled", "ready"] = player.crew["sled", "rest"] = 0

    # points

    def points(self, seat: str) -> int:
        player = self.players[seat]
        points = player.score
        if self.phase != ["over"]:
            return points
        for token, prizes in self.box.majority.items():
            counts = sorted((other.owns[token] for other in self.players.values()), reverse=True)
            if player.owns[token]:
                place = counts.index(player.owns[token])
                if counts.count(player.owns[token]) > 1 and self.options.get("tie") != "full":
                    place += 1
                points += prizes[place] if place < len(prizes) else 0
        points += 6 * min(player.owns[token] for token in TOKENS) - 2 * player.lost
        harbour = self.sheet.printed("greenland")
        if player.ship not in harbour:
            points -= 2 + 2 * player.men("ship")
        if player.sled is not None and player.sled not in harbour:
            points -= 2 * player.men("sled")
        return points

    def winners(self) -> list[str]:
        best = max(map(self.points, self.seats))
        equal = [seat for seat in self.seats if self.points(seat) == best]
        back = [seat for seat in equal if self.players[seat].back]
        return [min(back, key=lambda seat: self.players[seat].back)] if back else equal
