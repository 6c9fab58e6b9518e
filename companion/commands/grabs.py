"""``companion grabs``: judge every grab of a match file again from its evidence."""

from __future__ import annotations

from pathlib import Path

import click

from companion.commands.match_file import unreadable
from companion.locale import LANGUAGES, N_, Texts
from companion.referee.own import any_totem
from companion.referee.totem_record import read_judged
from companion.rules.contract import RulesError
from companion.rules.files import read_text

_SAME = N_("{at} s, grab {number}: {verdict}")
_OTHER = N_("{at} s, grab {number}: {verdict}; judged again: {again}")
_NOTHING = N_("{at} s, grab {number}: not judged")
_BUDGET = N_("{at} s, grab {number}: it was judged with another error budget.")


@click.command("grabs")
@click.argument("file", metavar="MATCHFILE", type=click.Path(path_type=Path))
@click.option("--lang", type=click.Choice(LANGUAGES), default="en", show_default=True)
def grabs_command(file: Path, lang: str) -> None:
    """Judge every grab of MATCHFILE again.

    Exit status: 0 every verdict is the same, 1 one is not.
    """
    texts, same = Texts(lang), True
    try:
        totem = any_totem()
        for judged in read_judged(read_text(file).splitlines()):
            facts: dict[str, object] = {"at": judged.at, "number": judged.number}
            if not judged.verdict:
                click.echo(texts.say(_NOTHING, **facts))
                continue
            if not totem.same_budget(judged):
                click.echo(texts.say(_BUDGET, **facts))
            now = totem.judge_again(judged)
            told = _first(judged.verdict) + (f" ({judged.cause})" if judged.cause else "")
            facts |= {"verdict": told, "again": _first(now)}
            click.echo(texts.say(_SAME if now == judged.verdict else _OTHER, **facts))
            same = same and now == judged.verdict
    except (OSError, UnicodeDecodeError) as error:
        raise click.ClickException(unreadable(file, error, texts)) from error
    except (RulesError, ValueError) as error:
        raise click.ClickException(str(error)) from error
    if not same:
        raise SystemExit(1)


def _first(text: str) -> str:
    """The verdict itself, without clause and notes."""
    return text.partition("\n")[0]
