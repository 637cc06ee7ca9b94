"""Pictures of the screens are true to what the terminal was sent."""

from __future__ import annotations

from pathlib import Path

import pyte
import pytest
from PIL import Image, ImageDraw

from tests import glyphs, pictures
from tests.glyphs import HEIGHT, WIDTH


def page(text: bytes, columns: int = 4, rows: int = 2) -> pictures.Page:
    screen = pictures.Page(columns, rows)
    pyte.ByteStream(screen).feed(text)
    return screen


def drawn(char: str) -> Image.Image:
    image = glyphs.blank(3, 1, "#000000")
    glyphs.draw(ImageDraw.Draw(image), WIDTH, 0, char, "#ffffff", bold=False)
    return image


def test_colours_are_those_of_the_terminal() -> None:
    screen = page(b"\x1b[38;2;1;2;3;48;5;94ma\x1b[0;31mb\x1b[7mc\x1b[0md")
    page_colours = ("d0d0d0", "000000")
    cells = [pictures.colours(screen.buffer[0][at], page_colours) for at in range(4)]
    assert cells == [
        ("#010203", "#875f00"), ("#cd0000", "#000000"), ("#000000", "#cd0000"),
        ("#d0d0d0", "#000000"),
    ]  # fmt: skip


def test_what_is_faint_is_drawn_so_and_a_colour_numbered_2_is_not_faint() -> None:
    faint, plain, numbered = (
        pictures.colours(page(text).buffer[0][0], ("ffffff", "000000"))[0]
        for text in (b"\x1b[2ma", b"\x1b[2;22ma", b"\x1b[38;5;2ma")
    )
    assert faint == "#aaaaaa"
    assert plain == "#ffffff"
    assert numbered == "#00cd00"


@pytest.mark.parametrize(
    ("char", "corners"),
    [("█", "1111"), ("▀", "1100"), ("▐", "0101"), ("▚", "1001"), ("▙", "1011"), ("▄", "0011"),
     ("🬀", "1000"), ("🬻", "0111"), ("🬞", "0001")],
)  # fmt: skip
def test_blocks_fill_their_parts_and_stay_in_their_cells(char: str, corners: str) -> None:
    image = drawn(char)
    ends = [(WIDTH, 0), (2 * WIDTH - 1, 0), (WIDTH, HEIGHT - 1), (2 * WIDTH - 1, HEIGHT - 1)]
    filled = "".join("1" if image.getpixel(end) == (255, 255, 255) else "0" for end in ends)
    assert filled == corners
    for beside in (WIDTH - 1, 2 * WIDTH):
        assert all(image.getpixel((beside, y)) == (0, 0, 0) for y in range(HEIGHT))


@pytest.mark.parametrize(
    ("char", "ways"),
    [("─", "we"), ("┼", "nswe"), ("┐", "sw"), ("╰", "ne"), ("╴", "w"), ("╿", "ns")],
)
def test_lines_reach_the_edges_at_which_they_go_on(char: str, ways: str) -> None:
    image = drawn(char)
    middle = {
        "n": (WIDTH + WIDTH // 2, 0), "s": (WIDTH + WIDTH // 2, HEIGHT - 1),
        "w": (WIDTH, HEIGHT // 2), "e": (2 * WIDTH - 1, HEIGHT // 2),
    }  # fmt: skip
    assert {way for way, at in middle.items() if image.getpixel(at) != (0, 0, 0)} == set(ways)


def test_the_program_is_run_and_drawn(tmp_path: Path) -> None:
    """On a terminal with 16 colours, where no others are sent."""
    path = tmp_path / "one.png"
    wanted = "pletore --state early --size 5 --depth 16 --terminal 80x24 --out"
    pictures.main([*wanted.split(), str(path)])
    image = Image.open(path)
    assert image.size == (80 * WIDTH, 24 * HEIGHT)
    seen = {f"#{bytes(rgb).hex()}" for _, rgb in image.getcolors(1 << 20)}
    plain = {f"#{rgb}" for rgb in pictures.XTERM.values()}
    assert len(seen & plain) > 3
