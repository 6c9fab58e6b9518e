"""A position of the second referee: read from its text, and written as text again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from .sheet import BOXES, SYMBOLS, Place, Sheet

TOKENS = (*SYMBOLS, "mapping")


class Player:
    """``crew``: (vehicle, half) -> men. ``at``: where ship and sled are: a place, or "aboard" or "lost"."""

    def __init__(self, lines: list[list[str]], sheet: Sheet) -> None:
        one = {line[0]: line[2:] for line in lines}
        ship, ship_rest, sled, sled_rest = map(int, one["crew"])
        self.crew = {("ship", "ready"): ship, ("ship", "rest"): ship_rest}
        self.crew |= {("sled", "ready"): sled, ("sled", "rest"): sled_rest}
        sled_at = one["sled"][0]
        self.ship = sheet.place(one["ship"][0])
        self.sled = None if sled_at in ("aboard", "lost") else sheet.place(sled_at)
        self.sled_lost = sled_at == "lost"
        self.stock = Counter({line[2]: int(line[3]) for line in lines if line[0] == "stock"})
        self.owns = Counter({line[2]: int(line[3]) for line in lines if line[0] == "owns"})
        self.passage = int(one.get("passage", ["0"])[0])
        self.back, self.home = map(int, one.get("returned", ["0", "0"]))
        self.lost = int(one.get("lost", ["0"])[0])
        self.score = int(one["score"][0])

    def at(self, vehicle: str) -> Place | None:
        return self.ship if vehicle == "ship" else self.sled

    def ready(self) -> int:
        return self.crew["ship", "ready"] + self.crew["sled", "ready"]

    def men(self, vehicle: str) -> int:
        return self.crew[vehicle, "ready"] + self.crew[vehicle, "rest"]

    def swap(self, vehicle: str, old: str, new: str, number: int) -> None:
        self.crew[vehicle, old] -= number
        self.crew[vehicle, new] += number


class Position:
    """What lies on the table and whose turn it is. Phases are kept as the words of their line."""

    def __init__(self, position: str) -> None:
        facts = [line.split() for line in position.splitlines()]
        one = {fact[0]: fact[1:] for fact in facts}
        self.edition, self.seats = one["edition"][0], one["seats"]
        self.options = {fact[1]: fact[2] for fact in facts if fact[0] == "option"}
        self.box = BOXES[self.edition]
        self.sheet = Sheet(self.box, self.options.get("parts", "joined") == "joined")
        self.round, self.sun, self.phase = int(one["round"][0]), int(one["sun"][0]), one["phase"]
        self.order, self.passed = one["order"], one.get("passed", [])
        self.display = Counter({fact[1]: int(fact[2]) for fact in facts if fact[0] == "display"})
        self.aside = Counter({fact[1]: int(fact[2]) for fact in facts if fact[0] == "aside"})
        for fact in facts:
            if fact[0] == "tile":
                self.lay(fact[1:])
        self.tokens = {self.sheet.place(fact[2]): fact[1] for fact in facts if fact[0] == "token"}
        self.players = {
            seat: Player([fact for fact in facts if len(fact) > 1 and fact[1] == seat], self.sheet)
            for seat in self.seats
        }

    def lay(self, words: list[str]) -> None:
        names = [word for word in words if "/" not in word]
        picture = next(word for word in words if "/" in word)
        tail = words[words.index(picture) + 1 :]
        squares = tuple(map(self.sheet.place, names[: len(names) - len(tail)]))
        at = self.sheet.place(tail[1]) if tail else None
        self.sheet.tiles.append((squares, picture, tail[0] if tail else "", at))
        self.sheet.tiles.sort(key=lambda tile: self.sheet.order(tile[0][0]))

    def text(self) -> str:
        name = self.sheet.name
        lines = [f"edition {self.edition}"]
        lines += [f"option {key} {self.options[key]}" for key in sorted(self.options)]
        lines += [f"seats {' '.join(self.seats)}", f"round {self.round}", f"sun {self.sun}"]
        lines += [f"phase {' '.join(self.phase)}", f"order {' '.join(self.order)}"]
        lines += [f"passed {' '.join(self.passed)}"] if self.passed else []
        for word, tiles in (("display", self.display), ("aside", self.aside)):
            lines += [f"{word} {kind} {tiles[kind]}" for kind in sorted(tiles) if tiles[kind]]
        for squares, picture, symbol, at in self.sheet.tiles:
            words = ["tile", *map(name, squares), picture]
            lines.append(" ".join(words if at is None else [*words, symbol, name(at)]))
        lines += [f"token {self.tokens[s]} {name(s)}" for s in sorted(self.tokens, key=self.sheet.order)]
        for seat, player in self.players.items():
            lines += self.player_lines(seat, player)
        return "\n".join(lines) + "\n"

    def player_lines(self, seat: str, player: Player) -> Iterator[str]:
        name = self.sheet.name
        yield f"crew {seat} {' '.join(map(str, player.crew.values()))}"
        yield f"ship {seat} {name(player.ship)}"
        away = "lost" if player.sled_lost else "aboard"
        yield f"sled {seat} {away if player.sled is None else name(player.sled)}"
        yield from (f"stock {seat} {kind} {n}" for kind, n in sorted(player.stock.items()) if n)
        yield from (f"owns {seat} {token} {player.owns[token]}" for token in TOKENS if player.owns[token])
        if player.passage:
            yield f"passage {seat} {player.passage}"
        if player.back:
            yield f"returned {seat} {player.back} {player.home}"
        if player.lost:
            yield f"lost {seat} {player.lost}"
        yield f"score {seat} {player.score}"
