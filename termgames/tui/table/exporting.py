"""Writing a record to a file that the player names, from a game that has ended or a replay."""

from __future__ import annotations

from pathlib import Path

from termgames.play import store
from termgames.play.match import AnyMatch
from termgames.tui.screens.dialogs import ask_for_path
from termgames.tui.table.commands import Command
from termgames.tui.table.desk import Desk

COMMAND = Command(
    "export", "E", "Export", "Write the record to a file", "Export the record", at_home=True
)


async def export(match: AnyMatch, name: str, desk: Desk) -> None:
    """Ask where the record is to be written, and say where it is then; `name` is proposed."""
    written: list[Path] = []

    def write(path: Path) -> None:
        store.export(match, path)
        written.append(path)

    if await ask_for_path(desk.dialogs, "Export the record to", name, write):
        desk.notify(f"The record is in {written[-1]}.")
