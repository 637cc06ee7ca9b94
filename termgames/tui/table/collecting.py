"""Mistakes taken into the exercises of whoever made them."""

from __future__ import annotations

from collections.abc import Sequence

from termgames.core.errors import StorageError
from termgames.core.text import counted
from termgames.study.exercises import shelf
from termgames.study.exercises.exercise import Exercise
from termgames.tui.table.desk import Desk


def collect(exercises: Sequence[Exercise], desk: Desk, *, tell: bool = False) -> None:
    """Take exercises up. What fails is told; with `tell` also how many are new."""
    if not exercises:
        return
    try:
        fresh = shelf.add(exercises)
    except StorageError as error:
        desk.notify(str(error), title="No mistake is kept", severity="warning", timeout=10)
        return
    if tell:
        new = f"{counted(fresh, 'mistake')} more to practise" if fresh else "Nothing new"
        desk.notify(f"{new}: termgames mistakes, or m in the menu.")
