"""The sealed deck: what is promised, what follows from the promise, and that nothing else does."""

from __future__ import annotations

import hashlib
import hmac
import subprocess
from collections import Counter
from itertools import count

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.chance import ElectronicDeck, Subject, new_deck, salt_of
from companion.chance.deck import below
from companion.referee.ports import OutcomeSource
from companion.rules.registry import find_game

SUBJECT = Subject(game="marso", rules="1", edition="rulebook", source="beast-card")
SEED = bytes(range(32))
CARDS = tuple(f"open b{number}" for number in range(1, 17))


def deal(deck: OutcomeSource, drawn: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Draw until every card stands."""
    while left := [card for card in CARDS if card not in drawn]:
        drawn += (deck.draw(left, drawn),)
    return drawn


@pytest.mark.outside
def test_the_seal_is_the_digest_of_a_text_that_anybody_can_type() -> None:
    text = (
        "companion seal 1\ngame marso\nrules 1\nedition rulebook\nsource beast-card\n"
        "seed 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"
    )
    printed = subprocess.run(["sha256sum"], input=text.encode(), capture_output=True, check=True).stdout
    assert ElectronicDeck(SUBJECT, SEED).commitment == printed.split()[0].decode()


@pytest.mark.outside
def test_a_draw_can_be_checked_with_openssl() -> None:
    """Draw 3 of 14 cards: the first 4 bits of HMAC-SHA-256(seed, "draw beast-card 2 0"), and so on."""
    left = [card for card in CARDS if card not in ("open b1", "open b2")]
    for counter in count():
        command = ["openssl", "dgst", "-sha256", "-mac", "HMAC", "-macopt", f"hexkey:{SEED.hex()}"]
        text = f"draw beast-card 2 {counter}".encode()
        digest = subprocess.run(command, input=text, capture_output=True, check=True).stdout.split()[-1]
        number = int(digest[:1], 16)
        if number < 14:
            break
    assert ElectronicDeck(SUBJECT, SEED).draw(left, ("open b1", "open b2")) == sorted(left)[number]


@pytest.mark.parametrize(
    "other",
    [
        Subject("arctica", "1", "rulebook", "beast-card"),
        Subject("marso", "2", "rulebook", "beast-card"),
        Subject("marso", "1", "mine", "beast-card"),
        Subject("marso", "1", "rulebook", "hunter-card"),
    ],
)
def test_a_seal_holds_for_one_subject_and_seed_only(other: Subject) -> None:
    sealed = ElectronicDeck(SUBJECT, SEED).commitment
    assert ElectronicDeck(other, SEED).commitment != sealed
    assert ElectronicDeck(SUBJECT, SEED[::-1]).commitment != sealed
    assert ElectronicDeck(SUBJECT, SEED).with_words("любі друзі").commitment == sealed


def test_every_card_comes_once_and_in_the_same_order_again() -> None:
    deck = ElectronicDeck(SUBJECT, SEED)
    order = deal(deck)
    assert sorted(order) == sorted(CARDS)
    for stands in range(16):
        assert deal(ElectronicDeck(SUBJECT, SEED), order[:stands]) == order


def test_the_order_of_the_outcomes_and_the_names_of_the_drawn_do_not_matter() -> None:
    deck = ElectronicDeck(SUBJECT, SEED)
    left = CARDS[3:]
    assert (
        deck.draw(left, CARDS[:3]) == deck.draw(left[::-1], CARDS[2::-1]) == deck.draw(left, ("a", "b", "c"))
    )


def test_words_stir_the_deck_and_blanks_between_them_do_not() -> None:
    deck = ElectronicDeck(SUBJECT, SEED)
    stirred = deck.with_words("  кіт  спить ")
    assert stirred.salt == hashlib.sha256("кіт спить".encode()).hexdigest() == salt_of("кіт\tспить")
    assert deal(stirred) != deal(deck)
    assert deck.with_words(" ") == deck
    first = hmac.digest(SEED, f"draw beast-card 0 0 {stirred.salt}".encode(), "sha256")
    assert stirred.draw(CARDS, ()) == sorted(CARDS)[first[0] >> 4]
    assert stirred.head_notes()[1:] == (("salt", f"beast-card {stirred.salt}"),)


def test_the_seed_is_shown_only_after_the_game() -> None:
    deck = ElectronicDeck(SUBJECT, SEED)
    assert deck.view(3, over=False).seed == ""
    assert deck.view(3, over=False).commitment == deck.commitment
    assert deck.view(16, over=True).seed == SEED.hex()
    assert SEED.hex() not in repr(deck) + str(deck.head_notes())
    assert repr(SEED) not in repr(deck)
    assert deck.seed_note() == ("seed", f"beast-card {SEED.hex()}")


def test_new_decks_differ() -> None:
    game = find_game("marso")
    decks = {new_deck(game, "beast-card").seed for _ in range(50)}
    assert len(decks) == 50
    assert all(len(seed) == 32 for seed in decks)


def test_what_cannot_be_drawn_or_sealed() -> None:
    with pytest.raises(ValueError, match="nothing left"):
        ElectronicDeck(SUBJECT, SEED).draw((), CARDS)
    with pytest.raises(ValueError, match="32 bytes"):
        ElectronicDeck(SUBJECT, b"short")


@pytest.mark.parametrize("limit", [1, 2, 3, 5, 7, 14, 15, 16, 17, 200, 256])
def test_no_number_is_favoured(limit: int) -> None:
    """Over all blocks of one byte every number comes equally often; the other blocks are thrown away."""
    taken: Counter[int] = Counter()
    thrown_away = 0
    for byte in range(256):
        try:
            taken[below(limit, iter([bytes([byte])]))] += 1
        except StopIteration:
            thrown_away += 1
            assert below(limit, iter([bytes([byte]), b"\0"])) == 0
    assert set(taken) == set(range(limit))
    assert len(set(taken.values())) == 1
    assert taken.total() + thrown_away == 256
    assert thrown_away < 128


def test_first_cards_of_many_decks_are_spread_evenly() -> None:
    """4096 seeds, 16 cards: 256 each expected, standard deviation below 15.5; five of them allowed."""
    seeds = (number.to_bytes(32, "big") for number in range(4096))
    first = Counter(ElectronicDeck(SUBJECT, seed).draw(CARDS, ()) for seed in seeds)
    assert len(first) == 16
    assert all(abs(times - 256) < 78 for times in first.values())


@given(
    st.binary(min_size=32, max_size=32),
    st.lists(st.text(min_size=1), min_size=1, max_size=40),
    st.integers(0, 99),
)
def test_any_deck_draws_something_possible(seed: bytes, outcomes: list[str], drawn: int) -> None:
    deck = ElectronicDeck(SUBJECT, seed)
    assert deck.draw(outcomes, ("x",) * drawn) in outcomes


def test_an_outcome_listed_twice_is_twice_as_likely() -> None:
    seeds = (number.to_bytes(32, "big") for number in range(3000))
    found = Counter(ElectronicDeck(SUBJECT, seed).draw(("a", "b", "b"), ()) for seed in seeds)
    assert abs(found["b"] - 2000) < 5 * 26  # sqrt(3000 * 1/3 * 2/3) = 25.8
