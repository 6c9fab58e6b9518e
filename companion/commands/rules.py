"""``companion rules`` (examples, clauses, random games, counts of moves) and ``companion replay``."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import click

from companion.broadcast.replay import replay_page
from companion.commands.chosen import option_value
from companion.commands.numbers import MOST, WholeNumber
from companion.locale import LANGUAGES, Texts
from companion.referee.own import any_totem
from companion.referee.publish import history_of
from companion.rules.contract import Chance, Decide, Game, OptionValue, Over, RulesError, Seat
from companion.rules.entry import Ref
from companion.rules.examples import format_pending, run_example
from companion.rules.files import keep_named, read_file
from companion.rules.match import AnyMatch, Entry, EntryKind, Match, format_entry, format_match, parse_match
from companion.rules.record import replace
from companion.rules.registry import AnyGame, find_game, game_of_edition
from companion.rules.text import brief, number_in

Command = TypeVar("Command", bound=Callable[..., None])

_FILE = click.Path(path_type=Path, dir_okay=False)


@contextmanager
def _one_sentence() -> Iterator[None]:
    """What is wrong with a file or a name is told in one sentence, with exit code 2."""
    try:
        yield
    except RulesError as error:
        raise _Refused(brief(str(error))) from error


class _Refused(click.ClickException):
    exit_code = 2


@click.group("rules")
def rules() -> None:
    """Check, explain and try out the rules of a game."""


def _edition(command: Command) -> Command:
    return click.option("--edition", type=_FILE, help="A corrected edition file.")(command)


def _game(game_id: str, edition: Path | None) -> AnyGame:
    return find_game(game_id) if edition is None else game_of_edition(game_id, edition)


# check ----------------------------------------------------------------------------------------------


@rules.command("check")
@click.argument("files", nargs=-1, required=True, type=_FILE)
def check(files: tuple[Path, ...]) -> None:
    """Run worked examples; exit code 1 when one fails, 2 when a file is none."""
    failed = broken = 0
    with _one_sentence():
        judge = any_totem().verdict
    for path in files:
        try:
            failures = run_example(path, judge)
        except RulesError as error:
            click.echo(f"{path}: {error}", err=True)
            broken += 1
            continue
        failed += bool(failures)
        for failure in failures:
            click.echo(f"{path}: {failure}")
    click.echo(f"{len(files) - failed - broken} passed, {failed + broken} failed")
    if failed or broken:
        raise SystemExit(2 if broken else 1)


# clauses --------------------------------------------------------------------------------------------


@rules.command("clauses")
@click.argument("game_id", metavar="GAME")
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def clauses(game_id: str, lang: str) -> None:
    """Print every clause of GAME in a language."""
    with _one_sentence():
        game = find_game(game_id)
        texts = Texts(lang, game_id)
    for clause in game.clauses:
        click.echo(f"{clause.id} ({clause.kind}, {clause.source}): {texts.clause(clause)}")


# play -----------------------------------------------------------------------------------------------


@rules.command("play")
@click.argument("game_id", metavar="GAME")
@click.option("--seed", type=WholeNumber(-MOST), default=0, show_default=True)
@click.option("--seats", default="2", show_default=True, help="A number, or names as south,west.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE")
@click.option("--most", type=WholeNumber(1), default=100_000, show_default=True, help="Entries.")
@_edition
def play(
    game_id: str, seed: int, seats: str, options: tuple[str, ...], most: int, edition: Path | None
) -> None:
    """Play a random legal game of GAME to its end and print it as a match file."""
    with _one_sentence():
        match = _begin(_game(game_id, edition), seats, options)
    match = play_on(match, random.Random(seed), most)
    click.echo(format_match(match), nl=False)
    _comment(match)
    if not isinstance(match.game.pending(match.state), Over):
        raise click.ClickException(f"the game did not end within {most} entries")


def _begin(game: AnyGame, seats: str, options: tuple[str, ...]) -> AnyMatch:
    count = number_in(seats)
    named = seats.split(",") if count is None else count
    values: dict[str, OptionValue] = {}
    for text in options:
        key, equals, value = text.partition("=")
        if not equals:
            raise RulesError(f"--option {text!r}: write it as KEY=VALUE")
        values[key] = option_value(game, key, value)
    return Match.begin(game, game.setup(named, values))


def play_on(match: AnyMatch, chooser: random.Random, most: int) -> AnyMatch:
    """Random legal entries until the game is over, at most ``most`` of them in all."""
    while len(match.entries) < most:
        entry = random_entry(match, chooser)
        if entry is None:
            break
        match = match.add(entry)
    return match


def random_entry(match: AnyMatch, chooser: random.Random) -> Entry | None:
    """A move or outcome that can happen now; None when the game is over."""
    game, state = match.game, match.state
    match game.pending(state):
        case Over():
            return None
        case Chance():
            outcomes, weights = zip(*game.outcomes(state), strict=True)
            outcome = chooser.choices(outcomes, [float(weight) for weight in weights])[0]
            return Entry(EntryKind.CHANCE, text=game.format_outcome(outcome))
        case Decide(seats):
            able = [seat for seat in seats if game.legal_moves(state, seat)]
            seat = chooser.choice(able)
            move = chooser.choice(game.legal_moves(state, seat))
            return Entry(EntryKind.MOVE, seat=match.setup.seats[seat], text=game.format_move(move))


# perft ----------------------------------------------------------------------------------------------


@rules.command("perft")
@click.argument("game_id", metavar="GAME")
@click.option("--depth", type=WholeNumber(), required=True)
@click.option("--divide", is_flag=True, help="Also the count below each first move.")
@click.option("--seats", default="2", show_default=True, help="A number, or names as south,west.")
@click.option("--position", type=_FILE, help="A position in text form; else the set-up position.")
@_edition
def perft(
    game_id: str, depth: int, divide: bool, seats: str, position: Path | None, edition: Path | None
) -> None:
    """Count the sequences of DEPTH legal moves and possible outcomes."""
    with _one_sentence():
        game = _game(game_id, edition)
        match = _begin(game, seats, ())
        state = match.start if position is None else game.parse_position(read_file(position))
    if divide and depth:
        for text, after in successors(game, state):
            click.echo(f"{text}: {count_sequences(game, after, depth - 1)}")
    click.echo(f"{count_sequences(game, state, depth)}")


def successors(game: Game[Any, Any, Any], state: Any) -> Iterator[tuple[str, Any]]:
    """Every entry that can follow, as text, with the position it leads to."""
    match game.pending(state):
        case Chance():
            for outcome, _ in game.outcomes(state):
                yield f"* {game.format_outcome(outcome)}", game.after_chance(state, outcome).state
        case Decide(seats):
            names = game.setup_of(state).seats
            for seat in seats:
                for move in game.legal_moves(state, seat):
                    after = game.after_move(state, seat, move).state
                    yield f"{names[seat]} {game.format_move(move)}", after
        case Over():
            return


def _entries(game: Game[Any, Any, Any], state: Any) -> int:
    """How many entries can follow."""
    match game.pending(state):
        case Chance():
            return len(game.outcomes(state))
        case Decide(seats):
            return sum(len(game.legal_moves(state, seat)) for seat in seats)
        case Over():
            return 0


def count_sequences(game: Game[Any, Any, Any], state: Any, depth: int) -> int:
    """How many sequences of that many entries there are from a position."""
    if depth == 0:
        return 1
    if depth == 1:  # what follows need not be worked out
        return _entries(game, state)
    return sum(count_sequences(game, after, depth - 1) for _, after in successors(game, state))


# replay ---------------------------------------------------------------------------------------------


@click.command("replay")
@click.argument("file", type=_FILE)
@click.option("--log", is_flag=True, help="Also every entry, with the clauses of what followed from it.")
@click.option("--html", type=click.Path(dir_okay=False, path_type=Path), help="Write a page that replays it.")
@_edition
def replay(file: Path, log: bool, html: Path | None, edition: Path | None) -> None:
    """Replay a match FILE and print the position it ends in."""
    with _one_sentence():
        text = read_file(file)
        try:
            game = None if edition is None else game_of_edition(_game_named_in(text), edition)
            match = parse_match(text, game)
            page = replay_page(text, game) if html is not None else ""
        except RulesError as error:
            raise RulesError(f"{file}: {error}") from error
    if html is not None:
        _write_page(html, page)
        return
    if log:
        _print_log(match)
    click.echo(match.game.format_position(match.state), nl=False)
    _comment(match)


def _write_page(place: Path, page: str) -> None:
    try:
        keep_named(place, page.encode())
    except OSError as error:
        reason = error.strerror or str(error)
        raise click.ClickException(f"{place} cannot be written ({reason}): choose another place.") from error
    click.echo(f"{place}: open it in a browser.")


def _game_named_in(text: str) -> str:
    names = [
        line.split()[1] for line in text.splitlines() if line.startswith("game ") and len(line.split()) > 1
    ]
    if not names:
        raise RulesError("this is no match file: its head lacks game")
    return names[0]


def _print_log(match: AnyMatch) -> None:
    standing = {played.ref: played for played in match.line}
    for line, entry in zip(history_of(match), match.entries, strict=True):
        played = standing.get(Ref(line.number))
        followed = "" if played is None else " ".join(effect.clause for effect in played.effects)
        mark = "  (taken back)" if line.undone else ""
        if played is not None and line.instead is not None:
            mark = f"  (corrected: {format_entry(replace(played.entry, at=None))})"
        click.echo(f"{line.number}  {format_entry(entry)}{mark}{f'  -> {followed}' if followed else ''}")


def _comment(match: AnyMatch) -> None:
    """What is pending and the points, as comment lines."""
    click.echo(f"# {format_pending(match, match.game.pending(match.state))}")
    for seat, name in enumerate(match.setup.seats):
        lines = match.game.score(match.state, Seat(seat))
        total = sum(line.points for line in lines)
        parts = " + ".join(f"{line.points} ({line.clause})" for line in lines)
        click.echo(f"# {name} {total}{f' = {parts}' if parts else ''}")
