"""The pictures in the README: a game of each kind, and one small game from its first turn to its
last. `python -m tests.pictures readme` draws them anew.

The games are records in `tests/readme_games`. Each picture carries a digest of the screens that
it shows, so that a test can tell, without comparing pixels, whether the program still looks so.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import pexpect
from PIL import Image, PngImagePlugin
from pyte.screens import Screen

from termgames.play import record
from tests.pictures import DEPTHS, Page, colours, picture
from tests.terminal import Terminal

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "assets" / "pictures"
RECORDS = ROOT / "tests" / "readme_games"
QUIET, PATIENCE = 1.5, 60.0
"""Seconds without output after which a screen counts as painted, and how long one may take."""
KEY = "screens"
"""What the digests are called inside a PNG."""


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


def _moves(name: str) -> tuple[bytes, ...]:
    """The keys that play a record from its beginning: nothing first, then a move a screen."""
    match = record.load((RECORDS / name).read_text("utf-8"))
    moves = (match.game.format(match.move_at(ply)) for ply in range(match.ply))
    return (b"", *(f"m{move}\r".encode() for move in moves))


OVERLAY = b"o"
STILLS = {
    "plurality": OVERLAY,
    "pletore": OVERLAY,
    "majorities": b"",
    "tricolor": b"",
    "mitropia": b"",
}
"""A game each, and the keys that show it as its picture wants it."""
WANTED = (
    *(
        Wanted(f"{name}.png", ("resume",), f"{name}.tgr", (keys,), (100, 30))
        for name, keys in STILLS.items()
    ),
    Wanted(
        "whole-game.gif",
        ("play", "plurality", "--size", "7", "--white", "human"),
        keys=_moves("small.tgr"),
    ),
)


# -- screens ----------------------------------------------------------------------------


def digest(screen: Screen) -> str:
    """Of what a screen says, and in which colours."""
    cells = [
        (char.data, *colours(char, ("d0d0d0", "000000")), char.bold, char.underscore)
        for row in range(screen.lines)
        for char in (screen.buffer[row][column] for column in range(screen.columns))
    ]
    return hashlib.sha256(json.dumps(cells).encode()).hexdigest()[:12]


def screens(wanted: Wanted, expected: Sequence[str] = ()) -> Iterator[Screen]:
    """The screens of a picture, all on one terminal, which changes from one to the next.

    A screen is there as soon as it has the digest that is expected of it; without one, or where
    it never gets it, when nothing more comes.
    """
    with tempfile.TemporaryDirectory() as folder:
        given = [shutil.copy(RECORDS / wanted.record, folder)] if wanted.record else []
        environment = {"TERMGAMES_DATA": folder, "TERMGAMES_THEME": "termgames-dark"}
        environment |= DEPTHS["true"]
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


# -- pictures ---------------------------------------------------------------------------


def carried(wanted: Wanted) -> list[str]:
    """The digests in a picture as it lies in the folder."""
    with Image.open(FOLDER / wanted.file) as image:
        found = image.info.get("comment", b"").decode() or image.info.get(KEY, "")
    return str(found).split()


def draw(wanted: Wanted) -> Path:
    """Draw a picture, and write it into the folder with the digests of its screens."""
    images, digests = [], []
    for screen in screens(wanted):
        images.append(picture(screen))
        digests.append(digest(screen))
    path, said = FOLDER / wanted.file, " ".join(digests)
    first = _few_colours(images[0])
    if path.suffix == ".png":
        text = PngImagePlugin.PngInfo()
        text.add_text(KEY, said)
        first.save(path, optimize=True, pnginfo=text)
        return path
    durations = [1200] * (len(images) - 1) + [5000]
    more = [_few_colours(image) for image in images[1:]]
    first.save(
        path, save_all=True, append_images=more, duration=durations, loop=0, comment=said.encode()
    )
    return path


def _few_colours(image: Image.Image) -> Image.Image:
    """With a palette: a screen has few colours, and the edges of letters are between them."""
    return image.quantize(32, dither=Image.Dither.NONE)


def main() -> None:
    """Draw all of them."""
    FOLDER.mkdir(exist_ok=True)
    for wanted in WANTED:
        path = draw(wanted)
        print(f"{path.relative_to(ROOT)}  {path.stat().st_size // 1000} kB")
