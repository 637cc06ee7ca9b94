"""A line of text whose Enter is seen among the keys."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input


class Line(Input):
    """An `Input` whose Enter stands in the line of keys, as `submit`. It waits its turn: a
    binding with priority would be served before the letters that were typed ahead of it."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "submit", "Play", id="line.enter")]
