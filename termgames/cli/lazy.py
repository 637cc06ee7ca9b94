"""Groups of commands that are imported, or made, only when they are asked for."""

from __future__ import annotations

import difflib
from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

import click

from termgames import games
from termgames.core.errors import OptionError
from termgames.core.options import GameInfo
from termgames.core.text import quoted


class SuggestingGroup(click.Group):
    """A group that proposes the nearest name when there is no such command."""

    kind = "command"

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click's, but the error names the nearest command."""
        name = args[0]
        if not name.startswith("-") and self.get_command(ctx, name) is None:
            commands = self.list_commands(ctx)
            near = difflib.get_close_matches(name.lower(), commands, 1)
            hint = f"did you mean {near[0]}?" if near else f"there is {', '.join(commands)}"
            raise OptionError(f"unknown {self.kind} {quoted(name)}: {hint}")
        return super().resolve_command(ctx, args)


class LazyGroup(SuggestingGroup):
    """Commands by name, each as `module:attribute`, in the order of the help page."""

    def __init__(self, *args: Any, lazy: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._lazy = lazy

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in their given order."""
        return list(self._lazy)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command, imported now."""
        if cmd_name not in self._lazy:
            return None
        module, _, attribute = self._lazy[cmd_name].partition(":")
        command: click.Command = getattr(import_module(module), attribute)
        return command


class GameGroup(SuggestingGroup):
    """One command a game, made by `build` from what the game tells of itself."""

    kind = "game"

    def __init__(
        self, *args: Any, build: Callable[[GameInfo], click.Command], **kwargs: Any
    ) -> None:
        kwargs.setdefault("subcommand_metavar", "GAME [OPTIONS]")
        kwargs.setdefault("no_args_is_help", False)
        super().__init__(*args, **kwargs)
        self._build = build

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click's, but without a game the error names the games."""
        rest = super().parse_args(ctx, args)
        if not args and not ctx.resilient_parsing:
            raise OptionError(f"{ctx.command_path} needs a game: {', '.join(games.names())}")
        return rest

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The games that can be used."""
        return [info.id for info in games.infos()]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command for a game, whatever the case of its name."""
        name = cmd_name.lower()
        return self._build(games.info(name)) if name in games.names() else None
