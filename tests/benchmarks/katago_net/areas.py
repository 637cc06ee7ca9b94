"""Whose area each cell is, as KataGo counts areas for its net.

Benson's algorithm finds what lives though its owner only passes ("pass-alive"), with the area it
encloses. Elsewhere stones count for their owner, and empty areas for the only colour beside them.
"""

from __future__ import annotations

import numpy as np

from tests.benchmarks.katago_net.boards import (
    ALL,
    BLACK,
    EMPTY,
    WALL,
    WHITE,
    Board,
    Cells,
    Numbers,
    count_liberties,
    last_walked,
)
from tests.benchmarks.katago_net.compiled import compiled

_NONE = -1


@compiled
def areas(board: Board, places: Numbers) -> Cells:
    """The colour whose area each place is, EMPTY where it is nobody's; `places` as by `inner`."""
    result = np.zeros(len(board.cells), np.int8)
    chains = _chains(board, places)
    _mark(board, places, chains, BLACK, result)
    _mark(board, places, chains, WHITE, result)
    for at in places:
        if result[at] == EMPTY:
            result[at] = board.cells[at]
    return result


@compiled
def _chains(board: Board, places: Numbers) -> Numbers:
    """The number of the chain at each place, counted from 0; -1 where there is none."""
    chains = np.full(len(board.cells), _NONE)
    count = 0
    for at in places:
        if board.cells[at] != EMPTY and chains[at] == _NONE:
            count_liberties(board, at, ALL)
            for n in range(last_walked(board)):
                chains[board.walk[n]] = count
            count += 1
    return chains


@compiled
def _regions(board: Board, places: Numbers, colour: int) -> tuple[Numbers, int]:
    """The number of each region without stones of a colour, -1 elsewhere; how many there are."""
    regions = np.full(len(board.cells), _NONE)
    walk = board.walk
    count = 0
    for start in places:
        if board.cells[start] == colour or regions[start] != _NONE:
            continue
        walk[0], regions[start] = start, count
        done, known = 0, 1
        while done < known:
            at = walk[done]
            done += 1
            for step in board.steps:
                to = at + step
                if board.cells[to] not in (colour, WALL) and regions[to] == _NONE:
                    regions[to] = count
                    walk[known] = to
                    known += 1
        count += 1
    return regions, count


@compiled
def _vital(
    board: Board, places: Numbers, chains: Numbers, regions: Numbers, count: int, colour: int
) -> Numbers:
    """(regions, 4) The chains of a colour that are next to all empty cells of a region, else -1."""
    vital = np.full((count, 4), _NONE)
    begun = np.zeros(count, np.bool_)
    for at in places:
        if board.cells[at] != EMPTY:
            continue
        region = regions[at]
        near = np.full(4, _NONE)
        for n in range(4):
            if board.cells[at + board.steps[n]] == colour:
                near[n] = chains[at + board.steps[n]]
        for n in range(4):
            if not begun[region]:
                if near[n] not in vital[region]:
                    vital[region, n] = near[n]
            elif vital[region, n] not in near:
                vital[region, n] = _NONE
        begun[region] = True
    return vital


@compiled
def _lost(
    board: Board, places: Numbers, chains: Numbers, regions: Numbers, vital: Numbers, colour: int
) -> tuple[Cells, Cells]:
    """Benson's algorithm: 1 for each chain of a colour that is not pass-alive; 1 for each region
    next to such a chain."""
    lost = np.zeros(len(places) + 1, np.int8)
    open_regions = np.zeros(len(vital) + 1, np.int8)
    again = True
    while again:
        again = False
        eyes = np.zeros(len(places) + 1, np.int64)
        for region in range(len(vital)):
            for chain in vital[region]:
                if chain != _NONE and not open_regions[region]:
                    eyes[chain] += 1
        for at in places:
            if board.cells[at] == colour and eyes[chains[at]] < 2:
                again = again or not lost[chains[at]]
                lost[chains[at]] = 1
                for step in board.steps:
                    if regions[at + step] != _NONE:
                        open_regions[regions[at + step]] = 1
    return lost, open_regions


@compiled
def _mark(board: Board, places: Numbers, chains: Numbers, colour: int, result: Cells) -> None:
    """Write the area of a colour: what is pass-alive everywhere, what is not where nothing is
    written yet, all but stones that are not pass-alive."""
    cells = board.cells
    regions, count = _regions(board, places, colour)
    if count == 1 and not (cells[places] == colour).any():
        return
    vital = _vital(board, places, chains, regions, count, colour)
    lost, open_regions = _lost(board, places, chains, regions, vital, colour)
    inside = np.zeros(count, np.int64)
    others = np.zeros(count, np.bool_)
    for at in places:
        if cells[at] == colour:
            if not lost[chains[at]]:
                result[at] = colour
            continue
        beside = False
        for step in board.steps:
            beside = beside or cells[at + step] == colour
        inside[regions[at]] += not beside
        others[regions[at]] |= cells[at] != EMPTY
    for at in places:
        if cells[at] != colour:
            region = regions[at]
            safe = not open_regions[region] and (inside[region] <= 1 or not others[region])
            if safe or (not others[region] and result[at] == EMPTY):
                result[at] = colour
