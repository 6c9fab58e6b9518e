"""What screen, network and home automation say about a view, as text of the chosen language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction

from companion.locale import N_, Texts
from companion.referee import tuning
from companion.referee.own import totem_of
from companion.referee.tasks import Task
from companion.referee.view import (
    CameraView,
    DoneStage,
    HistoryLine,
    LineKind,
    Ruling,
    RulingKind,
    SeatView,
    TableView,
)
from companion.rules.contract import (
    CellId,
    Chance,
    ClauseKind,
    ClauseSource,
    Decide,
    EditionValue,
    Effect,
    Look,
    OptionValue,
    Over,
    ScoreLine,
    Seat,
    Setup,
)
from companion.rules.entry import VERBS, Edit, EntryKind, parse_edits
from companion.rules.text import verb_of

Looks = Mapping[CellId, Look]

CAMERA_STATES = {
    "none": N_("No camera: enter moves and cards by touch."),
    "ready": N_("The camera sees the table."),
    "hand": N_("A hand is over the table; I wait until it has left."),
    "light": N_("The light has changed; I wait until it is steady."),
    "moved": N_("The camera or the table was moved; I look for the board again."),
    "lost": N_("I cannot find the board in the picture."),
    "trouble": N_("The camera gives no usable picture."),
}

FOLLOWING = ("ready", "hand", "light", "moved")
"""States of a camera that follows the game."""

RULING_TITLES = {
    RulingKind.PLAYED: N_("Played"),
    RulingKind.REFUSED: N_("Not allowed"),
    RulingKind.UNCLEAR: N_("I am not sure"),
    RulingKind.UNKNOWN: N_("I see something I do not know"),
    RulingKind.UNDONE: N_("Taken back"),
    RulingKind.ANYWAY: N_("Played by agreement"),
    RulingKind.RESTORED: N_("Put right, thank you"),
    RulingKind.CORRECTED: N_("Corrected"),
}

DONE_STAGES = {
    DoneStage.HEARD: N_("Heard: your turn is done. I rule when all hands have left."),
    DoneStage.RULED: N_("Your turn is done: the ruling is in."),
    DoneStage.ASKED: N_("Before your turn is done I have a question."),
    DoneStage.STOPPED: N_("Before your turn is done, put right what is marked."),
    DoneStage.NOTHING: N_("I have seen nothing new of your turn. If I missed it, tell it by touch."),
    DoneStage.MORE: N_("By the rules your turn is not over yet: something is still to be done."),
    DoneStage.NOT_DUE: N_("It is another player's turn, and nothing new was seen."),
    DoneStage.BY_TOUCH: N_("No camera follows: tell your move by touch."),
}

_LIKELIHOODS = (
    N_("almost certain"),
    N_("very likely"),
    N_("likely"),
    N_("about as likely as not"),
    N_("unlikely"),
)
_FROM = tuning.row("sentences.likelihoods")
"""From which probability on each of these words is said."""
_LEAST_LIKELY = N_("very unlikely")

KINDS: Mapping[ClauseKind, str] = {
    ClauseKind.SETUP: N_("Set-up"),
    ClauseKind.TURN: N_("Turn"),
    ClauseKind.MOVE: N_("Moves"),
    ClauseKind.EFFECT: N_("What follows"),
    ClauseKind.SCORE: N_("Points"),
    ClauseKind.END: N_("End"),
}
"""Headings over clauses."""
SOURCES: Mapping[ClauseSource, str] = {
    ClauseSource.PRINTED: N_("It stands in the rules of the game."),
    ClauseSource.RULING: N_("The rules of the game are silent here; this is how it is played here."),
    ClauseSource.OPTION: N_("It applies only if it was chosen before the game."),
}

_STAMP = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?= \d)")

MOST_AT_ONCE = 8
"""Moves or outcomes of one ruling that are told one by one."""


def capital(text: str) -> str:
    """With a capital letter at the beginning, unless that is a name like ``d4``."""
    return text[:1].upper() + text[1:] if text[:2].isalpha() or not text[1:2].isdigit() else text


def amount(points: Fraction, language: str = "en") -> str:
    """A number of points: 3, 1/2 as 0.5 (as 0,5 in Ukrainian and Russian), thirds as fractions."""
    if points.denominator not in (2, 4, 5, 10):
        return str(points)
    said = f"{float(points):g}"
    return said if language == "en" else said.replace(".", ",")


def moment(stamp: str, language: str = "en") -> str:
    """A date and time (``2026-11-26 14:05``) in the order of the language: 26.11.2026, 14:05 in Ukrainian and
    Russian."""
    return stamp if language == "en" else _STAMP.sub(r"\3.\2.\1,", stamp)


def seat_names(texts: Texts, setup: Setup, seats: Iterable[Seat]) -> str:
    """Seats as a list of names."""
    return ", ".join(capital(texts.seat(setup.seats[seat])) for seat in seats)


def actor(texts: Texts, view: TableView) -> str:
    """Whose turn it is."""
    match view.pending:
        case Decide(seats=seats) if len(seats) == len(view.setup.seats) > 1:
            return texts.say("Any of you")
        case Decide(seats=seats):
            return seat_names(texts, view.setup, seats)
        case Chance(source=source):
            return capital(texts.outcome(source))
        case Over(placing=placing):
            return texts.say("Winner: {seats}", seats=seat_names(texts, view.setup, placing[0]))


def expected(texts: Texts, view: TableView, away: bool = False) -> str:
    """What is expected now. ``away``: said to those who cannot touch the screen of the table."""
    match view.pending:
        case Decide(phase=phase):
            return capital(texts.term(phase))
        case Chance(source=source) if any(deck.source == source for deck in view.decks):
            return texts.say("The machine draws.")
        case Chance() if away:
            return texts.say("They tell it at the table.")
        case Chance() if view.totem is not None:
            return texts.say("Tell it here by touch.")
        case Chance() if view.camera.state == "none":
            return texts.say("Enter by touch what it shows.")
        case Chance():
            return texts.say("Lay it on the table, or enter by touch what it shows.")
        case Over():
            return texts.say("The game is over.")


def camera_line(texts: Texts, camera: CameraView) -> str:
    """What the camera can do now, or what to do about it."""
    return texts.say(camera.message or CAMERA_STATES[camera.state], **dict(camera.facts))


def cells(texts: Texts, names: Iterable[CellId]) -> str:
    """Cells as a list."""
    return ", ".join(texts.term(name) for name in names)


def set_up_lines(texts: Texts, doubtful: Iterable[CellId]) -> tuple[str, ...]:
    """Which places do not look as the set-up says, and what comes of it."""
    return (
        texts.say("Look at: {cells}.", cells=cells(texts, doubtful)),
        texts.say("As soon as they are right I begin by myself."),
    )


def move(texts: Texts, seat: str, text: str) -> str:
    """Somebody's move, or an outcome of chance. Who moves stands before it, unless it begins so already."""
    if not seat:
        return capital(texts.outcome(text))
    who, what = texts.seat(seat), texts.term(text)
    begins = what.casefold().startswith(f"{who} ".casefold())
    return capital(what) if begins else f"{capital(who)}: {what}"


def task_line(texts: Texts, task: Task) -> str:
    """What hands must do with one piece."""
    piece = capital(texts.term(task.piece))
    if task.start is None:
        return texts.say("{piece}: put here: {end}", piece=piece, end=texts.term(task.end or ""))
    if task.end is None:
        return texts.say("{piece}: take away from here: {start}", piece=piece, start=texts.term(task.start))
    start, end = texts.term(task.start), texts.term(task.end)
    return texts.say("{piece}: {start} › {end}", piece=piece, start=start, end=end)


def ruling_lines(texts: Texts, ruling: Ruling, tasks: Iterable[Task] = ()) -> tuple[str, ...]:
    """Below the title: what was played, why it is not allowed, what to put right (``tasks``: piecewise)."""
    lines = [_played(texts, ruling)] if ruling.move else []
    lines += [capital(texts.breach(breach)) for breach in ruling.breaches]
    if ruling.cells:
        listed = cells(texts, ruling.cells)
        if ruling.kind is RulingKind.REFUSED and tasks:
            lines.append(texts.say("Put back:"))
            lines += [task_line(texts, task) for task in tasks]
        elif ruling.kind is RulingKind.REFUSED:
            lines.append(texts.say("Put these places back as they were: {cells}.", cells=listed))
        elif ruling.kind in (RulingKind.UNKNOWN, RulingKind.UNCLEAR):
            lines.append(texts.say("Look at: {cells}.", cells=listed))
    return tuple(lines)


def likelihood(probability: float) -> str:
    """The word for a probability, to be translated."""
    words = zip(_FROM, _LIKELIHOODS, strict=True)
    return next((word for least, word in words if probability >= least), _LEAST_LIKELY)


def is_correction(ruling: Ruling) -> bool:
    """Whether earlier entries were put right, or that was taken back."""
    return verb_of(ruling.move) in VERBS


def corrected(texts: Texts, edits: str) -> str:
    """What a correction says."""
    return "; ".join(_edit(texts, edit) for edit in parse_edits(edits))


def _edit(texts: Texts, edit: Edit) -> str:
    if edit.said is None:
        return texts.say("entry {entry} never happened", entry=edit.ref)
    said = move(texts, edit.said.seat, edit.said.text)
    if edit.said.kind is EntryKind.ANYWAY:
        said = texts.say("{move} (by agreement)", move=said)
    if edit.verb == "insert":
        return texts.say("before entry {entry}: {move}", entry=edit.ref, move=said)
    return texts.say("entry {entry} is now: {move}", entry=edit.ref, move=said)


def _played(texts: Texts, ruling: Ruling) -> str:
    """What was done; of so many things that nobody reads them how many."""
    if is_correction(ruling):
        return capital(corrected(texts, ruling.move))
    number = len(ruling.move.split("; "))
    if number > MOST_AT_ONCE:
        return texts.say("Entered at once: {n}. Everything lies as the board shows.", n=number)
    return move(texts, ruling.seat, ruling.move)


def look(texts: Texts, found: Look) -> str:
    """What lies in one place."""
    parts = [texts.term(found.base)] if found.base else []
    parts += [texts.term(piece) for piece in found.pieces]
    return ", ".join(parts) or texts.say("empty")


def changes(texts: Texts, before: Looks, after: Looks) -> tuple[str, ...]:
    """What must be laid differently to get from one position to another, place by place."""
    bare = Look()
    return tuple(
        f"{capital(texts.term(cell))}: {look(texts, after.get(cell, bare))}"
        for cell in dict.fromkeys((*before, *after))
        if before.get(cell, bare) != after.get(cell, bare)
    )


def effect_line(texts: Texts, effect: Effect) -> str:
    """What followed by itself and where."""
    text = capital(texts.effect(effect))
    return f"{text} ({cells(texts, effect.cells)})" if effect.cells else text


def score_lines(texts: Texts, seat: SeatView) -> tuple[tuple[str, str], ...]:
    """Points and what they are for. Lines of a clause that differ in a single word are one."""
    alike: dict[object, list[ScoreLine]] = {}
    for line in seat.lines:
        alone = len(line.facts) == 1 and f"{{{line.facts[0][0]}}}" not in texts.clause(line.clause)
        alike.setdefault(line.clause if alone else line, []).append(line)
    return tuple(
        (
            " + ".join(amount(line.points, texts.language) for line in lines),
            score_line(texts, replace(lines[0], facts=tuple(fact for line in lines for fact in line.facts))),
        )
        for lines in alike.values()
    )


def scored(texts: Texts, game: str) -> str:
    """What the numbers of the seats are: in a game with a totem who has none left wins."""
    return texts.say("Points") if totem_of(game) is None else texts.say("Cards left")


def score_line(texts: Texts, line: ScoreLine) -> str:
    """What points are for."""
    return capital(texts.score_line(line))


def history_line(texts: Texts, line: HistoryLine) -> str:
    """One line of the history."""
    text = "" if line.kind is LineKind.CORRECTION else move(texts, line.seat, line.text)
    match line.kind:
        case LineKind.CORRECTION:
            text = texts.say("Corrected: {what}", what=corrected(texts, line.text))
        case LineKind.UNDO:
            text = texts.say("Taken back")
        case LineKind.ANYWAY:
            text = texts.say("{move} (by agreement)", move=text)
        case _:
            pass
    if line.instead is not None:
        text = texts.say("{move} (corrected: {instead})", move=text, instead=move(texts, *line.instead))
    return texts.say("{move} (taken back)", move=text) if line.undone else text


def last_standing(view: TableView) -> HistoryLine | None:
    """What an undo would take back; what a machine has drawn since goes with it."""
    if view.history and view.history[-1].kind is LineKind.CORRECTION:
        return view.history[-1]
    for line in reversed(view.history):
        if not (line.undone or line.drawn or line.kind in (LineKind.UNDO, LineKind.CORRECTION)):
            return line
    return None


def last_ruled(view: TableView) -> HistoryLine | None:
    """The newest entry that stands; if the latest ruling tells of some, the newest of those."""
    told = view.ruling.move.split("; ") if view.ruling is not None else []
    standing = [
        line
        for line in reversed(view.history)
        if not line.undone and line.kind not in (LineKind.UNDO, LineKind.CORRECTION)
    ]
    ruled = (line for line in standing if line.text in told or f"{line.seat} {line.text}" in told)
    return next(ruled, standing[0] if standing else None)


def option_value(texts: Texts, value: OptionValue) -> str:
    """The value of an option."""
    if isinstance(value, bool):
        return texts.say("yes") if value else texts.say("no")
    return str(value) if isinstance(value, int) else texts.term(value)


def edition_value(texts: Texts, value: EditionValue) -> str:
    """A value of the edition in use that nobody has confirmed."""
    return f"{texts.term(value.key.replace('.', ' '))}: {texts.term(value.value)}"


def assumed(texts: Texts, count: int) -> str:
    """How many values of the edition are proposals."""
    return texts.count(
        "{n} value of this edition is assumed", "{n} values of this edition are assumed", count
    )
