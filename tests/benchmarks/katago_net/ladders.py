"""Which chains are caught in ladders, as KataGo reads them for its net.

A chain with one liberty is caught where its owner, who moves first, cannot come to more than two
liberties, the attacker putting it in atari with every move; a chain with two liberties where the
attacker can put it in atari so that it is caught. A ko that is left open helps the defender.
"""

from __future__ import annotations

from tests.benchmarks.katago_net.boards import (
    ALL,
    EMPTY,
    KO,
    NOWHERE,
    WALL,
    Board,
    Cells,
    Numbers,
    count_liberties,
    last_walked,
    legal,
    play,
    take_back,
)
from tests.benchmarks.katago_net.compiled import compiled

_MOST_NODES = 25000
"""Moves after which a search gives up, and the chain escapes."""
_SPARE = 256
"""Moves for which there has to be room."""
_ESCAPES, _CAUGHT, _OPEN = 0, 1, -1
"""What is known of a chain."""


@compiled
def caught_chains(board: Board, places: Numbers, caught: Cells, working: Cells) -> None:
    """Mark what is in a ladder: `caught` by the stones of chains that are caught, `working` by the
    moves that catch a chain that has two liberties, with its colour in bits: 1 a black chain,
    2 a white one. Both are as long as `board.cells`, and hold 0 before; `places` as by `inner`."""
    known = caught.copy()
    first = board.numbers[KO]
    for at in places:
        if board.cells[at] == EMPTY or known[at]:
            continue
        liberties = count_liberties(board, at, 3)
        one, two = board.liberties[0], board.liberties[1]
        if liberties == 1:
            found = _search(board, at)
        elif liberties == 2:
            found = _attack(board, at, one, working)
            found = _attack(board, at, two, working) or found
        else:
            found = False
        board.numbers[KO] = first
        count_liberties(board, at, ALL)
        for n in range(last_walked(board)):
            stone = board.walk[n]
            known[stone] = 1
            caught[stone] = found


@compiled
def _attack(board: Board, at: int, move: int, working: Cells) -> bool:
    """Whether the chain at `at`, with two liberties, is caught by a move on one of them."""
    colour = board.cells[at]
    ko = board.numbers[KO]
    if not legal(board, move, 3 - colour):
        return False
    taken = play(board, move, 3 - colour)
    found = _search(board, at)
    take_back(board, move, taken, ko)
    if found:
        working[move] |= colour
    return found


@compiled
def _search(board: Board, at: int) -> bool:
    """Whether the chain at `at` is caught though its owner moves first, whom no ko forbids
    anything now."""
    before = board.numbers[KO]
    board.numbers[KO] = NOWHERE
    found = _caught(board, at)
    board.numbers[KO] = before
    return found


@compiled
def _caught(board: Board, at: int) -> bool:
    """The search itself: move by move, depth first. At an even depth the owner is to move.

    It is no recursion, which numba compiles but cannot keep in its cache."""
    nexts, ends, taken, kos = board.levels
    moves, defender = board.moves, board.cells[at]
    nodes, depth, start = 0, 0, 0
    while True:
        if nodes >= _MOST_NODES or depth + 1 >= len(nexts) or start + _SPARE > len(moves):
            answer = _ESCAPES
            ends[depth] = start
        else:
            ends[depth], answer = _options(board, at, depth % 2 == 0, start)
        nexts[depth] = start
        # Up as long as the answer is known, until there is another move to look at.
        while True:
            defending = depth % 2 == 0
            colour = defender if defending else 3 - defender
            if answer == _OPEN:
                while nexts[depth] < ends[depth] and not legal(board, moves[nexts[depth]], colour):
                    nexts[depth] += 1
                if nexts[depth] < ends[depth]:
                    break
                answer = _CAUGHT if defending else _ESCAPES
            if depth == 0:
                return answer == _CAUGHT
            depth -= 1
            take_back(board, moves[nexts[depth]], taken[depth], kos[depth])
            nexts[depth] += 1
            if nodes >= _MOST_NODES:
                answer = _ESCAPES
            elif (answer == _CAUGHT) == (depth % 2 == 0):
                answer = _OPEN
        kos[depth] = board.numbers[KO]
        taken[depth] = play(board, moves[nexts[depth]], colour)
        nodes += 1
        start = ends[depth]
        depth += 1


@compiled
def _options(board: Board, at: int, defending: bool, start: int) -> tuple[int, int]:
    """Write the moves to look at, of the owner of the chain at `at` or of the attacker, from
    `start` on. Where they end, and whether it is known that the chain is caught."""
    liberties = count_liberties(board, at, 3)
    if defending:
        if liberties >= 2 or board.numbers[KO] != NOWHERE:
            return start, _ESCAPES
        return _defences(board, at, start)
    if liberties != 2:
        return start, _CAUGHT if liberties < 2 else _ESCAPES
    return _attacks(board, at, start)


@compiled
def _defences(board: Board, at: int, start: int) -> tuple[int, int]:
    """Write the moves of a chain in atari: what takes stones around it, and its liberty. Where
    they end, and whether it is known that it is caught."""
    cells, moves = board.cells, board.moves
    colour = cells[at]
    end = _captures(board, at, start)
    count_liberties(board, at, 2)
    end = _added(moves, start, end, board.liberties[0])
    # KataGo looks at the last move of its list, which mostly is the liberty.
    last = moves[end - 1]
    near, captures, taken, joined, longest = 0, 0, 0, 0, 0
    for step in board.steps:
        to = last + step
        if cells[to] == EMPTY:
            near += 1
        elif cells[to] == colour:
            more = count_liberties(board, to, ALL) - 1
            joined += more
            longest = max(longest, more)
        elif cells[to] != WALL and count_liberties(board, to, 2) == 1:
            captures += 1
            taken += last_walked(board)
    if captures + max(near, longest) >= 3:
        return end, _ESCAPES
    if end - start == 1 and near + taken + joined <= 1:
        return end, _CAUGHT
    return end, _OPEN


@compiled
def _attacks(board: Board, at: int, start: int) -> tuple[int, int]:
    """Write the moves against a chain with two liberties, the better one first. Where they end,
    and whether it is known that it is caught."""
    cells, moves = board.cells, board.moves
    colour = cells[at]
    count_liberties(board, at, 3)
    one, two = board.liberties[0], board.liberties[1]
    near_one, near_two = _empty_around(board, one), _empty_around(board, two)
    if (
        near_one == 0
        and near_two == 0
        and _takes_in_ko(board, one, 3 - colour)
        and _takes_in_ko(board, two, 3 - colour)
        and _liberties_after(board, one, colour) <= 2
        and _liberties_after(board, two, colour) <= 2
        and _captures(board, at, start) == start
    ):
        return start, _CAUGHT
    apart = True
    for step in board.steps:
        apart = apart and one + step != two
    if apart and near_one >= 3 and near_two >= 3:
        return start, _ESCAPES
    if apart and near_one >= 3:
        moves[start] = one
        return start + 1, _OPEN
    if apart and near_two >= 3:
        moves[start] = two
        return start + 1, _OPEN
    worth_one = 2 * near_one + _worth_joining(board, one, colour)
    worth_two = 2 * near_two + _worth_joining(board, two, colour)
    if worth_two > worth_one:
        one, two = two, one
    moves[start], moves[start + 1] = one, two
    return start + 2, _OPEN


@compiled
def _captures(board: Board, at: int, start: int) -> int:
    """Write the moves that take chains next to the one at `at`, from `start` on; where they end."""
    cells, walk, marks = board.cells, board.own_walk, board.own_marks
    colour = cells[at]
    # Marks of one such walk are cleared at its end.
    walk[0], marks[at] = at, 1
    done, known, end = 0, 1, start
    while done < known:
        stone = walk[done]
        done += 1
        for step in board.steps:
            to = stone + step
            if cells[to] == colour:
                if not marks[to]:
                    marks[to] = 1
                    walk[known] = to
                    known += 1
            elif cells[to] != EMPTY and cells[to] != WALL and count_liberties(board, to, 2) == 1:
                end = _added(board.moves, start, end, board.liberties[0])
    for n in range(known):
        marks[walk[n]] = 0
    return end


@compiled
def _added(moves: Numbers, start: int, end: int, move: int) -> int:
    """Write a move at the end of a part of a list, unless it is there; where the part ends now."""
    for n in range(start, end):
        if moves[n] == move:
            return end
    moves[end] = move
    return end + 1


@compiled
def _empty_around(board: Board, at: int) -> int:
    count = 0
    for step in board.steps:
        count += board.cells[at + step] == EMPTY
    return count


@compiled
def _worth_joining(board: Board, at: int, colour: int) -> int:
    """What chains of a colour around a cell would give a stone there: twice their liberties, less
    three for each chain."""
    worth = 0
    for step in board.steps:
        if board.cells[at + step] == colour:
            worth += max(0, 2 * count_liberties(board, at + step, ALL) - 3)
    return worth


@compiled
def _takes_in_ko(board: Board, at: int, colour: int) -> bool:
    """Whether a stone between stones of the other colour alone would take a single one of them."""
    single = 0
    for step in board.steps:
        to = at + step
        if board.cells[to] == WALL:
            continue
        if board.cells[to] != 3 - colour:
            return False
        if count_liberties(board, to, 2) == 1:
            if single or last_walked(board) != 1:
                return False
            single = 1
    return single == 1


@compiled
def _liberties_after(board: Board, at: int, colour: int) -> int:
    """The liberties, up to three, that a stone would have."""
    ko = board.numbers[KO]
    taken = play(board, at, colour)
    liberties = count_liberties(board, at, 3)
    take_back(board, at, taken, ko)
    return liberties
