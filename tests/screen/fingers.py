"""Fingers that play a recorded game: the fewest touches with which the screen takes in what was played."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from companion.referee.publish import touch_of
from companion.rules.contract import Decide
from companion.rules.match import AnyMatch, Entry, EntryKind, Match
from companion.rules.touch import Tap
from companion.screen.ahead import Line, Rules
from companion.screen.playing import Playing

CLOSING = ("end", "pass")
"""Moves that end a turn; who is left alone in a round takes one turn after another."""


@dataclass(frozen=True)
class Touch:
    """A tap on a cell, a drag between two, or a tap on a picture or word beside the board."""

    cell: str = ""
    to: str = ""
    tap: Tap | None = None


@dataclass(frozen=True)
class Turn:
    """What was done until somebody else's turn came: the entries and the touches that said them."""

    seat: str
    texts: tuple[str, ...]
    touches: tuple[Touch, ...]

    @property
    def entries(self) -> int:
        """How many."""
        return len(self.texts)


def play(match: AnyMatch, drags: bool) -> Iterator[Turn]:
    """Play a recorded match by touch, turn by turn. AssertionError: an entry cannot be said by touch."""
    rules = Rules(match.game, match.setup, frozenset(str(z.cell) for z in match.game.zones(match.setup)))
    now = Match.begin(match.game, match.setup, match.start)
    entries = [played.entry for played in match.line]
    held: Tap | None = None
    seat = ""
    texts: list[str] = []
    touches: list[Touch] = []
    while entries:
        acting = _acting(now)
        if acting and (acting != seat or texts[-1:] in ([word] for word in CLOSING)):
            if texts:
                yield Turn(seat, tuple(texts), tuple(touches))
            seat, texts, touches = acting, [], []
        offered = touch_of(match.game, match.setup, match.game.observe(now.state, None), frozenset())
        fresh = _fresh(rules, now, [(move.seat, move.text) for move in offered], held)
        said, done, playing = best(fresh, entries, drags)
        for entry in entries[:said]:
            now = now.add(entry)
        touches += done
        texts += [entry.text for entry in entries[:said]]
        held = playing.held if not playing.by_move else None
        entries = entries[said:]
    if texts:
        yield Turn(seat, tuple(texts), tuple(touches))


def _acting(match: AnyMatch) -> str:
    pending = match.game.pending(match.state)
    if not isinstance(pending, Decide) or len(pending.seats) > 1:
        return ""
    return match.setup.seats[pending.seats[0]]


def _fresh(
    rules: Rules, match: AnyMatch, offered: list[tuple[str, str]], held: Tap | None
) -> Callable[[], Playing]:
    public = match.game.observe(match.state, None)
    looks = match.game.looks(public)
    return lambda: Playing(rules, public, offered, looks, closing=True, carry=held)


def best(
    fresh: Callable[[], Playing], entries: Sequence[Entry], drags: bool
) -> tuple[int, tuple[Touch, ...], Playing]:
    """How many entries are said, with which touches: those with the fewest touches an entry."""
    found: list[tuple[float, int, int, tuple[Touch, ...], Playing]] = []
    for number, first in enumerate(_ways(fresh(), entries, drags)):
        playing = fresh()
        touches, line = _follow(playing, first, entries[0])
        if line and _same(line, entries):
            found.append((len(touches) / len(line), number, len(line), touches, playing))
    assert found, f"cannot be said by touch: {entries[0]}; offered {fresh().touching.next[:20]}"
    _, _, said, touches, playing = min(found, key=lambda way: way[:2])
    return said, touches, playing


def _follow(playing: Playing, first: Sequence[Touch], entry: Entry) -> tuple[tuple[Touch, ...], Line]:
    """These touches, then whatever is asked for until the entry is said."""
    touches: list[Touch] = []
    line: Line = ()
    for touch in first:
        if line or (touch.tap is not None and touch.tap not in (playing.fan or playing.touching.next)):
            return (), ()
        touches.append(touch)
        line = _touch(playing, touch)
    while not line and len(touches) < 9:
        wanted = [o for o in playing.touching.fitting if o.text == entry.text]
        if not wanted and playing.instead:  # another picture than the one that is held
            changed = next((o.taps[0] for o in playing.touching.options if o.text == entry.text), None)
            if changed is None:
                return (), ()
            touches.append(Touch(tap=changed))
            line = _touch(playing, touches[-1])
            continue
        if not wanted or len(wanted[0].taps) == len(playing.touching.done):
            return (), ()
        tap = wanted[0].taps[len(playing.touching.done)]
        touch = Touch(tap=tap) if playing.fan or not tap.cell else Touch(tap.cell)
        if playing.fan and tap not in playing.fan:
            return (), ()
        touches.append(touch)
        line = _touch(playing, touch)
    return tuple(touches), line


def _touch(playing: Playing, touch: Touch) -> Line:
    if touch.tap is not None:
        return playing.choose(touch.tap)
    return playing.drag(touch.cell, touch.to) if touch.to else playing.tap(touch.cell)


def _same(line: Line, entries: Sequence[Entry]) -> bool:
    return len(line) <= len(entries) and all(
        option.text == entry.text for option, entry in zip(line, entries, strict=False)
    )


def _ways(playing: Playing, entries: Sequence[Entry], drags: bool) -> Iterator[tuple[Touch, ...]]:
    """First touches that may say the entries: all of a chain, one piece that goes on, one move."""
    for forced in reversed(playing.chain):
        if forced.taps[-1].cell:
            yield (Touch(forced.taps[-1].cell),)
    options = [option for option in playing.touching.options if option.text == entries[0].text]
    if not options:
        return
    option = options[0]
    if playing.chain:
        yield (Touch(tap=option.taps[-1]),)
    cells = [tap.cell for tap in option.taps if tap.cell]
    goals = [entry.text.split()[-1] for entry in entries[1:3] if entry.kind is EntryKind.MOVE]
    for goal in reversed(goals):
        if drags and len(cells) == 2 and cells[0] != goal:
            yield (Touch(cells[0], goal),)
        if len(cells) == 2:
            yield (Touch(cells[0]), Touch(goal))
    if drags and len(cells) == 2 and cells[0] != cells[1]:
        yield (Touch(cells[0], cells[1]),)
    yield ()
    for cell in cells[-1:]:
        yield (Touch(cell),)
        yield Touch(cell), Touch(cell)  # something else than the piece that stands there
    if drags and not cells and len(entries) > 1:  # the die and the piece that it moves
        words = entries[1].text.split()
        yield (Touch(words[-2], words[-1]),) if len(words) > 2 else ()
    if not cells:  # the face of a die, by a piece on the board
        yield from ((Touch(cell),) for cell in playing.cells_of(option.taps[0].what))
