"""Candidates of the first move, as an analyst would rank them."""

from __future__ import annotations

from typing import Any

import numpy as np

from termgames.search.limits import Candidate, Thought

from .support import table

LINES = (("c3,c4,d4", "a3,b3,a4", "d1,d2,e1"), ("b3,b4,b5", "d3,d4,d5"))


class Adviser:
    """Stands in for an analyst: it has thought already."""

    serial = 0

    def __init__(self, thought: Thought) -> None:
        self.latest = self.verdict = thought
        self.state: Any = None

    def ask(self, state: Any) -> None:
        self.state = state

    def rest(self) -> None:
        """It does nothing anyway."""

    close = rest


def advise(pilot: Any) -> None:
    """The analyst ranks the first moves of `LINES`."""
    sitting = table(pilot).sitting
    found = []
    for number, texts in enumerate(LINES):
        state, moves = sitting.shown.position, []
        for text in texts:
            moves.append(sitting.shown.game.parse(state, text))
            state = sitting.shown.game.apply(state, moves[-1])
        shares = (0.6 - number / 10, 0.4 + number / 10)
        found.append(Candidate(moves[0], tuple(moves), shares, (14.0, 10.0), 300 - number))
    owner = np.full((sitting.shown.game.topology.cells, 2), 0.5, np.float32)
    thought = Thought(
        found[0].move, (0.6, 0.4), 300, owner, (14.0, 10.0), playouts=700, candidates=tuple(found)
    )
    adviser: Any = Adviser(thought)
    table(pilot).table.analysis._start = lambda: adviser
