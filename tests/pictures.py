"""Pictures of the screens, drawn from what a terminal was sent.

    python -m tests.pictures readme
    python -m tests.pictures game.png 120x40 256 'oZ' play pletore --size 9

The first draws the pictures in the README anew: a game of each kind, whose records lie in
`tests/readme_games`, and one small game from its first turn to its last. Each carries a digest of
the screens that it shows, so that a test can tell, without comparing pixels, whether the program
still looks so. The second draws any screen: a file, the size of the terminal, its colours, the keys
that are pressed, and the arguments of the program. Needs the extra `dev`.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import sys
import tempfile
import time
import unicodedata
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

import pexpect
from PIL import Image, ImageDraw, ImageFont, PngImagePlugin
from pyte.screens import Char, Screen

from termgames.play import record
from tests.terminal import Terminal

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "assets" / "pictures"
RECORDS = ROOT / "tests" / "readme_games"
QUIET, PATIENCE = 1.5, 60.0
"""Seconds without output after which a screen counts as painted, and how long one may take."""
KEY = "screens"
"""What the digests are called inside a PNG."""
DEPTHS = {
    "true": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "256": {"TERM": "xterm-256color", "COLORTERM": ""},
    "16": {"TERM": "screen", "COLORTERM": ""},
}
"""What the program is told about the terminal."""
NAMES = ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white")
DARK = ("000000", "cd0000", "00cd00", "cdcd00", "0000ee", "cd00cd", "00cdcd", "e5e5e5")
BRIGHT = ("7f7f7f", "ff0000", "00ff00", "ffff00", "5c5cff", "ff00ff", "00ffff", "ffffff")
XTERM = dict(zip((*NAMES, *(f"bright{name}" for name in NAMES)), DARK + BRIGHT, strict=True))
"""The sixteen colours as xterm has them, by the names that pyte gives them."""
INK, GROUND = "d0d0d0", "000000"
"""Those of a bare terminal."""


@dataclass(frozen=True)
class Wanted:
    """A picture: its file, how the program is called, the record of `RECORDS` that it is given at
    the end of that, and the keys that lead from one screen to the next. A moving picture has more
    than one screen."""

    file: str
    arguments: tuple[str, ...]
    record: str = ""
    keys: tuple[bytes, ...] = (b"",)
    size: tuple[int, int] = (80, 24)
    environment: dict[str, str] = field(default_factory=lambda: DEPTHS["true"])


def _moves(name: str) -> tuple[bytes, ...]:
    """The keys that play a record from its beginning: nothing first, then a move a screen."""
    match = record.load((RECORDS / name).read_text("utf-8"))
    moves = (match.game.format(match.move_at(ply)) for ply in range(match.ply))
    return (b"", *(f"m{move}\r".encode() for move in moves))


STILLS = {"plurality": b"o", "pletore": b"o", "majorities": b"", "tricolor": b"", "mitropia": b""}
"""A game each, and the keys that show it as its picture wants it."""
WANTED = (
    *(
        Wanted(f"{name}.png", ("resume",), f"{name}.tgr", (keys,), (100, 30))
        for name, keys in STILLS.items()
    ),
    Wanted("lesson.png", ("learn", "plurality"), keys=(b"",), size=(100, 30)),
    Wanted("review.png", ("replay",), "small.tgr", (b"x",), (100, 30)),
    Wanted(
        "whole-game.gif",
        ("play", "plurality", "--size", "7", "--white", "human"),
        keys=_moves("small.tgr"),
    ),
)


# -- what a terminal shows --------------------------------------------------------------


class Page(Screen):
    """A screen that keeps what is faint, which pyte does not, as what blinks."""

    def select_graphic_rendition(self, *numbers: int, **more: Any) -> None:
        kept: list[int] = []
        at = 0
        while at < len(numbers):
            colour = numbers[at] in (38, 48) and numbers[at + 1 : at + 2]
            length = {2: 5, 5: 3}.get(numbers[at + 1], 1) if colour else 1
            part = numbers[at : at + length]
            kept += {(2,): (5,), (22,): (22, 25)}.get(part, part)
            at += length
        super().select_graphic_rendition(*kept, **more)


def colours(char: Char) -> tuple[str, str]:
    """Ink and ground of a cell as `#rrggbb`."""
    fg, bg = (
        usual if name == "default" else XTERM.get(name, name)
        for name, usual in ((char.fg, INK), (char.bg, GROUND))
    )
    if char.reverse:
        fg, bg = bg, fg
    if char.blink:
        parts = zip(bytes.fromhex(fg), bytes.fromhex(bg), strict=True)
        fg = bytes((2 * ink + ground) // 3 for ink, ground in parts).hex()
    return f"#{fg}", f"#{bg}"


def rows(screen: Screen) -> list[list[Char]]:
    """The cells of a screen, row by row."""
    return [[screen.buffer[y][x] for x in range(screen.columns)] for y in range(screen.lines)]


def picture(screen: Screen) -> Image.Image:
    """The screen as it looks."""
    image = Image.new("RGB", (screen.columns * WIDTH, screen.lines * HEIGHT), f"#{GROUND}")
    pen = ImageDraw.Draw(image)
    for row, cells in enumerate(rows(screen)):
        # All grounds first: a letter may reach beyond its cell.
        for inked in (False, True):
            for column, char in enumerate(cells):
                x, y = column * WIDTH, row * HEIGHT
                ink, ground = colours(char)
                if not inked:
                    pen.rectangle((x, y, x + WIDTH - 1, y + HEIGHT - 1), fill=ground)
                elif char.data.strip():
                    draw_char(pen, x, y, char.data, ink, bold=char.bold)
                if inked and char.underscore:
                    pen.line((x, y + HEIGHT - 2, x + WIDTH - 1, y + HEIGHT - 2), fill=ink)
    return image


def digest(screen: Screen) -> str:
    """Of what a screen says, and in which colours."""
    cells = [
        (char.data, *colours(char), char.bold, char.underscore)
        for row in rows(screen)
        for char in row
    ]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:12]


def screens(wanted: Wanted, expected: Sequence[str] = ()) -> Iterator[Screen]:
    """The screens of a picture, all on one terminal, which changes from one to the next.

    A screen is there as soon as it has the digest that is expected of it; without one, or where
    it never gets it, when nothing more comes.
    """
    with tempfile.TemporaryDirectory() as folder:
        # A review lies beside its record.
        kept = sorted(RECORDS.glob(f"{wanted.record}*")) if wanted.record else []
        given = [shutil.copy(path, folder) for path in kept][:1]
        environment = {"TERMGAMES_DATA": folder, "TERMGAMES_THEME": "termgames-dark"}
        environment |= wanted.environment
        with Terminal(
            *wanted.arguments, *given, size=wanted.size, screen=Page, **environment
        ) as terminal:
            for at, keys in enumerate(wanted.keys):
                if at == 0:
                    _wait(terminal)  # keys would come before there is anything to press them for
                terminal.send(keys)
                _wait(terminal, expected[at] if at < len(expected) else "")
                yield terminal.screen


def _wait(terminal: Terminal, expected: str = "") -> None:
    """Read until the screen is as expected, or quiet; the first output may take its time."""
    patience = 10 * QUIET if expected else QUIET
    end = time.monotonic() + PATIENCE
    with suppress(pexpect.TIMEOUT, pexpect.EOF):
        while time.monotonic() < end and digest(terminal.screen) != expected:
            terminal.read(patience if terminal.shown.strip() else PATIENCE)


# -- characters: lines and blocks by geometry, so that cells join as on a terminal; else a font ---

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


def draw_char(pen: ImageDraw.ImageDraw, x: int, y: int, char: str, ink: str, *, bold: bool) -> None:
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


# -- files ------------------------------------------------------------------------------


def carried(wanted: Wanted) -> list[str]:
    """The digests in a picture as it lies in the folder."""
    with Image.open(FOLDER / wanted.file) as image:
        found = image.info.get("comment", b"").decode() or image.info.get(KEY, "")
    return str(found).split()


def draw(wanted: Wanted, folder: Path = FOLDER) -> Path:
    """Draw a picture, and write it into the folder with the digests of its screens."""
    images, digests = list[Image.Image](), list[str]()
    for screen in screens(wanted):
        # A screen has few colours, and the edges of letters are between them.
        images.append(picture(screen).quantize(256, dither=Image.Dither.NONE))
        digests.append(digest(screen))
    path, said, (first, *more) = folder / wanted.file, " ".join(digests), images
    if path.suffix == ".png":
        text = PngImagePlugin.PngInfo()
        text.add_text(KEY, said)
        first.save(path, optimize=True, pnginfo=text)
        return path
    durations = [1200] * len(more) + [5000]
    first.save(
        path, save_all=True, append_images=more, duration=durations, loop=0, comment=said.encode()
    )
    return path


def main(arguments: Sequence[str]) -> None:
    """Draw those of the README, or one."""
    if arguments == ["readme"]:
        for wanted in WANTED:
            path = draw(wanted)
            print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1000} kB")
        return
    file, terminal, depth, keys, *called = arguments
    columns, _, lines = terminal.partition("x")
    size, environment = (int(columns), int(lines)), DEPTHS[depth]
    wanted = Wanted(file, (*called,), "", (keys.encode(),), size, environment)
    print(draw(wanted, Path()))


if __name__ == "__main__":
    main(sys.argv[1:])
