"""What stands in cells of 4x2 and 6x3 characters: the shapes of stones, outlines, crossings.

Every shape is a few lines of text, as many as a cell has rows.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.style import Style

    from termgames.tui.board.scene import Drawing

Shape = tuple[str, ...]
"""Lines of text. `▔` stands for the upper seven eighths of a character, for which there is none:
it is drawn as the lowest eighth, with ink and ground exchanged. So discs end above the lower
edge of their cell as they begin below the upper one. Other stones keep half a row from one of the
two: no stone grows together with the next."""
UPPER, LOWEST = "▔", "▁"

_DISC = {
    2: ("▗▇▇▖", "▝▔▔▘"),
    3: (" ▄▇▇▄ ", "▐████▌", " ▀▔▔▀ "),
    4: (" ▗▄▇▇▄▖ ", "▐██████▌", "▐██████▌", " ▝▀▔▔▀▘ "),
}
_RING = {
    2: ("▗▀▀▖", " ▀▀ "),
    3: (" ▄▀▀▄ ", "▝▄  ▄▘", "  ▀▀  "),
    4: (" ▗▄▀▀▄▖ ", "▐▘    ▝▌", "▝▚▄  ▄▞▘", "   ▀▀   "),
}
_DIAMOND = {
    2: ("▗▟▙▖", " ▝▘ "),
    3: (" ▗▟▙▖ ", "▝▜██▛▘", "  ▝▘  "),
    4: ("  ▗▟▙▖  ", "▗▟████▙▖", " ▝▜██▛▘ ", "   ▝▘   "),
}
_TRIANGLE = {
    2: (" ▟▙ ", "▝▀▀▘"),
    3: ("  ▟▙  ", " ▟██▙ ", "▝▀▀▀▀▘"),
    4: ("   ▟▙   ", "  ▟██▙  ", " ▟████▙ ", "▝▀▀▀▀▀▀▘"),
}
_SQUARE = {
    2: ("▗▄▄▖", "▐██▌"),
    3: ("▗▄▄▄▄▖", "▐████▌", "▐████▌"),
    4: ("▗▄▄▄▄▄▄▖", "▐██████▌", "▐██████▌", "▐██████▌"),
}
_STONES = (_DISC, _RING, _DIAMOND, _TRIANGLE, _SQUARE)
_GHOSTS: tuple[dict[int, Shape], ...] = (
    {2: ("▗▄▄▖", "▝▀▀▘"), 3: (" ▄▄ ", "▐██▌", " ▀▀ "), 4: (" ▗▄▄▖ ", "▗████▖", "▝████▘", " ▝▀▀▘ ")},
    {2: ("╭──╮", "╰──╯"), 3: ("╭──╮", "│  │", "╰──╯"), 4: ("╭────╮", "│    │", "│    │", "╰────╯")},
    {2: ("▟▙", "▜▛"), 3: (" ▗▖ ", "▐██▌", " ▝▘ "), 4: (" ▗▟▙▖ ", " ▝▜▛▘ ")},
    {2: ("▗▖", "▟▙"), 3: (" ▗▖ ", " ▟▙ ", "▐██▌"), 4: (" ▟▙ ", "▟██▙")},
    {2: ("▄▄", "██"), 3: ("▗▄▄▖", "▐██▌", "▝▀▀▘"), 4: ("████", "████")},
)
_DOTS: dict[int, Shape] = {2: ("▗▖", "  "), 3: ("•",), 4: ("▗▖", "  ")}
_SQUARES: dict[bool, dict[int, Shape]] = {
    True: {2: ("▗▖", "▝▘"), 3: ("██",), 4: ("▄▄", "▀▀")},
    False: {2: ("▗▖", "  "), 3: ("▐▌",), 4: ("▗▖", "▝▘")},
}
JOINED = {"▀▗": "▜", "▀▖": "▛", "▀▝": "▀", "▀▘": "▀"}
"""What a sign becomes on a line of a ring, where both share a character."""
HOLES = dict(zip("█▗▖▝▘▄▀▚▞", " ▛▜▙▟▀▄▞▚", strict=True))
"""What a sign becomes as a hole in a stone."""


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
    last: Mapping[int, Shape]
    """A sign on the stones played last, by the zoom: the lines in the middle of the cell."""
    marked: Mapping[int, Shape]
    """A sign on the stones that an overlay points out."""
    fault: Mapping[int, Shape]
    """A sign on the stones that are why a move is refused."""

    def stone(self, zoom: int, colour: int, *, rings: bool, ghost: bool = False) -> Shape:
        """A stone, or a smaller one that is not played yet; without `rings` the first two colours
        have the same shape."""
        if self.letters:
            fill = self.letters[colour].lower() if ghost else self.letters[colour]
            side = self.frame[5] if ghost else fill
            edge = self.frame[4] if ghost else fill
            middle = (fill * 2).center(2 * zoom - 2) if ghost else fill * (2 * zoom - 2)
            return self._framed(zoom, edge, f"{side}{middle}{side}")
        shape = (_GHOSTS if ghost else _STONES)[0 if colour == 1 and not rings else colour][zoom]
        return centred(zoom, shape)

    def outline(self, zoom: int) -> Shape:
        """The outline of a cell."""
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
    last={2: ("▗▖", "▝▘"), 3: ("██",), 4: ("▗▄▄▖", "▝▀▀▘")},
    marked={2: ("▚▞", "▞▚"), 3: ("><",), 4: ("▚▞", "▞▚")},
    fault=dict.fromkeys((2, 3, 4), ("!!",)),
)
ASCII = ShapeSet(
    lines="." + "+" * 15,
    across="-",
    down="|",
    frame="/\\\\/-|",
    corners="[][]",
    letters="XORUG",
    last=dict.fromkeys((2, 3, 4), ("()",)),
    marked=dict.fromkeys((2, 3, 4), ("''",)),
    fault=dict.fromkeys((2, 3, 4), ("!!",)),
)


def crossing(zoom: int, kind: ShapeSet, ahead: Sequence[bool], *, star: bool) -> Shape:
    """An intersection; `ahead` says whether lines lead on to the north, east, south and west."""
    north, east, south, west = ahead
    middle = kind.lines[sum(1 << way for way in range(4) if ahead[way])]
    if star:
        middle = "*" if kind is ASCII else "╋"
    at = (zoom - 1) // 2
    left, right = " " * (zoom - 1), " " * zoom
    above, below = kind.down if north else " ", kind.down if south else " "
    across = (kind.across if west else " ") * (zoom - 1)
    beyond = (kind.across if east else " ") * zoom
    return (
        *(left + above + right,) * at,
        across + middle + beyond,
        *(left + below + right,) * (zoom - 1 - at),
    )


def centred(zoom: int, lines: Sequence[str]) -> Shape:
    """A whole cell with these lines in its middle, a row too high where that cannot be helped."""
    above = (zoom - len(lines)) // 2
    rows = ("",) * above + tuple(lines) + ("",) * (zoom - above - len(lines))
    starts = (zoom - (len(line) + 1) // 2 for line in rows)
    return tuple(
        f"{' ' * start}{line}".ljust(2 * zoom) for start, line in zip(starts, rows, strict=True)
    )


def dot(zoom: int, kind: ShapeSet) -> Shape:
    """The middle of a cell without lines."""
    return centred(zoom, (".",) if kind is ASCII else _DOTS[zoom])


def square(zoom: int, *, firm: bool) -> Shape:
    """Whose an area is: a square in the middle of the cell, small where that may change."""
    return centred(zoom, _SQUARES[firm][zoom])


def stamp(block: Drawing, shape: Shape, style: Style) -> None:
    """Put the characters of a shape that are not blank over a block."""
    for down, line in enumerate(shape):
        for aside, char in enumerate(line):
            if char != " ":
                block[down][aside] = (char, style)
