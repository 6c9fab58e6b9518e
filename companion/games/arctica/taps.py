"""Moves as touches: a card, or a figure and where it goes."""

from __future__ import annotations

from companion.games.arctica.state import State
from companion.games.arctica.words import KINDS
from companion.games.arctica.zones import piece
from companion.rules.touch import Tap


def taps(state: State, seat: str, text: str) -> tuple[Tap, ...]:
    """The touches of a move in its text form, which says all that is needed."""
    del state, seat
    verb, *words = text.split()
    match verb, words:
        case (("move" | "displace"), [kind, start, end]):
            return _figure(kind, start), _figure(kind, end)
        case "attack", [kind, start, prey, end]:
            return _figure(kind, start), _prey(prey, end)
        case "lay", [thing, place] if thing in KINDS:
            return Tap(what=thing), _figure(thing, place)
        case "lay", [thing, place]:
            return Tap(what=thing), Tap(place)
        case "return", [kind, place]:
            return (_figure(kind, place),)
        case "drift", [_, cell]:
            return (Tap(cell),)
        case (("melt" | "igloo"), [cell]):
            return (Tap(cell, verb),)
        case "land", [place]:
            return (Tap(_cell(place), say=f"land {place}"),)
        case (("play" | "flee" | "answer" | "drop"), [card]):
            return Tap(what=f"card {card}"), Tap(what=verb)
        case _:
            return (Tap(what=text),)


def _cell(spot: str) -> str:
    return spot.removesuffix("^")


def _figure(kind: str, spot: str) -> Tap:
    """A figure at a spot, standing or in the water as it is there (pose.1, pose.4)."""
    return Tap(_cell(spot), piece(KINDS.index(kind), spot.endswith("^")), kind)


def _prey(prey: str, spot: str) -> Tap:
    """What is attacked; an igloo stands on ice."""
    what = "igloo" if prey not in KINDS else piece(KINDS.index(prey), spot.endswith("^"))
    return Tap(_cell(spot), what, f"prey {prey}")
