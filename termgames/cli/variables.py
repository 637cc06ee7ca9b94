"""Variables of the environment that give options: `TERMGAMES_COMMAND_GAME_OPTION`.

The command is called as today or as in older versions, the option as it is typed or as click calls
its parameter.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator, Mapping

import click

_NO = {"0": "1", "false": "1", "no": "1", "off": "1"}


@contextlib.contextmanager
def renamed(commands: Mapping[str, str]) -> Iterator[None]:
    """Meanwhile variables with older names of commands hold for those of today."""
    before = _ours()
    for names in commands.items():
        old, new = (f"TERMGAMES_{name.upper().replace(' ', '_')}_" for name in names)
        for name in [name for name in before if name.startswith(old)]:
            os.environ.setdefault(new + name.removeprefix(old), before[name])
    try:
        yield
    finally:
        for name in _ours():
            del os.environ[name]
        os.environ.update(before)


def _ours() -> dict[str, str]:
    return {name: text for name, text in os.environ.items() if name.startswith("TERMGAMES_")}


def follow(ctx: click.Context, name: str, command: click.Command) -> None:
    """Let variables that are called as the options of a command hold for their parameters; those of
    `--no-OPTION` mean the contrary."""
    prefix = f"{ctx.auto_envvar_prefix}_{name}_".upper().replace("-", "_")
    for param in command.params:
        own = f"{prefix}{param.name}".upper()
        for spelled in (*param.opts, *param.secondary_opts):
            variable = f"{prefix}{spelled.lstrip('-')}".upper().replace("-", "_")
            text = os.environ.get(variable)
            if text and variable != own:
                contrary = spelled in param.secondary_opts
                os.environ[own] = _NO.get(text.lower(), "0") if contrary else text
