"""Pictures of the screens, drawn from what a terminal was sent: `python -m tests.pictures`.

    python -m tests.pictures plurality --state middle --terminal 120x40 --out game.png
    python -m tests.pictures sheet --only pletore --only depth=16 --out pictures
    python -m tests.pictures readme

The first runs the program on a pseudo-terminal, in a state that is reached by a small record and
by keys, and draws the screen. The second draws many and puts six to a contact sheet; `--only`
leaves out what does not have that game, state, size or depth. The third draws the pictures of the
README anew, where they lie. Needs the extra `dev`.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pexpect
from PIL import Image, ImageDraw
from pyte.screens import Char, Screen

from termgames import games
from termgames.play import record
from termgames.play.bots.factory import make_bot
from termgames.play.bots.players import parse_player
from termgames.play.match import Match
from tests import glyphs
from tests.frames import on_board
from tests.glyphs import HEIGHT, WIDTH
from tests.terminal import Terminal

DEPTHS = {
    "true": {"TERM": "xterm-256color", "COLORTERM": "truecolor"},
    "256": {"TERM": "xterm-256color", "COLORTERM": ""},
    "16": {"TERM": "screen", "COLORTERM": ""},
    "none": {"TERM": "xterm-256color", "COLORTERM": "truecolor", "NO_COLOR": "1"},
}
"""What the program is told about the terminal."""
SIZES = ("60x24", "80x24", "120x40", "200x60")
GAMES = ("plurality", "pletore", "majorities", "tricolor", "mitropia")
NAMED = dict(
    zip(
        ("black", "red", "green", "brown", "blue", "magenta", "cyan", "white"),
        ("000000", "cd0000", "00cd00", "cdcd00", "0000ee", "cd00cd", "00cdcd", "e5e5e5"),
        strict=True,
    )
)
BRIGHT = ("7f7f7f", "ff0000", "00ff00", "ffff00", "5c5cff", "ff00ff", "00ffff", "ffffff")
XTERM = NAMED | {f"bright{name}": rgb for name, rgb in zip(NAMED, BRIGHT, strict=True)}
"""The sixteen colours as xterm has them, by the names that pyte gives them."""

PICK = b"hk +k +h "
STATES: dict[str, tuple[str, float, bytes]] = {
    "empty": ("resume", 0.0, b""),
    "middle": ("resume", 0.5, b""),
    "early": ("resume", 0.2, b""),
    "ghost": ("resume", 0.3, PICK),
    "stamp": ("resume", 0.3, b"t++"),
    "typed": ("resume", 0.3, b"m%MOVE"),
    "area": ("resume", 0.6, b"o"),
    "analysis": ("resume", 0.4, b"a"),
    "question": ("resume", -1.0, b""),
    "end": ("resume", 1.0, b"m%MOVE\r"),
    "review": ("resume", 1.0, b"m%MOVE\rV"),
    "replay": ("replay", 1.0, b",,,"),
    "lesson": ("learn", 0.0, b""),
    "menu": ("", 0.0, b""),
    "form": ("", 0.0, b"o"),
    "help": ("resume", 0.3, b"?"),
}
"""The command, how far the game has gone (-1: to a question that the board does not answer), and
the keys; `%MOVE` stands for a legal move."""


PATIENCE = {"analysis": 6.0, "review": 20.0}
"""Seconds until a picture is taken, for what goes on meanwhile."""


@dataclass(frozen=True)
class Wish:
    """One picture. `zoom` is how often the key for it is pressed."""

    game: str = "plurality"
    state: str = "middle"
    terminal: str = "80x24"
    depth: str = "true"
    theme: str = "termgames-dark"
    size: int = 0
    board: str = ""
    zoom: int = 0
    ascii: bool = False

    @property
    def name(self) -> str:
        """What it is called as a file, and on a contact sheet."""
        usual = asdict(Wish())
        more = {k: v for k, v in asdict(self).items() if v != usual[k]}
        for key in ("game", "state", "terminal", "depth"):
            more.pop(key, None)
        parts = (self.game, self.state, self.terminal, self.depth, *more.values())
        return "-".join("ascii" if part is True else str(part) for part in parts)


# -- games ------------------------------------------------------------------------------


@cache
def played(game_id: str, size: int, *, question: bool = False) -> Match:
    """A whole game of greedy players, or as far as a question; always the same."""
    options: dict[str, Any] = {"size": size} if size and game_id != "mitropia" else {}
    if question and game_id == "plurality":
        options |= {"pie": True}
    if question and game_id == "pletore":
        options |= {"komi": "offer"}
    game = games.create(game_id, options)
    match = Match(game, ("human",) * game.seats, 1)
    spec = parse_player("greedy")
    bots = [make_bot(spec, game, seed=seat) for seat in range(game.seats)]
    while not match.over and match.ply < 400:
        if question and not on_board(match):
            break
        seat = match.to_act
        if question and game_id == "tricolor" and match.ply > 60:
            match.submit(game.parse(match.state, "pass"))
        else:
            match.submit(bots[seat].think(match.seen(seat)).move)
    return match


def begun(wish: Wish, folder: Path) -> tuple[Path, str]:
    """A record of the game as far as the picture wants it, and a legal move then."""
    command, far, _ = STATES[wish.state]
    whole = played(wish.game, wish.size, question=far < 0)
    until = round(abs(far) * whole.ply)
    if command == "resume" and whole.over:
        until = min(until, whole.ply - 1)  # what is over is not gone on with
    match = Match(whole.game, whole.players, whole.seed)
    while match.ply < until or (0 < far < 1 and not on_board(match)):
        match.submit(whole.move_at(match.ply))
    path = folder / f"{wish.game}.tgr"
    path.write_text(record.write(match))
    following = match.ply < whole.ply
    return path, whole.game.format(whole.move_at(match.ply)) if following else ""


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


def colours(char: Char, page: tuple[str, str]) -> tuple[str, str]:
    """Ink and ground of a cell as `#rrggbb`; `page` are those of a bare terminal."""
    fg, bg = (
        usual if name == "default" else XTERM.get(name, name)
        for name, usual in ((char.fg, page[0]), (char.bg, page[1]))
    )
    if char.reverse:
        fg, bg = bg, fg
    if char.blink:
        parts = zip(bytes.fromhex(fg), bytes.fromhex(bg), strict=True)
        fg = bytes((2 * ink + ground) // 3 for ink, ground in parts).hex()
    return f"#{fg}", f"#{bg}"


def picture(screen: Screen, *, light: bool = False) -> Image.Image:
    """The screen as it looks."""
    page = ("202020", "ffffff") if light else ("d0d0d0", "000000")
    image = glyphs.blank(screen.columns, screen.lines, f"#{page[1]}")
    pen = ImageDraw.Draw(image)
    for row in range(screen.lines):
        cells = [screen.buffer[row][column] for column in range(screen.columns)]
        # All grounds first: a letter may reach beyond its cell.
        for inked in (False, True):
            for column, char in enumerate(cells):
                x, y = column * WIDTH, row * HEIGHT
                ink, ground = colours(char, page)
                if not inked:
                    pen.rectangle((x, y, x + WIDTH - 1, y + HEIGHT - 1), fill=ground)
                elif char.data.strip():
                    glyphs.draw(pen, x, y, char.data, ink, bold=char.bold)
                if inked and char.underscore:
                    pen.line((x, y + HEIGHT - 2, x + WIDTH - 1, y + HEIGHT - 2), fill=ink)
    return image


def shown(wish: Wish) -> Image.Image:
    """Run the program until it shows what is wished for, and draw that."""
    command, _, keys = STATES[wish.state]
    columns, rows = map(int, wish.terminal.split("x"))
    with tempfile.TemporaryDirectory() as folder:
        data = Path(folder)
        (data / "settings.json").write_text(json.dumps({"look": wish.board, "ascii": wish.ascii}))
        arguments = [command] if command else []
        if command in ("resume", "replay"):
            path, move = begun(wish, data)
            arguments.append(str(path))
            keys = keys.replace(b"%MOVE", move.encode())
        elif command == "learn":
            arguments.append(wish.game)
        environment = {"TERMGAMES_DATA": folder, "TERMGAMES_THEME": wish.theme}
        environment |= DEPTHS[wish.depth]
        with Terminal(*arguments, size=(columns, rows), screen=Page, **environment) as terminal:
            _settle(terminal, 20.0)
            if "Here I am" in terminal.shown:
                keys = b"\r" + keys
            for key in (*b"Z" * wish.zoom, *keys):
                terminal.send(bytes([key]))
                _settle(terminal, 1.0)
            if keys:
                terminal.watch(PATIENCE.get(wish.state, 2.0))
            return picture(terminal.screen, light="light" in wish.theme)


def _settle(terminal: Terminal, patience: float) -> None:
    """Wait for the first output, and until nothing more comes or patience is at its end."""
    end = time.monotonic() + patience
    with contextlib.suppress(pexpect.TIMEOUT, pexpect.EOF):
        terminal.read(patience)
        while not terminal.shown.strip():
            terminal.read(patience)
        while time.monotonic() < end:
            terminal.read(0.8 if patience > 1 else 0.15)


# -- many at once -----------------------------------------------------------------------


def sheet(only: Sequence[str]) -> Iterator[Wish]:
    """The pictures of a whole sheet, or those with all of the values in `only`."""
    wishes = [
        *(
            Wish(game, "middle", size, depth)
            for game in GAMES
            for size in SIZES
            for depth in DEPTHS
        ),
        *(Wish(game, state, "120x40") for game in GAMES for state in STATES if state != "middle"),
        *(Wish(game, "ghost", "80x24", depth) for game in GAMES for depth in DEPTHS),
        *(
            Wish(game, theme="termgames-light", depth=depth, terminal="120x40")
            for game in GAMES
            for depth in DEPTHS
        ),
        *(Wish(game, ascii=True) for game in GAMES),
    ]
    for wish in dict.fromkeys(wishes):
        if all(value in map(str, asdict(wish).values()) for value in only):
            yield wish


def contact(pictures: Sequence[tuple[str, Image.Image]], width: int = 1500) -> Image.Image:
    """Pictures two or three abreast, with their names, on one sheet."""
    abreast = 2 if len(pictures) < 5 else 3
    each, pen_height = width // abreast - 8, 18
    smaller = [
        (
            name,
            image.resize(
                (each, round(image.height * each / image.width)), Image.Resampling.LANCZOS
            ),
        )
        for name, image in pictures
    ]
    rows = [smaller[at : at + abreast] for at in range(0, len(smaller), abreast)]
    heights = [max(image.height for _, image in row) + pen_height + 6 for row in rows]
    whole = Image.new("RGB", (width, sum(heights)), "#404040")
    pen, top = ImageDraw.Draw(whole), 0
    for row, height in zip(rows, heights, strict=True):
        for at, (name, image) in enumerate(row):
            pen.text((at * (each + 8) + 4, top + 2), name, fill="#ffffff")
            whole.paste(image, (at * (each + 8) + 4, top + pen_height))
        top += height
    return whole


def main(arguments: Sequence[str] | None = None) -> None:
    """Draw one picture, or a sheet."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("game", choices=(*GAMES, "sheet", "readme"))
    parser.add_argument("--only", action="append", default=[], help="of a sheet: these alone")
    parser.add_argument(
        "--out", type=Path, default=Path("pictures"), help="a PNG, or a folder for a sheet"
    )
    parser.add_argument("--state", choices=STATES, default="middle")
    parser.add_argument("--terminal", default="80x24", help="columns and rows")
    parser.add_argument("--depth", choices=DEPTHS, default="true", help="colours of the terminal")
    parser.add_argument("--theme", default="termgames-dark")
    parser.add_argument("--board", default="", help="the look of the board")
    parser.add_argument("--size", type=int, default=0)
    parser.add_argument("--zoom", type=int, default=0, help="how often Z is pressed")
    parser.add_argument("--ascii", action="store_true")
    chosen = vars(parser.parse_args(arguments))
    out, only = chosen.pop("out"), chosen.pop("only")
    os.environ.pop("NO_COLOR", None)
    if chosen["game"] == "readme":
        from tests import readme_pictures  # which draws with what is here

        readme_pictures.main()
        return
    if chosen["game"] != "sheet":
        path = out if out.suffix else out / f"{Wish(**chosen).name}.png"
        path.parent.mkdir(parents=True, exist_ok=True)
        shown(Wish(**chosen)).save(path)
        print(path)
        return
    out.mkdir(parents=True, exist_ok=True)
    taken: list[tuple[str, Image.Image]] = []
    for wish in sheet(only):
        taken.append((wish.name, shown(wish)))
        taken[-1][1].save(out / f"{wish.name}.png")
        print(wish.name, flush=True)
    for number, at in enumerate(range(0, len(taken), 6), 1):
        contact(taken[at : at + 6]).save(out / f"sheet-{number:02}.png")


if __name__ == "__main__":
    main()
