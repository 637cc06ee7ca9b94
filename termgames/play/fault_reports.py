"""Where the details of an unexpected error go, so that the user sees one line only."""

from __future__ import annotations

import time
import traceback
from pathlib import Path

from termgames import paths


def keep(error: BaseException) -> Path | None:
    """Add the error with its traceback to the log in the data folder.

    Answers the log's path, None when it could not be written; raises nothing.
    """
    try:
        folder = paths.user_data()
        paths.make_private(folder)
        log = folder / "faults.log"
        with open(log, "a", encoding="utf-8", errors="replace") as file:
            file.write(time.strftime("%Y-%m-%d %H:%M:%S\n"))
            file.write("".join(traceback.format_exception(error)) + "\n")
    except (OSError, RuntimeError):
        return None
    return log
