"""The question about a face that nobody has seen yet: a card or tile that neither the rules nor a portrait
can name.

People are asked once which it is, and the answer teaches its portrait. Until somebody answers, play goes on,
and later acts may tell as well."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.judge.belief import Belief
from companion.judge.deciding import TOLD, Share
from companion.judge.history import BARE, differing, wanted
from companion.judge.positions import Looks
from companion.judge.scene import Eyes
from companion.judge.slots import played
from companion.judge.tuning import number
from companion.judge.verdicts import Face, FirstSeen
from companion.rules.contract import CellId, Certainty, Look
from companion.rules.match import Entry

ASK_AFTER = number("faces.ask_after")
"""Seconds after the last hand has left. In a brisk game hands hardly stay away for longer. The question holds
nobody up."""
FAR = number("faces.far")
"""A candidate is not offered if its probability is below this part of the likeliest one's."""
UNKNOWN = number("faces.unknown")
"""A face is asked about if the probability that it has no portrait is at least this."""


def first_seen(
    belief: Belief, candidates: Sequence[Share], eyes: Eyes, changed: Collection[CellId]
) -> FirstSeen | None:
    """The question about the face that tells the candidates apart, if it is probably a new one; else None.
    ``candidates``: what may have happened, and how likely; ``changed``: cells that a camera saw change into
    something unknown."""
    likely = [one for one in candidates if one[1] >= FAR * candidates[0][1]]
    if len(likely) < 2 or sum(share for _, share in likely) < TOLD:
        return None
    laid = [_laid(entries, belief) for entries, _ in likely]
    cells = {cell for looks in laid[1:] for cell in differing(laid[0], looks)}.intersection(changed)
    if not cells:
        return None
    cell = max(sorted(cells), key=lambda one: len({wanted(looks, one) for looks in laid}))
    shares: dict[Look, float] = {}
    faces: dict[Look, Face] = {}
    for (entries, share), looks in zip(likely, laid, strict=True):
        look = wanted(looks, cell)
        shares[look] = shares.get(look, 0.0) + share
        faces.setdefault(look, Face(look, entries))
    if belief.best.table.get(cell, BARE) not in shares or not all(map(_is_face, shares)):
        return None  # something else lies there by now
    new = sum(share for look, share in shares.items() if not eyes.knows(cell, look))
    if new <= UNKNOWN * sum(shares.values()):
        return None
    return FirstSeen(cell, tuple(faces[look] for look in sorted(shares, key=lambda look: -shares[look])))


def _is_face(look: Look) -> bool:
    return look.certainty is Certainty.SEEN and look != BARE


def _laid(entries: tuple[Entry, ...], belief: Belief) -> Looks:
    """What lies in each cell just after the last of these entries."""
    chain = played(belief.match, entries)
    if not chain:
        return {}
    last, shown = chain[-1], belief.shown
    by_hand = shown.handled(last.piled if last.seat is None else last.handled)
    return {**shown.looks(last.after), **by_hand}
