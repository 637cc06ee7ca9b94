"""Is there a screen to draw on?"""

from __future__ import annotations

import os
import sys


def has_screen() -> bool:
    """Whether input and output are a terminal that can do more than print lines."""
    return (
        sys.stdin.isatty()
        and sys.stdout.isatty()
        and os.environ.get("TERM", "") not in ("", "dumb", "unknown")
    )
