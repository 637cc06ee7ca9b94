"""Measuring how fast a game's playouts are, against playouts through the rules, in plain Python; on
which boards and positions.

Kernel and reference take turns in short spells, measured in CPU time of this process. A busy
computer slows both alike, so the ratios are more reliable than the rates. A mid-game start is mixed
positions of random games: half of them after a third of the moves, half after two thirds.
"""

import math
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from statistics import median
from typing import Any

import numpy as np

from termgames import games
from termgames.core.arrays import Rng
from termgames.core.game import AnyGame
from termgames.core.options import Value
from termgames.core.packed import most_actions
from termgames.games.majorities.kernel import FillKernel
from termgames.games.mitropia.kernel import MitropiaKernel, on_the_way
from termgames.games.mitropia.questions import Turn
from termgames.games.mitropia.state import State
from termgames.games.pletore.kernel import PletoreKernel
from termgames.games.plurality.kernel import PluralityKernel
from termgames.games.tricolor.kernel import TriColorKernel
from termgames.search.history import random_playout
from termgames.workbench.train.selfplay import random_placement

BOARDS: Mapping[str, Mapping[str, Mapping[str, Value]]] = {
    "plurality": {"13x13": {"size": 13}, "19x19": {"size": 19}, "hexhex 7": {"hex": 7}},
    "pletore": {"9x9": {"size": 9}, "13x13": {"size": 13}, "19x19": {"size": 19}},
    "majorities": {"size 5": {"size": 5}, "size 7": {"size": 7}},
    "tricolor": {
        "9x9": {"size": 9},
        "13x13": {"size": 13},
        "19x19": {"size": 19},
        "hexhex 6": {"hex": 6},
    },
    "mitropia": {
        "9x9-cut, 2 players": {"players": 2},
        "13x13, 3 players": {"players": 3},
        "19x19, 5 players": {"players": 5},
        "islands": {"map": "islands"},
    },
}
"""The boards of each game by the names that readers know, with the options for them."""

MIXED = 64
"""Different positions of a mid-game start."""

Play = Callable[[Sequence[Any], int, Rng], int]
"""Called with states, lanes and a generator: plays `lanes` playouts from each state and returns the
number of moves played."""

Measured = tuple[Play, Any, list[Any]]
"""What calls a game's kernel, the state at the start, and those of a mid-game start."""


@dataclass(frozen=True)
class BenchCase:
    """One board and one kind of start."""

    board: str
    """As a reader would name it: `13x13`, `hexhex 7`."""
    start: str
    """`empty`, `mid-game`."""
    states: Sequence[Any]
    """The positions that playouts start from."""
    run: Play
    game: AnyGame
    fewest: int = 1
    """The fewest playouts that the kernel makes from a position."""

    def play(self, batch: int, rng: Rng) -> int:
        """Play `batch` playouts in one call of the kernel, from as many of the positions as divide
        them evenly; returns the number of moves played."""
        some = math.gcd(len(self.states), batch // self.fewest)
        return self.run(self.states[:some], batch // some, rng)

    def reference(self, rng: Rng) -> None:
        """Play one playout through the rules, in plain Python, from one of the positions."""
        random_playout(self.game, self.states[int(rng.integers(len(self.states)))], rng)


def bench_cases(game_id: str) -> list[BenchCase]:
    """The cases of a game, none where its package has no kernel that is known here. OptionError for
    an unknown game, or one that is broken."""
    games.create(game_id, {})
    cases = []
    for board, chosen in BOARDS.get(game_id, {}).items():
        game = games.create(game_id, chosen)
        run, start, mixed = _MEASURED[game_id](game)
        fewest = 8 if game_id == "majorities" else 1
        for name, states in (("empty", [start]), ("mid-game", mixed)):
            cases.append(BenchCase(board, name, states, run, game, fewest))
    return cases


def _two_player(kernel_of: Callable[[Any], Any], game: Any) -> Measured:
    kernel = kernel_of(game)

    def run(states: Sequence[Any], lanes: int, rng: Rng) -> int:
        return int(kernel.counted(states, lanes, rng).plies.sum())

    usual = run([game.start()], 32, np.random.default_rng(0)) // 32
    return run, game.start(), _midway(game, usual)


def _majorities(game: Any) -> Measured:
    kernel = FillKernel(game)
    start, mixed = game.start(), _filled(game, MIXED // 2)
    arrays: dict[bytes, tuple[Any, ...]] = {}
    for states in ([start], mixed):
        # Made once: a call of the kernel takes hardly longer.
        due = [game.stones_due(state) for state in states]
        turn = [state.turn for state in states]
        arrays[states[0].stones] = _rows(states), np.array(turn, np.int8), np.array(due, np.int8)

    def run(states: Sequence[Any], lanes: int, rng: Rng) -> int:
        stones, turn, due = (array[: len(states)] for array in arrays[states[0].stones])
        kernel.run(stones, turn, due, lanes, rng)
        return int((stones == 0).sum()) * lanes

    return run, start, mixed


def _tricolor(game: Any) -> Measured:
    kernel = TriColorKernel(game)

    def run(states: Sequence[Any], lanes: int, rng: Rng) -> int:
        turn = np.array([state.turn for state in states], np.intp)
        return int(kernel.run(_rows(states), turn, None, lanes, rng).boards.plies.sum())

    start, rng = game.start(), np.random.default_rng(0)
    begun = kernel.positions(_rows([start]), np.zeros(1, np.intp), None)
    usual = int(kernel.go_kernel.run(begun, 32, rng).plies.mean())
    mixed = []
    for third in (1, 2):
        stopped = kernel.go_kernel.run(begun, MIXED // 2, rng, cap=usual * third // 3)
        mixed += [
            replace(start, stones=stones.tobytes(), turn=int(plies))
            for stones, plies in zip(stopped.stones, stopped.plies, strict=True)
        ]
    return run, start, mixed


def _mitropia(game: Any) -> Measured:
    """Whole playouts; a search stops them earlier (`bot.evaluation.BoardEvaluator.ends`)."""
    kernel = MitropiaKernel(game)

    def run(states: Sequence[Any], lanes: int, rng: Rng) -> int:
        done = kernel.boards(states, lanes, rng)
        kernel.counted(states, done, lanes)
        done.played(kernel.seats)
        return int(done.plies.sum())

    begun, _ = on_the_way(game, game.start(), np.random.default_rng(0))
    return run, begun, stopped_games(kernel, begun, MIXED)


def stopped_games(
    kernel: MitropiaKernel, begun: State, count: int, *, seed: int = 0
) -> list[State]:
    """`count` states of Mitropia, an even number, from as many random games that begin with
    `begun`: half of them after a third of the usual number of turns, half after two thirds. A turn
    begins in each."""
    rng = np.random.default_rng(seed)
    usual = int(kernel.boards([begun], 32, rng).plies.mean())
    mixed = []
    for third in (1, 2):
        stopped = kernel.boards([begun], count // 2, rng, cap=usual * third // 3)
        for lane, stones in enumerate(stopped.stones):
            prisoners = begun.board.prisoners
            if stopped.prisoners is not None:
                prisoners = tuple(map(tuple, stopped.prisoners[lane].tolist()))
            board = replace(begun.board, stones=stones.tobytes(), prisoners=prisoners)
            seat = begun.order[int(stopped.plies[lane]) % kernel.seats]
            mixed.append(replace(begun, board=board, question=Turn(seat), turn=seat))
    return mixed


_MEASURED: Mapping[str, Callable[[Any], Measured]] = {
    "plurality": partial(_two_player, PluralityKernel),
    "pletore": partial(_two_player, PletoreKernel),
    "majorities": _majorities,
    "tricolor": _tricolor,
    "mitropia": _mitropia,
}


def _rows(states: Sequence[Any]) -> Any:
    """(len(states), cells): the stones of some states."""
    stones = np.frombuffer(b"".join(state.stones for state in states), np.uint8)
    return stones.reshape(len(states), -1)


def _midway(game: Any, usual: int) -> list[Any]:
    """Positions of different games of random placements, of which `usual` make a game."""
    packed, rng = games.packed(game), np.random.default_rng(0)
    assert packed is not None
    rows = packed.pack([game.start()] * MIXED)
    for some in (rows, rows[MIXED // 2 :]):
        for _ in range(usual // 3 * most_actions(packed)):
            # Where no placement is left any action will do.
            actions = [random_placement(packed, row, rng) or packed.legal(row)[0] for row in some]
            some[:] = packed.advance(some, np.array(actions, np.int32))
    return [
        replace(game.start(), stones=row["stones"].tobytes(), turn=int(row["turn"])) for row in rows
    ]


def _filled(game: Any, count: int) -> list[Any]:
    """Positions of Majorities with random stones; in some of them the game may be decided."""
    start, rng = game.start(), np.random.default_rng(0)
    # One stone, then two each in turn.
    colours = [(k + 1) // 2 % 2 for k in range(len(start.stones))]
    mixed = []
    for number in range(count):
        placed = len(colours) * (1 + number % 2) // 6 * 2 + 1
        stones = np.zeros(len(colours), np.uint8)
        stones[rng.permutation(len(colours))[:placed]] = np.add(colours[:placed], 1)
        turn = colours[placed]
        mixed.append(replace(start, stones=stones.tobytes(), turn=turn, opening=False))
    return mixed


# -- measuring ------------------------------------------------------------------------------------

BATCHES = (64, 256, 1024, 4096)

_SPELL = 0.02
"""The least CPU seconds of a spell."""


@dataclass(frozen=True)
class Row:
    """One measurement; rates are medians over the spells, per second of CPU time."""

    game: str
    board: str
    start: str
    batch: int
    """Playouts in one call of the kernel."""
    playouts: float
    """The kernel's playouts a second."""
    moves: float
    """The kernel's moves a second."""
    reference: float
    """Playouts a second through the rules."""

    @property
    def ratio(self) -> float:
        """How many times faster than the reference the kernel is."""
        return self.playouts / self.reference

    def to_json(self) -> dict[str, Any]:
        """The fields and the ratio; rates rounded to whole numbers."""
        whole = {name: round(getattr(self, name)) for name in ("playouts", "moves", "reference")}
        return {**asdict(self), **whole, "ratio": round(self.ratio, 1)}


def run(
    game_id: str,
    *,
    batches: Sequence[int] = BATCHES,
    seconds: float = 3.0,
    progress: Callable[[str], None] = lambda what: None,
) -> list[Row]:
    """Measure a game on all its boards and starts; a game of another package has no rows.

    Each board and start takes about `seconds` of CPU time, and at least two rounds. `progress`
    is called with the name of what is measured next. OptionError when there is no such game.
    """
    rows = []
    for case in bench_cases(game_id):
        progress(f"{game_id} {case.board}, {case.start}")
        rows += _measure(game_id, case, batches, seconds)
    return rows


def _measure(game_id: str, case: BenchCase, batches: Sequence[int], seconds: float) -> list[Row]:
    rng = np.random.Generator(np.random.SFC64(0))
    plain = np.random.default_rng(0)
    rates: dict[int, list[tuple[float, float]]] = {batch: [] for batch in batches}
    reference: list[float] = []
    for batch in batches:
        case.play(batch, rng)  # the first call builds tables
    case.reference(plain)
    ends = time.process_time() + seconds
    while len(reference) < 2 or time.process_time() < ends:
        for batch in batches:
            calls, count, took = _spell(partial(case.play, batch, rng))
            rates[batch].append((calls * batch / took, count / took))
        calls, _, took = _spell(partial(case.reference, plain))
        reference.append(calls / took)
    told = (game_id, case.board, case.start)
    rows = []
    for batch, found in rates.items():
        playouts, moves = (median(each) for each in zip(*found, strict=True))
        rows.append(Row(*told, batch, playouts, moves, median(reference)))
    return rows


def _spell(call: Callable[[], int | None]) -> tuple[int, int, float]:
    """Call until a spell is over; the number of calls, the sum of their answers, and the CPU
    seconds they took."""
    calls = total = 0
    began = time.process_time()
    while True:
        total += call() or 0
        calls += 1
        took = time.process_time() - began
        if took >= _SPELL:
            return calls, total, took
