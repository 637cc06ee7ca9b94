"""Characters of a terminal as pictures: lines and blocks by geometry, so that cells join as they
do on a terminal, everything else with a font."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

WIDTH, HEIGHT = 12, 24
"""Pixels of a cell."""
FONTS = Path("/usr/share/fonts/truetype/dejavu")
Box = tuple[float, float, float, float]
"""Left, top, right and bottom, 0 to 1."""

_WAYS = {
    "UP": "n", "DOWN": "s", "LEFT": "w", "RIGHT": "e", "VERTICAL": "ns", "HORIZONTAL": "we",
}  # fmt: skip
_QUADRANTS = "▘▝▀▖▌▞▛▗▚▐▜▄▙▟█"
"""By the quarters that are filled: 1 upper left, 2 upper right, 4 lower left, 8 lower right."""


def draw(pen: ImageDraw.ImageDraw, x: int, y: int, char: str, ink: str, *, bold: bool) -> None:
    """A character with its upper left at (x, y), in pixels."""
    code = ord(char[0])
    if 0x2500 <= code <= 0x257F:
        _lines(pen, x, y, unicodedata.name(char[0]).removeprefix("BOX DRAWINGS "), ink)
        return
    boxes = list(_boxes(char[0]))
    for left, top, right, bottom in boxes:
        corners = (x + round(left * WIDTH), y + round(top * HEIGHT))
        ends = (x + round(right * WIDTH) - 1, y + round(bottom * HEIGHT) - 1)
        pen.rectangle((*corners, *ends), fill=ink)
    if char.strip() and not boxes:
        pen.text((x, y + 1), char, fill=ink, font=_font(bold))


@cache
def _font(bold: bool) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    path = FONTS / f"DejaVuSansMono{'-Bold' if bold else ''}.ttf"
    return ImageFont.truetype(str(path), 20) if path.exists() else ImageFont.load_default(20)


def _boxes(char: str) -> Iterator[Box]:
    """The filled parts of a block, quadrant, sextant, shade or braille character."""
    code = ord(char)
    if char in _QUADRANTS:
        yield from _grid(_QUADRANTS.index(char) + 1, 2)
    elif 0x2581 <= code <= 0x2587:
        yield 0, 1 - (code - 0x2580) / 8, 1, 1
    elif 0x2589 <= code <= 0x258F:
        yield 0, 0, (0x2590 - code) / 8, 1
    elif char in "▔▕":
        yield (0, 0, 1, 1 / 8) if char == "▔" else (7 / 8, 0, 1, 1)
    elif char in "░▒▓":
        wanted = {"░": (0,), "▒": (0, 3), "▓": (0, 1, 3)}[char]
        for at in range(WIDTH * HEIGHT // 4):
            left, top = 2 * (at % (WIDTH // 2)), 2 * (at // (WIDTH // 2))
            for part in wanted:
                px, py = left + part % 2, top + part // 2
                yield px / WIDTH, py / HEIGHT, (px + 1) / WIDTH, (py + 1) / HEIGHT
    elif 0x1FB00 <= code <= 0x1FB3B:
        # The empty and the full cell, and the left and the right half, are older characters.
        number = code - 0x1FB00 + 1
        number += (number >= 21) + (number + 1 >= 42)
        yield from _grid(number, 3)
    elif 0x2800 <= code <= 0x28FF:
        places = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2), (0, 3), (1, 3))
        for bit, (column, row) in enumerate(places):
            if (code - 0x2800) >> bit & 1:
                left, top = 0.17 + column * 0.5, 0.08 + row * 0.25
                yield left, top, left + 0.17, top + 0.09


def _grid(parts: int, rows: int) -> Iterator[Box]:
    """The cells of a grid of two columns that a number's bits name, row by row."""
    for bit in range(2 * rows):
        if parts >> bit & 1:
            column, row = bit % 2, bit // 2
            yield column / 2, row / rows, (column + 1) / 2, (row + 1) / rows


def _lines(pen: ImageDraw.ImageDraw, x: int, y: int, name: str, ink: str) -> None:
    """A box-drawing character by its name, as `DOWN LIGHT AND RIGHT HEAVY`; what is round or
    double is drawn as if it were not."""
    middle, centre = x + WIDTH // 2, y + HEIGHT // 2
    if "DIAGONAL" in name:
        for word, left in (("RIGHT TO", WIDTH), ("LEFT TO", 0), ("CROSS", 0), ("CROSS", WIDTH)):
            if word in name:
                pen.line((x + left, y, x + WIDTH - left, y + HEIGHT), fill=ink, width=2)
        return
    weight, waiting, ways = "LIGHT", "", dict[str, str]()
    for word in (words := name.replace("ARC ", "").replace(" AND ", " ").split()):
        if word in ("LIGHT", "HEAVY", "DOUBLE", "SINGLE"):
            weight = word
            ways.update(dict.fromkeys(waiting, weight))
            waiting = ""
        elif word in _WAYS:
            ways.update(dict.fromkeys(_WAYS[word], weight))
            waiting += _WAYS[word] if words[0] in _WAYS else ""
    for way, heavy in ways.items():
        thick = 2 if heavy == "HEAVY" else 1
        left = x if way == "w" else middle - thick
        top = y if way == "n" else centre - thick
        right = x + WIDTH if way == "e" else middle + thick
        bottom = y + HEIGHT if way == "s" else centre + thick
        pen.rectangle((left, top, right - 1, bottom - 1), fill=ink)


def blank(columns: int, rows: int, ground: str) -> Image.Image:
    """An empty screen."""
    return Image.new("RGB", (columns * WIDTH, rows * HEIGHT), ground)
