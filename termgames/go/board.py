"""Groups, liberties and captures on one board: the readable rules, for any topology and two to
five colours.

Stones are `bytes` (cells,): 0 empty, else 1 + the number of the colour. A *group* is a
maximal set of connected stones of one side, its *liberties* are the empty cells next to
it. Sides are colours, unless `blocs` unites some: `blocs[colour]` is the number of the
colour's bloc, and stones of one bloc live and die together.

Captures are simultaneous: all groups without liberties are found before any stone leaves the
board. With three sides the order of removal would matter otherwise. Nothing here refuses a
move; `go.superko` finds repetitions.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from termgames.core.topology import Cell, Topology

Blocs = Sequence[int] | None
"""blocs[colour] is the number of its bloc; None: every colour stands alone."""

_Adjacent = Sequence[Sequence[Cell]]


@dataclass(frozen=True)
class Group:
    """Connected stones of one side; with blocs they may be of several colours."""

    cells: tuple[Cell, ...]
    """Ascending."""
    liberties: tuple[Cell, ...]
    """Ascending."""


@dataclass(frozen=True)
class Placement:
    """The result of putting stones on the board."""

    stones: bytes
    """(cells,): the board afterwards, captured stones removed; a suicide still on it."""
    captured: tuple[Group, ...]
    """The groups removed, by lowest cell, none of which had a liberty."""
    suicide: tuple[Cell, ...]
    """The stones of the new stones' own groups that have no liberty even after the
    captures, ascending; as a rule none."""


@dataclass(frozen=True)
class Trial:
    """What one stone on one empty cell would do."""

    cell: Cell
    captured: tuple[Group, ...]
    """The groups it would remove, by lowest cell, as they are before the stone."""
    suicide: bool
    """Whether its group would be without liberties even after the captures."""


def group(topology: Topology, stones: bytes, cell: Cell, blocs: Blocs = None) -> Group:
    """The group of the stone on `cell`; ValueError where there is none."""
    if not stones[cell]:
        raise ValueError(f"{topology.names[cell]} is empty: no group is there")
    return _group(topology.adjacent, _sides(stones, blocs), cell)


def groups(topology: Topology, stones: bytes, blocs: Blocs = None) -> tuple[Group, ...]:
    """All groups on the board, by lowest cell."""
    sides = _sides(stones, blocs)
    result = []
    seen = bytearray(len(stones))
    for cell, side in enumerate(sides):
        if side and not seen[cell]:
            result.append(_group(topology.adjacent, sides, cell))
            for member in result[-1].cells:
                seen[member] = 1
    return tuple(result)


def put_stones(
    topology: Topology,
    stones: bytes,
    cells: Sequence[Cell],
    colour: int,
    blocs: Blocs = None,
) -> Placement:
    """Put stones of one colour on empty cells, one or several at once.

    Groups of other sides without liberties are removed together; then the liberties of the new
    stones' own groups are counted. Only groups that touch the new stones are looked at, since
    no other has lost a liberty. That the cells are empty is not checked.
    """
    adjacent = topology.adjacent
    board = bytearray(stones)
    for cell in cells:
        board[cell] = 1 + colour
    sides = _sides(board, blocs)
    own = sides[cells[0]] if cells else 0

    captured = []
    looked_at: set[Cell] = set()
    for cell in cells:
        for near in adjacent[cell]:
            if sides[near] not in (0, own) and near not in looked_at:
                dead = _cells_if_captured(adjacent, sides, near)
                looked_at.update(dead or (near,))
                if dead:
                    captured.append(Group(tuple(sorted(dead)), ()))
    for group in captured:
        for cell in group.cells:
            board[cell] = 0

    without_liberty: set[Cell] = set()
    # A capture next to a new stone gives it a liberty; the other new stones have none yet.
    after = _sides(board, blocs) if captured else sides
    for cell in cells:
        if cell not in without_liberty:
            without_liberty |= _cells_if_captured(adjacent, after, cell)
    captured.sort(key=lambda group: group.cells[0])
    return Placement(bytes(board), tuple(captured), tuple(sorted(without_liberty)))


def trials(topology: Topology, stones: bytes, colour: int, blocs: Blocs = None) -> Iterator[Trial]:
    """What a stone of `colour` would do on every empty cell, ascending.

    The results agree with `put_stones` for each cell. Groups are found once for the whole board,
    so this is much faster.
    """
    adjacent = topology.adjacent
    sides = _sides(stones, blocs)
    own = 1 + colour if blocs is None else 1 + blocs[colour]
    all_groups = groups(topology, stones, blocs)
    number = [-1] * len(stones)
    for index, members in enumerate(all_groups):
        for cell in members.cells:
            number[cell] = index
    is_own = [sides[members.cells[0]] == own for members in all_groups]
    in_atari = [len(members.liberties) == 1 for members in all_groups]
    for cell, side in enumerate(sides):
        if side:
            continue
        around = {number[near] for near in adjacent[cell]}
        has_empty_neighbour = -1 in around
        around.discard(-1)
        # A neighbouring group with a single liberty has it here.
        captured_indices = sorted(
            index for index in around if in_atari[index] and not is_own[index]
        )
        joins_safe_group = any(is_own[index] and not in_atari[index] for index in around)
        captured = tuple(all_groups[index] for index in captured_indices)
        yield Trial(
            cell,
            captured,
            suicide=not (has_empty_neighbour or captured_indices or joins_safe_group),
        )


def _sides(stones: bytes | bytearray, blocs: Blocs) -> bytes:
    """(cells,): 0 empty, else 1 + the number of the stone's side."""
    if blocs is None:
        return bytes(stones)
    table = bytes([0, *(1 + bloc for bloc in blocs)])
    return bytes(stones).translate(table.ljust(256, b"\0"))


def _group(adjacent: _Adjacent, sides: bytes, cell: Cell) -> Group:
    side = sides[cell]
    members, liberties = {cell}, set()
    open_cells = [cell]
    while open_cells:
        for near in adjacent[open_cells.pop()]:
            if not sides[near]:
                liberties.add(near)
            elif sides[near] == side and near not in members:
                members.add(near)
                open_cells.append(near)
    return Group(tuple(sorted(members)), tuple(sorted(liberties)))


def _cells_if_captured(adjacent: _Adjacent, sides: bytes, cell: Cell) -> set[Cell]:
    """The cells of the group on `cell` if it has no liberty, else none; stops at the first
    liberty."""
    side = sides[cell]
    members = {cell}
    open_cells = [cell]
    while open_cells:
        for near in adjacent[open_cells.pop()]:
            if not sides[near]:
                return set()
            if sides[near] == side and near not in members:
                members.add(near)
                open_cells.append(near)
    return members
