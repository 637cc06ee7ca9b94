"""What a problem may ask instead of the win: what becomes of some stones or points.

In its file it is `goal: capture c3,d3`, `goal: save b2,b3` or `goal: hold a1,b1`. A group is
captured when it leaves the board, whoever takes it; it is saved when that never happens, to the end
of the game. Points are held when at the end each has a stone of the one who is asked, or lies in an
empty region that only his stones touch.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from termgames.core.errors import OptionError, UnreadableMove
from termgames.core.text import quoted
from termgames.core.topology import Cell, Topology
from termgames.go.board import group

CAPTURE, SAVE, HOLD = "capture", "save", "hold"


@dataclass(frozen=True)
class LocalGoal:
    """What is to become of a group, or of some points."""

    word: str
    """CAPTURE, SAVE or HOLD."""
    cells: tuple[Cell, ...]
    """All stones of the group, which stay or leave together, or the points; ascending."""
    colour: int
    """The colour of the group, or of the one who is to hold the points, from 0."""

    @staticmethod
    def read(topology: Topology, stones: bytes, own: int, text: str) -> LocalGoal:
        """The goal that a text means on a board (cells,), 0 where it is empty, for the one with the
        colour `own`; OptionError."""
        word, _, names = text.partition(" ")
        if word not in (CAPTURE, SAVE, HOLD) or not names.strip():
            raise OptionError(
                f"{quoted(text)} is no goal: write capture or save and the stones, or hold and the "
                f"points, as '{CAPTURE} c3,d3'"
            )
        try:
            cells = tuple(sorted({topology.cell(name) for name in names.split(",")}))
        except UnreadableMove as error:
            raise OptionError(f"{quoted(text)}: {error}") from None
        stone = 1 + own if word == HOLD else stones[cells[0]]
        if word != HOLD:
            if any(stones[cell] != max(1, stone) for cell in cells):
                raise OptionError(f"{quoted(text)}: these are no stones of one colour")
            whole = group(topology, stones, cells[0]).cells
            if cells != whole:
                raise OptionError(
                    f"{quoted(text)}: write one whole group, such as {topology.listing(whole)}"
                )
        return LocalGoal(word, cells, stone - 1)

    def write(self, topology: Topology) -> str:
        """The text that `read` reads."""
        return f"{self.word} {','.join(topology.names[cell] for cell in self.cells)}"

    def reached(self, topology: Topology, boards: Iterable[bytes]) -> bool:
        """Whether it is reached by play that leads over the boards (cells,) in their order, if the
        game ends with the last one."""
        *_, last = all_boards = list(boards)
        if self.word == HOLD:
            return self.held(topology, last)
        captured = any(stones[self.cells[0]] != 1 + self.colour for stones in all_boards)
        return captured == (self.word == CAPTURE)

    def held(self, topology: Topology, stones: bytes) -> bool:
        """Whether each of the points has a stone of the colour, or only such stones around it."""
        left, seen = list(self.cells), set(self.cells)
        while left:
            cell = left.pop()
            if stones[cell] not in (0, 1 + self.colour):
                return False
            if not stones[cell]:
                new = set(topology.adjacent[cell]) - seen
                seen |= new
                left += new
        return any(stones[cell] for cell in seen)


def cells_words(topology: Topology, word: str, cells: Sequence[Cell], most: int = 4) -> str:
    """Stones or points in words: `stone c3`, `stones c3 and d3`, `7 stones at c3`."""
    if len(cells) > most:
        return f"{len(cells)} {word}s at {topology.names[cells[0]]}"
    return f"{word if len(cells) == 1 else f'{word}s'} {topology.listing(cells)}"
