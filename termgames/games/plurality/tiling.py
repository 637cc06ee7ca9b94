"""Whether stones can have come onto the board as trominoes, each with two stones of one colour and
one of the other (rule 2). The order of placements and rule 3 are not examined."""

from collections.abc import Sequence

from termgames.core.errors import Refusal
from termgames.core.topology import Cell, Topology

_MOST_STEPS = 20_000
"""Steps after which the search for trominoes gives up; the stones then count as possible."""


def refuse(
    topology: Topology, shapes: Sequence[tuple[Cell, Cell, Cell]], stones: bytes
) -> Refusal | None:
    """Why these stones (cells,) cannot be whole trominoes, or None."""
    black, white = stones.count(1), stones.count(2)
    if (black + white) % 3:
        return Refusal(
            "threes", f"stones come in threes: {black} black and {white} white do not add up"
        )
    for most, least, name in ((black, white, "black"), (white, black, "white")):
        if most > 2 * least:
            return Refusal(
                "colours",
                f"each tromino has both colours: there are too many {name} stones, {most} of "
                f"{most + least}",
            )
    trominoes = [
        shape
        for shape in shapes
        if sorted(stones[cell] for cell in shape) in ([1, 1, 2], [1, 2, 2])
    ]
    lone = _uncovered(trominoes, frozenset(cell for cell, stone in enumerate(stones) if stone))
    if lone is None:
        return None
    where = topology.names[lone]
    return Refusal("trominoes", f"the stones are not made of whole trominoes: see {where}", (lone,))


def _uncovered(trominoes: Sequence[tuple[Cell, Cell, Cell]], cells: frozenset[Cell]) -> Cell | None:
    """None if `trominoes` can cover `cells` exactly, or the search gives up; else a cell to point
    at: the one that could not be covered when the search had covered the most others."""
    over: dict[Cell, list[frozenset[Cell]]] = {cell: [] for cell in cells}
    for shape in trominoes:
        for cell in shape:
            over[cell].append(frozenset(shape))
    steps, deepest = 0, (-1, min(cells, default=0))
    waiting = [cells]
    tried: set[frozenset[Cell]] = set()
    while waiting and steps < _MOST_STEPS:
        steps += 1
        left = waiting.pop()
        if not left:
            return None
        ways = {cell: [way for way in over[cell] if way <= left] for cell in left}
        hardest = min(left, key=lambda cell: (len(ways[cell]), cell))
        deepest = max(deepest, (len(cells) - len(left), hardest))
        for way in ways[hardest]:
            rest = left - way
            if rest not in tried:
                tried.add(rest)
                waiting.append(rest)
    return deepest[1] if not waiting else None
