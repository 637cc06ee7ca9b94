"""Placing and moving stones: range, capture, suicide, ko, several in a turn (rules 5 to 8).

`place`, `shift`, `pair` and `take_over` each return the board afterwards or a refusal, so
what is legal is defined once. `points`, `pairs` and `shifts` list what these allow, faster.
`reach` is the range in steps, None for no limit. Below, *in range* means at most `reach` steps
from the seat's start point or one of its stones on the board (rule 5).
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache

import numpy as np

from termgames.core.arrays import Flags
from termgames.core.errors import Refusal
from termgames.core.game import Seat
from termgames.core.steps import distances
from termgames.core.topology import Cell
from termgames.games.mitropia.options import SEATS
from termgames.games.mitropia.questions import Board
from termgames.games.mitropia.state import State, Table
from termgames.games.mitropia.stones import alliance
from termgames.games.mitropia.stones.alliance import Occupiers
from termgames.games.mitropia.stones.distance import APART, refuse_together, within
from termgames.games.mitropia.stones.prisoners import Prisoners, divide, plus
from termgames.go import superko
from termgames.go.board import Group, put_stones, trials
from termgames.go.superko import History


@lru_cache(maxsize=256)
def sides(occupiers: Occupiers) -> tuple[Seat, ...] | None:
    """The blocs as `go.board` expects them: None while no player is occupied."""
    return None if not any(above is not None for above in occupiers) else alliance.blocs(occupiers)


def place(
    table: Table,
    s: State,
    seat: Seat,
    cell: Cell,
    reach: int | None,
    put: tuple[Cell, ...] = (),
) -> Board | Refusal:
    """The board after a stone on an empty point in range. `put` are the points of the stones
    placed earlier in this turn, from which it must keep its distance (rule 8)."""
    wrong = refuse_occupied(table, s.stones, cell) or refuse_far(
        table, s, s.stones, seat, (cell,), reach
    )
    if wrong is not None:
        return wrong
    return _apart(table, s, put_on(table, s, seat, (cell,)), (*put, cell))


def shift(
    table: Table,
    s: State,
    seat: Seat,
    origin: Cell,
    target: Cell,
    reach: int | None,
    put: tuple[Cell, ...] = (),
) -> Board | Refusal:
    """The board after the seat's stone on `origin` was moved to `target`, an empty point in range
    of its start point or of one of its other stones. `put` as in `place`; those stones stay."""
    names = table.topology.names
    if not 0 <= origin < table.topology.cells:
        return Refusal("off-board", "that point is off the board")
    if s.stones[origin] != seat + 1:
        return Refusal("own", f"no stone of yours is on {names[origin]}: move one of yours")
    if origin in put:
        text = f"the stone on {names[origin]} was placed this turn: move another"
        return Refusal("moved", text, (origin,))
    if target == origin:
        return Refusal("own", f"{names[origin]}: move the stone to another point", (origin,))
    lifted = _emptied(s.stones, origin)
    wrong = refuse_occupied(table, lifted, target) or refuse_far(
        table, s, lifted, seat, (target,), reach
    )
    if wrong is not None:
        return wrong
    return _apart(table, s, put_on(table, s, seat, (target,), origin), (*put, target))


def pair(
    table: Table, s: State, seat: Seat, first: Cell, second: Cell, reach: int | None
) -> Board | Refusal:
    """The board after two stones were placed at once, on adjacent points of which at least one is
    in range."""
    wrong = refuse_occupied(table, s.stones, first) or refuse_occupied(table, s.stones, second)
    if wrong is not None:
        return wrong
    if second not in table.topology.adjacent[first]:
        names = table.topology.names
        text = f"{names[first]} and {names[second]} are not next to each other"
        return Refusal("pair", text, (first, second))
    cells = (first, second)
    wrong = refuse_far(table, s, s.stones, seat, cells, reach)
    return wrong if wrong is not None else put_on(table, s, seat, cells)


def take_over(table: Table, s: State, seat: Seat, cell: Cell) -> Board | Refusal:
    """The board after a stone of a player outside the seat's bloc became the seat's own (Replace
    Any, rule 16), at any distance. It is nobody's prisoner."""
    if not 0 <= cell < table.topology.cells:
        return Refusal("off-board", "that point is off the board")
    stone = s.stones[cell]
    bloc = alliance.blocs(s.occupiers)
    if not stone or bloc[stone - 1] == bloc[seat]:
        what = f"{SEATS[stone - 1]}'s stone" if stone else "no stone"
        text = f"{table.topology.names[cell]} holds {what}: replace an opponent's"
        return Refusal("replace", text)
    return put_on(table, s, seat, (cell,), cell)


def put_on(
    table: Table, s: State, seat: Seat, cells: tuple[Cell, ...], emptied: Cell | None = None
) -> Board | Refusal:
    """The board after stones on `cells`: captures, then suicide and ko (rules 6, 7, 10). The
    stone on `emptied` is removed first; then `cells` must be empty. Range is not checked."""
    topology, board = table.topology, s.board
    stones = board.stones if emptied is None else _emptied(board.stones, emptied)
    placement = put_stones(topology, stones, cells, seat, sides(s.occupiers))
    if placement.suicide:
        at = "these points" if len(cells) > 1 else topology.names[cells[0]]
        text = f"a stone on {at} would have no liberty"
        return Refusal("suicide", text, placement.suicide)
    key = board.history.key
    if emptied is not None:
        key = superko.toggled(key, emptied, board.stones[emptied] - 1)
    key = superko.after_stones(key, stones, cells, seat, placement.captured)
    earlier = repeats(table, board.history, key)
    if earlier is not None:
        return _repetition(table, s, cells, earlier)
    prisoners = board.prisoners
    if placement.captured:
        prisoners = _shared(table, s, seat, stones, cells, placement.captured)
    return Board(placement.stones, board.history.extended(key, seat, cells[-1]), prisoners)


def repeats(table: Table, history: History, key: int) -> int | None:
    """After how many moves the position `key`, which may not come back, stood; None where it may
    come (rule 7, or the house rule of ko)."""
    if not table.plays("ko", "ko"):
        return history.repeats(key)
    before = history.before
    return before.plies if before is not None and before.key == key else None


def points(table: Table, s: State, seat: Seat, reach: int | None) -> Iterator[Cell]:
    """Where `place` allows a first stone, ascending."""
    history, stones = s.board.history, s.stones
    in_reach = reachable(table, s, stones, seat, reach).tolist()
    for trial in trials(table.topology, stones, seat, sides(s.occupiers)):
        if not in_reach[trial.cell] or trial.suicide:
            continue
        key = superko.after_stones(history.key, stones, (trial.cell,), seat, trial.captured)
        if repeats(table, history, key) is None:
            yield trial.cell


def more_points(
    table: Table, s: State, seat: Seat, reach: int | None, put: tuple[Cell, ...]
) -> Iterator[Cell]:
    """Where `place` allows a further stone of the turn, ascending."""
    for cell in points(table, s, seat, reach):
        if not isinstance(_apart(table, s, put_on(table, s, seat, (cell,)), (*put, cell)), Refusal):
            yield cell


def any_point(table: Table, s: State, seat: Seat, reach: int | None) -> bool:
    """Whether `points` yields any; stops at the first one."""
    in_reach = reachable(table, s, s.stones, seat, reach)
    return any(
        not isinstance(put_on(table, s, seat, (cell,)), Refusal)
        for cell in np.flatnonzero(in_reach).tolist()
        if not s.stones[cell]
    )


def pairs(table: Table, s: State, seat: Seat, reach: int | None) -> Iterator[tuple[Cell, Cell]]:
    """The pairs of cells that `pair` allows, each with the lower cell first, ascending."""
    in_reach = reachable(table, s, s.stones, seat, reach).tolist()
    for first, stone in enumerate(s.stones):
        if stone:
            continue
        for second in table.topology.adjacent[first]:
            if second < first or s.stones[second] or not (in_reach[first] or in_reach[second]):
                continue
            if not isinstance(put_on(table, s, seat, (first, second)), Refusal):
                yield first, second


def shifts(
    table: Table, s: State, seat: Seat, reach: int | None, put: tuple[Cell, ...]
) -> Iterator[tuple[Cell, Cell]]:
    """(origin, target) of what `shift` allows, ascending."""
    stones, history = s.stones, s.board.history
    plain = _plain(table, s, seat, put)
    for origin in stones_of(stones, seat):
        if origin in put:
            continue
        in_reach = reachable(table, s, _emptied(stones, origin), seat, reach).tolist()
        without = superko.toggled(history.key, origin, seat)
        for target, held in enumerate(stones):
            if held or not in_reach[target]:
                continue
            if target in plain:
                if repeats(table, history, superko.toggled(without, target, seat)) is None:
                    yield origin, target
            elif not isinstance(shift(table, s, seat, origin, target, reach, put), Refusal):
                yield origin, target


def any_shift(table: Table, s: State, seat: Seat, reach: int | None) -> bool:
    """Whether `shifts` yields any for the first stone of a turn; stops at the first one."""
    return any(
        not isinstance(put_on(table, s, seat, (target,), origin), Refusal)
        for origin in stones_of(s.stones, seat)
        for target in np.flatnonzero(
            reachable(table, s, _emptied(s.stones, origin), seat, reach)
        ).tolist()
        if not s.stones[target]
    )


def _plain(table: Table, s: State, seat: Seat, put: tuple[Cell, ...]) -> set[Cell]:
    """Empty points where a moved stone captures nothing, is next to an empty point, and keeps its
    distance from the stones placed in this turn. That does not depend on where it comes from,
    since lifting a stone takes no liberty from others and joins no groups."""
    topology, stones = table.topology, s.stones
    plain = {
        trial.cell
        for trial in trials(topology, stones, seat, sides(s.occupiers))
        if not trial.captured and any(not stones[c] for c in topology.adjacent[trial.cell])
    }
    if put:
        far = distances(topology)[list(put)].min(axis=0) >= APART
        bloc = alliance.blocs(s.occupiers)
        own = {1 + other for other in range(table.players) if bloc[other] == bloc[seat]}
        plain = {
            cell
            for cell in plain
            if far[cell] and not any(stones[c] in own for c in topology.adjacent[cell])
        }
    return plain


def refuse_occupied(table: Table, stones: bytes, cell: Cell) -> Refusal | None:
    """Why no stone can be placed on that point, or None."""
    if not 0 <= cell < table.topology.cells:
        return Refusal("off-board", "that point is off the board")
    if stones[cell]:
        text = f"{table.topology.names[cell]} holds {SEATS[stones[cell] - 1]}'s stone"
        return Refusal("occupied", text, (cell,))
    return None


def refuse_far(
    table: Table,
    s: State,
    stones: bytes,
    seat: Seat,
    cells: tuple[Cell, ...],
    reach: int | None,
) -> Refusal | None:
    """A refusal when none of `cells` is in range of the seat's stones or start point (rule 5),
    else None."""
    if reach is None:
        return None
    ball, own, start = table.ball(reach), seat + 1, s.starts[seat]
    for cell in cells:
        for other in ball[cell]:
            if stones[other] == own or other == start:
                return None
    steps = int(distances(table.topology)[cells[0]][origins(s, stones, seat)].min())
    name, whose = table.topology.names[cells[0]], f"{SEATS[seat]}'s stones and start point"
    return Refusal("range", f"{name} is {steps} steps from {whose}: the range is {reach}", cells)


def reachable(table: Table, s: State, stones: bytes, seat: Seat, reach: int | None) -> Flags:
    """(cells,): the points in range of the seat's start point and of its stones among `stones`
    (rule 5), empty or not; all where `reach` is None."""
    return within(table.topology, origins(s, stones, seat), reach)


def origins(s: State, stones: bytes, seat: Seat) -> list[Cell]:
    """The cells from which range is counted: the start point and the seat's stones."""
    own, start = stones_of(stones, seat), s.starts[seat]
    return own if start is None else [start, *own]


def stones_of(stones: bytes, seat: Seat) -> list[Cell]:
    """The cells of a seat's stones, ascending."""
    own: list[Cell] = np.flatnonzero(np.frombuffer(stones, np.uint8) == seat + 1).tolist()
    return own


def _emptied(stones: bytes, cell: Cell) -> bytes:
    return stones[:cell] + b"\0" + stones[cell + 1 :]


def _apart(
    table: Table, s: State, after: Board | Refusal, put: tuple[Cell, ...]
) -> Board | Refusal:
    """`after`, unless the last of `put` is too near the others (rule 8)."""
    if isinstance(after, Refusal) or len(put) == 1:
        return after
    wrong = refuse_together(table.topology, after.stones, put, sides(s.occupiers))
    return after if wrong is None else wrong


def _shared(
    table: Table,
    s: State,
    seat: Seat,
    stones: bytes,
    cells: tuple[Cell, ...],
    captured: Sequence[Group],
) -> Prisoners:
    """The prisoners after the seat's stones on `cells` have captured groups of the board `stones`
    (rule 10)."""
    full = bytearray(stones)
    for cell in cells:
        full[cell] = seat + 1
    prisoners = s.board.prisoners
    for group in captured:
        gained = divide(table.topology, bytes(full), group, seat, s.order)
        prisoners = plus(prisoners, gained)
    return prisoners


def _repetition(table: Table, s: State, cells: tuple[Cell, ...], earlier: int) -> Refusal:
    past = s.board.history.plies - earlier
    changes = "one change" if past == 1 else f"{past} changes"
    where = table.topology.listing(cells)
    text = f"{where} would repeat the position of {changes} of the board ago"
    return Refusal("superko", text, cells)
