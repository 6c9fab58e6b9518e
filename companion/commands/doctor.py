"""``companion doctor``: look at the whole table, or at the totem base alone and set it."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import NoReturn

import click

from companion.commands.chosen import why_no_game
from companion.commands.numbers import WholeNumber
from companion.doctor.base import BaseListener, Doctor
from companion.doctor.bundle import write
from companion.doctor.buttons import pins_of, try_buttons
from companion.doctor.finding import Finding, State, as_json, report
from companion.doctor.table import CheckedTable, look
from companion.locale import LANGUAGES, N_, Texts
from companion.owner.configuration import (
    DEFAULT_GAME,
    Config,
    ConfigError,
    config_path,
    load_config,
    remembered_language,
)
from companion.rules.registry import UnknownGameError, find_game
from hardware.ports import HardwareError
from hardware.serial_base import SerialBase
from vision.types import Frame

_NOT_WRITTEN = N_("The bundle {path} cannot be written: {reason}.")
_WRITTEN = N_("Written to {path}: {names}. Secrets are left out; look into it before you hand it on.")
_GOOD, _DOUBT = N_("The table can be used."), N_("The table can be used; look at what is marked.")
_BROKEN = N_("Something is broken; mend what is marked.")


@click.command("doctor")
@click.option("--port", help="Only the totem base, at this serial port.")
@click.option("--calibrate", is_flag=True, help="Only the totem base: set the thresholds to your totem.")
@click.option("--seats", type=WholeNumber(2, 10), help="Only the totem base: find out which pad is whose.")
@click.option("--buttons", is_flag=True, help="Only try the buttons of [buttons].")
@click.option("--config", type=click.Path(path_type=Path), help="Your companion.toml.")
@click.option("--camera", help="Another camera than the configured one.")
@click.option(
    "--game", default=DEFAULT_GAME, show_default=True, help="Whether the camera is good enough for it."
)
@click.option("--json", "as_text", is_flag=True, help="For programs.")
@click.option("--bundle", type=click.Path(path_type=Path), help="Write a zip file for whoever helps you.")
@click.option("--pictures", is_flag=True, help="With --bundle: put a picture of the camera in, too.")
@click.option("--lang", type=click.Choice(LANGUAGES), help="Language; else the one used last.")
def doctor_command(
    port: str | None,
    calibrate: bool,
    seats: int | None,
    buttons: bool,
    config: Path | None,
    camera: str | None,
    game: str,
    as_text: bool,
    bundle: Path | None,
    pictures: bool,
    lang: str | None,
) -> None:
    """Look at camera, screen, sound, pins, base, disk, power, clock, broker; status 1: something is broken.

    With --port, --calibrate or --seats only the totem base is looked at, and set."""
    texts = Texts(lang or "en")
    if buttons:
        _try_buttons(config, texts)
        return
    if port or calibrate or seats:
        _tend_base(port, calibrate, seats, texts)
        return
    try:
        settings = load_config(config)
        texts = Texts(lang or remembered_language(settings))
        rules = find_game(game)
    except ConfigError as error:
        _stop((f"{error.place}: " if error.place else "") + texts.message(error.text))
    except UnknownGameError as error:
        _stop(why_no_game(error, texts))
    table = CheckedTable(settings, config or config_path(), camera or settings.camera, rules, texts)
    findings, frame = look(table, Path("/"), os.environ)
    _show(findings, texts, as_text)
    if bundle is not None:
        _bundle(bundle, findings, settings, frame if pictures else None, texts, as_text)
    raise SystemExit(_worst(findings) is State.BROKEN)


def _worst(findings: list[Finding]) -> State:
    order = list(State)
    return max((found.state for found in findings), key=order.index)


def _show(findings: list[Finding], texts: Texts, as_text: bool) -> None:
    worst = _worst(findings)
    if as_text:
        told = {"state": worst.value, "findings": as_json(findings, texts)}
        click.echo(json.dumps(told, ensure_ascii=False, indent=1))
        return
    for line in report(findings, texts):
        click.echo(line)
    click.echo(texts.say(_BROKEN if worst is State.BROKEN else _DOUBT if worst is State.DOUBT else _GOOD))


def _bundle(
    path: Path, findings: list[Finding], config: Config, frame: Frame | None, texts: Texts, quiet: bool
) -> None:
    try:
        names = write(path, findings, config, frame, texts)
    except OSError as error:
        _stop(texts.say(_NOT_WRITTEN, path=path, reason=error.strerror or str(error)))
    click.echo(texts.say(_WRITTEN, path=path, names=", ".join(names)), err=quiet)


def _tend_base(port: str | None, calibrate: bool, seats: int | None, texts: Texts) -> None:
    base = SerialBase(port)
    doctor = Doctor(BaseListener(base), texts, click.echo, _pause)
    try:
        doctor.look()
        if calibrate:
            doctor.set_load()
        if seats:
            doctor.set_pads(seats)
    except HardwareError as error:
        raise click.ClickException(texts.say(error.key, **dict(error.facts))) from error
    finally:
        base.close()


def _try_buttons(config: Path | None, texts: Texts) -> None:
    try:
        try_buttons(pins_of(load_config(config)), texts, click.echo, _pause)
    except ConfigError as error:
        raise click.ClickException(texts.message(error.text)) from error
    except HardwareError as error:
        raise click.ClickException(texts.say(error.key, **dict(error.facts))) from error


def _pause(sentence: str) -> None:
    click.prompt(sentence, default="", prompt_suffix=" [Enter] ", show_default=False)


def _stop(sentence: str) -> NoReturn:
    click.echo(sentence, err=True)
    raise SystemExit(1)
