"""Playouts of every game's kernel in one form, with their moves, so that the rules can check them.

Programs ask kernels for results by colour or in counted planes, as each game needs them. Here they
are laid out one by one, by seat, and a playout can be told as moves of the rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import singledispatch
from typing import Any

import numpy as np
from numpy.typing import NDArray

from termgames.core.arrays import Bytes, Flags, Floats, Rng, ShortInts, SmallInts
from termgames.core.game import NOBODY, OVER
from termgames.core.two_player import PASS, by_seat
from termgames.games.majorities.kernel import FillKernel, lanes_for
from termgames.games.majorities.kernel import kernel as majorities_kernel
from termgames.games.majorities.rules import Turn
from termgames.games.majorities.sequential import SequentialKernel
from termgames.games.mitropia import moves, questions
from termgames.games.mitropia.bot import heuristics
from termgames.games.mitropia.kernel import MitropiaKernel, on_the_way
from termgames.games.mitropia.rules import Mitropia
from termgames.games.pletore import bit_boards
from termgames.games.pletore.kernel import CountedPlayouts, PletoreKernel
from termgames.games.pletore.rules import BUTTON, Place, Replace
from termgames.games.plurality import rules as plurality
from termgames.games.plurality.kernel import PluralityKernel
from termgames.games.plurality.results import stride_of, unpack
from termgames.games.tricolor import state as tricolor
from termgames.games.tricolor.kernel import TriColorKernel
from termgames.go.playouts.uniform import PASS as NO_STONE

KERNELS: dict[str, Any] = {
    "plurality": PluralityKernel,
    "pletore": PletoreKernel,
    "majorities": majorities_kernel,
    "tricolor": TriColorKernel,
    "mitropia": MitropiaKernel,
}
"""What makes the kernel of a set-up game."""


@dataclass(frozen=True)
class Playouts:
    """`lanes` finished playouts from each of some states, state-major.

    utility (lanes, seats) float32: win shares; score (lanes, seats) float32: final totals;
    owner (lanes, cells) int8: the seat owning each cell at the end, NEUTRAL or NOBODY;
    plies (lanes,) int16: moves played; played (lanes, features) bool: which AMAF features occurred;
    trace: per lane the moves in order, only when asked for.
    """

    utility: Floats
    score: Floats
    owner: SmallInts
    plies: ShortInts
    played: Flags
    trace: tuple[tuple[Any, ...], ...] = ()


def relaxed(game: Any) -> set[str]:
    """The codes of the rules that a game's kernel ignores."""
    if game.id == "majorities":
        return set() if game.play_out else {"over"}
    return {"superko"} if game.id in ("tricolor", "mitropia") else set()


def played_out(game: Any) -> Any:
    """The game that a kernel plays: in that of Majorities every board is filled."""
    if game.id != "majorities" or game.play_out:
        return game
    return type(game)({**game.options, "play-out": True})


def owners(game: Any, state: Any) -> list[int]:
    """The seat that owns each cell at the end, as the rules count it."""
    stones = np.frombuffer(game.stones(state), np.uint8).astype(int) - 1
    if game.id == "majorities":
        return stones.tolist()
    if game.id == "tricolor":
        return list(game.owners(state.stones))
    if game.id == "mitropia":
        count = game.counted(state)
        stones = np.frombuffer(count.stones, np.uint8).astype(int) - 1
        return np.where(stones >= 0, stones, count.owner).tolist()
    if game.id == "pletore":
        owner = np.frombuffer(game.owner(state), np.int8).astype(int)
        return np.where(state.black_seat & (owner >= 0), 1 - owner, owner).tolist()
    found = np.full(len(stones), NOBODY)
    for part in game.score(state).parts:
        found[list(part.cells)] = part.seat
    return found.tolist()


def features(game: Any, made: Sequence[tuple[Any, Any]]) -> set[int] | None:
    """The features that moves have, each given with the state before it: by whose turn and whose
    stone on which cell in Plurality, by seat and cell or button in Pletore, elsewhere by who was
    first to put a stone on a cell. None where nobody can tell."""
    if game.id == "mitropia":
        return None
    found, first, cells = set(), dict[int, int](), game.topology.cells
    for state, move in made:
        seat = game.to_act(state)
        if game.id == "plurality":
            for cell in move.shape:
                colour = state.turn if cell in move.own else 1 - state.turn
                found.add((state.turn * 2 + colour) * cells + cell)
        elif game.id == "pletore" and move != PASS:
            found.add(seat * (cells + 1) + (cells if move == BUTTON else move.cell))
        elif game.id != "pletore":
            for cell in game.cells_of(move):
                first.setdefault(cell, seat * cells + cell)
    return found | set(first.values())


@singledispatch
def playouts(kernel: Any, states: Any, lanes: int, rng: Rng, *, trace: bool = False) -> Playouts:
    """`lanes` playouts from each state: lane i starts from `states[i // lanes]`."""
    raise NotImplementedError(kernel)


def owned_by_seat(owner: SmallInts, black_seat: NDArray[Any]) -> SmallInts:
    """(n, cells): `owner` with colours turned into seats; whatever is no colour stays."""
    swaps = (black_seat == 1)[:, None] & (owner >= 0)
    return np.where(swaps, np.int8(1) - owner, owner)


def lanes_of(done: Any, features: Any) -> Flags:
    """(L, features): in which lanes the `features` (features, words) of playouts of Plurality
    occurred."""
    stride = stride_of(done.lanes)
    bits = unpack(features)[:, : done.positions * stride]
    apart = bits.reshape(len(bits), done.positions, stride)[:, :, : done.lanes]
    return np.ascontiguousarray(apart.reshape(len(bits), -1).T).view(np.bool_)


@playouts.register
def _plurality(
    kernel: PluralityKernel, states: Any, lanes: int, rng: Rng, *, trace: bool = False
) -> Playouts:
    done = kernel.counted(states, lanes, rng, trace=trace)
    black_seat = np.repeat([state.black_seat for state in states], lanes)

    def move(number: int, enemy: int) -> plurality.Place:
        cells = list(kernel.geometry.shapes[number])
        other = cells.pop(enemy)
        return plurality.Place((cells[0], cells[1]), other)

    return Playouts(
        by_seat(done.utility, black_seat),
        by_seat(done.score, black_seat),
        owned_by_seat(done.owner.T, black_seat),
        done.plies,
        lanes_of(done, done.features[-4 * len(done.stones) :]),
        tuple(tuple(move(*each) for each in line) for line in done.trace),
    )


@playouts.register
def _pletore(
    kernel: PletoreKernel, states: Any, lanes: int, rng: Rng, *, trace: bool = False
) -> Playouts:
    done = kernel.counted(states, lanes, rng, trace=trace)
    black_seat = np.repeat([state.black_seat for state in states], lanes)
    played = done.played.reshape(-1, 2, kernel.features_per_colour)
    return Playouts(
        by_seat(done.utility, black_seat),
        by_seat(done.score, black_seat),
        owned_by_seat(done.owner.reshape(-1, len(black_seat)).T, black_seat),
        done.plies,
        by_seat(played, black_seat).reshape(-1, kernel.features),
        _turns_of_pletore(kernel, states, lanes, done) if trace else (),
    )


def _turns_of_pletore(
    kernel: PletoreKernel, states: Any, lanes: int, done: CountedPlayouts
) -> tuple[tuple[Any, ...], ...]:
    stones = [bytearray(state.stones) for state in states for _ in range(lanes)]
    turn = [state.turn for state in states for _ in range(lanes)]
    lines: list[list[Any]] = [[] for _ in stones]
    for log in done.logs:
        for turns in log.turns:
            for lane, row, column in zip(log.lanes.tolist(), *turns.tolist(), strict=True):
                if column == bit_boards.NOTHING:
                    continue
                if column in (bit_boards.PASS, bit_boards.BUTTON):
                    lines[lane].append(PASS if column == bit_boards.PASS else BUTTON)
                else:
                    cell = row * kernel.size + column
                    held = stones[lane][cell]
                    lines[lane].append(Replace(cell) if held else Place(cell))
                    stones[lane][cell] = turn[lane] + 1
                turn[lane] = 1 - turn[lane]
    return tuple(map(tuple, lines))


@playouts.register
def _fills(
    kernel: FillKernel, states: Any, lanes: int, rng: Rng, *, trace: bool = False
) -> Playouts:
    stones = _boards([state.stones for state in states])
    turn = np.array([state.turn for state in states], np.int8)
    due = np.array([1 if state.opening else 2 for state in states], np.int8)
    whole = lanes_for(lanes)
    done = kernel.run(stones, turn, due, whole, rng)
    # `run` may have played more lanes than were asked for: leave those out.
    asked = np.arange(len(states) * whole).reshape(len(states), whole)[:, :lanes].ravel()
    black = np.ascontiguousarray(done.bits(done.black)[:, asked].T)
    won = done.bits(done.won)[asked].astype(np.float32)
    score = done.bits(done.directions)[:, asked].sum(axis=0).astype(np.float32)
    was_empty = np.repeat(stones == 0, lanes, axis=0)
    owner = 1 - black.view(np.int8)
    empties = np.add.reduce(stones == 0, axis=1, dtype=np.intp)
    plies = (empties > 0) + (np.maximum(empties - due, 0) + 1) // 2
    return Playouts(
        np.stack([won, 1 - won], axis=1),
        np.stack([score, 3 - score], axis=1),
        owner,
        np.repeat(plies, lanes).astype(np.int16),
        np.concatenate([was_empty & (owner == 0), was_empty & (owner == 1)], axis=1),
        tuple(_some_turns(states[lane // lanes], row, rng) for lane, row in enumerate(black))
        if trace
        else (),
    )


def _boards(cells: Sequence[bytes]) -> Bytes:
    """(len(cells), each): the bytes of some states as rows."""
    return np.frombuffer(b"".join(cells), np.uint8).reshape(len(cells), -1)


def _some_turns(state: Any, black: Bytes, rng: Rng) -> tuple[Turn, ...]:
    """Turns, in a random order, that lead from `state` to the full board `black` (cells,)."""
    empty = np.flatnonzero(np.frombuffer(state.stones, np.uint8) == 0)
    cells = [rng.permutation(empty[black[empty] == bit]).tolist() for bit in (1, 0)]
    turns, colour, due = [], state.turn, 1 if state.opening else 2
    while cells[0] or cells[1]:
        own = cells[colour]
        turns.append(Turn(tuple(sorted(own[:due]))))
        cells[colour] = own[due:]
        colour, due = 1 - colour, 2
    return tuple(turns)


@playouts.register
def _sequential(
    kernel: SequentialKernel, states: Any, lanes: int, rng: Rng, *, trace: bool = False
) -> Playouts:
    done = kernel.run(
        _boards([state.stones for state in states]),
        _boards([state.claims for state in states]),
        np.array([state.turn for state in states], np.int8),
        np.array([kernel.rules.stones_due(state) for state in states], np.int8),
        lanes,
        rng,
        trace=trace,
    )
    won = done.won.astype(np.float32)
    score = done.directions.sum(axis=1, dtype=np.float32)
    return Playouts(
        np.stack([won, 1 - won], axis=1),
        np.stack([score, 3 - score], axis=1),
        done.stones.astype(np.int8) - np.int8(1),
        done.plies,
        np.concatenate([done.first == 1, done.first == 2], axis=1),
        done.trace if trace else (),
    )


@playouts.register
def _tricolor(
    kernel: TriColorKernel, states: Any, lanes: int, rng: Rng, *, trace: bool = False
) -> Playouts:
    """A state that is over, or in which the players are asked about dead stones, is counted as it
    stands; a proposal to resign together counts as declined."""
    game = kernel.game
    every = (1 << game.seats) - 1

    def passed(state: Any) -> int:
        ended = state.ending is not None or state.agreement is not None
        return every if ended else sum(1 << seat for seat in state.passed)

    done = kernel.run(
        _boards([game.counted(state) for state in states]),
        np.array([state.turn for state in states]),
        np.array([passed(state) for state in states], np.uint8),
        lanes,
        rng,
        trace=trace,
    )
    for at, state in enumerate(states):
        if state.survivor is not None:
            done.utility[at * lanes : (at + 1) * lanes] = game.utilities(state)
    return Playouts(
        done.utility,
        done.score,
        done.owner,
        done.boards.plies,
        done.boards.played(game.seats),
        tuple(
            tuple(PASS if cell == NO_STONE else tricolor.Place(cell) for cell in line)
            for line in done.boards.trace
        ),
    )


@playouts.register
def _mitropia(
    kernel: MitropiaKernel, states: Any, lanes: int, rng: Rng, *, trace: bool = False
) -> Playouts:
    """A state that is over, or in which the players agree on dead stones, is counted as it stands.
    Where another question is open, `on_the_way` answers it once for all lanes of the state. `plies`
    are turns; with `trace` they are the answers in it."""
    game = kernel.game
    ways = [on_the_way(game, state, rng) for state in states]
    begun = [state for state, _ in ways]
    done = kernel.boards(begun, lanes, rng, trace=trace)
    counted = kernel.counted(begun, done, lanes)
    found = Playouts(
        counted.shares, counted.totals, counted.owner, done.plies, done.played(kernel.seats)
    )
    if not trace:
        return found
    turns = enumerate(zip(done.trace, done.rolls or done.trace, strict=True))
    lines = tuple(_answers(game, *ways[lane // lanes], *turn) for lane, turn in turns)
    return replace(found, plies=np.array([len(line) for line in lines], np.int16), trace=lines)


def _answers(
    game: Mitropia, s: Any, way: Sequence[Any], cells: Sequence[int], rolls: Sequence[int]
) -> tuple[Any, ...]:
    """A playout from `s` as moves of the rules: `way`, which led to `s`, then for each turn the
    dice whose higher one is in `rolls`, and the stone on the point in `cells`, or NO_STONE.

    Ends with the first answer that the rules refuse, or after the last turn.
    """
    given = list(way)
    turns = iter(zip(cells, rolls, strict=True))
    turn = next(turns, None)
    while game.to_act(s) != OVER and not isinstance(s.question, questions.Settle):
        answer: Any
        match s.question:
            case questions.Reaction():
                answer = moves.LET
            case questions.Discard(seat=seat):
                answer = heuristics.discard(s, seat)
            case questions.MayDraw():
                answer = moves.NO_DRAW
            case questions.Turn() if game.table.dice and turn is not None:
                answer = moves.ROLL
            case questions.Roll() if turn is not None:
                answer = moves.Dice(1, turn[1])
            case questions.Turn() | questions.Act() if turn is not None:
                nothing = moves.FORFEIT if game.table.dice else moves.PASS
                answer = nothing if turn[0] == NO_STONE else moves.Point(turn[0])
                turn = next(turns, None)
            case _:
                break
        given.append(answer)
        if game.refuse(s, answer) is not None:
            break
        s = game.apply(s, answer)
    return tuple(given)
