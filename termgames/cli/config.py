"""`termgames settings`: the user's settings, where they come from, and whether they make sense."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from termgames.cli.lazy import SuggestingGroup
from termgames.core.errors import OptionError, StorageError
from termgames.core.text import columns
from termgames.tui import config as own
from termgames.tui.preferences import SETTINGS, as_toml


@click.group("settings", cls=SuggestingGroup)
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
    if not faults:
        click.echo(f"{_path()}: {'in order' if found.path else 'there is none'}")
    return _tell(faults)


def _tell(faults: Sequence[str]) -> int:
    for fault in faults:
        click.echo(f"error: {fault}", err=True)
    return 2 if faults else 0


@config.command("show")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def show(as_json: bool) -> int:
    """Print every setting with its value, and where that comes from. Exit code 2 where the file has
    faults."""
    told = own.told()
    rows = list(_rows(told))
    if as_json:
        click.echo(json.dumps({"path": str(_path()), "settings": rows, "faults": told.faults}))
        return 2 if told.faults else 0
    values = ["" if row["value"] is None else as_toml(row["value"]) for row in rows]
    table = [(row["name"], value, row["from"]) for row, value in zip(rows, values, strict=True)]
    click.echo("\n".join(columns(table, 3)))
    return _tell(told.faults)


def _rows(told: own.Config) -> Iterator[dict[str, Any]]:
    """Each setting: its value, and which of environment, file, screen or default it is of."""
    for setting in SETTINGS:
        value = told.values.get(setting.parameter, setting.usual)
        source = told.sources.get(setting.parameter, "default").removeprefix(f"{own.NAME}, ")
        yield {"name": setting.name, "value": None if value == "" else value, "from": source}
    for game, chosen in told.games.items():
        for option, text in chosen.items():
            yield {"name": f"{own.GAMES}.{game}.{option}", "value": text, "from": "the file"}
    for name, keys in told.keys.items():
        yield {"name": f"{own.KEYS}.{name}", "value": keys, "from": "the file"}


def _path() -> Path:
    try:
        return own.path()
    except RuntimeError as error:
        raise StorageError(f"cannot tell the folder: {error}; set TERMGAMES_CONFIG") from None


# -- keys ----------------------------------------------------------------------------------------


@config.command("keys", short_help="Show the keys of the screen.")
@click.option("--preset", metavar="NAME", help="Those of another preset: default, vim or numpad.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON.")
def keys(preset: str | None, as_json: bool) -> int:
    """Show every command of the screen by its id, with the keys that it has now; a star marks
    those that are not the usual ones.

    Keys are moved in the table [keys] of your settings, by ids. Exit code 2 and a line for each
    entry that cannot hold.

    \b
    Examples:
      termgames settings keys
      termgames settings keys --preset numpad
      termgames settings keys --json
    """
    from termgames.tui import keymap  # which imports all screens

    found = own.load()
    if preset is not None:
        if preset.lower() not in keymap.PRESETS:
            names = ", ".join(keymap.PRESETS)
            raise OptionError(f"there is no preset {preset!r}: there is {names}")
        found = replace(found, keys={keymap.PRESET: preset.lower()}, faults=())
    moved, faults = keymap.of(found)
    faults = (*found.faults, *faults)
    rows = list(_keys(moved))
    if as_json:
        click.echo(json.dumps({"keys": rows, "faults": faults}))
    else:
        _show_keys(rows)
    return _tell(faults)


def _keys(moved: Any) -> Iterator[dict[str, Any]]:
    """Each command: its id, its keys now and usually, what it does, and on which screens."""
    from termgames.tui import keymap

    for each in keymap.catalogue():
        now = moved.get(each.id, each.keys)
        yield {
            "id": each.id,
            "keys": list(now),
            "default": list(each.keys),
            "moved": set(now) != set(each.keys),
            "about": each.about,
            "screens": list(each.places),
        }


def _show_keys(rows: list[dict[str, Any]]) -> None:
    """A table, under a heading for each group of screens."""
    from termgames.tui import keymap

    table = [
        (
            f"{' *'[row['moved']]} {row['id']}",
            ", ".join(map(keymap.shown, row["keys"])),
            row["about"],
        )
        for row in rows
    ]
    groups: dict[str, list[str]] = {}
    for row, line in zip(rows, columns(table, 3), strict=True):
        many = len(row["screens"]) > _MOST_SCREENS
        screens = "On nearly every screen" if many else f"On the screen {', '.join(row['screens'])}"
        groups.setdefault(f"{screens}:", []).append(line)
    click.echo("\n\n".join("\n".join([head, *lines]) for head, lines in groups.items()))


_MOST_SCREENS = 8
"""Screens that a heading names."""
