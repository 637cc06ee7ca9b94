"""What is kept from run to run beside the games: tables as JSON in the user's data folder.

No game depends on one. Whatever a file holds that makes no sense is passed over, a file that makes
none at all as if it were not there.
"""

import contextlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from termgames import paths
from termgames.core import files
from termgames.core.errors import LessonError, StorageError
from termgames.core.files import Rights
from termgames.play import locks, store

_MOST_BYTES = 1_000_000
"""A larger file was not written here."""


def path(name: str) -> Path:
    """A file, which may not be there; RuntimeError as `paths.user_data`."""
    return paths.user_data() / name


def load(name: str, *, own: bool = False) -> dict[str, Any]:
    """The table in a file; empty where there is none, with `own` also where others could have
    written it. Numbers that nobody counts to are None."""
    try:
        value = files.json_value(path(name), _MOST_BYTES, forgiving=True, own=own)
    except (OSError, ValueError, RuntimeError):
        return {}
    return table(value)


def table(value: object) -> dict[str, Any]:
    """The value, if it is a table, else an empty one."""
    return value if isinstance(value, dict) else {}


def texts(value: object) -> list[str]:
    """The texts in the value, if it is a list, else none."""
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


@contextlib.contextmanager
def changing(name: str) -> Iterator[None]:
    """Meanwhile no other window changes the file, in a folder that is there. StorageError when
    it cannot be made."""
    try:
        paths.make_private(path(name).parent)
    except RuntimeError as error:  # a `~` that stands for no folder
        raise StorageError(f"cannot tell the data folder: {error}; set TERMGAMES_DATA") from None
    except OSError as error:
        raise StorageError(store.cannot("make the folder", path(name).parent, error)) from None
    with locks.changing(path(name)):
        yield


def keep(name: str, value: Mapping[str, Any]) -> None:
    """Replace the file, which is being changed (`changing`); StorageError."""
    store.write_text(path(name), json.dumps(value, indent=1) + "\n", Rights.PRIVATE)


def file_text(path: Path, most: int, remedy: str) -> str:
    """The text in a file of `most` bytes; LessonError, with a remedy for one that is larger."""
    try:
        return files.text(path, most)
    except files.TooLarge:
        raise LessonError(f"{path}: larger than {most} bytes: {remedy}") from None
    except OSError as error:
        raise LessonError(f"{path}: cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError as error:
        line, _ = files.place(error)
        raise LessonError(f"{path}: line {line}: this is no UTF-8 text: save it as such") from None
