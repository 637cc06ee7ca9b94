"""Pictures of the screens are true to what the terminal was sent, and those in the README show the
program as it looks."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

pytest.importorskip("PIL.Image", reason="Pillow draws the pictures")
pytest.importorskip("pexpect", reason="the program runs on a pseudo-terminal")
import pyte
from PIL import Image, ImageDraw

from tests import pictures
from tests.pictures import HEIGHT, WIDTH, Wanted

README = (pictures.ROOT / "README.md").read_text("utf-8")


def page(text: bytes) -> pictures.Page:
    screen = pictures.Page(4, 2)
    pyte.ByteStream(screen).feed(text)
    return screen


def drawn(char: str) -> Image.Image:
    image = Image.new("RGB", (3 * WIDTH, HEIGHT), "#000000")
    pictures.draw_char(ImageDraw.Draw(image), WIDTH, 0, char, "#ffffff", bold=False)
    return image


def test_colours_are_those_of_the_terminal() -> None:
    """What is faint is drawn so, and a colour numbered 2 is not."""
    screen = page(b"\x1b[38;2;1;2;3;48;5;94ma\x1b[0;31mb\x1b[7mc\x1b[0md")
    assert [pictures.colours(cell) for cell in pictures.rows(screen)[0]] == [
        *(("#010203", "#875f00"), ("#cd0000", "#000000"), ("#000000", "#cd0000")),
        ("#d0d0d0", "#000000"),
    ]
    texts = b"\x1b[2ma", b"\x1b[2;22ma", b"\x1b[38;5;2ma"
    inks = [pictures.colours(page(text).buffer[0][0])[0] for text in texts]
    assert inks == ["#8a8a8a", "#d0d0d0", "#00cd00"]


def test_blocks_fill_their_parts_and_stay_in_their_cells() -> None:
    ends = [(WIDTH, 0), (2 * WIDTH - 1, 0), (WIDTH, HEIGHT - 1), (2 * WIDTH - 1, HEIGHT - 1)]
    blocks = {"█": "1111", "▀": "1100", "▐": "0101", "▚": "1001", "▙": "1011", "▄": "0011"}
    for block, corners in (blocks | {"🬀": "1000", "🬻": "0111", "🬞": "0001"}).items():
        image = drawn(block)
        filled = "".join("1" if image.getpixel(end) == (255, 255, 255) else "0" for end in ends)
        assert filled == corners, block
        for beside in (WIDTH - 1, 2 * WIDTH):
            assert all(image.getpixel((beside, y)) == (0, 0, 0) for y in range(HEIGHT))


def test_lines_reach_the_edges_at_which_they_go_on() -> None:
    across, down = WIDTH + WIDTH // 2, HEIGHT // 2
    edges = {(across, 0): "n", (across, HEIGHT - 1): "s", (WIDTH, down): "w"}
    edges[2 * WIDTH - 1, down] = "e"
    for ways in ["─we", "┼nswe", "┐sw", "╰ne", "╴w", "╿ns"]:
        image = drawn(ways[0])
        assert ways[1:] == "".join(
            way for at, way in edges.items() if image.getpixel(at) != (0, 0, 0)
        )


def test_the_program_is_run_and_drawn(tmp_path: Path) -> None:
    """On a terminal with 16 colours, where no others are sent."""
    path = tmp_path / "one.png"
    pictures.main([str(path), "80x24", "16", "kk", "play", "pletore", "--size", "5"])
    image = Image.open(path).convert("RGB")
    assert image.size == (80 * WIDTH, 24 * HEIGHT)
    seen = {f"{bytes(rgb).hex()}" for _, rgb in image.getcolors(1 << 20)}
    assert len(seen & {*pictures.XTERM.values()}) > 3


@pytest.mark.long
@pytest.mark.parametrize("wanted", pictures.WANTED, ids=lambda wanted: wanted.file)
def test_pictures_show_the_program_as_it_looks(
    wanted: Wanted, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise `python -m tests.pictures readme` draws them anew."""
    try:
        for end in os.openpty():
            os.close(end)
    except OSError as error:
        pytest.skip(f"no pseudo-terminal: {error}")
    monkeypatch.delenv("NO_COLOR", raising=False)
    expected = pictures.carried(wanted)
    assert len(expected) == len(wanted.keys)
    screens = pictures.screens(wanted, expected)
    for number, (screen, digest) in enumerate(zip(screens, expected, strict=True), 1):
        same = pictures.digest(screen) == digest
        assert same, f"screen {number} is another now:\n" + "\n".join(screen.display)


def test_a_digest_tells_texts_and_colours_apart() -> None:
    texts = (b"ab", b"ac", b"\x1b[31mab", b"\x1b[41mab", b"\x1b[1mab", b"\x1b[4mab", b"\x1b[2mab")
    assert len({pictures.digest(page(text)) for text in texts}) == len(texts)


def test_the_readme_shows_all_of_them_and_they_are_small() -> None:
    files = sorted(path.name for path in pictures.FOLDER.iterdir())
    assert files == sorted(wanted.file for wanted in pictures.WANTED)
    for name in files:
        assert f"](assets/pictures/{name})" in README
        most = 400_000 if name.endswith(".gif") else 40_000
        assert (pictures.FOLDER / name).stat().st_size < most, name
