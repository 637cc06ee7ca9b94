"""Is there a screen to draw on?"""

from __future__ import annotations

import os
import sys


def has_screen() -> bool:
    """Whether input and outputs are a terminal that can do more than print lines.

    Standard error counts: the screen is drawn there.
    """
    able = os.environ.get("TERM", "") not in ("", "dumb", "unknown")
    return able and all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr))
