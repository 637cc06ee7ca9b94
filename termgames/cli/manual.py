"""Man pages of all commands, made by click-man (the extra `man`) from the help texts."""

from __future__ import annotations

import copy
from inspect import cleandoc
from pathlib import Path

import click

from termgames import __version__
from termgames.core import files
from termgames.core.errors import OptionError, StorageError
from termgames.core.files import Rights
from termgames.play import store

_VERBATIM = "\b"
"""Stands above lines that click leaves as they are."""


def write_pages(folder: Path, root: click.Command) -> list[Path]:
    """Write a page for the root and each of its commands into a folder that is there, and return
    the files. OptionError where click-man is not installed, StorageError where nothing can be
    written."""
    try:
        from click_man.core import generate_man_page
    except ImportError:
        raise OptionError("man pages need click-man: pip install 'termgames[man]'") from None
    written = []
    for ctx in _contexts(root):
        page = generate_man_page(ctx, version=__version__)
        path = folder / f"{ctx.command_path.replace(' ', '-')}.1"
        try:
            files.write(path, page.encode(), Rights.SHARED)
        except OSError as error:
            raise StorageError(store.cannot("write", path, error)) from None
        written.append(path)
    return written


def _contexts(root: click.Command) -> list[click.Context]:
    """The root and its commands, each with its help as troff has it."""
    above = click.Context(_readable(root), info_name="termgames")
    if not isinstance(root, click.Group):
        return [above]
    commands = {name: root.get_command(above, name) for name in root.list_commands(above)}
    there = {name: command for name, command in commands.items() if command is not None}
    # The pages list what this holds; ours are loaded when they are asked for.
    above.command.commands = there  # type: ignore[attr-defined]
    return [
        above,
        *(
            click.Context(_readable(command), info_name=name, parent=above)
            for name, command in there.items()
        ),
    ]


def _readable(command: click.Command) -> click.Command:
    """The command with its help and epilog as troff has them: what click leaves as it is stays so,
    and no line is taken for an order to troff."""
    readable = copy.copy(command)
    text = "\n\n".join(cleandoc(part) for part in (command.help, command.epilog) if part)
    readable.help = "\n\n".join(map(_paragraph, text.replace("\\", "\\e").split("\n\n")))
    return readable


def _paragraph(text: str) -> str:
    lines = text.strip("\n").split("\n")
    verbatim = lines[0].strip() == _VERBATIM
    shown = [f"\\&{line}" if line.startswith((".", "'")) else line for line in lines[verbatim:]]
    return "\n".join([".nf", *shown, ".fi"] if verbatim else shown)
