"""Changes of the package that change nothing a test could notice."""

from __future__ import annotations

EQUIVALENT: dict[tuple[str, str, str], str] = {}
"""The file below the package, its code and what stands there instead, with the reason."""
