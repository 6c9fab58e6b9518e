"""``companion bench-base``: known gaps, played by a second Arduino, against what the base makes of them."""

from __future__ import annotations

import time
from pathlib import Path

import click

from companion.commands.numbers import WholeNumber
from companion.devices.totem import certificate_path
from companion.doctor.base import FINDING, BaseListener
from companion.locale import LANGUAGES, N_, Texts
from companion.rules.files import keep_file
from hardware.bench import GAPS_US, LEAST_ROUNDS, BenchGap, Certificate, certify, gaps_of
from hardware.ports import HardwareError
from hardware.records import Edged, Ready
from hardware.serial_base import SerialBase

_ROUND = len(GAPS_US) * 0.7 + 0.3 + sum(GAPS_US) / 1e6
"""Seconds of a round of the sketch."""
_PATIENCE = 1.5
"""Times as long as it should take, on the base's own clock: then what was heard is judged, or found too
little."""
_QUIET = 10.0
"""Seconds without an edge: nothing plays."""

_LISTENING = N_("Listening to the gaps of the second board; it takes about {seconds} s.")
_RESULT = N_(
    "{gaps} gaps: one pad edge is known to {pad} us, a lift to {lift} us, the worst gap was {worst} us off."
)


@click.command("bench-base")
@click.option("--port", help="The serial port of the base, if there are several.")
@click.option("--rounds", type=WholeNumber(LEAST_ROUNDS, 10_000), default=20, show_default=True)
@click.option(
    "-o", "--output", type=click.Path(dir_okay=False, path_type=Path), help="Else where it is used."
)
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def bench_base_command(port: str | None, rounds: int, output: Path | None, lang: str) -> None:
    """Measure known gaps played by a second Arduino (firmware/bench) and write the base's certificate."""
    texts = Texts(lang)
    base = SerialBase(port)
    try:
        listener = BaseListener(base)
        click.echo(texts.say(_LISTENING, seconds=round((rounds + 1) * _ROUND)))
        certificate = measure(listener, rounds)
        path = output or certificate_path(certificate.board)
        keep_file(path, certificate.text().encode())
    except HardwareError as error:
        raise click.ClickException(texts.say(error.key, **dict(error.facts))) from error
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


def measure(listener: BaseListener, rounds: int) -> Certificate:
    """Listen to so many whole rounds, and judge. Raises HardwareError without a base and BenchError without
    gaps."""
    ready = listener.wait(Ready, FINDING)
    if ready is None:
        raise listener.base.trouble or HardwareError(
            N_("No totem base answers; plug it in, or run companion doctor.")
        )
    longest = (rounds + 1) * _ROUND * _PATIENCE * ready.tick_hz  # the first round is heard from its middle
    edges, gaps, place, heard = list[Edged](), list[BenchGap](), 0, time.monotonic()
    while len(gaps) < rounds * len(GAPS_US) and time.monotonic() - heard < _QUIET:
        time.sleep(0.2)
        told = listener.since(place)
        place += len(told)
        new = [record for record in told if isinstance(record, Edged)]
        if not new:
            continue
        heard = time.monotonic()
        edges += new
        gaps = gaps_of(edges, ready.tick_hz)
        listener.base.journaled(new[-1].boot, new[-1].event)  # the base keeps 64; the bench plays on
        if edges[-1].tick - edges[0].tick > longest:
            break
    if listener.base.trouble is not None:
        raise listener.base.trouble
    return certify(gaps, ready.board, ready.firmware)
