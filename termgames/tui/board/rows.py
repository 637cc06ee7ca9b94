"""A painted row as Textual draws it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich.segment import Segment
from textual.strip import Strip

from termgames.tui.board.layout import Place
from termgames.tui.board.scene import Spot


def joined(base: Sequence[Spot], spots: Mapping[Place, Spot], row: int) -> Strip:
    """A row of the drawing under the places that differ from it, equal styles joined."""
    segments: list[Segment] = []
    text, style = "", None
    for column, under in enumerate(base):
        char, its = spots.get((column, row), under)
        if its is style or its == style:
            text += char
            continue
        if text:
            segments.append(Segment(text, style))
        text, style = char, its
    segments.append(Segment(text, style))
    return Strip(segments, len(base))
