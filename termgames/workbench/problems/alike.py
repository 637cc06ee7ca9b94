"""Whether two positions of a game are nearly the same, up to the symmetries of the board."""

from __future__ import annotations

import numpy as np

from termgames import games
from termgames.core.topology import images
from termgames.study.problems.problem import Problem

_FEW = 4
"""Cells in which two positions must differ, and a twelfth of the board's."""
_PART = 12


class Seen:
    """The problems so far, each position to be compared with new ones."""

    def __init__(self) -> None:
        self._boards: dict[object, list[np.ndarray]] = {}

    def alike(self, problem: Problem) -> bool:
        """Whether a problem on the same board differs in few cells, however the board is turned."""
        key, cells, turned = self._read(problem)
        few = max(_FEW, cells // _PART)
        return any(
            int((turned != other).sum(axis=1).min()) < few for other in self._boards.get(key, [])
        )

    def add(self, problem: Problem) -> None:
        """Compare later ones with this one, too."""
        key, _, turned = self._read(problem)
        self._boards.setdefault(key, []).append(turned[0])

    @staticmethod
    def _read(problem: Problem) -> tuple[object, int, np.ndarray]:
        """What must be the same, the number of cells, and (symmetries, cells) the stones in all
        images of the board, the first as it stands."""
        game = games.create(problem.game, problem.options)
        stones = game.topology.read(problem.board, "." + game.marks)
        turned = images(game.topology, bytes(stones))
        return tuple(problem.options.items()), len(stones), turned
