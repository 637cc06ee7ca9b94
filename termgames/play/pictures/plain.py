"""A position in plain text, as line mode prints it."""

from __future__ import annotations

from collections.abc import Sequence

from termgames.play.sitting.shown import Shown
from termgames.play.text import boards, prompts, words
from termgames.search.limits import Candidate


def board(shown: Shown) -> str:
    """The board of the position shown with its coordinates, the last move marked by a star."""
    state = shown.view.lasting(shown.ply)
    starts = boards.origins(shown.game, shown.display, state)
    labels = shown.display.labels(state)
    return boards.draw(shown.game, state, shown.last_cells(), starts, labels)


def write(
    shown: Shown, title: str, candidates: Sequence[Candidate] = (), *, losses: bool = False
) -> str:
    """The board below a title, with players and score, and the best moves where they are known, as
    `prompts.candidate_rows` has them."""
    score = words.score_line(shown.match, shown.view.lasting(shown.ply))
    rows = prompts.candidate_rows(shown, candidates, losses=losses)
    best = ["  ".join(texts[:4]).rstrip() for texts in rows]
    lines = [title, *words.player_lines(shown.match), "", board(shown), "", score, *best, ""]
    return "\n".join(lines)
