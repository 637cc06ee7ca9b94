"""`termgames settings keys`: every command of the screen, with the keys that hold now."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import click

from termgames.core.errors import OptionError
from termgames.tui import config


@click.command("keys", short_help="Show the keys of the screen.")
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

    found = config.load()
    if preset is not None:
        if preset.lower() not in keymap.PRESETS:
            names = ", ".join(keymap.PRESETS)
            raise OptionError(f"there is no preset {preset!r}: there is {names}")
        found = replace(found, keys={keymap.PRESET: preset.lower()}, faults=())
    moved, faults = keymap.of(found)
    faults = (*found.faults, *faults)
    rows = list(_rows(moved))
    if as_json:
        click.echo(json.dumps({"keys": rows, "faults": faults}))
    else:
        _show(rows)
    for fault in faults:
        click.echo(f"error: {fault}", err=True)
    return 2 if faults else 0


def _rows(moved: Any) -> Iterator[dict[str, Any]]:
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


def _show(rows: list[dict[str, Any]]) -> None:
    """A table, under a heading for each group of screens."""
    from termgames.tui import keymap

    called = {row["id"]: ", ".join(map(keymap.shown, row["keys"])) for row in rows}
    wide, wide_keys = max(map(len, called)), max(map(len, called.values()))
    groups: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        many = len(row["screens"]) > _MOST_SCREENS
        screens = "On nearly every screen" if many else f"On the screen {', '.join(row['screens'])}"
        groups.setdefault(screens, []).append(row)
    for number, (screens, commands) in enumerate(groups.items()):
        click.echo(f"{chr(10) if number else ''}{screens}:")
        for row in commands:
            star, text = "*" if row["moved"] else " ", called[row["id"]]
            click.echo(f"{star} {row['id']:<{wide}}  {text:<{wide_keys}}  {row['about']}".rstrip())


_MOST_SCREENS = 8
"""Screens that a heading names."""
