"""A position in plain text, as line mode prints it."""

from __future__ import annotations

from termgames.play.sitting.shown import Shown
from termgames.play.text import boards, words


def board(shown: Shown) -> str:
    """The board of the position shown with its coordinates, the last move marked by a star."""
    state = shown.view.lasting(shown.ply)
    starts = boards.origins(shown.game, shown.display, state)
    labels = shown.display.labels(state)
    return boards.draw(shown.game, state, shown.last_cells(), starts, labels)


def write(shown: Shown, title: str) -> str:
    """The board below a title, with players and score."""
    score = words.score_line(shown.match, shown.view.lasting(shown.ply))
    return "\n".join([title, *words.player_lines(shown.match), "", board(shown), "", score, ""])
