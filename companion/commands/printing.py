"""``companion print``: what a table needs on paper."""

from __future__ import annotations

import click

from companion.commands.help import help_command
from companion.commands.mat import mat_command

print_group = click.Group("print", commands=[mat_command, help_command], help="Print what a table needs.")
