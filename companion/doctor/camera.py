"""The camera, its lens and the light: is this good enough for this game, and what to change."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from companion.doctor import tuning
from companion.doctor.finding import Finding, State, finding
from companion.locale import N_, Message
from companion.referee.spots import mat_for, spots_of
from companion.rules.contract import Game
from vision.sight import GREY
from vision.sources import open_source
from vision.sources.rest import LONGEST
from vision.survey import Survey, survey, watch
from vision.types import Frame, SourceError

WATCHED = tuning.number("camera.watched")
"""Seconds of pictures."""
HELD = LONGEST + 1.0
"""The same of a camera whose automatics are to be held: by then it is known which stay free."""
FIRST = tuning.number("camera.first")
"""Seconds until the first one: a network camera takes some."""
_SLOW, _TOO_SLOW = tuning.number("camera.slow"), tuning.number("camera.too_slow")
"""Pictures a second: a hand that is away for 0.3 seconds must give at least three still ones for a view
(``vision.cells.STILL_FRAMES``), so below 10 quick turns run together; below the second all do."""
_DARK, _BRIGHT = tuning.number("camera.dark"), tuning.number("camera.bright")
_BURNT = tuning.number("camera.burnt")
"""Mean grey levels, and the share of burnt-out pixels."""
_AMPLE = tuning.number("camera.ample")
"""Margin from which nothing needs to be changed."""


def look(camera: str, game: Game[Any, Any, Any]) -> tuple[list[Finding], Frame | None]:
    """What is to be said of a camera, as in the configuration, and its newest picture."""
    try:
        source = open_source(camera)
    except SourceError as error:
        return [Finding("camera", State.BROKEN, Message(error.key, error.facts))], None
    try:
        frames = watch(source, HELD if camera.startswith(("usb:", "pi")) else WATCHED, FIRST)
        trouble = source.trouble
    except SourceError as error:
        return [Finding("camera", State.BROKEN, Message(error.key, error.facts))], None
    finally:
        source.close()
    if not frames:
        key = trouble or N_("No picture came: check the camera, its cable, and that no other program has it.")
        return [Finding("camera", State.BROKEN, Message(key))], None
    notes = dict.fromkeys(frame.note for frame in frames if frame.note)
    spots = spots_of(game.zones(game.setup(game.seatings[-1], {})))
    measured = survey(frames, spots, mat_for(game) if spots else None)
    told = [Finding("camera", State.DOUBT, Message(note)) for note in notes]
    return [*told, *judge(measured, game.id, bool(spots))], frames[-1]


def judge(seen: Survey, game: str, watched: bool) -> Iterator[Finding]:
    """Sentences for what was measured. ``watched``: whether a camera reads this game at all."""
    yield _rate(seen)
    yield _light(seen)
    if seen.grey and seen.level >= _DARK:
        yield finding("camera", State.DOUBT, GREY)
    if not watched:
        yield finding("camera", State.ABSENT, N_("A camera does not follow {game}."), game=game)
    elif seen.side is None or seen.edge is None or seen.detail is None:
        key = N_(
            "{tags} of the 4 tags of the mat for {game} are seen: put the mat down flat, all of it in the "
            "picture, and take away what lies on its corners. Or tap the board's corners on the screen."
        )
        yield finding("camera", State.DOUBT, key, tags=seen.tags, game=game)
    else:
        yield finding("camera", State.GOOD, N_("{tags} of the 4 tags of the mat are seen."), tags=seen.tags)
        if seen.cut:
            key = N_(
                "The rim of the picture cuts off part of the table for {game} (places: {places}): hang the "
                "camera higher, or move it until all of it is seen."
            )
            yield finding("camera", State.DOUBT, key, places=seen.cut, game=game)
        yield _sharpness(seen.edge)
        yield from _margins(seen, seen.side, seen.detail, game)


def _rate(seen: Survey) -> Finding:
    facts = {"rate": f"{seen.rate:.1f}", "width": seen.size[0], "height": seen.size[1]}
    if seen.rate < _SLOW:
        key = N_(
            "{width} x {height}, only {rate} pictures a second: more light lets a camera be quicker; for a "
            "network camera choose a higher rate or a better connection."
        )
        return finding("camera", State.BROKEN if seen.rate < _TOO_SLOW else State.DOUBT, key, **facts)
    return finding("camera", State.GOOD, N_("{width} x {height}, {rate} pictures a second."), **facts)


def _light(seen: Survey) -> Finding:
    facts = {"level": round(seen.level), "burnt": f"{100 * seen.burnt:.1f}"}
    if seen.level < _DARK:
        key = N_("The picture is dark (level {level} of 255): switch on a light.")
        return finding("camera", State.DOUBT, key, **facts)
    if seen.level > _BRIGHT or seen.burnt > _BURNT:
        key = N_(
            "The picture is too bright (level {level} of 255, {burnt} % burnt out): turn the lamp away, or "
            "keep its reflection off the board."
        )
        return finding("camera", State.DOUBT, key, **facts)
    return finding("camera", State.GOOD, N_("Exposure: level {level} of 255, {burnt} % burnt out."), **facts)


def _sharpness(edge: float) -> Finding:
    return finding(
        "camera", State.GOOD, N_("A printed edge is spread over {edge} pixels."), edge=f"{edge:.1f}"
    )


def _margins(seen: Survey, side: float, detail: float, game: str) -> Iterator[Finding]:
    """The predicted margin: the smaller one of detail and calm, and what would help."""
    calm = seen.calm
    margin = detail if calm is None else min(detail, calm)
    facts = {"margin": f"{margin:.1f}", "game": game, "side": round(side)}
    state = State.GOOD if margin >= _AMPLE else State.DOUBT if margin >= 1 else State.BROKEN
    if state is State.GOOD:
        key = N_("Good enough for {game}: predicted margin {margin} (1 is just enough).")
    elif margin < detail:
        key = N_(
            "Predicted margin for {game}: {margin} (1 is just enough). The picture is not still: look again "
            "without hands over the table; then more light, no flickering lamp, a camera that hangs firmly."
        )
    elif seen.edge is not None and seen.edge > _BLURRED:
        key = N_(
            "Predicted margin for {game}: {margin} (1 is just enough). The picture is not sharp: focus the "
            "lens on the board, clean it, and hold the focus."
        )
    else:
        key = N_(
            "Predicted margin for {game}: {margin} (1 is just enough). The smallest cell is {side} pixels "
            "wide: hang the camera nearer and straighter above, or choose a larger picture."
        )
    yield finding("camera", state, key, **facts)


_BLURRED = tuning.number("camera.blurred")
"""Pixels over which an edge rises when focusing helps more than coming nearer: 1.5 times as many as sharp."""
