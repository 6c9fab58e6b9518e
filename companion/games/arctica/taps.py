"""Moves as touches: a card, or a figure and where it goes."""

from __future__ import annotations

from companion.games.arctica.edition import Edition
from companion.games.arctica.moves import read_spot
from companion.games.arctica.words import KINDS
from companion.games.arctica.zones import piece
from companion.rules.touch import Tap


def taps(edition: Edition, text: str) -> tuple[Tap, ...]:
    """The touches of a move in its text form."""
    verb, *words = text.split()
    match verb, words:
        case (("move" | "displace"), [kind, start, end]):
            return _figure(edition, kind, start), _figure(edition, kind, end)
        case "attack", [kind, start, prey, end]:
            return _figure(edition, kind, start), _prey(edition, prey, end)
        case "lay", [thing, place] if thing in KINDS:
            return Tap(what=thing), _figure(edition, thing, place)
        case "lay", [thing, place]:
            return Tap(what=thing), Tap(place)
        case "return", [kind, place]:
            return (_figure(edition, kind, place),)
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


def _figure(edition: Edition, kind: str, spot: str) -> Tap:
    """A figure at a spot, standing or in the water as it is there (pose.1, pose.4)."""
    return Tap(_cell(spot), piece(KINDS.index(kind), read_spot(edition, spot)), kind)


def _prey(edition: Edition, prey: str, spot: str) -> Tap:
    """What is attacked; an igloo stands on ice."""
    what = "igloo" if prey not in KINDS else piece(KINDS.index(prey), read_spot(edition, spot))
    return Tap(_cell(spot), what, f"prey {prey}")
