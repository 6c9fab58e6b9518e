"""``companion simulate``: a table that is not there, as a network camera, as a clip, or as one picture."""

from __future__ import annotations

import os
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import click

from companion.commands.chosen import option_value
from companion.commands.numbers import MOST, Real, WholeNumber
from companion.evaluation.clips import ClipError
from companion.locale import LANGUAGES, N_, Texts
from companion.owner.configuration import DEFAULT_GAME
from companion.program.ending import ENDING
from companion.rules.contract import OptionValue, RulesError, SetupError
from companion.rules.files import keep_named
from companion.rules.registry import AnyGame, find_game
from companion.rules.text import brief, number_in
from companion.simulator.camera import SIZES
from companion.simulator.clips import Recording, Taught, write_clip
from companion.simulator.habits import Habits
from companion.simulator.kit import Kit, MistakeKind, mistakes_of
from companion.simulator.live import FASTEST, SLOWEST, LiveTable
from companion.simulator.people import People
from companion.simulator.profiles import PROFILES, Profile
from companion.simulator.server import TableServer
from companion.simulator.setting import Setting, find_profile, setting_of
from companion.simulator.truth_file import TruthFile
from vision.opencv import cv2

_LATE = N_("The simulated table did not end in time; what really happened may be missing.")
PACES = {"slow": 0.7, "normal": 1.0, "fast": 2.5}


def _table_options(command: Any) -> Any:
    """What every simulated table is told."""
    for option in reversed(
        (
            click.option("--game", default=DEFAULT_GAME, show_default=True),
            click.option("--seats", help="Their number, or their names; else 3, or as few as can play."),
            click.option("--option", "options", multiple=True, metavar="NAME=VALUE", help="Of the game."),
            click.option("--seed", type=WholeNumber(-MOST), default=7, show_default=True),
            click.option("--profile", type=click.Choice(list(PROFILES)), default="easy", show_default=True),
            click.option("--print", "style", type=click.Choice(("classic", "neon")), help="Another art."),
            click.option("--size", type=click.Choice(list(SIZES)), default="1280x720", show_default=True),
            click.option("--mat/--no-mat", default=True, help="Whether there are corner tags."),
            click.option("--curtain", is_flag=True, help="A light curtain is printed round the mat."),
            click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True),
        )
    ):
        command = option(command)
    return command


def _people_options(command: Any) -> Any:
    for option in reversed(
        (
            click.option("--mistakes", type=WholeNumber(0, 100), default=0, show_default=True),
            click.option(
                "--mistake", "kinds", multiple=True, type=click.Choice([kind.value for kind in MistakeKind])
            ),
            click.option(
                "--pace",
                type=Real(SLOWEST, FASTEST, PACES),
                default="normal",
                show_default=True,
                help="2: twice as fast.",
            ),
            click.option(
                "--deck", type=click.Choice(("physical", "electronic")), default="physical", show_default=True
            ),
            click.option("--limit", type=WholeNumber(), default=0, help="Stop after so many entries."),
            click.option("--done", is_flag=True, help="They say when their turn is done."),
        )
    ):
        command = option(command)
    return command


@click.group()
def simulate() -> None:
    """A table that is not there: pictures, clips and a camera."""


@simulate.command()
@_table_options
@_people_options
@click.option("--fps", type=Real(1, 60), default=15.0, show_default=True)
@click.option("--port", type=WholeNumber(0, 65535), default=8081, show_default=True, help="0: a free one.")
@click.option("--with-parent", is_flag=True, help="End when the program that started it has ended.")
@click.option("--truth", type=click.Path(path_type=Path), help="Keep what really happened in this file.")
def serve(fps: float, port: int, with_parent: bool, truth: Path | None, **wanted: Any) -> None:
    """Play a game and show it as a network camera on 127.0.0.1."""
    parent = os.getppid() if with_parent else None  # before anybody hears of us, and may end
    setting, profile, seed = _table(wanted)
    table = LiveTable(
        setting, profile, seed, _habits(wanted, setting.kit), wanted["deck"] == "electronic", fps
    )
    texts = Texts(wanted["lang"])
    try:
        server = TableServer(table, port)
    except OSError as error:
        sentence = texts.say(N_("Port {port} of this computer is taken: choose another one."), port=port)
        raise click.ClickException(sentence) from error

    kept = TruthFile(truth)

    def keep() -> str:
        """What really happened so far; what to say when it cannot be written."""
        failed = kept.keep(table.truth()) if truth is not None else None
        return texts.message(failed) if failed is not None else ""

    def close() -> None:
        server.close()
        if failed := keep():
            click.echo(failed, err=True)

    with ENDING.in_order(close, texts.say(_LATE)):
        server.start()
        click.echo(f"{server.url}/stream")
        while parent is None or os.getppid() == parent:
            if failed := keep():
                raise click.ClickException(failed)
            time.sleep(0.5)


@simulate.command()
@click.argument("out", type=click.Path(path_type=Path))
@_table_options
@_people_options
@click.option("--fps", type=Real(1, 60), default=10.0, show_default=True)
@click.option("--pictures", is_flag=True, help="Single JPEG files instead of a video.")
@click.option(
    "--taught", type=click.Choice(list(PROFILES)), help="Light of the teaching pictures, if another."
)
@click.option(
    "--teach",
    type=click.Choice([one.value for one in Taught]),
    default="positions",
    show_default=True,
    help="What a camera is shown before the game: contact sheets, whole positions, or nothing.",
)
@click.option("--lens/--no-lens", default=True, help="Whether the clip tells the camera's calibration.")
def clip(
    out: Path, fps: float, pictures: bool, taught: str | None, teach: str, lens: bool, **wanted: Any
) -> None:
    """Film a whole game into the folder OUT, with its truth."""
    setting, profile, seed = _table(wanted)
    electronic = wanted["deck"] == "electronic"
    other = _sized(find_profile(taught), profile.view.size) if taught else None
    recording = Recording(
        setting,
        profile,
        seed,
        _habits(wanted, setting.kit),
        fps,
        electronic,
        pictures,
        lens,
        other,
        Taught(teach),
    )
    try:
        written = write_clip(out, recording)
    except ClipError as error:
        raise click.ClickException(Texts(wanted["lang"]).message(error.text)) from error
    click.echo(
        f"{out}: {written.frames} frames, {written.seconds:.0f} s, {written.entries} entries, "
        f"{written.mistakes} mistakes"
    )


@simulate.command()
@click.argument("out", type=click.Path(dir_okay=False, path_type=Path))
@_table_options
@click.option("--at", type=Real(0, 1e6), default=0.0, help="Seconds into the game.")
@click.option("--sheet", is_flag=True, help="The same moment under every profile, on one sheet.")
def frame(out: Path, at: float, sheet: bool, **wanted: Any) -> None:
    """Draw one picture into the file OUT."""
    setting, profile, seed = _table(wanted)
    people = People(setting, seed, Habits(), prepared=True)
    scene = people.table.scene()
    for span in people.play():
        if people.now >= at:
            scene = span.scene(1 - (people.now - at) / span.seconds)
            break
    profiles = [_sized(one, profile.view.size) for one in PROFILES.values()] if sheet else [profile]
    pictures = [setting.renderer(one, seed).frame(scene) for one in profiles]
    _write_picture(out, cv2.vconcat(pictures), Texts(wanted["lang"]))


def _write_picture(out: Path, picture: Any, texts: Texts) -> None:
    """In the format of the name's ending. Raises ClickException."""
    try:
        coded = cv2.imencode(out.suffix, picture)[1]
        keep_named(out, coded.tobytes())
    except cv2.error as error:
        key = N_("{path} does not end as a picture does: choose a name such as table.png or table.jpg.")
        raise click.ClickException(texts.say(key, path=out)) from error
    except OSError as error:
        key = N_("The file {path} cannot be written: choose another place.")
        raise click.ClickException(texts.say(key, path=out)) from error


def _table(wanted: dict[str, Any]) -> tuple[Setting, Profile, int]:
    """The table of the command line. Raises ClickException with one sentence."""
    try:
        said = wanted["seats"] or _usual_seats(wanted["game"])
        game = find_game(wanted["game"])
        options = dict(_option(game, text) for text in wanted["options"])
        number = number_in(said)
        setting = setting_of(wanted["game"], said.split() if number is None else number, options)
        profile = find_profile(wanted["profile"])
    except RulesError as error:
        raise click.ClickException(brief(str(error))) from error
    style = wanted["style"] or profile.print
    profile = replace(profile, print=style, mat=wanted["mat"], curtain=wanted["curtain"])
    return setting, _sized(profile, SIZES[wanted["size"]]), wanted["seed"]


def _sized(profile: Profile, size: tuple[int, int]) -> Profile:
    return replace(profile, view=replace(profile.view, size=size))


def _usual_seats(game_id: str) -> str:
    """Three, or as few as can play where the game is not for three. Raises UnknownGameError."""
    numbers = [len(seats) for seats in find_game(game_id).seatings]
    return str(3 if 3 in numbers else numbers[0])


def _option(game: AnyGame, text: str) -> tuple[str, OptionValue]:
    key, mark, value = text.partition("=")
    if not mark:
        raise SetupError(f"an option is written as NAME=VALUE, not {text!r}")
    return key, option_value(game, key, value)


def _habits(wanted: dict[str, Any], kit: Kit) -> Habits:
    kinds = tuple(MistakeKind(kind) for kind in wanted["kinds"])
    mixed = _mixed(mistakes_of(kit), wanted["mistakes"], wanted["seed"])
    return Habits(pace=wanted["pace"], mistakes=kinds + mixed, limit=wanted["limit"], done=wanted["done"])


def _mixed(mistakes: tuple[MistakeKind, ...], count: int, seed: int) -> tuple[MistakeKind, ...]:
    """So many mistakes, every kind in turn; a bumped board comes last because no rule is broken by it."""
    kinds = list(mistakes)
    Random(seed).shuffle(kinds)
    kinds.append(MistakeKind.BUMP)
    return tuple(kinds[i % len(kinds)] for i in range(count))
