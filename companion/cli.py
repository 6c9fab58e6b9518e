"""The command line: one group of commands, each from its own file in ``companion/commands``.

A command's file is imported when the command is used: the libraries of all together take seconds to load.
"""

from __future__ import annotations

from importlib import import_module

import click

from companion.owner.configuration import restore_waits
from companion.ports.errors import ControllerError
from companion.program.shell import texts_asked

COMMANDS = {
    "run": "run:run_command",
    "referee": "run:referee_command",
    "rules": "rules:rules",
    "new-game": "new_game:new_game_command",
    "edition": "edition:edition_command",
    "replay": "rules:replay",
    "watch": "watch:watch_command",
    "simulate": "simulate:simulate",
    "cards": "cards:cards_group",
    "print": "printing:print_group",
    "export": "journal:export_command",
    "audit": "audit:audit_command",
    "backup": "backup:backup_command",
    "restore": "backup:restore_command",
    "hall": "hall:hall_command",
    "page": "page:page_command",
    "grabs": "grabs:grabs_command",
    "journal": "journal:journal_group",
    "doctor": "doctor:doctor_command",
    "bench-base": "bench_base:bench_base_command",
}
"""Name to file and object."""


class Commands(click.Group):
    """Knows its commands by name before it imports them."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """In the order in which help shows them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command, or None if there is none of that name."""
        if cmd_name not in COMMANDS:
            return None
        module, _, name = COMMANDS[cmd_name].partition(":")
        command: click.Command = getattr(import_module(f"companion.commands.{module}"), name)
        return command


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(package_name="companion")
@click.pass_context
def main(ctx: click.Context) -> None:
    """The referee at the game table."""
    on_screen = ctx.invoked_subcommand in ("run", "referee")  # these say there what goes wrong
    if restore_waits() and not on_screen:
        from companion.owner.restore import finish_restore

        try:
            finish_restore()
        except ControllerError as error:
            raise click.ClickException(texts_asked().message(error.text)) from error
