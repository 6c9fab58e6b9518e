"""What the table may show besides the position: hands lag behind, and an electronic deck lies nowhere.

Pure functions over values. A cell is *owed* from the entry that changed it until its new look was seen.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from companion.judge.history import BARE, differing
from companion.judge.verdicts import Beginning, Played, TakenBack, Verdict
from companion.rules.contract import CellId, Certainty, Chance, Look, Seat
from companion.rules.match import Entry, EntryKind, Match
from companion.rules.match import Played as Standing
from companion.rules.registry import AnyGame

AnyMatch = Match[Any, Any, Any]
Looks = Mapping[CellId, Look]
Owed = Mapping[CellId, tuple[Look, ...]]


@dataclass(frozen=True, slots=True)
class Ground:
    """``owed``: looks that are still fine at a cell. ``remembered``: what lay last where the position does
    not say it (the top of a pile); only a change there means anything. ``electronic``: chance sources that
    no camera sees; ``virtual``: pieces that exist only in them; ``sealed``: numbers of the entries that they
    drew, which no hand can take back. ``strange``: cells of which people were told that they
    look odd, or said what lies there though they do, and how (base and stack, None for something unknown);
    nothing is concluded from them. ``open``:
    what may have happened by when the table was last quiet; what comes now came after one of these.
    ``puzzling``: cells that nothing had explained by then, and how they looked; ``agreed``: those where
    nothing was likelier than what should stand there."""

    owed: Owed
    remembered: Looks = field(default_factory=dict)
    electronic: frozenset[str] = frozenset()
    virtual: frozenset[str] = frozenset()
    sealed: frozenset[int] = frozenset()
    strange: Mapping[CellId, tuple[str, tuple[str, ...]] | None] = field(default_factory=dict)
    open: tuple[Beginning, ...] = ()
    puzzling: Mapping[CellId, tuple[str, tuple[str, ...]] | None] = field(default_factory=dict)
    agreed: frozenset[CellId] = frozenset()

    def looks(self, game: AnyGame, state: Any) -> Looks:
        """What a camera should see of a position, electronic pieces left out."""
        return self.shown(game.looks(state))

    def shown(self, looks: Looks) -> Looks:
        """What a camera should see where the game expects these looks."""
        if self.virtual:
            looks = {cell: self.seen(look) for cell, look in looks.items()}
        if self.remembered:
            looks = {
                cell: self.remembered.get(cell, look) if look.certainty is Certainty.ANY else look
                for cell, look in looks.items()
            }
        return looks

    def handled(self, game: AnyGame, state: Any, seat: Seat, move: Any) -> Looks:
        """What a camera should see of the cells that hands change."""
        return self.laid(game.handled(state, seat, move))

    def laid(self, handled: Looks) -> Looks:
        """What a camera should see of cells that hands change so."""
        if not self.virtual:
            return handled
        return {cell: self.seen(look) for cell, look in handled.items()}

    def seen(self, look: Look) -> Look:
        """The look without electronic pieces."""
        if self.virtual.isdisjoint(look.pieces):
            return look
        return replace(look, pieces=tuple(piece for piece in look.pieces if piece not in self.virtual))


def begin(match: AnyMatch, electronic: frozenset[str]) -> Ground:
    """The ground of a match that is taken up as it stands: hands may still owe what followed last."""
    ground = Ground({}, electronic=electronic)
    state = match.start
    for played in match.line[:-1]:
        ground = _drawn(ground, match, state, played)
        state = played.state
    return _after(ground, match, state, match.line[-1], proposed=True) if match.line else ground


def follow(ground: Ground, before: AnyMatch, now: AnyMatch, said: Verdict | None) -> Ground:
    """The ground after the match has changed. ``said``: the verdict that led to it, if one did; what people
    entered otherwise may still be to be done by hand, or to be put back."""
    same = 0
    for one, other in zip(before.line, now.line, strict=False):
        if one is not other:
            break
        same += 1
    state = now.line[same - 1].state if same else now.start
    if same < len(before.line):
        ground = _back(ground, before, same, state, isinstance(said, TakenBack))
    proposed = said.entries if isinstance(said, Played) else ()
    for index, played in enumerate(now.line[same:]):
        mine = index < len(proposed) and replace(played.entry, at=None) == proposed[index]
        ground = _after(ground, now, state, played, mine)
        state = played.state
    return ground


def _after(ground: Ground, match: AnyMatch, state: Any, played: Standing[Any], proposed: bool) -> Ground:
    """One entry more. ``proposed``: the table showed it; then only what followed may lag behind."""
    ground = _drawn(ground, match, state, played)
    piles = replace(ground, remembered={})
    before, after = piles.looks(match.game, state), piles.looks(match.game, played.state)
    handled = _handled(ground, match, state, played.entry)
    follows = {cell for effect in played.effects for cell in effect.cells}
    owed = dict(ground.owed)
    for cell in differing(before, after) | handled.keys():
        old = (before.get(cell, BARE), *owed.pop(cell, ()))
        between = (handled[cell],) if cell in handled else ()
        if not proposed:
            _owe(owed, cell, after, between + old)
        elif cell in follows:
            _owe(owed, cell, after, between or old)
    remembered = {
        cell: look
        for cell, look in (dict(ground.remembered) | dict(handled)).items()
        if cell not in follows and after.get(cell, BARE).certainty is Certainty.ANY
    }
    return replace(ground, owed=_visible(owed, after), remembered=remembered)


def _back(ground: Ground, before: AnyMatch, same: int, state: Any, seen: bool) -> Ground:
    """Entries undone. ``seen``: hands put them back; then only what had followed may lag behind."""
    piles = replace(ground, remembered={})
    shown, wanted = piles.looks(before.game, before.state), piles.looks(before.game, state)
    followed = {cell for played in before.line[same:] for effect in played.effects for cell in effect.cells}
    owed = dict(ground.owed)
    for cell in differing(shown, wanted):
        old = (shown.get(cell, BARE), *owed.pop(cell, ()))
        if not seen or cell in followed:
            _owe(owed, cell, wanted, old)
    return replace(ground, owed=_visible(owed, wanted))


def _owe(owed: dict[CellId, tuple[Look, ...]], cell: CellId, wanted: Looks, old: tuple[Look, ...]) -> None:
    look = wanted.get(cell, BARE)
    others = tuple(dict.fromkeys(other for other in old if other != look))
    if others:
        owed[cell] = others


def _visible(owed: Owed, looks: Looks) -> Owed:
    """Nobody can see whether something was done where anything may lie."""
    return {cell: old for cell, old in owed.items() if looks.get(cell, BARE).certainty is Certainty.SEEN}


def _handled(ground: Ground, match: AnyMatch, state: Any, entry: Entry) -> Looks:
    if entry.kind is EntryKind.CHANCE:
        return {}
    seat = Seat(match.setup.seats.index(entry.seat))
    return ground.handled(match.game, state, seat, match.game.parse_move(entry.text))


def _drawn(ground: Ground, match: AnyMatch, state: Any, played: Standing[Any]) -> Ground:
    """Learn the pieces that an electronic draw shows: they lie on no table if lamps show them. A tile that
    an electronic bag names is laid by hand, a little later."""
    pending = match.game.pending(state)
    if not (isinstance(pending, Chance) and pending.source in ground.electronic):
        return ground
    if not match.game.lamps(played.state):
        return replace(ground, sealed=ground.sealed | {played.number})
    before, after = match.game.looks(state), match.game.looks(played.state)
    there = {piece for look in before.values() for piece in look.pieces}
    new = {piece for look in after.values() for piece in look.pieces} - there
    return replace(ground, virtual=ground.virtual | new, sealed=ground.sealed | {played.number})
