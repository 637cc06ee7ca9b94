"""What a range reaches, for displays that tell it."""

from __future__ import annotations

from typing import Any

from termgames.core.display import Display, Ranging
from termgames.core.topology import Cell


def within_of(display: Display[Any, Any], state: Any) -> frozenset[Cell]:
    """The cells that the next stone can reach; empty where there is no range."""
    return display.within(state) if isinstance(display, Ranging) else frozenset()
