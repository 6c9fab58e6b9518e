"""A misread of the simulated table is put right twenty entries later, while people play on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.evaluation.agreement import agreeing
from companion.evaluation.clips import Clip, load_clip
from companion.evaluation.people import Answers
from companion.evaluation.playback import Playback, RecordedGlances, WatchedFrame, recorded
from companion.evaluation.scorer import ClipScorer
from companion.referee.events import Corrected
from companion.referee.view import RulingKind
from companion.rules.contract import RulesError
from companion.rules.match import AnyMatch, Entry, EntryKind, Match
from companion.simulator.clips import Recording, write_clip
from companion.simulator.habits import Habits
from companion.simulator.profiles import PROFILES
from companion.simulator.setting import setting_of
from tests.broadcast.views import view_of

LATER = 20
"""So many entries come after the misread before it is put right."""
HELP = ("repairs", "taps", "answers", "questions", "wrong commits", "unknowns", "false alarms")


class Halting(Playback):
    """A playback that stops after the first frame at which ``until`` is true; then it can go on."""

    until: Callable[[], bool] = staticmethod(lambda: False)
    _rest: Iterator[WatchedFrame] | None = None

    def steps(self) -> Iterator[WatchedFrame]:
        self._rest = self._rest or super().steps()
        for frame in self._rest:
            yield frame
            if self.until():
                return


def grown(match: AnyMatch, entries: tuple[Entry, ...]) -> AnyMatch:
    for entry in entries:
        match = match.add(entry)
    return match


def misreads(truth: AnyMatch, at: int) -> Iterator[AnyMatch]:
    """The truth up to ``LATER`` entries after one that is taken for another lawful one, where the later ones
    are lawful all the same."""
    game, entry = truth.game, truth.entries[at]
    before = grown(Match.begin(game, truth.setup, truth.start), truth.entries[:at])
    if entry.kind is EntryKind.MOVE:
        seat: Any = truth.setup.seats.index(entry.seat)
        other = [game.format_move(move) for move in game.legal_moves(before.state, seat)]
    else:
        other = [game.format_outcome(outcome) for outcome, _ in game.outcomes(before.state)]
    for text in other:
        try:
            later = truth.entries[at + 1 : at + 1 + LATER]
            if text != entry.text:
                yield grown(before, (replace(entry, text=text), *later))
        except RulesError:
            continue


def alike(truth: AnyMatch, chance: Random) -> tuple[AnyMatch, int] | None:
    """A misread that is as like the truth as can be (the same card laid otherwise, the same piece moved
    elsewhere), and its place."""
    found = [
        (len(set(match.entries[at].text.split()) & set(truth.entries[at].text.split())), at, match)
        for at in range(len(truth.entries) - LATER - 5)
        for match in misreads(truth, at)
    ]
    best = max((same for same, _, _ in found), default=0)
    chosen = [(match, at) for same, at, match in found if same == best]
    return chance.choice(chosen) if chosen else None


def halted(clip: Clip, taken_for: AnyMatch, recording: RecordedGlances) -> Halting:
    """The clip up to where the referee has understood all of this, with people who believe in it."""
    playback = Halting(clip, recording=recording)
    playback.until = lambda: agreeing(playback.session.match.line, taken_for.line)[1] == len(taken_for.line)
    ClipScorer(clip, taken_for, playback, Answers.AT_ONCE).run()
    assert playback.until(), "the beginning was understood"
    playback.until = lambda: False
    return playback


def rest(clip: Clip, playback: Halting) -> tuple[dict[str, int], int]:
    """What people had to do, and were told in vain, in the rest of the clip; how many entries of the truth
    are told at its end."""
    assert clip.truth is not None
    counts = ClipScorer(clip, clip.truth, playback, Answers.AT_ONCE).run().counts
    line = playback.session.match.line
    told, same = agreeing(line, clip.truth.line)
    assert told == len(line), "nothing untrue is left"
    return {name: counts[name] for name in HELP}, same


def texts(match: AnyMatch) -> list[str]:
    return [played.entry.text for played in match.line]


def put_right(playback: Halting, wrong: Entry, right: Entry, at: int) -> int:
    """Correct entry ``at``, as people do; gives how many entries ago it was."""
    session = playback.session
    line = session.match.line
    same = [played.ref for played in line if played.entry.text == wrong.text]
    ref = min(same, key=lambda one: abs(one.number - line[at].number))
    said = f"{right.seat} {right.text}" if right.seat else f"* {right.text}"
    session.handle(Corrected(f"correct {ref} {said}", len(session.match.entries), "screen"))
    playback.heard()
    return len(line) - at - 1


@pytest.mark.soak
@pytest.mark.parametrize(
    ("name", "seed"), [("marso", 2), ("marso", 3), ("atlantis", 2), ("northwest", 2), ("jungle", 2)]
)
def test_a_misread_is_put_right_while_play_goes_on(name: str, seed: int, tmp_path: Path) -> None:
    """Afterwards log, position and points are those without the misread, hands have nothing to do, and the
    clip ends as truly as without it, whatever help that took."""
    habits = Habits(pace=2.0, limit=45)
    write_clip(tmp_path / "clip", Recording(setting_of(name, 2, {}), PROFILES["easy"], seed, habits, 3.0))
    clip = load_clip(tmp_path / "clip")
    truth, recording = clip.truth, recorded(clip)
    assert truth is not None
    chosen = alike(truth, Random(seed))
    assert chosen is not None, "this game has an entry that can be misread"
    misread, at = chosen
    begun = grown(Match.begin(clip.game, truth.setup, truth.start), truth.entries[: at + 1 + LATER])
    usual = halted(clip, begun, recording)
    log = texts(usual.session.match)
    wanted, end = rest(clip, usual)
    playback = halted(clip, misread, recording)
    wrong, right = misread.entries[at], truth.entries[at]
    ago = put_right(playback, wrong, right, at)
    view, match = playback.session.view, playback.session.match
    assert view.ruling is not None
    assert view.ruling.kind is RulingKind.CORRECTED
    assert (view.question, view.trouble, view.tasks) == (None, None, ())
    assert sorted(texts(match)) == sorted(log), "acts that do not meet may be told in either order"
    count, same = agreeing(match.line, truth.line)
    assert count == len(match.line), "it lies as it truly did then"
    true = grown(begun, truth.entries[len(begun.entries) : same])
    assert [seat.points for seat in view.seats] == [seat.points for seat in view_of(true).seats]
    needed, found = rest(clip, playback)
    assert found >= end
    print(
        f"\n{name}: {wrong.text!r} was {right.text!r}, {ago} entries ago; afterwards {needed}, else {wanted}"
    )
