"""Tables that differ only in what nobody may know say the same bytes on every topic, whatever is played."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion.broadcast import homeassistant, payloads
from companion.broadcast.broadcaster import Commander
from companion.broadcast.connection import Received
from companion.broadcast.outbox import Outbox
from companion.broadcast.snapshots import Snapshots
from companion.chance import ElectronicDeck, Subject
from companion.games.jungle.referee.claim import shown_state, told_position
from companion.referee.events import CameraNamed, MoveEntered, OutcomeEntered, UndoAsked
from companion.referee.session import Session
from companion.referee.view import DeckView, TableView
from companion.rules.contract import Over
from companion.rules.match import Match, parse_match
from companion.rules.registry import AnyGame, find_game
from tests.broadcast.test_broadcaster import MakeBroadcaster, MakeBroker, MakeSubscriber
from tests.broadcast.test_commands import Asker
from tests.broadcast.test_duel import CLOSE
from tests.broadcast.views import table_of
from tests.doubles.duel_table import DUEL, DuelTable
from tests.doubles.table import SessionTable
from tests.doubles.waiting import until
from tests.ours import OURS
from tests.rules.contract.hooks import hooks_of

GOLDEN = Path(__file__).parents[1] / "golden"
ASKED = (b'{"command":"undo"}', b'{"command":"done"}', b'{"command":"answer","question":1,"choice":"none"}')
"""What anybody with the right to it may ask of the table."""
IN_A_ROW, ROWS = 10, 1000
"""So many positions are taken from a game before the next, or more if there would be more such rows: what a
set-up needs is built once for them."""
FIXED = ("online", "broadcast")
"""Topics on which nothing of the match is said."""


@dataclass(frozen=True, slots=True)
class SealedDeck(ElectronicDeck):
    """Every seed has the same seal: what else tells the seed is a leak."""

    @property
    def commitment(self) -> str:
        return "0" * 64


class Seat(SessionTable):
    """A table that begins at a position with an electronic deck for each of ``sources``; it tells an ear all
    that a broker would be told."""

    def __init__(self, game: AnyGame, state: Any, sources: Sequence[str], secret: bytes) -> None:
        chance = random.Random(secret)
        decks = [SealedDeck(Subject.of(game, source), chance.randbytes(32)) for source in sources]
        match: Match[Any, Any, Any] = Match.begin(game, game.setup_of(state), state)
        super().__init__(match, sources=decks, clock=count(0.0).__next__)
        self.session.handle(CameraNamed(f"usb:{chance.random()}", True))
        self.outbox = Outbox(1000)
        self.session.subscribe(self.outbox.note)


class Ear:
    """``hear``: every message, by its topic, that a broadcaster sends of what is new at a table."""

    def __init__(self) -> None:
        self._snapshots = Snapshots("t", "b", "uk", home_assistant=True, commands=True)

    def hear(self, table: Seat) -> dict[str, list[bytes]]:
        view = table.session.view
        said = {topic: [data] for topic, data in self._snapshots.of(view).items()}
        texts = self._snapshots.texts
        events = iter(table.outbox.take, None)
        said["companion/t/event"] = [payloads.encode(payloads.event("b", one, 0, texts)) for one in events]
        asked = [Commander(lambda _: None).hear("b", Received(one, False), view, texts) for one in ASKED]
        said["companion/t/answer"] = [payloads.encode(one) for one in asked if one is not None]
        case = homeassistant.verdict_of(view)
        told = [] if case is None else [homeassistant.verdict("b", case, self._snapshots.home_texts)]
        said["companion/t/verdict"] = [payloads.encode(one) for one in told]
        return said


def same_in_public(one: TableView, other: TableView) -> bool:
    """Whether the same was done at both: what chance brought, and whether an act is allowed, may depend on
    what is hidden, and everybody sees it."""

    def done(view: TableView) -> object:
        ruling = view.ruling
        return (
            [(line.kind, line.text) for line in view.history],
            ruling and (ruling.kind, {breach.clause for breach in ruling.breaches}),
            view.pending,
        )

    return done(one) == done(other)


def act(view: TableView, chance: random.Random) -> MoveEntered | OutcomeEntered | UndoAsked:
    if not view.touch or chance.random() < 0.1:
        return UndoAsked(1)
    chosen = chance.choice(view.touch)
    return MoveEntered(chosen.seat, chosen.text) if chosen.seat else OutcomeEntered(chosen.text)


def positions(game: AnyGame) -> list[list[Any]]:
    """Positions of recorded games, game by game."""
    found = []
    for path in sorted((GOLDEN / game.id).glob("*.match")):
        match = parse_match(path.read_text(encoding="utf-8"), game)
        found.append([played.state for played in match.line])
    return found


def unseen(game: AnyGame, state: Any, chance: random.Random) -> Any:
    """Other secrets; where symbols match, perhaps a position in which they do not: seeing it is the game."""
    other = hooks_of(game.id).resealed(state, chance)
    shown = shown_state(game, other)
    hint = chance.random() < 0.5 and game.format_position(shown) == told_position(game, other)
    return shown if hint else other


def is_over(view: TableView) -> bool:
    """Then seeds are public."""
    return isinstance(view.pending, Over)


def compare(game: AnyGame, pairs: int, chance: random.Random) -> tuple[int, int, set[str]]:
    """Compare so many pairs: how many positions differed, how many were compared after an act as well, and
    the topics. Raises AssertionError for a pair that the network can tell apart."""
    matches, ear = positions(game), Ear()
    compared, different, played, in_a_row = 0, 0, 0, max(IN_A_ROW, pairs // ROWS)
    topics: set[str] = set()
    for number in count():
        if compared == pairs:
            break
        state = chance.choice(matches[number // in_a_row % len(matches)])
        both = unseen(game, state, chance), unseen(game, state, chance)
        sources = () if isinstance(game.pending(state), Over) else game.electronic
        one, other = (Seat(game, position, sources, chance.randbytes(8)) for position in both)
        view = one.session.view
        # The decks have drawn.
        if (sources and is_over(view)) or not same_in_public(view, other.session.view):
            continue
        told = "".join(map(game.format_position, both))
        said = ear.hear(one)
        assert said == ear.hear(other), told
        compared += 1
        different += both[0] != both[1]
        topics |= said.keys()
        if game.observe(both[0], None) != game.observe(both[1], None):
            continue  # what nobody has seen yet: a grab would show it
        done = act(view, chance)
        one.session.handle(done)
        other.session.handle(done)
        view = one.session.view
        if same_in_public(view, other.session.view) and not (sources and is_over(view)):
            played += 1
            assert ear.hear(one) == ear.hear(other), f"{done}\n{told}"
    return different, played, topics


PAIRS = 100_000
"""Pairs of the long run, of each game."""
TOLD = {"marso", "atlantis"}
"""Games in which the referee may be told what others must not know. The others hide seeds, the camera's name
and, ``jungle``, that symbols match."""


@pytest.mark.slow
@pytest.mark.parametrize("game", OURS)
def test_secrets_make_no_difference_to_any_byte(game: str) -> None:
    different, played, _ = compare(find_game(game), 60, random.Random(35))
    assert played > 15
    assert different > 20 if game in TOLD else different < 20


@pytest.mark.soak
@pytest.mark.parametrize("game", OURS)
def test_secrets_make_no_difference_to_any_byte_of_very_many_pairs(game: str) -> None:
    begin = time.monotonic()
    different, played, topics = compare(find_game(game), PAIRS, random.Random(36))
    told = f"{different} of the positions differed, {played} pairs were compared after an act as well"
    print(f"\n{game}: {PAIRS} pairs, {told}, {len(topics)} topics, {time.monotonic() - begin:.0f} s")
    assert played > PAIRS // 5


LEAKS: dict[str, Callable[[TableView, str], dict[str, Any]]] = {
    "of a hand": lambda view, secret: {"told": f"{view.told}hand {secret}\n"},
    "of a seed": lambda _, secret: {"decks": (DeckView("s", "0" * 64, secret, 0),)},
    "of what is expected": lambda _, secret: {"forecast": (secret,)},
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_leak_would_be_found(
    leak: Callable[[TableView, str], dict[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    build, secrets = Session._build, count()

    def careless(self: Session, revision: int) -> TableView:
        view = build(self, revision)
        return replace(view, **leak(view, str(next(secrets))))

    monkeypatch.setattr(Session, "_build", careless)
    with pytest.raises(AssertionError):
        compare(find_game("marso"), 5, random.Random(1))


@pytest.mark.outside
def test_no_topic_is_left_out(
    broker: MakeBroker, subscribe: MakeSubscriber, broadcast: MakeBroadcaster
) -> None:
    """What a real broker hears of whole games, with all that can be turned on, was compared."""
    server = broker().start()
    ear = subscribe(server, topics=("#",))
    duel, game = DuelTable(4, DUEL), find_game("marso")
    match = parse_match((GOLDEN / "marso" / "two.match").read_text(encoding="utf-8"), game)
    for table, session in (("kitchen", duel.session), ("pantry", table_of(match).session)):
        session.subscribe(
            broadcast(server, table=table, send=session.handle, home_assistant=True, commands=True)
        )
    until(lambda: ear.said("match"), "the match file")
    duel.has_base()
    duel.moves(CLOSE)
    until(lambda: ear.said("verdict"), "the verdict")
    asker = Asker(server)
    asker.ask({"command": "undo"})
    asker.close()
    until(lambda: ear.said("answer"), "the answer")
    heard = {topic.rpartition("/")[2] for topic, _, _ in ear.messages}
    _, _, topics = compare(game, 1, random.Random(1))
    compared = {topic.rpartition("/")[2] for topic in topics}
    assert heard == {*compared, "command", *FIXED}
