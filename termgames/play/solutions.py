"""Solutions of boards, kept in the user's data folder or in a file that the user chose."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from termgames import paths
from termgames.core import array_files
from termgames.core.errors import StorageError
from termgames.core.exact import Solver, Storable
from termgames.core.text import quotable

_MOST_BYTES = 400_000_000
"""Bytes of arrays, packed and unpacked; a larger file is not read."""


def usual_file(solver: Solver[Any, Any]) -> Path | None:
    """Where the solutions of this solver lie, not made here; None where they cannot be kept.
    StorageError when there is no data folder."""
    if not isinstance(solver, Storable):
        return None
    try:
        return paths.user_data() / "solved" / f"{solver.name}.npz"
    except RuntimeError as error:  # a `~` that stands for no folder
        raise StorageError(f"cannot tell the data folder: {error}; set TERMGAMES_DATA") from None


def take_up(solver: Solver[Any, Any], file: Path) -> None:
    """Have the solver go on from what a file holds, if it is there; StorageError when it cannot be
    used."""
    assert isinstance(solver, Storable)
    name = quotable(str(file))
    try:
        solver.load(array_files.read(file, _MOST_BYTES))
    except FileNotFoundError:
        return
    except OSError as error:
        raise StorageError(f"cannot read {name}: {error.strerror or error}") from None
    except array_files.UNREADABLE:
        raise StorageError(
            f"{name} holds no solutions of this board: delete it, or name another file"
        ) from None


def keep(solver: Solver[Any, Any], file: Path) -> bool:
    """Write the solver's solutions to a file; False where it has none. StorageError."""
    assert isinstance(solver, Storable)
    arrays = solver.dump()
    if not arrays:
        return False
    try:
        paths.make_private(file.parent)
        array_files.save(file, **arrays)
    except OSError as error:
        reason = error.strerror or error
        raise StorageError(f"cannot write {quotable(str(file))}: {reason}") from None
    return True
