"""Whether everything is in order on this computer: versions, folders, saved games.

Nothing is changed by looking. `mend` writes what can be read of a damaged save to a new file.
"""

import os
import platform
import stat
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from importlib import metadata
from itertools import chain
from pathlib import Path
from typing import Any

from termgames import __version__, games, paths
from termgames.core.errors import RecordError, StorageError
from termgames.play import locks, record, record_header, store

PACKAGES = ("textual", "rich", "numpy", "click", "platformdirs", "fsrs")


@dataclass(frozen=True)
class Folder:
    """A folder of the user's data."""

    name: str
    path: str
    rights: str = ""
    """Octal, as `700`; empty where there is no such folder yet."""
    fault: str = ""


@dataclass(frozen=True)
class Save:
    """A saved game as it was found."""

    path: str
    state: str
    """sound, unchecked (its record has no checksum) or damaged."""
    moves: int | None = None
    fault: str = ""
    note: str = ""
    """What is wrong with the notes beside the moves, such as variations that do not fit the game;
    no move is lost by it."""
    mended: str = ""
    """The new file with what could be read of a damaged one."""
    kept: int | None = None
    """How many moves that file holds."""


@dataclass(frozen=True)
class Checkup:
    """The results of looking at everything."""

    versions: dict[str, str]
    terminal: dict[str, Any]
    """What the terminal can do, as the caller found out."""
    folders: list[Folder]
    saves: list[Save]
    litter: list[str]
    """What killed processes have left behind; it is removed at the start of the next game."""
    faults: list[str] = field(default_factory=list)
    """Faults that belong to no folder and no save."""

    @property
    def wrong(self) -> list[str]:
        """All that is wrong, a line each."""
        return [
            *self.faults,
            *(f"{folder.path}: {folder.fault}" for folder in self.folders if folder.fault),
            *(f"{save.path}: {save.fault}" for save in self.saves if save.state == "damaged"),
        ]

    def fields(self) -> dict[str, Any]:
        """All results as a JSON value."""
        return {"sound": not self.wrong, **asdict(self)}


def look(terminal: dict[str, Any], files: Iterable[Path] = ()) -> Checkup:
    """Look at everything; of saved games only at `files`, where some are named."""
    versions, faults = _versions()
    try:
        data = paths.user_data()
    except RuntimeError as error:  # a `~` that stands for no folder
        return Checkup(versions, terminal, [], [], [], [*faults, f"TERMGAMES_DATA: {error}"])
    place = data / "games"
    # A folder that cannot be listed is reported as faulty by `_folder`.
    saves = sorted(place.glob(f"*{store.SUFFIX}")) if os.access(place, os.R_OK | os.X_OK) else []
    return Checkup(
        versions,
        terminal,
        [
            _folder("data", data),
            _folder("games", place, private=True),
            _folder("maps", data / "maps"),
        ],
        [_save(path) for path in list(files) or saves],
        [str(path) for folder in (data, place) for path in locks.litter(folder)],
        faults + games.faults() + games.flaws(),
    )


def mend(checkup: Checkup) -> Checkup:
    """Write what can be read of each damaged save to a new file beside it."""
    return replace(checkup, saves=[_mended(save) for save in checkup.saves])


def _versions() -> tuple[dict[str, str], list[str]]:
    versions = {"termgames": __version__, "python": platform.python_version()}
    faults = []
    for name in PACKAGES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            versions[name] = "missing"
            faults.append(f"the package {name} is missing: install termgames again")
    return versions, faults


def _folder(name: str, path: Path, *, private: bool = False) -> Folder:
    """`private`: no other user may look into it."""
    try:
        status = path.stat()
    except FileNotFoundError:
        above = next(each for each in path.absolute().parents if each.exists())
        closed = name == "data" and not os.access(above, os.W_OK | os.X_OK)
        fault = f"it cannot be made in {above}: change its rights, or set TERMGAMES_DATA"
        return Folder(name, str(path), fault=fault if closed else "")
    except OSError as error:
        return Folder(name, str(path), fault=error.strerror or str(error))
    mode = stat.S_IMODE(status.st_mode)
    fault = ""
    if not stat.S_ISDIR(status.st_mode):
        fault = "this is no folder: remove it, or set TERMGAMES_DATA"
    elif not os.access(path, os.R_OK | os.W_OK | os.X_OK):
        fault = "you cannot read and write here: change its rights, or set TERMGAMES_DATA"
    elif private and mode & 0o077:
        fault = f"others can look into it; that ends when a game is saved, or by: chmod 700 {path}"
    return Folder(name, str(path), f"{mode:03o}", fault)


def _save(path: Path) -> Save:
    try:
        match = store.read(path, draws=False)
        checked = record_header.summary(_text(path)).checked
    except (RecordError, StorageError) as error:
        return Save(str(path), "damaged", fault=str(error).removeprefix(f"{path}: "))
    state = "sound" if checked else "unchecked"
    return Save(str(path), state, match.ply, note=match.notes.fault)


def _text(path: Path) -> str:
    return store.contents(path).decode("utf-8-sig", "replace")


def _mended(save: Save) -> Save:
    if save.state != "damaged":
        return save
    path = Path(save.path)
    try:
        match = record.mended(_text(path))
        target = _name_for(path, record.write(match, tells_over=True).encode())
        store.save(match, target)
    except (RecordError, StorageError) as error:
        return replace(save, fault=f"{save.fault}; it cannot be mended: {error}")
    return replace(save, mended=str(target), kept=match.ply)


def _name_for(path: Path, data: bytes) -> Path:
    """The first name for a mended copy that is free, or that holds just this."""
    first = path.with_name(f"{path.stem}-mended{store.SUFFIX}")
    return next(
        name
        for name in chain((first,), store.copies(first))
        if not os.path.lexists(name) or (name.is_file() and store.contents(name) == data)
    )
