"""Go on rows against the readable rules of `go.board`."""

from typing import Any

import numpy as np
import pytest

from termgames.core.topology import Topology, from_rows, hexhex, square
from termgames.go import board as rules
from termgames.go.batch import GoBatch

BOARDS = {
    "square": square(5),
    "wide": square(9),
    "hexhex": hexhex(3),
    "map": from_rows([".....", ".-.-.", "....-", "..-..", "....."]),
    "hexagons": from_rows(["..-..", "..-.-", ".-..-", "..-..", "..-.."], hexagons=True),
}


def random_board(topology: Topology, colours: int, rng: np.random.Generator) -> np.ndarray:
    """Stones after random legal moves of random colours, many of them captures."""
    board = bytes(topology.cells)
    for _ in range(int(rng.integers(topology.cells * 3))):
        colour = int(rng.integers(colours))
        free = [trial.cell for trial in rules.trials(topology, board, colour) if not trial.suicide]
        if free:
            board = rules.put_stones(topology, board, [int(rng.choice(free))], colour).stones
    return np.frombuffer(board, np.uint8).copy()


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("colours", [2, 3, 5])
def test_groups_are_those_of_the_rules(board: str, colours: int) -> None:
    topology = BOARDS[board]
    rng = np.random.default_rng(colours)
    rows = np.stack([random_board(topology, colours, rng) for _ in range(8)])
    names = GoBatch(topology).groups(rows)
    for row, name in zip(rows, names, strict=True):
        expected = np.full(topology.cells, topology.cells)
        for group in rules.groups(topology, row.tobytes()):
            expected[list(group.cells)] = group.cells[0]
        np.testing.assert_array_equal(name, expected)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("colours", [2, 3, 5])
@pytest.mark.parametrize("blocs", [None, (0, 0, 2, 2, 4)])
def test_a_view_is_what_the_rules_say(board: str, colours: int, blocs: Any) -> None:
    topology = BOARDS[board]
    rng = np.random.default_rng(colours + 10)
    tables = GoBatch(topology)
    table = np.array([0, *(1 + bloc for bloc in blocs or range(5))], np.uint8)
    for _ in range(6):
        row = random_board(topology, colours, rng)
        sides = table[row]
        names = tables.groups(sides[None])[0]
        for colour in range(colours):
            side = int(table[colour + 1])
            view = tables.view(sides[None], names[None], np.array([side]))[0]
            seen = {
                trial.cell: trial for trial in rules.trials(topology, row.tobytes(), colour, blocs)
            }
            assert set(np.flatnonzero(view.empty)) == set(seen)
            assert not (view.playable | view.own_eye | (view.captures > 0))[~view.empty].any()
            for cell, trial in seen.items():
                assert view.playable[cell] == (not trial.suicide)
                taken = sum(len(group.cells) for group in trial.captured)
                assert (view.captures[cell] > 0) == (taken > 0)
                assert view.captures[cell] >= taken
                near = topology.adjacent[cell]
                assert view.empty_neighbours[cell] == sum(not row[other] for other in near)
                groups = [
                    rules.group(topology, row.tobytes(), other, blocs)
                    for other in near
                    if sides[other] == side
                ]
                endangered = [group for group in groups if group.liberties == (cell,)]
                assert view.own_eye[cell] == (len(groups) == len(near) and not endangered)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("colours", [2, 3, 5])
def test_stones_land_as_by_the_rules(board: str, colours: int) -> None:
    """Long games, all moves of a ply in one call: boards, captures and groups agree."""
    topology = BOARDS[board]
    rng = np.random.default_rng(colours + 20)
    tables = GoBatch(topology)
    count = 12
    sides = np.zeros((count, topology.cells), np.uint8)
    names = tables.groups(sides)
    captures = 0
    for ply in range(4 * topology.cells):
        colour = np.array([(ply + row) % colours for row in range(count)])
        cells = np.full(count, -1)
        view = tables.view(sides, names, colour + 1)
        playable = view.playable & ~view.own_eye
        for row in range(count):
            may = np.flatnonzero(playable[row])
            if may.size:
                cells[row] = rng.choice(may)
        moving = np.flatnonzero(cells >= 0)
        part, part_names = sides[moving], names[moving]
        taken = tables.put(part, part_names, cells[moving], colour[moving] + 1)
        for index, row in enumerate(moving):
            placement = rules.put_stones(topology, sides[row].tobytes(), [cells[row]], colour[row])
            assert placement.stones == part[index].tobytes()
            gone = sorted(cell for group in placement.captured for cell in group.cells)
            assert np.flatnonzero(taken[index]).tolist() == gone
            captures += len(gone)
        sides[moving], names[moving] = part, part_names
    assert captures > 20
    # The names kept from stone to stone divide the stones as those found from nothing do.
    fresh = tables.groups(sides)
    for kept, found, board_ in zip(names, fresh, sides, strict=True):
        pairs = {(int(a), int(b)) for a, b in zip(kept[board_ > 0], found[board_ > 0], strict=True)}
        assert len(pairs) == len({a for a, _ in pairs}) == len({b for _, b in pairs})
