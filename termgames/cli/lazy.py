"""Groups of commands that are imported, or made, only when they are asked for."""

import contextlib
import os
from collections.abc import Iterator, Mapping, MutableMapping
from importlib import import_module
from types import MappingProxyType
from typing import Any

import click

from termgames.core.errors import OptionError
from termgames.core.text import nearest, quoted

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


class SuggestingGroup(click.Group):
    """A group that proposes the nearest name when there is no such command."""

    kind = "command"
    older: Mapping[str, str] = MappingProxyType({})
    """Today's names of commands, by those of older versions."""

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, but the error names the nearest command."""
        name = args[0]
        asked = not ctx.resilient_parsing and not name.startswith("-")
        if asked and self.get_command(ctx, name) is None:
            hint = nearest(name, self.list_commands(ctx), self.older)
            raise OptionError(f"unknown {self.kind} {quoted(name)}: {hint}")
        called, command, rest = super().resolve_command(ctx, args)
        if command is not None and called is not None:
            follow(ctx, called, command)
        return called, command, rest


Commands = Mapping[str, tuple[str, str]]
"""Commands by name, each as `module:attribute` and its line on the help page."""


class LazyGroup(SuggestingGroup):
    """Commands that are imported when they are used; by the headings of the help page, in its
    order."""

    def __init__(
        self,
        *args: Any,
        lazy: Mapping[str, Commands],
        hidden: Commands = MappingProxyType({}),
        renamed: Mapping[str, str] = MappingProxyType({}),
        **kwargs: Any,
    ) -> None:
        """`hidden` are commands that the page leaves out; `renamed` are other names, some of two
        words, and what stands for them."""
        super().__init__(*args, **kwargs)
        self._groups = lazy
        self._lazy = {name: place for group in lazy.values() for name, place in group.items()}
        self._hidden, self.older = hidden, renamed

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As above, older names as those of today."""
        for count in (2, 1):
            name = " ".join(args[:count])
            if name in self.older:
                args = [*self.older[name].split(), *args[count:]]
                break
        return super().resolve_command(ctx, args)

    @property
    def commands(self) -> MutableMapping[str, click.Command]:
        """All of that page, imported now, as click-man wants them."""
        found = {name: self.get_command(click.Context(self), name) for name in self._lazy}
        return {name: command for name, command in found.items() if command is not None}

    @commands.setter
    def commands(self, commands: MutableMapping[str, click.Command]) -> None:
        """None are added by click."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in their given order."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        place = self._lazy.get(cmd_name) or self._hidden.get(cmd_name)
        if place is None:
            return None
        module, _, attribute = place[0].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        command.short_help = place[1]
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """As click's, from the table alone."""
        for heading, group in self._groups.items():
            with formatter.section(heading):
                formatter.write_dl([(name, line) for name, (_, line) in group.items()])
