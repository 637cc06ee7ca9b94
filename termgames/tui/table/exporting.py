"""Writing a record to a file that the player names, from a game that has ended or a replay."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from termgames.play import store
from termgames.play.match import Match
from termgames.tui.screens.dialogs import Dialogs, ask_for_path
from termgames.tui.table.commands import Command

COMMAND = Command("export", "E", "Export", "Write the record to a file", "Export the record")


async def export(
    dialogs: Dialogs, match: Match[Any, Any], name: str, notify: Callable[[str], None]
) -> None:
    """Ask where the record is to be written, and say where it is then; `name` is proposed."""
    written: list[Path] = []

    def write(path: Path) -> None:
        store.export(match, path)
        written.append(path)

    if await ask_for_path(dialogs, "Export the record to", name, write):
        notify(f"The record is in {written[-1]}.")
