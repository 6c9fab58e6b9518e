"""``companion bench-base``: known gaps, played by a second Arduino, against what the base makes of them."""

from __future__ import annotations

import time
from pathlib import Path

import click

from companion.commands.doctor import FINDING, Listener
from companion.locale import LANGUAGES, N_, Texts
from companion.totem import certificate_path
from hardware.bench import GAPS_US, LEAST_ROUNDS, BenchError, Certificate, certify, gaps_of
from hardware.ports import HardwareError
from hardware.records import Edged, Ready
from hardware.serial_base import SerialBase

_ROUND = len(GAPS_US) * 0.75 + 0.3
"""Seconds of a round of the sketch."""

_LISTENING = N_("Listening for {seconds} s to the gaps of the second board.")
_RESULT = N_(
    "{gaps} gaps: one pad edge is known to {pad} us, a lift to {lift} us, the worst gap was {worst} us off."
)


@click.command("bench-base")
@click.option("--port", help="The serial port of the base, if there are several.")
@click.option("--rounds", type=click.IntRange(LEAST_ROUNDS + 1), default=20, show_default=True)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Else where it is used."
)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def bench_base_command(port: str | None, rounds: int, output: Path | None, lang: str) -> None:
    """Measure known gaps played by a second Arduino (firmware/bench) and write the base's certificate."""
    texts = Texts(lang)
    base = SerialBase(port)
    try:
        listener = Listener(base)
        click.echo(texts.say(_LISTENING, seconds=round(rounds * _ROUND)))
        certificate = measure(listener, rounds * _ROUND)
        path = output or certificate_path(certificate.board)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(certificate.text(), encoding="utf-8")
    except HardwareError as error:
        raise click.ClickException(texts.say(error.key, **dict(error.facts))) from error
    except BenchError as error:
        raise click.ClickException(str(error)) from error
    except OSError as error:
        key = N_("The file {path} cannot be written: choose another place.")
        raise click.ClickException(texts.say(key, path=path)) from error
    finally:
        base.close()
    facts = {
        "gaps": certificate.gaps,
        "pad": f"{certificate.pad_u_us:.1f}",
        "lift": f"{certificate.lift_u_us:.1f}",
        "worst": f"{certificate.worst_us:.1f}",
    }
    click.echo(texts.say(_RESULT, **facts))
    click.echo(str(path))


def measure(listener: Listener, seconds: float) -> Certificate:
    """Listen, and judge. Raises HardwareError without a base and BenchError without gaps."""
    ready = listener.wait(Ready, FINDING)
    if ready is None:
        raise listener.base.trouble or HardwareError(
            N_("No totem base answers; plug it in, or run companion doctor.")
        )
    end, edges, place = time.monotonic() + seconds, list[Edged](), 0
    while time.monotonic() < end:
        time.sleep(0.2)
        told = listener.since(place)
        place += len(told)
        new = [record for record in told if isinstance(record, Edged)]
        edges += new
        if new:
            listener.base.journaled(new[-1].boot, new[-1].event)  # the base keeps 64; the bench plays on
    return certify(gaps_of(edges, ready.tick_hz), ready.board, ready.firmware)
