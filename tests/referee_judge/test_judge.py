"""Single situations at the table and what must be said about them."""

from __future__ import annotations

import pytest

from companion.judge.verdicts import Played, Reason, Same, TakenBack, Unclear, Unknown, Waiting
from companion.referee.watcher import Watcher
from companion.rules.contract import CellId, Chance, Decide, Seat
from companion.rules.match import Entry, EntryKind, parse_entry
from companion.rules.registry import find_game
from tests.referee_judge.people import Party
from tests.referee_judge.table import UNKNOWN
from vision.types import CameraState

DECK = frozenset({"beast-card"})


@pytest.fixture
def party() -> Party:
    """South and north, card b1 open (red right, blue left, yellow down, green up), south to play."""
    party = Party(find_game("marso"), 2, 7)
    party.open("open b1")
    party.hand()
    party.look()
    assert party.agrees()
    assert len(party.seen.line) == 1
    return party


def texts(party: Party) -> list[str]:
    return [played.entry.text for played in party.seen.line]


def test_a_quiet_table_is_the_same(party: Party) -> None:
    assert set(party.look(30)) == {Same()}


def test_a_move_needs_four_quiet_frames(party: Party) -> None:
    party.move("play ur r")
    party.hand(["laid:south"])
    assert {type(verdict) for verdict in party.look(3)} == {Waiting}
    assert [type(verdict) for verdict in party.look(1)] == [Played]


def test_card_step_and_shift_in_one_go(party: Party) -> None:
    party.table.put("g1", ())
    party.table.put("e3", ("beast yellow",))
    moved = party.game.format_position(party.truth.state).replace("beast yellow g1", "beast yellow e3")
    start = party.game.parse_position(moved)
    party.truth = party.seen = party.truth.begin(party.game, party.truth.setup, start)
    party.watcher = Watcher(party.game)
    party.look()
    for text in ("play ur r", "step e3", "shift yellow f3"):
        party.move(text)
    party.hand()
    party.look()
    assert texts(party) == ["play ur r", "step e3", "shift yellow f3"]


def test_skates_look_alike_until_the_step(party: Party) -> None:
    party.move("play skate rr")
    party.hand()
    verdicts = party.look(120)
    assert verdicts[-1] == Waiting(Reason.AMBIGUOUS)
    assert not [verdict for verdict in verdicts if isinstance(verdict, Played | Unclear)]
    party.move("step e3")
    party.hand()
    party.look()
    assert texts(party)[1:] == ["play skate rr", "step e3"]


def test_staying_is_inferred_from_what_comes_next(party: Party) -> None:
    for text in ("play ur r", "step e3"):
        party.move(text)
    party.hand()
    party.look()
    party.clear_up()
    # north comes to stand on a token: d5 up (north's d is towards itself, that is up), d6, then d7
    party.move("play skate dd", "north")
    party.move("step d6", "north")
    party.move("step d7", "north")
    party.hand()
    party.look()
    assert texts(party)[-1] == "step d7"
    party.move("stay", "north")
    party.hand()
    assert set(party.look(90)) <= {Same(), Waiting(Reason.SETTLING)}
    party.clear_up()
    party.move("run red b7", "north")
    party.hand()
    party.look()
    assert texts(party)[-2:] == ["stay", "run red b7"]


@pytest.mark.parametrize("plies", [1, 2])
def test_taking_back(party: Party, plies: int) -> None:
    for text in ("play ur r", "step e3"):
        party.move(text)
        party.hand()
        party.look()
    line = party.truth.line
    before = line[-1 - plies].state
    party.table.lay_all(party.game.looks(before))
    party.hand()
    verdicts = party.look()
    assert TakenBack(plies) in verdicts
    assert party.seen.state == before
    assert verdicts[-1] == Same()


def test_an_electronic_draw_cannot_be_taken_back_by_hand() -> None:
    party = Party(find_game("marso"), 2, 3, electronic=DECK)
    # the table shows what it showed before the deck drew: nothing else can be told from it
    assert len(party.seen.line) == 1
    assert set(party.look(60)) == {Same()}


def test_a_move_entered_by_touch_waits_for_the_hands(party: Party) -> None:
    for line in ("south play ur r", "south step e3"):
        party.seen = party.seen.add(parse_entry(line))
        assert set(party.look()) == {Same()}
    assert set(party.watcher.owed()) == {"d3", "e3", "laid:south"}
    party.move("play ur r")
    party.move("step e3")
    party.hand()
    assert party.look()[-1] == Same()
    assert not party.watcher.owed()
    assert party.agrees()


def test_an_undo_by_touch_is_not_played_again_at_once(party: Party) -> None:
    party.move("play ur r")
    party.hand()
    party.look()
    party.seen = party.seen.add(Entry(EntryKind.UNDO, count=1))
    assert set(party.look(60)) == {Same()}
    assert set(party.watcher.owed()) == {"laid:south"}
    party.table.put("laid:south", ())
    party.hand()
    assert party.look()[-1] == Same()
    assert not party.watcher.owed()


def test_a_correction_in_one_go_is_asked_about(party: Party) -> None:
    party.move("play dart")
    party.move("sleep red")
    party.hand()
    party.look()
    assert texts(party)[-1] == "sleep red"
    # no: blue shall sleep
    party.table.put("a7", ("beast red",))
    party.table.put("g7", ("beast blue lying",))
    party.hand()
    verdicts = party.look(90)
    assert {type(verdict) for verdict in verdicts} == {Waiting, Unclear}
    asked = verdicts[-1]
    assert isinstance(asked, Unclear)
    assert asked.candidates[0] == (
        Entry(EntryKind.UNDO, count=1),
        Entry(EntryKind.MOVE, seat="south", text="sleep blue"),
    )


def test_a_move_half_done_is_waited_for_then_asked_about(party: Party) -> None:
    party.move("play ur r")
    party.hand()
    party.look()
    party.table.put("d3", ())  # lifted, and the hand has gone with it
    party.hand()
    verdicts = party.look(90)
    assert verdicts[30] == Waiting(Reason.UNFINISHED)
    asked = verdicts[-1]
    assert isinstance(asked, Unclear)
    assert asked.candidates == ((Entry(EntryKind.MOVE, seat="south", text="step e3"),),)
    party.move("step e3")
    party.hand()
    party.look()
    assert texts(party)[-1] == "step e3"


def test_hands_that_come_and_go_do_not_keep_it_silent(party: Party) -> None:
    """A hunter that is gone is asked about even if nobody leaves the table alone for four seconds."""
    party.table.put("d5", ())
    kinds = []
    for _ in range(6):
        party.hand(["a1"])
        kinds.append({type(verdict) for verdict in party.look(15)})
    assert kinds[0] == {Waiting}
    assert Unclear in kinds[-1]


def test_nothing_is_committed_under_a_hand(party: Party) -> None:
    party.move("play ur r")
    party.move("step e3")
    resting = [party.table.see(CameraState.HAND, ["e3"]) for _ in range(150)]
    assert set(party.show(resting)) == {Waiting(Reason.HAND)}


def test_nothing_is_committed_while_a_cell_of_the_move_is_hidden(party: Party) -> None:
    party.move("play ur r")
    party.move("step e3")
    party.hand(["e3"])
    covered = [party.table.see(covered=["e3"]) for _ in range(30)]
    assert not [verdict for verdict in party.show(covered) if isinstance(verdict, Played)]
    party.look()
    assert texts(party)[-1] == "step e3"


@pytest.mark.parametrize(
    "state", [CameraState.LIGHT, CameraState.MOVED, CameraState.LOST, CameraState.TROUBLE]
)
def test_camera_trouble_says_nothing_and_starts_anew(party: Party, state: CameraState) -> None:
    party.move("play ur r")
    party.look(3)
    assert party.show([party.table.see(state)]) == [Waiting(Reason(state.value))]
    assert {type(verdict) for verdict in party.look(3)} == {Waiting}
    assert isinstance(party.look(1)[0], Played)


def test_a_cup_is_told_once_and_the_game_goes_on(party: Party) -> None:
    party.table.put("b2", UNKNOWN)
    party.hand()
    assert party.look(60)[-1] == Unknown((CellId("b2"),))
    party.move("play ur r")
    party.hand()
    verdicts = party.look(60)
    assert texts(party)[-1] == "play ur r"
    assert verdicts[-1] == Same()
    party.table.put("b2", ())
    party.hand()
    party.look()
    party.table.put("b2", UNKNOWN)
    party.hand()
    assert party.look(60)[-1] == Unknown((CellId("b2"),))


def test_a_beast_knocked_over_is_told_and_stops_nothing(party: Party) -> None:
    party.table.put("a7", ("beast red lying",))
    party.hand()
    assert party.look(90)[-1] == Unknown((CellId("a7"),))
    party.move("play ur r")
    party.hand()
    party.look()
    assert texts(party)[-1] == "play ur r"


def test_a_hand_thrown_away_is_seen_on_the_pile(party: Party) -> None:
    party.move("discard teleport teleport teleport")
    party.hand()
    party.look()
    assert texts(party)[1:] == ["discard teleport teleport teleport"]
    party.clear_up()
    assert party.look()[-1] == Same()


THROWN = "discard teleport teleport teleport"
SLOTS = [f"discard:hunter:{slot}" for slot in (1, 2, 3)]


def later(party: Party) -> None:
    """Play on until cards lie on the hunters' discard and a hand may be thrown away."""
    while True:
        party.play(len(party.truth.line) + 1)
        pending = party.game.pending(party.truth.state)
        if isinstance(pending, Decide) and len(party.truth.line) > 8:
            moves = party.game.legal_moves(party.truth.state, pending.seats[0])
            if THROWN in map(party.game.format_move, moves):
                party.look()
                assert party.agrees()
                assert len(party.seen.line) == len(party.truth.line)
                return


def test_a_hand_thrown_away_card_by_card_is_seen_when_the_last_one_lies(party: Party) -> None:
    """The hand leaves in between, and everything else looks as the position says."""
    later(party)
    before = {slot: party.table.shown[CellId(slot)][1] for slot in SLOTS}
    party.move(THROWN)
    for slot in SLOTS:
        party.table.put(slot, before[slot])
    for slot in SLOTS:
        party.table.put(slot, ("card teleport",))
        party.hand([slot])
        party.look(40)
    assert party.seen.line[-1].entry.text == THROWN


def test_a_pile_that_is_covered_for_a_while_is_remembered(party: Party) -> None:
    later(party)
    party.move(THROWN)
    party.hand(SLOTS)
    party.show([party.table.see(covered=SLOTS) for _ in range(10)])
    party.look()
    assert party.seen.line[-1].entry.text == THROWN


def test_a_pile_put_straight_stops_nothing(party: Party) -> None:
    party.move("discard teleport teleport teleport")
    party.hand()
    party.look()
    party.clear_up()
    party.table.put("discard:hunter:1", ("card jet",))
    party.hand(["discard:hunter:1"])
    assert {type(verdict) for verdict in party.look(90)[8:]} == {Same}
    party.move("play ur r")
    party.hand()
    party.look()
    party.move("step e3")
    party.hand()
    party.look()
    assert texts(party)[2:] == ["play ur r", "step e3"]


def test_a_figure_on_its_way_is_not_crowded_out_by_what_might_follow_another_card(party: Party) -> None:
    """Jet looks a little like the card that lies there, and one flight would explain everything else."""
    for card in ("jet", "still", "skate", "ul", "dl", "ur"):
        party.table.similar[("laid:south", (f"card {card}",))] = -1.0
        party.table.similar[("laid:north", (f"card {card}",))] = party.table.right - 2.0
    party.move("play flash3 dld")
    for _ in range(3):
        [step] = party.game.legal_moves(party.truth.state, Seat(0))
        party.move(party.game.format_move(step))
    party.hand(party.table.zones)
    party.look()
    assert [played.entry for played in party.seen.line] == [played.entry for played in party.truth.line]


STAMPEDE = """
seats south north
game 1
round 6
start north
phase beasts 2
open b8
hunter south f6
hunter north b7
beast red c1
beast blue f4
beast yellow c7
beast green c3
portal a4 violet
portal d1 turquoise
portal d7 turquoise
portal g4 violet
hand south ? ? ?
hand north ? ? ?
deck 32
discard ud 3
discard ul 1
discard rl 2
discard still 1
discard dart 1
discard jet 2
discard flash1 1
discard flash2 1
spent b1
spent b2
spent b3
spent b4
spent b12
bonus south 0
bonus north 0
total south 0 0
total north 0 0
secret south ?
secret north ?
"""


def test_beasts_that_ran_are_ruled_before_the_next_card_is_opened() -> None:
    """The card tells nothing about them, so nobody waits for it."""
    marso = find_game("marso")
    party = Party(marso, 2, 1, start=marso.parse_position(STAMPEDE))
    for text in ("run yellow c6", "run green b3", "run red c2"):
        party.move(text)
    party.hand()
    verdicts = party.look(10)
    played = [verdict for verdict in verdicts if isinstance(verdict, Played)]
    assert [[entry.text for entry in verdict.entries] for verdict in played] == [
        ["run yellow c6", "run green b3", "run red c2"]
    ]
    assert isinstance(marso.pending(party.seen.state), Chance)
