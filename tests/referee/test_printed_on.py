"""What is known to be printed on cards: arrows, not a lamp that only says what may be done now."""

from __future__ import annotations

import pytest

from companion.referee.sheets import printed_on
from companion.rules.registry import find_game


@pytest.mark.parametrize("name", ["jungle", "arctica", "atlantis", "northwest"])
def test_cards_without_arrows_are_known_by_their_own_pictures(name: str) -> None:
    """The lamp of *Wild Jungle* shines alike for every card: the totem may be taken."""
    game = find_game(name)
    assert printed_on(game, game.setup(game.seatings[0], {})) == {}


def test_a_beast_card_has_an_arrow_for_each_of_three_or_four_beasts() -> None:
    game = find_game("marso")
    printed = printed_on(game, game.setup(game.seatings[0], {}))
    beasts = {card: lamps for card, lamps in printed.items() if card.startswith("card b")}
    assert len(beasts) == 16
    assert sorted(map(len, beasts.values())) == [3] * 4 + [4] * 12
    for lamps in beasts.values():
        colours = {lamp.colour for lamp in lamps}
        assert len(colours) == len(lamps)
        assert colours <= {"red", "blue", "yellow", "green"}
        assert {lamp.pattern for lamp in lamps} <= {"up", "right", "down", "left"}
