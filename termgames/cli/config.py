"""`termgames settings`: the user's settings, where they come from, and whether they make sense."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from termgames.cli.keys import keys
from termgames.cli.lazy import SuggestingGroup
from termgames.core.errors import StorageError
from termgames.tui import config as own


@click.group("settings", cls=SuggestingGroup, short_help="Show and check your settings.")
def config() -> None:
    """Show and check your settings: settings.toml in the configuration folder.

    The file is yours: the program reads it, and changes a line only when you press w beside a
    setting on the screen. Where it says nothing, what you chose last on the screen holds. The
    environment and the command line outrank it.

    \b
    Examples:
      termgames settings path
      termgames settings show
      termgames settings keys
      termgames settings template > "$(termgames settings path)"
      termgames settings validate
    """


config.add_command(keys)


@config.command("path")
def show_path() -> None:
    """Print where the file is, or would be."""
    click.echo(_path())


@config.command("template")
def template() -> None:
    """Print a file with every setting as a comment, with what it does."""
    click.echo(own.template(), nl=False)


@config.command("validate")
def validate() -> int:
    """Check the file: exit code 2 and a line for each fault."""
    found = own.load()
    faults = found.faults
    if found.keys:
        from termgames.tui import keymap  # which imports all screens

        faults += keymap.of(found)[1]
    for fault in faults:
        click.echo(f"error: {fault}", err=True)
    if not faults:
        click.echo(f"{_path()}: {'in order' if found.path else 'there is none'}")
    return 2 if faults else 0


@config.command("show")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def show(as_json: bool) -> int:
    """Print every setting with its value, and where that comes from. Exit code 2 where the file has
    faults."""
    found = own.load()
    rows = list(_rows(found))
    if as_json:
        click.echo(json.dumps({"path": str(_path()), "settings": rows, "faults": found.faults}))
        return 2 if found.faults else 0
    wide = max(len(row["name"]) for row in rows)
    values = [own.as_toml(row["value"]) if row["value"] is not None else "" for row in rows]
    for row, value in zip(rows, values, strict=True):
        click.echo(f"{row['name']:<{wide}}  {value:<{max(map(len, values))}}  {row['from']}")
    for fault in found.faults:
        click.echo(f"error: {fault}", err=True)
    return 2 if found.faults else 0


def _rows(found: own.Config) -> Iterator[dict[str, Any]]:
    """Each setting: its value, and which of environment, file, screen or default it is of."""
    from termgames.tui import preferences

    kept, usual = asdict(preferences.load()), asdict(preferences.Preferences())
    for setting in own.SETTINGS:
        name = setting.parameter
        variable = f"TERMGAMES_{name.upper()}"
        value: Any = setting.usual
        source = "default"
        if setting.remembered and kept[name] != usual[name]:
            value, source = kept[name], "chosen on the screen"
        if setting.name in found.values:
            value, source = found.values[setting.name], f"line {found.lines[setting.name]}"
        if name in _OF_ENVIRONMENT and os.environ.get(variable):
            value, source = os.environ[variable], f"environment, {variable}"
        yield {"name": setting.name, "value": value, "from": source}
    for game, chosen in found.games.items():
        for option, text in chosen.items():
            name = f"{own.GAMES}.{game}.{option}"
            yield {"name": name, "value": text, "from": "the file"}
    for name, moved in found.keys.items():
        yield {"name": f"{own.KEYS}.{name}", "value": moved, "from": "the file"}


_OF_ENVIRONMENT = {"theme", "ascii", "plain", "boards", "cores", "time_scale"}
"""Settings that the environment has for all commands."""


def _path() -> Path:
    try:
        return own.path()
    except RuntimeError as error:
        raise StorageError(f"cannot tell the folder: {error}; set TERMGAMES_CONFIG") from None
