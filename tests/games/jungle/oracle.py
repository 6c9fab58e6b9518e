"""The state machine of the specification once more: on words instead of numbers, one long record, no haste.

Written from the text of the specification alone (its sections 3 and 4), so that two readings can be compared.
"""

from __future__ import annotations

from typing import Any

SPECIAL = ("outward", "inward", "coloured")
ONCE = ("phase", "turn", "colours", "shown", "inward", "outward", "due", "losers", "piles", "pot")


class Oracle:
    """A position read from its text; ``tell`` takes in an outcome or move, ``facts`` is what is true then."""

    def __init__(self, text: str) -> None:
        rows = [line.split() for line in text.splitlines()]
        self.seats = next(row[1:] for row in rows if row[0] == "seats")
        self.options = {row[1]: row[2] for row in rows if row[0] == "option"}
        self.hands = self.options["hands"] != "no"
        self.places = ["s1r", "s2r", "s1l", "s2l"] if self.hands else list(self.seats)
        self.line: dict[str, list[str]] = {key: [] for key in ONCE}
        self.line |= {row[0]: row[1:] for row in rows if row[0] in ONCE}
        self.closed = {row[1]: int(row[2]) for row in rows if row[0] == "closed"}
        self.open = {row[1]: row[2:] for row in rows if row[0] == "open"}
        self.ignored = [set(row[1:]) for row in rows if row[0] == "ignored"]

    # what lies on the table

    @property
    def phase(self) -> str:
        return self.line["phase"][0]

    def top(self, place: str) -> str:
        return self.open[place][-1] if self.open[place] else ""

    def round_from(self, place: str) -> list[str]:
        start = self.places.index(place)
        return self.places[start:] + self.places[:start]

    def same(self, one: str, other: str) -> bool:
        if not one or not other or one in SPECIAL or other in SPECIAL:
            return False
        part = 1 if self.line["colours"] == ["on"] else 0
        return one.rsplit("-", 1)[part] == other.rsplit("-", 1)[part]

    def duels(self) -> list[set[str]]:
        found: list[set[str]] = []
        for place in self.places:
            match = {other for other in self.places if self.same(self.top(place), self.top(other))}
            one_player = self.hands and len({hand[:2] for hand in match}) < 2
            gone = any(match <= line for line in self.ignored)
            if len(match) > 1 and match not in found and not one_player and not gone:
                found.append(match)
        return found

    def own_duel(self, place: str) -> set[str]:
        return next((duel for duel in self.duels() if place in duel), set())

    def owes_inward(self) -> list[str]:
        return [place for place in self.line["inward"] if place != "trio" and not self.closed[place]]

    def has_right(self, place: str) -> bool:
        if self.phase == "tie":
            return place in self.line["phase"][1:]
        if self.phase == "claim" and self.line["inward"]:
            return not self.hands or bool(self.closed[place] or self.open[place])
        if self.phase in ("claim", "flip") or (self.phase == "burst" and not self.line["shown"]):
            return bool(self.own_duel(place))
        return False

    # cards

    def strike(self, place: str) -> None:
        self.ignored = [line - {place} for line in self.ignored if len(line - {place}) > 1]

    def take(self, place: str, piles: list[str]) -> None:
        for pile in piles:
            cards = self.line["pot"] if pile == "pot" else self.open[pile]
            self.closed[place] += len(cards)
            cards.clear()
            if pile != "pot":
                self.strike(pile)

    def to_pot(self, place: str) -> None:
        self.line["pot"] += self.open[place]
        self.open[place].clear()
        self.strike(place)

    def all_piles(self) -> list[str]:
        return [*self.places, "pot"]

    def debts(self, owing: list[str]) -> None:
        if len(owing) > 1:
            for place in owing:
                self.take(place, [place])
        if owing:
            self.take(owing[0], self.all_piles())

    # the machine

    def go(self, *phase: str) -> None:
        self.line["phase"] = list(phase)
        if phase[0] != "burst":
            self.line["shown"] = []
        if phase[0] != "give":
            self.line["losers"], self.line["piles"] = [], []

    def drop(self, *keys: str) -> None:
        for key in keys:
            self.line[key] = []

    def over(self, winners: list[str]) -> None:
        self.drop("inward", "outward", "due")
        self.go("over", *winners)

    def fewest(self) -> None:
        def cards(seat: str) -> int:
            mine = [place for place in self.places if place in (seat, seat + "r", seat + "l")]
            return sum(self.closed[place] + len(self.open[place]) for place in mine)

        least = min(map(cards, self.seats))
        self.over([seat for seat in self.seats if cards(seat) == least])

    def look_at_end(self) -> bool:
        empty = [place for place in self.places if not self.closed[place] and not self.open[place]]
        if not self.hands:
            if empty:
                self.over(empty)
            return bool(empty)
        each = [sum(place.startswith(seat) for place in empty) for seat in self.seats]
        both = self.options["hands"] == "both"
        ended = (min(each) > 0 or max(each) > 1) if both else max(each) > 0
        if ended:
            self.fewest()
        return ended

    def open_next(self) -> None:
        able = [place for place in self.round_from(self.line["turn"][0]) if self.closed[place]]
        if not able:
            self.fewest()
            return
        self.line["turn"] = able[:1]
        self.go("flip")

    def go_on(self) -> None:
        self.debts(self.owes_inward() + self.line["due"])
        self.drop("inward", "due")
        if self.look_at_end():
            return
        if self.line["outward"]:
            self.line["turn"], self.line["outward"] = self.line["outward"], []
            self.go("burst")
        else:
            self.open_next()

    def settle(self) -> None:
        self.drop("inward", "outward")
        self.debts(self.line["due"])
        self.drop("due")
        if self.look_at_end():
            return
        if self.duels():
            self.go("claim")
        else:
            self.open_next()

    def judge(self, new: list[str], burst: bool) -> None:
        if any(self.top(place) in SPECIAL for place in new):
            self.line["colours"] = ["off"]
        last = [place for place in new if self.top(place) == "outward" and not self.closed[place]]
        if last and not self.hands:
            self.over([place for place in self.places if place in last])
            return
        for place in last:
            self.to_pot(place)
        if last and self.look_at_end():
            return
        self.line["inward"] = [place for place in new if self.top(place) == "inward"]
        if self.options["trio"] == "yes":
            colours = [self.top(place).rsplit("-")[-1] for place in self.places if "-" in self.top(place)]
            fresh = {self.top(place).rsplit("-")[-1] for place in new if "-" in self.top(place)}
            if any(colours.count(colour) > 2 for colour in fresh):
                self.line["inward"].append("trio")
        coloured = [place for place in new if self.top(place) == "coloured"]
        self.line["due"] = [place for place in coloured if not self.closed[place]]
        self.line["outward"] = [place for place in new if self.top(place) == "outward"][:1]
        others = self.line["inward"] or self.line["outward"] or self.duels()
        if any(self.closed[place] for place in coloured) and not (burst and others):
            self.line["colours"] = ["on"]
            self.ignored = []
        self.go("claim")
        if not self.duels() and not self.line["inward"]:
            self.go_on()

    # what is told

    def tell(self, text: str) -> None:
        verb, *words = text.split()
        getattr(self, f"tell_{verb}")(*words)

    def tell_pot(self, card: str) -> None:
        self.line["pot"].append(card)
        lying = sum(self.closed.values()) + len(self.line["pot"])
        deck = 78 if self.hands or self.options["trio"] == "yes" else 80
        if lying == deck:
            self.open_next()

    def tell_flip(self, place: str, card: str) -> None:
        self.closed[place] -= 1
        self.open[place].append(card)
        self.strike(place)
        if self.phase == "flip":
            self.line["turn"] = [self.round_from(place)[1]]
            self.judge([place], burst=False)
            return
        self.line["shown"] = [one for one in self.places if one in (*self.line["shown"], place)]
        if all(one in self.line["shown"] or not self.closed[one] for one in self.places):
            order = self.round_from(self.line["turn"][0])
            self.judge([one for one in order if one in self.line["shown"]], burst=True)

    def tell_grab(self, place: str) -> None:
        if not self.has_right(place):
            self.pays(place)
        elif self.own_duel(place) and self.line["inward"]:
            self.go("choose", place)
        elif self.own_duel(place):
            self.wins(place)
        else:
            self.applies(place)

    tell_holder = tell_grab

    def tell_early(self, place: str) -> None:
        self.pays(place)

    def tell_fall(self, *places: str) -> None:
        self.line["colours"] = ["off"]
        if places:
            self.pays(places[0])
            return
        owing = self.owes_inward() + self.line["due"]
        self.debts(owing)
        for place in self.places if not owing else []:
            self.to_pot(place)
        self.drop("due")
        self.settle()

    def tell_tie(self, *places: str) -> None:
        if self.has_right(places[0]):
            self.go("tie", *places)
        else:
            self.tell_fall()

    def tell_lapse(self) -> None:
        self.go_on()

    def tell_duel(self) -> None:
        self.wins(self.line["phase"][1])

    def tell_inward(self) -> None:
        self.applies(self.line["phase"][1])

    def tell_give(self, pile: str, place: str, number: str = "") -> None:
        cards = self.line["pot"] if pile == "pot" else self.open[pile]
        some = int(number or len(cards))
        self.closed[place] += some
        del cards[len(cards) - some :]
        if pile != "pot":
            self.strike(pile)
        self.line["piles"] = [one for one in self.line["piles"] if one != pile or cards]
        if not self.line["piles"]:
            self.settle()

    def pays(self, place: str) -> None:
        self.take(place, self.all_piles())
        self.line["turn"] = [place]
        self.drop("due")
        self.settle()

    def ignore(self, duels: list[set[str]]) -> None:
        for duel in duels:
            self.ignored = [line for line in self.ignored if not line <= duel] + [duel]

    def wins(self, place: str) -> None:
        found, own = self.duels(), self.own_duel(place)
        self.line["colours"] = ["off"]
        self.ignore([duel for duel in found if duel != own])
        losers = [one for one in self.round_from(place)[1:] if one in own]
        self.line["turn"] = losers[:1]
        if len(losers) == 1:
            self.take(losers[0], [losers[0], place] + ([] if self.hands else ["pot"]))
            self.settle()
            return
        prize = {place} | (set() if self.hands else {"pot"})
        self.distribute(place, losers, prize | (set(losers) if self.options["share"] == "all" else set()))

    def applies(self, place: str) -> None:
        self.line["turn"] = [place]
        self.ignore(self.duels())
        owing = [one for one in self.owes_inward() if one != place]
        if self.hands:
            owing = [one for one in owing if one[:2] != place[:2]]
        if not owing:
            self.to_pot(place)
            self.settle()
            return
        owing += self.line["due"]
        self.drop("due")
        if len(owing) == 1:
            self.take(owing[0], self.all_piles())
            self.settle()
            return
        self.distribute(place, owing, set(self.all_piles()))

    def distribute(self, place: str, losers: list[str], prize: set[str]) -> None:
        if self.options["share"] == "own":
            for loser in losers:
                self.take(loser, [loser])
        self.drop("inward", "outward")
        piles = {pile for pile in prize if (self.line["pot"] if pile == "pot" else self.open[pile])}
        if not piles:
            self.settle()
            return
        self.go("give", place)
        self.line["losers"] = losers
        self.line["piles"] = [pile for pile in self.all_piles() if pile in piles]

    def facts(self) -> dict[str, Any]:
        """Everything that a position says, to compare."""
        return {
            "lines": {key: words for key, words in self.line.items() if key != "pot" and words},
            "pot": sorted(self.line["pot"]),
            "closed": self.closed,
            "open": self.open,
            "ignored": sorted(map(sorted, self.ignored)),
        }
