"""What stands in cells of 4x2 and 6x3 characters: the shapes of stones, outlines, crossings.

Every shape is a few lines of text, as many as a cell has rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.style import Style

    from termgames.tui.board.scene import Drawing

Shape = tuple[str, ...]
"""Lines of text."""

_DISC = {2: ("▟██▙", "▜██▛"), 3: ("▗▄██▄▖", "██████", "▝▀██▀▘")}
_RING = {2: ("▟▛▜▙", "▜▙▟▛"), 3: ("▗▄▀▀▄▖", "██  ██", "▝▀▄▄▀▘")}
_DIAMOND = {2: ("▗▟▙▖", "▝▜▛▘"), 3: (" ▗▟▙▖ ", "▐████▌", " ▝▜▛▘ ")}
_TRIANGLE = {2: (" ▟▙ ", "▟██▙"), 3: ("  ▟▙  ", " ▟██▙ ", "▟████▙")}
_SQUARE = {2: ("▐██▌", "▐██▌"), 3: ("▗▄▄▄▄▖", "▐████▌", "▝▀▀▀▀▘")}
_STONES = (_DISC, _RING, _DIAMOND, _TRIANGLE, _SQUARE)


@dataclass(frozen=True)
class ShapeSet:
    """One way to draw large cells."""

    lines: str
    """Crossings by the ways that lead on, as in `GlyphSet`."""
    across: str
    down: str
    frame: str
    """The four corners of an outline, from the top left, its top and its side."""
    corners: str
    """The four corners of the cursor."""
    letters: str
    """Characters that fill the stones of a colour; empty where they are shapes."""
    last: Sequence[str]
    """A sign on the stones played last, for zoom 2 and 3."""
    marked: Sequence[str]
    """A sign on the stones that an overlay points out."""
    fault: Sequence[str]
    """A sign on the stones that are why a move is refused."""

    def stone(self, zoom: int, colour: int, *, rings: bool) -> Shape:
        """A stone; without `rings` the first two colours have the same shape."""
        if not self.letters:
            return _STONES[0 if colour == 1 and not rings else colour][zoom]
        fill = self.letters[colour]
        return self._framed(zoom, fill, fill * (2 * zoom))

    def outline(self, zoom: int) -> Shape:
        """The outline of a stone."""
        side = self.frame[5]
        return self._framed(zoom, self.frame[4], side + " " * (2 * zoom - 2) + side)

    def _framed(self, zoom: int, edge: str, middle: str) -> Shape:
        """Four corners, with `edge` between them at the top and the bottom."""
        corners, width = self.frame, 2 * zoom - 2
        return (
            corners[0] + edge * width + corners[1],
            *(middle,) * (zoom - 2),
            corners[2] + edge * width + corners[3],
        )


UNICODE = ShapeSet(
    lines="·╵╶└╷│┌├╴┘─┴┐┤┬┼",
    across="─",
    down="│",
    frame="╭╮╰╯─│",
    corners="┏┓┗┛",
    letters="",
    last=("▗▖▝▘", "██"),
    marked=("▚▞▞▚", "><"),
    fault=("!!", "!!"),
)
ASCII = ShapeSet(
    lines="." + "+" * 15,
    across="-",
    down="|",
    frame="/\\\\/-|",
    corners="[][]",
    letters="XORUG",
    last=("()", "()"),
    marked=("''", "''"),
    fault=("!!", "!!"),
)


def crossing(zoom: int, kind: ShapeSet, ahead: Sequence[bool], *, star: bool) -> Shape:
    """An intersection; `ahead` says whether lines lead on to the north, east, south and west."""
    north, east, south, west = ahead
    middle = kind.lines[sum(1 << way for way in range(4) if ahead[way])]
    left, right = " " * (zoom - 1), " " * zoom
    rows_of_text = [left + (kind.down if south else " ") + right for _ in range(zoom)]
    if zoom == 3:
        rows_of_text[0] = left + (kind.down if north else " ") + right
    across = kind.across * (zoom - 1) if west else left
    beyond = kind.across * zoom if east else right
    if star:
        middle = "*" if kind is ASCII else "╋"
    rows_of_text[(zoom - 1) // 2] = across + middle + beyond
    return tuple(rows_of_text)


def dot(zoom: int, kind: ShapeSet) -> Shape:
    """The middle of a cell without lines."""
    if kind is ASCII:
        return (" .  ", "    ") if zoom == 2 else ("      ", "  .   ", "      ")
    return (" ▗  ", "    ") if zoom == 2 else ("      ", "  •   ", "      ")


def square(zoom: int, *, firm: bool) -> Shape:
    """Whose an area is: a square in the middle of the cell, small where that may change."""
    if zoom == 2:
        return (" ▄▄ ", " ▀▀ ") if firm else (" ▗▖ ", " ▝▘ ")
    return ("      ", "  ██  ", "      ") if firm else ("      ", "  ▐▌  ", "      ")


def badge(zoom: int, text: Sequence[str]) -> Shape:
    """A sign of two columns in the middle of a cell, one or two rows high."""
    sign = text[zoom - 2]
    lines = [sign[:2], sign[2:]] if zoom == 2 else ["", sign, ""]
    aside = zoom - 1
    return tuple(" " * aside + f"{line:<2}" + " " * (zoom - 1) for line in lines)


def stamp(block: Drawing, shape: Shape, style: Style) -> None:
    """Put the characters of a shape that are not blank over a block."""
    for down, line in enumerate(shape):
        for aside, char in enumerate(line):
            if char != " ":
                block[down][aside] = (char, style)
