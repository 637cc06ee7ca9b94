"""`termgames lab doctor`: whether everything is in order on this computer."""

from __future__ import annotations

import json
import os
import shutil
import sys
import textwrap
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from termgames.cli import common, terminal
from termgames.cli.guard import FAILED, FINE
from termgames.core.text import counted, quotable

if TYPE_CHECKING:
    from termgames.play.checkup import Checkup

_WIDTH = 79
_PLAIN_TERMINALS = ("", "dumb", "unknown", "linux", "vt100", "vt102")
"""Values of TERM of terminals that do not tell what the mouse does."""


@click.command("doctor")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE]...")
@click.option(
    "--mend",
    is_flag=True,
    help="Write what can be read of each damaged save, up to its last good move, to a new file "
    "beside it.",
)
def doctor(files: tuple[Path, ...], mend: bool, as_json: bool) -> int:
    """Look whether everything is in order: versions, what the terminal can do, the folders and
    their rights, and every saved game, or the FILEs that are named. Nothing is changed without
    --mend, and no save ever.

    The exit code is 0 when all is sound and 1 when something is wrong.

    \b
    Examples:
      termgames lab doctor
      termgames lab doctor --json
      termgames lab doctor --mend game.tgr
    """
    from termgames.play import checkup

    checked = checkup.look(_terminal(), files)
    if mend:
        checked = checkup.mend(checked)
    if as_json:
        click.echo(json.dumps(checked.fields()))
    else:
        for line in _page(checked):
            click.echo(line)
    return FAILED if checked.wrong else FINE


doctor.params.append(common.as_json())


def _terminal() -> dict[str, Any]:
    """What the terminal can do, as far as the environment tells."""
    from rich.console import Console

    term = os.environ.get("TERM", "")
    size = shutil.get_terminal_size()
    encoding = (sys.__stdout__.encoding if sys.__stdout__ is not None else None) or "ascii"
    return {
        "term": term,
        "screen": terminal.has_screen(),
        "colours": Console(force_terminal=True).color_system or "none",
        "no_color": bool(os.environ.get("NO_COLOR")),
        "mouse": term not in _PLAIN_TERMINALS,
        "utf8": encoding.lower().replace("-", "").startswith("utf"),
        "columns": size.columns,
        "rows": size.lines,
    }


def _page(checked: Checkup) -> Iterable[str]:
    """The results of the checkup as text for 80 columns."""
    yield from _table("versions", checked.versions.items())
    terminal = {
        name: ("yes" if value else "no") if isinstance(value, bool) else str(value) or "not set"
        for name, value in checked.terminal.items()
    }
    yield from _table("terminal", terminal.items())
    yield "folders"
    for folder in checked.folders:
        rights = f"rights {folder.rights}" if folder.rights else "not there yet"
        yield from _entry(f"{folder.name}: {rights}, {quotable(folder.path)}", folder.fault)
    yield from _saves(checked)
    if checked.litter:
        yield "left behind by killed processes; the next game removes it"
        for path in checked.litter:
            yield from _entry(quotable(path))
    for fault in checked.faults:
        yield from _entry("", fault)
    wrong = len(checked.wrong)
    yield "All is sound." if not wrong else f"{counted(wrong, 'thing')} wrong, see above."


def _saves(checked: Checkup) -> Iterable[str]:
    states = [save.state for save in checked.saves]
    parts = [f"{states.count(state)} {state}" for state in dict.fromkeys(sorted(states))]
    yield f"saved games: {', '.join(reversed(parts)) or 'none'}"
    for save in checked.saves:
        if save.state != "sound" or save.note:
            name = quotable(Path(save.path).name or save.path)
            yield from _entry(f"{save.state}: {name}", save.fault or save.note)
        if save.mended:
            name = quotable(Path(save.mended).name)
            yield from _entry(f"mended: {name}, {counted(save.kept or 0, 'move')}")


def _table(title: str, rows: Iterable[tuple[str, str]]) -> Iterable[str]:
    yield title
    for name, value in rows:
        yield f"  {name:<12}  {quotable(value)}"


def _entry(text: str, fault: str = "") -> Iterable[str]:
    if text:
        yield f"  {text}"
    if fault:
        indent = " " * 6
        yield from textwrap.wrap(
            f"! {fault}", _WIDTH, initial_indent="    ", subsequent_indent=indent
        )
