"""Notes as lines of a record, below the move that they are on (see `record`).

| A comment on the move above.
|1. d4,d5,e5
| A comment on this move of a variation.
|2. pass
"""

import re
from collections.abc import Iterator
from typing import Any

from termgames.core.errors import IllegalMove, UnreadableMove
from termgames.core.game import AnyGame
from termgames.core.text import quoted
from termgames.play.notes import Node, Notes, NotesFull, Place

MARK = "|"
"""How lines with notes begin."""
_MOVE = re.compile(r"\|([1-9][0-9]{0,3})\.\s+(\S.*)")


def lines(notes: Notes, ply: int) -> Iterator[str]:
    """The notes on the position before move `ply` of the main line, with its variations."""
    yield from _comment_lines(notes.comment(ply))
    waiting = list(reversed(notes.children(ply)))
    while waiting:
        node = waiting.pop()
        yield f"{MARK}{node.ply - ply + 1}. {node.move}"
        yield from _comment_lines(node.comment)
        waiting += reversed(node.children)


def _comment_lines(comment: str) -> Iterator[str]:
    for line in comment.split("\n") if comment else ():
        yield f"{MARK} {line}".rstrip()


class NoteReader:
    """Reads the notes of one record from the top, move by move.

    A line that begins like a move of a variation but cannot be read as one must not make the record
    unreadable: it becomes a comment, and `close` says so.
    """

    def __init__(self, game: AnyGame) -> None:
        self.notes = Notes()
        self._game = game
        self._count = self._odd = 0
        self._first_odd = ""
        self._ply, self._state = 0, None
        self._path: list[tuple[Node, Any]] = []
        """The moves of the variation being read, each with the position after it."""
        self._lost: int | None = None
        """The depth of a move that could not be read: nothing can follow it."""
        self._comment_lines: list[str] = []
        """The lines of the comment being read."""

    def at(self, ply: int, state: Any) -> None:
        """The notes that follow are on the position before move `ply` of the main line."""
        self._end_comment()
        self._ply, self._state = ply, state
        self._path, self._lost = [], None

    def read(self, line: str, number: int) -> None:
        """A line that begins with `MARK`, line `number` of the record."""
        line = line.strip()
        move = _MOVE.fullmatch(line)
        if move is None:
            # One blank belongs to the mark.
            self._comment_lines.append(line.removeprefix(MARK).removeprefix(" "))
            return
        self._end_comment()
        depth, text = int(move[1]), move[2]
        fault = self._read_move(depth, text)
        if fault:
            self._odd += 1
            self._first_odd = self._first_odd or f"line {number}: {quoted(text)}: {fault}"
            self._comment_lines.append(line.removeprefix(MARK))

    def close(self) -> Notes:
        """The notes, with what was wrong with them."""
        self._end_comment()
        if self._odd:
            which = "line of the variations does" if self._odd == 1 else "lines of variations do"
            self.notes.fault = (
                f"{self._odd} {which} not fit the game and can be read as comments only; "
                f"{self._first_odd}"
            )
        return self.notes

    @property
    def _place(self) -> Place:
        return self._path[-1][0] if self._path else self._ply

    def _end_comment(self) -> None:
        if self._comment_lines:
            self.notes.read_comment(self._place, "\n".join(self._comment_lines))
            self._comment_lines.clear()

    def _read_move(self, depth: int, text: str) -> str:
        """Add a move of a variation; what is wrong with it, or nothing."""
        if depth > (len(self._path) + 1 if self._lost is None else self._lost):
            return f"the move before it, move {depth - 1} of the variation, is missing"
        before = self._path[: depth - 1]
        place, state = before[-1] if before else (self._ply, self._state)
        self._lost = depth
        try:
            move = self._game.parse(state, text)
            after = self._game.apply(state, move)
            node = self.notes.add(place, self._game.format(move))
        except (UnreadableMove, IllegalMove, NotesFull) as error:
            return str(error)
        self._path, self._lost = [*before, (node, after)], None
        return ""
