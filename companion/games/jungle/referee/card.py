"""When the card could be seen that people grabbed for, if nothing but the touch that told it says so. Pure.

A card is open no later than it is told, and no earlier than what was told before it. That bound is wide: it
is enough to say who was first, never that somebody set out too early. A hand that left its pad before the
last touch may have made that touch, and the hand that opened the card left its pad for that: neither times
a grab, so both are left out, and where one of them may be the one who grabbed nobody is named.
"""

from __future__ import annotations

from typing import Any, Final

from companion.games.jungle.referee.claim import Claim, totem_of
from companion.games.jungle.referee.evidence import CAMERA, DEVICE, DUEL, NONE
from companion.referee.own import NEVER, Shown
from companion.referee.totem_record import HostClock, ToldAt, TotemRecord, Written, lift_of
from companion.rules.match import AnyMatch, EntryKind, PlayedEntry

LONG_AGO_US: Final = 3_600_000_000
"""An hour: of a card that was told before anybody looked it is only known that it lay open then."""

LATE_US: Final = 100_000
"""How much older than its time a picture may be: the exposure, a rolling shutter, and the way from a camera
that does not tell when it took the picture (chosen; three frames of a webcam)."""

_FLIP: Final = "flip "

_Line = tuple[PlayedEntry[Any], ...]


def with_card(match: AnyMatch, claim: Claim, record: TotemRecord, shown: Shown = NEVER) -> Written:
    """The record's sensors; of a base that sees no cards with the bounds within which the card could be
    seen, and without hands that may have been busy with it. What a camera saw comes first."""
    sensors = record.sensors
    if "reveal" in sensors:
        return sensors
    if claim.kind != NONE and record.host is not None:
        first, last = _deciding(match, claim)
        if first in shown and last in shown:
            return _seen(match, (first, last), record, record.host, shown)
    if not record.told:
        return sensors
    lift = lift_of(sensors)
    lift_us = record.told[-1].us if lift is None else lift
    row: dict[str, Any] = dict(sensors)
    if claim.kind != NONE:
        row["reveal"] = _reveal(_deciding(match, claim), record.told, lift_us)
    if "pads" in row:
        busy = _opened_untold(match, record.told, lift_us)
        row["pads"] = {
            seat: pad for seat, pad in row["pads"].items() if seat not in busy or "release" not in pad
        }
    return row


def was_over(match: AnyMatch, record: TotemRecord, shown: Shown) -> bool:
    """Whether a camera saw the newest card come after the totem was taken: then people have played on."""
    last = _newest(match)
    return last in shown and is_after(shown[last][0], record)


def came_before(coming: Shown, record: TotemRecord) -> bool:
    """Whether a card that the camera has yet to tell may have come before the totem was taken: people may
    have grabbed for that one."""
    return any(not is_after(first, record) for first, _ in coming.values())


def is_after(first: float, record: TotemRecord) -> bool:
    """Whether a card that was hidden at that time (s) surely came after the totem was taken."""
    lift = lift_of(record.sensors)
    if record.host is None or lift is None:
        return False
    return record.host.earliest_us(first) - LATE_US > lift


def may_be_for(match: AnyMatch, shown: Shown) -> bool:
    """Whether a movement before may have been for the newest card: of one that a camera should have seen come
    and did not, as when people tell by touch what it missed, nobody knows."""
    return not shown or _newest(match) in shown


def _newest(match: AnyMatch) -> int:
    """The number of the entry that told the newest card; 0 for none."""
    return next((played.number for played in reversed(match.line) if _is_flip(played)), 0)


def _seen(
    match: AnyMatch, deciding: tuple[int, int], record: TotemRecord, host: HostClock, shown: Shown
) -> Written:
    """The sensors with the reveal as a camera saw it, and every hand as at the reveal. Who opened the card
    left the pad for that: where that hand did not come back to it, it times no grab."""
    first, last = deciding
    row: dict[str, Any] = dict(record.sensors)
    lift = lift_of(row)
    first_us = host.earliest_us(shown[first][0]) - LATE_US
    last_us = max(first_us, host.latest_us(shown[last][1]))
    if lift is not None and lift >= first_us:  # it lay open before anybody took the totem for it
        last_us = min(last_us, lift)
    row["reveal"] = {"first_us": first_us, "last_us": last_us, "u_us": 0.0, "by": CAMERA}
    row["health"] = {**row.get("health", {}), "clock_bound_us": host.bound_us}
    opened = {
        played.entry.text.split(" ")[1]
        for played in match.line
        if first <= played.number <= last and _is_flip(played)
    }
    if "pads" in row:
        row["pads"] = {
            seat: {**hand, "rest": hand["rest"] or _left_since(hand, first_us)}
            for seat, hand in record.hands.items()
            if seat not in opened or hand["rest"] or _left_since(hand, last_us + 1)
        }
    return row


def _left_since(hand: Written, us: int) -> bool:
    """Whether it left its pad for good no earlier."""
    return "release" in hand and int(hand["release"][0]) >= us


def _reveal(deciding: tuple[int, int], told: tuple[ToldAt, ...], lift_us: int) -> Written:
    """``deciding``: the first and the last entry that brought what is grabbed for. A card told after the
    lift lay open before it, by the word of the table."""
    first, last = deciding
    before = [moment for moment in told if moment.entries < first]
    after = [moment for moment in told if moment.entries >= last and moment.us <= lift_us]
    known = [*before[-1:], *after[:1]]
    last_us = after[0].us if after else lift_us
    first_us = before[-1].us if before else told[0].us - LONG_AGO_US
    return {
        "first_us": min(first_us, last_us),
        "last_us": last_us,
        "u_us": max((moment.u_us for moment in known), default=0.0),
        "by": DEVICE,
    }


def _deciding(match: AnyMatch, claim: Claim) -> tuple[int, int]:
    """Numbers of entries: two places can match since the earlier but one of their newest cards; everybody
    may grab since the newest card. All cards of a simultaneous opening lie open since the first of them."""
    line = match.line
    flips = {played.entry.text.split(" ")[1]: at for at, played in enumerate(line) if _is_flip(played)}
    newest = sorted(flips.get(seat, -1) for seat in claim.entitled) if claim.kind == DUEL else []
    at = newest[1] if len(newest) > 1 else max(flips.values(), default=-1)
    if at < 0:
        return 0, 0
    first = at
    while first > 0 and _is_flip(line[first - 1]) and _in_burst(line[first - 1]):
        first -= 1
    return line[first].number, line[at].number


def _opened_untold(match: AnyMatch, told: tuple[ToldAt, ...], lift_us: int) -> frozenset[str]:
    """Who opened a card that was told after the lift, or may have been."""
    sure = max((moment.entries for moment in told if moment.us + moment.u_us <= lift_us), default=0)
    return frozenset(
        played.entry.text.split(" ")[1] for played in match.line if played.number > sure and _is_flip(played)
    )


def _is_flip(played: PlayedEntry[Any]) -> bool:
    return played.entry.kind is EntryKind.CHANCE and played.entry.text.startswith(_FLIP)


def _in_burst(played: PlayedEntry[Any]) -> bool:
    """Whether others still had to tell their cards of the same opening."""
    state = totem_of(played.state)
    return state is not None and state.phase == "burst" and bool(state.shown)
