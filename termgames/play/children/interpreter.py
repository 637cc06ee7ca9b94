"""The one door through which this program starts interpreters of Python that run its own modules.

Left to itself, a fresh interpreter looks for modules in the current folder first: a `random.py`
that lies there would be run. A child imports what its parent does instead: it is told the parent's
folders, and the current one is none of them unless this very package was found there. How the
parent was started counts as well: without user site, without the environment, from an archive.
"""

import os
import sys
from collections.abc import Iterator
from pathlib import Path

_FLAGS = {"ignore_environment": "-E", "no_user_site": "-s", "no_site": "-S"}
"""Options of the interpreter that change what it finds, by their names in `sys.flags`."""


def command(module: str, *arguments: str) -> list[str]:
    """The command line of a child that calls `main()` of a module; the arguments are in its
    `sys.argv`."""
    options = [option for flag, option in _FLAGS.items() if getattr(sys.flags, flag)]
    begin = f"import sys; sys.path[:] = {list(_folders())!a}; from {module} import main; main()"
    # -P: nor does it look there before it knows better.
    return [sys.executable, *options, "-P", "-c", begin, *arguments]


def _folders() -> Iterator[str]:
    """Where this process looks for modules, none of it relative."""
    package = str(Path(__file__).parents[3])
    for folder in sys.path:
        if os.path.isabs(folder):
            yield folder
            continue
        try:
            whole = os.path.abspath(folder)
            current = os.getcwd()
        except OSError:  # the current folder is gone, and so is what lay there
            continue
        if whole == package or whole != current:
            yield whole
