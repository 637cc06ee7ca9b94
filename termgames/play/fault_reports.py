"""Where the details of an unexpected error go, so that the user sees one line only."""

import time
import traceback
from pathlib import Path

from termgames import games, paths
from termgames.core import files
from termgames.core.errors import GameFault
from termgames.core.text import quotable


def report(error: BaseException) -> str:
    """Keep the error, and say in one line what it is, whom to tell and where the details are."""
    log = keep(error)
    where = f"the details are in {log}" if log else "set TERMGAMES_DATA to keep the details"
    summary, plugin = _summary(error), games.at_fault(error)
    if plugin is None:
        return f"unexpected fault, please report it: {summary}; {where}"
    makers = f"the makers of {plugin.distribution or plugin.package}"
    return f"fault in the game {plugin.name}, please report it to {makers}: {summary}; {where}"


def in_short(error: BaseException) -> str:
    """What an error is, in one line for whoever plays on, with the game whose fault it is."""
    plugin = games.at_fault(error)
    return _summary(error) if plugin is None else f"the game {plugin.name}: {_summary(error)}"


def _summary(error: BaseException) -> str:
    kind = "" if isinstance(error, GameFault) else f"{type(error).__name__}: "
    text = error.what if isinstance(error, GameFault) else str(error)
    return f"{kind}{quotable(' '.join(text.split()))}"


def keep(error: BaseException) -> Path | None:
    """Add the error with its traceback to the log in the data folder.

    Answers the log's path, None when it could not be written; raises nothing.
    """
    try:
        folder = paths.user_data()
        paths.make_private(folder)
        log = folder / "faults.log"
        lines = (time.strftime("%Y-%m-%d %H:%M:%S\n"), *traceback.format_exception(error), "\n")
        with files.appended(log) as file:
            files.add(file, "".join(lines).encode("utf-8", "replace"))
    except (OSError, RuntimeError):
        return None
    return log
