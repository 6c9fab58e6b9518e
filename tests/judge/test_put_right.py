"""An earlier entry is put right while the judge holds acts that it has not told yet."""

from __future__ import annotations

from companion.judge.verdicts import Played
from companion.rules.entry import Edit, Ref, format_edits
from companion.rules.match import Entry, EntryKind
from tests.judge.matches import begun, due, watching
from tests.judge.views import CLEARLY, glance, of_act, untouched

MISREAD, TRUE, SEEN = "move cod f2 e3", "move cod f2 e4", "move cod d7 f6"


def test_what_was_seen_and_not_told_yet_has_happened_all_the_same() -> None:
    """The cod went elsewhere; what the camera saw of another one afterwards does not depend on it."""
    match = begun("arctica")
    seat = match.setup.seats[due(match)]
    match = match.add(Entry(EntryKind.MOVE, seat=seat, text=MISREAD))
    judge = watching(match)
    seen = of_act(match.game, match.state, due(match), match.game.parse_move(SEEN))
    assert seen is not None
    assert isinstance(judge.see(match, glance(seen)), Played)
    edit = Edit("correct", Ref(1), Entry(EntryKind.MOVE, seat=seat, text=TRUE))
    right = match.add(Entry(EntryKind.CORRECTION, text=format_edits((edit,))))
    judge.corrected(right)
    verdict = judge.see(right, glance(untouched(3.0, dict.fromkeys(("d7", "f6"), CLEARLY)), 1))
    assert isinstance(verdict, Played)
    assert [entry.text for entry in verdict.entries] == [SEEN]
