"""Positions as text: the language of the rule tests.

A diagram has its rows from the top, as on the screen; blanks between cells and before a
row are for the eye only, so that hexhex boards look like hexhex boards:

      . . b
     . 1 2 w
    . 1 . . .
     . . . .
      . . .

A diagram on one line, for tables, has its rows separated by blanks: `..b .12w .1... .... ...`.
"""

from __future__ import annotations

from typing import Any

MARKS = ".bw"
"""An empty point and the stones of two-colour games."""


def marks(game: Any) -> str:
    """An empty point and the stones of any game, in the order of the colours."""
    return "." + str(game.marks)


def rows(text: str) -> list[str]:
    """The rows of a diagram, blanks removed."""
    lines = text.strip().splitlines()
    return lines[0].split() if len(lines) == 1 else ["".join(line.split()) for line in lines]


def show(game: Any, state: Any) -> list[str]:
    """The rows of a position."""
    return game.topology.rows([marks(game)[stone] for stone in game.stones(state)])


def marked(game: Any, text: str, mark: str) -> tuple[int, ...]:
    """The cells that hold `mark` in a diagram, ascending."""
    flat = "".join(reversed(rows(text)))
    assert len(flat) == game.topology.cells, "the diagram does not fit the board"
    return tuple(cell for cell, found in enumerate(flat) if found == mark)


def position(game: Any, text: str, **position_text: str) -> Any:
    """The position of a diagram; marks other than stones and gaps stand for empty points.

    Facts are the game's own, with `_` for the blank in their names: `to_move="white"`.
    """
    known = marks(game) + "-"
    plain = ["".join(c if c in known else "." for c in row) for row in rows(text)]
    return game.position(
        plain, {name.replace("_", " "): value for name, value in position_text.items()}
    )
