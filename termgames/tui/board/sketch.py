"""The empty board as lines of text, for pages and lists."""

from __future__ import annotations

from collections.abc import Mapping

from termgames.core.topology import Cell, Topology
from termgames.tui.board.layout import empty_board, layout_of
from termgames.tui.themes import GlyphSet


def sketch(topology: Topology, glyphs: GlyphSet, signs: Mapping[Cell, str]) -> list[str]:
    """The board with its coordinates, from the top; `signs`, a character each, stand on
    cells. Lines have no blanks at their end."""
    layout = layout_of(topology)
    drawing = empty_board(layout, glyphs)
    for cell, sign in signs.items():
        column, row = layout.places[cell]
        drawing[row][column] = sign
    for label in layout.labels:
        for offset, char in enumerate(label.text):
            drawing[label.row][label.column + offset] = char
    return ["".join(row).rstrip() for row in drawing]
