"""The count of a game of Mitropia told step by step, for a front end to walk through."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from termgames.core.display import Step
from termgames.core.game import Seat
from termgames.core.text import listed
from termgames.core.topology import Cell, Topology
from termgames.games.mitropia.alliance import blocs
from termgames.games.mitropia.counting import Count, Taken

NOTHING = "nobody"


def walkthrough(
    topology: Topology, stones: bytes, count: Count, names: Sequence[str]
) -> tuple[Step, ...]:
    """The steps from the board `stones` (before anything is taken off) to the result.

    Steps in which nothing happens are left out, territory and result are always there.
    """
    return tuple(_steps(topology, stones, count, names))


def _steps(topology: Topology, stones: bytes, count: Count, names: Sequence[str]) -> Iterator[Step]:
    board = bytearray(stones)
    told = (("groups without liberties", count.breathless), ("dead stones", count.dead))
    for title, lots in told:
        if lots:
            marked = tuple(sorted(cell for lot in lots for cell in lot.cells))
            for cell in marked:
                board[cell] = 0
            text = "; ".join(_taken(topology, lot, names) for lot in lots)
            yield Step(title, f"Taken off: {text}.", bytes(board), marked)

    sums: Sequence[int] = [sum(pair) for pair in zip(count.ground, count.area, strict=True)]
    if count.scoring == "area":
        parts = [
            f"{names[seat]} {stones} + {ground}"
            for seat, (stones, ground) in enumerate(zip(count.area, count.ground, strict=True))
        ]
        title, text = "stones and territory", f"{', '.join(parts).capitalize()}."
    else:
        title, text = "territory", f"{_listed(names, count.ground).capitalize()}."
    yield Step(title, text, bytes(board), owner=count.owner, totals=tuple(map(float, sums)))

    for colour in range(len(names)):
        fills = [fill for fill in count.fills if fill.colour == colour]
        if fills:
            cells = tuple(fill.cell for fill in fills)
            for cell in cells:
                board[cell] = 1 + colour
            back = [[fill.holder for fill in fills].count(seat) for seat in range(len(names))]
            text = (
                f"{names[colour].capitalize()}'s territory takes back {_listed(names, back, 1)}: "
                f"{count.territory[colour]} of {count.ground[colour]} left."
            )
            sums = [total - len(fills) * (seat == colour) for seat, total in enumerate(sums)]
            totals = tuple(map(float, sums))
            title = f"{names[colour]} prisoners put back"
            yield Step(title, text, bytes(board), cells, count.owner, totals)
    rest = (("prisoners that are kept", count.kept), ("card points", count.cards))
    for title, points in rest:
        if any(points):
            sums = [a + b for a, b in zip(sums, points, strict=True)]
            text = f"{_listed(names, points, 1).capitalize()}."
            yield Step(title, text, bytes(board), (), count.owner, tuple(map(float, sums)))
    totals = tuple(map(float, count.totals))
    given = [_handed(count, seat, names) for seat in range(len(names)) if _under(count, seat)]
    if given:
        yield Step("occupiers", f"{'; '.join(given)}.", bytes(board), (), count.owner, totals)
    yield Step("result", _result(count, names), bytes(board), (), count.owner, totals)


def _under(count: Count, seat: Seat) -> bool:
    return count.occupiers[seat] is not None


def _handed(count: Count, seat: Seat, names: Sequence[str]) -> str:
    """What an occupied player hands over, and to whom."""
    top = blocs(count.occupiers)[seat]
    points = count.territory[seat] + count.kept[seat]
    return f"{names[seat].capitalize()}'s {points} go to {names[top]}"


def _result(count: Count, names: Sequence[str]) -> str:
    best = count.totals[count.winners[0]]
    if len(count.winners) > 1:
        return f"Jigo: {listed([names[seat] for seat in count.winners])} have {best} each."
    occupied = any(_under(count, seat) and count.totals[seat] >= best for seat in range(len(names)))
    remark = ", since an occupied player cannot win" if occupied else ""
    return f"{names[count.winners[0]].capitalize()} wins with {best}{remark}."


def _listed(names: Sequence[str], points: Sequence[int], least: int = 0) -> str:
    """`black 3, white 1`: those with at least `least`."""
    return ", ".join(
        f"{name} {many}" for name, many in zip(names, points, strict=True) if many >= least
    )


def _taken(topology: Topology, lot: Taken, names: Sequence[str]) -> str:
    """`a3 and a4 (2 for white)`."""
    gains = [f"{sum(line)} for {names[seat]}" for seat, line in enumerate(lot.gained) if any(line)]
    cells: Sequence[Cell] = lot.cells
    return f"{topology.listing(cells)} ({', '.join(gains) or f'for {NOTHING}'})"
