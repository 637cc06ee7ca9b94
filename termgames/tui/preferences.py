"""What a player likes, kept from run to run in `settings.json` in the user's data folder.

No game depends on the file. A damaged value in it is replaced by the default, and where the
folder cannot be written to, nothing is kept.
"""

from __future__ import annotations

import json
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from termgames import paths
from termgames.core.errors import StorageError
from termgames.play import store

_MOST_BYTES = 10_000
"""A larger file was not written here."""


@dataclass(frozen=True)
class Preferences:
    """How everything is shown, and what bots do; the defaults are what a new player gets."""

    theme: str = ""
    """A theme's name; empty for the default."""
    look: str = ""
    """A board look's name; empty for the game's first."""
    ascii: bool = False
    """Whether nothing but ASCII is drawn."""
    analysis: bool = True
    """Whether score, overlays, estimates and hints may be seen during the game."""
    stamp: bool = False
    """Whether whole moves are laid on the board instead of single cells."""
    ponder: bool = True
    """Whether bots may think while humans do."""

    def changed(self, **values: Any) -> Preferences:
        """A copy with other values."""
        return replace(self, **values)


def path() -> Path:
    """The file, which may not be there."""
    return paths.user_data() / "settings.json"


def load() -> Preferences:
    """The values kept; the default for each one that is missing or makes no sense."""
    try:
        if path().stat().st_size > _MOST_BYTES:
            return Preferences()
        saved = json.loads(path().read_text("utf-8"))
    except (OSError, ValueError, RecursionError, RuntimeError):
        return Preferences()
    if not isinstance(saved, dict):
        return Preferences()
    usual = asdict(Preferences())
    kept = {
        name: value
        for name, value in saved.items()
        if name in usual and type(value) is type(usual[name])
    }
    return Preferences(**kept)


def keep(**values: Any) -> None:
    """Change some of the values kept; StorageError when the file cannot be written.

    The file is read again first: another window may have changed other values.
    """
    wanted = load().changed(**values)
    try:
        paths.make_private(path().parent)
    except (OSError, RuntimeError) as error:
        raise StorageError(f"cannot make the folder {path().parent}: {error}") from None
    store.write_text(path(), json.dumps(asdict(wanted), indent=2) + "\n")
