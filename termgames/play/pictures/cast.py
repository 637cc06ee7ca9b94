"""A game as a film for terminals: asciicast v2, as `asciinema play` shows it.

Records do not tell how long a player thought: every turn takes the same time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence

from termgames.play.pictures import plain
from termgames.play.pictures.film import Frame
from termgames.play.pictures.paper import Paper
from termgames.play.sitting.shown import Shown
from termgames.play.text import words

_STONES = "●○◆▲■"
"""By the number of a colour."""
_STONE = re.compile("[A-Z]")
"""Of all that boards in plain text hold, stones alone are capital letters."""
_CLEAR = "\x1b[2J\x1b[H"


def write(shown: Shown, frames: Sequence[Frame], paper: Paper, seconds: float) -> str:
    """The positions one after the other, each so long."""
    title = words.title_line(shown.match)
    pages = [_page(shown, frame, paper, title) for frame in frames]
    width = max(len(_bare(line)) for page in pages for line in page)
    head = {
        "version": 2,
        "width": max(width, len(title)),
        "height": max(map(len, pages)) + 1,
        "title": title,
        "env": {"TERM": "xterm-256color"},
    }
    events = [
        [round(at * seconds, 3), "o", _CLEAR + "\r\n".join(page)] for at, page in enumerate(pages)
    ]
    lines = (json.dumps(each, ensure_ascii=False) for each in [head, *events])
    return "\n".join(lines) + "\n"


def _page(shown: Shown, frame: Frame, paper: Paper, title: str) -> list[str]:
    """The lines of a position, with their colours."""
    shown.look(frame.ply)
    lines = plain.board(shown).split("\n")
    width = max(map(len, lines)) + 1
    ground = f"\x1b[48;2;{_rgb(paper.board)}m"
    ink = f"\x1b[38;2;{_rgb(paper.label)}m"
    marks = shown.game.marks.upper()

    def stone(found: re.Match[str]) -> str:
        colour = marks.index(found[0])
        return f"\x1b[1;38;2;{_rgb(paper.players[colour])}m{_STONES[colour]}\x1b[22m{ink}"

    drawn = [
        f"{ground}{ink} {_STONE.sub(stone, line)}{' ' * (width - len(line))}\x1b[0m"
        for line in lines
    ]
    score = words.score_line(shown.match, shown.view.lasting(frame.ply))
    return [title, "", *drawn, "", frame.caption, score]


def _rgb(colour: str) -> str:
    return ";".join(str(int(colour[at : at + 2], 16)) for at in (1, 3, 5))


def _bare(line: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", line)
