"""What a problem may ask instead of the win: the fate of a group of stones.

In its file it is `goal: capture c3,d3` or `goal: save b2,b3`. A group is captured when it leaves
the board, whoever takes it; it is saved when that never happens, to the end of the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from termgames.core.errors import OptionError, UnreadableMove
from termgames.core.text import quoted
from termgames.core.topology import Cell, Topology

CAPTURE, SAVE = "capture", "save"


@dataclass(frozen=True)
class StoneGoal:
    """The fate that a group is to have."""

    word: str
    """CAPTURE or SAVE."""
    cells: tuple[Cell, ...]
    """All stones of the group, ascending. They stay or leave together."""

    @staticmethod
    def read(topology: Topology, stones: bytes, text: str) -> StoneGoal:
        """The goal that a text means on a board (cells,), 0 where it is empty; OptionError. That
        the stones are one group is not checked."""
        word, _, names = text.partition(" ")
        if word not in (CAPTURE, SAVE) or not names.strip():
            raise OptionError(
                f"{quoted(text)} is no goal: write capture or save and the stones, as "
                f"'{CAPTURE} c3,d3'"
            )
        try:
            cells = tuple(sorted({topology.cell(name) for name in names.split(",")}))
        except UnreadableMove as error:
            raise OptionError(f"{quoted(text)}: {error}") from None
        if any(stones[cell] != stones[cells[0]] for cell in cells) or not stones[cells[0]]:
            raise OptionError(f"{quoted(text)}: these are no stones of one colour")
        return StoneGoal(word, cells)

    def write(self, topology: Topology) -> str:
        """The text that `read` reads."""
        return f"{self.word} {','.join(topology.names[cell] for cell in self.cells)}"

    def captured(self, before: bytes, after: bytes) -> bool:
        """Whether the group of the board `before` has left the board `after`. That no other stone
        of its colour has come to its place since is for the caller to see to."""
        return after[self.cells[0]] != before[self.cells[0]]

    def reached(self, captured: bool) -> bool:
        """Whether the group's fate is the one that it is to have."""
        return captured == (self.word == CAPTURE)


def group_words(topology: Topology, cells: Sequence[Cell], most: int = 4) -> str:
    """The stones of a group in words: `stone c3`, `stones c3 and d3`, `7 stones at c3`."""
    if len(cells) > most:
        return f"{len(cells)} stones at {topology.names[cells[0]]}"
    return f"{'stone' if len(cells) == 1 else 'stones'} {topology.listing(cells)}"
